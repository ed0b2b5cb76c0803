// Any decoding step of a trained model as a graph of quantities, down to its parameters and embeddings: the cells' gates in
// encoder and decoder, the bridge, the score, softmax, context, h̃, output and loss, in the forms of core/README.md. Values are
// those of `model.trace()` and `model.parameters()`; what is made here are symbols, operands and links, each when it is asked for.
import type { ModelConfig, Trace, TraceTensor, Vocabulary } from '../../engine/types.ts';
import {
  arithmetic, equations, joined, sumOfProducts, vector,
  type Arithmetic, type Equation, type Notation, type Part, type Quantity, type Role, type Vector,
} from './quantity.ts';

/** What a graph is made of: a model's configuration and vocabularies, a trace of it, and its parameters at the same moment. */
export interface TrainedInput {
  readonly config: Readonly<ModelConfig>;
  readonly vocabularies: Readonly<{ source: Vocabulary; target: Vocabulary }>;
  readonly trace: Trace;
  readonly parameters: Readonly<Record<string, TraceTensor>>;
  /** Steps whose weights were forced in the trace, from 0: they are inputs there. */
  readonly forced?: readonly number[];
}

/** A gate of a cell, or an RNN's one sum. */
export interface Gate {
  /** 'reset', 'update', 'candidate', 'input', 'forget', 'output' */
  readonly name: string;
  /** W x + b */
  readonly fromInput: Vector;
  /** W h + b */
  readonly fromState: Vector;
  /** A GRU's candidate: r ⊙ (W h + b). */
  readonly letThrough?: Vector;
  /** What comes out; an RNN's is the state itself. */
  readonly value: Vector;
}

/** One step of a recurrent layer. */
export interface CellStep {
  readonly inputs: readonly Vector[];
  readonly before: Vector;
  readonly gates: readonly Gate[];
  /** An LSTM's. */
  readonly memoryBefore?: Vector | undefined;
  readonly memory?: Vector;
  readonly squashed?: Vector;
  readonly state: Vector;
}

/** What a step's softmax over the source looks at; of a model with weights. */
export interface Look {
  readonly query: Vector;
  /** W_a s */
  readonly projected?: Vector;
  /** U_a h_j or W_a h_j; the annotations where the score makes nothing of them. */
  readonly keys: readonly Vector[];
  /** tanh of the scoring layer, an annotation. */
  readonly hidden?: readonly Vector[];
  /** v_a */
  readonly scorer?: Vector;
  /** sᵀ h_j of the scaled dot product. */
  readonly products?: Vector;
  readonly energies: Vector;
  readonly shift: Quantity;
  readonly exponentials: Vector;
  readonly sum: Quantity;
  readonly weights: Vector;
  /** They are the reader's, not the model's. */
  readonly forced: boolean;
}

/** One decoding step. */
export interface Step {
  /** The token before, which goes in; '<bos>' or what stands for it at first. */
  readonly input: string;
  /** The token that the target goes on with. */
  readonly next: string;
  readonly embedding: Vector;
  /** The decoder's layers, the lowest first. */
  readonly layers: readonly CellStep[];
  readonly look?: Look;
  /** c_i; none in a model without a context. */
  readonly context?: Vector;
  /** W_c [c; s] and h̃ = tanh of it, with the current state as query. */
  readonly attentionalJoined?: Vector;
  readonly attentional?: Vector;
  /** The parts of what the output layer reads. */
  readonly features: readonly Vector[];
  readonly logits: Vector;
  readonly shift: Quantity;
  readonly exponentials: Vector;
  readonly sum: Quantity;
  readonly probabilities: Vector;
  /** ln Σ exp of the logits. */
  readonly logSum: Quantity;
  /** −ln p of the next token, nats. */
  readonly loss: Quantity;
  /** The most probable tokens, the first the most. */
  top(count: number): Quantity[];
}

