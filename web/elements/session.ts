// What a figure does, without its looks: borrows the engine, makes task, model and trainer for the chosen settings or opens a
// finished model, runs, pauses, steps and rewinds, and looks at the model while it learns. It owns everything it makes and frees
// it in `close`.
// Commands are queued, so whichever order a reader presses things in, one ends before the next begins.
import { LookbackError } from '../engine/index.ts';
import type { Alignment, DatasetInput, EngineInfo, Evaluation, LoadOptions, ModelConfig, Pair, Progress, Replacement, TaskName, TaskOptions, TrainingConfig, TranslateOptions, Translation } from '../engine/types.ts';
import { borrow, type Engine, type Loan } from './engines.ts';
import { worded } from './input.ts';

export type Task = Awaited<ReturnType<Engine['task']>>;
export type Dataset = Awaited<ReturnType<Engine['dataset']>>;
export type Model = Awaited<ReturnType<Engine['model']>>;
type Trainer = ReturnType<Model['trainer']>;

export type Phase = 'idle' | 'loading' | 'untrained' | 'given' | 'training' | 'paused' | 'waiting' | 'trained' | 'failed';

export interface Settings {
  task: string;
  options: TaskOptions;
  /** What differs from the task's own model and recipe. */
  config: ModelConfig;
  training: TrainingConfig;
  /** A finished model to open with: its URL, or its file, which may hold where its training stood. */
  model: string | Blob | null;
  /** Pairs of the reader's own to learn, instead of a task's. */
  pairs: DatasetInput | null;
  /** The same, where they were read already; it is this session's from then on. */
  read?: Dataset | null;
}

/** What the model made of a source; `truncated` where it was stopped at the limit before it wrote the end. */
export interface Look {
  source: string[];
  output: string[];
  text: string;
  alignment: Alignment;
  truncated: boolean;
  /** Places of the source's words that it does not know. */
  unknown: number[];
  /** The source word in place of each word that it could not write. */
  replacements: Replacement[];
  /** What it was decoded with. */
  asked: Asked;
}

/** Weights in place of the model's own at some steps, and a recorded moment of its training in place of the present. */
export type Asked = Pick<TranslateOptions, 'force' | 'at'>;

/** A new figure for the charts. */
export interface Point { step: number; loss?: number; right?: number; heldOutLoss?: number }

const lookInterval = 60; // ms between looks at the model while it trains
const measureInterval = 300; // ms between measurements
const measureCount = 200; // held-out sequences in each of them
const exampleCount = 400; // held-out sentences of a task of words, of which some are shown
const finalCount = 2000; // and in the one after the last update
const probeSeed = 7;
const watchSeconds = 9; // how long a recipe takes at the pace for watching
const slowShare = 1 / 6; // share of the recipe in which most is learnt, so most of that time goes to it
const paceInterval = 400; // ms between changes of the pace
const fullStride = 60; // updates at full speed before it is asked whether to measure
const rateInterval = 700; // ms over which updates a second are measured

export class Session {
  phase: Phase = 'idle';
  failure: unknown = null;
  step = 0;
  loss = NaN;
  rate = NaN;
  evaluation: Evaluation | null = null;
  /** Updates made when `evaluation` was measured. */
  measuredAt = NaN;
  config: ModelConfig | null = null;
  parameterCount = 0;
  /** Where the arithmetic runs. */
  info: EngineInfo | null = null;
  training: TrainingConfig | null = null;
  steps = 0;
  /** What the model makes of the watched sequences: the reader's own first, then the probes. */
  looks: (Look | null)[] = [];
  probes: string[][] = [];
  own: string[] = [];
  /** Held-out pairs of a task of words, for the reader to look at; none of digits. */
  examples: Pair[] = [];
  /** Width of the beam that decodes the reader's own. */
  beam = 1;
  /** What else it is decoded with: until another source, another model or a new start. */
  asked: Asked = {};
  /** Full speed instead of the pace for watching. */
  full = false;
  /** The author's pace for watching, updates a second. */
  chosenPace: number | null = null;

