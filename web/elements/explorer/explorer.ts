// <lookback-explorer>: the playground. Every option of a model and of its training in one form beside the figure: loss, held-out
// figures, the alignment and what it can be asked, its past, and every number of a decoding step; a second run to compare with; and
// a link that makes the same picture again, to the last digit. What it is made of arrives when it is first seen (playground.ts).
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Dictionary, Replacements } from '../../i18n/index.ts';
import type { ExplorerStrings } from '../../i18n/explorer.en.ts';
import type { WalkthroughStrings } from '../../i18n/walkthrough.en.ts';
import { define } from '../define.ts';
import { Figure, type Strings as FigureStrings } from '../figure.ts';
import '../grid/grid.ts';
import { answer } from '../input.ts';
import { room } from '../room.ts';
import type { Look, Point } from '../session.ts';
import { styles } from '../styles.ts';
import { theme } from '../theme.ts';
import { signed } from '../walkthrough/signed.ts';
import type { Playground } from './playground.ts';
import { explorerRoom } from './room.ts';
import { Runs } from './runs.ts';

export type Strings = FigureStrings & { explorer?: Replacements<ExplorerStrings>; walkthrough?: Replacements<WalkthroughStrings> };

/** A number given as an attribute; what is none is as if it were not there. */
const count = { type: Number, converter: { fromAttribute: (text: string | null) => (text === null || text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)) } };
/** A text, of which an empty one is none. */
const text = { converter: { fromAttribute: (text: string | null) => text || null } };

/**
 * Every option of a model, every task, and all that can be looked at, of one run or of two side by side.
 *
 * @fires lookback-cell - When a square is pointed at, focused or left: `detail` is `{ row, column, weight, held }`, `held` where it stays when the pointer goes, or null.
 * @fires lookback-open - When the arithmetic of a weight is asked for, by Enter or by its number: `detail` is `{ row, column }`. Where it is prevented, the figure opens nothing itself.
 * @fires lookback-number - When a number is opened or closed: `detail` is `{ symbol, value, open }`.
 * @fires lookback-question - After the reader, or the page, changed weights: `detail` is `{ force, before, output }`, the weights by decoding step, what the model writes without them, and with them.
 * @cssprop --lookback-plus - Full colour of numbers above zero, in strips.
 * @cssprop --lookback-minus - Full colour of numbers below zero, in strips.
 * @cssprop --lookback-neutral - Colour of zero, in strips.
 */
export class LookbackExplorer extends Figure {
  static override properties: PropertyDeclarations = {
    inUrl: { attribute: 'in-url', type: Boolean },
    compare: {},
    updates: text,
    run: text,
    view: text,
    panel: text,
    square: text,
    beam: count,
    row: count,
    decimals: count,
    force: text,
    moment: count,
    beside: text,
    tools: {},
    strings: { attribute: false },
    parts: { state: true },
    missing: { state: true },
  };

  /** Keep the state in the fragment of the page's address, and take it from there; without it the element leaves the address alone. */
  declare inUrl: boolean;
  /** Settings of a second run, such as `encoder:forward;hidden-size:16`: those that are not its task's own; empty for a run with none. */
  declare compare: string | null;
  /** Updates after which training stops at first, of the second run too where there are two numbers, such as `137` or `120 137`. */
  declare updates: string | null;
  /** The run that settings, tools and numbers belong to: `1`, or `2` where there is a second. */
  declare run: string | null;
  /** What is shown: `picture`, or `numbers`, every number of a decoding step. */
  declare view: string | null;
  /** What is open below the alignment: `steps`, `question`, `time` or `export`. */
  declare panel: string | null;
  /** The square whose arithmetic is open, its row and its column from 1, such as `2 5`. */
  declare square: string | null;
  /** Width of the beam that decodes the reader's source; 1 to 8. */
  declare beam: number | null;
  /** Decoding step whose numbers are shown, from 1. */
  declare row: number | null;
  /** Decimals of those numbers, 0 to 6; three unless given. */
  declare decimals: number | null;
  /** Weights in place of the model's own: a decoding step from 0, a colon, a weight for each source word, such as `2: 0 0 1`. */
  declare force: string | null;
  /** Show the source as the model read it after this many updates of its training: the recorded moment nearest to it. */
  declare moment: number | null;
  /** What stands beside the alignment: `ideal`, `ibm`, `own`, or a number of updates. */
  declare beside: string | null;
  /** What a reader is offered below the alignment, of `steps`, `question`, `time` and `export`; `none` for nothing. */
  declare tools: string;
  /** Replaces the dictionary's strings, those of the pictures within, of the playground, `explorer`, and of the numbers, `walkthrough`, too. */
  declare strings: Strings | null;
  declare protected parts: Playground | null;
  declare protected missing: unknown;

