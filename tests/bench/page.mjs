// The built explorer in a real headless Chromium: how soon its first figure lives (it shows what its own model makes of the
// source) and its first update is there, also with a processor four times as slow, how long its main thread is ever held while
// it trains, and what it weighs, on a page that is cross-origin isolated and on one that is not; how long the recipe of a toy
// translation takes on one thread at full speed; and how soon an alignment of 30 by 30 answers a pointer and opens a weight's
// arithmetic while its model trains. Two watches on the main thread: the browser's own long tasks (above 50 ms), and a
// heartbeat of 10 ms whose longest gap also shows shorter ones.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runnerImport } from 'vite';

export const title = 'the explorer in Chromium: first update, longest task while training, bytes; how soon an alignment answers';

const typescript = async (file) => (await runnerImport(new URL(file, import.meta.url).pathname)).module;

export async function run() {
  const { launchChromium } = await typescript('../browser/chromium.ts');
  const { serve, isolation, root } = await typescript('../browser/serve.ts');
  const browser = await launchChromium();
  try {
    for (const [where, headers] of [['isolated', isolation], ['not isolated', {}]]) {
      const site = await serve(['dist/site'], headers);
      console.log(`\n${where}`);
      try {
        await visits(browser, site, root);
      } finally {
        await site.close();
      }
    }
    console.log('\ntranslation, one thread');
    const article = (task) => `<!doctype html><title>${task}</title><script type="module" src="/elements.js"></script><lookback-trainer task="${task}" pace="full"></lookback-trainer>`;
    const tasks = ['translate-en-fr', 'translate-fr-en', 'translate-zh-en', 'dates'];
    const library = await serve(['dist'], {}, Object.fromEntries(tasks.map((task) => [`/${task}.html`, article(task)])));
    try {
      for (const task of tasks) {
        const { seconds, line: words } = await recipe(browser, `${library.origin}/${task}.html`);
        line(task, `${seconds.toFixed(1)} s`, `aim ${task === 'dates' ? 60 : 15}; ${words}`);
      }
    } finally {
      await library.close();
    }
    console.log('\nan alignment of 30 by 30, while its model trains');
    await answers(browser, serve);
  } finally {
    await browser.close();
  }
}

async function visits(browser, site, root) {
  const seen = { plain: [], slow: [] };
  for (let i = 0; i < 3; ++i) {
    seen.plain.push(await visit(browser, site.origin, 1));
    if (i === 0) weigh(site, root);
    seen.slow.push(await visit(browser, site.origin, 4));
  }
  const median = (kind, name) => Math.round(seen[kind].map((visit) => visit[name]).sort((a, b) => a - b)[1]);
  const all = (kind, name) => seen[kind].map((visit) => Math.round(visit[name])).join(', ');
  line('first figure alive after navigation', `${median('plain', 'alive')} ms`, `visits ${all('plain', 'alive')}`);
  line('the same, processor four times as slow', `${median('slow', 'alive')} ms`, `aim 1,500; visits ${all('slow', 'alive')}`);
  line('first update after navigation', `${median('plain', 'firstUpdate')} ms`, `aim 1,000; visits ${all('plain', 'firstUpdate')}`);
  line('longest task while training', `${median('plain', 'longestTask') || 'below 50'} ms`, `aim 50; long tasks ${all('plain', 'longTasks')}`);
  line('longest gap of a 10 ms heartbeat', `${median('plain', 'longestGap')} ms`, `visits ${all('plain', 'longestGap')}`);
}

/** A recipe from its first update to its last, with what is measured and drawn meanwhile; and the figure's own line. */
async function recipe(browser, url) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 1600 } })).newPage();
  await page.goto(url);
  const figure = page.locator('lookback-trainer');
  await figure.locator('[data-phase=untrained]').waitFor();
  const seconds = await figure.evaluate((element) => new Promise((resolve) => {
    let began;
    element.addEventListener('lookback-state', ({ detail: { phase } }) => {
      if (phase === 'training') began = performance.now();
      if (phase === 'trained') resolve((performance.now() - began) / 1000);
    });
    element.start();
  }));
  const words = await figure.locator('.right dd').innerText();
  await page.context().close();
  return { seconds, line: `${words} of held-out sentences right` };
}

