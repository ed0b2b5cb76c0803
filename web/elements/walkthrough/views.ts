// The views of a walkthrough and the choice between them. This file, the strings and the styles arrive with the first walkthrough
// that is seen; a view of its own arrives when it is first chosen.
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { walkthroughStrings, type WalkthroughStrings } from '../../i18n/walkthrough.ts';
import type { Dictionary } from '../../i18n/index.ts';
import type { Engine } from '../engines.ts';
import type { Session } from '../session.ts';
import { Hand, type Stage as HandStage } from './hand.ts';
import { styles } from './styles.ts';
import type { ModelView } from './model.ts';
import type { Scale } from './scale.ts';
import type { ViewName } from './walkthrough.ts';

/** The parts of a figure that trains or opens a model. */
export interface ModelParts {
  primary(): unknown;
  task(): unknown;
  digits(): unknown;
  pairs(): unknown;
  sentence(): unknown;
  failure(): unknown;
  state(): unknown;
  more(): unknown;
  line(): string;
  /** The right answer to digits; null of words. */
  expected(source: string[]): string[] | null;
  /** A source word in the script of the page. */
  inScript(word: string): string;
  worded: boolean;
  asks: boolean;
}

/** What a figure is to its views. */
export interface Stage {
  figure: LitElement & HandStage['figure'] & { view: string; row: number | null; scaleKeys: number };
  session: Session;
  words(): Dictionary['figure'];
  strings(from: WalkthroughStrings): WalkthroughStrings;
  language(): string;
  engine(): Promise<Engine>;
  reason(error: unknown): string;
  say(sentence: string): void;
  /** What takes the figure to another page. */
  sharing(): unknown;
  model(): ModelParts;
  preset(): void;
}

export class Views {
  readonly #stage: Stage;
  readonly #hand: Hand;
  #scale: Scale | null = null;
  #model: ModelView | null = null;
  #coming = new Set<ViewName>();

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#hand = new Hand({ ...stage, strings: () => this.strings });
    const root = stage.figure.renderRoot as ShadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.styleSheet!];
  }

  #arrived = (): void => this.#stage.figure.requestUpdate();

  get strings(): WalkthroughStrings {
    return this.#stage.strings(walkthroughStrings(this.#stage.language(), this.#arrived));
  }

  /** What was computed, of a view without a model. */
  line(view: ViewName): string {
    return (view === 'hand' ? this.#hand.line : view === 'scale' ? this.#scale?.line : '') ?? '';
  }

  question(view: ViewName): string {
    return this.strings.question[view];
  }

  follow(view: ViewName): void {
    if (view === 'hand') return this.#hand.follow();
    if (view === 'scale' ? !this.#scale : !this.#model) return void this.#load(view);
    if (view === 'scale') this.#scale!.follow();
    else this.#model!.follow();
  }

  /** A view's own file; where it does not arrive, the next to ask tries again. */
  async #load(view: 'scale' | 'model'): Promise<void> {
    if (this.#coming.has(view)) return;
    this.#coming.add(view);
    const stage = { ...this.#stage, strings: () => this.strings };
    try {
      if (view === 'scale') this.#scale = new (await import('./scale.ts')).Scale(stage);
      else this.#model = new (await import('./model.ts')).ModelView(stage);
      this.#stage.figure.requestUpdate();
    } catch {
      this.#coming.delete(view);
    }
  }

  template(view: ViewName): TemplateResult {
    const { strings } = this;
    const shown = view === 'hand' ? this.#hand : view === 'scale' ? this.#scale : this.#model;
    // Without an engine there is nothing to show but what the author put there.
    const without = shown && 'without' in shown ? shown.without : null;
    if (without) {
      return html`
        <div class="fallback">
          <slot></slot>
          <p role="alert">${this.#stage.reason(without)}</p>
          ${(without as { code?: string }).code === 'unsupported' ? nothing : html`<p><button @click=${() => (shown as Hand | Scale).retry()}>${strings.retry}</button></p>`}
        </div>`;
    }
    return html`
      <fieldset class="segments views">
        <legend class="sr">${strings.view}</legend>
        ${(Object.keys(strings.views) as ViewName[]).map((name) => html`
          <label><input type="radio" name="view" value=${name} .checked=${name === view} @change=${() => { this.#stage.figure.view = name; }}><span>${strings.views[name]}</span></label>`)}
      </fieldset>
      ${view === 'scale' ? nothing : html`<p class="sr">${strings.help}</p>`}
      ${shown?.template() ?? nothing}`;
  }
}
