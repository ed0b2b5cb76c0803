// What a figure of sentences adds to the looks that all figures share.
import { css } from 'lit';

export const styles = css`
  .sentence { display: grid; gap: var(--lb-2); align-content: start; }
  .field.text { display: grid; grid-template-columns: minmax(0, 1fr) max-content; gap: var(--lb-1) var(--lb-2); }
  .field.text > label { grid-column: 1 / -1; color: var(--lb-muted); font-size: 0.8125rem; }
  .field.text input { inline-size: 100%; letter-spacing: 0; box-sizing: border-box; }
  .field.text button { padding-inline: var(--lb-3); }
  @container (inline-size >= 46rem) { .field.text :is(input, button) { padding-inline: var(--lb-2); font-size: 0.9375rem; } }
  .field.task > span { flex: none; }
  .sentence .line-of { display: grid; grid-template-columns: max-content minmax(0, 1fr); column-gap: var(--lb-2); align-items: baseline; min-block-size: 2.8em; line-height: 1.4; }
  .sentence .line-of.changing { block-size: 2.8em; overflow: hidden; } /* another at each look: it takes no other room meanwhile */
  .sentence .changing .written { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; } /* what does not fit ends in an ellipsis */
  .sentence .line-of span:not(.label) { overflow-wrap: anywhere; }
  .sentence .written { color: var(--lb-target); }
  .sentence .written mark { background: none; color: inherit; text-decoration: underline dotted 1.5px; text-underline-offset: 3px; }
  .sentence i:lang(zh) { font-style: normal; }
  .sentence .verdict { block-size: 1.5rem; line-height: 1.5rem; }
  .sentence .attribution { min-block-size: 2.9em; overflow-wrap: anywhere; }
  .sentence .note { min-block-size: 2.6em; }
  .words .own lookback-grid, .words.alignment lookback-grid { block-size: 25rem; }

  .beside { display: grid; gap: var(--lb-3); grid-template-rows: max-content 1fr; align-content: start; }
  .curves { display: grid; gap: var(--lb-3) var(--lb-5); grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); align-items: end; align-content: start; }
  .curves[hidden] { display: none; }
  .ibm { display: grid; gap: var(--lb-2); grid-template-rows: 1fr max-content; }
  .ibm lookback-grid { block-size: 25rem; }
  .ibm .label { min-block-size: 3.9em; }

  .pairs, .report { display: grid; gap: var(--lb-2); }
  .pairs textarea { inline-size: 100%; box-sizing: border-box; padding: var(--lb-2) var(--lb-3); font: 0.875rem/1.45 var(--lb-sans); tab-size: 4; resize: vertical; }
  .pairs .field input { inline-size: 5rem; }
  .skipped { max-block-size: 16rem; overflow: auto; font-size: 0.875rem; }
  .skipped table { border-collapse: collapse; inline-size: 100%; }
  .skipped th, .skipped td { text-align: start; font-weight: 400; vertical-align: baseline; padding: var(--lb-1) var(--lb-3) var(--lb-1) 0; border-block-end: 1px solid var(--lb-rule); overflow-wrap: anywhere; }
  .skipped :is(th, td):first-child { overflow-wrap: normal; white-space: nowrap; }

  .bars p { margin: 0; font-size: 0.8125rem; line-height: 1.25rem; font-weight: 600; color: var(--lb-target); }
  .bars svg { display: block; inline-size: 100%; block-size: auto; max-inline-size: 24rem; }
  .bars text { font: 12px var(--lb-sans); fill: var(--lb-muted); font-variant-numeric: tabular-nums; }
  .bars .y { text-anchor: end; }
  .bars .x { text-anchor: middle; }
  .bars line { stroke: var(--lb-rule); }
  .bars rect { fill: var(--lb-target); }

  .words .measures { display: grid; gap: 0 var(--lb-5); grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
  .words .encoder .measures { grid-column: auto; inline-size: auto; }
  .overfits { min-block-size: 9.8em; font-size: 0.875rem; line-height: 1.4; }
  @container (inline-size >= 30rem) { .overfits { min-block-size: 5.6em; } }
  @container (inline-size >= 46rem) { .overfits { min-block-size: 4.2em; } }
  @container (inline-size >= 60rem) { .overfits { min-block-size: 2.8em; } }
  .settings details { flex: 1 0 100%; }
  .cosine { inline-size: 100%; max-inline-size: 30rem; border-collapse: collapse; font-size: 0.875rem; }
  .cosine caption { text-align: start; color: var(--lb-muted); font-size: 0.8125rem; padding-block-end: var(--lb-1); }
  .cosine th, .cosine td { font-weight: 400; text-align: start; padding: var(--lb-1) var(--lb-4) var(--lb-1) 0; border-block-start: 1px solid var(--lb-rule); }
  .cosine td { text-align: end; min-inline-size: 4.5em; font-variant-numeric: tabular-nums; }
  .known { margin: var(--lb-2) 0; font-size: 0.8125rem; color: var(--lb-muted); max-block-size: 12rem; overflow-y: auto; }
  .settings .field input.narrow { inline-size: 4rem; }
`;
