// <lookback-bottleneck>: the lab in which a reader watches one vector fail and attention succeed. Two models with as many
// parameters learn the same sequences side by side; their accuracy is drawn against the length of the source while it grows. The
// reader sets the vector's size, the lengths, the encoder's direction and how the vector is used, and sees the cliff move.
import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { EncoderDirection } from '../../engine/types.ts';
import { bottleneckStrings, type Strings } from '../../i18n/bottleneck.ts';
import { number, replaced, type Dictionary, type Replacements } from '../../i18n/index.ts';
import { define } from '../define.ts';
import { Figure, tasks } from '../figure.ts';
import { worded } from '../input.ts';
import { room } from '../room.ts';
import { styles } from '../styles.ts';
import { theme } from '../theme.ts';
import { cliff, drawScores, type Line } from './chart.ts';
import { Lab } from './lab.ts';
import { bottleneckRoom } from './room.ts';

const directions: EncoderDirection[] = ['forward', 'backward', 'bidirectional'];
const sizes = [8, 16, 20, 24, 28, 32, 48, 64]; // of the fixed vector, to choose from
const learnable = tasks.filter((task) => !worded(task) || task.startsWith('translate'));

/** Two models of one size, one with attention and one without, learning side by side: accuracy by the length of the source. */
export class LookbackBottleneck extends Figure {
  static override properties: PropertyDeclarations = {
    fixedContext: { attribute: 'fixed-context', type: Boolean },
    model: { attribute: false },
    bottleneckStrings: { attribute: false },
  };

  /** Give the fixed vector to every step of the decoder (Cho et al. 2014), rather than once (Sutskever et al. 2014). */
  declare fixedContext: boolean;
  /** Of no use here: the lab trains both of its models itself. */
  declare model: string | null;
  /** Replaces the strings that are this element's own. */
  declare bottleneckStrings: Replacements<Strings> | null;

  static override styles = [theme, styles, room(bottleneckRoom), css`
    .state { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.25rem, 1fr)); gap: var(--lb-2) var(--lb-4); padding-block: var(--lb-2); border-block: 1px solid var(--lb-rule); }
    .state dd { font-size: 1.0625rem; white-space: nowrap; }
    .state .phase dd { font-weight: 600; }
    .models { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--lb-2) var(--lb-5); }
    .name { font-size: 0.9375rem; font-weight: 600; }
    .name::before { content: ''; display: inline-block; inline-size: 0.7rem; block-size: 0.7rem; margin-inline-end: var(--lb-2); background: var(--line); }
    .attention .name::before { border-radius: 50%; }
    .fixed { --line: var(--lb-context); }
    .attention { --line: var(--lb-weights); }
    .name { color: var(--line); }
    .model dl { display: flex; flex-wrap: wrap; gap: 0 var(--lb-4); font-size: 0.8125rem; }
    .model dl > div { display: flex; gap: var(--lb-2); }
    .model .digits { letter-spacing: 0.1em; font-size: 0.9375rem; overflow-wrap: anywhere; }
    .model .answer { block-size: auto; min-block-size: 3.5rem; white-space: normal; }
    .plot p { font-size: 0.8125rem; font-weight: 600; }
    .scores { display: block; inline-size: 100%; block-size: auto; max-inline-size: 48rem; overflow: visible; }
    .scores text { font: 13px var(--lb-sans); fill: var(--lb-muted); font-variant-numeric: tabular-nums; }
    .scores .y { text-anchor: end; dominant-baseline: central; }
    .scores .x { text-anchor: middle; }
    .scores line { stroke: var(--lb-rule); shape-rendering: crispEdges; }
    .scores .half, .scores .cliff { stroke-dasharray: 4 4; stroke: var(--lb-muted); }
    .scores polyline { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
    .scores circle, .scores rect { fill: var(--line); }
    .finding { min-block-size: 5.8em; max-inline-size: 42rem; font: 1.0625rem/1.45 var(--lb-serif); }
    .choices { display: flex; flex-wrap: wrap; gap: var(--lb-3) var(--lb-5); align-items: end; }
    @container (inline-size >= 66rem) { .choices .field:has(input) { display: grid; gap: var(--lb-1); } .choices .field input { inline-size: 16rem; } }
    .line { min-block-size: calc(8.7em + var(--lb-2) + 1px); }
    @container (inline-size < 30rem) {
      .scores text { font-size: 22px; }
      .model .answer { min-block-size: 5.5rem; }
      .model .answer .label { display: block; }
      .finding { min-block-size: 8.7em; }
    }
    @container (inline-size >= 46rem) {
      .body { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); gap: var(--lb-4) var(--lb-5); align-items: start; }
      .models { grid-template-columns: minmax(0, 1fr); }
      .finding { min-block-size: 2.9em; }
      .line { min-block-size: calc(4.35em + var(--lb-2) + 1px); }
    }
  `];

