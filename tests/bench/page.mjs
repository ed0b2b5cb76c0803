// The built explorer in a real headless Chromium: how soon its first update is there, how long its main thread is ever held
// while it trains, and what it weighs. Two watches on the main thread: the browser's own long tasks (above 50 ms), and a
// heartbeat of 10 ms whose longest gap also shows shorter ones.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runnerImport } from 'vite';

export const title = 'the explorer in Chromium: first update, longest task while training, bytes';

const typescript = async (file) => (await runnerImport(new URL(file, import.meta.url).pathname)).module;

export async function run() {
  const { launchChromium } = await typescript('../browser/chromium.ts');
  const { serve, isolation, root } = await typescript('../browser/serve.ts');
  const site = await serve(['dist/site'], isolation);
  const browser = await launchChromium();
  try {
    const visits = [];
    for (let i = 0; i < 3; ++i) visits.push(await visit(browser, site.origin));
    const median = (name) => visits.map((seen) => seen[name]).sort((a, b) => a - b)[1];
    const spread = (name) => `${visits.map((seen) => Math.round(seen[name])).join(', ')}`;
    line('first update after navigation', `${Math.round(median('firstUpdate'))} ms`, `aim 1,000; visits ${spread('firstUpdate')}`);
    line('longest task while training', `${Math.round(median('longestTask')) || 'below 50'} ms`, `aim 50; long tasks ${spread('longTasks')}`);
    line('longest gap of a 10 ms heartbeat', `${Math.round(median('longestGap'))} ms`, `visits ${spread('longestGap')}`);

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
  } finally {
    await browser.close();
    await site.close();
  }
}

const line = (what, figure, note) => console.log(`${what.padEnd(44)} ${figure}${note ? `  (${note})` : ''}`);

/** One visit with a cold cache, until the figure that starts by itself is trained. */
async function visit(browser, origin) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => globalThis.watched.trained, undefined, { timeout: 120_000 });
  const seen = await page.evaluate(() => globalThis.watched);
  await context.close();
  return seen;
}

/** Runs in the page before its scripts. */
function watch() {
  const watched = (globalThis.watched = { firstUpdate: 0, longestTask: 0, longTasks: 0, longestGap: 0, trained: false });
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
    const updates = Number((state?.querySelector('.updates dd')?.textContent ?? '').replace(/\D/g, ''));
    if (updates > 0 && watched.firstUpdate === 0) watched.firstUpdate = now;
    if (state?.getAttribute('data-phase') === 'trained') watched.trained = true;
  }, 10);
}
