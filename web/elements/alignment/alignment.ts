// <lookback-alignment>: where a model looks while it writes, as one picture with one button. It opens with a finished model
// named by its URL, or untrained, and trains on a press; or it draws the alignment that a page gives it, without an engine. Once it
// lives, what it can be asked arrives (tools.ts): each step's sums and entropy, the arithmetic of a weight, weights of the reader's
// own, its past, and the picture as a file.
import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Alignment } from '../../engine/types.ts';
import { number, percent, type Dictionary } from '../../i18n/index.ts';
import { define } from '../define.ts';
import { blank, Figure } from '../figure.ts';
import '../grid/grid.ts';
import { isAlignment } from '../input.ts';
import { room } from '../room.ts';
import type { Drawn } from '../sentences/links.ts';
import { styles } from '../styles.ts';
import { theme } from '../theme.ts';
import { alignmentRoom } from './room.ts';
import type { Tools } from './tools.ts';

/**
 * The alignment of one source, of a model that is trained here, given by its URL, or by the page itself.
 *
 * @fires lookback-cell - When a square is pointed at, focused or left: `detail` is `{ row, column, weight, held }`, `held` where it stays when the pointer goes, or null.
 * @fires lookback-open - When the arithmetic of a weight is asked for, by Enter or by its number: `detail` is `{ row, column }`. Where it is prevented, the figure opens nothing itself.
 * @fires lookback-question - After the reader, or the page, changed weights: `detail` is `{ force, before, output }`, the weights by decoding step, what the model writes without them, and with them; none when the last change was taken back.
 */
export class LookbackAlignment extends Figure {
  static override properties: PropertyDeclarations = {
    alignment: { attribute: false },
    gold: { attribute: false },
    label: {},
    force: {},
    moment: { type: Number },
    beside: {},
    tools: {},
    asked: { state: true },
  };

  /** An alignment to draw, `{ rows, columns, weights }`, instead of a model's; no engine is loaded then. */
  declare alignment: Alignment | null;
  /** Source position of each of its target rows, or several, outlined; −1 where there is none. */
  declare gold: readonly (number | readonly number[])[] | null;
  /** Name of its table for a screen reader. */
  declare label: string;
  /** Weights in place of the model's own: a decoding step from 0, a colon, a weight for each source word; several after semicolons, such as `2: 0 0 1 0 0 0; 4: 0.5 0.5 0 0 0 0`. */
  declare force: string | null;
  /** Show the source as the model read it after this many updates of its training, once that is over: the recorded moment nearest to it. */
  declare moment: number | null;
  /** What stands beside the alignment: `ideal`, `ibm` (IBM Model 1), `own` (without `force`), or a number of updates. */
  declare beside: string | null;
  /** What a reader is offered below the picture, of `steps`, `question`, `time` and `export`, in that order; `none` for nothing. */
  declare tools: string;
  declare protected asked: Tools | null;

  static override styles = [theme, styles, room(alignmentRoom), css`
    .alignment { gap: var(--lb-2); }
    .controls { align-items: center; gap: var(--lb-1) var(--lb-5); }
    .note { flex: 1 1 14rem; display: grid; align-items: center; }
    .result { display: flex; flex-wrap: wrap; column-gap: var(--lb-4); align-content: start; min-block-size: 4rem; }
    .result > * { min-inline-size: 0; max-inline-size: 100%; }
    .result .answer { block-size: auto; min-block-size: 1.75rem; line-height: 1.6rem; white-space: normal; overflow-wrap: anywhere; }
    .result .verdict { block-size: auto; white-space: normal; line-height: 1.25; padding-block: 0.3rem; }
    .status { font-size: 0.8125rem; color: var(--lb-muted); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-block-size: 1.45em; }
    .status b { color: var(--lb-ink); }
    .status em { font-style: normal; color: var(--lb-weights); }
    .status i { font-style: normal; color: var(--lb-loss); }
    .alignment lookback-grid { block-size: 21.5rem; }
    .drawn { gap: var(--lb-2); }
    .line { min-block-size: calc(7.25em + var(--lb-2) + 1px); }
    .pictures, .main { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-2) var(--lb-5); }
    .tools { display: grid; gap: var(--lb-2); align-content: start; min-block-size: 11.25rem; }
    @container (inline-size >= 30rem) {
      .result { min-block-size: 3.5rem; }
      .tools { min-block-size: 8.875rem; }
      .line { min-block-size: calc(4.35em + var(--lb-2) + 1px); }
    }
    @container (inline-size >= 46rem) {
      .result { min-block-size: 1.75rem; }
      .tools { min-block-size: 5.625rem; }
      .line { min-block-size: calc(2.9em + var(--lb-2) + 1px); }
    }
  `];

