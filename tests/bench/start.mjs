// How soon an engine is ready once the script that loads it runs, and how long its first update takes then (task, model and
// trainer made, one update of the page's recipe). In Chromium with a warm cache, on a page that may have threads and one that
// may not, and in Node; several visits, each a new page or process.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inChromium, root } from './chromium.mjs';
import { figure, machine, median, range, table } from './print.mjs';

export const title = 'engine ready after the script runs, and the first update after that, in Chromium and Node';

const visits = 9;

/** A script that loads an engine and hands what it saw to `tell`. */
const script = (from, options, tell) => `import { load } from '${from}';
const started = performance.now();
const engine = await load(${JSON.stringify(options)});
const ready = performance.now();
const task = await engine.task('reverse');
await (await engine.model({}, task)).trainer().step();
const { variant, threads } = engine.info;
${tell}({ ready: ready - started, step: performance.now() - ready, variant: variant + ', threads: ' + threads });`;

const html = '<!doctype html><title>Start</title><link rel="icon" href="data:,"><script type="module" src="/start.js"></script>';

async function chromium(isolated) {
  const pages = { '/start.html': html, '/start.js': script('/lookback.js', {}, 'globalThis.seen = ') };
  return inChromium(async ({ browser, origin }) => {
    const context = await browser.newContext();
    const all = [];
    for (let visit = 0; visit <= visits; ++visit) {
      const page = await context.newPage();
      await page.goto(`${origin}/start.html`);
      await page.waitForFunction(() => globalThis.seen);
      all.push(await page.evaluate(() => globalThis.seen));
      await page.close();
    }
    return all.slice(1); // the first filled the cache
  }, { isolated, headers: { 'Cache-Control': 'max-age=3600' }, pages });
}

async function node(options) {
  const all = [];
  for (let visit = 0; visit < visits; ++visit) {
    const args = ['--input-type=module', '--eval', script('lookback', options, 'const tell = (seen) => console.log(JSON.stringify(seen)); tell')];
    all.push(JSON.parse((await promisify(execFile)(process.execPath, args, { cwd: root })).stdout));
  }
  return all;
}

export async function run() {
  const rows = [['where', 'variant', 'ready, ms', 'of all visits', 'first update, ms', 'of all visits']];
  const add = (where, all) => {
    const [ready, step] = ['ready', 'step'].map((name) => all.map((seen) => seen[name]));
    rows.push([where, all[0].variant, figure(median(ready)), range(ready), figure(median(step)), range(step)]);
  };
  add('chromium', await chromium(false));
  add('chromium, isolated', await chromium(true));
  add('node', await node({ variant: 'simd' }));
  add('node, auto', await node({}));
  console.log(`${machine()}\n\n${table(rows)}\nmedian of ${visits} visits; aims: ready in 150 ms, the first update 50 ms later`);
}
