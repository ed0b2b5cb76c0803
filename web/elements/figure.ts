// What the figures that compute have in common: every setting of a task, a model and its training as an attribute, the session
// behind it, when it may run, the reader's own source with what the model writes for it, and the buttons that take a figure to
// another page. A figure of its own adds what it shows.
//
// It works alone in a stranger's article. Nothing happens before it is scrolled into view; out of sight or in a hidden tab it
// pauses and afterwards goes on; removed from the page it frees everything. What stands inside the tag is shown instead,
// with the reason, where the engine cannot run.
import { LitElement, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Alignment, DatasetInput, EncoderDirection, LoadOptions, ModelConfig, TaskName, TaskOptions, TrainingConfig } from '../engine/types.ts';
import type { AlignmentStrings } from '../i18n/alignment.ts';
import { number, percent, type Dictionary, type Replacements } from '../i18n/index.ts';
import { answer, digitTasks, readDigits, typedLimit, worded, type Refusal } from './input.ts';
import { Language } from './language.ts';
import type { Sentences, Strings as SentenceStrings } from './sentences/sentences.ts';
import { Session, type Dataset, type Look, type Phase, type Point } from './session.ts';
import type { More } from './more.ts';

/** Words of a figure, and of the pictures inside it. */
export type Strings = Replacements<Dictionary['figure']> & { grid?: Replacements<Dictionary['grid']>; chart?: Replacements<Dictionary['chart']>; sentences?: Replacements<SentenceStrings>; alignment?: Replacements<AlignmentStrings> };

const example = '49303917285604938172'; // the first six are the source sequence of the tutorials
const renderInterval = 33; // ms
const exemptLength = 3; // sequences of so few digits are too few to set any aside
export const phaseSigns: Record<Phase, string> =
  { idle: '○', loading: '○', untrained: '○', given: '✓', training: '●', paused: '‖', waiting: '‖', trained: '✓', failed: '×' };

/** A flag given as an attribute: there, or `true`, or `false`. */
const flag = { fromAttribute: (text: string | null) => (text === null ? null : text !== 'false') };
/** A number given as an attribute; what is none stays as it was written, for the refusal to name. */
const count = { type: Number, converter: { fromAttribute: (text: string | null) => (text === null || text.trim() === '' ? null : Number.isNaN(Number(text)) ? text : Number(text)) } };
/** A text, of which an empty one is none. */
const text = { converter: { fromAttribute: (text: string | null) => text || null } };
const named = (attribute: string, more: object = count) => ({ ...more, attribute });

const noted = /^tatoeba|^own$|zh-en$/; // tasks of which a figure has more to say
/** The tasks that a reader may choose. */
export const tasks = [...digitTasks, 'translate-en-fr', 'translate-fr-en', 'translate-zh-en', 'tatoeba-en-fr', 'tatoeba-en-zh', 'dates', 'own'] as const;

// The attributes of a model and of its training; one that is not there leaves the setting to the task.
const modelSettings = ['cell', 'encoder', 'attention', 'query', 'inputFeeding', 'output', 'bridge', 'embedding', 'encoderHidden', 'attentionSize', 'layers',
  'dropout', 'forgetBias', 'sharedEmbedding'] as const;
const trainingSettings = ['optimizer', 'learningRate', 'schedule', 'warmupSteps', 'momentum', 'batchSize', 'clipNorm', 'teacherForcing', 'labelSmoothing', 'steps'] as const;
const urls = ['workerUrl', 'wasmUrl', 'threadsUrl', 'threadsWasmUrl', 'dataUrl'] as const;
const making: readonly string[] = ['task', 'minLength', 'maxLength', 'seed', 'hiddenSize', 'model', 'threads', 'variant', ...modelSettings, ...trainingSettings, ...urls];

// Figures on the page whose places were not read yet: they are read all at once, since reading lays the page out.
const unread = new Set<Figure>();
let turn = Promise.resolve(); // of those out of view

/**
 * @slot question - What the figure asks, in place of its own question.
 * @slot caption - A caption of the author's, below the figure.
 * @slot - What stands in the figure's place where it cannot run: a picture, a sentence.
 * @csspart figure - The figure as a whole.
 * @csspart primary - The button that starts, pauses and goes on.
 * @csspart line - The small line that says what was measured on which model.
 * @fires lookback-state - After a change of state: `detail` is `{ phase, step }`.
 * @fires lookback-progress - While it trains, at most 30 times a second: `detail` is `{ step, loss }`; loss in nats a token.
 * @fires lookback-alignment - With each new alignment of the reader's source: `detail` is `{ source, output, alignment }`.
 * @attr {'light' | 'dark'} scheme - `light` or `dark`, for this figure alone; without it, or with anything else, the page's own color-scheme.
 * @cssprop --lookback-color-scheme - `light`, `dark` or `light dark`; without it, the page's own.
 * @cssprop --lookback-paper - Background.
 * @cssprop --lookback-surface - Background of what is pointed at, and of a value in a picture.
 * @cssprop --lookback-ink - Text.
 * @cssprop --lookback-muted - Text of less weight: labels, the line under the figure.
 * @cssprop --lookback-rule - Lines and borders.
 * @cssprop --lookback-source - Source words and annotations h.
 * @cssprop --lookback-target - Target words, the query s, and the accuracy's chart.
 * @cssprop --lookback-weights - Energies e and weights α, as words and outlines.
 * @cssprop --lookback-context - The context c.
 * @cssprop --lookback-loss - The loss, and what went wrong.
 * @cssprop --lookback-weight-0 - A square whose weight is 0; colours between the five are mixed.
 * @cssprop --lookback-weight-1 - A square whose weight is ¼.
 * @cssprop --lookback-weight-2 - A square whose weight is ½.
 * @cssprop --lookback-weight-3 - A square whose weight is ¾.
 * @cssprop --lookback-weight-4 - A square whose weight is 1.
 * @cssprop --lookback-serif - Font of questions.
 * @cssprop --lookback-sans - Font of everything else.
 * @cssprop --lookback-1 - Smallest of the spaces, 0.25rem.
 * @cssprop --lookback-2 - Space, 0.5rem.
 * @cssprop --lookback-3 - Space, 0.75rem.
 * @cssprop --lookback-4 - Space, 1rem.
 * @cssprop --lookback-5 - Space, 1.5rem.
 * @cssprop --lookback-6 - Space, 2.5rem.
 * @cssprop --lookback-7 - Largest of the spaces, 4rem.
 */
