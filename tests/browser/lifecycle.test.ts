// Each element comes two hundred times, does a little of what it is for and goes, while another one keeps their shared engine alive
// and while none does. After a forced collection nothing is left of them: no live object, no handle in the engine, no page of
// WebAssembly memory, no worker, no node and no listener, and as much JavaScript heap after 200 as after 20.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineMemory } from 'lookback';
import { launchChromium } from './chromium.ts';
import { serve, type Served } from './serve.ts';

// Bytes of JavaScript heap that may differ between cycles 20 and 200 without anything having leaked: feedback about code that ran,
// 1 to 15 KB. One element left behind in each cycle would be megabytes. The browser compiles no JavaScript, since compiled code lies
// in the same heap, and comes and goes as it likes.
const noise = 64 * 1024;
const interpreted = '--js-flags=--no-sparkplug --no-maglev --no-opt';

const patience = 600_000; // ms, on a busy machine; a minute or two on an idle one

const stage = (staying: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Coming and going</title>
<style>#stage > * { max-block-size: 30rem; overflow: hidden; }</style>
<script type="module" src="cycle.js"></script>${staying}<div id="stage"></div>`;

const script = `
import './elements.js';
import { load } from './lookback.js';

const once = (element, type, wanted) => new Promise((resolve) => {
  element.addEventListener('lookback-' + type, function seen({ detail }) {
    if (wanted && detail.phase !== wanted) return;
    element.removeEventListener('lookback-' + type, seen);
    resolve();
  });
});
const until = async (shown) => {
  while (!shown()) await new Promise(requestAnimationFrame);
};
const make = (name, attributes, properties = {}) => {
  const element = Object.assign(document.createElement(name), properties);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const small = { 'hidden-size': 4, 'batch-size': 4, 'min-length': 3, 'max-length': 3, pace: 'full' };
const finished = { model: 'models/reverse.safetensors' };
const alignment = { rows: ['2', '1'], columns: ['1', '2'], weights: [[0.1, 0.9], [0.8, 0.2]] };
const inside = (element, selector) => element.shadowRoot?.querySelector(selector);

/** What comes in a cycle: each a figure for itself, ready where its state, or what it shows, says so; the learners then learn. */
const casts = {
  figures: () => [
    { element: make('lookback-trainer', small), state: 'untrained', learns: true },
    { element: make('lookback-alignment', small), state: 'untrained', learns: true },
    { element: make('lookback-alignment', finished), state: 'given' },
  ],
  apparatus: () => [
    { element: make('lookback-bottleneck', small), state: 'untrained', learns: true },
    { element: make('lookback-explorer', small), state: 'untrained', learns: true },
    { element: make('lookback-walkthrough', { view: 'model', ...finished }), state: 'given' },
    { element: make('lookback-walkthrough', { view: 'hand' }), shown: (element) => inside(element, 'button.number') },
    { element: make('lookback-grid', {}, { alignment }), shown: (element) => inside(element, 'svg text') },
    { element: make('lookback-chart', {}, { label: 'Loss' }), shown: (element) => inside(element, 'polyline') && (element.add(1, 0.5), true) },
  ],
};
let cast = [];

globalThis.come = async (name) => {
  cast = casts[name]();
  const there = cast.map(({ element, state, shown }) => (state ? once(element, 'state', state) : until(() => shown(element))));
  document.querySelector('#stage').append(...cast.map(({ element }) => element));
  await Promise.all(there);
  const learners = cast.filter(({ learns }) => learns);
  const learning = learners.map(({ element }) => once(element, 'progress'));
  for (const { element } of learners) element.start();
  await Promise.all(learning);
};

/** They go while they learn. */
globalThis.go = async () => {
  const gone = cast.filter(({ state }) => state).map(({ element }) => once(element, 'state', 'idle'));
  for (const { element } of cast.splice(0)) element.remove();
  await Promise.all(gone);
};

globalThis.cycles = async (name, count) => {
  for (let k = 0; k < count; k++) {
    await come(name);
    await go();
  }
  performance.clearResourceTimings(); // the browser's own list of what was fetched
};

/** The engine's classes, by an engine that is then let go. */
const classes = async () => {
  const engine = await load({ threads: 1 });
  const task = await engine.task('reverse');
  const model = await engine.model({}, task);
  const found = [engine, task, model, model.trainer()].map((one) => one.constructor);
  engine.dispose();
  return found;
};
const names = ['trainer', 'alignment', 'bottleneck', 'explorer', 'walkthrough', 'grid', 'chart'];
const types = [...await classes(), Worker, ...names.map((name) => customElements.get('lookback-' + name))];
globalThis.prototypes = Object.fromEntries(['Engine', 'Task', 'Model', 'Trainer', 'Worker', ...names].map((name, k) => [name, types[k].prototype]));
`;

interface Held {
  /** Live objects by class. */
  objects: Record<string, number>;
  /** What every live engine says of itself, or `disposed`. */
  engines: (EngineMemory | string)[];
  nodes: number;
  listeners: number;
  workers: number;
  /** Bytes of JavaScript heap, of the page and of its worker. */
  heap: number;
  workerHeap: number;
}

let browser: Browser;
let served: Served;

beforeAll(async () => {
  [browser, served] = await Promise.all([
    launchChromium({ args: [interpreted] }),
    serve(['dist'], {}, {
      '/cycle.js': script,
      '/alone.html': stage(''),
      '/beside.html': stage('<lookback-alignment model="models/reverse.safetensors"></lookback-alignment>'),
    }),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Opens a page and gives what looks at all that it holds, after a forced collection. */
async function open(name: string): Promise<{ page: Page; look(): Promise<Held> }> {
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 3600 } })).newPage();
  await page.goto(`${served.origin}/${name}`);
  await page.waitForFunction('globalThis.prototypes');
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  const worker = await workerOf(session);
  const look = async (): Promise<Held> => {
    for (let k = 0; k < 3; k++) await session.send('HeapProfiler.collectGarbage');
    const { objects, engines } = await liveObjects(session);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
    return { objects, engines, nodes: metric('Nodes'), listeners: metric('JSEventListeners'), workers: page.workers().length, heap, workerHeap: await worker() };
  };
  return { page, look };
}

/** Counts the live objects of every prototype on the page, and asks the engines among them. */
async function liveObjects(session: CDPSession): Promise<Pick<Held, 'objects' | 'engines'>> {
  const objectGroup = 'live';
  const { result } = await session.send('Runtime.evaluate', { expression: 'Object.keys(prototypes)', returnByValue: true });
  const objects: Record<string, number> = {};
  let engines: Held['engines'] = [];
  for (const name of result.value as string[]) {
    const { result: prototype } = await session.send('Runtime.evaluate', { expression: `prototypes.${name}`, objectGroup });
    const { objects: found } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId!, objectGroup });
    // A subclass's prototype is found too, and is no object of it.
    const functionDeclaration = `async function () {
      const live = [...this].filter((one) => !Object.hasOwn(one, 'constructor'));
      return [live.length, await Promise.all(live.filter((one) => typeof one.memory === 'function').map((one) => one.memory().catch(({ code }) => code)))];
    }`;
    const answer = await session.send('Runtime.callFunctionOn', { objectId: found.objectId!, functionDeclaration, returnByValue: true, awaitPromise: true });
    const [count, memory] = answer.result.value as [number, Held['engines']];
    objects[name] = count;
    engines = engines.concat(memory);
  }
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return { objects, engines };
}

/** What measures the heap of the worker that the page has at first; 0 where it has none, or that one has ended since. */
async function workerOf(session: CDPSession): Promise<() => Promise<number>> {
  let sessionId: string | undefined;
  let next = 0;
  const waiting = new Map<number, (result: { usedSize: number }) => void>();
  const attached = (event: { sessionId: string }) => { sessionId ??= event.sessionId; };
  session.on('Target.attachedToTarget', attached);
  session.on('Target.detachedFromTarget', (event) => { if (event.sessionId === sessionId) sessionId = undefined; });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: { usedSize: number } };
    waiting.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  session.off('Target.attachedToTarget', attached);
  const ask = (method: string) => new Promise<{ usedSize: number }>((resolve, reject) => {
    const id = next++;
    waiting.set(id, resolve);
    const ended = (error: Error): void => (/No session/.test(error.message) ? resolve({ usedSize: 0 }) : reject(error));
    session.send('Target.sendMessageToTarget', { sessionId: sessionId!, message: JSON.stringify({ id, method }) }).catch(ended);
  });
  return async () => {
    if (sessionId === undefined) return 0;
    for (let k = 0; k < 2 && sessionId !== undefined; k++) await ask('HeapProfiler.collectGarbage');
    if (sessionId === undefined) return 0;
    return (await ask('Runtime.getHeapUsage')).usedSize;
  };
}

type Cast = 'figures' | 'apparatus';
interface Scene { come(cast: Cast): Promise<void>; go(): Promise<void>; cycles(cast: Cast, count: number): Promise<void> }

/** What is held once the last of what went is collected: a browser lets go of some of it a moment later. */
async function settled(look: () => Promise<Held>, expected: Record<string, number>): Promise<Held> {
  let held = await look();
  for (let k = 0; k < 20 && JSON.stringify(held.objects) !== JSON.stringify(expected); k++) {
    await new Promise((wake) => setTimeout(wake, 100));
    held = await look();
  }
  expect(held.objects).toEqual(expected);
  return held;
}

/** Runs 200 cycles; looks after 20 and at the end, and at the engines in the middle of the cycles after those. */
async function twoHundred(cast: Cast, name: string, expected: Record<string, number>): Promise<{ first: Held; last: Held; within: [Held, Held] }> {
  const { page, look } = await open(name);
  const middle = async (): Promise<Held> => {
    await page.evaluate((cast) => (globalThis as unknown as Scene).come(cast), cast);
    const held = await look();
    await page.evaluate(() => (globalThis as unknown as Scene).go());
    return held;
  };
  const run = (count: number) => page.evaluate(({ cast, count }) => (globalThis as unknown as Scene).cycles(cast, count), { cast, count });
  await run(19);
  const within = [await middle()];
  const first = await settled(look, expected);
  await run(179);
  within.push(await middle());
  const last = await settled(look, expected);
  await page.context().close();
  expect(Math.abs(last.heap - first.heap)).toBeLessThan(noise);
  expect(Math.abs(last.nodes - first.nodes)).toBeLessThan(20); // the staying figure's own, which changes; one figure has hundreds
  expect(last.listeners).toBe(first.listeners);
  expect(last.workers).toBe(first.workers);
  return { first, last, within: within as [Held, Held] };
}

const none = { Engine: 0, Task: 0, Model: 0, Trainer: 0, Worker: 0, trainer: 0, alignment: 0, bottleneck: 0, explorer: 0, walkthrough: 0, grid: 0, chart: 0 };

// What the engine holds in the middle of a cycle: of the figures three models, two of them training; of the lab two, both training,
// one of the playground's, training, and the walkthrough's.
for (const [cast, tasks, models, trainers] of [['figures', 3, 3, 2], ['apparatus', 4, 4, 3]] as const) {
  test.concurrent(`${cast}, beside one that stays: the shared engine holds what it held before`, async () => {
    const { first, last, within } = await twoHundred(cast, 'beside.html', { ...none, Engine: 1, Task: 1, Model: 1, Worker: 1, alignment: 1, grid: 1 });
    expect(first.workers).toBe(1);
    const [{ bytes }] = first.engines as [EngineMemory];
    expect(first.engines).toEqual([{ bytes, tasks: 1, models: 1, trainers: 0 }]);
    expect(last.engines).toEqual(first.engines);
    for (const { engines } of within) expect(engines).toEqual([{ bytes, tasks: 1 + tasks, models: 1 + models, trainers }]);
    expect(first.workerHeap).toBeGreaterThan(0);
    expect(Math.abs(last.workerHeap - first.workerHeap)).toBeLessThan(noise);
  }, patience);

  test.concurrent(`${cast}, beside none: no engine and no worker is left`, async () => {
    const { first, within } = await twoHundred(cast, 'alone.html', none);
    expect(first.workers).toBe(0);
    expect(within[0].engines).toEqual([{ bytes: (within[0].engines[0] as EngineMemory).bytes, tasks, models, trainers }]);
    expect(within[1].engines).toEqual(within[0].engines);
  }, patience);
}
