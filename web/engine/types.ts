// The engine's public types: what a configuration may hold, what a task offers, what training and looking return.
// Names are those of the papers and of core/README.md; lengths are in tokens, losses in nats, rates per second.

/** The recurrent cell of encoder and decoder; the GRU is PyTorch's, which resets after the product. */
export type Cell = 'rnn' | 'gru' | 'lstm';
/** Which way the encoder reads. Annotations are indexed by source position all the same: 'backward' is Sutskever's reversed source. */
export type EncoderDirection = 'forward' | 'backward' | 'bidirectional';
/** What relates a query to an annotation: nothing ('none', 'fixed' gives every step the final state), or the score of that name. */
export type Attention = 'none' | 'fixed' | 'additive' | 'dot' | 'general' | 'concat' | 'scaled-dot';
/** Which state asks: s_{i−1}, with the context going into the cell (Bahdanau), or s_i (Luong). */
export type QueryOrder = 'previous' | 'current';
/** What the decoder starts from: the encoder's final state, tanh of a linear map of it, or zero. */
export type Bridge = 'state' | 'tanh' | 'zero';
/** What the output layer reads at a step. */
export type Output = 'state+context' | 'state+context+embedding';

/** A model's configuration; what is left out takes the task's default, then the score's paper's. */
export interface ModelConfig {
  /** Recurrent cell. */
  cell?: Cell;
  /** Which way the encoder reads. */
  encoder?: EncoderDirection;
  /** How the decoder looks at the source. */
  attention?: Attention;
  /** Which state asks: s_{i−1} (Bahdanau) or s_i (Luong). */
  query?: QueryOrder;
  /** Feed h̃_{i−1} back into the cell; only with `query: 'current'`. */
  inputFeeding?: boolean;
  /** What the output layer reads. */
  output?: Output;
  /** What the decoder starts from. */
  bridge?: Bridge;
  /** Size of an embedding; 1 to 1,024, as every size. */
  embedding?: number;
  /** Size of the decoder's state s. */
  hidden?: number;
  /** Size of one encoder direction's state; `hidden`, or half of it for a bidirectional encoder. */
  encoderHidden?: number;
  /** Size of the scoring layer (additive, concat); `hidden` unless given. */
  attentionSize?: number;
  /** Layers of encoder and decoder; 1 to 4. */
  layers?: number;
  /** Share of values left out between layers while it trains; 0 to 0.9. */
  dropout?: number;
  /** What an LSTM's forget gate's bias starts at; −10 to 10. */
  forgetBias?: number;
  /** One embedding table for source and target. */
  sharedEmbedding?: boolean;
  /** Starting weights; a whole number from 0 to 2^53 − 1. */
  seed?: number;
}

/** How a model is trained; what is left out takes the task's recipe. */
export interface TrainingConfig {
  /** What turns a gradient into an update. */
  optimizer?: 'adam' | 'sgd';
  /** Size of an update; above 0, to 10. */
  learningRate?: number;
  /** Shape of the learning rate over `steps`: constant, or warm-up then a cosine down to zero. */
  schedule?: 'constant' | 'cosine';
  /** Updates in which the learning rate of 'cosine' rises from 0; 0 to 1,000,000. */
  warmupSteps?: number;
  /** Of 'sgd'; 0 to 0.999. */
  momentum?: number;
  /** Sequences in an update; 1 to 4,096. */
  batchSize?: number;
  /** Largest global norm of a gradient; 0 for no clipping. */
  clipNorm?: number;
  /** Share of decoder inputs that are the reference's tokens; the others are the model's own; 0 to 1. */
  teacherForcing?: number;
  /** Share of the probability that the loss spreads over all tokens; 0 to 0.9. */
  labelSmoothing?: number;
  /** Updates of the recipe: where the schedule ends and quality is measured; 1 to 10,000,000. */
  steps?: number;
  /** Draws of the training batches. */
  seed?: number;
}

/** Digits in another order. */
export type DigitTaskName = 'reverse' | 'copy' | 'sort';
/** A source of examples that comes with the engine. 'tatoeba-…' are real sentences, whose file is loaded when they are asked for. */
export type TaskName = DigitTaskName | 'translate-en-fr' | 'translate-fr-en' | 'translate-zh-en' | 'dates' | 'tatoeba-en-fr' | 'tatoeba-en-zh';

