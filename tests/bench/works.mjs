// The three works that are timed, as data: configuration, starting weights, batches, and the arithmetic in one step counted by
// formula. Lookback gets a model file and pairs, a peer the same weights and token ids; a target is its source reversed. One
// step is forward, backward and Adam, without clipping, over 64 sentences with teacher forcing.

/**
 * A work: `config` is Lookback's ModelConfig, lengths are in tokens. `targetLength` counts EOS where the target's vocabulary
 * has one (eos >= 0). `first` is the lowest token id that a sentence holds.
 */
const work = (name, { encoderHidden, attentionSize, ...config }, { vocabulary, sourceLength, eos = -1, first = 0, learningRate }) => ({
  name,
  config: {
    attention: 'additive', query: 'previous', inputFeeding: false, output: 'state+context', bridge: 'state', layers: 1, dropout: 0, sharedEmbedding: false,
    ...config,
    encoderHidden: encoderHidden ?? (config.encoder === 'bidirectional' ? config.hidden / 2 : config.hidden),
    attentionSize: attentionSize ?? config.hidden,
  },
  sourceVocabulary: vocabulary,
  targetVocabulary: vocabulary,
  bos: 0,
  eos,
  first,
  sourceLength,
  targetLength: sourceLength + (eos >= 0 ? 1 : 0),
  batch: 64,
  learningRate,
});

/** Adds the shape in words. */
const described = (made) => ({ ...made, shape: shape(made) });

function shape({ config, sourceVocabulary, sourceLength, targetLength }) {
  const cell = config.cell.toUpperCase();
  const encoder = config.encoder === 'bidirectional' ? `bi-${cell} ${config.encoderHidden} a direction` : `${cell} ${config.encoderHidden} (${config.encoder})`;
  return `${encoder}, decoder ${cell} ${config.hidden}, embedding ${config.embedding}${config.sharedEmbedding ? ' shared' : ''}, ` +
    `additive ${config.attentionSize}, vocabulary ${sourceVocabulary.toLocaleString('en')}, ${sourceLength} → ${targetLength} tokens`;
}

export const works = {
  small: described(work('small', { cell: 'gru', encoder: 'forward', embedding: 16, hidden: 32, sharedEmbedding: true },
    { vocabulary: 10, sourceLength: 6, learningRate: 0.01 })),
  medium: described(work('medium', { cell: 'gru', encoder: 'bidirectional', embedding: 64, hidden: 128, attentionSize: 64 },
    { vocabulary: 120, sourceLength: 10, eos: 1, first: 2, learningRate: 0.003 })),
  large: described(work('large', { cell: 'lstm', encoder: 'bidirectional', embedding: 128, hidden: 256, attentionSize: 128 },
    { vocabulary: 2000, sourceLength: 20, learningRate: 0.003 })),
};

/** The same work with another length, hidden size (encoder and scoring layer keep their share of it) or vocabulary. */
export function varied(from, { sourceLength = from.sourceLength, hidden = from.config.hidden, vocabulary = from.sourceVocabulary }) {
  const scale = (size) => Math.round((size * hidden) / from.config.hidden);
  return described({
    ...from,
    config: { ...from.config, hidden, encoderHidden: scale(from.config.encoderHidden), attentionSize: scale(from.config.attentionSize) },
    sourceVocabulary: vocabulary,
    targetVocabulary: vocabulary,
    sourceLength,
    targetLength: sourceLength + from.targetLength - from.sourceLength,
  });
}

/**
 * How Lookback trains a work: a constant rate, no clipping.
 *
 * @returns {import('lookback').TrainingConfig}
 */
export const training = ({ batch, learningRate }) => ({ optimizer: 'adam', learningRate, schedule: 'constant', clipNorm: 0, batchSize: batch });

const gatesOf = { rnn: 1, gru: 3, lstm: 4 };
const sizes = ({ config }) => ({
  E: config.embedding, H: config.hidden, He: config.encoderHidden, A: config.attentionSize, G: gatesOf[config.cell],
  D: config.encoder === 'bidirectional' ? 2 : 1, C: config.encoderHidden * (config.encoder === 'bidirectional' ? 2 : 1),
});

/**
 * Floating-point operations of one step, by part, a multiplication and an addition counted as two. Forward, for a sentence of
 * Ts source and Tt target tokens, in the letters of core/README.md:
 *
 *   encoder    Ts · D · 2 G He (E + He)                        input and recurrent products
 *   attention  Ts · 2 A C + Tt · (2 A H + Ts · (2 A + 2 C))    U_a h_j once; W_a s, energies and weighted sum a step
 *   decoder    Tt · 2 G H (E + C + H)
 *   output     Tt · 2 Vt (H + C)
 *
 * Backward is two products of the same size for each (the gradients of either factor), so a step is three times that, times the
 * batch. Embeddings, gates, softmax and the optimiser are not counted.
 */
export function flopsByPart(of) {
  const { E, H, He, A, G, D, C } = sizes(of);
  const { batch, sourceLength: Ts, targetLength: Tt, targetVocabulary: Vt } = of;
  const step = 3 * batch;
  return {
    encoder: step * Ts * D * 2 * G * He * (E + He),
    attention: step * (Ts * 2 * A * C + Tt * (2 * A * H + Ts * (2 * A + 2 * C))),
    decoder: step * Tt * 2 * G * H * (E + C + H),
    output: step * Tt * 2 * Vt * (H + C),
  };
}

