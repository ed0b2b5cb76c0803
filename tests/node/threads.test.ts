// The build with threads: the same bits for any number of them, chosen where it can run and replaced by the other where it
// cannot, at no cost while nothing trains, and gone with its engine or its process.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import threads, { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { load, type LoadOptions } from 'lookback';
import { fails, losses, run, small } from './helpers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-threads-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** What a process prints that runs the script, once it has ended by itself. */
const node = async (script: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, timeout: 30_000 })).stdout.trim();

/** How an engine for these options came out. */
async function chosen(options: LoadOptions) {
  const engine = await load(options);
  const { model } = await small(engine);
  await model.trainer().step(); // it works, whatever it is
  engine.dispose();
  return engine.info;
}

describe('200 updates end in the same bits', () => {
  /** A model file after 200 updates, and the losses on the way. */
  async function trained(options: LoadOptions): Promise<{ losses: number[]; file: Buffer }> {
    const engine = await load(options);
    // Dropout and the model's own tokens are drawn while shards compute; 70 rows make shards of two sizes.
    const task = await engine.task('reverse', { minLength: 2, maxLength: 9, seed: 8 });
    const model = await engine.model({ cell: 'lstm', encoder: 'bidirectional', layers: 2, dropout: 0.1, embedding: 8, hidden: 16, seed: 2 }, task);
    const made = await losses(model.trainer({ batchSize: 70, teacherForcing: 0.7 }), 200);
    const file = Buffer.from(await model.save());
    expect(engine.info).toMatchObject({ variant: options.variant ?? 'simd-threads', threads: options.threads });
    engine.dispose();
    return { losses: made, file };
  }

  let expected: Awaited<ReturnType<typeof trained>>;
  beforeAll(async () => { expected = await trained({ variant: 'simd', threads: 1 }); });
  const cases: LoadOptions[] = [{ variant: 'simd-threads', threads: 1 }, { threads: 2 }, { threads: 3 }, { threads: 8 }];
  for (const options of cases) {
    test(`as on one thread: ${JSON.stringify(options)}`, async () => {
      const found = await trained(options);
      expect(found.losses).toEqual(expected.losses);
      expect(found.file.equals(expected.file)).toBe(true);
    });
  }
});

describe('the choice', () => {
  const plain = (reason: RegExp, cause = 'failed') => ({ variant: 'simd', threads: 1, place: 'node', reason: expect.stringMatching(reason) as string, cause });

  test('is a thread a processor core, at most four', async () => {
    vi.spyOn(os, 'availableParallelism').mockReturnValue(2);
    expect(await chosen({})).toEqual({ variant: 'simd-threads', threads: 2, place: 'node', reason: '', cause: '' });
    vi.spyOn(os, 'availableParallelism').mockReturnValue(64);
    expect(await chosen({ variant: 'simd-threads' })).toMatchObject({ variant: 'simd-threads', threads: 4, reason: '' });
    vi.spyOn(os, 'availableParallelism').mockReturnValue(1);
    expect(await chosen({})).toEqual(plain(/^More threads need more processor cores: there is one here\.$/, 'one-core'));
    expect(await chosen({ threads: 2 })).toMatchObject({ variant: 'simd-threads', threads: 2, reason: '' });
  });

  test('is the build for one thread where one is asked for', async () => {
    expect(await chosen({ threads: 1 })).toEqual(plain(/^One thread was asked for\.$/, 'asked'));
    expect(await chosen({ threads: 3, variant: 'simd' })).toEqual(plain(/^The variant 'simd' was asked for, which has one thread\.$/, 'asked'));
    expect(await chosen({ threads: 1, variant: 'simd-threads' })).toEqual({ ...plain(/^One thread was asked for\.$/, 'asked'), variant: 'simd-threads' });
  });

  test('is the file that the caller names', async () => {
    const wasmUrl = path.join(root, 'build/wasm/lookback.wasm');
    const threadsUrl = path.join(root, 'build/wasm-threads/lookback-threads.mjs');
    const threadsWasmUrl = pathToFileURL(path.join(root, 'build/wasm-threads/lookback-threads.wasm'));
    expect(await chosen({ wasmUrl, threads: 2 })).toEqual(plain(/only `wasmUrl` was given: give `threadsUrl` and `threadsWasmUrl` too\.$/, 'own-file'));
    expect(await chosen({ wasmUrl, threadsUrl, threadsWasmUrl, threads: 2 })).toMatchObject({ variant: 'simd-threads', threads: 2 });
    expect(await chosen({ wasmUrl: 'nowhere.wasm', variant: 'simd-threads', threads: 2 })).toMatchObject({ variant: 'simd-threads', threads: 2 });
    await fails(load({ threads: 2, wasmUrl: 'nowhere.wasm', threadsUrl: 'nowhere.js' }), 'load-failed', /nowhere\.wasm/);
  });

  describe('falls back to one thread, and says why, where', () => {
    const glue = pathToFileURL(path.join(root, 'build/wasm-threads/lookback-threads.mjs')).href;
    const script = (name: string, text: string): string => {
      fs.writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };

    test('its script is not there', async () => {
      expect(await chosen({ threads: 2, threadsUrl: 'nowhere.js' })).toEqual(plain(/^More threads could not be started here: Cannot find module '.*nowhere\.js'.*\.$/));
    });

    test('its wasm is not there', async () => {
      expect(await chosen({ threads: 2, threadsWasmUrl: 'nowhere.wasm' })).toEqual(plain(/^More .* from file:.*nowhere\.wasm \(.*\): put it there, or say where it is with `threadsWasmUrl`\.$/));
    });

    test('there is not the memory', async () => {
      vi.spyOn(WebAssembly, 'Memory').mockImplementation(function () { throw new RangeError('WebAssembly.Memory(): could not allocate memory'); });
      expect(await chosen({ threads: 2 })).toEqual(plain(/^More threads could not be started here: WebAssembly\.Memory\(\): could not allocate memory\.$/));
    });

    test('a thread cannot be made', async () => {
      vi.spyOn(threads, 'Worker').mockImplementation(function () { throw new Error('Access to this API has been restricted'); });
      expect(await chosen({ threads: 3 })).toEqual(plain(/^More threads could not be started here: Access to this API has been restricted\.$/));
    });

    test('a thread ends before it has started', async () => {
      const threadsUrl = script('ends.mjs', `import { workerData } from 'node:worker_threads';
        if (workerData === 'em-pthread') throw new Error('No thread today.');
        export { default } from ${JSON.stringify(glue)};`);
      expect(await chosen({ threads: 3, threadsUrl })).toEqual(plain(/^More threads could not be started here: No thread today\.$/));
    });
  });
});