/** Which examples a task draws. */
export interface TaskOptions {
  /** Tokens of the shortest source; 1 to 60 digits, and what a language has: each task says. */
  minLength?: number;
  /** Tokens of the longest source. */
  maxLength?: number;
  /** Draws of the examples; a whole number from 0 to 2^53 − 1. */
  seed?: number;
}

/** The tokens of one side, and the places of its symbols; −1 where it has no such symbol. */
export interface Vocabulary {
  /** Every token, symbols included, in the order of the model's output. */
  tokens: string[];
  /** Place of the symbol that begins a target. */
  bos: number;
  /** Place of the symbol that ends one. */
  eos: number;
  /** Place of the symbol for what is not in the vocabulary. */
  unk: number;
  /** Where tokens are words: the language by whose rule a text is divided into them, such as 'fr'. */
  language?: string;
}

/** A source and what is to be written for it. Of a dataset they are the words that were given, those too that its vocabularies have not and a model reads as `<unk>`. */
export interface Pair {
  /** Tokens, 1 to 60. */
  source: string[];
  /** Tokens, EOS not among them. */
  target: string[];
  /** Source position for each target token, where each comes from one; −1 where that is not known. */
  gold?: number[];
  /** Source positions of each target token's sure links, where a pair may have any number of them. */
  sure?: number[][];
  /** Source positions of each target token's links that are possible and not sure: a determiner's to its noun, … */
  possible?: number[][];
  /** Of a dataset: the third column of its line. */
  attribution?: string;
}

/** The reader's own sentence pairs, and how they are read. */
export interface DatasetInput {
  /**
   * One pair a line: source, tab, target, and optionally another tab and whose they are. UTF-8, at most 16 MB; a Blob (a File) is read
   * where it lies. There is no quoting: a quotation mark is a character like any other.
   */
  tsv: string | Blob | ArrayBuffer | Uint8Array;
  /** Language of the sources, such as 'en': how a text is divided into words; without it, into words and punctuation. */
  source?: string;
  /** Language of the targets, such as 'fr' or 'zh-Hans'. */
  target?: string;
  /** A word that appears less often than this becomes `<unk>`; 1 to 1,000. Unless given, 1 for fewer than 1,000 pairs and 2 from there on. */
  minCount?: number;
  /** Most tokens of a sentence; a line with a longer one is skipped. 1 to 60, 60 unless given. */
  maxLength?: number;
  /** What refusals and examples call it; 'dataset' unless given. */
  name?: string;
  /** Draws of the examples; 0 unless given. */
  seed?: number;
}

/** A line that is not used. */
export interface Skipped {
  /** Its number, from 1. */
  line: number;
  /** Why, by a name that stays the same. */
  code: 'empty-line' | 'missing-column' | 'empty-column' | 'too-long' | 'duplicate' | 'broken-character' | 'header';
  /** Why, in an English sentence. */
  reason: string;
  /** How the line begins, where there is something to see. */
  text?: string;
}

/** What a dataset may come to; beyond it is an error, except for `tokens`: a line with a longer sentence is skipped. */
export interface DatasetLimits {
  /** Size of the file. */
  bytes: number;
  /** Pairs. */
  pairs: number;
  /** Tokens of a sentence. */
  tokens: number;
  /** Different words of one side that appear often enough. */
  vocabulary: number;
  /** Bytes that the pairs and an update of a model that suits them may take. */
  memory: number;
}

/** A set of examples by description; the engine makes it when it is used. `await examples.pairs()` shows it. */
export interface Examples {
  /** Name of the task. */
  readonly task: string;
  /** Whether training may draw them. */
  readonly split: 'held-out' | 'training';
  /** How many; of a dataset, which has no more than it has, at most so many. */
  readonly count: number;
  /** What they are drawn by. */
  readonly seed: number;
  /** Tokens of every source, where that was asked for. */
  readonly length?: number;
  /** The examples themselves. */
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
  /** The folder of the corpora, tatoeba-en-fr.tsv and tatoeba-en-zh.tsv; the package's own files, beside this module, unless given. */
  dataUrl?: string | URL;
}

