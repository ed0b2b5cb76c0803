// How <lookback-trainer> is laid out: one column on a phone, two in a text column, three where a figure breaks out of it.
import { css } from 'lit';

export const layout = css`
  .state { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.25rem, 1fr)); gap: var(--lb-2) var(--lb-4); padding-block: var(--lb-2); border-block: 1px solid var(--lb-rule); }
  .state > div { display: flex; flex-direction: column; justify-content: flex-end; }
  .state dd { font-size: 1.0625rem; white-space: nowrap; }
  .state .phase dd { font-weight: 600; }

  .main, .own { display: grid; grid-template-columns: minmax(0, 1fr); }
  .main { gap: var(--lb-4) var(--lb-5); }
  .own { gap: var(--lb-2); align-content: start; }
  .answer + .verdict { margin-block-start: calc(-1 * var(--lb-2)); }
  .own lookback-grid { block-size: 21.5rem; }
  lookback-chart { block-size: 9.5rem; }

  .probes ol { list-style: none; display: grid; gap: var(--lb-3); grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .probes lookback-grid { block-size: 8rem; }
  .probes .long { grid-template-columns: minmax(0, 1fr); }
  .probes .long lookback-grid { block-size: 16rem; }
  .probes .verdict { font-size: 0.8125rem; }
  .probes .digits:not(.many) { letter-spacing: 0.1em; font-size: 1rem; }
  /* Two lines of digits in the height of one of words. */
  .main .answer { display: flex; align-items: center; gap: var(--lb-2); white-space: normal; }
  .answer .label { flex: none; }
  .main .digits { line-height: 0.875rem; overflow-wrap: anywhere; }
  .longer .answer { block-size: 4.375rem; }
  .probes .long.longer { grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); }
  .probes .long.longer lookback-grid { block-size: 17rem; }
  .encoder { display: grid; gap: var(--lb-2); }
  .explain { display: grid; max-inline-size: 42rem; }
  .explain p { grid-area: 1 / 1; visibility: hidden; }
  .explain .shown { visibility: visible; }
  .line { min-block-size: calc(8.7em + var(--lb-2) + 1px); }

  .measures > div { display: flex; justify-content: space-between; gap: var(--lb-3); align-items: baseline; }
  .measures dd { min-inline-size: 4.5em; text-align: end; white-space: nowrap; }

  @container (inline-size >= 30rem) {
    .main { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .own, .probes { grid-column: 1 / -1; }
    .probes lookback-grid { block-size: 11rem; }
    .line { min-block-size: calc(4.35em + var(--lb-2) + 1px); }
  }
  @container (inline-size >= 46rem) {
    .main { grid-template-columns: minmax(17.5rem, 34%) minmax(0, 1fr) minmax(0, 1fr); }
    lookback-chart { block-size: 11rem; }
    .own { grid-area: 1 / 1 / 3 / 2; }
    .probes .long { grid-template-columns: repeat(3, minmax(0, 1fr)); }
    .probes lookback-grid, .probes .long lookback-grid { block-size: 13.5rem; }
    .probes { grid-column: 2 / 4; }
    .line { min-block-size: calc(2.9em + var(--lb-2) + 1px); }
    .encoder { grid-template-columns: max-content minmax(0, 1fr); column-gap: var(--lb-5); align-items: end; }
    .measures { grid-column: 2; inline-size: min(100%, 26rem); }
    .encoder .segments { grid-row: 1 / 3; align-self: start; }
    .words .main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
    .words .own { grid-area: auto; }
  }
`;