/** Their sum: about 36 million for small, 15.5 billion for large. */
export const flops = (of) => Object.values(flopsByPart(of)).reduce((sum, part) => sum + part, 0);

/** Numbers in [0, 1) from a 32-bit seed (Tommy Ettinger's Mulberry32). */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Names, shapes and the bounds of starting values, by core/README.md. */
function tensors(of) {
  const { E, H, He, A, G, D, C } = sizes(of);
  const list = [];
  const add = (name, dimensions, bound) => list.push({ name, shape: dimensions, bound });
  const table = (name, size) => add(name, [size, E], Math.sqrt(3));
  const cell = (side, suffix, inputs, state) => {
    add(`${side}.weight_ih_l0${suffix}`, [G * state, inputs], 1 / Math.sqrt(state));
    add(`${side}.weight_hh_l0${suffix}`, [G * state, state], 1 / Math.sqrt(state));
    add(`${side}.bias_ih_l0${suffix}`, [G * state], 1 / Math.sqrt(state));
    add(`${side}.bias_hh_l0${suffix}`, [G * state], 1 / Math.sqrt(state));
  };
  if (of.config.sharedEmbedding) {
    table('embedding', of.sourceVocabulary);
  } else {
    table('source.embedding', of.sourceVocabulary);
    table('target.embedding', of.targetVocabulary);
  }
  for (let d = 0; d < D; ++d) cell('encoder', d === 1 ? '_reverse' : '', E, He);
  cell('decoder', '', E + C, H);
  add('attention.W_a', [A, H], 1 / Math.sqrt(H));
  add('attention.U_a', [A, C], 1 / Math.sqrt(C));
  add('attention.v_a', [A], 1 / Math.sqrt(A));
  add('output.weight', [of.targetVocabulary, H + C], 1 / Math.sqrt(H + C));
  add('output.bias', [of.targetVocabulary], 1 / Math.sqrt(H + C));
  return list;
}

/**
 * Starting weights, { name: { shape, data } } with Lookback's names: uniform in ±bound with PyTorch's bounds (1/√H for a cell,
 * 1/√inputs for other layers), embeddings uniform with PyTorch's variance of one. Every call draws the same.
 *
 * @returns {Record<string, { shape: number[], data: Float32Array }>}
 */
export function parameters(of) {
  const draw = generator(1);
  return Object.fromEntries(tensors(of).map(({ name, shape: dimensions, bound }) => {
    const data = Float32Array.from({ length: dimensions.reduce((a, b) => a * b) }, () => (2 * draw() - 1) * bound);
    return [name, { shape: dimensions, data }];
  }));
}

/** The safetensors file of the starting weights, for `engine.loadModel`. */
export function modelFile(of) {
  const vocabulary = (size, bos, eos) => JSON.stringify({ tokens: Array.from({ length: size }, (_, id) => String(id)), bos, eos, unk: -1 });
  const weights = parameters(of);
  const header = {
    __metadata__: {
      config: JSON.stringify({ ...of.config, seed: 0 }),
      source_vocabulary: vocabulary(of.sourceVocabulary, -1, -1),
      target_vocabulary: vocabulary(of.targetVocabulary, of.bos, of.eos),
      seed: '0',
      format: 'lookback-1',
    },
  };
  let offset = 0;
  for (const [name, { shape: dimensions, data }] of Object.entries(weights)) {
    header[name] = { dtype: 'F32', shape: dimensions, data_offsets: [offset, (offset += data.byteLength)] };
  }
  const text = JSON.stringify(header);
  const head = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const file = new Uint8Array(8 + head.length + offset);
  new DataView(file.buffer).setBigUint64(0, BigInt(head.length), true);
  file.set(head, 8);
  let at = 8 + head.length;
  for (const { data } of Object.values(weights)) {
    file.set(new Uint8Array(data.buffer), at);
    at += data.byteLength;
  }
  return file;
}

/**
 * Token ids of `count` batches, as two Int32Array: source [count, batch, sourceLength], target [count, batch, targetLength], the
 * reversed source, with EOS at the end where there is one. The first batches are the same whatever the count.
 */
export function batches(of, count) {
  const { batch, sourceLength: Ts, targetLength: Tt, first, eos, sourceVocabulary } = of;
  const draw = generator(2);
  const source = Int32Array.from({ length: count * batch * Ts }, () => first + Math.floor(draw() * (sourceVocabulary - first)));
  const target = new Int32Array(count * batch * Tt);
  for (let row = 0; row < count * batch; ++row) {
    for (let t = 0; t < Ts; ++t) target[row * Tt + t] = source[row * Ts + Ts - 1 - t];
    if (Tt > Ts) target[row * Tt + Ts] = eos;
  }
  return { source, target };
}

/**
 * The same sentences as Lookback's pairs (EOS is the engine's to add). A trainer keeps the order of pairs that fill exactly one
 * batch, and shuffles more: so losses are compared over steps on `pairs(work, 1)`, times on as many as one likes.
 */
export function pairs(of, count) {
  const { source } = batches(of, count);
  return Array.from({ length: count * of.batch }, (_, row) => {
    const tokens = Array.from(source.subarray(row * of.sourceLength, (row + 1) * of.sourceLength), String);
    return { source: tokens, target: tokens.toReversed() };
  });
}