  protected override readonly kind = 'bottleneck';
  protected override readonly choosesAbove = true;
  protected override readonly choices = learnable;
  protected override readonly making = ['fixedContext'];
  readonly #lab: Lab;

  constructor() {
    let lab!: Lab;
    super((changed) => (lab = new Lab(changed)));
    this.#lab = lab;
    this.task = 'copy';
    this.minLength = 2;
    this.maxLength = 20;
    this.encoder = 'backward';
    this.fixedContext = false;
    this.bottleneckStrings = null;
  }

  #arrived = (): void => this.requestUpdate();

  get #words(): Strings {
    const strings = bottleneckStrings(this.language, this.#arrived);
    return this.bottleneckStrings ? replaced(strings, this.bottleneckStrings) : strings;
  }

  protected override get question(): string {
    return this.#words.question;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#lab.context = this.fixedContext ? 'fixed' : 'none';
    super.willUpdate(changed);
  }

  protected override body(words: Dictionary['figure']): TemplateResult {
    return html`
      ${this.#controls(words)}
      ${this.#state(words)}
      ${this.failure()}
      <div class="body">
        <div class="plot">
          <p aria-hidden="true">${this.worded ? this.#words.bleu : this.#words.right}</p>
          ${drawScores(this.#lines, this.#range, this.worded ? this.#words.bleu : this.#words.right, this.#words)}
        </div>
        <div class="models">${this.#models(words)}</div>
      </div>
      <p class="finding">${this.#finding}</p>
      ${this.#settings(words)}
      ${this.more(words)}
      <p class="line" part="line">${this.line(words)}</p>`;
  }

  get #lines(): Line[] {
    const { fixed, attention } = this.#words;
    return [{ name: fixed, role: 'fixed', scores: this.#lab.fixed.scores }, { name: attention, role: 'attention', scores: this.#lab.scores }];
  }

  /** Of the axis: the task's lengths, of sentences those that were measured. */
  get #range(): { min: number; max: number } {
    if (!this.worded) return { min: this.minLength, max: this.maxLength };
    const { scores } = this.#lab;
    return { min: scores[0]?.length ?? 1, max: scores.at(-1)?.length ?? 12 };
  }

