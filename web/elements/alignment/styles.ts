// What an alignment that can be asked adds to the looks that all figures share.
import { css } from 'lit';

export const styles = css`
  .tools > .strip { font-size: 0.8125rem; line-height: 1.45; min-block-size: 5.8em; overflow-wrap: anywhere; color: var(--lb-muted); }
  .number { min-block-size: 0; min-inline-size: 0; padding: 0; border: 0; border-radius: 0; background: none; color: var(--lb-weights); font-weight: 600; text-decoration: underline dotted 1.5px; text-underline-offset: 3px; }
  .number:hover { background: none; text-decoration-style: solid; }
  .row-of { display: flex; flex-wrap: wrap; gap: var(--lb-2); align-items: center; min-block-size: 2.75rem; }
  .row-of button { padding-inline: var(--lb-2); min-inline-size: 2.75rem; border-color: var(--lb-rule); font-size: 0.875rem; }
  .row-of button[aria-expanded='true'] { border-color: var(--lb-ink); background: var(--lb-surface); }
  .steppers { display: none; gap: 2px; margin-inline-start: auto; }
  .steppers button { min-inline-size: 2.75rem; padding: 0; }
  @media (pointer: coarse) { .steppers { display: flex; } .tools > .strip .number { min-block-size: 2.75rem; margin-block: -0.75rem; } }
  @container (inline-size >= 30rem) { .tools > .strip { min-block-size: 2.9em; } .row-of button { padding-inline: var(--lb-3); } .steppers button { padding: 0; } }

  .pictures:has(> .second) { grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
  :is(.main, .second) { align-content: start; }
  .pictures:has(> .second) > * { grid-row: span 2; grid-template-rows: subgrid; }
  .second { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-2); }
  :is(.main, .second) > .label { min-block-size: 1.45em; align-self: end; }

  .panel { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-3); padding: var(--lb-3) 0; border-block-start: 1px solid var(--lb-rule); }
  .panel .say { font-size: 0.875rem; line-height: 1.45; max-inline-size: 60ch; }
  .panel .muted { color: var(--lb-muted); }
  .panel .field input { inline-size: 6rem; color: var(--lb-weights); }
  .panel .problem { font-size: 0.875rem; }
  .tables { display: grid; gap: var(--lb-3) var(--lb-5); grid-template-columns: minmax(0, 1fr); }
  @container (inline-size >= 46rem) { .tables { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); } }
  .scroll { max-block-size: 18rem; overflow: auto; }
  .panel table { border-collapse: collapse; inline-size: 100%; font-size: 0.875rem; }
  .panel caption { text-align: start; color: var(--lb-muted); font-size: 0.8125rem; padding-block-end: var(--lb-1); }
  .panel th, .panel td { text-align: end; font-weight: 400; padding: var(--lb-1) var(--lb-2) var(--lb-1) 0; border-block-end: 1px solid var(--lb-rule); }
  .panel thead th { color: var(--lb-muted); font-size: 0.8125rem; }
  .panel :is(th, td):is(:first-child, .word) { text-align: start; overflow-wrap: anywhere; }
  .panel :is(th, td).word { padding-inline-start: var(--lb-2); }
  .panel .target { color: var(--lb-target); }
  .panel .source { color: var(--lb-source); }
  .panel .weights { color: var(--lb-weights); }

  .sums { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--lb-1) var(--lb-3); font-size: 0.9375rem; }
  .sums > * { margin: 0; overflow-wrap: anywhere; }
  .sums dt { color: var(--lb-weights); font-size: inherit; white-space: nowrap; }
  .sums small { display: block; }
  .sums i { font-style: italic; font-family: var(--lb-serif); }
  .panel .head { display: flex; justify-content: space-between; align-items: start; gap: var(--lb-2); }
  .panel .head .say { min-inline-size: 0; overflow-wrap: anywhere; align-self: center; }
  .panel .head button { flex: none; }

  .writes { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--lb-1) var(--lb-3); align-items: baseline; font-size: 0.9375rem; }
  .writes dd { color: var(--lb-target); overflow-wrap: anywhere; min-block-size: 1.45em; }
  .writes .spread { letter-spacing: 0.3em; }
  .writes mark { background: none; color: var(--lb-loss); text-decoration: underline wavy 1px; text-underline-offset: 3px; }
  .writes del { color: var(--lb-muted); }

  .replay { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-2); }
  .panel input[type='range'] { inline-size: 100%; padding: 0; border: 0; min-block-size: 2.75rem; accent-color: var(--lb-ink); background: none; }
  .check { display: inline-flex; align-items: center; gap: var(--lb-2); min-block-size: 2.75rem; font-size: 0.875rem; }
  .panel input[type='checkbox'] { min-block-size: 1.25rem; inline-size: 1.25rem; margin: 0; accent-color: var(--lb-ink); }
  .panel textarea { inline-size: 100%; padding: var(--lb-2) var(--lb-3); font: 0.8125rem/1.45 ui-monospace, monospace; resize: vertical; }
  @media print { .tools { display: none; } }
`;