/** What an engine came to. */
export interface EngineInfo {
  /** The build that runs. */
  variant: 'simd' | 'simd-threads';
  /** Threads that an update runs on. */
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
  /** Tasks made with it and not yet disposed of. */
  tasks: number;
  /** Models, likewise. */
  models: number;
  /** Trainers, likewise. */
  trainers: number;
}

/** Where training stands after an update. */
export interface Progress {
  /** Updates made so far, over the trainer's whole life. */
  step: number;
  /** Mean cross-entropy of the last update's batch, nats per token. */
  loss: number;
  /** Global norm of that update's gradient, before clipping. */
  gradientNorm: number;
  /** That update's, as the schedule gave it. */
  learningRate: number;
  /** Updates a second. */
  stepsPerSecond: number;
  /** True on the last progress of a run. */
  done: boolean;
}

/** How far to train and what to report. */
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

/** How well a model does on some examples. Shares are from 0 to 1. */
export interface Evaluation {
  /** Sequences scored. */
  count: number;
  /** Teacher-forced, nats per token, EOS included. */
  loss: number;
  /** exp(loss). */
  perplexity: number;
  /** Greedy decoding against the reference, per reference token (EOS excluded); a word outside the target's vocabulary, which the model cannot write, is never right. */
  tokenAccuracy: number;
  /** Greedy decoding: share of sequences right from first token to EOS. */
  sequenceAccuracy: number;
  /** Where links are known: share of target tokens with sure links whose largest weight lies on one; teacher-forced, EOS's row left out. */
  alignmentHit?: number;
  /** Mean weight on sure links, over the same steps. */
  goldWeight?: number;
  /** 1 − (|A∩S| + |A∩P|) / (|A| + |S|) with sure links S, possible or sure ones P, and A the largest weight of each step (Och and Ney 2003). */
  alignmentErrorRate?: number;
  /** The lowest that one link a target token can have. */
  bestAlignmentErrorRate?: number;
  /** The share of hits among tokens that stand against the order of the source, where there are any: the bend. */
  invertedHit?: number;
  /** Share of steps, each sequence's first left out, whose largest weight lies on a sure link of the step before: a forward encoder's lag. */
  lagHit?: number;
  /** Mean entropy of a step's weights, nats, EOS's row included; of a model with weights. */
  attentionEntropy?: number;
  /** Mean largest weight of a step, EOS's row included; of a model with weights. */
  attentionPeak?: number;
  /** Corpus BLEU of greedy decoding, 0 to 100, where `textScores` asked for it; against the words of the reference, those too that are outside the vocabulary. */
  bleu?: number;
  /** chrF of greedy decoding, 0 to 100, where `textScores` asked for it; likewise. */
  chrf?: number;
  /** The accuracies of the sources of each length. */
  byLength: {
    /** Tokens of a source. */
    length: number;
    /** Sequences of that length. */
    count: number;
    /** As for all of them. */
    sequenceAccuracy: number;
    /** As for all of them. */
    tokenAccuracy: number;
  }[];
}

/** The weights of attention over a source, one row a decoding step. */
export interface Alignment {
  /** Target tokens, one per decoding step, `<eos>` included when it was written. */
  rows: string[];
  /** Source tokens, as they were given. */
  columns: string[];
  /** weights[i][j] = α_ij; empty for a model without weights. */
  weights: number[][];
}

/** A source word in place of an unknown one: that on which the largest weight lay when it was written (Luong et al. 2015). */
export interface Replacement {
  /** Place of `<unk>` among the tokens written. */
  row: number;
  /** Place of the source token. */
  column: number;
  /** The source token, as the reader wrote it. */
  word: string;
}

/** How IBM Model 1 is made, and what it aligns. */
export interface IbmModel1Options {
  /** Iterations of expectation–maximisation, 1 to 1,000; 10 unless given. */
  iterations?: number;
  /** What to align: the pairs it learns from, unless given. */
  align?: Examples | Pair[];
}

/** What IBM Model 1 makes of pairs: alignments learnt from words that occur together, without an order and without attention. */
export interface IbmModel1 {
  /** −log P(target | source) before each iteration, nats a target token; it never grows. */
  losses: number[];
  /** Of each pair aligned: how probable it is that a target token comes from a source token; what a row lacks to 1 is the null word's. */
  alignments: Alignment[];
  /** Of each pair aligned: the most probable source position of each target token; −1 where the null word is more probable. */
  links: number[][];
  /** As in an evaluation, with these links as A; where the pairs aligned have gold links. */
  alignmentErrorRate?: number;
  /** The lowest that one link a target token can have. */
  bestAlignmentErrorRate?: number;
}

