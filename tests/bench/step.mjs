// Small, medium and large in Node and in Chromium, in each variant and thread count: milliseconds a step, sequences a second,
// GFLOP/s by the formula of works.mjs, the share of what a bare multiply-and-add loop reaches on as many threads in the windows
// between, and the module's memory. Then where a step's time goes, as wasm.
import { parseArgs } from 'node:util';
import * as lookback from 'lookback';
import { Stop } from '../../wasm/toolchain/steps.mjs';
import { inChromium, inSession } from './chromium.mjs';
import { figure, machine, median, megabytes, percent, range, table } from './print.mjs';
import { shares } from './profile.mjs';
import { gflops, measureWork, usual } from './session.mjs';
import { works } from './works.mjs';

export const title = 'small, medium and large: ms a step, share of the peak, memory, where the time goes (without a name)';
export const takes = true;

export const variants = [{ variant: 'simd', threads: 1 }, { variant: 'simd-threads', threads: 1 }, { variant: 'simd-threads', threads: 2 }];

const options = {
  json: { type: 'boolean', default: false },
  node: { type: 'boolean', default: false },
  chromium: { type: 'boolean', default: false },
  work: { type: 'string', multiple: true, default: Object.keys(works) },
  window: { type: 'string', default: String(usual.window) },
  windows: { type: 'string', default: String(usual.windows) },
  'warm-up': { type: 'string', default: String(usual.warmUp) },
};
const help = `npm run bench -- takes ${Object.keys(options).map((name) => `--${name}`).join(' ')}:
  --json prints one array of { work, where, variant, threads, msPerStep, sequencesPerSecond, gflops, fractionOfPeak, peakMemoryMb }
  (npm run --silent: and nothing else); --node or --chromium measures there alone; --work small, medium or large, any number of
  times; --window and --warm-up are milliseconds, --windows how many.`;

export async function run(args) {
  let given;
  try {
    given = parseArgs({ args, options }).values;
  } catch (error) {
    throw new Stop(`${error.message}\n${help}`);
  }
  const unknown = given.work.find((name) => !(name in works));
  if (unknown !== undefined) throw new Stop(`There is no work '${unknown}': there are ${Object.keys(works).join(', ')}.`);
  for (const name of ['window', 'windows', 'warm-up']) {
    const least = name === 'warm-up' ? 0 : 1;
    if (!(Number.isInteger(Number(given[name])) && Number(given[name]) >= least)) {
      throw new Stop(`--${name} must be a whole number of at least ${least}, not '${given[name]}'.`);
    }
  }
  const settings = { window: Number(given.window), windows: Number(given.windows), warmUp: Number(given['warm-up']) };
  const places = given.node === given.chromium ? ['node', 'chromium'] : [given.node ? 'node' : 'chromium'];

  const rows = [];
  const missing = new Set();
  const measure = async (where, measureOne) => {
    for (const work of given.work) {
      for (const variant of variants) {
        const seen = await measureOne(work, { ...variant, ...settings });
        if (seen.missing === undefined) rows.push(row(where, work, variant, seen));
        else missing.add(`${work}, ${variant.variant}, threads: ${variant.threads}, ${where}: ${seen.missing}`);
      }
    }
  };
  for (const where of places) {
    if (where === 'node') await measure(where, (work, options) => measureWork(lookback, work, options));
    else await inChromium(({ fresh }) => measure(where, (work, options) => inSession(fresh, 'measureWork', work, options)));
  }
  for (const sentence of missing) console.error(sentence);
  if (given.json) {
    process.stdout.write(`${JSON.stringify(rows.map(({ seen, ...rest }) => rest), null, 2)}\n`);
    return;
  }
  console.log(`${machine()}\n`);
  console.log(table([
    ['work', 'where', 'variant', 'threads', 'ms a step', 'of all windows', 'sequences/s', 'GFLOP/s', 'bare loop', 'of it', 'memory MB'],
    ...rows.map((each) => [each.work, each.where, each.variant, each.threads, figure(each.msPerStep), range(each.seen.steps),
      Math.round(each.sequencesPerSecond).toLocaleString('en'), figure(each.gflops), figure(median(each.seen.peaks)), percent(each.fractionOfPeak), figure(each.peakMemoryMb)]),
  ]));
  for (const name of given.work) console.log(`${name}: ${works[name].shape}`);
  await shares(given.work, ['wasm']);
}

/** Medians of one measurement; the share of the peak is the median of each window's own. */
function row(where, name, { variant, threads }, seen) {
  const work = works[name];
  const msPerStep = median(seen.steps);
  return {
    work: name, where, variant, threads, msPerStep,
    sequencesPerSecond: (1000 * work.batch) / msPerStep,
    gflops: gflops(work, msPerStep),
    fractionOfPeak: median(seen.steps.map((step, i) => gflops(work, step) / seen.peaks[i])),
    peakMemoryMb: megabytes(seen.memory),
    seen,
  };
}