  protected override readonly kind = 'alignment';
  #fetched = false;

  constructor() {
    super(0);
    this.alignment = null;
    this.gold = null;
    this.label = '';
    this.force = null;
    this.moment = null;
    this.beside = null;
    this.tools = 'steps question time export';
    this.asked = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.asked?.rest();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.asked?.follow();
    if (this.#fetched || !(this.computes ? this.look : isAlignment(this.alignment))) return;
    this.#fetched = true;
    import('./tools.ts').then(({ Tools }) => {
      this.asked = new Tools({
        figure: this,
        session: this.session,
        drawn: () => this.#drawn,
        taken: () => this.taken,
        line: () => this.line(this.words, false),
        language: () => this.language,
        say: (sentence) => this.say(sentence),
      });
    }, () => {}); // what a figure shows without is still true
  }

  /** What its picture shows, of this moment. */
  get #drawn(): Drawn {
    if (!this.computes) return { alignment: isAlignment(this.alignment) ? this.alignment : null, gold: this.gold, possible: null, reserveRows: 0 };
    if (this.worded) return this.sentences?.drawn ?? { alignment: null, gold: null, possible: null, reserveRows: 0 };
    const { source = this.tokens, alignment } = this.look ?? {};
    return { alignment: alignment ?? blank(source), gold: this.golds(source), possible: null, reserveRows: source.length + 1 };
  }

  /** A picture, with what stands beside it where something does. */
  #pictures(picture: unknown): TemplateResult {
    return html`<div class="pictures"><div class="main">${this.asked?.heading() ?? nothing}${picture}</div>${this.asked?.beside() ?? nothing}</div>`;
  }

  get #below(): TemplateResult {
    return html`<div class="tools">${this.asked?.render() ?? nothing}</div>`;
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
        ${this.#pictures(html`<lookback-grid legend .strings=${this.strings?.grid ?? null} .label=${this.label} .alignment=${alignment} .gold=${this.gold}></lookback-grid>`)}
        ${this.#below}
        <p class="sr" role="status"></p>`}
        <slot name="caption"></slot>
      </section>`;
  }

  protected override body(words: Dictionary['figure']): TemplateResult {
    if (this.asks) return html`<div class="controls">${this.taskChoice(words)}</div>${this.ownPairs()}${this.failure()}`;
    const { phase, step, steps, loss, evaluation } = this.session;
    const counted = phase !== 'given' && steps > 0;
    const note = this.asked?.note();
    return html`
      <div class="controls">
        ${this.primaryButton(words)}
        ${this.worded ? nothing : html`${this.digitsField(words)}${this.ownNote(words)}`}
      </div>
      ${this.ownPairs()}
      <p class="status" data-phase=${phase}><b>${this.stateText}</b>${note ? html` · <em>${note}</em>` : nothing}${counted ? html` · ${words.ofUpdates(number(step), number(steps))}` : nothing}${step > 0 ? html` · <i>${words.loss} ${number(loss, 3)}</i>` : nothing}${evaluation ? html` · ${this.allSeen ? words.seen : words.heldOut} ${percent(evaluation.sequenceAccuracy)}` : nothing}</p>
      ${this.failure()}
      ${this.worded ? html`${this.sentences?.own() ?? nothing}${this.#pictures(this.sentences?.grid() ?? nothing)}` : html`
        <div class="result">${this.ownAnswer(words)}</div>
        ${this.#pictures(this.ownGrid(words))}`}
      ${this.#below}
      ${this.more(words)}
      <p class="line" part="line">${this.line(words)}</p>`;
  }
}

define('lookback-alignment', LookbackAlignment);

declare global {
  interface HTMLElementTagNameMap { 'lookback-alignment': LookbackAlignment }
}