export abstract class Figure extends LitElement {
  static override properties: PropertyDeclarations = {
    task: {},
    minLength: named('min-length'),
    maxLength: named('max-length'),
    source: {},
    seed: count,
    model: text,
    cell: {},
    encoder: {},
    attention: {},
    query: {},
    inputFeeding: named('input-feeding', { converter: flag }),
    output: {},
    bridge: {},
    embedding: count,
    hiddenSize: named('hidden-size'),
    encoderHidden: named('encoder-hidden'),
    attentionSize: named('attention-size'),
    layers: count,
    dropout: count,
    forgetBias: named('forget-bias'),
    sharedEmbedding: named('shared-embedding', { converter: flag }),
    optimizer: {},
    learningRate: named('learning-rate'),
    schedule: {},
    warmupSteps: named('warmup-steps'),
    momentum: count,
    batchSize: named('batch-size'),
    clipNorm: named('clip-norm'),
    teacherForcing: named('teacher-forcing'),
    labelSmoothing: named('label-smoothing'),
    steps: count,
    pace: {},
    autostart: { type: Boolean },
    threads: count,
    variant: {},
    workerUrl: named('worker-url', text),
    wasmUrl: named('wasm-url', text),
    threadsUrl: named('threads-url', text),
    threadsWasmUrl: named('threads-wasm-url', text),
    dataUrl: named('data-url', text),
    scriptUrl: named('script-url', text),
    strings: { attribute: false },
    sentences: { state: true },
    problem: { state: true },
    extra: { state: true },
  };

