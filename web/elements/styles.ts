// The looks that all figures share. Everything that changes while a figure trains has its room reserved: labels that take turns
// share one grid cell, numbers stand in columns whose width does not depend on them, pictures have a fixed height.
import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; padding-block: var(--lb-3); }
  .coming { visibility: hidden; }
  section { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-4); align-content: start; }
  .fallback { gap: var(--lb-3); font: 1.125rem/1.6 var(--lb-serif); }
  .fallback > p { max-inline-size: 60ch; margin-inline: auto; }
  .fallback ::slotted(p) { margin: 0 auto; max-inline-size: 60ch; }
  .fallback ::slotted(img) { display: block; max-inline-size: 100%; margin-inline: auto; }
  p, dl, dd, ol, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
  .label, dt, legend, .field > span { color: var(--lb-muted); font-size: 0.8125rem; }
  .question { font: 1.25rem/1.3 var(--lb-serif); color: var(--lb-ink); text-wrap: balance; }

  .controls { display: flex; flex-wrap: wrap; gap: var(--lb-3) var(--lb-5); align-items: end; }
  .buttons { display: flex; flex-wrap: wrap; gap: var(--lb-2); }
  button, .segments span, input:not([type='radio']), select, textarea {
    font: inherit; min-block-size: 2.75rem; border: 1px solid var(--lb-muted); border-radius: 4px; background: var(--lb-paper); color: var(--lb-ink);
  }
  select { padding: 0 var(--lb-3); max-inline-size: 100%; }
  button { padding: 0 var(--lb-4); cursor: pointer; min-inline-size: 4.5rem; }
  button:hover, .segments label:hover span { background: var(--lb-surface); }
  button[aria-disabled='true'] { color: var(--lb-muted); border-color: var(--lb-rule); cursor: default; }
  .primary { display: inline-grid; align-items: center; justify-items: center; background: var(--lb-ink); border-color: var(--lb-ink); color: var(--lb-paper); font-weight: 600; }
  .primary:hover { background: var(--lb-muted); border-color: var(--lb-muted); }
  .primary[aria-disabled='true'] { background: var(--lb-surface); border-color: var(--lb-rule); color: var(--lb-muted); }
  .primary span { grid-area: 1 / 1; visibility: hidden; }
  .primary .shown { visibility: visible; }

  .segments { display: flex; }
  legend { padding: 0 0 var(--lb-1); }
  .segments label { position: relative; display: inline-flex; cursor: pointer; }
  .segments input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  .segments span { display: inline-flex; align-items: center; padding: 0 var(--lb-3); border-radius: 0; margin-inline-start: -1px; white-space: nowrap; }
  .segments label:first-of-type span { border-start-start-radius: 4px; border-end-start-radius: 4px; margin-inline-start: 0; }
  .segments label:last-of-type span { border-start-end-radius: 4px; border-end-end-radius: 4px; }
  .segments input:checked + span { background: var(--lb-ink); border-color: var(--lb-ink); color: var(--lb-paper); }
  .segments input:focus-visible + span { outline: 2px solid var(--lb-source); outline-offset: 2px; z-index: 1; position: relative; }

  .loss dd { color: var(--lb-loss); }
  .right dd { color: var(--lb-target); }
  .problem { color: var(--lb-loss); }
  .note, .problem, .verdict { overflow-wrap: anywhere; }

  .field { display: flex; flex-wrap: wrap; align-items: center; gap: var(--lb-1) var(--lb-3); }
  .field input { padding: 0 var(--lb-3); inline-size: 11rem; max-inline-size: 100%; border-color: var(--lb-muted); letter-spacing: 0.05em; color: var(--lb-source); }
  .field input[aria-invalid='true'] { border: 2px solid var(--lb-loss); }
  .field input[name='digits'] { flex: 1 1 11rem; max-inline-size: min(100%, 16rem); } /* twenty, where there is room */
  .settings .field input { color: inherit; inline-size: 6rem; }
  small { color: var(--lb-muted); font-size: 0.8125rem; }
  .answer, .verdict { block-size: 1.75rem; line-height: 1.75rem; overflow: hidden; white-space: nowrap; }
  .verdict { font-size: 0.875rem; }
  .digits { color: var(--lb-target); font-size: 1.0625rem; letter-spacing: 0.35em; }
  .digits.many { font-size: 0.8125rem; letter-spacing: 0.1em; }
  .digits i { letter-spacing: 0; }
  .digits i:lang(zh) { font-style: normal; }
  .wrong { color: var(--lb-loss); }
  .digits .wrong { text-decoration: underline wavy 1px; text-underline-offset: 3px; }
  .note { min-block-size: 2.6em; font-size: 0.875rem; line-height: 1.3; }
  .note:not(.problem) { color: var(--lb-muted); }

  .settings { display: flex; flex-wrap: wrap; gap: var(--lb-3) var(--lb-6); padding-block: var(--lb-3) var(--lb-1); }
  summary { cursor: pointer; min-block-size: 2.75rem; display: inline-flex; align-items: center; gap: var(--lb-2); }
  summary::before { content: '▸'; }
  details[open] > summary::before { content: '▾'; }
  summary::-webkit-details-marker { display: none; }
  .files { padding-block-start: var(--lb-3); }
  .share { display: grid; gap: var(--lb-2); padding-block: var(--lb-3); }
  .file { position: absolute; inline-size: 1px; block-size: 1px; opacity: 0; pointer-events: none; }
  .share textarea { inline-size: 100%; padding: var(--lb-2) var(--lb-3); font: 0.8125rem/1.45 ui-monospace, monospace; resize: vertical; }
  .line { font-size: 0.8125rem; line-height: 1.45; color: var(--lb-muted); border-block-start: 1px solid var(--lb-rule); padding-block-start: var(--lb-2); }

  /* Forced colours take both backgrounds away; the choice made keeps the system's colours for what is selected. */
  @media (forced-colors: active) {
    .segments input:checked + span { forced-color-adjust: none; background: Highlight; border-color: Highlight; color: HighlightText; }
    .segments input:focus-visible + span { outline-color: CanvasText; }
    .primary, .primary:hover { border-width: 3px; }
  }

  /* On paper there is nothing to press: what stays is the picture, its figures, and what they were measured on. */
  @media print {
    :host { break-inside: avoid; color-scheme: light; }
    section { min-block-size: 0 !important; }
    .coming { visibility: visible; }
    .controls, .encoder .segments, .explain, .probes, details, .field, .note { display: none; }
    .line { min-block-size: 0; }
  }
`;