/** One thing the model may write for a source. */
export interface Hypothesis {
  /** What was written, without EOS. */
  tokens: string[];
  /** The same as a text, as the task writes it. */
  text: string;
  /** Where it looked. */
  alignment: Alignment;
  /** What is offered for each `<unk>` that it wrote looking at a word, and not at punctuation or a piece of one (n't, l'); of a model that has weights and may write `<unk>`. */
  replacements?: Replacement[];
  /** `text` with those words in place of their `<unk>`, where there are any. */
  replacedText?: string;
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
  /** Places of the source tokens that the model does not know and reads as `<unk>`; of a model that reads such. */
  unknown?: number[];
  /** The best hypotheses, best first. */
  nBest?: Hypothesis[];
  /** Every candidate that reached the beam. */
  tree?: BeamNode[];
}

/** A candidate that reached the beam: a tree by `parent`, a place in the list, −1 for a first token. */
export interface BeamNode {
  /** Place in the list of the candidate it continues; −1 for a first token. */
  parent: number;
  /** The token it adds. */
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

/** How to decode. */
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
  force?: {
    /** Decoding step, from 0. */
    step: number;
    /** One a source token, none below 0. */
    weights: number[];
  }[];
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
  /** Of the source, from 0; from the end when negative. */
  position: number;
  /** Sentences trained on. */
  trained: number;
  /** Held-out sentences tested on. */
  tested: number;
  /** Share of the tested that it reads right. */
  accuracy: number;
  /** Share of the trained that it reads right. */
  trainingAccuracy: number;
  /** Accuracy of always saying the commonest token. */
  chance: number;
}

/** How long one sentence takes, by part, in milliseconds on one thread; unlike all else it differs from run to run. */
export interface ForwardTimes {
  /** From the tokens to the annotations: as many steps as tokens, each waiting for the one before it. */
  encoder: number;
  /** One look, from the annotations to a context: keys, energies, softmax and sum; 0 for a model without weights. */
  attention: number;
}

/** What attention is computed from by hand. */
export interface HandInput {
  /** 'dot' unless given. */
  score?: Exclude<Attention, 'none' | 'fixed'>;
  /** The query s. */
  query: number[];
  /** The annotations h_j. */
  annotations: number[][];
  /** Rows of additive's [A, H], general's [H, C], concat's [A, H + C]; H is the query's size, C an annotation's, A the scoring layer's. */
  W_a?: number[][];
  /** Rows of additive's [A, C], which multiplies an annotation. */
  U_a?: number[][];
  /** A numbers, in additive and concat: the energy is v_aᵀ tanh(…). */
  v_a?: number[];
  /** False: this annotation is never looked at. */
  mask?: boolean[];
}

/** What dot products of random vectors are drawn for `dotProducts()`. */
export interface DotProductOptions {
  /** Sizes d of the vectors, 1 to 16 of them, each from 1 to 4,096; 1, 4, 16, 64 and 256 unless given. */
  dimensions?: number[];
  /** Queries drawn for each size, 2 to 100,000; 1,000 unless given. */
  count?: number;
  /** Keys drawn for each query, 2 to 100; 10 unless given. */
  keys?: number;
  /** Draws of the vectors; 0 unless given. */
  seed?: number;
}

/** Dot products of random vectors of one size, whose components are independent with mean 0 and variance 1 (uniform in ±√3). */
export interface DotProducts {
  /** The size d. */
  dimension: number;
  /** Mean of q · k over all pairs drawn; 0 is expected. */
  mean: number;
  /** Variance of q · k; d is expected. */
  variance: number;
  /** The largest weight that softmax makes of a query's scores q · k, the mean over the queries. */
  peak: number;
  /** The weights' entropy in nats, likewise; at most ln of the number of keys. */
  entropy: number;
  /** The largest weight with the scores over √d. */
  scaledPeak: number;
  /** The entropy with the scores over √d. */
  scaledEntropy: number;
}

