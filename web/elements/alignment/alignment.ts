// <lookback-alignment>: where a model looks while it writes, as one picture with one button. It opens with a finished model
// named by its URL, or untrained, and trains on a press; or it draws the alignment that a page gives it, without an engine.
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Alignment } from '../../engine/types.ts';
import { number, percent, type Dictionary } from '../../i18n/index.ts';
import { define } from '../define.ts';
import { Figure } from '../figure.ts';
import '../grid/grid.ts';
import { isAlignment } from '../input.ts';
import { room } from '../room.ts';
import { styles } from '../styles.ts';
import { theme } from '../theme.ts';

/** The alignment of one source, of a model that is trained here, given by its URL, or by the page itself. */
export class LookbackAlignment extends Figure {
  static override properties: PropertyDeclarations = {
    alignment: { attribute: false },
    gold: { attribute: false },
    label: {},
  };

  /** An alignment to draw, `{ rows, columns, weights }`, instead of a model's; no engine is loaded then. */
  declare alignment: Alignment | null;
  /** Source position of each of its target rows, or several, outlined; −1 where there is none. */
  declare gold: readonly (number | readonly number[])[] | null;
  /** Name of its table for a screen reader. */
  declare label: string;

  static override styles = [theme, styles, room('lookback-alignment'), css`
    .alignment { gap: var(--lb-2); }
    .controls { align-items: center; gap: var(--lb-1) var(--lb-5); }
    .note { flex: 1 1 14rem; display: grid; align-items: center; }
    .result { display: flex; flex-wrap: wrap; column-gap: var(--lb-4); align-content: start; min-block-size: 4rem; }
    .result > * { min-inline-size: 0; max-inline-size: 100%; }
    .result .answer { block-size: auto; min-block-size: 1.75rem; line-height: 1.6rem; white-space: normal; overflow-wrap: anywhere; }
    .result .verdict { block-size: auto; white-space: normal; line-height: 1.25; padding-block: 0.3rem; }
    .status { font-size: 0.8125rem; color: var(--lb-muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-block-size: 1.45em; }
    .status b { color: var(--lb-ink); }
    .status i { font-style: normal; color: var(--lb-loss); }
    .alignment lookback-grid { block-size: 21.5rem; }
    .drawn { gap: var(--lb-2); }
    .line { min-block-size: calc(7.25em + var(--lb-2) + 1px); }
    @container (inline-size >= 30rem) {
      .result { min-block-size: 3.5rem; }
      .line { min-block-size: calc(4.35em + var(--lb-2) + 1px); }
    }
    @container (inline-size >= 46rem) {
      .result { min-block-size: 1.75rem; }
      .line { min-block-size: calc(2.9em + var(--lb-2) + 1px); }
    }
  `];

  protected override readonly kind = 'alignment';

  constructor() {
    super(0);
    this.alignment = null;
    this.gold = null;
    this.label = '';
  }

  protected override get computes(): boolean {
    return this.alignment === null;
  }

  protected override render(): TemplateResult {
    if (this.computes) return super.render();
    const { alignment } = this;
    return html`
      <section class="drawn" part="figure">
        <slot name="question"></slot>
        ${!isAlignment(alignment) ? html`<p class="problem" role="alert">${this.words.errors.alignment}</p>` : html`
        <lookback-grid legend .strings=${this.strings?.grid ?? null} .label=${this.label} .alignment=${alignment} .gold=${this.gold}></lookback-grid>`}
        <slot name="caption"></slot>
      </section>`;
  }

  protected override body(words: Dictionary['figure']): TemplateResult {
    if (this.asks) return html`<div class="controls">${this.taskChoice(words)}</div>${this.ownPairs()}${this.failure()}`;
    const { phase, step, steps, loss, evaluation } = this.session;
    const counted = phase !== 'given' && steps > 0;
    return html`
      <div class="controls">
        ${this.primaryButton(words)}
        ${this.worded ? nothing : html`${this.digitsField(words)}${this.ownNote(words)}`}
      </div>
      ${this.ownPairs()}
      <p class="status" data-phase=${phase}><b>${this.stateText}</b>${counted ? html` · ${words.ofUpdates(number(step), number(steps))}` : nothing}${step > 0 ? html` · <i>${words.loss} ${number(loss, 3)}</i>` : nothing}${evaluation ? html` · ${this.allSeen ? words.seen : words.heldOut} ${percent(evaluation.sequenceAccuracy)}` : nothing}</p>
      ${this.failure()}
      ${this.worded ? html`${this.sentences?.own() ?? nothing}${this.sentences?.grid() ?? nothing}` : html`
        <div class="result">${this.ownAnswer(words)}</div>
        ${this.ownGrid(words)}`}
      ${this.more(words)}
      <p class="line" part="line">${this.line(words)}</p>`;
  }
}

define('lookback-alignment', LookbackAlignment);

declare global {
  interface HTMLElementTagNameMap { 'lookback-alignment': LookbackAlignment }
}