  /** What is learnt: `reverse`, `copy` or `sort`, of digits; `translate-en-fr`, `translate-fr-en` or `translate-zh-en`, generated sentences; `tatoeba-en-fr` or `tatoeba-en-zh`, real ones; `dates`; `own`, the reader's own pairs. */
  declare task: TaskName | (string & {});
  /** Shortest sequence of digits trained on; 1 to 60. */
  declare minLength: number;
  /** Longest sequence of digits trained on; 1 to 60, drawn up to 20. */
  declare maxLength: number;
  /** The reader's source to begin with, such as `493039`, or a sentence. */
  declare source: string | null;
  /** Starting weights and batches; a whole number. */
  declare seed: number;
  /** URL of a finished model (safetensors) to open with; a press of the button trains it anew. */
  declare model: string | null;
  /** `rnn`, `gru` or `lstm`; this setting and those below, where they are not given, are the task's own. */
  declare cell: ModelConfig['cell'] | null;
  /** Which way the encoder reads: `forward`, `backward` or `bidirectional`. */
  declare encoder: EncoderDirection | null;
  /** `none`, `fixed`, `additive`, `dot`, `general`, `concat` or `scaled-dot`. */
  declare attention: ModelConfig['attention'] | null;
  /** Which state asks: `previous` (Bahdanau) or `current` (Luong). */
  declare query: ModelConfig['query'] | null;
  /** Feed the attentional vector back into the cell; only with `query="current"`. */
  declare inputFeeding: boolean | null;
  /** What the output layer reads: `state+context` or `state+context+embedding`. */
  declare output: ModelConfig['output'] | null;
  /** How the decoder starts: `state`, `tanh` or `zero`. */
  declare bridge: ModelConfig['bridge'] | null;
  /** Size of an embedding; 1 to 1,024. */
  declare embedding: number | null;
  /** Size of the decoder's state s (`hidden` in the engine; an attribute of that name would hide the element); 1 to 1,024. */
  declare hiddenSize: number | null;
  /** Size of one encoder direction's state; 1 to 1,024. */
  declare encoderHidden: number | null;
  /** Size of the scoring layer (additive, concat); 1 to 1,024. */
  declare attentionSize: number | null;
  /** Layers of encoder and decoder; 1 to 4. */
  declare layers: number | null;
  /** Share of values that dropout leaves out in training; 0 to 0.9. */
  declare dropout: number | null;
  /** What an LSTM's forget gate's bias starts at; −10 to 10. */
  declare forgetBias: number | null;
  /** One embedding table for source and target. */
  declare sharedEmbedding: boolean | null;
  /** What turns gradients into updates: `adam` or `sgd`. */
  declare optimizer: TrainingConfig['optimizer'] | null;
  /** Size of an update; above 0, to 10. */
  declare learningRate: number | null;
  /** Shape of the learning rate over `steps`: `constant`, or `cosine`, down to 0. */
  declare schedule: TrainingConfig['schedule'] | null;
  /** Updates in which a cosine schedule's learning rate rises from 0; 0 to 1,000,000. */
  declare warmupSteps: number | null;
  /** Momentum of `sgd`; 0 to 0.999. */
  declare momentum: number | null;
  /** Sequences in an update; 1 to 4,096. */
  declare batchSize: number | null;
  /** Largest global norm of a gradient; 0 for no clipping. */
  declare clipNorm: number | null;
  /** Share of the decoder's inputs that are the true tokens; the others are the model's own. 0 to 1. */
  declare teacherForcing: number | null;
  /** Share of the probability that the loss spreads over all tokens; 0 to 0.9. */
  declare labelSmoothing: number | null;
  /** Updates of the recipe; 1 to 10,000,000. */
  declare steps: number | null;
  /** `full`, or the number of updates a second that is watched; without it, or with anything else, the recipe takes some seconds. */
  declare pace: string | null;
  /** Train as soon as the figure is seen, unless the reader asked for less motion or less data. */
  declare autostart: boolean;
  /** Threads to compute with, where there can be some; 1 to 64. */
  declare threads: number | null;
  /** The build that computes, `simd` (one thread) or `simd-threads`; without it, what the page allows. */
  declare variant: LoadOptions['variant'] | null;
  /** Where the worker's script is, if not beside the library's. */
  declare workerUrl: string | null;
  /** Where the .wasm file of one thread is, if not beside the library's. */
  declare wasmUrl: string | null;
  /** Where the script of several threads is, if not beside the library's. */
  declare threadsUrl: string | null;
  /** Where the .wasm file of several threads is, if not beside the library's. */
  declare threadsWasmUrl: string | null;
  /** The folder of the real sentences of `tatoeba-en-fr` and `tatoeba-en-zh`, if not beside the library's. */
  declare dataUrl: string | null;
  /** The URL of elements.js that the embed code names, where the library is part of a bundle. */
  declare scriptUrl: string | null;
  /** Replaces the dictionary's strings, those of the pictures within too. */
  declare strings: Strings | null;
  /** What a task of words needs beside this; it is loaded when there is one. */
  declare protected sentences: Sentences | null;
  declare protected problem: Refusal | null;
  /** What stands behind its summary; it is loaded when that is opened. */
  declare protected extra: More | null;

  protected readonly session: Session;
  protected file: Blob | null = null; // a model that the reader opened
  protected typed = ''; // in the digits' field
  protected tokens: string[] = [];
  #room = 0; // digits of the last that were watched, for which the picture keeps its room
  readonly #language = new Language(this, 'figure', () => this.strings);
  readonly #without = new Map<string, unknown>(); // what a property was before its attribute came
  #edited = false; // by the reader, and so kept when the length changes
  #fresh = false; // a setting was changed since the model of the URL was shown
  #seen = new IntersectionObserver((entries) => this.#sighted(entries.at(-1)!.isIntersecting), { threshold: 0.05 });
  #inView = false;
  #whole = false; // all that it is made of was there once
  #lacking = false; // what a task of words needs did not arrive
  #drawn = false; // once: what it was given first is no change
  #timer: ReturnType<typeof setTimeout> | undefined;
  #golds = new Map<string, number[]>();
  #phase: Phase = 'idle';
  #quarter = 0;
  #shown: Look | null = null;
  #pairs: DatasetInput | null = null; // the reader's own
  #read: Dataset | null = null; // the same, where they were read already
  #started = false; // autostart had its chance

  /** `session`: what it does, or how many held-out sequences one watches beside the reader's own. */
  constructor(session: number | ((changed: () => void) => Session)) {
    super();
    const changed = (): void => this.#changed();
    this.session = typeof session === 'function' ? session(changed) : new Session(session, changed, (point) => this.charted(point));
    this.task = 'reverse';
    this.minLength = 6;
    this.maxLength = 6;
    this.seed = 0;
    this.autostart = false;
    const unset = [...modelSettings, ...trainingSettings, ...urls, 'source', 'model', 'hiddenSize', 'pace', 'threads', 'variant', 'scriptUrl', 'strings', 'sentences', 'problem', 'extra'];
    Object.assign(this, Object.fromEntries(unset.map((name) => [name, null])));
  }

  /** An attribute that goes leaves its property as it was before it came. */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    const { elementProperties } = this.constructor as typeof LitElement;
    const property = [...elementProperties.keys()].find((key) => (elementProperties.get(key)!.attribute || String(key).toLowerCase()) === name) as keyof this | undefined;
    if (old === null && property) this.#without.set(name, this[property]);
    super.attributeChangedCallback(name, old, value);
    if (value === null && this.#without.has(name)) Object.assign(this, { [property!]: this.#without.get(name) });
  }

