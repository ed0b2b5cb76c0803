// The operations of an engine on one instance of the WebAssembly module, by integer handles. It runs in a worker, directly in
// Node, or on a page's own thread. Long work goes in slices of some milliseconds, between which other calls get their turn:
// so a look at the model, or an abort, waits for a slice and not for a training.
import type { MainModule } from '../../build/wasm/lookback.mjs';
import { checkLength, shown, visible } from './checks.ts';
import type { Context } from './channel.ts';
import { disposed, LookbackError } from './errors.ts';
import { corpora, datasetLimits, type CorpusName } from './limits.ts';
import { loadData, loadPlain, loadThreaded, type Files, type Loaded } from './module.ts';
import { readPairs, textOf, type ReadOptions } from './pairs.ts';
import type {
  DatasetLimits, DotProducts, EngineInfo, EngineMemory, ErrorCode, Evaluation, ForwardTimes, HandResult, Hypothesis, IbmModel1, ModelConfig, Pair, Probe, Progress, Replacement, RunOptions, Skipped, Snapshot, TaskOptions, Trace, TraceTensor,
  TrainingConfig, TranslateOptions, Translation, Vocabulary,
} from './types.ts';
import { detokenise, isWord, tokenise } from './words.ts';

/** Examples by description: which task's, which kind, how many, drawn by which seed; length 0 for all the task's lengths. */
export interface Drawn { task: number; heldOut: boolean; count: number; seed: number; length: number }

export interface Vocabularies { source: Vocabulary; target: Vocabulary }
export interface TaskMade {
  handle: number;
  options: Required<TaskOptions>;
  defaults: ModelConfig;
  training: Required<TrainingConfig>;
  vocabularies: Vocabularies;
}
/** A task of given pairs. */
export interface DatasetMade extends TaskMade {
  pairs: number;
  heldOutPairs: number;
  skipped: Skipped[];
  skippedCount: number;
  minCount: number;
  longest: { source: number; target: number };
  unknown: { source: number; target: number };
  limits: DatasetLimits;
  estimatedMemory: number;
}
/** A text of pairs, how it is read, and what it is called. */
export interface Given extends ReadOptions { tsv: string | Blob | ArrayBuffer | Uint8Array; name: string; seed: number }
export interface ModelMade { handle: number; config: Required<ModelConfig>; parameterCount: number; vocabularies: Vocabularies; trainedSteps: number | undefined }
export interface TrainerMade { handle: number; config: Required<TrainingConfig> }

/** Which build, how many threads, and why no more. */
export type Chosen = Pick<EngineInfo, 'variant' | 'threads' | 'reason' | 'cause'>;

interface Model { handle: number; vocabularies: Vocabularies; evaluation: Promise<unknown> | undefined }
interface Trainer { handle: number; model: Model; config: Required<TrainingConfig>; step: number; firstStep: number }

const slice = 9; // ms of work between two turns for other calls
const blockLimit = 50; // ms that one update may hold a page's own thread
const leastAttempts = 4; // at timing that, however long they take
const catchUp = 50; // ms that a paced run may be behind and still make up for
const longestSleep = 1000; // ms: a timer takes no more than 2^31, and a moment of waiting is a moment to look around
const rateWindow = 500; // ms over which updates a second are measured

export class Host {
  #loaded: Loaded | undefined;
  #place: EngineInfo['place'] = 'node';
  #broken: LookbackError | undefined;
  #data: Files['data'] | undefined;
  readonly #tasks = new Map<number, Vocabularies>();
  readonly #lines = new Map<number, string[]>(); // of a task's pairs, as they were written
  readonly #models = new Map<number, Model>();
  readonly #trainers = new Map<number, Trainer>();

