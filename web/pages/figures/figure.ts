// What the page's own small figures share: a question, one button that starts the work, an engine borrowed from the one that all
// figures of the page share, a sentence where it fails, and a sentence for screen readers when something is done. Nothing is
// computed before the button is pressed; the work waits while the figure is out of sight, and ends when it is removed.
import { LitElement, css, html, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { storyStrings, type Strings } from '../../i18n/story.ts';
import type { Dictionary } from '../../i18n/index.ts';
import { borrow, type Engine, type Loan } from '../../elements/engines.ts';
import { Language } from '../../elements/language.ts';
import { styles as shared } from '../../elements/styles.ts';
import { theme } from '../../elements/theme.ts';

/** Ends work that nobody waits for any more. */
const stopped = Symbol('stopped');

export const figureStyles: CSSResultGroup = [theme, shared, css`
  :host {
    padding-block: 0;
    --lb-plus: #1b5fa6; --lb-minus: #b25600;
    --rnn: var(--lb-context); --lstm: var(--lb-target);
  }
  @supports (color: light-dark(#000, #fff)) {
    :host { --lb-plus: light-dark(#1b5fa6, #6cb0ff); --lb-minus: light-dark(#b25600, #ffa552); }
  }
  .controls { min-block-size: 2.75rem; }
  .status { min-block-size: 8.7em; max-inline-size: 52rem; font: 1.0625rem/1.45 var(--lb-serif); }
  .line { max-inline-size: none; }
  .plots { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-4) var(--lb-5); }
  .plot > p { font-size: 0.8125rem; font-weight: 600; }
  .plot svg { display: block; inline-size: 100%; max-inline-size: 32rem; block-size: auto; overflow: visible; }
  .plot text { font: 16px var(--lb-sans); fill: var(--lb-muted); font-variant-numeric: tabular-nums; }
  .plot .y { text-anchor: end; dominant-baseline: central; }
  .plot .x { text-anchor: middle; }
  .plot line { stroke: var(--lb-rule); shape-rendering: crispEdges; }
  .plot .chance { stroke: var(--lb-muted); stroke-dasharray: 4 4; }
  .plot polyline { fill: none; stroke: var(--own); stroke-width: 2; stroke-linejoin: round; }
  .plot rect, .plot circle { fill: var(--own); }
  .first { --own: var(--lb-context); }
  .second { --own: var(--lb-target); }
  .names { display: flex; flex-wrap: wrap; gap: 0 var(--lb-4); font-size: 0.8125rem; font-weight: 600; }
  .names span { color: var(--own); }
  .names span::before { content: ''; display: inline-block; inline-size: 0.7rem; block-size: 0.7rem; margin-inline-end: var(--lb-2); background: var(--own); }
  .names .second::before { border-radius: 50%; }
  @container (inline-size >= 46rem) {
    .plots { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .plot text { font-size: 14px; }
    .status { min-block-size: 4.35em; }
  }
`];

export abstract class StoryFigure extends LitElement {
  readonly #language = new Language(this, 'figure', () => null);
  readonly #sight = new IntersectionObserver((entries) => {
    this.#inSight = entries.at(-1)!.isIntersecting;
    this.#wake();
  });
  #inSight = true;
  #waiting: (() => void)[] = [];
  #loan: Loan | null = null;
  #run = 0; // the latest; earlier ones stop
  /** What failed, as the engine said it. */
  #failure: { code: string; message: string } | null = null;
  protected running = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!('WebAssembly' in globalThis)) this.#failure = { code: 'unsupported', message: '' };
    this.#sight.observe(this);
    document.addEventListener('visibilitychange', this.#wake);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight.disconnect();
    document.removeEventListener('visibilitychange', this.#wake);
    // An element that is only moved is back before this runs.
    queueMicrotask(() => { if (!this.isConnected) this.#close(); });
  }

  /** Measures; each run begins where none is. */
  protected abstract work(engine: Engine): Promise<void>;
  protected abstract readonly question: string;
  protected abstract body(strings: Strings): TemplateResult;

  protected get strings(): Strings {
    return storyStrings(this.#language.language, this.#arrived);
  }

  /** Whether Chinese is shown in traditional characters. */
  protected get traditional(): boolean {
    return this.#language.language === 'zh-Hant';
  }

  /** Starts the work, in place of what may still be at work. */
  protected start = async (): Promise<void> => {
    const run = ++this.#run;
    this.#failure = null;
    this.running = true;
    this.requestUpdate();
    try {
      this.#loan ??= borrow({});
      await this.work(await this.#loan.engine);
    } catch (error) {
      if (error === stopped || run !== this.#run) return;
      const { code = 'other', message } = error as Error & { code?: string };
      this.#failure = { code, message };
      this.#loan?.release();
      this.#loan = null;
    }
    if (run !== this.#run) return;
    this.running = false;
    this.requestUpdate();
  };

  /** Gives a function to be called between two calls of the engine, with what has changed: it shows that, and goes on when the figure is in sight, unless another run has begun. */
  protected turns(): (change?: () => void) => Promise<void> {
    const run = this.#run;
    return async (change) => {
      if (run !== this.#run) throw stopped;
      change?.();
      this.requestUpdate();
      while (run === this.#run && (!this.#inSight || document.hidden)) await new Promise<void>((go) => this.#waiting.push(go));
      if (run !== this.#run) throw stopped;
    };
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    // Without an engine there is nothing to show but the picture that stood here before.
    const code = this.#failure?.code;
    const without = code === 'unsupported' || code === 'load-failed';
    return html`
      <section lang=${this.#language.lang} aria-label=${this.question} class="${without ? 'fallback' : ''} ${this.#language.coming ? 'coming' : ''}">
        <p class="question"><slot name="question">${this.question}</slot></p>
        ${without ? html`
          <slot></slot>
          <p role="alert">${this.#reason(this.#language.words)}</p>
          ${code === 'load-failed' ? html`<p>${this.button('')}</p>` : nothing}
        ` : html`
          ${this.body(strings)}
          <p class="problem" role="alert">${this.#failure ? html`${strings.failed} ${this.#reason(this.#language.words)}` : nothing}</p>
        `}
      </section>`;
  }

  /** The one button. */
  protected button(label: string): TemplateResult {
    return html`<button class="primary" aria-disabled=${this.running ? 'true' : 'false'} @click=${() => { if (!this.running) void this.start(); }}><span class="shown">${this.#failure ? this.strings.retry : label}</span></button>`;
  }

  #reason(words: Dictionary['figure']): string {
    const { code, message } = this.#failure!;
    return (words.failures[code as keyof typeof words.failures] ?? words.failures.other)(message);
  }

  #arrived = (): void => this.requestUpdate();

  #wake = (): void => {
    for (const go of this.#waiting.splice(0)) go();
  };

  #close(): void {
    this.#run++;
    this.running = false;
    this.#wake();
    this.#loan?.release();
    this.#loan = null;
  }
}
