// Time to quality: the page's recipe for reversing six digits, as it is, at full speed in Chromium on one thread, for five seeds,
// each in a page of its own that has compiled nothing yet: milliseconds from the trainer's start to the recipe's last update,
// and how many of 2,000 held-out sequences are right after it, which is not timed.
import { inChromium } from './chromium.mjs';
import { machine, median, percent, table } from './print.mjs';

export const title = 'time to quality: the page\'s recipe in Chromium, five seeds, with its held-out accuracy';

export async function run() {
  const seen = await inChromium(async ({ fresh }) => {
    const all = [];
    for (const seed of [0, 1, 2, 3, 4]) {
      const page = await fresh();
      all.push({ seed, ...await page.evaluate(train, seed) });
      await page.context().close();
    }
    return all;
  }, { isolated: false });
  console.log(`${machine()}\n`);
  console.log(table([['seed', 'updates', 'ms of training', 'held-out sequences right'],
    ...seen.map(({ seed, updates, milliseconds, accuracy }) => [seed, updates, Math.round(milliseconds), `${(100 * accuracy).toFixed(1)} %`])]));
  const right = Math.min(...seen.map(({ accuracy }) => accuracy));
  console.log(`median ${Math.round(median(seen.map(({ milliseconds }) => milliseconds)))} ms (aim 500), every seed at least ${percent(right)} right (aim 99 %)`);
}

/** Runs in the page. */
async function train(seed) {
  const { load } = await import('/lookback.js');
  const engine = await load({ variant: 'simd', threads: 1 });
  const task = await engine.task('reverse', { seed });
  const model = await engine.model({ ...task.defaults, seed }, task);
  const started = performance.now();
  let updates;
  for await (const { step } of model.trainer({ ...task.training, seed }).run()) updates = step;
  const milliseconds = performance.now() - started;
  const { sequenceAccuracy } = await model.evaluate(task.heldOut(2000));
  engine.dispose();
  return { updates, milliseconds, accuracy: sequenceAccuracy };
}