/** One step of attention in double precision, with everything between. */
export interface HandResult {
  /** What the score makes of each annotation (U_a h_j, W_a h_j or h_j); an empty row for one that is masked. */
  keys: number[][];
  /** W_a s, where the score has it. */
  projectedQuery?: number[];
  /** s · h_j before it is divided by √H, of the scaled dot product; null for an annotation that is masked. */
  products?: (number | null)[];
  /** tanh of the scoring layer for each annotation, where the score has one; an empty row for one that is masked. */
  hidden?: number[][];
  /** Null for an annotation that is masked: it has none. Its exponential and its weight are 0. */
  energies: (number | null)[];
  /** Subtracted from every energy before exp: 0 while the exponentials can be written down. */
  shift: number;
  /** exp(energy − shift). */
  exponentials: number[];
  /** Of the exponentials. */
  sum: number;
  /** α_j, the exponentials over their sum. */
  weights: number[];
  /** α_j h_j; an empty row for an annotation that is masked. */
  weighted: number[][];
  /** c = Σ α_j h_j. */
  context: number[];
}

/** One named intermediate of a forward pass, or one of a model's parameters; row-major. */
export interface TraceTensor {
  /** As in `Trace.tensors`, or as PyTorch would name the parameter. */
  name: string;
  /** Its dimensions, outermost first. */
  shape: number[];
  /** As many values as the shape multiplies to. */
  data: Float32Array;
}

/** What `trace()` looks at. */
export interface TraceOptions {
  /** As in translate: weights that replace the model's own at some steps; the pass runs on from there. */
  force?: TranslateOptions['force'];
  /** The model as it was after this many updates: a `step` of `model.snapshots()`. */
  at?: number;
}

/**
 * Every named intermediate of one forward pass. With T source tokens, I decoding steps (the target's tokens and EOS, where the
 * vocabulary has one) and sizes as in a configuration (E an embedding's, H a state's, C an annotation's, A the scoring layer's):
 *
 * - `source.embedding` [T, E]; `target.embedding` [I, E], that of the token before (`<bos>` first)
 * - `encoder.l0.forward.…` and `encoder.l0.backward.…`, `decoder.l0.…`, a layer: for each gate (candidate; reset, update, candidate; input,
 *   forget, candidate, output) `….reset.from_input` = W x + b and `….reset.from_state` = W h + b; a GRU's `….candidate.let_through` = r ⊙ from_state;
 *   `….reset` itself (an RNN's candidate is its state); an LSTM's `….squashed` = tanh c; `….start` [1, H], `….state`, an LSTM's `….start_memory` and `….memory`
 * - `encoder.l0.final_state`, an LSTM's `encoder.l0.final_memory` [1, C]; `annotations` [T, C]
 * - `bridge.l0.state`, `bridge.l0.memory` = W f + b [1, H], where the bridge is 'tanh'
 * - of a model with weights: `queries` [I, H], `keys` [T, …] (U_a h_j, W_a h_j or h_j), `projected_queries` [I, A] = W_a s, `hidden` [I, T, A], `products`
 *   [I, T] (s · h_j of the scaled dot product), `energies` [I, T], `energies.shift` [I, 1] (the largest, subtracted before exp),
 *   `energies.exponential` [I, T], `energies.sum` [I, 1], `weights` [I, T]
 * - `contexts` [I, C]; with the current state as query `attentional.joined` [I, H] = W_c [c; s] and `attentional` = tanh of it
 * - `features` [I, …], `logits` [I, V], `logits.shift`, `logits.exponential`, `logits.sum`, `probabilities` [I, V], `logits.log_sum` [I, 1] = ln Σ exp, `losses` [I, 1] of
 *   the token that the target goes on with, nats
 */
export interface Trace {
  /** Tokens of the source. */
  source: string[];
  /** Tokens of the target, without EOS, which stands last in the pass. */
  target: string[];
  /** The intermediates, by name. */
  tensors: Record<string, TraceTensor>;
}

/** Names of the codes of LookbackError; they are stable. */
export type ErrorCode =
  | 'bad-config' // a setting of a model, of training or of `load`
  | 'bad-task' // a task's name or option
  | 'bad-data' // a reader's own pairs: their text, an option, or more of them than the limits
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
