// What the machine gives a bare loop of f32x4 multiplications and additions in WebAssembly: the peak that kernels are measured
// against, on one thread or several. This file is both ends: `startPeak` starts workers, in Node or in a page, and in such a
// worker the same file answers each request for a window with its GFLOP/s.

const accumulators = 12; // enough to hide a chain of multiply and add; eight leave a quarter of the peak unused on some machines
const unrolled = 4;

/**
 * A module with one function, spin(n): n times `unrolled` times, every accumulator becomes itself · a + b. It returns a lane of
 * their sum, so that none of it can be left out.
 */
function peakModule() {
  const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
  const section = (id, ...body) => [id, ...leb(body.length), ...body];
  const get = (local) => [0x20, local];
  const set = (local) => [0x21, local];
  const simd = (op) => [0xfd, ...leb(op)];
  const splat = (value) => [0x43, ...new Uint8Array(Float32Array.of(value).buffer), ...simd(19)];
  const [mul, add] = [simd(230), simd(228)];
  const repeat = (count, make) => Array.from({ length: count }, (_, i) => make(i)).flat();
  const n = 0; // locals: n, the accumulators, a, b
  const [a, b] = [accumulators + 1, accumulators + 2];
  const code = [
    1, accumulators + 2, 0x7b, // so many locals of type v128
    ...repeat(accumulators, (i) => [...splat(i + 1), ...set(i + 1)]),
    ...splat(0.999), ...set(a), ...splat(0.5), ...set(b),
    0x03, 0x40, // loop
    ...repeat(unrolled, () => repeat(accumulators, (i) => [...get(i + 1), ...get(a), ...mul, ...get(b), ...add, ...set(i + 1)])),
    ...get(n), 0x41, 1, 0x6b, 0x22, n, 0x0d, 0, // again while --n
    0x0b,
    ...get(1), ...repeat(accumulators - 1, (i) => [...get(i + 2), ...add]), ...simd(31), 0, // its first lane
    0x0b,
  ];
  return Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0,
    ...section(1, 1, 0x60, 1, 0x7f, 1, 0x7d), // a type: (i32) -> f32
    ...section(3, 1, 0),
    ...section(7, 1, 4, ...new TextEncoder().encode('spin'), 0, 0),
    ...section(10, 1, ...leb(code.length), ...code),
  ]);
}

const operations = accumulators * unrolled * 4 * 2; // of one turn of the loop

const inNode = typeof process === 'object' && typeof document === 'undefined' && Boolean(process.versions?.node);
const threads = inNode ? await import('node:worker_threads') : undefined;
const listen = (port, receive) => (inNode ? port.on('message', receive) : (port.onmessage = ({ data }) => receive(data)));

/** The loop on so many threads: `gflops(ms)` is the sum of what they reach in a window of that length; `close()` ends them. */
export async function startPeak(count) {
  const url = new URL(import.meta.url);
  const workers = await Promise.all(Array.from({ length: count }, () => new Promise((resolve, reject) => {
    const worker = inNode ? new threads.Worker(url, { workerData: 'peak' }) : new Worker(url, { type: 'module', name: 'peak' });
    const made = { worker, answered: () => resolve(made) };
    listen(worker, (value) => made.answered(value));
    worker[inNode ? 'once' : 'addEventListener']('error', reject);
  })));
  return {
    async gflops(window) {
      const rates = await Promise.all(workers.map((each) => new Promise((resolve) => {
        each.answered = resolve;
        each.worker.postMessage(window);
      })));
      return rates.reduce((sum, rate) => sum + rate, 0);
    },
    close() {
      for (const { worker } of workers) worker.terminate();
    },
  };
}

/** A worker's end. Short calls, since V8 never replaces code that is running by the better code it has made meanwhile. */
function answer(port) {
  const { spin } = new WebAssembly.Instance(new WebAssembly.Module(peakModule())).exports;
  const turns = 20_000; // a fraction of a millisecond
  const run = (window) => {
    const started = performance.now();
    let calls = 0;
    let spent = 0;
    do {
      spin(turns);
      calls += 1;
      spent = performance.now() - started;
    } while (spent < window);
    return (calls * turns * operations) / spent / 1e6;
  };
  run(100);
  listen(port, (window) => port.postMessage(run(window)));
  port.postMessage('ready');
}

if (inNode ? threads.workerData === 'peak' : globalThis.name === 'peak') answer(inNode ? threads.parentPort : globalThis);
