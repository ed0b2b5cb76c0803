// <lookback-walkthrough>: the arithmetic behind every number of attention. By hand, a step small enough to be worked out on
// paper; why products are divided by √d; and any decoding step of a trained model. What a view needs arrives when it is first
// seen; a model is made or loaded when the reader first asks for one.
import { html, nothing, unsafeCSS, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { replaced, type Dictionary, type Replacements } from '../../i18n/index.ts';
import type { WalkthroughStrings } from '../../i18n/walkthrough.en.ts';
import { define } from '../define.ts';
import { borrow, type Engine, type Loan } from '../engines.ts';
import { Figure, type Strings as FigureStrings } from '../figure.ts';
import { answer } from '../input.ts';
import { room } from '../room.ts';
import { styles as shared } from '../styles.ts';
import { theme } from '../theme.ts';
import { walkthroughRoom } from './room.ts';
import { signed } from './signed.ts';
import type { Views } from './views.ts';

export type Strings = FigureStrings & { walkthrough?: Replacements<WalkthroughStrings> };
export type ViewName = 'hand' | 'scale' | 'model';
const viewNames: readonly ViewName[] = ['hand', 'scale', 'model'];

/** A flag given as an attribute: there, or `true`, or `false`. */
const flag = { converter: { fromAttribute: (text: string | null) => text !== null && text !== 'false' } };
const count = { converter: { fromAttribute: (text: string | null) => (text === null || text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)) } };
const named = (attribute: string, more: object) => ({ ...more, attribute });

/**
 * One step of attention, opened number by number.
 *
 * @fires lookback-number - When a number is opened or closed: `detail` is `{ symbol, value, open }`.
 * @cssprop --lookback-plus - Full colour of numbers above zero, in strips.
 * @cssprop --lookback-minus - Full colour of numbers below zero, in strips.
 * @cssprop --lookback-neutral - Colour of zero, in strips.
 */
export class LookbackWalkthrough extends Figure {
  static override properties: PropertyDeclarations = {
    view: {},
    handQuery: { attribute: 'hand-query' },
    handAnnotations: { attribute: 'hand-annotations' },
    handWords: { attribute: 'hand-words' },
    handScore: { attribute: 'hand-score' },
    handWa: { attribute: 'hand-w-a' },
    handUa: { attribute: 'hand-u-a' },
    handVa: { attribute: 'hand-v-a' },
    decimals: count,
    carry: flag,
    names: {},
    exercise: flag,
    row: count,
    scaleKeys: named('scale-keys', count),
    strings: { attribute: false },
    views: { state: true },
  };

  /** What it opens with: `hand`, one step by hand; `scale`, why products are divided by √d; `model`, a step of a trained model. */
  declare view: ViewName | (string & {});
  /** Query of the step by hand, such as `2 1`; one to eight numbers. */
  declare handQuery: string | null;
  /** Its annotations, such as `1 0; 0 1`; one to twelve rows of one to eight numbers. */
  declare handAnnotations: string | null;
  /** A word for each annotation, spaces between them. */
  declare handWords: string | null;
  /** Its score: `dot`, `scaled-dot`, `general`, `additive` or `concat`. */
  declare handScore: string | null;
  /** W_a of its score, in rows: general has one for each number of the query, additive and concat as many as the scoring layer has. */
  declare handWa: string | null;
  /** U_a of additive, in rows. */
  declare handUa: string | null;
  /** Numbers of v_a, in additive and concat. */
  declare handVa: string | null;
  /** Decimals shown, 0 to 6; two by hand and three elsewhere unless given. */
  declare decimals: number | null;
  /** Round every result before it goes on, as a hand does. */
  declare carry: boolean;
  /** Letters of the step by hand: `papers` (s and h) or `qkv` (the Transformer's). */
  declare names: string;
  /** Hide the results by hand, for the reader to work out. */
  declare exercise: boolean;
  /** Decoding step that is opened in a model, from 1. */
  declare row: number | null;
  /** Keys of each query that is drawn for √d; 2 to 100. */
  declare scaleKeys: number;
  /** Replaces the dictionary's strings, those of the pictures within and of the walkthrough, `walkthrough`, too. */
  declare strings: Strings | null;
  /** What shows the views; it is loaded when the figure is seen. */
  declare protected views: Views | null;

  static override styles = [theme, shared, room(walkthroughRoom), unsafeCSS(walkthroughRoom.more!((is) => `section.view-model${Object.entries(is).map(([name, value]) => `.${name}-${value}`).join('')}`)), signed];

  #sight = new IntersectionObserver((entries) => { if (entries.at(-1)!.isIntersecting) void this.#loadViews().catch(() => {}); }, { threshold: 0.05 });
  #loan: Loan | null = null;
  #computes = false; // the view of a model was asked for