  static override styles = [theme, styles, room(explorerRoom), signed];

  protected override readonly kind = 'explorer';
  protected override readonly choosesAbove = true;
  readonly #runs: Runs;
  #sight = new IntersectionObserver((entries) => { if (entries.at(-1)!.isIntersecting) void this.#load(); }, { threshold: 0.01 });

  constructor() {
    let runs!: Runs;
    const plot = { draw: (_run: number, _point: Point | null): void => {} };
    super((changed) => (runs = new Runs(changed, (run, point) => plot.draw(run, point))));
    this.#runs = runs;
    plot.draw = (run, point) => this.parts?.draw(run, point);
    this.inUrl = false;
    this.compare = null;
    this.updates = null;
    this.run = null;
    this.view = null;
    this.panel = null;
    this.square = null;
    this.beam = null;
    this.row = null;
    this.decimals = null;
    this.force = null;
    this.moment = null;
    this.beside = null;
    this.tools = 'steps question time export';
    this.parts = null;
    this.missing = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sight.observe(this);
    this.parts?.here();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.disconnect();
    this.parts?.gone();
  }

  /** A link that makes this picture again, to the last digit; null before the figure was seen. */
  get link(): string | null {
    return this.parts?.link ?? null;
  }

  /** Nothing is made before it is known what: an address may say it. */
  protected override get computes(): boolean {
    return this.parts !== null;
  }

  protected override get ready(): boolean {
    return super.ready && (this.missing !== null || this.parts?.spoken === true);
  }

  async #load(): Promise<void> {
    if (this.parts) return;
    try {
      const { Playground } = await import('./playground.ts');
      if (this.parts) return;
      this.missing = null;
      this.parts = new Playground({
        figure: this,
        runs: this.#runs,
        words: () => this.words,
        language: () => this.language,
        say: (sentence) => this.say(sentence),
        reason: (error) => this.reason(error),
        sentences: () => this.sentences,
        taken: () => this.taken,
        typed: () => super.taken.source ?? null,
        opened: () => this.file !== null,
        letGo: () => { this.file = null; },
        worded: () => this.worded,
        asks: () => this.asks,
        taskName: () => this.taskName,
        lengthText: () => this.lengthText,
        allSeen: () => this.allSeen,
        task: () => this.taskChoice(this.words),
        primary: () => this.primaryButton(this.words),
        state: () => this.stateText,
        failure: () => this.failure(),
        pairs: () => this.ownPairs(),
        field: () => this.digitsField(this.words),
        note: () => this.ownNote(this.words),
        written: (look) => this.#written(look),
        golds: (source) => this.golds(source),
        files: () => this.extra?.files() ?? nothing,
        sharing: () => this.sharing(),
        step: () => this.step(),
        reset: () => this.reset(),
        expected: (source) => (this.worded ? null : answer(this.task, source).target),
      });
      this.requestUpdate('view', 'none'); // and with it, whether it computes
    } catch (error) {
      this.missing = error;
    }
  }

  #written(look: Look): TemplateResult {
    return html`
      <p class="answer"><span class="label">${this.words.writes}</span> ${this.digits(look, this.words)}</p>
      <p class="verdict">${this.verdict(look, this.words, true)}</p>`;
  }

  protected override charted(point: Point | null): void {
    this.parts?.draw(0, point);
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.parts?.before(changed);
    super.willUpdate(changed);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.parts?.after(changed);
  }

  protected override get question(): string {
    return this.parts?.strings.question ?? '\u00a0';
  }

  protected override get taken(): Record<string, string | null> {
    return { ...super.taken, ...this.parts?.taken };
  }

  protected override line(words: Dictionary['figure'], progress = true): string {
    return this.parts?.line(progress) ?? super.line(words, progress);
  }

  protected override body(words: Dictionary['figure']): TemplateResult {
    if (this.missing) {
      return html`<p class="problem">${words.failures['load-failed'](String((this.missing as Error).message))}</p><p><button @click=${() => void this.#load()}>${words.retry}</button></p>`;
    }
    return this.parts?.template() ?? html``;
  }
}

define('lookback-explorer', LookbackExplorer);

declare global {
  interface HTMLElementTagNameMap { 'lookback-explorer': LookbackExplorer }
}
