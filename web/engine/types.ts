// The engine's public types: what a configuration may hold, what a task offers, what training and looking return.
// Names are those of the papers and of core/README.md; lengths are in tokens, losses in nats, rates per second.

export type Cell = 'rnn' | 'gru' | 'lstm';
export type EncoderDirection = 'forward' | 'backward' | 'bidirectional';
export type Attention = 'none' | 'fixed' | 'additive' | 'dot' | 'general' | 'concat' | 'scaled-dot';
export type QueryOrder = 'previous' | 'current';
export type Bridge = 'state' | 'tanh' | 'zero';
export type Output = 'state+context' | 'state+context+embedding';

/** A model's configuration; what is left out takes the task's default, then the score's paper's. */
export interface ModelConfig {
  cell?: Cell;
  encoder?: EncoderDirection;
  attention?: Attention;
  /** Which state asks: s_{i−1} (Bahdanau) or s_i (Luong). */
  query?: QueryOrder;
  /** Feed h̃_{i−1} back into the cell; only with `query: 'current'`. */
  inputFeeding?: boolean;
  output?: Output;
  bridge?: Bridge;
  /** Size of an embedding. */
  embedding?: number;
  /** Size of the decoder's state s. */
  hidden?: number;
  /** Size of one encoder direction's state; `hidden`, or half of it for a bidirectional encoder. */
  encoderHidden?: number;
  /** Size of the scoring layer (additive, concat); `hidden` unless given. */
  attentionSize?: number;
  layers?: number;
  dropout?: number;
  /** What an LSTM's forget gate's bias starts at. */
  forgetBias?: number;
  /** One embedding table for source and target. */
  sharedEmbedding?: boolean;
  /** Starting weights; a whole number from 0 to 2^53 − 1. */
  seed?: number;
}

/** How a model is trained; what is left out takes the task's recipe. */
export interface TrainingConfig {
  optimizer?: 'adam' | 'sgd';
  learningRate?: number;
  /** Shape of the learning rate over `steps`: constant, or warm-up then a cosine down to zero. */
  schedule?: 'constant' | 'cosine';
  warmupSteps?: number;
  momentum?: number;
  batchSize?: number;
  /** Largest global norm of a gradient; 0 for no clipping. */
  clipNorm?: number;
  /** Share of decoder inputs that are the reference's tokens; the others are the model's own. */
  teacherForcing?: number;
  labelSmoothing?: number;
  /** Updates of the recipe: where the schedule ends and quality is measured. */
  steps?: number;
  /** Draws of the training batches. */
  seed?: number;
}

export type TaskName = 'reverse' | 'copy' | 'sort';

export interface TaskOptions {
  minLength?: number;
  maxLength?: number;
  seed?: number;
}

/** A symbol's place in a vocabulary; −1 where the vocabulary has no such symbol. */
export interface Vocabulary {
  tokens: string[];
  bos: number;
  eos: number;
  unk: number;
}

export interface Pair {
  source: string[];
  target: string[];
  /** Source position for each target token, where the task knows it. */
  gold?: number[];
}

/** A set of examples by description; the engine makes it when it is used. `await examples.pairs()` shows it. */
export interface Examples {
  readonly task: string;
  readonly split: 'held-out' | 'training';
  readonly count: number;
  readonly seed: number;
  readonly length?: number;
  pairs(): Promise<Pair[]>;
}

/** Which held-out examples. */
export interface HeldOutOptions {
  /** Draws of the examples; the task's seed unless given. */
  seed?: number;
  /** Tokens of a source; without it, uniform over the task's lengths. */
  length?: number;
}

/** Where an engine's files are, and how it computes. In Node a URL is a file: URL, or a path. */
export interface LoadOptions {
  /**
   * Threads to compute with: a whole number from 1 to 64, or 'auto' (unless given), one a processor core, at most four, since a
   * batch has at most four parts. The numbers that come out are the same, to the bit, for any of them.
   */
  threads?: 'auto' | number;
  /**
   * 'simd' has one thread; 'simd-threads' has more in Node, and in a page that is cross-origin isolated and has the engine's
   * files on its own origin. 'auto' (unless given) takes the second where there are more threads to be had, here and in Node.
   * Where the second cannot run, the first does, and `engine.info.reason` says why.
   */
  variant?: 'auto' | EngineInfo['variant'];
  /** The .wasm file of 'simd'; beside this module unless given. Where only it is given, 'auto' takes that build. */
  wasmUrl?: string | URL;
  /** The worker's script; beside this module unless given. Not used in Node. */
  workerUrl?: string | URL;
  /** The script of 'simd-threads', from which its threads start; beside this module unless given. */
  threadsUrl?: string | URL;
  /** The .wasm file of 'simd-threads'; beside this module unless given. */
  threadsWasmUrl?: string | URL;
}