  constructor() {
    super(0);
    this.view = 'hand';
    this.decimals = null;
    this.carry = false;
    this.names = 'papers';
    this.exercise = false;
    this.row = null;
    this.scaleKeys = 10;
    this.handQuery = null;
    this.handAnnotations = null;
    this.handWords = null;
    this.handScore = null;
    this.handWa = null;
    this.handUa = null;
    this.handVa = null;
    this.views = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sight.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.disconnect();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#loan?.release();
      this.#loan = null;
    });
  }

  /** A model is made only for the view that shows one. */
  protected override get computes(): boolean {
    return this.#computes;
  }

  protected override readonly choosesAbove = true;

  protected override get kind(): string {
    const { cell, layers, attention, query } = this; // for its room
    return `walkthrough view-${this.#view}${Object.entries({ cell, layers, attention, query }).map(([name, value]) => (value === null ? '' : ` ${name}-${value}`)).join('')}`;
  }

  get #view(): ViewName {
    return viewNames.find((name) => name === this.view) ?? 'hand';
  }

  async #loadViews(): Promise<void> {
    const { Views } = await import('./views.ts');
    this.views ??= new Views({
      figure: this,
      session: this.session,
      words: () => this.words,
      strings: (from) => this.#replaced(from),
      language: () => this.language,
      engine: () => this.#engine(),
      reason: (error) => this.#why(error),
      say: (sentence) => this.say(sentence),
      sharing: () => this.sharing(),
      model: () => this.#modelParts(),
      preset: () => this.#preset(),
    });
  }

  #own: { from: WalkthroughStrings; own: unknown; words: WalkthroughStrings } | null = null;

  #replaced(from: WalkthroughStrings): WalkthroughStrings {
    const own = this.strings?.walkthrough;
    if (!own) return from;
    if (this.#own?.from !== from || this.#own.own !== own) this.#own = { from, own, words: replaced(from, own) };
    return this.#own.words;
  }

  /** The engine, for what needs no model: the one that other figures of the page share. */
  #engine(): Promise<Engine> {
    if (!this.#loan) {
      const at = (url: string) => new URL(url, document.baseURI).href;
      const { threads, variant, workerUrl, wasmUrl, threadsUrl, threadsWasmUrl, dataUrl } = this;
      this.#loan = borrow({
        ...(threads !== null && { threads }), ...(variant !== null && { variant }),
        ...(workerUrl !== null && { workerUrl: at(workerUrl) }), ...(wasmUrl !== null && { wasmUrl: at(wasmUrl) }),
        ...(threadsUrl !== null && { threadsUrl: at(threadsUrl) }), ...(threadsWasmUrl !== null && { threadsWasmUrl: at(threadsWasmUrl) }),
        ...(dataUrl !== null && { dataUrl: at(dataUrl) }),
      });
      const loan = this.#loan;
      loan.engine.catch(() => {
        loan.release();
        if (this.#loan === loan) this.#loan = null;
      });
    }
    return this.#loan.engine;
  }

  #why(error: unknown): string {
    const { failures } = this.words;
    const code = (error as { code?: string } | null)?.code ?? '';
    const say = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : failures.other;
    return say(error instanceof Error ? error.message : String(error));
  }

  /** The tutorials' first picture of annotations: a network that has learnt nothing and reads seven digits in both directions. */
  #preset(): void {
    Object.assign(this, { task: 'reverse', model: null, cell: 'rnn', encoder: 'bidirectional', attention: 'additive', minLength: 7, maxLength: 7, source: null, row: 1 });
    void this.updateComplete.then(() => { this.source = '1234567'; });
  }

  #modelParts() {
    return {
      primary: () => this.primaryButton(this.words),
      task: () => this.taskChoice(this.words),
      digits: () => html`${this.digitsField(this.words)}${this.ownNote(this.words)}`,
      pairs: () => this.ownPairs(),
      sentence: () => this.sentences?.own() ?? nothing,
      failure: () => this.failure(),
      state: () => this.stateText,
      more: () => this.more(this.words),
      line: () => this.line(this.words),
      expected: (source: string[]) => (this.worded ? null : answer(this.task, source).target),
      inScript: (word: string) => this.sentences?.shown(word) ?? word,
      worded: this.worded,
      asks: this.asks,
    };
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.#view === 'model') this.#computes = true;
    this.views?.follow(this.#view);
  }

  protected override line(words: Dictionary['figure'], progress = true): string {
    return this.#view === 'model' ? super.line(words, progress) : this.views?.line(this.#view) ?? '';
  }

  protected override get question(): string {
    return this.views?.question(this.#view) ?? '\u00a0';
  }

  protected override body(_words: Dictionary['figure']): TemplateResult {
    return this.views?.template(this.#view) ?? html``;
  }
}

define('lookback-walkthrough', LookbackWalkthrough);

declare global {
  interface HTMLElementEventMap { 'lookback-number': CustomEvent<{ symbol: string; value: number; open: boolean }> }
  interface HTMLElementTagNameMap { 'lookback-walkthrough': LookbackWalkthrough }
}
