// Threads in a real browser: on where the page is isolated, as `npm start` serves the explorer; elsewhere one thread and the reason
// in words, whatever it is that fails; at no cost while nothing trains, and gone with their engine.
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as node from 'lookback';
import { launchChromium } from './chromium.ts';
import { figureOf } from './figure.ts';
import { isolation, root, serve, type Served } from './serve.ts';

declare global {
  var lookback: typeof node;
}

let browser: Browser;
const served: Served[] = [];
beforeAll(async () => { browser = await launchChromium(); });
afterAll(async () => {
  await browser?.close();
  await Promise.all(served.map((site) => site.close()));
});

/** A file of the package by the start and the end of its name, as a path on the server. */
const asset = (start: string, end: string): string =>
  `/assets/${fs.readdirSync(path.join(root, 'dist/assets')).find((name) => name.startsWith(start) && name.endsWith(end))!}`;

/** A page with nothing but the package. */
async function open(headers: Record<string, string> = isolation, pages: Record<string, string> = {}): Promise<{ page: Page; site: Served }> {
  const site = await serve(['dist'], headers, {
    '/index.html': '<!doctype html><title>Empty</title><script type="module" src="page.js"></script>',
    '/page.js': "import * as lookback from './lookback.js'; globalThis.lookback = lookback;",
    ...pages,
  });
  served.push(site);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.origin}/`);
  return { page, site };
}

/** How an engine came out that has made an update. */
const chosen = async (options: node.LoadOptions) => {
  const engine = await lookback.load(options);
  const task = await engine.task('reverse');
  await (await engine.model({}, task)).trainer().step();
  engine.dispose();
  return engine.info;
};

describe('the explorer', () => {
  /** What it says of its threads under `More settings`. */
  async function said(headers: Record<string, string>): Promise<{ text: string; cores: number }> {
    const site = await serve(['dist/site'], headers);
    served.push(site);
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(`${site.origin}/`);
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.root.getByText('More settings').click();
    const text = await figure.root.getByText('The arithmetic runs').innerText();
    expect([...site.sent.keys()].filter((name) => name.endsWith('.wasm'))).toHaveLength(1); // one build, not both
    return { text, cores: await page.evaluate(() => navigator.hardwareConcurrency) };
  }

  test('has threads where it is isolated', async () => {
    const { text, cores } = await said(isolation);
    expect(text).toMatch(cores > 1 ? new RegExp(`with SIMD, on ${Math.min(4, cores)} threads\\.$`) : /on one thread\. This machine has one processor core\.$/);
  });

  test('has one where it is not, and says why', async () => {
    const { text, cores } = await said({});
    expect(text).toMatch(cores > 1 ? /on one thread\. More threads need a page that is cross-origin isolated\.$/ : /one processor core/);
  });
});

test('a strict content security policy has room for threads', async () => {
  const { page } = await open({ ...isolation, 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'" });
  expect(await page.evaluate(chosen, { threads: 2 })).toEqual({ variant: 'simd-threads', threads: 2, place: 'worker', reason: '', cause: '' });
});

describe('one thread, with the reason, where', () => {
  const one = (reason: RegExp, cause = 'failed') => ({ variant: 'simd', threads: 1, place: 'worker', reason: expect.stringMatching(reason) as string, cause });

  test('the page is not isolated', async () => {
    const { page } = await open({});
    const cases: node.LoadOptions[] = [{ threads: 2 }, { threads: 2, variant: 'simd-threads' }];
    for (const options of cases) expect(await page.evaluate(chosen, options)).toEqual(one(/^More threads need a page that is cross-origin isolated/, 'not-isolated'));
  });

  test('the files are on another origin', async () => {
    const other = await serve(['dist'], { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    served.push(other);
    const { page } = await open(isolation, { '/page.js': `import * as lookback from '${other.origin}/lookback.js'; globalThis.lookback = lookback;` });
    expect(await page.evaluate(chosen, { threads: 2 })).toEqual(one(new RegExp(`^More threads need Lookback's files on the page's own origin, and they are on ${other.origin}\\.$`), 'other-origin'));
  });

  test('the script of the threads is not there', async () => {
    const { page, site } = await open();
    expect(await page.evaluate(chosen, { threads: 2, threadsUrl: 'lost.js' })).toEqual(one(new RegExp(`^More threads could not be started here: .*${site.origin}/lost\\.js\\.$`)));
  });

  test('the wasm of the threads is not there', async () => {
    const { page } = await open();
    expect(await page.evaluate(chosen, { threads: 2, threadsWasmUrl: 'lost.wasm' })).toEqual(one(/^More .*lost\.wasm \(the server answers 404\): put it there, or say where it is with `threadsWasmUrl`\.$/));
  });

  test('a thread ends before it has started', async () => {
    const { page } = await open(isolation, {
      '/ends.js': `if (self.name === 'em-pthread') throw new Error('No thread today.'); export { default } from '.${asset('lookback-threads-', '.js')}';`,
    });
    expect(await page.evaluate(chosen, { threads: 3, threadsUrl: 'ends.js' })).toEqual(one(/^More threads could not be started here: .*No thread today\.$/));
  });

  test('a thread’s script is refused', async () => {
    // The page, its worker and the glue as a module have it; a thread that starts from it does not get it.
    const { page } = await open(isolation, {
      '/worker.js': `const Real = Worker; globalThis.Worker = function (url, options) { return new Real('/lost.js', options); }; await import('.${asset('worker-', '.js')}');`,
    });
    expect(await page.evaluate(chosen, { threads: 2, workerUrl: 'worker.js' })).toEqual(one(/^More threads could not be started here: no worker could be started from .*lookback-threads-.*\.js\.$/));
  });

  test('there can be no worker', async () => {
    const { page } = await open({ ...isolation, 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" });
    const found = await page.evaluate(chosen, { threads: 2 });
    expect(found).toMatchObject({ variant: 'simd', threads: 1, place: 'main-thread' });
    expect(found.reason).toMatch(/^More threads need a worker to start from\. It computes on the page's own thread, in slices, because no worker could be/);
  });
});

test('an update that needs more memory than threads have names the way to more', async () => {
  const { page } = await open();
  const found = await page.evaluate(async () => {
    const refused = async (options: node.LoadOptions) => {
      const engine = await lookback.load(options);
      const model = await engine.model({ hidden: 512 }, await engine.task('reverse', { minLength: 20, maxLength: 20 }));
      const { code, message } = await model.trainer({ batchSize: 256 }).config().then(() => ({ code: '', message: '' }), (error) => error);
      engine.dispose();
      return { code, message };
    };
    return [await refused({ threads: 2 }), await refused({ threads: 1 })];
  });
  expect(found[0]!.code).toBe('out-of-memory');
  expect(found[0]!.message).toMatch(/MB of memory, and there are 192: .*, or load the engine with `threads: 1`, which has more\.$/);
  expect(found[1]!.code).toBe('');
});

describe('threads', () => {
  test('cost nothing while nothing trains', async () => {
    const { page } = await open();
    const { info } = await page.evaluate(async () => {
      const engine = await lookback.load({ threads: 3 });
      const trainer = (await engine.model({}, await engine.task('reverse'))).trainer();
      for await (const _ of trainer.run({ steps: 50 }));
      return { info: engine.info };
    });
    expect(info.threads).toBe(3);
    const session = await browser.newBrowserCDPSession();
    const used = async (): Promise<number> => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    };
    await page.waitForTimeout(1000); // what is compiled aside is done
    const before = await used();
    await page.waitForTimeout(1000);
    expect(await used() - before).toBeLessThan(0.05); // seconds, of three threads' three
  });

  test('end with their engine, also while it trains, and another engine goes on', async () => {
    const { page } = await open();
    const found = await page.evaluate(async () => {
      const [first, second] = await Promise.all([lookback.load({ threads: 3 }), lookback.load({ threads: 2 })]);
      const trainer = async (engine: typeof first) => (await engine.model({}, await engine.task('reverse'))).trainer();
      const [one, two] = [await trainer(first), await trainer(second)];
      const running = (async () => { for await (const _ of one.run({ steps: 1e6 })) first.dispose(); })();
      const code = await running.catch((error) => error.code);
      let last = 0;
      for await (const { step } of two.run({ steps: 50 })) last = step;
      second.dispose();
      const third = await lookback.load({ threads: 2 });
      const controller = new AbortController();
      const again = await trainer(third);
      for await (const _ of again.run({ steps: 1e6, signal: controller.signal })) controller.abort();
      const next = await again.step();
      third.dispose();
      return { code, last, next: next.step > 1 };
    });
    expect(found).toEqual({ code: 'disposed', last: 50, next: true });
    // A thread that sleeps is ended by Chromium after two seconds.
    await expect.poll(() => page.workers().length, { timeout: 15_000 }).toBe(0);
  });
});
