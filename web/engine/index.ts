/// <reference lib="esnext.disposable" preserve="true" />
// The package's API: load an engine, describe a task, make a model, train it, look at it. In a page the arithmetic runs in a
// worker; in Node, or where no worker can be made, on the same thread in slices; and on further threads where there can be some.
// Handles are made at once and everything else is a promise; whatever fails, throws or rejects with a LookbackError, and the
// next call works.
//
// In the files: host.ts does the work on the WebAssembly module, which module.ts loads in the build that variant.ts chose;
// channel.ts carries calls to it, worker.ts is its other end.
import workerFile from './worker.ts?worker&url';
import wasmFile from '../../build/wasm/lookback.wasm?url&no-inline';
import glueFile from '../../build/wasm/lookback.mjs?url&no-inline';
import threadsFile from '../../build/wasm-threads/lookback-threads.mjs?url&no-inline';
import enFrFile from '../data/tatoeba-en-fr.tsv?url&no-inline';
import enZhFile from '../data/tatoeba-en-zh.tsv?url&no-inline';
import threadsWasmFile from '../../build/wasm-threads/lookback-threads.wasm?url&no-inline';
import { connect, direct, type Connection } from './channel.ts';
import { checkedForce, checkedPairs, checkedTranslate, checkLength, detached, flag, highestSeed, json, longest, moment, options, plain, shown, tokensOrText, visible, whole } from './checks.ts';
import { disposed, LookbackError } from './errors.ts';
import type { Chosen, DatasetMade, Drawn, Given, Host, ModelMade, TaskMade, TrainerMade } from './host.ts';
import type { Files } from './module.ts';
import { corpora, datasetLimits, languageTag, tooLarge, type CorpusName } from './limits.ts';
import { chooseVariant } from './variant.ts';
import type {
  DatasetInput, DatasetLimits, DotProductOptions, DotProducts, EngineInfo, EngineMemory, Evaluation, Examples, ForwardTimes, HandInput, HandResult, HeldOutOptions, IbmModel1, IbmModel1Options, LoadOptions, ModelConfig, Pair, Probe, Progress, RunOptions,
  Skipped, Snapshot, TaskName, TaskOptions, Trace, TraceOptions, TraceTensor, TrainingConfig, TranslateOptions, Translation, Vocabulary,
} from './types.ts';

export { LookbackError } from './errors.ts';
export { datasetLimits } from './limits.ts';
export type * from './types.ts';
export type { Dataset, Engine, Model, Task, Trainer };

const mostExamples = 100_000;
const stale = 100; // ms after which a reader who is slower than the training is not shown a progress any more

/**
 * Loads an engine: the WebAssembly module, in a worker where there can be one, with threads where there can be some; `info` says
 * what it came to. Several engines in a page know nothing of each other.
 *
 * @throws `unsupported` without WebAssembly SIMD, `load-failed` naming the URL of a file that is not there, `bad-config`.
 */