export interface EngineInfo {
  /** The build that runs. */
  variant: 'simd' | 'simd-threads';
  threads: number;
  /** Why there is one thread, in words; empty when there are more. */
  reason: string;
  /** The same as a name; empty when there are more. */
  cause: Cause | '';
  /** Where the arithmetic runs. */
  place: 'worker' | 'main-thread' | 'node';
}

/** Why there is one thread. */
export type Cause =
  | 'asked' // the caller wanted one
  | 'one-core' // of the processor
  | 'own-file' // the caller named the file of one thread only
  | 'not-isolated' // the page's headers
  | 'no-shared-memory' // the browser
  | 'other-origin' // the library's files
  | 'no-worker' // and it computes on the page's own thread
  | 'failed'; // threads could not be started

/** What an engine holds at present. */
export interface EngineMemory {
  /** Size of its WebAssembly memory, which grows and never shrinks. */
  bytes: number;
  /** Things made with it and not yet disposed of. */
  tasks: number;
  models: number;
  trainers: number;
}

export interface Progress {
  /** Updates made so far, over the trainer's whole life. */
  step: number;
  /** Mean cross-entropy of the last update's batch, nats per token. */
  loss: number;
  gradientNorm: number;
  learningRate: number;
  stepsPerSecond: number;
  /** True on the last progress of a run. */
  done: boolean;
}

export interface RunOptions {
  /** Updates to make; without it, up to the recipe's last. */
  steps?: number;
  /** Report at every update whose number is a multiple of this (and at the end); 10 unless given. */
  every?: number;
  /** Highest number of updates a second, for a picture that can be watched; without it, full speed. */
  pace?: number;
  /** Pauses: the run ends as if it were done, with what it learnt, and another goes on from there. */
  signal?: AbortSignal;
}

export interface Evaluation {
  /** Sequences scored. */
  count: number;
  /** Teacher-forced, nats per token, EOS included. */
  loss: number;
  perplexity: number;
  /** Greedy decoding against the reference, per reference token (EOS excluded). */
  tokenAccuracy: number;
  /** Greedy decoding: share of sequences right from first token to EOS. */
  sequenceAccuracy: number;
  /** Where the task knows gold positions, teacher-forced, EOS row excluded: */
  /** share of steps whose largest weight lies on the gold position, */
  alignmentHit?: number;
  /** mean weight on the gold position, */
  goldWeight?: number;
  /** share of links that differ: 1 − alignmentHit with one link a target token. */
  alignmentErrorRate?: number;
  /** Share of steps, each sequence's first left out, whose largest weight lies on the gold position of the step before: a forward encoder's lag. */
  lagHit?: number;
  // Of a model with weights, EOS's row included:
  /** mean entropy of a step's weights, nats, */
  attentionEntropy?: number;
  /** mean largest weight of a step. */
  attentionPeak?: number;
  /** BLEU and chrF of greedy decoding, 0 to 100, where `textScores` asked for them. */
  bleu?: number;
  chrf?: number;
  byLength: { length: number; count: number; sequenceAccuracy: number; tokenAccuracy: number }[];
}

export interface Alignment {
  /** Target tokens, one per decoding step, `<eos>` included when it was written. */
  rows: string[];
  /** Source tokens. */
  columns: string[];
  /** weights[i][j] = α_ij; empty for a model without weights. */
  weights: number[][];
}

