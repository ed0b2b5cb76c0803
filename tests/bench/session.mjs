// Measuring in windows, in Node and in a page alike: an engine that trains one work, timed in turns with whatever it is compared
// with, so that what else the machine does hits both.
import { startPeak } from './peak.mjs';
import { flops, modelFile, pairs, training, works } from './works.mjs';

/** Where files are in a measured page: the worker script of the package. Node needs none. */
export const place = { worker: undefined };

const inNode = typeof document === 'undefined';

/** Milliseconds of a window, how many there are, and how long V8 has to compile the loops anew before them. */
export const usual = { window: 400, windows: 9, warmUp: 1500 };

/**
 * An engine that trains `work`. `step(count)` makes updates and resolves to milliseconds for one; `memory()` to the bytes of
 * its WebAssembly memory. Throws a LookbackError, `unsupported` with the reason where the variant or the threads cannot be had.
 */
export async function open(lookback, work, { variant, threads }) {
  const size = await memoryWatch();
  const engine = await lookback.load({ variant, threads, ...size.options });
  const close = () => {
    engine.dispose();
    size.close();
  };
  try {
    if (engine.info.variant !== variant || engine.info.threads !== threads) throw new lookback.LookbackError('unsupported', engine.info.reason);
    const model = await engine.loadModel(modelFile(work));
    const trainer = model.trainer(training(work), pairs(work, 16));
    const step = async (count) => {
      const started = performance.now();
      for await (const progress of trainer.run({ steps: count, every: count })) void progress;
      return (performance.now() - started) / count;
    };
    return { step, memory: size.bytes, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * What `work(keep)` resolves to, or { missing: why } where a variant cannot be had or has not the memory. What was given to
 * `keep` is closed in the end.
 */
async function attempt(lookback, work) {
  const kept = [];
  try {
    return await work(async (opening) => {
      kept.push(await opening);
      return kept.at(-1);
    });
  } catch (error) {
    if (error instanceof lookback.LookbackError && ['unsupported', 'out-of-memory'].includes(error.code)) return { missing: error.message };
    throw error;
  } finally {
    for (const each of kept) each.close();
  }
}

/** Options for `load` by which the memory of the engine it makes can be looked at. */
async function memoryWatch() {
  if (inNode) {
    const { newestMemory } = await import('./memory_size.mjs');
    let memory;
    return { options: {}, bytes: async () => (memory ??= newestMemory()).buffer.byteLength, close() {} };
  }
  const name = `memory ${Math.round(performance.now() * 1000)}`;
  const channel = new BroadcastChannel(name);
  const workerUrl = new URL('worker.mjs', import.meta.url);
  workerUrl.search = new URLSearchParams({ channel: name, engine: place.worker });
  return {
    options: { workerUrl },
    bytes: () => new Promise((resolve) => {
      channel.onmessage = ({ data }) => resolve(data);
      channel.postMessage('size');
    }),
    close: () => channel.close(),
  };
}

/** A window of updates, as a timer for `rounds`: warmed up, and as many updates as fill `window` milliseconds. */
export async function stepTimer(session, { window, warmUp }) {
  let milliseconds = await session.step(1);
  for (const started = performance.now(); performance.now() - started < warmUp;) {
    milliseconds = await session.step(Math.max(1, Math.round(50 / milliseconds)));
  }
  const count = Math.max(1, Math.round(window / milliseconds));
  return () => session.step(count);
}

/** Calls the timers in turn, so many rounds, forwards and backwards alternately; resolves to each one's values in order. */
export async function rounds(count, timers) {
  const values = timers.map(() => []);
  const order = timers.map((_, i) => i);
  for (let round = 0; round < count; ++round) {
    for (const i of round % 2 === 0 ? order : order.toReversed()) values[i].push(await timers[i]());
  }
  return values;
}

/**
 * One work in one variant: each window of updates beside one of the bare loop on as many threads. Resolves to
 * { steps (ms), peaks (GFLOP/s), memory (bytes) } or { missing }.
 */
export const measureWork = (lookback, name, { variant, threads, ...settings }) => attempt(lookback, async (keep) => {
  const { window, windows, warmUp } = { ...usual, ...settings };
  const session = await keep(open(lookback, works[name], { variant, threads }));
  const peak = await keep(startPeak(threads));
  const [steps, peaks] = await rounds(windows, [await stepTimer(session, { window, warmUp }), () => peak.gflops(window / 2)]);
  return { steps, peaks, memory: await session.memory() };
});

/**
 * A work on one thread and on two, and the bare loop on one and on two, in turns: { one, two } in ms, { peakOne, peakTwo } in
 * GFLOP/s, or { missing }.
 */
export const measureThreads = (lookback, name, settings = {}) => attempt(lookback, async (keep) => {
  const { window, windows, warmUp } = { ...usual, ...settings };
  const timers = [];
  for (const variant of [{ variant: 'simd', threads: 1 }, { variant: 'simd-threads', threads: 2 }]) {
    timers.push(await stepTimer(await keep(open(lookback, works[name], variant)), { window, warmUp }));
  }
  for (const threads of [1, 2]) {
    const peak = await keep(startPeak(threads));
    timers.push(() => peak.gflops(window / 2));
  }
  const [one, two, peakOne, peakTwo] = await rounds(windows, timers);
  return { one, two, peakOne, peakTwo };
});

/** Milliseconds a step of several works on one thread, in turns: { times }, a list for each, or { missing }. */
export const measureAll = (lookback, list, settings = {}) => attempt(lookback, async (keep) => {
  const { window, windows, warmUp } = { ...usual, ...settings };
  const timers = [];
  for (const work of list) timers.push(await stepTimer(await keep(open(lookback, work, { variant: 'simd', threads: 1 })), { window, warmUp }));
  return { times: await rounds(windows, timers) };
});

/** Bytes of the module's memory after each of these numbers of updates: { bytes } or { missing }. */
export const measureMemory = (lookback, name, variant, counts) => attempt(lookback, async (keep) => {
  const session = await keep(open(lookback, works[name], variant));
  const bytes = [];
  let made = 0;
  for (const count of counts) {
    await session.step(count - made);
    made = count;
    bytes.push(await session.memory());
  }
  return { bytes };
});

/** GFLOP/s of a work at so many milliseconds a step. */
export const gflops = (work, milliseconds) => flops(work) / milliseconds / 1e6;
