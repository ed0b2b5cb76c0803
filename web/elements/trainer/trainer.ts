// <lookback-trainer>: a reader trains a small encoder-decoder in the page and watches its alignment appear. It shows the state
// of training, the loss and the held-out accuracy as they change, the alignment of the reader's own digits and of three
// sequences that are never trained on, and lets the reader turn the encoder around, which moves the stripe.
//
// It works alone in a stranger's article. Nothing happens before it is scrolled into view; out of sight or in a hidden tab it
// pauses and afterwards goes on; removed from the page it frees everything. What stands inside the tag is shown instead,
// with the reason, where the engine cannot run.
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Alignment, EncoderDirection, TaskName } from '../../engine/types.ts';
import { number, percent, type Dictionary, type Replacements } from '../../i18n/index.ts';
import type { LookbackChart } from '../chart/chart.ts';
import { Language } from '../language.ts';
import { theme } from '../theme.ts';
import { answer, lengthLimit, readDigits, readLengths, readSeed, typedLimit, type Refusal } from './input.ts';
import { Session, type Look, type Phase } from './session.ts';
import { styles } from './styles.ts';

const directions: EncoderDirection[] = ['forward', 'backward', 'bidirectional'];
const example = '49303917285604938172'; // the first six are the source sequence of the tutorials
const renderInterval = 33; // ms
const exemptLength = 3; // sequences of so few digits are too few to set any aside
const phaseSigns: Record<Phase, string> = { idle: '○', loading: '○', untrained: '○', training: '●', paused: '‖', waiting: '‖', trained: '✓', failed: '×' };

export class LookbackTrainer extends LitElement {
  static override properties = {
    task: {},
    minLength: { type: Number, attribute: 'min-length' },
    maxLength: { type: Number, attribute: 'max-length' },
    seed: { type: Number },
    encoder: {},
    steps: { type: Number },
    pace: {},
    autostart: { type: Boolean },
    workerUrl: { attribute: 'worker-url' },
    wasmUrl: { attribute: 'wasm-url' },
    strings: { attribute: false },
    problem: { state: true },
    lengthProblem: { state: true },
    seedProblem: { state: true },
  };

  /** `reverse`, `copy` or `sort`. */
  declare task: TaskName;
  /** Shortest and longest sequence trained on. */
  declare minLength: number;
  declare maxLength: number;
  /** Starting weights and batches. */
  declare seed: number;
  /** Which way the encoder reads; without it, as the task prefers. */
  declare encoder: EncoderDirection | null;
  /** Updates of the recipe; without it, the task's own. */
  declare steps: number | null;
  /** `full`, or the number of updates a second that is watched; without it the recipe takes some seconds. */
  declare pace: string | null;
  /** Train as soon as the figure is seen, unless the reader asked for less motion or less data. */
  declare autostart: boolean;
  declare workerUrl: string | null;
  declare wasmUrl: string | null;
  /** Replaces the dictionary's strings, those of the alignments and charts within too. */
  declare strings: (Replacements<Dictionary['trainer']> & { alignment?: Replacements<Dictionary['alignment']>; chart?: Replacements<Dictionary['chart']> }) | null;
  declare protected problem: Refusal | null;
  declare protected lengthProblem: boolean;
  declare protected seedProblem: boolean;

  static override styles = [theme, styles];