  #loan: Loan | null = null;
  #task: Task | null = null;
  #model: Model | null = null;
  #trainer: Trainer | null = null;
  #opened = false; // the training was begun elsewhere, and is not gone back to
  protected words = false; // the task's tokens are words
  #engine: LoadOptions = {};
  #queue: Promise<unknown> = Promise.resolve();
  #generation = 0; // raised by open and close: what began before belongs to a model that is gone
  #era = 0; // raised by every rewind too: answers from before it are not shown
  #abort: AbortController | null = null;
  #running: Promise<void> | null = null;
  #marks: { time: number; step: number }[] = []; // when which update was made, lately
  #looking = false;
  #lookAgain = false;
  #looked = 0;
  #measuring: Promise<void> | null = null;
  #measureAgain = false;
  #measured = 0;

  /** `probeCount` held-out sequences are watched. `changed` is called after anything above changed; `charted` with each new figure of the charts, and with null to clear them. */
  constructor(private readonly probeCount: number, protected readonly changed: () => void, private readonly charted: (point: Point | null) => void) {}

  /** How often it is measured while it trains, and on how many held-out sequences then and at the end. */
  protected readonly measuring: { interval: number; count: number; final: number } = { interval: measureInterval, count: measureCount, final: finalCount };

  /** Updates after which it stops by itself: the recipe's, or fewer. */
  protected get end(): number {
    return this.steps;
  }

  /** Waits until it may go on with its next few updates, where another trains beside it. */
  protected turn(): Promise<void> | void {}

  /** How well a model does on so many held-out sequences. */
  protected evaluate(model: Model, task: Task, count: number): Promise<Evaluation> {
    return model.evaluate(task.heldOut(count), { textScores: this.words }); // texts are scored as texts
  }

