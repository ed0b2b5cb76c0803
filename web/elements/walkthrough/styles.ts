// The looks of a walkthrough beyond those that all figures share: numbers that open, the arithmetic below them, strips.
import { css, unsafeCSS } from 'lit';
import { signedRules } from './numbers.ts';

export const styles = css`
  .walkthrough { gap: var(--lb-3); }
  .views { display: flex; flex-wrap: wrap; }
  .hand, .scale, .trained, .side, .working { display: grid; gap: var(--lb-3); grid-template-columns: minmax(0, 1fr); align-content: start; }
  div.fallback { display: grid; }
  math { font-family: 'STIX Two Math', 'Cambria Math', 'Latin Modern Math', 'DejaVu Math TeX Gyre', var(--lb-serif); font-size: 1.0625em; }
  .source { color: var(--lb-source); }
  .target { color: var(--lb-target); }
  .weights { color: var(--lb-weights); }
  .context { color: var(--lb-context); }
  mrow.loss { color: var(--lb-loss); }
  mrow[data-of] { cursor: help; }
  .marked { background: var(--lb-surface); outline: 2px solid var(--lb-rule); }

  .given { display: grid; gap: var(--lb-1) var(--lb-5); grid-template-columns: minmax(0, 1fr); justify-items: start; }
  .vector, .matrix { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: var(--lb-2); align-items: center; }
  .name { white-space: nowrap; }
  .word { font-size: 0.9375rem; }
  .fields { display: flex; flex-wrap: wrap; align-items: center; gap: var(--lb-1); }
  .fields input, .answer-field input {
    inline-size: auto; min-inline-size: 3.5rem; max-inline-size: 100%; padding: 0 var(--lb-2); text-align: end; border-color: var(--lb-rule); font-variant-numeric: tabular-nums;
  }
  .fields input:hover, .fields input:focus { border-color: var(--lb-muted); }
  .fields input.source { color: var(--lb-source); }
  .fields input.target { color: var(--lb-target); }
  .fields input[size='4'] { inline-size: 3.5rem; }
  .answer-field input { border-color: var(--lb-muted); min-inline-size: 5rem; }
  .answer-field .wrong, .right { margin-inline-start: var(--lb-1); }
  .component { display: inline-flex; align-items: center; gap: var(--lb-1); max-inline-size: 100%; min-inline-size: 0; }
  input.empty[aria-invalid='true'] { border: 1.5px dashed var(--lb-loss); }
  input:not(.empty)[aria-invalid='true'] { border: 2px solid var(--lb-loss) !important; }
  .parameters { display: grid; gap: var(--lb-3); padding-block: var(--lb-2); }
  .matrix { grid-template-columns: 2.5rem minmax(0, 1fr); }

  .steps { list-style: none; display: grid; gap: var(--lb-3); }
  .steps > li { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-1) var(--lb-4); border-block-start: 1px solid var(--lb-rule); padding-block-start: var(--lb-2); }
  .title { font-weight: 600; }
  .count { display: inline-block; min-inline-size: 1.25em; color: var(--lb-muted); font-weight: 400; }
  .formula { min-block-size: 3.25rem; display: flex; flex-wrap: wrap; align-items: center; gap: var(--lb-1) var(--lb-3); }
  .paper { color: var(--lb-muted); font-size: 0.75rem; }
  .values { display: flex; flex-wrap: wrap; gap: 0 var(--lb-5); align-items: baseline; min-block-size: 2.75rem; }
  .cell { white-space: nowrap; display: inline-flex; align-items: center; gap: var(--lb-1); min-block-size: 2.75rem; }
  .cell:has(input) { flex-wrap: wrap; white-space: normal; }
  .bracket { display: inline-flex; flex-wrap: wrap; align-items: center; column-gap: 0.2em; }
  .number { font-variant-numeric: tabular-nums lining-nums; }
  button.number {
    font: inherit; font-variant-numeric: tabular-nums lining-nums; min-block-size: 2.75rem; min-inline-size: 1.75rem; padding: 0 var(--lb-1);
    border: 0; background: none; color: var(--lb-ink); cursor: pointer; text-decoration: underline dotted 1.5px; text-underline-offset: 4px;
  }
  button.number.source { color: var(--lb-source); }
  button.number.target { color: var(--lb-target); }
  button.number.weights { color: var(--lb-weights); }
  button.number.context { color: var(--lb-context); }
  button.number.loss { color: var(--lb-loss); }
  button.number:hover, button.number[aria-expanded='true'] { background: var(--lb-surface); }
  button.number[aria-expanded='true'] { text-decoration-style: solid; }
  .context-values button.number { font-size: 1.125rem; font-weight: 600; }
  .stale :is(.values, .arithmetic, .explain, button.number, mrow[data-of]) {
    --lb-source: var(--lb-muted); --lb-target: var(--lb-muted); --lb-weights: var(--lb-muted); --lb-context: var(--lb-muted); color: var(--lb-muted);
  }
  .waiting { color: var(--lb-muted); align-items: center; }

  .arithmetic {
    display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-1); margin-block: var(--lb-1); padding: var(--lb-2) 0 var(--lb-2) var(--lb-3); border-inline-start: 2px solid var(--lb-rule);
  }
  .arithmetic .arithmetic { margin-inline-start: 0; }
  .symbolic { display: flex; flex-wrap: wrap; align-items: center; gap: var(--lb-1) 0.15em; min-inline-size: 0; }
  .symbolic .paper { margin-inline-start: var(--lb-3); }
  .numeric { line-height: 2.75rem; overflow-wrap: anywhere; }
  .numeric button.number { vertical-align: baseline; min-block-size: 2.25rem; }
  .numeric sup { line-height: 1; }
  .term { white-space: nowrap; }
  button.quiet { border: 0; background: none; padding: 0 var(--lb-2); text-decoration: underline dotted 1.5px; text-underline-offset: 4px; color: inherit; font-size: 0.875rem; min-block-size: 2.75rem; }
  .terms { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 0 var(--lb-4); }

  .strips { display: grid; gap: var(--lb-1); }
  .strip { display: grid; grid-template-columns: minmax(3rem, max-content) minmax(0, 1fr) max-content; gap: var(--lb-2); align-items: center; font-size: 0.8125rem; }
  .strip svg { display: block; inline-size: 100%; block-size: 0.875rem; border: 1px solid var(--lb-rule); shape-rendering: crispEdges; }
  .range { color: var(--lb-muted); white-space: nowrap; }
  ${unsafeCSS(signedRules())}

  .opening { display: grid; grid-template-columns: minmax(0, 1fr); }
  :is(.vector-name, .each > .quiet) { text-decoration: none; }
  :is(.vector-name, .each > .quiet) > .shown-name { border-block-end: 1.5px dotted currentColor; }
  .trained p > button { padding-block: var(--lb-1); }
  .vector-name { text-align: start; min-inline-size: 3.5rem; padding: 0 var(--lb-1); }
  .terms.short { grid-template-columns: repeat(auto-fill, minmax(5.5rem, 1fr)); }
  .heat .opening { --cell: 1.25rem; }
  @container (inline-size < 30rem) {
    .strip-name { grid-row: 1 / span 2; }
    .strip svg, .range { grid-column: 2; }
    .strip svg { align-self: end; }
    .range { font-size: 0.6875rem; line-height: 1; justify-self: end; align-self: start; }
    .strip, .heat .strip { row-gap: 2px; }
    .strip, .heat .strip, .halves { grid-template-columns: 5.5rem minmax(0, 1fr) !important; }
    .gates .strip { grid-template-columns: 8rem minmax(0, 1fr) !important; }
    .both .halves { grid-template-columns: 5.5rem minmax(0, 1fr) minmax(0, 1fr) !important; }
  }
  .heat .strip, .halves { grid-template-columns: 5.5rem minmax(0, 1fr) 8rem; }
  .heat .strip svg { block-size: 1.5rem; }
  .halves { display: grid; gap: var(--lb-2); color: var(--lb-muted); font-size: 0.8125rem; }
  .both .halves { grid-template-columns: 5.5rem minmax(0, 1fr) minmax(0, 1fr) 8rem; }
  .middle { stroke: var(--lb-ink); stroke-width: 2px; vector-effect: non-scaling-stroke; fill: none; }
  .gates .strip { grid-template-columns: 9rem minmax(0, 1fr) 8rem; }
  /* A long sentence has more of everything: it is moved through in the room that six digits take, so that nothing below moves. */
  .rows > div { display: flex; overflow-x: auto; margin: -5px; padding: 5px; }
  .rows label { flex: none; }
  .heat, .by-word { overflow: hidden auto; margin-inline: -3px; padding-inline: 3px; }
  .heat:not(:has(.arithmetic)) { max-block-size: 21.75rem; }
  .by-word { --lines: 6.5; max-block-size: calc(var(--lines) * 2.75rem); }
  @container (inline-size >= 20rem) { .by-word:not(.wide) { --lines: 3.5; } }
  @container (inline-size >= 32.5rem) { .by-word { --lines: 3.5; } .by-word:not(.wide) { --lines: 2.5; } }
  @container (inline-size >= 50rem) { .by-word { --lines: 2.5; } }
  @container (inline-size >= 61.25rem) { .by-word:not(.wide) { --lines: 1.5; } }
  .rows input:checked + span.target { color: var(--lb-paper); }
  .worded { gap: var(--lb-2); }
  .trained .steps > li { contain: layout style; }
  .trained .steps > li > * { grid-column: 1 / -1; }
  .top { border-collapse: collapse; max-inline-size: 26rem; inline-size: 100%; }
  .top caption { text-align: start; }
  .top th, .top td { text-align: start; font-weight: 400; padding: 0 var(--lb-3) 0 0; }
  .bar-cell { inline-size: 60%; }
  .bar-cell svg { display: block; inline-size: 100%; block-size: 0.75rem; }
  rect.bar { fill: var(--lb-target); }
  .status { font-size: 0.8125rem; color: var(--lb-muted); }
  .status b { color: var(--lb-ink); }

  .charts { display: grid; gap: var(--lb-4) var(--lb-5); grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
  .chart p { font-size: 0.8125rem; font-weight: 600; line-height: 1.25rem; }
  .chart p.label { font-weight: 400; }
  .chart svg { display: block; inline-size: 100%; max-inline-size: 26rem; block-size: auto; }
  .chart text { font: 12px var(--lb-sans); fill: var(--lb-muted); font-variant-numeric: tabular-nums; }
  .chart .y { text-anchor: end; }
  .chart .x { text-anchor: middle; }
  .chart line { stroke: var(--lb-rule); }
  .chart line.expected { stroke: var(--lb-muted); stroke-width: 1.5; }
  .chart circle.measured { fill: var(--lb-weights); }
  .chart polyline { fill: none; stroke-width: 2; }
  .chart .plain { stroke: var(--lb-loss); }
  .chart .scaled { stroke: var(--lb-weights); stroke-dasharray: 5 3; }
  b.loss { color: var(--lb-loss); }
  b.weights { color: var(--lb-weights); }
  .table { overflow-x: auto; font-size: 0.875rem; }
  .table table { border-collapse: collapse; inline-size: 100%; }
  .table th, .table td { text-align: end; font-weight: 400; padding: var(--lb-1) var(--lb-2); border-block-end: 1px solid var(--lb-rule); vertical-align: bottom; }
  .table thead th { color: var(--lb-muted); font-size: 0.8125rem; white-space: nowrap; }
  .table th[colspan] { text-align: center; }
  @container (inline-size < 30rem) {
    .table, .table thead th { font-size: 0.75rem; }
    .table :is(th, td) { padding-inline: 0 var(--lb-1); }
  }

  .explain { font: 1rem/1.5 var(--lb-serif); max-inline-size: 42rem; min-block-size: 4.5em; }
  .taking { display: grid; gap: var(--lb-2); padding-block: var(--lb-3); }
  .taking textarea { inline-size: 100%; padding: var(--lb-2) var(--lb-3); font: 0.8125rem/1.45 ui-monospace, monospace; resize: vertical; }
  .switches { display: flex; flex-wrap: wrap; gap: 0 var(--lb-5); }
  .switch { display: inline-flex; align-items: center; gap: var(--lb-2); min-block-size: 2.75rem; cursor: pointer; }
  .switch input { inline-size: 1.25rem; block-size: 1.25rem; min-block-size: 0 !important; accent-color: var(--lb-ink); }
  .symbols { display: grid; gap: var(--lb-1); }
  .symbols > div { display: grid; grid-template-columns: 3.25rem minmax(0, 1fr); gap: var(--lb-2); align-items: baseline; }
  .symbols .quiet { margin-block: -0.5rem; }
  .symbols dt { font-size: 1rem; color: inherit; }
  .verdict-line { min-block-size: 2.6em; }

  @container (inline-size >= 46rem) {
    .hand { grid-template-columns: 18rem minmax(0, 1fr); column-gap: var(--lb-5); }
    .hand > details, .hand > .line { grid-column: 1 / -1; }
    .steps > li { grid-template-columns: 14rem minmax(0, 1fr); align-items: center; }
    .steps > li > :nth-child(n + 3) { grid-column: 1 / -1; }
  }
  @media print { .views, .switches { display: none; } .heat, .by-word { max-block-size: none !important; } }
`;