/** One thing the model may write for a source. */
export interface Hypothesis {
  tokens: string[];
  text: string;
  alignment: Alignment;
  /** Sum of the log-probabilities of the tokens written, EOS included; nats. */
  score: number;
  /** score / length ^ lengthNormalization, EOS counted; what hypotheses are compared by. */
  normalizedScore: number;
  /** Probability of each token written, `alignment.rows` order. */
  probabilities: number[];
  /** True when the limit came before EOS. */
  truncated: boolean;
}

/** The best hypothesis; with `nBest` all of them, best first; with `tree` what the search went through. */
export interface Translation extends Hypothesis {
  nBest?: Hypothesis[];
  tree?: BeamNode[];
}

/** A candidate that reached the beam: a tree by `parent`, a place in the list, −1 for a first token. */
export interface BeamNode {
  parent: number;
  token: string;
  /** Decoding step, from 0. */
  step: number;
  /** Of this token; nats. */
  logProbability: number;
  /** Of the hypothesis up to here; nats. */
  score: number;
  /** It wrote EOS here. */
  ended: boolean;
  /** It went on to the next step. */
  kept: boolean;
}

export interface TranslateOptions {
  /** Hypotheses side by side, 1 to 32; one is greedy decoding. */
  beam?: number;
  /** How many to return, at most `beam`. */
  nBest?: number;
  /** 0 compares plain scores, 1 (unless given) scores a token. */
  lengthNormalization?: number;
  /** Return what the search went through. */
  tree?: boolean;
  /** Weights that replace the model's own at some steps, one a source token, scaled to a sum of one; it decodes on from there. */
  force?: { step: number; weights: number[] }[];
  /** Decode with the model as it was after this many updates: a `step` of `model.snapshots()`. */
  at?: number;
}

/** A recorded moment of training. */
export interface Snapshot {
  /** Updates made. */
  step: number;
  /** Loss of the last update's batch, nats a token; 0 before the first. */
  loss: number;
}

/** How well one source position's token can be read off the encoder's final state by a linear probe. */
export interface Probe {
  position: number;
  /** Sentences trained and tested on. */
  trained: number;
  tested: number;
  accuracy: number;
  trainingAccuracy: number;
  /** Always saying the commonest token. */
  chance: number;
}

/** What attention is computed from by hand; see core/README.md for each score's parameters. */
export interface HandInput {
  score?: Exclude<Attention, 'none' | 'fixed'>;
  /** The query s. */
  query: number[];
  /** The annotations h_j. */
  annotations: number[][];
  W_a?: number[][];
  U_a?: number[][];
  v_a?: number[];
  /** False: this annotation is never looked at. */
  mask?: boolean[];
}

/** One step of attention in double precision, with everything between. */
export interface HandResult {
  /** What the score makes of each annotation (U_a h_j, W_a h_j or h_j); an empty row for one that is masked. */
  keys: number[][];
  /** W_a s, where the score has it. */
  projectedQuery?: number[];
  /** tanh of the scoring layer for each annotation, where the score has one; an empty row for one that is masked. */
  hidden?: number[][];
  /** Null for an annotation that is masked: it has none. Its exponential and its weight are 0. */
  energies: (number | null)[];
  /** Subtracted from every energy before exp: 0 while the exponentials can be written down. */
  shift: number;
  exponentials: number[];
  sum: number;
  weights: number[];
  context: number[];
}

/** One named intermediate of a forward pass, row-major. */
export interface TraceTensor {
  name: string;
  shape: number[];
  data: Float32Array;
}

export interface Trace {
  source: string[];
  target: string[];
  tensors: Record<string, TraceTensor>;
}

/** Names of the codes of LookbackError; they are stable. */
export type ErrorCode =
  | 'bad-config' // a setting of a model, of training or of `load`
  | 'bad-task' // a task's name or option
  | 'bad-input' // a source, a target, pairs, or how many of them
  | 'bad-model' // bytes that are not a model
  | 'bad-steps' // how many updates
  | 'model-busy' // a second trainer on a model, or a second run of a trainer
  | 'disposed' // a thing used after its end
  | 'diverged' // numbers that are not finite
  | 'out-of-memory' // more than there is
  | 'too-slow' // an update that would hold up the page, where there is no worker
  | 'load-failed' // the engine's files
  | 'unsupported' // no WebAssembly, or none with SIMD
  | 'aborted' // stopped by its caller
  | 'internal'; // a fault of Lookback's own