export async function load(given?: LoadOptions): Promise<Engine> {
  const asked = options('load()', given, 'bad-config', 'threads', 'variant', 'wasmUrl', 'workerUrl', 'threadsUrl', 'threadsWasmUrl', 'dataUrl');
  const { wasmUrl = wasmFile, workerUrl = workerFile, threadsUrl = threadsFile, threadsWasmUrl = threadsWasmFile } = asked;
  const folder = asked.dataUrl;
  const named = { wasmUrl, threadsUrl, threadsWasmUrl, workerUrl, ...(folder !== undefined && { dataUrl: folder }) };
  for (const [name, url] of Object.entries(named)) {
    if (typeof url !== 'string' && !(url instanceof URL)) throw new LookbackError('bad-config', `\`${name}\` must be a text or a URL, not ${shown(url)}.`);
  }
  const node = inNode();
  const placed = (name: string, url: string | URL): string => (node ? nodeUrl(url) : absolute(name, url));
  const at = (name: 'wasmUrl' | 'workerUrl' | 'threadsUrl' | 'threadsWasmUrl'): string => placed(name, named[name]);
  const corpus = (name: CorpusName, own: string): string =>
    (folder === undefined ? placed('dataUrl', own) : new URL(`${name}.tsv`, `${placed('dataUrl', folder).replace(/\/$/, '')}/`).href);
  const data: Files['data'] = { 'tatoeba-en-fr': corpus('tatoeba-en-fr', enFrFile), 'tatoeba-en-zh': corpus('tatoeba-en-zh', enZhFile) };
  const files: Files = { glue: placed('glue', glueFile), wasm: at('wasmUrl'), threads: at('threadsUrl'), threadsWasm: at('threadsWasmUrl'), data };
  const chosen = chooseVariant(asked, {
    node,
    cores: node ? process.getBuiltinModule('node:os').availableParallelism() : navigator.hardwareConcurrency,
    files: [files.threads, files.threadsWasm],
    ownFile: asked.wasmUrl !== undefined && asked.threadsUrl === undefined,
  });
  if (node) return hostHere(files, 'node', chosen);
  const worker = await startWorker(at('workerUrl'));
  if (typeof worker === 'string') {
    const plain = chosen.reason || 'More threads need a worker to start from.';
    return hostHere(files, 'main-thread', { variant: 'simd', threads: 1, cause: 'no-worker', reason: `${plain} It computes on the page's own thread, in slices, because ${worker}.` });
  }
  const host = connect<Host>(worker);
  try {
    return new Engine(host, { ...await host.call('start', [files, 'worker', chosen]), place: 'worker' });
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** One instance of the arithmetic, and all tasks, models and trainers made with it. */
class Engine {
  /** What it came to: threads, and why not more. */
  readonly info: Readonly<EngineInfo>;
  readonly #host: Connection<Host>;

  /** @internal */
  constructor(host: Connection<Host>, info: EngineInfo) {
    this.#host = host;
    this.info = Object.freeze(info);
  }

  /** Real sentences: pairs that come with the package, as a dataset. */
  task(name: CorpusName, options?: TaskOptions): Promise<Dataset>;
  /**
   * A source of examples, with the model and recipe that suit it. Lengths are in tokens: 1 to 60 digits, six unless given; a language has
   * sentences of some lengths, and all of them unless given.
   *
   * @throws `bad-task` for a name or an option that there is not.
   */
  task(name: TaskName, options?: TaskOptions): Promise<Task>;
  async task(name: TaskName, options?: TaskOptions): Promise<Task> {
    if (typeof name !== 'string') throw new LookbackError('bad-task', `The name of a task must be a text, such as 'reverse', not ${shown(name)}.`);
    const own = plain('The options of a task', options, 'bad-task');
    if (Object.hasOwn(corpora, name)) return this.#corpus(name as CorpusName, own);
    const given = json(own);
    return new Task(this.#host, name, await this.#host.call('task', [visible(name), given]));
  }

  async #corpus(name: CorpusName, given: TaskOptions): Promise<Dataset> {
    const { minLength = 1, maxLength = longest, seed = 0 } = options('task()', given, 'bad-task', 'minLength', 'maxLength', 'seed');
    whole('minLength', minLength, 1, longest, 'bad-task');
    whole('maxLength', maxLength, minLength, longest, 'bad-task');
    whole('seed', seed, 0, highestSeed, 'bad-task');
    return new Dataset(this.#host, name, await this.#host.call('corpus', [name, { seed, minLength, longestSource: maxLength }]));
  }

  /**
   * The reader's own sentence pairs, as a task: wherever a task can be used, so can they. What cannot be read is skipped and
   * reported by its line.
   *
   * @throws `bad-data` for a text without pairs, or with more than the limits (`datasetLimits`), naming the limit and the line.
   */
  async dataset(input: DatasetInput): Promise<Dataset> {
    const { tsv, source, target, minCount, maxLength = longest, name = 'dataset', seed = 0 } =
      options('dataset()', input, 'bad-data', 'tsv', 'source', 'target', 'minCount', 'maxLength', 'name', 'seed');
    const tag = Object.prototype.toString.call(tsv); // an object of another frame is no instance of this one's class
    const isText = typeof tsv === 'string';
    if (!isText && !['[object Blob]', '[object File]', '[object ArrayBuffer]', '[object Uint8Array]'].includes(tag)) {
      throw new LookbackError('bad-data', `\`tsv\` must be a text, a Blob, an ArrayBuffer or a Uint8Array, not ${shown(tsv)}.`);
    }
    if (!isText && !tag.endsWith('Blob]') && !tag.endsWith('File]') && detached(tsv as ArrayBuffer)) {
      throw new LookbackError('bad-data', 'The bytes of `tsv` were handed on to another thread, so that nothing is left of them here: give a copy.');
    }
    const bytes = isText ? tsv.length : (tsv as Blob).size ?? (tsv as ArrayBuffer).byteLength;
    if (bytes > datasetLimits.bytes) throw tooLarge(bytes);
    if (typeof name !== 'string' || name === '' || name.length > 100) throw new LookbackError('bad-data', `\`name\` must be a text of 1 to 100 characters, not ${shown(name)}.`);
    const given: Given = {
      tsv: tsv!,
      source: languageTag('source', source),
      target: languageTag('target', target),
      minCount: minCount === undefined ? undefined : whole('minCount', minCount, 1, 1000, 'bad-data'),
      maxLength: whole('maxLength', maxLength, 1, datasetLimits.tokens, 'bad-data'),
      name: visible(name),
      seed: whole('seed', seed, 0, highestSeed, 'bad-data'),
    };
    return new Dataset(this.#host, given.name, await this.#host.call('dataset', [given]));
  }

  /**
   * A model with starting weights of its own seed. What `config` leaves out is the task's.
   *
   * @throws `bad-config` naming the setting and its value, `out-of-memory`.
   */
  async model(config: ModelConfig | undefined, task: Task): Promise<Model> {
    if (!(task instanceof Task)) throw new LookbackError('bad-input', 'A model needs a task: give what engine.task() resolves to.');
    const handle = task.of(this.#host);
    return new Model(this.#host, await this.#host.call('model', [handle, json(plain('The configuration of a model', config, 'bad-config'))]), task);
  }

  /**
   * A model from a safetensors file, as `model.save()` wrote it: configuration, vocabularies and weights. With a task it can be
   * trained on that task's examples. Where a training was saved with it, its first trainer goes on with that, as if it had never
   * stopped; settings that this trainer is not given are those of that training. The optimizer, the batch size, the seed and what is
   * trained on (the pairs, or the task and its lengths) must be the same, and `steps` not below where it stands: what differs is refused when the trainer is used.
   *
   * @throws `bad-model` naming what is wrong with the file, or that it is not of this task.
   */
  async loadModel(bytes: ArrayBuffer | Uint8Array, task?: Task): Promise<Model> {
    if ((bytes instanceof ArrayBuffer || bytes instanceof Uint8Array) && detached(bytes)) {
      throw new LookbackError('bad-model', 'The bytes of this model were handed on to another thread, so that nothing is left of them here: give a copy.');
    }
    const given = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
    if (!(given instanceof Uint8Array)) throw new LookbackError('bad-model', 'A model is read from bytes: give an ArrayBuffer or a Uint8Array.');
    if (task !== undefined && !(task instanceof Task)) throw new LookbackError('bad-input', `The task of a model cannot be ${shown(task)}: give what engine.task() resolves to.`);
    task?.of(this.#host);
    const made = await this.#host.call('loadModel', [given]);
    if (task && JSON.stringify(task.vocabularies) !== JSON.stringify(made.vocabularies)) {
      void this.#host.call('free', ['model', made.handle]).catch(() => {});
      throw new LookbackError('bad-model', `The model's vocabularies are not those of the task '${task.name}': load it without a task, or with the one it was made for.`);
    }
    return new Model(this.#host, made, task);
  }

  /**
   * One step of attention by hand, in double precision: energies, weights and context, and everything between them, by the
   * same code that a model runs.
   *
   * @throws `bad-input` naming what does not fit.
   */
  async attention(input: HandInput): Promise<HandResult> {
    return this.#host.call('attention', [json(plain('The input of `attention()`', input, 'bad-input'))]);
  }

  /**
   * Dot products of random vectors, for several sizes d: that their variance grows as d, and what softmax makes of such scores with
   * and without the 1/√d of the scaled dot product (Vaswani et al. 2017). The same numbers for the same options, everywhere.
   *
   * @throws `bad-input` naming the option that does not fit.
   */
  async dotProducts(given?: DotProductOptions): Promise<DotProducts[]> {
    const { dimensions = [1, 4, 16, 64, 256], count = 1000, keys = 10, seed = 0 } =
      options('dotProducts()', given, 'bad-input', 'dimensions', 'count', 'keys', 'seed');
    if (!Array.isArray(dimensions)) throw new LookbackError('bad-input', `\`dimensions\` must be a list of whole numbers, not ${shown(dimensions)}.`);
    for (const dimension of dimensions) whole('dimensions', dimension, 1, 4096, 'bad-input');
    whole('count', count, 2, 100_000, 'bad-input');
    whole('keys', keys, 2, 100, 'bad-input');
    whole('seed', seed, 0, highestSeed, 'bad-input');
    return this.#host.call('dotProducts', [dimensions, count, keys, seed]);
  }

  /**
   * IBM Model 1 (Brown et al. 1993) learnt from pairs of tokens, and its alignment of these or of other pairs: what alignments were
   * before attention, to lay beside it.
   *
   * @throws `bad-input` naming what does not fit.
   */
  async ibmModel1(examples: Examples | Pair[], given?: IbmModel1Options): Promise<IbmModel1> {
    const { iterations = 10, align = examples } = options('ibmModel1()', given, 'bad-input', 'iterations', 'align');
    whole('iterations', iterations, 1, 1000, 'bad-input');
    const of = (from: Examples | Pair[]): Drawn | Pair[] => (from instanceof Drawing ? from.of(this.#host) : checkedPairs(from));
    const learnt = of(examples);
    return this.#host.call('ibmModel1', [learnt, iterations, align === examples ? learnt : of(align)]);
  }

  /** How much memory the engine has, and what lives in it: for finding what was never disposed of. */
  memory(): Promise<EngineMemory> {
    return this.#host.call('memory', []);
  }

  /** Ends the worker and frees everything made with this engine; whatever is under way rejects with `disposed`. */
  dispose(): void {
    this.#host.close(disposed('engine'));
  }

  /** The same, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** What there is to learn: examples, their vocabularies, and the model and recipe that suit them. */
class Task {
  /** As it was asked for. */
  readonly name: string;
  /** Every option, those that were not given too. */
  readonly options: Readonly<Required<TaskOptions>>;
  /** A model that suits the task. Settings that follow from others (query, encoderHidden, …) are left out, so that they still do. */
  readonly defaults: Readonly<ModelConfig>;
  /** The recipe: how that model is trained, and for how many updates. */
  readonly training: Readonly<Required<TrainingConfig>>;
  /** The tokens of both sides. */
  readonly vocabularies: Readonly<{
    /** Of what is read. */
    source: Vocabulary;
    /** Of what is written. */
    target: Vocabulary;
  }>;
  readonly #handle: number;
  readonly #host: Connection<Host>;

  /** @internal */
  constructor(host: Connection<Host>, name: string, made: TaskMade) {
    this.#host = host;
    this.name = name;
    this.#handle = made.handle;
    this.options = made.options;
    this.defaults = made.defaults;
    this.training = made.training;
    this.vocabularies = made.vocabularies;
  }

  /**
   * `count` (1 to 100,000) held-out examples: hash(source) mod 10 = 0, and training on this task never draws such a source.
   * Sources of three digits or fewer are exempt from the rule, since there are so few: of those any may come, and training may
   * have drawn it too.
   */
  heldOut(count: number, given?: HeldOutOptions): Examples {
    return this.#examples('held-out', count, options('heldOut()', given, 'bad-input', 'seed', 'length'));
  }

  /** `count` examples like those that training draws. */
  trainingExamples(count: number, given?: { seed?: number }): Examples {
    return this.#examples('training', count, options('trainingExamples()', given, 'bad-input', 'seed'));
  }

  /** Its handle in the engine that made it, and in no other. @internal */
  of(host: Connection<Host>): number {
    if (host !== this.#host) throw new LookbackError('bad-input', 'This task belongs to another engine: make it with the engine that it is used with.');
    return this.#handle;
  }

  #examples(split: Examples['split'], count: number, { seed = this.options.seed, length }: HeldOutOptions): Examples {
    const drawn: Drawn = {
      task: this.#handle,
      heldOut: split === 'held-out',
      count: whole('count', count, 1, mostExamples, 'bad-input'),
      seed: whole('seed', seed, 0, highestSeed, 'bad-input'),
      length: length === undefined ? 0 : whole('length', length, 1, longest, 'bad-input'),
    };
    return new Drawing(this.#host, this, drawn);
  }

  /**
   * A reader's text as tokens of the source.
   *
   * @throws `bad-input` for an empty text, more than 60 tokens, or one that is not in the vocabulary.
   */
  async parse(source: string): Promise<string[]> {
    if (typeof source !== 'string') throw new LookbackError('bad-input', `A text to parse must be a string, not ${typeof source}.`);
    return this.#host.call('parse', [this.#handle, source]);
  }

  /**
   * The task's own pair of a source, tokens or text: its target and, where they are known, its links, whether it is held out or not,
   * and of whichever length the task has; `null` where it has no such source. Of a dataset, a pair that was given.
   *
   * @throws `bad-input` for a source that is empty or has more than 60 tokens.
   */
  async find(source: string[] | string): Promise<Pair | null> {
    return this.#host.call('find', [this.#handle, sequence('source', source)]);
  }

  /** Frees it; models and trainers made with it stay. */
  dispose(): void {
    this.#host.call('free', ['task', this.#handle]).catch(() => {});
  }

  /** The same, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** Given sentence pairs as a task: the reader's own, or a corpus by name. Of its examples there are as many as there are pairs, each once. */
class Dataset extends Task {
  /** Number of pairs. */
  readonly pairs: number;
  /** How many of them are held out. */
  readonly heldOutPairs: number;
  /** The lines that were skipped and why; the first 1,000 of them. */
  readonly skipped: readonly Skipped[];
  /** How many lines were skipped. */
  readonly skippedCount: number;
  /** Words that appear less often are read as `<unk>`. */
  readonly minCount: number;
  /** Tokens of the longest source, and of the longest target. */
  readonly longest: Readonly<{
    /** Of the sources. */
    source: number;
    /** Of the targets. */
    target: number;
  }>;
  /** Share of the words of either side that are read as `<unk>`. */
  readonly unknown: Readonly<{
    /** Of the sources. */
    source: number;
    /** Of the targets. */
    target: number;
  }>;
  /** What a dataset may come to in this engine. */
  readonly limits: Readonly<DatasetLimits>;
  /** Bytes that the pairs and an update of `defaults` by `training` take, about. */
  readonly estimatedMemory: number;

  /** @internal */
  constructor(host: Connection<Host>, name: string, made: DatasetMade) {
    super(host, name, made);
    this.pairs = made.pairs;
    this.heldOutPairs = made.heldOutPairs;
    this.skipped = made.skipped;
    this.skippedCount = made.skippedCount;
    this.minCount = made.minCount;
    this.longest = made.longest;
    this.unknown = made.unknown;
    this.limits = made.limits;
    this.estimatedMemory = made.estimatedMemory;
  }
}

/** A description of examples, that shows them when asked. */
class Drawing implements Examples {
  readonly task: string;
  readonly split: Examples['split'];
  readonly count: number;
  readonly seed: number;
  readonly length?: number;
  readonly #drawn: Drawn;
  readonly #from: Task;
  readonly #host: Connection<Host>;

  constructor(host: Connection<Host>, from: Task, drawn: Drawn) {
    this.#host = host;
    this.#from = from;
    this.task = from.name;
    this.#drawn = drawn;
    this.split = drawn.heldOut ? 'held-out' : 'training';
    this.count = drawn.count;
    this.seed = drawn.seed;
    if (drawn.length > 0) this.length = drawn.length;
  }

  pairs(): Promise<Pair[]> {
    return this.#host.call('pairs', [this.#drawn]);
  }

  /** The description, for the engine whose task it is of. */
  of(host: Connection<Host>): Drawn {
    this.#from.of(host);
    return this.#drawn;
  }
}

/** An encoder-decoder: configuration, vocabularies and weights. */
class Model {
  /** The whole configuration, with every setting. */
  readonly config: Readonly<Required<ModelConfig>>;
  /** Number of weights. */
  readonly parameterCount: number;
  /** The tokens of both sides. */
  readonly vocabularies: Readonly<{
    /** Of what is read. */
    source: Vocabulary;
    /** Of what is written. */
    target: Vocabulary;
  }>;
  /** Updates of the training that came with its file, where one did. */
  readonly trainedSteps?: number;
  readonly #handle: number;
  readonly #host: Connection<Host>;
  readonly #task: Task | undefined;
  #trainer: Trainer | undefined;
  #disposed = false;

  /** @internal */
  constructor(host: Connection<Host>, made: ModelMade, task: Task | undefined) {
    this.#host = host;
    this.#handle = made.handle;
    this.#task = task;
    this.config = made.config;
    this.parameterCount = made.parameterCount;
    if (made.trainedSteps !== undefined) this.trainedSteps = made.trainedSteps;
    this.vocabularies = made.vocabularies;
  }

  /**
   * What trains this model; a model has one at a time. With `data` batches are those pairs, each once an epoch, in an order
   * drawn by the seed; where one batch takes them all, in their own order. Without it they are drawn from the model's task. That a
   * saved training cannot go on so (loadModel() says with what it can) is known in the engine only, and is told like any refusal there.
   *
   * @throws `model-busy` while there is another trainer, `disposed`. A configuration that is refused (`bad-config`,
   * `out-of-memory`, `too-slow`) rejects `config()` and the first use.
   */
  trainer(config?: TrainingConfig, data?: Pair[]): Trainer {
    if (this.#disposed) throw disposed('model');
    if (this.#host.closed) throw this.#host.closed;
    if (this.#trainer) {
      throw new LookbackError('model-busy', 'This model has a trainer already: dispose of that one first, or make a second model.');
    }
    const from = data === undefined ? this.#task?.of(this.#host) : checkedPairs(data);
    if (from === undefined) {
      throw new LookbackError('bad-input', 'This model has no task to draw batches from: give trainer() the pairs to train on, or loadModel() a task.');
    }
    const make = async (): Promise<TrainerMade> =>
      this.#host.call('trainer', [this.#handle, from, json(plain('The configuration of training', config, 'bad-config'))]);
    const made = make();
    const leave = (): void => {
      if (this.#trainer === trainer) this.#trainer = undefined;
    };
    const trainer = new Trainer(this.#host, made, leave);
    made.catch(leave);
    return (this.#trainer = trainer);
  }

  /**
   * Loss, accuracy, and where the weights lie, on examples of a task or on given pairs; BLEU and chrF with `textScores`.
   * Training of this model waits meanwhile, so that all are scored by the same weights: those before any step, run or reset that
   * is asked for after it.
   *
   * @throws `bad-input` naming the pair that does not fit.
   */
  async evaluate(examples: Examples | Pair[], given?: { textScores?: boolean }): Promise<Evaluation> {
    this.#check();
    const { textScores = false } = options('evaluate()', given, 'bad-input', 'textScores');
    flag('textScores', textScores);
    return this.#host.call('evaluate', [this.#handle, examples instanceof Drawing ? examples.of(this.#host) : checkedPairs(examples), textScores]);
  }

  /**
   * What the model writes for a source, tokens or text, 1 to 60 tokens, and where it looked: greedily, or the best that a beam
   * finds.
   *
   * @throws `bad-input` naming the option that does not fit.
   */
  async translate(source: string[] | string, options?: TranslateOptions): Promise<Translation> {
    this.#check();
    return this.#host.call('translate', [this.#handle, sequence('source', source), checkedTranslate(options)]);
  }

  /**
   * Every named intermediate of one pass, over `target` or, without one, over what the model itself writes; `force` and `at` as in
   * translate.
   *
   * @throws `bad-input` naming the token or the option that does not fit.
   */
  async trace(source: string[] | string, target?: string[] | string, given?: TraceOptions): Promise<Trace> {
    this.#check();
    const { force = [], at } = options('trace()', given, 'bad-input', 'force', 'at');
    if (at !== undefined) moment(at);
    return this.#host.call('trace', [this.#handle, sequence('source', source), target === undefined ? undefined : sequence('target', target), checkedForce(force), at]);
  }

  /**
   * The model's weights by name, copies of them, as PyTorch names and shapes them (a matrix has one row an output); `at` as in
   * translate. What of these there is, the configuration decides:
   *
   * - `source.embedding` and `target.embedding`, or `embedding`, one row a token
   * - `encoder.weight_ih_l0`, `encoder.weight_hh_l0`, `encoder.bias_ih_l0`, `encoder.bias_hh_l0`, a layer, with `_reverse` at the end for the second direction of
   *   'bidirectional'; `decoder.…` likewise. Rows go gate after gate: reset, update, candidate of a GRU; input, forget, candidate, output of an LSTM
   * - `bridge.weight_l0`, `bridge.bias_l0`, and an LSTM's `bridge.cell_weight_l0`, `bridge.cell_bias_l0`
   * - `attention.W_a`, `attention.U_a`, `attention.v_a`, and `attention.W_c` of h̃; `output.weight`, `output.bias`
   *
   * @throws `bad-input` for a moment that was not recorded.
   */
  async parameters(given?: { at?: number }): Promise<Record<string, TraceTensor>> {
    this.#check();
    const { at } = options('parameters()', given, 'bad-input', 'at');
    if (at !== undefined) moment(at);
    return this.#host.call('parameters', [this.#handle, at]);
  }

  /** The recorded moments of its trainer's run: steps that `translate` and `trace` take as `at`. None without a trainer. */
  async snapshots(): Promise<Snapshot[]> {
    this.#check();
    return this.#host.call('snapshots', [this.#handle]);
  }

  /**
   * How well the token at a source position (from 0; from the end when negative) can be read off the encoder's final state: a
   * logistic regression trained on 2,000 sentences of the model's task and tested on 500 held-out ones, unless `training` and `test` say otherwise (10 to
   * 10,000 each).
   *
   * @throws `bad-input` for a position that no source has, or a model without a task.
   */
  async probe(position: number, given?: { training?: number; test?: number; seed?: number }): Promise<Probe> {
    this.#check();
    const { training = 2000, test = 500, seed = 0 } = options('probe()', given, 'bad-input', 'training', 'test', 'seed');
    const task = this.#ofTask('probe()');
    const { maxLength } = task.options;
    whole('position', position, -maxLength, maxLength - 1, 'bad-input');
    whole('training', training, 10, 10000, 'bad-input');
    whole('test', test, 10, 10000, 'bad-input');
    whole('seed', seed, 0, highestSeed, 'bad-input');
    return this.#host.call('probe', [this.#handle, task.of(this.#host), position, training, test, seed]);
  }

  /**
   * ‖∂L/∂h_{T−k}‖ for k = 0, 1, …: how large the gradient of the first target token's loss still is at the encoder state k steps
   * before the last one read; a mean over `count` (64 unless given) sentences of `length` (40) tokens.
   *
   * @throws `bad-input` naming the option that does not fit, or for a model without a task.
   */
  async gradientByDistance(given?: { length?: number; count?: number; seed?: number }): Promise<number[]> {
    this.#check();
    const { length = 40, count = 64, seed = 0 } = options('gradientByDistance()', given, 'bad-input', 'length', 'count', 'seed');
    whole('length', length, 1, longest, 'bad-input');
    whole('count', count, 1, 1000, 'bad-input');
    whole('seed', seed, 0, highestSeed, 'bad-input');
    return this.#host.call('gradientByDistance', [this.#handle, this.#ofTask('gradientByDistance()').of(this.#host), length, count, seed]);
  }

  /**
   * How long a sentence of `length` (10 unless given) tokens takes to be read, and how long one look back at it: the mean over `count` (100) passes.
   *
   * @throws `bad-input` naming the option that does not fit, or for a model without a task.
   */
  async forwardTimes(given?: { length?: number; count?: number; seed?: number }): Promise<ForwardTimes> {
    this.#check();
    const { length = 10, count = 100, seed = 0 } = options('forwardTimes()', given, 'bad-input', 'length', 'count', 'seed');
    whole('length', length, 1, longest, 'bad-input');
    whole('count', count, 1, 10000, 'bad-input');
    whole('seed', seed, 0, highestSeed, 'bad-input');
    return this.#host.call('forwardTimes', [this.#handle, this.#ofTask('forwardTimes()').of(this.#host), length, count, seed]);
  }

  /**
   * The model as a safetensors file; with `training` also where its trainer stands (updates made, the optimizer's moments, the
   * draws), three times as large, from which a loaded model's trainer goes on.
   *
   * @throws `bad-input` for `training` without a trainer.
   */
  async save(given?: { training?: boolean }): Promise<Uint8Array> {
    this.#check();
    const { training = false } = options('save()', given, 'bad-input', 'training');
    if (flag('training', training)) await this.#trainer?.config();
    return this.#host.call('save', [this.#handle, training]);
  }

  /** Frees it and its trainer. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#trainer?.dispose();
    this.#host.call('free', ['model', this.#handle]).catch(() => {});
  }

  /** The same, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #check(): void {
    if (this.#disposed) throw disposed('model');
  }

  #ofTask(what: string): Task {
    if (!this.#task) throw new LookbackError('bad-input', `This model has no task whose sentences ${what} could use: give loadModel() one.`);
    return this.#task;
  }
}

/** Updates a model's weights, batch by batch. */
class Trainer {
  readonly #made: Promise<TrainerMade>;
  readonly #host: Connection<Host>;
  readonly #leave: () => void;
  #busy = false;
  #disposed = false;

  /** @internal */
  constructor(host: Connection<Host>, made: Promise<TrainerMade>, leave: () => void) {
    this.#host = host;
    this.#made = made;
    this.#leave = leave;
  }

  /**
   * The whole configuration, once it is accepted.
   *
   * @throws `bad-config`, `out-of-memory` or `too-slow`, naming the setting.
   */
  async config(): Promise<Required<TrainingConfig>> {
    return (await this.#made).config;
  }

  /**
   * Makes updates and tells how it goes, until all are made. Ending the loop early, or the signal, pauses: what was learnt
   * stays, and another run goes on. A reader slower than the training is shown the latest; the last one, with `done`, always
   * arrives.
   *
   * @throws `bad-steps`, `bad-input` for a signal that is none, `diverged` (the weights stay those before that update), `model-busy` while another run goes on.
   */
  async *run(given?: RunOptions): AsyncGenerator<Progress, void, undefined> {
    const { steps, every, pace, signal } = options('run()', given, 'bad-steps', 'steps', 'every', 'pace', 'signal');
    if (steps !== undefined) whole('steps', steps, 1, Infinity, 'bad-steps');
    if (every !== undefined) whole('every', every, 1, Infinity, 'bad-steps');
    if (pace !== undefined && !(typeof pace === 'number' && pace > 0)) {
      throw new LookbackError('bad-steps', `\`pace\` must be a number of updates a second above 0, not ${shown(pace)}.`);
    }
    // By its tag, since a signal of another frame is no instance of this one's class.
    if (signal !== undefined && Object.prototype.toString.call(signal) !== '[object AbortSignal]') {
      throw new LookbackError('bad-input', `\`signal\` must be an AbortSignal, not ${shown(signal)}.`);
    }
    if (signal?.aborted) return;
    const waiting: { progress: Progress; time: number }[] = [];
    let wake = (): void => {};
    let failure: { error: unknown } | undefined;
    let ended = false;
    const pause = new AbortController();
    const stop = (): void => pause.abort();
    const running = this.#alone(async (handle) => {
      const options = { signal: pause.signal, progress: (progress: Progress) => (waiting.push({ progress, time: performance.now() }), wake()) };
      await this.#host.call('run', [handle, { ...(steps && { steps }), ...(every && { every }), ...(pace && { pace }) }], options);
    }).catch((error: unknown) => { failure = { error }; }).finally(() => { ended = true; wake(); });
    try {
      signal?.addEventListener('abort', stop);
      for (;;) {
        while (waiting.length > 1 && performance.now() - waiting[0]!.time > stale) waiting.shift();
        const first = waiting.shift();
        if (first) yield first.progress;
        else if (ended) break;
        else await new Promise<void>((resolve) => { wake = resolve; });
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
      await running;
    }
    if (failure) throw failure.error;
  }

  /**
   * Makes one update.
   *
   * @throws `model-busy` while a run goes on, `diverged` (the weights stay those before it).
   */
  step(): Promise<Progress> {
    return this.#alone((handle) => this.#host.call('step', [handle]));
  }

  /**
   * Back to the weights that the model had when this trainer was made, and to its first batch, or to where the saved training stood.
   *
   * @throws `model-busy` while a run goes on.
   */
  reset(): Promise<void> {
    return this.#alone((handle) => this.#host.call('reset', [handle]));
  }

  /** Frees it; the model stays as it is, and may have another trainer. A run under way rejects with `disposed`. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#leave();
    this.#made.then(({ handle }) => this.#host.call('free', ['trainer', handle])).catch(() => {});
  }

  /** The same, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Does what changes the weights, if nothing else is doing so. */
  async #alone<T>(work: (handle: number) => Promise<T>): Promise<T> {
    if (this.#disposed) throw disposed('trainer');
    if (this.#busy) {
      throw new LookbackError('model-busy', 'This trainer is running: abort that run, or wait until it is done.');
    }
    this.#busy = true;
    try {
      return await work((await this.#made).handle);
    } finally {
      this.#busy = false;
    }
  }
}

function sequence(name: string, value: unknown): string[] | string {
  const given = tokensOrText(name, value);
  if (Array.isArray(given)) checkLength(name, given);
  return given;
}

// --- where the arithmetic runs ---

const inNode = (): boolean => typeof process === 'object' && Boolean(process.versions?.node) && typeof process.getBuiltinModule === 'function' && typeof document === 'undefined';

/** An engine on this thread; its host's code is loaded only when it is needed here. */
async function hostHere(files: Files, place: EngineInfo['place'], chosen: Chosen): Promise<Engine> {
  const { Host: HostHere } = await import('./host.ts');
  const host = direct(new HostHere());
  return new Engine(host, { ...await host.call('start', [files, place, chosen]), place });
}

function absolute(name: string, url: string | URL): string {
  try {
    return new URL(url, location.href).href;
  } catch {
    throw new LookbackError('bad-config', `\`${name}\` is no URL: ${shown(String(url))}.`);
  }
}

/** A URL in Node, where a plain path may be given. */
function nodeUrl(url: string | URL): string {
  if (url instanceof URL || /^[a-z]+:/i.test(url)) return String(url);
  return process.getBuiltinModule('node:url').pathToFileURL(url).href;
}

/**
 * A worker that listens, or words on why there is none. A script of another origin cannot be a worker, but a small blob of
 * this one can import it, dynamically: a static import would be checked against `worker-src`. Where a policy forbids that,
 * the constructor throws or an error event without words comes.
 *
 * @throws `load-failed` where the script cannot be fetched.
 */
async function startWorker(url: string): Promise<Worker | string> {
  const here = new URL(url).origin === location.origin;
  let worker: Worker;
  let blob = '';
  try {
    if (!here) {
      const script = `import(${JSON.stringify(url)}).catch((error) => postMessage(String(error)));`;
      blob = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    }
    worker = new Worker(here ? url : blob, { type: 'module', name: 'lookback' });
  } catch (error) {
    URL.revokeObjectURL(blob);
    return `no worker could be made (${error instanceof Error ? error.message : String(error)})`;
  }
  const answer = await new Promise<string>((resolve) => {
    worker.onmessage = ({ data }) => resolve(String(data));
    worker.onerror = (event) => {
      event.preventDefault();
      resolve('');
    };
  });
  URL.revokeObjectURL(blob);
  if (answer === 'ready') return worker;
  worker.terminate();
  if (answer === '') return `no worker could be started from ${here ? url : 'a blob: URL'} (it is not there, or the page's content security policy forbids it)`;
  throw new LookbackError('load-failed', `Lookback's worker could not be loaded from ${url} (${answer}): put it there, or say where it is with \`workerUrl\`.`);
}