  #session = new Session(
    () => this.#changed(),
    (point) => this.#charted(point),
  );
  #language = new Language(this, 'trainer', () => this.strings);
  #typed = ''; // in the digits' field
  #edited = false; // by the reader, and so kept when the length changes
  #tokens: string[] = [];
  #seen = new IntersectionObserver((entries) => this.#sighted(entries.at(-1)!.isIntersecting), { threshold: 0.05 });
  #inView = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #golds = new Map<string, number[]>();
  #phase: Phase = 'idle';
  #quarter = 0;
  #started = false; // autostart had its chance

  constructor() {
    super();
    this.task = 'reverse';
    this.minLength = 6;
    this.maxLength = 6;
    this.seed = 0;
    this.encoder = null;
    this.steps = null;
    this.pace = null;
    this.autostart = false;
    this.workerUrl = null;
    this.wasmUrl = null;
    this.strings = null;
    this.problem = null;
    this.lengthProblem = false;
    this.seedProblem = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#seen.observe(this);
    document.addEventListener('visibilitychange', this.#visibility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen.disconnect();
    document.removeEventListener('visibilitychange', this.#visibility);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#inView = false;
    // An element that is only moved is back before this runs.
    queueMicrotask(() => { if (!this.isConnected) void this.#session.close(); });
  }

  /** Begins or goes on training, as the primary button does. */
  start(): void {
    if (!this.#session.open && this.#session.phase !== 'loading') this.#configure();
    void this.#session.start();
  }

  pause(): void {
    void this.#session.pause();
  }

  // ---- life cycle ----------------------------------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('minLength') || changed.has('maxLength')) {
      // An author who sets one of them means it; the other follows.
      if (this.minLength > this.maxLength) {
        if (this.hasAttribute('max-length')) this.minLength = this.maxLength;
        else this.maxLength = this.minLength;
      }
      if (!this.#edited) this.#type(example.slice(0, this.maxLength));
    }
    if (changed.has('pace')) {
      const rate = Number(this.pace);
      this.#session.chosenPace = this.pace !== null && this.pace !== '' && rate > 0 ? rate : null;
      void this.#session.setFull(this.pace === 'full');
    }
  }

  protected override updated(changed: PropertyValues): void {
    const made = ['task', 'minLength', 'maxLength', 'seed', 'encoder', 'steps', 'workerUrl', 'wasmUrl'].some((name) => changed.has(name));
    if (made && this.#session.phase !== 'idle') this.#renew();
  }

  #configure(): Promise<void> {
    const { task, minLength, maxLength, seed, encoder, steps } = this;
    return this.#session.configure({ task, minLength, maxLength, seed, encoder, steps }, {
      ...(this.wasmUrl ? { wasmUrl: new URL(this.wasmUrl, document.baseURI).href } : {}),
      ...(this.workerUrl ? { workerUrl: new URL(this.workerUrl, document.baseURI).href } : {}),
    });
  }

  /** A setting changed: a new model, which trains on if the old one was training. */
  #renew(): void {
    const going = this.#session.phase === 'training' || this.#session.phase === 'waiting';
    void this.#configure().then(() => {
      if (this.#session.phase !== 'untrained') return;
      const words = this.#words;
      this.#say(`${words.newModel(this.#directionName(words), this.#lengthText(words), String(this.seed))} ${words.said.untrained}`);
    });
    if (going) void this.#session.start();
  }

  get #visible(): boolean {
    return this.#inView && !document.hidden;
  }

  #sighted(inView: boolean): void {
    this.#inView = inView;
    this.#visibility();
  }

  #visibility = (): void => {
    const { phase } = this.#session;
    if (!this.#visible) {
      if (phase === 'training') void this.#session.pause('waiting');
      return;
    }
    if (phase === 'waiting') return void this.#session.start();
    const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
    if (phase === 'idle' && !saving) void this.#configure();
    if (this.autostart && !this.#started && !saving && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#started = true;
      void this.#session.start();
    }
  };

  /** Something in the session changed: thirty renderings a second are enough. */
  #changed(): void {
    const { phase, step, steps } = this.#session;
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#quarter = Math.floor((4 * step) / (steps || 1));
      this.#announce(phase);
      this.dispatchEvent(new CustomEvent('lookback-state', { detail: { phase, step }, bubbles: true, composed: true }));
    } else if (phase === 'training') {
      const quarter = Math.floor((4 * step) / (steps || 1));
      if (quarter > this.#quarter && quarter < 4) this.#say(this.#words.said.training(number(step), number(this.#session.loss, 3), step));
      this.#quarter = quarter;
    }
    if (phase === 'training' && !this.#visible) void this.#session.pause('waiting');
    if (this.isConnected) this.#timer ??= setTimeout(() => { this.#timer = undefined; this.requestUpdate(); }, renderInterval);
  }

  #announce(phase: Phase): void {
    const { said } = this.#words;
    const { step, evaluation } = this.#session;
    switch (phase) {
      case 'loading': return this.#say(said.loading);
      case 'untrained': return this.#say(said.untrained);
      case 'training': return this.#say(said.started);
      case 'paused': return this.#say(said.paused(number(step), step));
      case 'waiting': return this.#say(said.waiting(number(step), step));
      case 'trained': return this.#say((this.#allSeen ? said.trainedSeen : said.trained)(number(step), percent(evaluation?.sequenceAccuracy ?? NaN), step));
      case 'failed': return this.#say(said.failed(this.#reason()));
    }
  }

  /** Tells a screen reader; the sentence is not drawn, since the figure already shows it. */
  #say(sentence: string): void {
    const status = this.renderRoot?.querySelector('[role=status]');
    if (status) status.textContent = sentence;
  }

  #charted(point: { step: number; loss?: number; right?: number } | null): void {
    const [loss, right] = this.renderRoot?.querySelectorAll<LookbackChart>('lookback-chart') ?? [];
    if (!point) {
      loss?.clear();
      right?.clear();
      return;
    }
    if (point.loss !== undefined) loss?.add(point.step, point.loss);
    if (point.right !== undefined) right?.add(point.step, 100 * point.right);
  }

  // ---- what the reader does ------------------------------------------------------------------------------------------------

  #primary = (): void => {
    if (this.#session.phase === 'training') return this.pause();
    this.start();
  };

  #step = (): void => {
    if (this.#session.phase === 'trained') return;
    if (!this.#session.open && this.#session.phase !== 'loading') this.#configure();
    void this.#session.stepOnce().then(() => {
      const { phase, step, loss } = this.#session;
      if (phase === 'paused') this.#say(this.#words.said.stepped(number(step), number(loss, 3), step));
    });
  };

  #reset = (): void => {
    void this.#session.reset().then(() => {
      if (this.#session.phase === 'untrained') this.#say(this.#words.said.reset);
    });
  };

  /** Takes a line of digits: watches it, or says what is wrong with it and keeps what was watched. */
  #type(text: string): void {
    this.#typed = text;
    const read = readDigits(text);
    this.problem = 'error' in read ? read : null;
    if ('error' in read) return;
    this.#tokens = read.tokens;
    this.#session.watch(read.tokens);
  }

  #typing = (event: Event): void => {
    this.#edited = true;
    this.#type((event.target as HTMLInputElement).value);
    this.requestUpdate();
  };

  #lengthChosen = (event: Event): void => {
    const lengths = readLengths((event.target as HTMLInputElement).value);
    this.lengthProblem = lengths === null;
    if (!lengths) return;
    this.minLength = lengths.min;
    this.maxLength = lengths.max;
  };

  #seedChosen = (event: Event): void => {
    const seed = readSeed((event.target as HTMLInputElement).value);
    this.seedProblem = seed === null;
    if (seed !== null) this.seed = seed;
  };

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  get #words(): Dictionary['trainer'] {
    return this.#language.words;
  }

  get #direction(): EncoderDirection {
    return this.#session.config?.encoder ?? this.encoder ?? 'backward';
  }

  #directionName(words: Dictionary['trainer']): string {
    return words.encoderName[this.#direction] ?? this.#direction;
  }

  #lengthText(words: Dictionary['trainer']): string {
    return words.digits(this.minLength === this.maxLength ? String(this.maxLength) : `${this.minLength}–${this.maxLength}`, this.maxLength);
  }

  /** No length is long enough for some of its sequences to be set aside. */
  get #allSeen(): boolean {
    return this.maxLength <= exemptLength;
  }

  /** Why it failed, in one sentence. */
  #reason(): string {
    const { failure } = this.#session;
    const { failures } = this.#words;
    const code = (failure as { code?: string } | null)?.code ?? '';
    const say = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : failures.other;
    return say(failure instanceof Error ? failure.message : String(failure));
  }

  /** What is wrong with the digits that were typed. */
  #refusal({ errors }: Dictionary['trainer'], problem: Refusal): string {
    switch (problem.error) {
      case 'empty': return errors.empty;
      case 'notDigits': return errors.notDigits(problem.found);
      case 'invisible': return errors.invisible(errors.invisibleName(problem.code));
      case 'tooLong': return errors.tooLong(number(problem.count), String(typedLimit));
    }
  }

  protected override render(): TemplateResult {
    const words = this.#words;
    const session = this.#session;
    const { phase } = session;
    const failed = phase === 'failed';
    const unsupported = failed && (session.failure as { code?: string } | null)?.code === 'unsupported';
    if (unsupported) {
      return html`
        <section class="fallback" part="figure" lang=${this.#language.lang} aria-labelledby="question">
          ${this.#question(words)}
          <slot></slot>
          <p role="status">${this.#reason()}</p>
          <slot name="caption"></slot>
        </section>`;
    }
    return html`
      <section part="figure" lang=${this.#language.lang} aria-labelledby="question">
        ${this.#question(words)}
        ${this.#controls(words, phase)}
        ${this.#state(words, phase)}
        <p class="problem failure" ?hidden=${!failed}>${failed ? this.#reason() : nothing}</p>
        <div class="main">
          ${this.#own(words)}
          <lookback-chart .strings=${this.strings?.chart ?? null} label=${words.lossChart} colour="loss" x-max=${session.steps || 350} y-max="3" digits="3"></lookback-chart>
          <lookback-chart .strings=${this.strings?.chart ?? null} label=${this.#allSeen ? words.seenChart : words.heldOutChart} colour="target" x-max=${session.steps || 350} y-max="100" digits="1" dots></lookback-chart>
          ${this.#probes(words)}
        </div>
        ${this.#encoderChoice(words)}
        ${this.#more(words)}
        <p class="line" part="line">${this.#line(words)}</p>
        <slot name="caption"></slot>
        <p class="sr" role="status"></p>
      </section>`;
  }

  #question(words: Dictionary['trainer']): TemplateResult {
    return html`<p class="question" id="question"><slot name="question">${words.question[this.task] ?? nothing}</slot></p>`;
  }

  #controls(words: Dictionary['trainer'], phase: Phase): TemplateResult {
    const labels = [words.start, words.pause, words.resume, words.again, words.retry];
    const label = phase === 'training' ? words.pause
      : phase === 'paused' || phase === 'waiting' ? words.resume
      : phase === 'trained' ? words.again
      : phase === 'failed' ? words.retry
      : words.start;
    const pace = (full: boolean, text: string) => html`
      <label><input type="radio" name="pace" .checked=${this.#session.full === full} @change=${() => void this.#session.setFull(full)}><span>${text}</span></label>`;
    return html`
      <div class="controls">
        <div class="buttons">
          <button class="primary" part="primary" aria-label=${label} @click=${this.#primary}>
            ${labels.map((text) => html`<span aria-hidden="true" class=${text === label ? 'shown' : ''}>${text}</span>`)}
          </button>
          <button title=${words.stepTitle} aria-disabled=${phase === 'trained' ? 'true' : 'false'} @click=${this.#step}>${words.step}</button>
          <button title=${words.resetTitle} @click=${this.#reset}>${words.reset}</button>
        </div>
        <fieldset class="segments" title=${words.paceTitle}>
          <legend>${words.pace}</legend>
          ${pace(false, words.watch)}
          ${pace(true, words.full)}
        </fieldset>
      </div>`;
  }

  #state(words: Dictionary['trainer'], phase: Phase): TemplateResult {
    const { step, steps, rate, loss, evaluation } = this.#session;
    return html`
      <dl class="state" data-phase=${phase}>
        <div class="phase"><dt>${words.state}</dt><dd><span aria-hidden="true">${phaseSigns[phase]}</span> ${words.states[phase]}</dd></div>
        <div class="updates"><dt>${words.updatesOf(number(steps || 350))}</dt><dd>${number(step)}</dd></div>
        <div><dt>${words.rate}</dt><dd>${number(rate)}</dd></div>
        <div class="loss"><dt>${words.loss}</dt><dd>${number(loss, 3)}</dd></div>
        <div class="right"><dt>${this.#allSeen ? words.seen : words.heldOut}</dt><dd>${percent(evaluation?.sequenceAccuracy ?? NaN)}</dd></div>
      </dl>`;
  }

  #own(words: Dictionary['trainer']): TemplateResult {
    const look = this.#session.looks[0];
    const source = look?.source ?? this.#tokens;
    const other = this.#tokens.length < this.minLength || this.#tokens.length > this.maxLength;
    const note = this.problem ? this.#refusal(words, this.problem) : (other ? (this.#session.step > 0 ? words.newLength : words.willBeNew)(this.#lengthText(words)) : '');
    return html`
      <div class="own">
        <label class="field"><span>${words.own}</span>
          <input name="digits" inputmode="numeric" autocomplete="off" spellcheck="false" .value=${this.#typed} @input=${this.#typing}
            aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="note">
        </label>
        <p class="answer"><span class="label">${words.writes}</span> ${look ? this.#output(look, words) : nothing}</p>
        <p class="verdict">${look ? this.#verdict(look, words, true) : nothing}</p>
        <lookback-alignment fit legend .strings=${this.strings?.alignment ?? null} .label=${words.ownAlignment(source.join(' '))}
          .alignment=${look?.alignment ?? blank(source)} .gold=${this.#gold(source)} .reserveRows=${source.length + 1}></lookback-alignment>
        <p class=${`note ${this.problem ? 'problem' : ''}`} id="note" role="alert">${note}</p>
      </div>`;
  }

  #probes(words: Dictionary['trainer']): TemplateResult {
    const { probes, looks } = this.#session;
    const shown = probes.length ? probes : [[], [], []];
    return html`
      <div class="probes">
        <p class="label" id="probes">${this.#allSeen ? words.shortProbes : words.heldOutProbes}</p>
        <ol aria-labelledby="probes" class=${this.maxLength > 8 ? 'long' : ''}>
          ${shown.map((source, k) => {
            const look = looks[k + 1];
            return html`
              <li>
                <lookback-alignment fit .strings=${this.strings?.alignment ?? null} .cellSize=${28} .label=${source.join(' ')} .alignment=${look?.alignment ?? blank(source)}
                  .gold=${this.#gold(source)} .reserveRows=${(source.length || this.maxLength) + 1} .reserveColumns=${this.maxLength}></lookback-alignment>
                <p class="answer">${look ? this.#output(look, words) : nothing}</p>
                <p class="verdict">${look ? this.#verdict(look, words, false) : nothing}</p>
              </li>`;
          })}
        </ol>
      </div>`;
  }

  /** True places of a sequence; the same array for the same sequence, so that an alignment is repainted only for new weights. */
  #gold(source: string[]): number[] {
    const key = `${this.task} ${source.join('')}`;
    const known = this.#golds.get(key) ?? answer(this.task, source).gold;
    if (this.#golds.size > 16) this.#golds.clear();
    this.#golds.set(key, known);
    return known;
  }

  /** What the model wrote, its wrong digits underlined. */
  #output({ source, output }: Look, words: Dictionary['trainer']): TemplateResult {
    const { target } = answer(this.task, source);
    const shown = output.slice(0, target.length + 2);
    return html`<span class="digits ${target.length > 14 ? 'many' : ''}">${shown.length
      ? shown.map((token, i) => html`<span class=${token === target[i] ? '' : 'wrong'}>${token}</span>`)
      : html`<i>${words.nothing}</i>`}${output.length > shown.length ? '…' : ''}</span>`;
  }

  /** Whether it is right, by a sign and in words: how many of the answer's digits are not there, and whether it ended in time. */
  #verdict({ source, output, truncated }: Look, words: Dictionary['trainer'], full: boolean): TemplateResult {
    const { target } = answer(this.task, source);
    const wrong = target.filter((token, i) => token !== output[i]).length;
    const over = output.length - target.length;
    if (wrong === 0 && over <= 0) return html`✓ ${words.right}`;
    const count = wrong > 0 ? words.wrong(number(wrong), number(target.length)) : words.tooLong;
    const how = !full || over <= 0 ? '' : truncated ? words.endless(number(output.length)) : wrong > 0 ? words.over(number(over)) : '';
    return html`<span class="wrong">× ${count}${how}</span>`;
  }

  #encoderChoice(words: Dictionary['trainer']): TemplateResult {
    const chosen = this.#direction;
    const { evaluation } = this.#session;
    const mixed = this.minLength !== this.maxLength;
    const { explain } = words;
    const shown = this.task !== 'reverse' ? explain.other : chosen === 'forward' && mixed ? explain.forwardMixed : explain[chosen];
    const measures: [string, string][] = [
      [words.hit, percent(evaluation?.alignmentHit ?? NaN)],
      [words.late, percent(evaluation?.lagHit ?? NaN)],
      [words.goldWeight, number(evaluation?.goldWeight ?? NaN, 3)],
    ];
    return html`
      <div class="encoder">
        <fieldset class="segments">
          <legend>${words.reads}</legend>
          ${directions.map((direction) => html`
            <label><input type="radio" name="encoder" value=${direction} .checked=${direction === chosen} @change=${() => { this.encoder = direction; }}><span>${words.directions[direction]}</span></label>`)}
        </fieldset>
        <div class="explain">
          ${Object.values(words.explain).map((sentence) => html`<p class=${sentence === shown ? 'shown' : ''} aria-hidden=${sentence === shown ? 'false' : 'true'}>${sentence}</p>`)}
        </div>
        <dl class="measures">${measures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      </div>`;
  }

  #more(words: Dictionary['trainer']): TemplateResult {
    const { info } = this.#session;
    const lengths = this.minLength === this.maxLength ? String(this.maxLength) : `${this.minLength}–${this.maxLength}`;
    return html`
      <details>
        <summary>${words.more}</summary>
        <div class="settings">
          <label class="field"><span>${words.length}</span>
            <input name="length" autocomplete="off" .value=${lengths} @change=${this.#lengthChosen}
              aria-invalid=${this.lengthProblem ? 'true' : 'false'} aria-describedby="length-help setting-problem">
            <small id="length-help">${words.lengthHelp}</small></label>
          <label class="field"><span>${words.seed}</span>
            <input name="seed" inputmode="numeric" autocomplete="off" .value=${String(this.seed)} @change=${this.#seedChosen}
              aria-invalid=${this.seedProblem ? 'true' : 'false'} aria-describedby="seed-help setting-problem">
            <small id="seed-help">${words.seedHelp}</small></label>
        </div>
        <p class="note problem" id="setting-problem" role="alert">${this.lengthProblem ? words.errors.length(String(lengthLimit)) : ''} ${this.seedProblem ? words.errors.seed : ''}</p>
        <p class="label">${info ? html`${words.runs(words.threads(number(info.threads), info.threads))} <span lang="en">${info.reason}</span>` : nothing}</p>
      </details>`;
  }

  #line(words: Dictionary['trainer']): string {
    const { config, training, step, steps, parameterCount, evaluation, measuredAt } = this.#session;
    if (!config || !training) return '';
    const line = words.line({
      task: words.taskName[this.task] ?? this.task,
      lengths: this.#lengthText(words),
      cell: (config.cell ?? 'gru').toUpperCase(),
      hidden: String(config.hidden ?? ''),
      attention: config.attention ? words.attentionName[config.attention] : '',
      direction: this.#directionName(words),
      parameters: number(parameterCount),
      seed: String(this.seed),
      batch: String(training.batchSize ?? ''),
      optimizer: training.optimizer === 'sgd' ? 'SGD' : 'Adam',
      rate: String(training.learningRate ?? ''),
    });
    const sequences = this.#allSeen ? words.seenSequences : this.minLength <= exemptLength ? words.mixedSequences : words.heldOutSequences;
    // The shares are of the model as it was when it was measured, which while it trains is some updates ago.
    const done = words.ofUpdates(number(step), number(steps));
    if (!evaluation) return `${line} · ${done}`;
    return `${line} · ${words.measured(sequences(number(evaluation.count), evaluation.count), number(measuredAt))} · ${done}`;
  }
}

const blanks = new WeakMap<string[], Alignment>();

/** An alignment of which only the source is known. */
function blank(source: string[]): Alignment | null {
  if (source.length === 0) return null;
  const made = blanks.get(source) ?? { rows: [], columns: source, weights: [] };
  blanks.set(source, made);
  return made;
}