describe('threads', () => {
  const setUp = `import { load } from 'lookback';
    const engine = await load({ threads: 3 });
    if (engine.info.threads !== 3) throw new Error(engine.info.reason);
    const task = await engine.task('reverse');
    const trainer = (await engine.model({}, task)).trainer();
    for await (const { step } of trainer.run({ steps: 20 }));`;

  test('cost nothing while nothing trains', async () => {
    const used = await node(`${setUp}
      await new Promise((resolve) => setTimeout(resolve, 200)); // what is compiled aside is done
      const before = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { user, system } = process.cpuUsage(before);
      console.log((user + system) / 1000);`);
    expect(Number(used)).toBeLessThan(25); // ms of three threads' 1,500
  });

  test('keep no process from its end, whether the engine was disposed of or not', async () => {
    expect(await node(`${setUp} console.log('end');`)).toBe('end');
    expect(await node(`${setUp} engine.dispose(); console.log('end');`)).toBe('end');
    expect(await node(`import { load } from 'lookback'; await load({ threads: 3 }); console.log('end');`)).toBe('end');
  });

  test('end with their engine, those of another engine work on, and nothing global is left behind', async () => {
    let ended = 0;
    const made = vi.spyOn(threads, 'Worker').mockImplementation(function (...given) {
      return new Worker(...given).on('exit', () => { ended += 1; });
    });
    const before = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
    const [first, second] = await Promise.all([load({ threads: 3 }), load({ threads: 2 })]);
    expect(made).toHaveBeenCalledTimes(3);
    expect(Object.getOwnPropertyDescriptor(globalThis, 'Worker')).toEqual(before);
    const [one, two] = [await small(first), await small(second)];
    await run(one.model.trainer(), { steps: 10 });
    first.dispose();
    await fails(one.model.save(), 'disposed', /This engine was disposed of/);
    await vi.waitFor(() => expect(ended).toBe(2));
    expect((await run(two.model.trainer(), { steps: 10 })).at(-1)!.step).toBe(10);
    const third = await load({ threads: 2 });
    expect((await run((await small(third)).model.trainer(), { steps: 10 })).at(-1)!.step).toBe(10);
    third.dispose();
    second.dispose();
    await vi.waitFor(() => expect(ended).toBe(4));
  });

  test('stop at an abort, and go on', async () => {
    const engine = await load({ threads: 2 });
    const trainer = (await small(engine)).model.trainer();
    const controller = new AbortController();
    let last = 0;
    for await (const { step } of trainer.run({ steps: 1e6, signal: controller.signal })) {
      last = step;
      controller.abort();
    }
    expect((await trainer.step()).step).toBe(last + 1);
    engine.dispose();
  });

  test('what a disposed engine took is given back', async () => {
    const megabytes = JSON.parse(await node(`
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      import { load } from 'lookback';
      setFlagsFromString('--expose-gc');
      const gc = runInNewContext('gc');
      const after = async (engines) => {
        for (let i = 0; i < engines; ++i) {
          const engine = await load({ threads: 2 });
          const model = await engine.model({}, await engine.task('copy'));
          await model.trainer().step();
          engine.dispose();
        }
        gc();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return process.memoryUsage().rss / 2 ** 20;
      };
      console.log(JSON.stringify([await after(10), await after(30)]));
    `)) as number[];
    // An engine that stays takes two megabytes and more.
    expect(megabytes[1]! - megabytes[0]!).toBeLessThan(35);
  });

  test('a thread that ends by itself is named, and the engine asks to be loaded anew', async () => {
    const all: Worker[] = [];
    vi.spyOn(threads, 'Worker').mockImplementation(function (...given) {
      all.push(new Worker(...given));
      return all.at(-1)!;
    });
    const engine = await load({ threads: 2 });
    const { model } = await small(engine);
    all[0]!.emit('error', new Error('out of memory'));
    await fails(model.save(), 'internal', /^The engine stopped \(a thread ended: out of memory\): load it anew\.$/);
    engine.dispose();
  });
});