  override connectedCallback(): void {
    unread.add(this);
    super.connectedCallback();
    this.#seen.observe(this);
    document.addEventListener('visibilitychange', this.#visibility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen.disconnect();
    unread.delete(this);
    document.removeEventListener('visibilitychange', this.#visibility);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#inView = false;
    // An element that is only moved is back before this runs.
    queueMicrotask(() => { if (!this.isConnected) void this.session.close(); });
  }

  /** Begins or goes on training, as the primary button does. */
  start(): void {
    if (!this.session.open && this.session.phase !== 'loading') this.#configure();
    void this.session.start();
  }

  /** Pauses training; what was learnt stays. */
  pause(): void {
    void this.session.pause();
  }

  /** What the model makes of the reader's source at present, `{ source, output, alignment, truncated }`; null before there is a model. */
  get look(): Look | null {
    return this.problem ? null : this.session.looks[0] ?? null;
  }

  /** Properties of its own of which a change makes a new model. */
  protected readonly making: readonly string[] = [];

  /** Whether it has a use for an engine. */
  protected get computes(): boolean {
    return true;
  }

  // ---- life cycle ----------------------------------------------------------------------------------------------------------

  /**
   * What is in view when its script arrives loads its engine before it is drawn: its observer would tell two frames later. What is
   * out of view is drawn for the first time later, one figure to a task, so that a page of many holds nobody up.
   */
  protected override async scheduleUpdate(): Promise<void> {
    for (const figure of unread) {
      const { top, bottom } = figure.getBoundingClientRect();
      figure.#inView = bottom > 0 && top < innerHeight;
    }
    unread.clear();
    if (!this.hasUpdated && !this.#inView) await (turn = turn.then(() => new Promise((resolve) => setTimeout(resolve))));
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('task') && this.#inView) this.#needSentences();
    if (['task', 'minLength', 'maxLength', 'source'].some((name) => changed.has(name))) {
      // An author who sets one of them means it, and the other follows; of two that contradict each other neither is right.
      if (this.minLength > this.maxLength) {
        if (!this.hasAttribute('max-length')) this.maxLength = this.minLength;
        else if (!this.hasAttribute('min-length') && this.maxLength > 0) this.minLength = this.maxLength;
      }
      if (changed.has('source') && this.source !== null) this.#edited = false;
      if (this.worded) this.problem = null;
      else this.#type(this.#edited ? this.typed : this.source ?? example.slice(0, Math.max(1, this.maxLength)));
    }
    if (changed.has('pace')) {
      const rate = Number(this.pace);
      this.session.chosenPace = this.pace !== null && this.pace !== '' && rate > 0 ? rate : null;
      void this.session.setFull(this.pace === 'full');
    }
    if (!this.hasUpdated && this.#inView) this.#visibility();
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.#drawn) return void (this.#drawn = true);
    if (changed.has('alignment') || changed.has('view')) this.#visibility(); // what decides whether it computes
    if (![...making, ...this.making].some((name) => changed.has(name)) || this.session.phase === 'idle') return;
    this.#fresh = !changed.has('model');
    this.file = null;
    this.#renew();
  }

  #configure(): Promise<void> {
    if (this.task === 'own' && !this.#pairs) return this.session.close(); // until the reader gives some
    const { task, minLength, maxLength, seed } = this;
    const read = this.#read;
    this.#read = null;
    const options: TaskOptions = this.worded ? { seed } : { minLength, maxLength, seed };
    const given = (names: readonly (keyof this & string)[]) => Object.fromEntries(names.flatMap((name) => (this[name] === null ? [] : [[name, this[name]]])));
    const at = (url: unknown) => new URL(url as string, document.baseURI).href;
    return this.session.configure({
      task,
      options,
      config: { ...given(modelSettings), ...(this.hiddenSize === null ? {} : { hidden: this.hiddenSize }), seed },
      training: given(trainingSettings),
      pairs: task === 'own' ? this.#pairs : null,
      read,
      model: this.file ?? (this.model === null || this.#fresh ? null : at(this.model)),
    }, {
      ...given(['threads', 'variant']),
      ...Object.fromEntries(Object.entries(given(urls)).map(([name, url]) => [name, at(url)])),
    });
  }

  /** A setting changed: a new model, which trains on if the old one was training. */
  #renew(): void {
    const going = this.session.phase === 'training' || this.session.phase === 'waiting';
    void this.#configure().then(() => {
      if (this.session.phase !== 'untrained') return;
      const { words } = this;
      this.say(`${words.newModel(this.directionName, this.worded ? this.taskName : this.lengthText, String(this.seed))} ${words.said.untrained}`);
    });
    if (going) void this.session.start();
  }

  get #visible(): boolean {
    return this.#inView && !document.hidden;
  }

  #sighted(inView: boolean): void {
    this.#inView = inView;
    this.#visibility();
  }

