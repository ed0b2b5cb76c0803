// The engine in a real browser, without any element: in a worker, on several threads where the page is isolated, on the page's
// own thread where there can be no worker, with files that are missing or of the wrong type; and the same numbers as in Node.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as node from 'lookback';
import { launchChromium } from './chromium.ts';
import { isolation, serve, type Served } from './serve.ts';

// The package, on a page and in Node; functions that run in a page find it there.
declare global {
  var lookback: typeof node;
}
globalThis.lookback = node;

let browser: Browser;
const served: Served[] = [];
beforeAll(async () => { browser = await launchChromium(); });
afterAll(async () => {
  await browser?.close();
  await Promise.all(served.map((site) => site.close()));
});

/** A page with nothing but the package, under a policy, from a server that sends these headers too. */
async function open(policy = '', headers: Record<string, string> = {}, pages: Record<string, string> = {}): Promise<Page> {
  const site = await serve(['dist'], { ...headers, ...(policy && { 'Content-Security-Policy': policy }) }, {
    '/index.html': '<!doctype html><title>Empty</title><script type="module" src="page.js"></script>',
    '/page.js': "import * as lookback from './lookback.js'; globalThis.lookback = lookback;",
    ...pages,
  });
  served.push(site);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site.origin}/`);
  return page;
}

const noWorker = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'";

/** Trains a small model a little; runs in the page, and in Node. */
const training = async (options: node.LoadOptions) => {
  const engine = await lookback.load(options);
  const task = await engine.task('reverse', { minLength: 2, maxLength: 9, seed: 8 });
  const model = await engine.model({ encoder: 'bidirectional', seed: 2 }, task);
  const curve: number[] = [];
  for await (const { loss } of model.trainer().run({ steps: 200, every: 1 })) curve.push(loss);
  const evaluation = await model.evaluate(task.heldOut(200));
  const { alignment, score } = await model.translate('31415926');
  const file = [...(await model.save())];
  const { info } = engine;
  engine.dispose();
  return { info, last: curve.at(-1), evaluation, alignment, score, file };
};

describe('one seed gives the same bits as in Node', () => {
  let expected: Awaited<ReturnType<typeof training>>;
  beforeAll(async () => { expected = await training({ threads: 1 }); });

  test('in a worker', async () => {
    const page = await open();
    const { info, ...found } = await page.evaluate(training, {});
    expect(info).toMatchObject({ variant: 'simd', threads: 1, place: 'worker' });
    const { info: _, ...same } = expected;
    expect(found).toEqual(same);
  });

  const cases: node.LoadOptions[] = [{ variant: 'simd' }, { variant: 'simd-threads', threads: 1 }, { threads: 2 }, { threads: 3 }, { threads: 8 }];
  for (const options of cases) {
    test(`in a worker of an isolated page: ${JSON.stringify(options)}`, async () => {
      const page = await open('', isolation);
      const { info, ...found } = await page.evaluate(training, options);
      expect(info).toMatchObject({ variant: 'simd-threads', threads: 1, ...options, place: 'worker' });
      const { info: _, ...same } = expected;
      expect(found).toEqual(same);
    });
  }

  test('on the page’s own thread, which is never held for long', async () => {
    const page = await open(noWorker);
    await page.evaluate(() => {
      const watched = (globalThis as unknown as { gaps: number[] }).gaps = [];
      let before = performance.now();
      setInterval(() => {
        const now = performance.now();
        watched.push(now - before as never);
        before = now;
      }, 5);
    });
    const { info, ...found } = await page.evaluate(training, {});
    expect(info.place).toBe('main-thread');
    expect(info.reason).toMatch(/on the page's own thread, in slices, because no worker could be (made|started)/);
    const { info: _, ...same } = expected;
    expect(found).toEqual(same);
    const gaps = await page.evaluate(() => (globalThis as unknown as { gaps: number[] }).gaps.sort((a, b) => a - b));
    expect(gaps.length).toBeGreaterThan(20); // the timer had its turns while it trained
    expect(gaps[Math.floor(gaps.length * 0.9)]).toBeLessThan(50);
  });
});

test('where there is no worker, what would hold the page up is refused, and the next trainer works', async () => {
  const page = await open(noWorker);
  const found = await page.evaluate(async () => {
    const engine = await lookback.load();
    const task = await engine.task('reverse', { minLength: 20, maxLength: 20 });
    const model = await engine.model({ hidden: 256 }, task);
    const { code, message } = await model.trainer({ batchSize: 512 }).step().catch((error) => error);
    const next = await model.trainer({ batchSize: 1 }).step();
    return { code, message, step: next.step };
  });
  expect(found.code).toBe('too-slow');
  expect(found.message).toMatch(/One update would hold this page up for about \d+ ms, since no worker could be started here/);
  expect(found.step).toBe(1);
});

test('two engines in a page know nothing of each other', async () => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const [first, second] = await Promise.all([lookback.load(), lookback.load()]);
    const task = await second.task('reverse');
    const model = await second.model({}, task);
    const training = (async () => {
      let last = 0;
      for await (const { step } of model.trainer().run({ steps: 50 })) last = step;
      return last;
    })();
    first.dispose();
    const gone = await first.task('reverse').catch((error) => error.code);
    return { gone, last: await training };
  });
  expect(found).toEqual({ gone: 'disposed', last: 50 });
});

test('an engine disposed of while it trains ends its worker', async () => {
  const page = await open();
  const code = await page.evaluate(async () => {
    const engine = await lookback.load();
    const model = await engine.model({}, await engine.task('reverse'));
    const running = (async () => { for await (const _ of model.trainer().run({ steps: 1e6 })) engine.dispose(); })();
    return running.catch((error) => error.code);
  });
  expect(code).toBe('disposed');
  await expect.poll(() => page.workers().length).toBe(0);
});

describe('the files', () => {
  const loading = (options: node.LoadOptions) => lookback.load(options).then(
    ({ info }) => ({ code: '', message: info.place as string }),
    ({ code, message }: node.LookbackError) => ({ code: code as string, message }),
  );

  test('a wasm file of the wrong type is used all the same', async () => {
    const page = await open();
    await page.context().route('**/*.wasm', async (route) => {
      await route.fulfill({ response: await route.fetch(), headers: { 'content-type': 'text/plain' } });
    });
    expect(await page.evaluate(loading, {})).toEqual({ code: '', message: 'worker' });
  });

  test('a wasm file that is not there is named', async () => {
    const page = await open();
    const { code, message } = await page.evaluate(loading, { wasmUrl: 'lost/lookback.wasm' });
    expect(code).toBe('load-failed');
    expect(message).toMatch(/could not be loaded from http:\/\/127\.0\.0\.1:\d+\/lost\/lookback\.wasm \(the server answers 404\): put it there/);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test('a page where the wasm file should be is named', async () => {
    const page = await open();
    const { code, message } = await page.evaluate(loading, { wasmUrl: 'index.html' });
    expect(code).toBe('load-failed');
    expect(message).toMatch(/index\.html \(.*magic/);
  });

  test('a worker of another origin that is not there is named', async () => {
    const page = await open();
    const other = await serve(['dist'], { 'Access-Control-Allow-Origin': '*' });
    served.push(other);
    const missing = await page.evaluate(loading, { workerUrl: `${other.origin}/lost.js` });
    expect(missing.code).toBe('load-failed');
    expect(missing.message).toMatch(/worker could not be loaded from http:\/\/127\.0\.0\.1:\d+\/lost\.js/);
  });
});
