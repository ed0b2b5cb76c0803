// What the page's own figures measure, apart from how they show it: two sentences read by an untrained network, how far a gradient
// reaches and what a linear probe reads off the final state, and the time of an encoder and of one look back. The build measures
// the same for the pictures that stand in the figures' places before a script has run.
import type { Engine } from '../../elements/engines.ts';
import type { TraceTensor } from '../../engine/types.ts';

/** Called between two calls of the engine, with what there is so far; the work goes on when it has ended, and ends when it throws. */
export type Turn<Found> = (found: Found) => Promise<void>;

export const size = 12; // numbers in an embedding and in a state
export const fullest = 1.5; // a number as large as this is drawn in full colour
const reader = { cell: 'rnn', encoder: 'forward', attention: 'none', bridge: 'state', embedding: size, hidden: size, seed: 0 } as const;

/** A sentence as its words, their embeddings, the states that read them, and the sum of the embeddings. */
export interface Read { words: string[]; embeddings: Float32Array[]; states: Float32Array[]; bag: number[] }

const rowsOf = ({ shape, data }: TraceTensor): Float32Array[] => Array.from({ length: shape[0]! }, (_, t) => data.subarray(t * shape[1]!, (t + 1) * shape[1]!));

/** The sum of each component, its terms by size: a bag has no order, and so its sum has none. */
const added = (vectors: readonly Float32Array[]): number[] =>
  Array.from({ length: size }, (_, k) => vectors.map((vector) => vector[k]!).sort((a, b) => a - b).reduce((sum, x) => sum + x, 0));

/** Reads sentences of the toy Chinese with an untrained network; `parameters` is how many numbers do the reading. */
export async function readSentences(engine: Engine, texts: readonly string[], turn: Turn<void>): Promise<{ read: Read[]; parameters: number }> {
  const task = await engine.task('translate-zh-en', { seed: 0 });
  const model = await engine.model(reader, task);
  try {
    const read: Read[] = [];
    for (const text of texts) {
      await turn();
      const words = await task.parse(text);
      const { tensors } = await model.trace(words, ['I']);
      const embeddings = rowsOf(tensors['source.embedding']!);
      read.push({ words, embeddings, states: rowsOf(tensors['encoder.l0.forward.state']!), bag: added(embeddings) });
    }
    const reading = Object.entries(await model.parameters()).filter(([name]) => name.startsWith('encoder.'));
    return { read, parameters: reading.reduce((sum, [, { data }]) => sum + data.length, 0) };
  } finally {
    model.dispose();
    task.dispose();
  }
}

export const cells = ['rnn', 'lstm'] as const;
export const updates = 200;
const places = 10; // probed at most, spread evenly

export type Cell = (typeof cells)[number];
/** Of a cell: ‖∂L/∂h_{T−k}‖ as a share of that at k = 0, and the share of digits, in per cent, that is read off at each place. */
export interface Kept { gradient: number[]; probes: { x: number; y: number }[] }
export interface Remembered {
  found: Partial<Record<Cell, Kept>>;
  /** What is at work: a cell's training, or the reading off. */
  training?: { cell: Cell; done: number };
  probing?: { done: number; all: number };
}

/** What is left of a word at the end, in an RNN and an LSTM that copy `length` digits through a fixed vector; before or after training. */
export async function measureMemory(engine: Engine, length: number, trained: boolean, turn: Turn<Remembered>): Promise<Remembered['found']> {
  const found: Remembered['found'] = {};
  const task = await engine.task('copy', { minLength: length, maxLength: length });
  const models: Partial<Record<Cell, Awaited<ReturnType<Engine['model']>>>> = {};
  try {
    for (const cell of cells) {
      await turn({ found });
      const model = await engine.model({ cell, encoder: 'forward', attention: 'none', bridge: 'state', hidden: 32, seed: 0 }, task);
      models[cell] = model;
      if (trained) {
        const trainer = model.trainer({ optimizer: 'adam', learningRate: 0.005, batchSize: 64, clipNorm: 1, schedule: 'constant', steps: updates });
        for (let done = 0; done < updates; done += 20) {
          await turn({ found, training: { cell, done } });
          for await (const _ of trainer.run({ steps: 20, every: 20 }));
        }
      }
      const gradient = await model.gradientByDistance({ length, count: 64 });
      found[cell] = { gradient: gradient.map((norm) => norm / gradient[0]!), probes: [] };
    }
    const probed = Array.from({ length: places }, (_, k) => Math.round((k * (length - 1)) / (places - 1)));
    for (const [k, position] of probed.entries()) {
      for (const cell of cells) {
        await turn({ found, probing: { done: k, all: probed.length } });
        const { accuracy } = await models[cell]!.probe(position, { training: 1000, test: 300 });
        found[cell]!.probes.push({ x: position + 1, y: 100 * accuracy });
      }
    }
    return found;
  } finally {
    for (const cell of cells) models[cell]?.dispose();
    task.dispose();
  }
}

export const lengths = [5, 10, 20, 30, 40, 50, 60];
const [passes, tries] = [200, 3];

/** Milliseconds for one source of `length` tokens. */
export interface Times { length: number; encoder: number; attention: number }

/** The time of a recurrent encoder and of one look back, for each length: the smallest of three means. */
export async function measureTimes(engine: Engine, turn: Turn<Times[]>): Promise<Times[]> {
  const times: Times[] = [];
  const task = await engine.task('copy', { minLength: 1, maxLength: 60 });
  const model = await engine.model({ cell: 'gru', encoder: 'forward', attention: 'additive', bridge: 'zero', hidden: 64, embedding: 64, seed: 0 }, task);
  try {
    await model.forwardTimes({ length: 60, count: passes }); // the first runs are slower: the code is still being compiled
    for (const length of lengths) {
      const runs = [];
      for (let k = 0; k < tries; k++) {
        await turn(times);
        runs.push(await model.forwardTimes({ length, count: passes }));
      }
      times.push({ length, encoder: Math.min(...runs.map(({ encoder }) => encoder)), attention: Math.min(...runs.map(({ attention }) => attention)) });
    }
    return times;
  } finally {
    model.dispose();
    task.dispose();
  }
}