  #visibility = (): void => {
    const { phase } = this.session;
    if (!this.computes) return void (phase === 'idle' || this.session.close());
    if (!this.#visible) {
      if (phase === 'training') void this.session.pause('waiting');
      return;
    }
    this.#needSentences();
    if (phase === 'waiting') return void this.session.start();
    const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
    if (phase === 'idle' && !saving) void this.#configure();
    if (this.autostart && !this.#started && !saving && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#started = true;
      void this.session.start();
    }
  };

  /** Something in the session changed: thirty renderings a second are enough. */
  #changed(): void {
    const { phase, step, steps } = this.session;
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#quarter = Math.floor((4 * step) / (steps || 1));
      this.#announce(phase);
      this.#tell('state', { phase, step });
    } else if (phase === 'training') {
      const quarter = Math.floor((4 * step) / (steps || 1));
      if (quarter > this.#quarter && quarter < 4) this.say(this.words.said.training(number(step), number(this.session.loss, 3), step));
      this.#quarter = quarter;
    }
    if (phase === 'training' && !this.#visible) void this.session.pause('waiting');
    if (this.worded) this.sentences?.follow();
    if (this.isConnected) this.#timer ??= setTimeout(() => this.#show(), renderInterval);
  }

  #show(): void {
    this.#timer = undefined;
    this.requestUpdate();
    const { phase, step, loss, looks } = this.session;
    if (phase === 'training') this.#tell('progress', { step, loss });
    const look = looks[0] ?? null;
    if (look && look !== this.#shown) this.#tell('alignment', { source: look.source, output: look.output, alignment: look.alignment });
    this.#shown = look;
  }

  #tell(what: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`lookback-${what}`, { detail, bubbles: true, composed: true }));
  }

  #announce(phase: Phase): void {
    this.extra?.forget();
    const { said } = this.words;
    const { step, evaluation } = this.session;
    switch (phase) {
      case 'loading': return this.say(said.loading);
      case 'untrained': return this.say(said.untrained);
      case 'given': return this.say(said.given);
      case 'training': return this.say(said.started);
      case 'paused': return this.say(said.paused(number(step), step));
      case 'waiting': return this.say(said.waiting(number(step), step));
      case 'trained': return this.say((this.allSeen ? said.trainedSeen : said.trained)(number(step), percent(evaluation?.sequenceAccuracy ?? NaN), step));
      case 'failed': return this.say(said.failed(this.reason()));
    }
  }

  /** Tells a screen reader; the sentence is not drawn, since the figure already shows it. */
  protected say(sentence: string): void {
    const status = this.renderRoot?.querySelector('[role=status]');
    if (status) status.textContent = sentence;
  }

  /** A new figure for the charts, or null to clear them. */
  protected charted(_point: Point | null): void {}

  // ---- what the reader does ------------------------------------------------------------------------------------------------

  #primary = (): void => {
    if (this.session.phase === 'training') return this.pause();
    // Without pairs there is nothing to learn: where they go.
    if (this.asks) return this.renderRoot.querySelector('textarea')?.focus();
    // A model that could not be opened: one is trained here instead.
    if (this.#unopened) [this.#fresh, this.file] = [true, null];
    this.start();
  };

  protected step = (): void => {
    if (this.session.phase === 'trained') return;
    if (!this.session.open && this.session.phase !== 'loading') this.#configure();
    void this.session.stepOnce().then(() => {
      const { phase, step, loss } = this.session;
      if (phase === 'paused') this.say(this.words.said.stepped(number(step), number(loss, 3), step));
    });
  };

  protected reset = (): void => {
    void this.session.reset().then(() => {
      if (this.session.phase === 'untrained') this.say(this.words.said.reset);
    });
  };

  /** Takes a line of digits: watches it, or says what is wrong with it; what was written for another does not stand beneath it. */
  #type(text: string): void {
    this.typed = text;
    const read = readDigits(text);
    this.problem = 'error' in read ? read : null;
    this.tokens = 'error' in read ? [] : read.tokens;
    this.#room = this.tokens.length || this.#room;
    this.session.watch(this.tokens);
  }

  #typing = (event: Event): void => {
    this.#edited = true;
    this.#type((event.target as HTMLInputElement).value);
    this.requestUpdate();
  };

  /** The reader's own pairs, to learn; a new model for them, once they are known to be usable. */
  protected usePairs(pairs: DatasetInput): void {
    this.#more().then((more) => more.pairs(pairs), () => this.#learn(pairs, null));
  }

  #learn(pairs: DatasetInput, read: Dataset | null): void {
    this.#pairs = pairs;
    this.#read = read;
    this.file = null;
    if (this.task === 'own') this.#renew();
    else this.#choose('own');
  }

  /** A model from the reader's own file; its training goes on, where that was saved with it. */
  protected openModel(file: File): void {
    this.#more().then((more) => more.open(file), () => {});
  }

  async #use(file: File, task: string, { minLength = this.minLength, maxLength = this.maxLength, seed = this.seed }: TaskOptions): Promise<void> {
    if (task !== this.task) this.#choose(task);
    Object.assign(this, { seed }, !worded(task) && { minLength, maxLength });
    await this.updateComplete;
    this.file = file;
    void this.#configure();
  }

  /** What few figures are asked for is a file of its own, fetched when it is: settings, files, and what takes the figure to another page. */
  async #more(): Promise<More> {
    const { More } = await import('./more.ts');
    return this.extra ??= new More({
      figure: this,
      session: this.session,
      words: () => this.words,
      taken: () => this.taken,
      line: () => this.line(this.words, false),
      question: () => this.question,
      lang: () => this.#language.lang,
      say: (sentence) => this.say(sentence),
      language: () => this.language,
      choices: () => this.choices,
      opened: (file) => this.#opened(file),
      use: (file, task, options) => void this.#use(file, task, options),
      learn: (pairs, read) => this.#learn(pairs, read),
      reason: (error) => this.reason(error),
    });
  }

  #take = (): void => void this.#more().catch(() => {}); // where it does not arrive, the next to ask tries again

  /** A file from the reader's own disk: a model, or pairs. */
  #opened = (file: File | undefined): void => {
    if (!file) return;
    if (/\.(tsv|txt|csv)$/i.test(file.name)) this.usePairs({ tsv: file });
    else this.openModel(file);
  };

  #dropped = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') this.#opened(event.dataTransfer.files[0]);
  };

  /** Another task, with the model and the recipe that are its own. */
  #taskChosen = (event: Event): void => this.#choose((event.target as HTMLSelectElement).value);

  #choose(task: string): void {
    for (const name of [...modelSettings, ...trainingSettings, 'hiddenSize', 'model', 'source'] as const) (this as Record<string, unknown>)[name] = null;
    this.#edited = false;
    this.file = null;
    this.task = task;
  }

  /** What the reader made of the figure that its attributes do not say: the source that was typed, and a model that is no longer the finished one. */
  protected get taken(): Record<string, string | null> {
    const given = this.model !== null && (this.session.phase === 'given' || !this.session.open) && !this.#fresh;
    return { source: this.#edited && !this.problem ? this.typed : this.source, model: given ? this.model : null };
  }

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  /** Whether the task's tokens are words, or characters, rather than digits. */
  protected get worded(): boolean {
    return worded(this.task);
  }

  /** Whether all is there that it is made of; before it is for the first time, it keeps its room and is not seen, so that nothing in it is seen to move. */
  protected get ready(): boolean {
    return !this.worded || this.sentences !== null || this.#lacking;
  }

  #needSentences(): void {
    if (!this.worded || this.sentences) return;
    this.#loadSentences().catch(() => { // what a figure shows without is still true
      this.#lacking = true;
      this.requestUpdate();
    });
  }

  /** What only tasks of words need, a file of its own, once the figure is seen; where it does not arrive, the next to ask tries again. */
  async #loadSentences(): Promise<void> {
    const { Sentences } = await import('./sentences/sentences.ts');
    if (this.sentences || !this.worded) return;
    this.sentences = new Sentences({
      figure: this,
      session: this.session,
      words: () => this.words,
      use: (pairs) => this.usePairs(pairs),
      language: () => this.language,
      reason: (error) => this.reason(error),
      say: (sentence) => this.say(sentence),
    });
    this.sentences.follow();
  }

  protected get taskName(): string {
    return (this.words.taskName as Record<string, string>)[this.task] ?? this.task;
  }

  protected get words(): Dictionary['figure'] {
    return this.#language.words;
  }

  /** The language of its dictionary. */
  protected get language(): string {
    return this.#language.language;
  }

  protected get direction(): EncoderDirection {
    return this.session.config?.encoder ?? this.encoder ?? 'backward';
  }

  protected get directionName(): string {
    return this.words.encoderName[this.direction] ?? this.direction;
  }

  protected get lengths(): string {
    return this.minLength === this.maxLength ? String(this.maxLength) : `${this.minLength}–${this.maxLength}`;
  }

  protected get lengthText(): string {
    return this.words.digits(this.lengths, this.maxLength);
  }

  /** No length is long enough for some of its sequences to be set aside. */
  protected get allSeen(): boolean {
    return !this.worded && this.maxLength <= exemptLength;
  }

  /** The model of the URL is not there, or is none. */
  get #unopened(): boolean {
    return this.session.phase === 'failed' && !this.session.config && (this.file !== null || (this.model !== null && !this.#fresh))
      && (this.session.failure as { code?: string } | null)?.code === 'bad-model';
  }

  /** Why it failed, in one sentence. */
  protected reason(failure = this.session.failure): string {
    const { failures } = this.words;
    const code = (failure as { code?: string } | null)?.code ?? '';
    const say = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : failures.other;
    const message = failure instanceof Error ? failure.message : String(failure);
    // The engine knows of no pairs of the reader's own.
    const said = inAttributes(message.replace(/^(There is no task .+; there are ).+/, `$1'${this.choices.join("', '")}'.`), code);
    return this.extra?.explained(said) ?? say(said);
  }

  /** What is wrong with the digits that were typed. */
  #refusal({ errors }: Dictionary['figure'], problem: Refusal): string {
    switch (problem.error) {
      case 'empty': return errors.empty;
      case 'notDigits': return errors.notDigits(problem.found);
      case 'invisible': return errors.invisible(errors.invisibleName(problem.code));
      case 'tooLong': return errors.tooLong(number(problem.count), String(typedLimit));
    }
  }

  protected override render(): TemplateResult {
    const { words, session } = this;
    const code = session.phase === 'failed' ? (session.failure as { code?: string } | null)?.code : undefined;
    // Without an engine there is nothing to show but what the author put there.
    const without = code === 'unsupported' || (code === 'load-failed' && !session.config);
    this.#whole ||= without || this.ready;
    return html`
      <section class=${`${without ? 'fallback' : this.kind} ${this.asks ? 'asks' : this.worded ? `words ${noted.test(this.task) ? 'noted' : ''}` : this.maxLength > 8 ? 'long' : ''} ${this.#language.coming || !this.#whole ? 'coming' : ''}`} part="figure" role="group" @dragover=${this.#dropped} @drop=${this.#dropped} lang=${this.#language.lang} aria-labelledby="question">
        <p class="question" id="question"><slot name="question">${this.question}</slot></p>
        ${without ? html`
          <slot></slot>
          <p role="status">${this.reason()}</p>
          ${code === 'load-failed' ? html`<p><button @click=${this.#primary}>${words.retry}</button></p>` : nothing}
        ` : html`
          ${this.body(words)}
          <p class="sr" role="status"></p>
        `}
        <slot name="caption"></slot>
      </section>`;
  }

  protected get question(): string {
    return (this.words.question as Record<string, string>)[this.task] ?? '';
  }

  /** Whether there is nothing to learn before the reader gives some pairs. */
  protected get asks(): boolean {
    return this.task === 'own' && !this.session.open;
  }

  /** Where the reader gives pairs, and what was read of them. */
  protected ownPairs(): TemplateResult | typeof nothing {
    return this.task === 'own' && this.sentences ? this.sentences.pairs(this.extra?.pairsRefusal) : nothing;
  }

  /** Class of the figure's section. */
  protected abstract readonly kind: string;

  /** Whether the task is chosen among the figure's controls rather than in its settings. */
  protected readonly choosesAbove: boolean = false;

  /** Everything between the question and the caption. */
  protected abstract body(words: Dictionary['figure']): TemplateResult;

  /** Why it failed, where it did. */
  protected failure(): TemplateResult {
    const failed = this.session.phase === 'failed';
    const why = failed ? this.reason() : this.extra?.refusal;
    return html`<p class="problem failure" ?hidden=${!why}>${why}</p>`;
  }

  /** The button that starts, pauses, goes on; all its labels share one place, so that its width never changes. */
  protected primaryButton(words: Dictionary['figure']): TemplateResult {
    const { phase } = this.session;
    const labels: Partial<Record<Phase, string>> = { untrained: words.start, training: words.pause, paused: words.resume, trained: words.again, failed: words.retry, ...((this.model ?? this.file) !== null && { given: words.anew }) };
    const key: Phase = phase === 'waiting' ? 'paused' : this.#unopened ? 'given' : phase === 'idle' || phase === 'loading' ? (this.model !== null && !this.#fresh ? 'given' : 'untrained') : phase;
    return html`
      <button class="primary" part="primary" aria-label=${labels[key] ?? words.start} @click=${this.#primary}>
        ${Object.entries(labels).map(([name, text]) => html`<span aria-hidden="true" class=${name === key ? 'shown' : ''}>${text}</span>`)}
      </button>`;
  }

  protected get stateText(): TemplateResult {
    const { phase } = this.session;
    return html`<span aria-hidden="true">${phaseSigns[phase]}</span> ${this.words.states[phase]}`;
  }

  /** The tasks that there are to choose from. */
  protected readonly choices: readonly (typeof tasks)[number][] = tasks;

  /** What is learnt, to choose. */
  protected taskChoice(words: Dictionary['figure']): TemplateResult {
    const names = words.taskName as Record<string, string>;
    return html`
      <label class="field task"><span>${words.task}</span>
        <select name="task" @change=${this.#taskChosen}>
          ${this.choices.map((task) => html`<option value=${task} .selected=${task === this.task}>${names[task]}</option>`)}
        </select>
      </label>`;
  }

  /** The field of the reader's own digits. */
  protected digitsField(words: Dictionary['figure']): TemplateResult {
    return html`
      <label class="field"><span>${words.own}</span>
        <input name="digits" inputmode="numeric" autocomplete="off" spellcheck="false" .value=${this.typed} @input=${this.#typing}
          aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="note">
      </label>`;
  }

  /** What the model writes for the reader's digits, and whether it is right. */
  protected ownAnswer(words: Dictionary['figure']): TemplateResult {
    const { look } = this;
    return html`
      <p class="answer"><span class="label">${words.writes}</span> ${look ? this.digits(look, words) : nothing}</p>
      <p class="verdict">${look ? this.verdict(look, words, true) : nothing}</p>`;
  }

  /** The alignment of the reader's digits. */
  protected ownGrid(words: Dictionary['figure']): TemplateResult {
    const { look } = this;
    const source = look?.source ?? this.tokens;
    return html`
      <lookback-grid fit legend .strings=${this.strings?.grid ?? null} .label=${words.ownAlignment(source.join(' '))}
        .alignment=${look?.alignment ?? blank(source)} .gold=${this.golds(source)} .reserveRows=${(source.length || this.#room) + 1} .reserveColumns=${source.length || this.#room}></lookback-grid>`;
  }

  /** What is wrong with the reader's digits, or unusual about them. */
  protected ownNote(words: Dictionary['figure']): TemplateResult {
    const other = this.session.phase !== 'given' && (this.tokens.length < this.minLength || this.tokens.length > this.maxLength);
    const note = this.problem ? this.#refusal(words, this.problem) : (other ? (this.session.step > 0 ? words.newLength : words.willBeNew)(this.lengthText) : '');
    return html`<p class=${`note ${this.problem ? 'problem' : ''}`} id="note" role="alert">${note}</p>`;
  }

  /** True places of a sequence; the same array for the same sequence, so that an alignment is repainted only for new weights. */
  protected golds(source: string[]): number[] {
    const key = `${this.task} ${source.join('')}`;
    const known = this.#golds.get(key) ?? answer(this.task, source).gold;
    if (this.#golds.size > 16) this.#golds.clear();
    this.#golds.set(key, known);
    return known;
  }

  /** What the model wrote, its wrong digits underlined. */
  protected digits({ source, output }: Look, words: Dictionary['figure']): TemplateResult {
    const { target } = answer(this.task, source);
    const shown = output.slice(0, target.length + 2);
    return html`<span class="digits ${target.length > 14 ? 'many' : ''}">${shown.length
      ? shown.map((token, i) => html`<span class=${token === target[i] ? '' : 'wrong'}>${token}</span>`)
      : html`<i>${words.nothing}</i>`}${output.length > shown.length ? '…' : ''}</span>`;
  }

  /** Whether it is right, by a sign and in words: how many of the answer's digits are not there, and whether it ended in time. */
  protected verdict({ source, output, truncated }: Look, words: Dictionary['figure'], full: boolean): TemplateResult {
    const { target } = answer(this.task, source);
    const wrong = target.filter((token, i) => token !== output[i]).length;
    const over = output.length - target.length;
    if (wrong === 0 && over <= 0) return html`✓ ${words.right}`;
    const count = wrong > 0 ? words.wrong(number(wrong), number(target.length)) : words.tooLong;
    const how = !full || over <= 0 ? '' : truncated ? words.endless(number(output.length)) : wrong > 0 ? words.over(number(over)) : '';
    return html`<span class="wrong">× ${count}${how}</span>`;
  }

  /** Behind its summary, what few readers ask for; it comes when it is opened. */
  protected more(words: Dictionary['figure']): TemplateResult {
    return html`
      <details @toggle=${this.#take} @focusin=${this.#take}>
        <summary>${words.more}</summary>
        <div class="settings">
          ${this.choosesAbove ? nothing : this.taskChoice(words)}
          ${this.worded ? this.sentences?.settings() : nothing}
          ${this.extra?.settings() ?? nothing}
        </div>
        ${this.extra?.render() ?? nothing}
      </details>`;
  }

  /** What takes the figure to another page, once that is there. */
  protected sharing(): unknown {
    if (!this.extra) this.#take();
    return this.extra?.sharing() ?? nothing;
  }

  /** What was measured on which model. */
  protected line(words: Dictionary['figure'], progress = true): string {
    const { config, training, phase, step, steps, parameterCount, evaluation, measuredAt } = this.session;
    if (!config || !training) return '';
    const given = phase === 'given';
    const model = words.modelLine({
      cell: (config.cell ?? 'gru').toUpperCase(),
      hidden: String(config.hidden ?? ''),
      attention: config.attention ? words.attentionName[config.attention] : '',
      direction: this.directionName,
      parameters: number(parameterCount),
    });
    const task = this.taskName;
    const line = given ? `${words.givenLine(task)} · ${model}` : `${this.worded ? words.wordTaskLine(task) : words.taskLine(task, this.lengthText)} · ${model} · ${words.trainingLine({
      seed: String(this.seed),
      batch: String(training.batchSize ?? ''),
      optimizer: training.optimizer === 'sgd' ? 'SGD' : 'Adam',
      rate: String(training.learningRate ?? ''),
    })}`;
    const sequences = this.allSeen ? words.seenSequences : !this.worded && this.minLength <= exemptLength ? words.mixedSequences : words.heldOutSequences;
    // The shares are of the model as it was when it was measured, which while it trains is some updates ago.
    const done = words.ofUpdates(number(step), number(steps));
    if (given) return evaluation ? `${line} · ${words.measuredGiven(sequences(number(evaluation.count), evaluation.count), percent(evaluation.sequenceAccuracy))}` : line;
    if (!progress) return line;
    if (!evaluation) return `${line} · ${done}`;
    return `${line} · ${words.measured(sequences(number(evaluation.count), evaluation.count), number(measuredAt))} · ${done}`;
  }
}

/** A refusal of the engine's in an author's words: its settings are the attributes here. */
function inAttributes(sentence: string, code: string): string {
  if (code !== 'bad-config' && code !== 'bad-task' && code !== 'load-failed') return sentence;
  return sentence.replace(/`(\w+)`/g, (_, name: string) => `\`${name === 'hidden' ? 'hidden-size' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``);
}

declare global {
  interface HTMLElementEventMap {
    'lookback-state': CustomEvent<{ phase: Phase; step: number }>;
    'lookback-progress': CustomEvent<{ step: number; loss: number }>;
    'lookback-alignment': CustomEvent<Pick<Look, 'source' | 'output' | 'alignment'>>;
  }
}

const blanks = new WeakMap<string[], Alignment>();

/** An alignment of which only the source is known. */
export function blank(source: string[]): Alignment | null {
  if (source.length === 0) return null;
  const made = blanks.get(source) ?? { rows: [], columns: source, weights: [] };
  blanks.set(source, made);
  return made;
}