  #controls(words: Dictionary['figure']): TemplateResult {
    const { phase } = this.session;
    return html`
      <div class="controls">
        <div class="buttons">
          ${this.primaryButton(words)}
          <button title=${words.stepTitle} aria-disabled=${phase === 'trained' ? 'true' : 'false'} @click=${this.step}>${words.step}</button>
          <button title=${words.resetTitle} @click=${this.reset}>${words.reset}</button>
        </div>
        ${this.taskChoice(words)}
      </div>`;
  }

  #state(words: Dictionary['figure']): TemplateResult {
    const { phase, step, steps, rate } = this.session;
    return html`
      <dl class="state" data-phase=${phase}>
        <div class="phase"><dt>${words.state}</dt><dd>${this.stateText}</dd></div>
        <div class="updates"><dt>${words.updatesOf(number(steps || 3000))}</dt><dd>${number(step)}</dd></div>
        <div><dt>${words.rate}</dt><dd>${number(rate)}</dd></div>
      </dl>`;
  }

  /** The two models: their parameters, their loss, and what they write for the reader's own digits. */
  #models(words: Dictionary['figure']): TemplateResult {
    const own = this.#words;
    const model = (name: string, role: Line['role'], { parameterCount, loss, looks }: Lab['fixed']) => html`
      <div class="model ${role}">
        <p class="name">${name}</p>
        <dl>
          <div><dt>${own.parameters}</dt><dd>${number(parameterCount || NaN)}</dd></div>
          <div><dt>${own.loss}</dt><dd>${number(loss, 3)}</dd></div>
        </dl>
        ${this.worded ? nothing : html`<p class="answer"><span class="label">${words.writes}</span> ${looks[0] ? this.digits(looks[0], words) : nothing}</p>`}
      </div>`;
    return html`
      ${model(own.fixed, 'fixed', this.#lab.fixed)}
      ${model(own.attention, 'attention', this.#lab)}`;
  }

  /** What the picture shows, in words. */
  get #finding(): string {
    const own = this.#words;
    const [fixed, attention] = [this.#lab.fixed.scores, this.#lab.scores];
    if (this.session.step === 0 || fixed.length === 0 || attention.length === 0) return own.before;
    const longest = number(attention.at(-1)!.length);
    const from = cliff(fixed);
    const digits = this.worded ? 1 : 0;
    const [one, other] = [number(fixed.at(-1)!.value, digits), number(attention.at(-1)!.value, digits)];
    const said = from !== undefined ? (this.worded ? own.fallsBleu : own.falls)(number(from), longest, other) : (this.worded ? own.standsBleu : own.stands)(longest, one, other);
    return !this.worded && this.minLength <= 3 ? `${said} ${own.exempt}` : said;
  }

  #settings(words: Dictionary['figure']): TemplateResult {
    const own = this.#words;
    const size = this.#lab.fixed.config?.hidden ?? this.hiddenSize ?? 24;
    return html`
      <div class="choices">
        <label class="field"><span>${own.hidden}</span>
          <select name="hidden" @change=${(event: Event) => { this.hiddenSize = Number((event.target as HTMLSelectElement).value); }}>
            ${[...new Set([...sizes, size])].sort((a, b) => a - b).map((each) => html`<option value=${each} .selected=${each === size}>${number(each)}</option>`)}
          </select></label>
        <fieldset class="segments">
          <legend>${words.reads}</legend>
          ${directions.map((direction) => html`
            <label><input type="radio" name="encoder" value=${direction} .checked=${direction === this.direction} @change=${() => { this.encoder = direction; }}><span>${words.directions[direction]}</span></label>`)}
        </fieldset>
        <fieldset class="segments">
          <legend>${own.context}</legend>
          ${([false, true] as const).map((every) => html`
            <label><input type="radio" name="context" .checked=${every === this.fixedContext} @change=${() => { this.fixedContext = every; }}><span>${own.contexts[every ? 'fixed' : 'none']}</span></label>`)}
        </fieldset>
        ${this.worded ? nothing : html`${this.digitsField(words)}${this.ownNote(words)}`}
      </div>`;
  }

  protected override line(words: Dictionary['figure']): string {
    const { config, training, parameterCount, evaluation, measuredAt } = this.session;
    const { config: fixed, parameterCount: fixedCount } = this.#lab.fixed;
    if (!config || !training || !fixed) return '';
    const own = this.#words;
    const line = own.line({
      task: this.worded ? words.wordTaskLine(this.taskName) : words.taskLine(this.taskName, this.lengthText),
      direction: words.encoderName[this.direction],
      fixed: own.fixedLine(number(fixed.hidden ?? NaN), number(fixedCount), own.contextLine[this.fixedContext ? 'fixed' : 'none']),
      attention: own.attentionLine(words.attentionName[config.attention ?? 'additive'], number(config.hidden ?? NaN), number(parameterCount)),
      training: words.trainingLine({ seed: String(this.seed), batch: String(training.batchSize ?? ''), optimizer: training.optimizer === 'sgd' ? 'SGD' : 'Adam', rate: String(training.learningRate ?? '') }),
    });
    return evaluation ? `${line} · ${own.measured(number(evaluation.count), number(measuredAt))}` : line;
  }
}

define('lookback-bottleneck', LookbackBottleneck);

declare global {
  interface HTMLElementTagNameMap { 'lookback-bottleneck': LookbackBottleneck }
}