  /**
   * Updates a second at update s, for watching: what the author asked for, else p(s) = p₀ (1 + (s/s₀)²), slow while the
   * alignment forms and faster after it. Its integral ∫ ds/p(s) = s₀/p₀ · atan(s/s₀) makes a recipe last `watchSeconds`.
   */
  #paceAt(step: number): number {
    const s0 = this.steps * slowShare;
    return this.chosenPace ?? (s0 / watchSeconds) * Math.atan(1 / slowShare) * (1 + (step / s0) ** 2);
  }

  get open(): boolean {
    return this.#model !== null;
  }

  /** The task and the model at present, for what only some figures ask of them; null where there is none. */
  get task(): Task | null {
    return this.#task;
  }

  get model(): Model | null {
    return this.#model;
  }

  /** The engine that all of it is made with; null where there is none. */
  get engine(): Promise<Engine> | null {
    return this.#loan?.engine ?? null;
  }

  /** Makes a new model for these settings, or opens the finished one, in place of what was there. */
  configure(settings: Settings, options: LoadOptions): Promise<void> {
    const generation = ++this.#generation;
    this.#abort?.abort();
    let { read = null } = settings;
    return this.#enqueue(async () => {
      await this.#halt();
      if (generation !== this.#generation) return read?.dispose();
      this.#free();
      this.#set('loading');
      if (!this.#loan || JSON.stringify(options) !== JSON.stringify(this.#engine)) {
        this.#loan?.release();
        this.#engine = options;
        this.#loan = borrow(options);
        read = null; // with another engine
      }
      const engine = await this.#loan.engine;
      if (generation !== this.#generation) return read?.dispose();
      const bytes = settings.model === null ? null : await (typeof settings.model === 'string' ? fetched(settings.model) : settings.model.arrayBuffer());
      const task = read ?? await (settings.pairs ? engine.dataset({ ...settings.pairs, seed: settings.options.seed }) : engine.task(settings.task as TaskName, settings.options));
      const { minLength, maxLength } = task.options;
      const words = this.words = worded(settings.task);
      const lengths = words ? [] : spread(minLength, maxLength).slice(0, this.probeCount);
      const drawing = Promise.all(lengths.map((length, k) => task.heldOut(1, { seed: probeSeed + k, length }).pairs()));
      const showing = words ? task.heldOut(exampleCount, { seed: probeSeed }).pairs() : Promise.resolve([]);
      const making = bytes ? engine.loadModel(bytes, task) : engine.model({ ...task.defaults, ...settings.config }, task);
      for (const asked of [drawing, showing]) asked.catch(() => {}); // awaited below, unless the model cannot be made
      const model = await making.catch((error: unknown) => { task.dispose(); throw error; });
      const training: TrainingConfig = { ...task.training, ...settings.training };
      const trainer = bytes ? null : model.trainer(training);
      await trainer?.config().catch((error: unknown) => { model.dispose(); task.dispose(); throw error; }); // refuses at once what cannot be
      const [pairs, examples] = await Promise.all([drawing, showing]);
      if (generation !== this.#generation) {
        model.dispose();
        return task.dispose();
      }
      this.#task = task;
      this.training = training;
      this.steps = this.training.steps ?? 0;
      this.info = engine.info;
      this.probes = pairs.map(([pair]) => pair?.source ?? []);
      this.examples = examples;
      if (model.trainedSteps !== undefined) return this.#goOn(model, model.trainedSteps, generation);
      this.#take(model, trainer);
      if (bytes) this.#measureGiven(model, task, generation);
    }, generation);
  }

  /** Measures a finished model; whatever is asked for meanwhile need not wait for it. */
  #measureGiven(model: Model, task: Task, generation: number): void {
    this.evaluate(model, task, this.measuring.final).then((evaluation) => {
      if (this.#model !== model) return;
      this.evaluation = evaluation;
      this.changed();
    }, (error: unknown) => {
      if (!(error instanceof LookbackError && error.code === 'disposed')) this.#fail(error, generation);
    });
  }

  /** Makes a model this figure's own: an untrained one with its trainer, or a finished one, which is looked at. */
  #take(model: Model, trainer: Trainer | null): void {
    this.#model = model;
    this.config = model.config;
    this.parameterCount = model.parameterCount;
    this.#trainer = trainer;
    this.#forgetFigures();
    this.#set(trainer ? 'untrained' : 'given');
    this.#look(true);
  }

  /** Makes a model this figure's own whose training was saved with it: it goes on from there. */
  async #goOn(model: Model, step: number, generation: number): Promise<void> {
    this.#take(model, null);
    this.#trainer = model.trainer();
    this.#opened = true;
    this.training = await this.#trainer.config();
    if (generation !== this.#generation) return;
    this.steps = this.training.steps ?? 0;
    this.step = step;
    if (step >= this.steps) return this.#finish(generation);
    this.#set('paused');
    this.#showPresent();
  }

  /** In place of a finished model a new one of the same configuration, untrained. */
  async #anew(): Promise<void> {
    const old = this.#model!;
    const engine = await this.#loan!.engine;
    const model = await engine.model({ ...old.config, seed: this.#task!.options.seed }, this.#task!);
    old.dispose();
    this.#opened = false;
    this.#take(model, model.trainer(this.training!));
  }

  start(): Promise<void> {
    const generation = this.#generation;
    return this.#enqueue(async () => {
      if (this.#running || generation !== this.#generation) return;
      const over = this.phase === 'trained' || this.phase === 'failed';
      if (this.phase === 'given' || (over && this.#opened)) await this.#anew();
      if (!this.#trainer) return;
      if (this.phase === 'trained' || this.phase === 'failed') await this.#rewind();
      this.#running = this.#run(generation).finally(() => { this.#running = null; });
    }, generation);
  }

  /** Stops after the update in hand; `waiting` says that it will go on by itself. */
  pause(phase: 'paused' | 'waiting' = 'paused'): Promise<void> {
    const generation = this.#generation;
    this.#abort?.abort();
    return this.#enqueue(async () => {
      await this.#halt();
      // One that waits is not told to again: what follows its changes may ask it to on each of them.
      if (generation !== this.#generation || (phase === 'waiting' && this.phase === 'waiting')) return;
      const stopped = this.phase === 'training' || this.phase === 'paused' || this.phase === 'waiting';
      if (!stopped) return;
      this.rate = NaN;
      this.#set(phase);
      this.#showPresent();
    }, generation);
  }

  stepOnce(): Promise<void> {
    const generation = this.#generation;
    this.#abort?.abort();
    return this.#enqueue(async () => {
      await this.#halt();
      if (generation !== this.#generation || this.phase === 'trained' || this.phase === 'failed') return;
      if (this.phase === 'given') await this.#anew();
      if (!this.#trainer) return;
      const progress = await this.#trainer.step();
      if (generation !== this.#generation) return;
      this.#record(progress);
      this.rate = NaN;
      if (this.steps && this.step >= this.steps) return this.#finish(generation);
      this.#set('paused');
      this.#showPresent();
    }, generation);
  }

  /** Back to the same starting weights. */
  reset(): Promise<void> {
    const generation = this.#generation;
    this.#abort?.abort();
    return this.#enqueue(async () => {
      await this.#halt();
      if (generation !== this.#generation) return;
      if (this.phase === 'given' || this.#opened) return this.#anew();
      if (!this.#trainer) return;
      await this.#rewind();
      this.#look(true);
    }, generation);
  }

  /** Changes the pace, of the present run too. */
  async setFull(full: boolean): Promise<void> {
    if (full === this.full) return;
    this.full = full;
    this.changed();
    if (this.phase !== 'training') return;
    await this.pause();
    await this.start();
  }

  /** Decodes the reader's own with a beam of this width. */
  setBeam(width: number): void {
    this.beam = width;
    this.#look(true);
  }

  /** Decodes the reader's own with these weights, at this moment. */
  ask(asked: Asked): void {
    this.asked = asked;
    this.#look(true);
  }

  /** Watches the reader's own sequence. */
  watch(tokens: string[]): void {
    if (tokens.join('\n') !== this.own.join('\n')) this.asked = {};
    this.own = tokens;
    this.#look(true);
  }

  /** Frees model, trainer and the loan of the engine. */
  close(): Promise<void> {
    const generation = ++this.#generation;
    this.#abort?.abort();
    return this.#enqueue(async () => {
      await this.#halt();
      if (generation !== this.#generation) return;
      this.#free();
      this.#loan?.release();
      this.#loan = null;
      this.#set('idle');
    }, generation);
  }

  #enqueue(job: () => Promise<void> | void, generation: number): Promise<void> {
    const done = this.#queue.then(job).catch((error: unknown) => this.#fail(error, generation));
    this.#queue = done;
    return done;
  }

  #set(phase: Phase): void {
    this.phase = phase;
    if (phase !== 'failed') this.failure = null;
    this.changed();
  }

  #fail(error: unknown, generation: number): void {
    if (generation !== this.#generation) return;
    if (!this.#model) {
      this.#loan?.release();
      this.#loan = null;
    }
    this.failure = error;
    this.#set('failed');
  }

  async #halt(): Promise<void> {
    this.#abort?.abort();
    await this.#running;
  }

  #free(): void {
    this.#trainer?.dispose();
    this.#model?.dispose();
    this.#task?.dispose();
    this.#trainer = null;
    this.#model = null;
    this.#task = null;
    this.#opened = false;
    this.config = null;
    this.probes = [];
    this.examples = [];
    this.looks = [];
    this.#forgetFigures();
  }

  #forgetFigures(): void {
    this.#era++;
    this.asked = {};
    this.step = 0;
    this.loss = NaN;
    this.rate = NaN;
    this.evaluation = null;
    this.measuredAt = NaN;
    this.#measureAgain = false;
    this.charted(null);
  }

  async #rewind(): Promise<void> {
    await this.#trainer!.reset();
    this.#forgetFigures();
    this.#set('untrained');
  }

  async #run(generation: number): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#set('training');
    try {
      this.#marks = [];
      while (this.phase === 'training' && this.step < this.end && !abort.signal.aborted) {
        await this.turn();
        if (this.phase !== 'training' || abort.signal.aborted) break;
        const left = this.end - this.step;
        const pace = this.#paceAt(this.step);
        const options = this.full
          ? { steps: Math.min(left, fullStride), every: 10 }
          : { steps: Math.min(left, Math.ceil((pace * paceInterval) / 1000)), every: Math.max(1, Math.round(pace / 30)), pace };
        for await (const progress of this.#trainer!.run({ ...options, signal: abort.signal })) {
          if (generation !== this.#generation) return;
          this.#record(progress);
          this.#look(false);
        }
        // Between two runs the model stands still, so that a share and the update it belongs to are known together.
        const due = performance.now() - this.#measured >= this.measuring.interval;
        if (due && this.step < this.end && !abort.signal.aborted) await this.#measure();
      }
    } catch (error) {
      return this.#fail(error, generation);
    }
    if (generation !== this.#generation) return;
    if (this.step >= this.steps) await this.#finish(generation);
    else if (this.phase === 'training') {
      this.rate = NaN;
      this.#set('paused');
      if (!abort.signal.aborted) this.#showPresent();
    }
  }

  #record(progress: Progress): void {
    this.step = progress.step;
    this.loss = progress.loss;
    const now = performance.now();
    this.#marks.push({ time: now, step: progress.step });
    while (this.#marks.length > 2 && now - this.#marks[1]!.time > rateInterval) this.#marks.shift();
    const [{ time, step }] = this.#marks as [{ time: number; step: number }];
    this.rate = now - time > rateInterval / 2 ? ((progress.step - step) * 1000) / (now - time) : NaN;
    this.charted({ step: progress.step, loss: progress.loss });
    this.changed();
  }

  /** After the recipe's last update: one more look, and the measurement that is quoted. */
  async #finish(generation: number): Promise<void> {
    this.rate = NaN;
    const evaluation = await this.evaluate(this.#model!, this.#task!, this.measuring.final);
    if (generation !== this.#generation) return;
    this.evaluation = evaluation;
    this.measuredAt = this.step;
    this.charted({ step: this.step, right: evaluation.sequenceAccuracy, heldOutLoss: evaluation.loss });
    this.#set('trained');
    this.#look(true);
  }

  /** Asks the model for its output and alignment of all watched sequences; at most one question is under way at a time. */
  #look(now: boolean): void {
    const model = this.#model;
    if (!model) return;
    if (this.#looking) {
      this.#lookAgain ||= now;
      return;
    }
    if (!now && performance.now() - this.#looked < lookInterval) return;
    this.#looking = true;
    this.#looked = performance.now();
    const era = this.#era;
    const generation = this.#generation;
    const sources = [this.own, ...this.probes];
    const { asked } = this;
    Promise.all(sources.map((source, k) => (source.length ? model.translate(source, k === 0 ? { beam: this.beam, ...asked } : {}) : null)))
      .then((found) => {
        if (era !== this.#era) return;
        this.looks = found.map((translation, k) => translation && asLook(sources[k]!, translation, k === 0 ? asked : {}));
        this.changed();
      }, (error: unknown) => {
        // A model freed meanwhile has nothing to show; anything else is a failure to tell of.
        if (error instanceof LookbackError && error.code === 'disposed') return;
        // Nor has a source of the task before.
        if (Object.keys(asked).length === 0) return error instanceof LookbackError && error.code === 'bad-input' ? undefined : this.#fail(error, generation);
        if (asked === this.asked) this.asked = {}; // a moment that is no longer kept
        this.#lookAgain = true;
      })
      .finally(() => {
        this.#looking = false;
        if (this.#lookAgain) {
          this.#lookAgain = false;
          this.#look(true);
        }
      });
  }

  /** Training stands still: looks and measures once more, so that all that is shown belongs to the update named. */
  #showPresent(): void {
    this.#look(true);
    if (this.#measuring) this.#measureAgain = true;
    else void this.#measure();
  }

  /** Measures the model as it is; training does not go on before the question has been put. */
  #measure(): Promise<void> {
    const model = this.#model;
    if (!model || this.step === this.measuredAt) return Promise.resolve();
    if (this.#measuring) return this.#measuring;
    this.#measured = performance.now();
    const generation = this.#generation;
    const era = this.#era;
    const step = this.step;
    this.#measuring = this.evaluate(model, this.#task!, this.measuring.count)
      .then((evaluation) => {
        if (era !== this.#era || this.phase === 'trained') return;
        this.evaluation = evaluation;
        this.measuredAt = step;
        this.charted({ step, right: evaluation.sequenceAccuracy, heldOutLoss: evaluation.loss });
        this.changed();
      }, (error: unknown) => {
        if (!(error instanceof LookbackError && error.code === 'disposed')) this.#fail(error, generation);
      })
      .finally(() => {
        this.#measuring = null;
        const again = this.#measureAgain && !this.#running;
        this.#measureAgain = false;
        if (again) void this.#enqueue(() => { if (!this.#running) void this.#measure(); }, this.#generation);
      });
    return this.#measuring;
  }
}

/** Three lengths spread over a range, the longest last; of three digits or fewer none are held out, so longer ones where there are. */
function spread(min: number, max: number): number[] {
  return [1, 2, 3].map((third) => Math.max(min, Math.min(4, max), Math.round((max * third) / 3)));
}

/** The bytes of a finished model. */
async function fetched(url: string): Promise<ArrayBuffer> {
  const failed = (why: string) => new LookbackError('bad-model', `The model could not be loaded from ${url} (${why}): put it there, or name another with \`model\`.`);
  const response = await fetch(url, { credentials: 'same-origin' }).catch((error: unknown) => { throw failed(error instanceof Error ? error.message : String(error)); });
  if (!response.ok) throw failed(`the server answers ${response.status}`);
  return response.arrayBuffer();
}

function asLook(source: string[], { tokens, text, alignment, truncated, unknown = [], replacements = [] }: Translation, asked: Asked): Look {
  return { source, output: tokens, text, alignment, truncated, unknown, replacements, asked };
}
