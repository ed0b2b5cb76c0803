// What the playground does: one run, or two that learn the same task side by side. Each is a session with a model of its own on the
// engine that they share, and they take turns, so that neither makes an update before the other has made as many. To the figure
// both together are one session: it sees what the first has come to, and a phase that holds for both.
import type { LoadOptions, ModelConfig, TrainingConfig } from '../../engine/types.ts';
import { Session, type Asked, type Phase, type Point, type Settings } from '../session.ts';

const turnInterval = 4; // ms

/** Receives a new point for the charts of a run, 0 or 1, or null to clear them. */
export type Plot = (run: number, point: Point | null) => void;

/** Settings of the second run; its task and its lengths are those of the first. */
export interface Second { config: ModelConfig; training: TrainingConfig; seed: number }

class Run extends Session {
  beside: Run | null = null;
  /** Updates after which it stops, where those are fewer than the recipe's. */
  goal: number | null = null;

  protected override get end(): number {
    return Math.min(this.goal ?? Infinity, this.steps);
  }

  protected override async turn(): Promise<void> {
    while (this.phase === 'training' && this.beside?.phase === 'training' && this.beside.step < this.step) await new Promise((go) => setTimeout(go, turnInterval));
  }

  get over(): boolean {
    return this.phase === 'trained' || this.phase === 'given';
  }
}

/** The phase of both: what is under way in one of them, else what is left to do. */
const order: readonly Phase[] = ['loading', 'training', 'waiting', 'failed', 'paused', 'untrained', 'given', 'trained', 'idle'];

const mirrored = ['step', 'loss', 'rate', 'evaluation', 'measuredAt', 'config', 'parameterCount', 'info', 'training', 'steps', 'looks', 'probes', 'own', 'examples', 'beam', 'asked'] as const;

export class Runs extends Session {
  readonly first: Run;
  second: Run | null = null;
  #set: Second | null = null;
  #made = ''; // what the second was made for
  #last: [Settings, LoadOptions] | null = null;
  readonly #plot: Plot;
  #renewing = 0; // what is under way that takes the first back to its start

  constructor(changed: () => void, plot: Plot) {
    super(0, changed, () => {});
    this.#plot = plot;
    this.first = new Run(0, this.#mirror, (point) => plot(0, point));
  }

  #mirror = (): void => {
    const { first } = this;
    const phases = this.#all.map((run) => run.phase);
    this.phase = first.phase === 'idle' ? 'idle' : order.find((phase) => phases.includes(phase) && !(phase === 'failed' && first.phase !== 'failed' && phases.length > 1))
      ?? first.phase;
    this.failure = first.failure;
    Object.assign(this, Object.fromEntries(mirrored.map((name) => [name, first[name]])));
    this.changed();
  };

  get #all(): Run[] {
    return this.second ? [this.first, this.second] : [this.first];
  }

  #each(ask: (run: Run) => Promise<void> | void): Promise<void> {
    return Promise.all(this.#all.map(ask)).then(() => {});
  }

  /** Both runs; the second where there is one. */
  get runs(): readonly Session[] {
    return this.#all;
  }

  override get open(): boolean {
    return this.first.open;
  }

  override get task(): Run['task'] {
    return this.first.task;
  }

  override get model(): Run['model'] {
    return this.first.model;
  }

  override get engine(): Run['engine'] {
    return this.first.engine;
  }

  /** Where each stops on its way to the end of its recipe; once it was there it goes on. */
  aim(goals: readonly number[]): void {
    this.#all.forEach((run, k) => { run.goal = goals[k] ?? goals[0] ?? null; });
  }

  /** Adds a second run, gives it other settings, or takes it away with null. */
  compare(second: Second | null): void {
    this.#set = second;
    if (second === null) {
      if (!this.second) return;
      void this.second.close();
      this.first.beside = this.second = null;
      this.#made = '';
      return this.#mirror();
    }
    if (!this.second) {
      this.second = new Run(0, this.#mirror, (point) => this.#plot(1, point));
      this.second.beside = this.first;
      this.first.beside = this.second;
      this.second.goal = this.first.goal;
      this.second.full = this.first.full;
      this.second.own = this.first.own;
      this.second.beam = this.first.beam;
    }
    if (this.#last && this.first.phase !== 'idle') void this.#makeSecond(...this.#last, this.phase === 'training');
  }

  /** Makes the second run anew where its settings are others; it trains along where training is under way. */
  async #makeSecond(settings: Settings, options: LoadOptions, going = false): Promise<void> {
    const [second, wanted] = [this.second, this.#set];
    if (!second || !wanted) return;
    const own: Settings = { task: settings.task, options: { ...settings.options, seed: wanted.seed }, config: { ...wanted.config, seed: wanted.seed }, training: wanted.training, model: null, pairs: settings.pairs };
    const key = JSON.stringify([own, options]);
    if (key === this.#made && second.open && settings.pairs === this.#last?.[0].pairs) return;
    this.#made = key;
    await second.configure(own, options);
    if (going && this.#made === key && !['paused', 'waiting'].includes(this.first.phase)) await second.start();
  }

  override async configure(settings: Settings, options: LoadOptions): Promise<void> {
    const second = this.#makeSecond(settings, options);
    this.#last = [settings, options];
    await this.#renew(Promise.all([this.first.configure(settings, options), second]));
  }

  /** Goes on with what is not over; once all is, again from the start. */
  override start(): Promise<void> {
    // Unless it is about to begin anew: then it has its goal before it.
    if (this.#renewing === 0) for (const run of this.#all) if (run.goal !== null && run.step >= run.goal) run.goal = null;
    const able = this.#all.filter((run) => run.open || run.phase !== 'failed');
    const unfinished = able.filter((run) => !run.over);
    return Promise.all((unfinished.length > 0 ? unfinished : able).map((run) => run.start())).then(() => {});
  }

  override pause(phase: 'paused' | 'waiting' = 'paused'): Promise<void> {
    return this.#each((run) => run.pause(phase));
  }

  /** One update of each; where one is behind, of that one. */
  override stepOnce(): Promise<void> {
    const least = Math.min(...this.#all.map((run) => run.step));
    const behind = this.#all.filter((run) => !run.over && run.step === least);
    return Promise.all((behind.length > 0 ? behind : this.#all).map((run) => run.stepOnce())).then(() => {});
  }

  override reset(): Promise<void> {
    return this.#renew(this.#each((run) => run.reset()));
  }

  async #renew(work: Promise<unknown>): Promise<void> {
    this.#renewing++;
    try {
      await work;
    } finally {
      this.#renewing--;
    }
  }

  override async setFull(full: boolean): Promise<void> {
    this.full = full;
    for (const run of this.#all) run.chosenPace = this.chosenPace;
    await this.#each((run) => run.setFull(full));
    this.changed();
  }

  override setBeam(width: number): void {
    for (const run of this.#all) run.setBeam(width);
    this.#mirror();
  }

  override ask(asked: Asked): void {
    this.first.ask(asked);
    this.#mirror();
  }

  override watch(tokens: string[]): void {
    for (const run of this.#all) run.watch(tokens);
    this.#mirror();
  }

  override close(): Promise<void> {
    this.#made = '';
    return this.#each((run) => run.close());
  }
}