/** The quantities of one sentence. */
export interface TrainedGraph {
  readonly source: readonly string[];
  /** What each step goes on with, the end included. */
  readonly written: readonly string[];
  readonly annotations: readonly Vector[];
  /** The source's embeddings. */
  readonly embeddings: readonly Vector[];
  /** Layers, from 0, and directions of the encoder. */
  readonly layers: number;
  readonly directions: readonly ('forward' | 'backward')[];
  /** A recurrent layer at a source position, both from 0. */
  encoder(layer: number, direction: 'forward' | 'backward', position: number): CellStep;
  /** A decoding step, from 0. */
  step(i: number): Step;
}

const gatesOf = { rnn: ['candidate'], gru: ['reset', 'update', 'candidate'], lstm: ['input', 'forget', 'candidate', 'output'] } as const;
/** The letter of a gate's result, and what stands for it below W, as PyTorch calls them. */
const letters: Record<string, Record<string, string>> = {
  rnn: { candidate: 'n' },
  gru: { reset: 'r', update: 'z', candidate: 'n' },
  lstm: { input: 'i', forget: 'f', candidate: 'g', output: 'o' },
};

export function trainedGraph({ config, vocabularies, trace, parameters, forced = [] }: TrainedInput): TrainedGraph {
  const { cell = 'gru', attention = 'additive', encoder: reading = 'backward', bridge = 'state', layers: L = 1, sharedEmbedding = false } = config;
  const scored = attention !== 'none' && attention !== 'fixed';
  const current = config.query === 'current';
  const { source, target } = trace;
  const { target: targetSide, source: sourceSide } = vocabularies;
  const T = source.length;
  const directions = reading === 'bidirectional' ? (['forward', 'backward'] as const) : [reading];
  const layered = (layer: number) => (L > 1 ? { layer: layer + 1 } : {});

  // --- the trace's rows and the parameters, each made once ---

  const made = new Map<string, unknown>();
  const once = <Made>(id: string, make: () => Made): Made => {
    if (!made.has(id)) made.set(id, make());
    return made.get(id) as Made;
  };
  const tensor = (name: string): TraceTensor => {
    const found = trace.tensors[name];
    if (!found) throw new Error(`The trace has no \`${name}\`.`);
    return found;
  };
  /** Row r of a tensor, whose last dimension is a row's. */
  const row = (name: string, r: number): Float32Array => {
    const { data, shape } = tensor(name);
    const width = shape.at(-1)!;
    return data.subarray(r * width, (r + 1) * width);
  };
  const traced = (name: string, r: number, symbol: Notation, role: Role, from?: (k: number) => Arithmetic, token?: string): Vector =>
    once(`${name}[${r}]`, () => vector(`${name}[${r}]`, symbol, role, row(name, r), from, token));
  const number = (name: string, r: number, symbol: Notation, role: Role, from: () => Arithmetic): Quantity =>
    once(`${name}[${r}]`, () => ({ id: `${name}[${r}]`, symbol, role, value: row(name, r)[0]!, from }));
  const parameter = (name: string): TraceTensor => {
    const found = parameters[name];
    if (!found) throw new Error(`The model has no parameter \`${name}\`.`);
    return found;
  };
  /** A matrix's row r, or a part of it: `count` numbers from `first` on. Rows are counted from row `above` on, a gate's first. */
  const weight = (name: string, r: number, symbol: Notation, first = 0, count?: number, above = 0): Vector => {
    const id = `parameters.${name}[${r}]`; // the trace has tensors of the same names
    const whole = once(id, () => {
      const { data, shape } = parameter(name);
      const width = shape.at(-1)!;
      return vector(id, { ...symbol, place: [r - above + 1] }, 'parameter', data.subarray(r * width, (r + 1) * width));
    });
    if (first === 0 && (count ?? whole.length) === whole.length) return whole;
    return once(`${whole.id}:${first}`, (): Vector => ({
      ...whole, id: `${whole.id}:${first}`, length: count!,
      values: () => (whole.values() as Float32Array).subarray(first, first + count!),
      at: (k) => whole.at(first + k),
    }));
  };
  /** A vector among the parameters, or `count` numbers of it from `first` on. */
  const weights = (name: string, symbol: Notation, first = 0, count?: number): Vector => once(`parameters.${name}:${first}`, () =>
    vector(`parameters.${name}:${first}`, symbol, 'parameter', parameter(name).data.subarray(first, count === undefined ? undefined : first + count)));
  /** Σ over the inputs of row k of a weight, each with its columns, and number k of the bias; of a gate, whose rows begin at `above`. */
  const linear = (
    name: string, k: number, symbol: Notation, inputs: readonly Vector[], equation?: Equation, bias?: Vector,
    { column = 0, above = 0 } = {},
  ): Arithmetic => {
    let first = column;
    const parts: Part[] = [];
    for (const right of inputs) {
      parts.push({ left: weight(name, above + k, symbol, first, right.length, above), right });
      first += right.length;
    }
    return sumOfProducts(parts, equation, bias?.at(k));
  };
  const embedded = (side: 'source' | 'target', r: number, token: string, symbol: Notation): Vector => {
    const { tokens, unk } = side === 'source' ? sourceSide : targetSide;
    const place = tokens.indexOf(token);
    const id = place >= 0 ? place : unk;
    const table = sharedEmbedding ? 'embedding' : `${side}.embedding`;
    return traced(`${side}.embedding`, r, symbol, side,
      (k) => arithmetic('copy', [weight(table, id, { letter: 'E', label: sharedEmbedding ? undefined : side }).at(k)]), token);
  };

  // --- a recurrent layer ---

  interface CellPlace {
    /** Of the trace's tensors, and of the parameters before and after `.weight_ih_`. */
    name: string;
    parameters: [prefix: string, suffix: string];
    /** Row of the tensors. */
    t: number;
    role: 'source' | 'target';
    /** Of a result by its letter. */
    symbol: (letter: string) => Notation;
    /** Of a parameter. */
    parameter: (letter: string, label: string) => Notation;
    /** What the state is called. */
    state: string;
    token: string;
    /** Asked for when they are looked at, so that one step can be opened without those before it. */
    inputs: () => readonly Vector[];
    before: () => Vector;
    memoryBefore: () => Vector;
  }

  function cellStep({ name, parameters: [prefix, suffix], t, role, symbol, parameter: called, state: letter, token, inputs, before, memoryBefore }: CellPlace): CellStep {
    const H = tensor(`${name}.state`).shape[1]!;
    const equation = equations[cell];
    const links = {
      get inputs() { return inputs(); },
      get before() { return before(); },
      get memoryBefore() { return cell === 'lstm' ? memoryBefore() : undefined; },
    };
    const shares = gatesOf[cell].map((gate, g) => {
      const tag = letters[cell]![gate]!;
      const share = (kind: 'input' | 'state'): Vector => {
        const short = kind === 'input' ? 'ih' : 'hh';
        const label = cell === 'rnn' ? short : `${kind === 'input' ? 'i' : 'h'}${tag}`;
        return traced(`${name}.${gate}.from_${kind}`, t, { ...symbol('a'), label }, role, (k) => linear(
          `${prefix}.weight_${short}_${suffix}`, k, called('W', label), kind === 'input' ? inputs() : [before()], equation,
          weights(`${prefix}.bias_${short}_${suffix}`, called('b', label), g * H, H), { above: g * H },
        ), token);
      };
      return { name: gate, tag, fromInput: share('input'), fromState: share('state') };
    });
    const opened = (gate: string, squash: 'sigmoid' | 'tanh', by: Equation = equation) => {
      const { tag, fromInput, fromState } = shares.find((share) => share.name === gate)!;
      return traced(`${name}.${gate}`, t, symbol(tag), role, (k) => arithmetic(squash, [fromInput.at(k), fromState.at(k)], by), token);
    };
    const stateFrom = (from: (k: number) => Arithmetic): Vector => traced(`${name}.state`, t, symbol(letter), role, from, token);

    if (cell === 'rnn') {
      const [only] = shares as [(typeof shares)[number]];
      const state = stateFrom((k) => arithmetic('tanh', [only.fromInput.at(k), only.fromState.at(k)], equation));
      return Object.assign(links, { gates: [{ ...only, value: state }], state });
    }
    if (cell === 'gru') {
      const [reset, update, candidate] = shares as [(typeof shares)[number], (typeof shares)[number], (typeof shares)[number]];
      const r = opened('reset', 'sigmoid');
      const z = opened('update', 'sigmoid');
      const letThrough = traced(`${name}.candidate.let_through`, t, { ...symbol('r'), times: candidate.fromState.symbol }, role,
        (k) => arithmetic('product', [r.at(k), candidate.fromState.at(k)], equation), token);
      const n = traced(`${name}.candidate`, t, symbol('n'), role, (k) => arithmetic('tanh', [candidate.fromInput.at(k), letThrough.at(k)], equation), token);
      const state = stateFrom((k) => arithmetic('mix', [z.at(k), n.at(k), before().at(k)], equation));
      return Object.assign(links, { gates: [{ ...reset, value: r }, { ...update, value: z }, { ...candidate, letThrough, value: n }], state });
    }
    const i = opened('input', 'sigmoid');
    const f = opened('forget', 'sigmoid', equations.forget);
    const g = opened('candidate', 'tanh');
    const o = opened('output', 'sigmoid');
    const memory = traced(`${name}.memory`, t, symbol('m'), role,
      (k) => arithmetic('sum of products', [f.at(k), memoryBefore().at(k), i.at(k), g.at(k)], equations.forget), token);
    const squashed = traced(`${name}.squashed`, t, { ...symbol('m'), label: 'tanh' }, role, (k) => arithmetic('tanh', [memory.at(k)], equation), token);
    const state = stateFrom((k) => arithmetic('product', [o.at(k), squashed.at(k)], equation));
    const values = [i, f, g, o];
    return Object.assign(links, { gates: shares.map((share, at) => ({ ...share, value: values[at]! })), memory, squashed, state });
  }

  // --- the encoder ---

  const embeddings = source.map((token, j) => embedded('source', j, token, { letter: 'x', indices: [j + 1] }));
  const arrows = { forward: '→', backward: '←' } as const;

  function encoder(layer: number, direction: 'forward' | 'backward', j: number): CellStep {
    const name = `encoder.l${layer}.${direction}`;
    return once(`cell ${name} ${j}`, () => {
      const over = arrows[direction];
      const last = direction === 'forward' ? j - 1 : j + 1;
      const starts = last < 0 || last >= T;
      const at = (letter: string, position: number): Notation => ({ letter, over, ...layered(layer), indices: [position + 1] });
      return cellStep({
        name, t: j, role: 'source', state: 'h', token: source[j]!,
        parameters: ['encoder', `l${layer}${direction === 'backward' && directions.length > 1 ? '_reverse' : ''}`],
        symbol: (letter) => at(letter, j),
        parameter: (letter, label) => ({ letter, over, label, ...layered(layer) }),
        inputs: () => [layer === 0 ? embeddings[j]! : encoded(layer - 1, j)],
        before: () => (starts ? traced(`${name}.start`, 0, at('h', last), 'source') : encoder(layer, direction, last).state),
        memoryBefore: () => (starts ? traced(`${name}.start_memory`, 0, at('m', last), 'source') : encoder(layer, direction, last).memory!),
      });
    });
  }
  /** What a layer makes of a position: its states, both ways where it reads both ways. */
  const encoded = (layer: number, j: number): Vector => once(`encoded ${layer} ${j}`, () => ({
    ...joined(`encoder.l${layer}[${j}]`, { letter: 'h', ...layered(layer), indices: [j + 1] }, 'source', directions.map((direction) => encoder(layer, direction, j).state)),
    token: source[j]!,
  }));
  /** →h_T, ←h_1, or both; of states or memories. */
  const final = (layer: number, what: 'state' | 'memory'): Vector => once(`final ${what} ${layer}`, () =>
    joined(`encoder.l${layer}.final_${what}`, { letter: what === 'state' ? 'h' : 'm', label: 'final', ...layered(layer) }, 'source',
      directions.map((direction) => encoder(layer, direction, direction === 'forward' ? T - 1 : 0)[what]!)));
  const annotations = source.map((_, j) => encoded(L - 1, j));

  // --- the decoder ---

  const state = (letter: string, layer: number, i: number): Notation => ({ letter, ...layered(layer), indices: [i] });

  /** s_0, or m_0, of a layer. */
  function start(layer: number, what: 'state' | 'memory'): Vector {
    const symbol = state(what === 'state' ? 's' : 'm', layer, 0);
    const name = `decoder.l${layer}.${what === 'state' ? 'start' : 'start_memory'}`;
    if (bridge === 'zero') return traced(name, 0, symbol, 'target');
    const from = final(layer, what);
    if (bridge === 'state') return traced(name, 0, symbol, 'target', (k) => arithmetic('copy', [from.at(k)]));
    const kind = what === 'state' ? '' : 'cell_';
    const label = what === 'state' ? 'bridge' : 'bridge m';
    const bias = weights(`bridge.${kind}bias_l${layer}`, { letter: 'b', label, ...layered(layer) });
    const sums = traced(`bridge.l${layer}.${what}`, 0, { letter: 'a', label, ...layered(layer) }, 'target',
      (k) => linear(`bridge.${kind}weight_l${layer}`, k, { letter: 'W', label, ...layered(layer) }, [from], equations.bridge, bias));
    return traced(name, 0, symbol, 'target', (k) => arithmetic('tanh', [sums.at(k)], equations.bridge));
  }

  const written = [...target, ...(targetSide.eos >= 0 ? [targetSide.tokens[targetSide.eos]!] : [])];
  const inputs = [targetSide.tokens[targetSide.bos]!, ...target];
  const embeddingAt = (i: number): Vector => embedded('target', i, inputs[i]!, { letter: 'y', indices: [i] });

  function decoderCell(layer: number, i: number): CellStep {
    const name = `decoder.l${layer}`;
    return once(`cell ${name} ${i}`, () => {
      const inputsOf = (): Vector[] => {
        if (layer > 0) return [decoderCell(layer - 1, i).state];
        const first = embeddingAt(i);
        if (current) return config.inputFeeding ? [first, attentional(i - 1)] : [first];
        return attention === 'none' ? [first] : [first, context(i)];
      };
      return cellStep({
        name, t: i, role: 'target', state: 's', token: written[i]!,
        parameters: ['decoder', `l${layer}`],
        symbol: (letter) => state(letter, layer, i + 1),
        parameter: (letter, label) => ({ letter, label, ...layered(layer) }),
        inputs: inputsOf,
        before: () => stateAt(layer, i - 1),
        memoryBefore: () => (i === 0 ? start(layer, 'memory') : decoderCell(layer, i - 1).memory!),
      });
    });
  }
  const stateAt = (layer: number, i: number): Vector => (i < 0 ? start(layer, 'state') : decoderCell(layer, i).state);

  const exponentialsOf = (name: string, i: number, of: Vector, letter: string, role: Role, equation?: Equation): Pick<Look, 'shift' | 'exponentials' | 'sum'> => {
    const all = () => Array.from({ length: of.length }, (_, k) => of.at(k));
    const shift = number(`${name}.shift`, i, { letter, label: 'max', indices: [i + 1] }, role, () => arithmetic('maximum', all()));
    const exponentials = traced(`${name}.exponential`, i, { letter, indices: [i + 1], applied: 'shifted exp' }, role,
      (k) => arithmetic('exp', [of.at(k), shift], equation));
    const sum = number(`${name}.sum`, i, { letter: 'Σ', label: letter === 'e' ? undefined : letter, indices: [i + 1] }, role,
      () => arithmetic('sum', Array.from({ length: of.length }, (_, k) => exponentials.at(k)), equation));
    return { shift, exponentials, sum };
  };

  /** A vector whose numbers wear the words they belong to. */
  const worded = (of: Vector, tokens: readonly string[], symbol?: (k: number) => Notation): Vector => {
    const own: Quantity[] = [];
    return { ...of, at: (k) => (own[k] ??= { ...of.at(k), token: tokens[k]!, ...(symbol && { symbol: symbol(k) }) }) };
  };
  /** One number a source position: α_ij, with two indices. */
  const bySource = (of: Vector): Vector => worded(of, source, (j) => ({ ...of.symbol, indices: [...of.symbol.indices!, j + 1] }));

  function look(i: number): Look {
    return once(`look ${i}`, () => {
      const query = stateAt(L - 1, current ? i : i - 1);
      const equation = attention === 'scaled-dot' ? equations.scaledDot : equations[attention as 'additive' | 'dot' | 'general' | 'concat'];
      const index = { indices: [i + 1] };
      const H = query.length;
      const network = attention === 'additive' || attention === 'concat';
      const matrix = attention === 'additive' ? 'U' : 'W';
      const W: Notation = { letter: 'W', label: 'a' };
      const keys = annotations.map((annotation, j) => {
        if (attention === 'dot' || attention === 'scaled-dot') return annotation;
        const symbol: Notation = { letter: matrix, label: 'a' };
        return traced('keys', j, { ...symbol, times: annotation.symbol }, 'source',
          (k) => linear(`attention.${matrix}_a`, k, symbol, [annotation], equation, undefined, { column: attention === 'concat' ? H : 0 }), source[j]!);
      });
      const projected = network ? traced('projected_queries', i, { ...W, times: query.symbol }, 'target', (k) => linear('attention.W_a', k, W, [query], equation)) : undefined;
      const hidden = projected && keys.map((key, j) => traced('hidden', i * T + j, { letter: 't', indices: [i + 1, j + 1] }, 'weights',
        (k) => arithmetic('tanh', [projected.at(k), key.at(k)], equation), source[j]!));
      const scorer = network ? weights('attention.v_a', { letter: 'v', label: 'a' }) : undefined;
      const products = attention === 'scaled-dot'
        ? worded(traced('products', i, { ...query.symbol, transposed: true, times: { letter: 'h' } }, 'weights',
            (j) => sumOfProducts([{ left: query, right: keys[j]! }], equations.dot)), source,
          (j) => ({ ...query.symbol, transposed: true, times: keys[j]!.symbol }))
        : undefined;
      const size: Quantity = { id: 'd', symbol: { letter: 'd' }, role: 'parameter', value: H };
      const energies = bySource(traced('energies', i, { letter: 'e', ...index }, 'weights', (j) => {
        if (products) return arithmetic('quotient by root', [products.at(j), size], equation);
        return sumOfProducts([scorer ? { left: scorer, right: hidden![j]! } : { left: query, right: keys[j]! }], equation);
      }));
      const softmax = exponentialsOf('energies', i, energies, 'e', 'weights', equations.weights);
      const exponentials = bySource(softmax.exponentials);
      const isForced = forced.includes(i);
      const alpha = bySource(traced('weights', i, { letter: 'α', ...index }, 'weights',
        isForced ? undefined : (j) => arithmetic('quotient', [exponentials.at(j), softmax.sum], equations.weights)));
      return {
        query, ...(projected && { projected }), keys, ...(hidden && { hidden }), ...(scorer && { scorer }), ...(products && { products }),
        energies, ...softmax, exponentials, weights: alpha, forced: isForced,
      };
    });
  }

  function context(i: number): Vector {
    const symbol: Notation = { letter: 'c', indices: [i + 1] };
    if (!scored) {
      const of = final(L - 1, 'state');
      return traced('contexts', i, symbol, 'context', (k) => arithmetic('copy', [of.at(k)], equations.fixed));
    }
    /** The k-th number of every annotation. */
    const column = (k: number): Vector => ({
      id: `annotations:${k}`, symbol: { letter: 'h', place: [k + 1] }, role: 'source', length: T,
      values: () => annotations.map((annotation) => annotation.at(k).value),
      at: (j) => annotations[j]!.at(k),
    });
    return traced('contexts', i, symbol, 'context', (k) => sumOfProducts([{ left: look(i).weights, right: column(k) }], equations.context));
  }

  function joint(i: number): Vector {
    return traced('attentional.joined', i, { letter: 'a', label: 'c', indices: [i + 1] }, 'target',
      (k) => linear('attention.W_c', k, { letter: 'W', label: 'c' }, [context(i), stateAt(L - 1, i)], equations.attentional));
  }
  /** h̃_i; before the first step, zeros. */
  function attentional(i: number): Vector {
    const symbol: Notation = { letter: 'h', over: '~', indices: [i + 1] };
    if (i < 0) return once('attentional start', () => vector('attentional.start', symbol, 'target', new Float32Array(tensor('attentional').shape[1]!)));
    return traced('attentional', i, symbol, 'target', (k) => arithmetic('tanh', [joint(i).at(k)], equations.attentional));
  }

  function step(i: number): Step {
    if (!Number.isInteger(i) || i < 0 || i >= written.length) throw new RangeError(`There are decoding steps 0 to ${written.length - 1}, and ${i} is none of them.`);
    return once(`step ${i}`, () => {
      const layers = Array.from({ length: L }, (_, layer) => decoderCell(layer, i));
      const top = layers.at(-1)!.state;
      const contextual = attention === 'none' ? undefined : context(i);
      const features = [
        ...(current ? [attentional(i)] : [top, ...(contextual ? [contextual] : [])]),
        ...(config.output === 'state+context+embedding' ? [embeddingAt(i)] : []),
      ];
      const bias = weights('output.bias', { letter: 'b', label: 'o' });
      const words = targetSide.tokens;
      const logits = worded(traced('logits', i, { letter: 'ℓ', indices: [i + 1] }, 'target',
        (k) => linear('output.weight', k, { letter: 'W', label: 'o' }, features, undefined, bias)), words);
      const softmax = exponentialsOf('logits', i, logits, 'ℓ', 'target');
      const exponentials = worded(softmax.exponentials, words);
      const probabilities = worded(traced('probabilities', i, { letter: 'p', indices: [i + 1] }, 'target',
        (k) => arithmetic('quotient', [exponentials.at(k), softmax.sum])), words);
      const logSum = number('logits.log_sum', i, { letter: 'lse', indices: [i + 1] }, 'loss', () => arithmetic('log', [softmax.sum, softmax.shift]));
      const next = words.indexOf(written[i]!);
      const loss = number('losses', i, { letter: 'L', indices: [i + 1] }, 'loss', () => arithmetic('difference', [logSum, logits.at(next)]));
      return {
        input: inputs[i]!, next: written[i]!, embedding: embeddingAt(i), layers,
        ...(scored && { look: look(i) }), ...(contextual && { context: contextual }),
        ...(current && { attentionalJoined: joint(i), attentional: attentional(i) }),
        features, logits, ...softmax, exponentials, probabilities, logSum, loss,
        top: (count) => Array.from(probabilities.values(), (p, k) => ({ p, k }))
          .sort((a, b) => b.p - a.p || a.k - b.k).slice(0, count).map(({ k }) => probabilities.at(k)),
      };
    });
  }

  return { source, written, annotations, embeddings, layers: L, directions, encoder, step };
}