/** How soon a pointer's row is lit, and a number open, from the event to the end of the frame that shows it. */
export async function answers(browser, serve) {
  const figure = `<lookback-alignment min-length="30" max-length="30" source="${'493039172856041'.repeat(2)}" steps="100000" pace="full"></lookback-alignment>`;
  const site = await serve(['dist'], {}, { '/index.html': `<!doctype html><html lang="en"><title>30 by 30</title><script type="module" src="/elements.js"></script>${figure}</html>` });
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 1400 } })).newPage();
  try {
    await page.goto(`${site.origin}/`);
    const element = page.locator('lookback-alignment');
    await element.locator('.strip').waitFor();
    await element.evaluate((figure) => figure.start());
    await element.locator('[data-phase=training]').waitFor();
    const grid = element.locator('.main lookback-grid');
    await page.evaluate(() => {
      const seen = (globalThis.seen = { hovers: [], opened: [] });
      const channel = new MessageChannel();
      const painted = (then) => requestAnimationFrame(() => {
        channel.port1.onmessage = then;
        channel.port2.postMessage(0);
      });
      const root = document.querySelector('lookback-alignment').shadowRoot;
      addEventListener('pointermove', () => {
        const began = performance.now();
        painted(() => {
          if (root.querySelector('.main lookback-grid').shadowRoot.querySelector('g.row.active')) seen.hovers.push(performance.now() - began);
        });
      }, { capture: true });
      addEventListener('keydown', ({ key }) => {
        if (key !== 'Enter') return;
        const began = performance.now();
        const look = () => {
          if (!root.querySelector('.sums .a')) return setTimeout(look);
          painted(() => seen.opened.push(performance.now() - began));
        };
        look();
      }, { capture: true });
    });
    const box = await grid.locator('svg').boundingBox();
    for (let k = 0; k < 60; ++k) {
      await page.mouse.move(box.x + box.width * (0.35 + 0.4 * ((k * 7) % 60) / 60), box.y + box.height * (0.3 + 0.5 * ((k * 11) % 60) / 60));
      await page.waitForTimeout(30);
    }
    await page.mouse.move(5, 5);
    await grid.locator('td[tabindex="0"]').evaluate((cell) => cell.focus());
    for (let k = 0; k < 30; ++k) {
      const before = await page.evaluate(() => globalThis.seen.opened.length);
      await page.keyboard.press(k % 2 ? 'ArrowRight' : 'ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForFunction((before) => globalThis.seen.opened.length > before, before, { timeout: 20_000 });
      await page.keyboard.press('Escape');
      await page.waitForTimeout(60);
    }
    const { hovers, opened } = await page.evaluate(() => globalThis.seen);
    const step = await element.evaluate((figure) => Number(/\d+/.exec(figure.shadowRoot.querySelector('.status').innerText)?.[0]));
    const of = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))].toFixed(1);
    line('pointer to lit row', `${of(hovers, 0.5)} ms`, `aim 16; ${hovers.length} moves, nine in ten within ${of(hovers, 0.9)}, worst ${of(hovers, 1)}; at update ${step}`);
    line('key to open number', `${of(opened.slice(1), 0.5)} ms`, `aim 50; ${opened.length - 1} numbers, nine in ten within ${of(opened.slice(1), 0.9)}, worst ${of(opened.slice(1), 1)}; the first, whose code is fetched, ${opened[0].toFixed(1)}`);
  } finally {
    await page.context().close();
    await site.close();
  }
}

/** What was sent before the first figure lived. */
function weigh(site, root) {
  let wasm = 0;
  let scripts = 0;
  for (const name of site.sent.keys()) {
    const bytes = gzipSync(fs.readFileSync(path.join(root, 'dist/site', name)), { level: 9 }).length;
    if (name.endsWith('.wasm')) wasm += bytes;
    if (name.endsWith('.js')) scripts += bytes;
    console.log(`  ${name.padEnd(42)} ${bytes.toLocaleString('en').padStart(9)} bytes gzipped`);
  }
  line('wasm', `${wasm.toLocaleString('en')} bytes gzipped`, 'aim 150 KB');
  line('scripts', `${scripts.toLocaleString('en')} bytes gzipped`, 'aim 60 KB');
}

const line = (what, figure, note) => console.log(`${what.padEnd(44)} ${figure}${note ? `  (${note})` : ''}`);

/** One visit with a cold cache, until the figure that starts by itself is trained; `slowness` divides the page's processor. */
async function visit(browser, origin, slowness) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => globalThis.watched.trained, undefined, { timeout: 120_000 });
  const seen = await page.evaluate(() => globalThis.watched);
  await context.close();
  return seen;
}

/** Runs in the page before its scripts. */
function watch() {
  const watched = (globalThis.watched = { alive: 0, firstUpdate: 0, longestTask: 0, longTasks: 0, longestGap: 0, trained: false });
  const training = () => watched.firstUpdate > 0 && !watched.trained;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      if (!training()) continue;
      watched.longTasks += 1;
      watched.longestTask = Math.max(watched.longestTask, duration);
    }
  }).observe({ type: 'longtask' });
  let before = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (training()) watched.longestGap = Math.max(watched.longestGap, now - before);
    before = now;
    const state = document.querySelector('lookback-trainer')?.shadowRoot?.querySelector('dl.state');
    if (watched.alive === 0 && ['untrained', 'training'].includes(state?.getAttribute('data-phase')) && state.getRootNode().querySelector('.own .digits')) watched.alive = now;
    const updates = Number((state?.querySelector('.updates dd')?.textContent ?? '').replace(/\D/g, ''));
    if (updates > 0 && watched.firstUpdate === 0) watched.firstUpdate = now;
    if (state?.getAttribute('data-phase') === 'trained') watched.trained = true;
  }, 10);
}
