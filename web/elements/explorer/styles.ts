// What the playground adds to the looks that all figures share: a column of settings beside the figure, one under the other on a phone.
import { css } from 'lit';

export const styles = css`
  .explorer { gap: var(--lb-3); }
  .explorer .controls { align-items: end; }
  .says { display: grid; gap: 0; font-size: 0.875rem; color: var(--lb-muted); }
  .says p { min-block-size: 1.45em; }
  .says .problem { color: var(--lb-loss); }
  .says :is(.goal, .bad, .differ):empty { display: none; }
  .now b { color: var(--lb-ink); }
  .differ { color: var(--lb-ink); }
  .link-made { display: grid; gap: var(--lb-1); }
  .link-made textarea { inline-size: 100%; padding: var(--lb-2) var(--lb-3); font: 0.8125rem/1.45 ui-monospace, monospace; resize: vertical; }

  .layout, .shown, .form, .run, .looked, .curves, .numbers { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-3); align-content: start; }
  .layout { gap: var(--lb-5); }
  .form { gap: 0; order: 2; }
  .group { border-block-start: 1px solid var(--lb-rule); padding-block: var(--lb-1); }
  .group.task { display: grid; gap: var(--lb-2); padding-block: var(--lb-3); }
  .group.task .field { display: grid; gap: var(--lb-1); }
  .group.task select { inline-size: 100%; }
  .form > :last-child { border-block-end: 1px solid var(--lb-rule); }
  .group summary { inline-size: 100%; padding-block: var(--lb-1); }
  .group .title { display: block; font: 1.0625rem/1.3 var(--lb-serif); }
  .group .told { color: var(--lb-muted); font-size: 0.8125rem; }
  .group .problem { font-size: 0.8125rem; }
  .group[open] summary .problem { display: none; } /* it stands with its entry */
  .options { display: grid; gap: var(--lb-2); padding-block: var(--lb-1) var(--lb-3); }
  .option { display: flex; flex-wrap: wrap; justify-content: end; gap: var(--lb-1) var(--lb-2); align-items: center; }
  .option > span { flex: 1 1 min(10rem, 100% - 9.5rem); font-size: 0.875rem; line-height: 1.3; }
  .option :is(select, input), .group.task .option select { flex: none; inline-size: 9rem; padding-inline: var(--lb-2); }
  /* A select is as wide as its longest choice, below its label where that does not fit beside it. */
  .options .option select { inline-size: auto; min-inline-size: 9rem; max-inline-size: 100%; }
  .option input { text-align: end; font-variant-numeric: tabular-nums; }
  .option :is(select, input):disabled { color: var(--lb-muted); border-color: var(--lb-rule); opacity: 1; }
  .option input[aria-invalid='true'] { border: 2px solid var(--lb-loss); }
  .form small { line-height: 1.4; }
  .form small.problem { color: var(--lb-loss); }

  .asked { display: flex; flex-wrap: wrap; gap: var(--lb-3) var(--lb-5); align-items: end; }
  .asked .field { display: grid; }
  .shown > .note { min-block-size: 1.3em; }
  .runs { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-4) var(--lb-5); }
  .runs[hidden] { display: none; }
  .run .name { font: 1.0625rem/1.3 var(--lb-serif); }
  .run .state { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--lb-2) var(--lb-4); padding-block: var(--lb-2); border-block: 1px solid var(--lb-rule); }
  .run .state > div { display: flex; flex-direction: column; justify-content: space-between; }
  .run .state dd { font-size: 1.0625rem; white-space: nowrap; }
  .drawn { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-4) var(--lb-5); }
  .wrote { min-block-size: 3.5rem; }
  .words-written { block-size: auto; min-block-size: 2.8em; white-space: normal; line-height: 1.4; overflow-wrap: anywhere; }
  .pictures { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-2) var(--lb-5); }
  .explorer .pictures lookback-grid { block-size: 21.5rem; }
  .explorer.words .pictures lookback-grid { block-size: 25rem; }
  .curves { grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
  .curves lookback-chart { block-size: 10.5rem; }
  .curve { display: grid; grid-template-columns: minmax(0, 1fr); }
  .curve > * { grid-area: 1 / 1; }
  .uncharted { place-self: center; position: relative; margin: 0 1rem 1.25rem 3rem; padding: 0 var(--lb-1); background: var(--lb-paper); color: var(--lb-muted); font-size: 0.8125rem; line-height: 1.35; }
  .main, .other { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-2); }
  .tools { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-2); min-block-size: 5.625rem; align-content: start; }
  .tools > .strip button.number { min-block-size: 0; min-inline-size: 0; padding: 0; color: var(--lb-weights); font: inherit; font-weight: 600; }
  .figures { border-collapse: collapse; inline-size: 100%; max-inline-size: 36rem; font-size: 0.875rem; }
  .figures caption { text-align: start; color: var(--lb-muted); font-size: 0.8125rem; padding-block-end: var(--lb-1); }
  .figures :is(th, td) { font-weight: 400; text-align: end; padding: var(--lb-1) 0 var(--lb-1) var(--lb-3); border-block-start: 1px solid var(--lb-rule); font-variant-numeric: tabular-nums; }
  .figures th[scope='row'] { text-align: start; padding-inline-start: 0; }
  .figures thead :is(th, td) { color: var(--lb-muted); font-size: 0.8125rem; border: 0; }
  .numbers { container-type: inline-size; } /* its room decides how many values stand in a row */
  .numbers .trained > .line, .numbers .trained > .controls { display: none; }
  .explorer > .line { display: grid; grid-template-columns: minmax(0, 1fr); }
  .explorer > .line > * { grid-area: 1 / 1; }
  .room { visibility: hidden; }

  @container (inline-size >= 46rem) {
    .layout { grid-template-columns: 18rem minmax(0, 1fr); align-items: start; }
    .form { order: 0; }
    .run .state { grid-template-columns: max-content max-content max-content; justify-content: start; gap: var(--lb-2) var(--lb-6); }
    .runs:not(.two) .drawn:not(:has(.pictures > .second)) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
    .runs.two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
    .runs.two .state { gap: var(--lb-2) var(--lb-4); }
    .runs.two .pictures lookback-grid { block-size: 17rem; }
  }
  @media print { .form, .link-made, .asked, .tools { display: none; } }
`;