  /** Loads the build that was chosen, first of all calls; where threads cannot be started, the one that needs none. */
  async start(_: Context, files: Files, place: EngineInfo['place'], chosen: Chosen): Promise<Chosen> {
    this.#place = place;
    this.#data = files.data;
    let { reason, cause } = chosen;
    if (chosen.variant === 'simd-threads') {
      try {
        this.#loaded = await loadThreaded(files, chosen.threads, place, (words) => {
          this.#broken = new LookbackError('internal', `The engine stopped (a thread ended: ${words}): load it anew.`);
        });
        return chosen;
      } catch (error) {
        cause = 'failed';
        reason = `More threads could not be started here: ${(error as Error).message.replace(/\.$/, '')}.`;
      }
    }
    this.#loaded = await loadPlain(files);
    return { variant: 'simd', threads: 1, reason, cause };
  }

  task(_: Context, name: string, options: string): TaskMade {
    try {
      return this.#taskMade(this.#ask((wasm) => wasm.createTask(name, options)));
    } catch (error) {
      const { code, message } = error as LookbackError;
      if (code !== 'bad-task' || !message.startsWith('There is no task')) throw error;
      throw new LookbackError(code, message.replace(/\.$/, `, '${Object.keys(corpora).join("', '")}'.`));
    }
  }

  /** A task of the pairs of a text, read in slices. */
  async dataset(_: Context, { tsv, name, seed, ...options }: Given): Promise<DatasetMade> {
    let sliceStart = performance.now();
    const rest = async (): Promise<void> => {
      if (performance.now() - sliceStart < slice) return;
      await turn();
      if (!this.#loaded) throw disposed('engine');
      sliceStart = performance.now();
    };
    const content = typeof tsv === 'string' ? tsv : await textOf(tsv instanceof Uint8Array ? tsv : new Uint8Array(tsv instanceof ArrayBuffer ? tsv : await contentOf(tsv)), rest);
    const { count, ids, lines, vocabularies: { source, target }, ...report } = await readPairs(content, options, rest);
    const { handle } = this.#ask((wasm) => wasm.beginGiven(name, JSON.stringify(source), JSON.stringify(target), seed));
    try {
      for (let at = 0; at < ids.length;) {
        let end = at;
        for (let pairs = 0; pairs < 1000 && end < ids.length; ++pairs) end += 3 + ids[end]! + ids[end + 1]!;
        this.#ask((wasm) => wasm.addGiven(handle, ids.subarray(at, end)));
        at = end;
        await rest();
      }
      const made = this.#ask((wasm) => wasm.finishGiven(handle));
      const task = this.#taskMade(made);
      this.#lines.set(task.handle, lines);
      return { ...task, ...report, pairs: count, heldOutPairs: made.heldOut, limits: { ...datasetLimits, memory: made.memoryLimit }, estimatedMemory: made.memory };
    } finally {
      this.#loaded?.wasm.freeGiven(handle);
    }
  }

  /** A corpus of the package, as a task. */
  async corpus(context: Context, name: CorpusName, { seed, minLength, longestSource }: { seed: number; minLength: number; longestSource: number }): Promise<DatasetMade> {
    const tsv = await loadData(this.#data![name]);
    return this.dataset(context, { tsv, name, seed, minLength, longestSource, ...corpora[name], segmented: true, minCount: undefined, maxLength: datasetLimits.tokens });
  }

  parse(_: Context, task: number, source: string): string[] {
    const vocabularies = this.#tasks.get(task);
    if (!vocabularies) throw disposed('task');
    const tokens = split(source, vocabularies.source).map(visible);
    checkLength('text', tokens);
    this.#ask((wasm) => wasm.checkSource(task, tokens));
    return tokens;
  }

  find(_: Context, task: number, source: string[] | string): Pair | null {
    const vocabularies = this.#tasks.get(task);
    if (!vocabularies) throw disposed('task');
    const words = tokens('source', source, vocabularies.source);
    const place = this.#lines.get(task)?.findIndex((line) => line.startsWith(`${words.join(' ')}\t`));
    if (place !== undefined) return place < 0 ? null : this.#asWritten(task, [{ source: words, target: [], place }])[0]!;
    return words.every(knows(vocabularies.source)) ? this.#ask((wasm) => wasm.findPair(task, words)).pairs[0] ?? null : null;
  }

  pairs(_: Context, drawn: Drawn): Pair[] {
    return this.#asWritten(drawn.task, this.#drawn(drawn));
  }

  /** Pairs as a model reads them. */
  #drawn({ task, heldOut, count, seed, length }: Drawn): (Pair & { place?: number })[] {
    return this.#ask((wasm) => wasm.drawPairs(task, heldOut, count, seed, length)).pairs;
  }

  /** The same in the words that were given, with whose they are where that is said. */
  #asWritten(task: number, pairs: (Pair & { place?: number })[]): Pair[] {
    const lines = this.#lines.get(task);
    return lines ? pairs.map(({ place }) => {
      const [source, target, attribution] = lines[place!]!.split('\t') as [string, string, string?];
      return { source: source.split(' '), target: target.split(' '), ...(attribution !== undefined && { attribution }) };
    }) : pairs;
  }

  model(_: Context, task: number, config: string): ModelMade {
    return this.#made(this.#ask((wasm) => wasm.createModel(task, config)));
  }

  loadModel(_: Context, bytes: Uint8Array): ModelMade {
    return this.#made(this.#ask((wasm) => wasm.readModel(bytes)));
  }

  save(_: Context, model: number, training: boolean): Uint8Array {
    const trainer = training ? this.#trainerOf(model) : undefined;
    if (training && !trainer) {
      throw new LookbackError('bad-input', 'This model has no trainer whose training could be saved: make one first, or save it without `training`.');
    }
    return this.#ask((wasm) => wasm.saveModel(model, trainer?.handle ?? 0)).bytes;
  }

  /** Trains on `from`: a task's handle, or pairs. */
  async trainer(_: Context, model: number, from: number | Pair[], config: string): Promise<TrainerMade> {
    const of = this.#model(model);
    const made = this.#ask((wasm) =>
      typeof from === 'number' ? wasm.trainOnTask(model, from, config) : wasm.trainOnPairs(model, from, config));
    const full: Required<TrainingConfig> = JSON.parse(text(made.config));
    try {
      if (this.#place === 'main-thread') await this.#refuseIfSlow(made.handle);
      this.#ask((wasm) => wasm.reserve(made.handle));
    } catch (error) {
      this.#loaded?.wasm.freeTrainer(made.handle);
      throw error;
    }
    this.#trainers.set(made.handle, { handle: made.handle, model: of, config: full, step: made.steps, firstStep: made.steps });
    return { handle: made.handle, config: full };
  }

  async step(_: Context, handle: number): Promise<Progress> {
    const trainer = this.#trainer(handle);
    while (trainer.model.evaluation) await trainer.model.evaluation;
    const started = performance.now();
    return { ...this.#update(trainer), stepsPerSecond: rate(1, performance.now() - started), done: true };
  }

  async reset(_: Context, handle: number): Promise<void> {
    const trainer = this.#trainer(handle);
    while (trainer.model.evaluation) await trainer.model.evaluation;
    this.#trainer(handle);
    this.#ask((wasm) => wasm.reset(handle));
    trainer.step = trainer.firstStep;
  }

  /** Updates in slices, until all are made or the call is cancelled. */
  async run({ signal, progress }: Context, handle: number, { steps, every = 10, pace }: Omit<RunOptions, 'signal'>): Promise<void> {
    const trainer = this.#trainer(handle);
    const total = steps ?? trainer.config.steps - trainer.step;
    if (total < 1) {
      throw new LookbackError('bad-steps', `The recipe's ${trainer.config.steps} updates are made: say how many more with \`steps\`, or reset the trainer.`);
    }
    let last: Omit<Progress, 'done' | 'stepsPerSecond'> | undefined;
    let due = performance.now();
    let sliceStart = due;
    let marks = [{ time: due, made: 0 }]; // one or two moments to measure the rate from
    const report = (made: number, done: boolean): void => {
      const now = performance.now();
      progress({ ...last!, stepsPerSecond: rate(made - marks[0]!.made, now - marks[0]!.time), done } satisfies Progress);
      if (now - marks.at(-1)!.time > rateWindow) marks = [marks.at(-1)!, { time: now, made }];
    };
    for (let made = 0; ;) {
      if (signal.aborted) {
        if (made > 0) report(made, true);
        return;
      }
      while (trainer.model.evaluation) await trainer.model.evaluation;
      const now = performance.now();
      if (pace !== undefined) {
        if (now < due) {
          await sleep(Math.min(due - now, longestSleep), signal);
          sliceStart = performance.now();
          continue;
        }
        due = Math.max(due, now - catchUp) + 1000 / pace;
      }
      last = this.#update(trainer);
      made += 1;
      if (made === total) return report(made, true);
      if (last.step % every === 0) report(made, false);
      if (performance.now() - sliceStart >= slice) {
        await turn();
        sliceStart = performance.now();
      }
    }
  }

  /**
   * Scores pairs, in slices; training of the same model waits meanwhile, so that all are scored by the same weights. Whatever
   * waits for an evaluation goes on in the order in which it came, and looks again at once before it begins.
   */
  async evaluate(context: Context, model: number, examples: Drawn | Pair[], textScores: boolean): Promise<Evaluation> {
    const of = this.#model(model);
    while (of.evaluation) await of.evaluation;
    this.#model(model);
    // Texts are scored against the words of a pair, which the core knows only as far as the vocabulary has them.
    const scored = textScores && !Array.isArray(examples) ? this.pairs(context, examples) : examples;
    const { handle } = this.#ask((wasm) => (Array.isArray(scored)
      ? wasm.evaluateOnPairs(model, scored, textScores)
      : wasm.evaluateOnTask(model, scored.task, scored.heldOut, scored.count, scored.seed, scored.length)));
    const work = async (): Promise<Evaluation> => {
      for (let sliceStart = performance.now(); this.#ask((wasm) => wasm.evaluateMore(handle)).more;) {
        if (performance.now() - sliceStart < slice) continue;
        await turn();
        this.#model(model);
        sliceStart = performance.now();
      }
      const made = this.#ask((wasm) => wasm.evaluation(handle));
      const { count, loss, perplexity, tokenAccuracy, sequenceAccuracy, alignmentHit, goldWeight, lagHit, byLength } = made;
      return {
        count, loss, perplexity, tokenAccuracy, sequenceAccuracy,
        ...(made.aligned && {
          alignmentHit, goldWeight, alignmentErrorRate: made.errorRate, bestAlignmentErrorRate: made.bestErrorRate,
          ...(made.inverted > 0 && { invertedHit: made.invertedHit }), lagHit,
        }),
        ...(made.spread && { attentionEntropy: made.entropy, attentionPeak: made.peak }),
        ...(made.scored && { bleu: made.bleu, chrf: made.chrf }),
        byLength,
      };
    };
    const result = work().finally(() => {
      of.evaluation = undefined;
      this.#loaded?.wasm.freeEvaluator(handle);
    });
    of.evaluation = result.catch(() => {});
    return result;
  }

  translate(_: Context, model: number, source: string[] | string, options: TranslateOptions): Translation {
    const { vocabularies } = this.#model(model);
    const from = tokens('source', source, vocabularies.source);
    const { beam = 1, nBest, lengthNormalization = 1, tree, force = [], at } = options;
    const [trainer, step] = this.#moment(model, at);
    const made = this.#ask((wasm) => wasm.translate(model, trainer, step, from, beam, nBest ?? 1, lengthNormalization, force));
    const width = from.length;
    const unk = vocabularies.target.tokens[vocabularies.target.unk];
    const hypotheses = made.hypotheses.map(({ rows, weights, ...rest }): Hypothesis => {
      const alignment = {
        rows,
        columns: from,
        weights: weights.length === 0 ? [] : rows.map((_row, i) => Array.from(weights.subarray(i * width, (i + 1) * width))),
      };
      const replacements = unk === undefined || weights.length === 0 ? undefined : rest.tokens.flatMap((token, row): Replacement[] => {
        if (token !== unk) return [];
        const column = alignment.weights[row]!.reduce((best, weight, j, all) => (weight > all[best]! ? j : best), 0);
        const word = from[column]!;
        return [vocabularies.source, vocabularies.target].every(({ language }) => isWord(word, language ?? 'und')) ? [{ row, column, word }] : [];
      });
      const words = [...rest.tokens];
      replacements?.forEach(({ row, word }) => { words[row] = word; });
      return {
        ...rest,
        text: join(rest.tokens, vocabularies.target),
        alignment,
        ...(replacements && { replacements }),
        ...(replacements?.length && { replacedText: join(words, vocabularies.target) }),
      };
    });
    const isKnown = knows(vocabularies.source);
    const unknown = vocabularies.source.unk < 0 ? undefined : from.flatMap((token, j) => (isKnown(token) ? [] : [j]));
    return { ...hypotheses[0]!, ...(unknown && { unknown }), ...(nBest !== undefined && { nBest: hypotheses }), ...(tree && { tree: made.tree }) };
  }

  trace(_: Context, model: number, source: string[] | string, target: string[] | string | undefined, force: NonNullable<TranslateOptions['force']>, at: number | undefined): Trace {
    const { vocabularies } = this.#model(model);
    const from = tokens('source', source, vocabularies.source);
    const to = target === undefined ? [] : tokens('target', target, vocabularies.target);
    const [trainer, step] = this.#moment(model, at);
    const made = this.#ask((wasm) => wasm.traceModel(model, trainer, step, from, to, force));
    return { source: made.source, target: made.target, tensors: byName(made.tensors) };
  }

  parameters(_: Context, model: number, at: number | undefined): Record<string, TraceTensor> {
    this.#model(model);
    const [trainer, step] = this.#moment(model, at);
    return byName(this.#ask((wasm) => wasm.parameters(model, trainer, step)).tensors);
  }

  snapshots(_: Context, model: number): Snapshot[] {
    this.#model(model);
    const trainer = this.#trainerOf(model);
    return trainer ? this.#ask((wasm) => wasm.moments(trainer.handle)).moments : [];
  }

  attention(_: Context, input: string): HandResult {
    const made: HandResult = JSON.parse(text(this.#ask((wasm) => wasm.attention(input)).text));
    const unmasked = (values: (number | null)[]) => values.map((value, j) => (made.keys[j]!.length > 0 ? value : null)); // masked: no key
    return { ...made, energies: unmasked(made.energies), ...(made.products && { products: unmasked(made.products) }) };
  }

  dotProducts(_: Context, dimensions: number[], count: number, keys: number, seed: number): DotProducts[] {
    return this.#ask((wasm) => wasm.dotProducts(dimensions, count, keys, seed)).rows;
  }

  /** Learns from pairs and aligns pairs; other calls get their turn between the iterations. */
  async ibmModel1(_: Context, examples: Drawn | Pair[], iterations: number, align: Drawn | Pair[]): Promise<IbmModel1> {
    const pairsOf = (from: Drawn | Pair[]): Pair[] => (Array.isArray(from) ? from : this.#drawn(from));
    const { handle } = this.#ask((wasm) => wasm.createAligner(pairsOf(examples)));
    try {
      const losses: number[] = [];
      for (let i = 0; i < iterations; ++i) {
        losses.push(this.#ask((wasm) => wasm.iterateAligner(handle)).loss);
        await turn();
      }
      const pairs = pairsOf(align);
      const made = this.#ask((wasm) => wasm.align(handle, pairs));
      return {
        losses,
        alignments: made.alignments.map(({ weights }, k) => {
          const { source: columns, target: rows } = pairs[k]!;
          const width = columns.length;
          return { rows, columns, weights: rows.map((_row, i) => Array.from(weights.subarray(i * width, (i + 1) * width))) };
        }),
        links: made.alignments.map(({ links }) => links),
        ...(made.known && { alignmentErrorRate: made.errorRate, bestAlignmentErrorRate: made.bestErrorRate }),
      };
    } finally {
      this.#loaded?.wasm.freeAligner(handle);
    }
  }

  probe(_: Context, model: number, task: number, position: number, training: number, test: number, seed: number): Probe {
    const { trained, tested, accuracy, trainingAccuracy, chance } = this.#ask((wasm) => wasm.probe(model, task, position, training, test, seed));
    return { position, trained, tested, accuracy, trainingAccuracy, chance };
  }

  gradientByDistance(_: Context, model: number, task: number, length: number, count: number, seed: number): number[] {
    return this.#ask((wasm) => wasm.gradientByDistance(model, task, length, count, seed)).values;
  }

  forwardTimes(_: Context, model: number, task: number, length: number, count: number, seed: number): ForwardTimes {
    const [encoder, attention] = this.#ask((wasm) => wasm.forwardTimes(model, task, length, count, seed)).values as [number, number];
    return { encoder, attention };
  }

  memory(): EngineMemory {
    if (!this.#loaded) throw disposed('engine');
    return { bytes: this.#loaded.memory.buffer.byteLength, tasks: this.#tasks.size, models: this.#models.size, trainers: this.#trainers.size };
  }

  free(_: Context, what: 'task' | 'model' | 'trainer', handle: number): void {
    if (what === 'task' && this.#tasks.delete(handle)) this.#loaded?.wasm.freeTask(handle);
    if (what === 'task') this.#lines.delete(handle);
    if (what === 'model' && this.#models.delete(handle)) this.#loaded?.wasm.freeModel(handle);
    if (what === 'trainer' && this.#trainers.delete(handle)) this.#loaded?.wasm.freeTrainer(handle);
  }

  /** Lets go of the module and all that lived in it. */
  close(): void {
    this.#tasks.clear();
    this.#lines.clear();
    this.#models.clear();
    this.#trainers.clear();
    this.#loaded?.end();
    this.#loaded = undefined;
  }

  /**
   * Calls the module; a reply that names a failure becomes a LookbackError. So does what is thrown: after a trap nothing can be
   * asked any more, but where the bindings cannot take an argument, nothing has happened.
   */
  #ask<Reply extends { code: unknown; message: unknown }>(call: (wasm: MainModule) => Reply): Reply {
    if (this.#broken) throw this.#broken;
    if (!this.#loaded) throw disposed('engine');
    let reply: Reply;
    try {
      reply = call(this.#loaded.wasm);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (!(error instanceof WebAssembly.RuntimeError)) throw new LookbackError('bad-input', `The engine cannot take this (${words}): give it what the types say.`);
      throw (this.#broken = new LookbackError('internal', `The engine stopped (${words}): load it anew.`));
    }
    if (reply.code !== '') throw new LookbackError(reply.code as ErrorCode, text(reply.message));
    return reply;
  }

  #model(handle: number): Model {
    const model = this.#models.get(handle);
    if (!model) throw disposed('model');
    return model;
  }

  #trainer(handle: number): Trainer {
    const trainer = this.#trainers.get(handle);
    if (!trainer) throw disposed('trainer');
    this.#model(trainer.model.handle);
    return trainer;
  }

  #trainerOf(model: number): Trainer | undefined {
    return [...this.#trainers.values()].find((trainer) => trainer.model.handle === model);
  }

  /** The trainer that recorded a moment, and its step; no trainer (0) for the model as it is. */
  #moment(model: number, at: number | undefined): [trainer: number, step: number] {
    if (at === undefined) return [0, 0];
    const trainer = this.#trainerOf(model);
    if (!trainer) throw new LookbackError('bad-input', 'This model has no recorded moments: its trainer records them, and there is none.');
    return [trainer.handle, at];
  }

  #update(trainer: Trainer): Omit<Progress, 'done' | 'stepsPerSecond'> {
    this.#trainer(trainer.handle);
    const { step, loss, gradientNorm, learningRate } = this.#ask((wasm) => wasm.update(trainer.handle));
    trainer.step = step;
    return { step, loss, gradientNorm, learningRate };
  }

  #taskMade({ handle, ...made }: ReturnType<MainModule['createTask']>): TaskMade {
    const vocabularies = read(made);
    this.#tasks.set(handle, vocabularies);
    return {
      handle,
      options: { minLength: made.minLength, maxLength: made.maxLength, seed: made.seed },
      defaults: this.#brief(handle, text(made.defaults)),
      training: JSON.parse(text(made.training)),
      vocabularies,
    };
  }

  #made(made: { handle: number; config: unknown; source: unknown; target: unknown; parameterCount: number; steps: number }): ModelMade {
    const { handle, parameterCount } = made;
    const vocabularies = read(made);
    this.#models.set(handle, { handle, vocabularies, evaluation: undefined });
    return { handle, parameterCount, config: JSON.parse(text(made.config)), vocabularies, trainedSteps: made.steps < 0 ? undefined : made.steps };
  }

  /** A task's model without the settings that follow from the others, so that changing one of these changes them too. */
  #brief(task: number, full: string): ModelConfig {
    let brief: ModelConfig = JSON.parse(full);
    for (const name of ['encoderHidden', 'attentionSize', 'query', 'inputFeeding'] as const) {
      const { [name]: _follows, ...rest } = brief;
      if (text(this.#ask((wasm) => wasm.completeConfig(task, JSON.stringify(rest))).text) === full) brief = rest;
    }
    return brief;
  }

  /**
   * Refuses what would hold up a page: a few sentences are timed, cut short at first so that the timing itself does not hold
   * it up. The best of some attempts counts, since the first run slower, and whatever else the machine does slows some.
   */
  async #refuseIfSlow(trainer: number): Promise<void> {
    for (const tokens of [2, 1000]) {
      let update = Infinity;
      const started = performance.now();
      for (let attempt = 0; attempt < leastAttempts || performance.now() - started < blockLimit; attempt++, await turn()) {
        const from = performance.now();
        const { share } = this.#ask((wasm) => wasm.rehearseUpdate(trainer, tokens));
        update = Math.min(update, (performance.now() - from) / share);
      }
      if (update > blockLimit) {
        throw new LookbackError('too-slow', `One update would hold this page up for about ${Math.round(update)} ms, since no worker could be started here: take a smaller batch or a smaller model.`);
      }
    }
  }
}

/** A file's bytes, from where it lies. */
async function contentOf(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (error) {
    throw new LookbackError('bad-data', `The file could not be read (${error instanceof Error ? error.message : String(error)}): choose it again.`);
  }
}

const byName = (tensors: TraceTensor[]): Record<string, TraceTensor> => Object.fromEntries(tensors.map((tensor) => [tensor.name, tensor]));

/** A string as the module returns it. */
const text = (value: unknown): string => value as string;

const read = ({ source, target }: { source: unknown; target: unknown }): Vocabularies => ({
  source: JSON.parse(text(source)),
  target: JSON.parse(text(target)),
});

const rate = (updates: number, milliseconds: number): number => (milliseconds > 0 ? (1000 * updates) / milliseconds : 0);

// --- text ---

/** True where every token that is not a special one is a single character, so that a text needs no spaces. */
function ofCharacters({ tokens: all, bos, eos, unk }: Vocabulary): boolean {
  return all.every((token, id) => (id === bos && eos >= 0) || id === eos || id === unk || [...token].length === 1);
}

const known = new WeakMap<Vocabulary, Set<string>>();
/** Whether a token is in a vocabulary. */
function knows(vocabulary: Vocabulary): (token: string) => boolean {
  const set = known.get(vocabulary) ?? new Set(vocabulary.tokens);
  known.set(vocabulary, set);
  return (token) => set.has(token);
}

/** A text's tokens: words by the rule of their language; or its characters, or what stands between spaces, full-width forms as the plain ones. */
function split(source: string, vocabulary: Vocabulary): string[] {
  if (vocabulary.language) return tokenise(source, vocabulary.language, knows(vocabulary));
  const plain = source.normalize('NFKC').trim();
  if (ofCharacters(vocabulary)) return [...plain].filter((character) => knows(vocabulary)(character) || !/[\s,]/.test(character));
  return plain.split(/\s+/).filter((word) => word !== '');
}

const join = (written: string[], vocabulary: Vocabulary): string =>
  (vocabulary.language ? detokenise(written, vocabulary.language) : written.join(ofCharacters(vocabulary) ? '' : ' '));

function tokens(name: string, given: string[] | string, vocabulary: Vocabulary): string[] {
  const list = (typeof given === 'string' ? split(given, vocabulary) : given).map(visible);
  checkLength(name, list);
  const odd = list.find((token) => /\s/.test(token) && !knows(vocabulary)(token));
  if (odd !== undefined) throw new LookbackError('bad-input', `The ${name} has the token ${shown(odd)}, and no token of this model has a space in it: give them one by one, or a text.`);
  return list;
}

// --- turns ---

const messages = typeof setImmediate === 'function' ? undefined : new MessageChannel();
const turns: (() => void)[] = [];
if (messages) messages.port1.onmessage = () => turns.shift()?.();

/** Lets everything that waits have its turn: messages, timers, a page's painting. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (!messages) return setImmediate(resolve);
    turns.push(resolve);
    messages.port2.postMessage(null);
  });
}

/** Waits so many milliseconds, or until aborted. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
  });
}
