// The same work in Lookback and in what else could be used: TensorFlow.js and jax-js in Node and Chromium, PyTorch natively. All
// start from the same weights and train on the same batches (works.mjs), one thread each unless a row says two. First all take
// some steps on one fixed batch and must agree on the loss to four digits; then come windows of steps over several batches, in
// rounds, each round one window of each, so that a noisy machine hits all alike. A ratio is the median over the rounds of a
// peer's time a step over Lookback's in the same round and place.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { root, run as execute, step } from '../../wasm/toolchain/steps.mjs';
import { figure, machine, median, range, table } from './print.mjs';
import { batchCount } from './peers/begin.mjs';
import { inNode, pytorch } from './peers/processes.mjs';
import { works } from './works.mjs';

export const title = 'Lookback beside TensorFlow.js, jax-js and PyTorch on the same work, with every loss';
export const takes = true;

const help = 'npm run bench -- peers [--node] [--chromium] [--work NAME]...';

const rounds = 7;
const roundsOfTheSlow = 2; // peers whose step takes longer than
const slow = 3000; // ms
const window = 1000; // ms of a peer in a round, at least one step
const warmUp = 1500; // ms

const compared = { small: [1, 20], medium: [1, 20], large: [1, 3] }; // steps after which losses are compared
const tolerance = 1e-4; // of the loss

const folder = `${root}/tests/bench/peers`;

export async function run(args) {
  const { values: given } = parseArgs({ args, options: {
    node: { type: 'boolean', default: false }, chromium: { type: 'boolean', default: false }, help: { type: 'boolean', default: false },
    work: { type: 'string', multiple: true, default: ['small', 'large'] },
  } });
  if (given.help) return console.log(help);
  const unknown = given.work.find((name) => !(name in works));
  if (unknown !== undefined) throw new Error(`There is no work '${unknown}': there are ${Object.keys(works).join(', ')}.`);
  const missing = await install();
  const places = { node: inProcesses, chromium: inPages };
  let agreed = true;
  for (const [where, contenders] of Object.entries(places)) {
    if (given.node !== given.chromium && !given[where]) continue;
    if (where === 'chromium' && missing !== undefined) {
      console.log(`There is nothing to measure in Chromium. ${missing}`);
      continue;
    }
    const { list, close } = await contenders(missing);
    try {
      for (const name of given.work) {
        const rows = await step(`${name} in ${where}`, () => measure(works[name], list));
        agreed = report(works[name], where, rows) && agreed;
      }
    } finally {
      await close();
    }
  }
  if (!agreed) process.exitCode = 1;
}

/** Installs the peers' packages; resolves to why they cannot be had, or undefined. */
async function install() {
  const modified = (file) => (fs.existsSync(`${folder}/${file}`) ? fs.statSync(`${folder}/${file}`).mtimeMs : 0);
  if (modified('node_modules/.package-lock.json') > modified('package-lock.json')) return undefined;
  try {
    await step('npm ci, for the peers', () => execute('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: folder, log: 'peers-npm' }));
  } catch {
    return 'The packages of the peers could not be installed; build/log/peers-npm.log says why.';
  }
}

// A contender: its name, `open(work)` as in processes.mjs, and how many times Lookback's time it should take at least (`aim`). The first
// is the one that the others are measured against.

const simd = { variant: 'simd', threads: 1 };
const jax = { version: JSON.parse(fs.readFileSync(`${folder}/package-lock.json`, 'utf8')).packages['node_modules/@jax-js/jax'].version };
const two = { variant: 'simd-threads', threads: 2 };
const unless = (missing, open) => (missing === undefined ? open : async () => ({ missing }));

async function inProcesses(missing) {
  const engine = pathToFileURL(`${root}/dist/lookback.js`).href;
  return {
    list: [
      { name: 'Lookback', open: inNode('lookback', { engine, ...simd }) },
      { name: 'Lookback, two threads', open: inNode('lookback', { engine, ...two }) },
      { name: 'TensorFlow.js', open: unless(missing, inNode('tensorflow')), aim: { small: 12, large: 3 } },
      { name: 'jax-js', open: unless(missing, inNode('jax', jax)) },
      { name: 'PyTorch, AVX2', open: pytorch('Haswell'), aim: { small: 3, large: 1 / 1.5 } },
      { name: 'PyTorch, AVX-512', open: pytorch('SkylakeX') },
    ],
    async close() {},
  };
}

async function inPages() {
  const { bundle, chromium } = await import('./peers/pages.mjs');
  await step('bundling the peers', bundle);
  const { inPage, close } = await chromium();
  const engine = '/lookback.js';
  return {
    list: [
      { name: 'Lookback', open: inPage('lookback', { engine, ...simd }) },
      { name: 'Lookback, two threads', open: inPage('lookback', { engine, ...two }, true) },
      { name: 'TensorFlow.js', open: inPage('tensorflow', { files: '/' }), aim: { small: 30, large: 5 } },
      { name: 'jax-js', open: inPage('jax', jax) },
    ],
    close,
  };
}

/** One work by all: { name, aim, version, losses, times (ms a step, by round) } or { name, missing } for each. */
async function measure(work, contenders) {
  const opened = [];
  try {
    for (const { name, open, aim } of contenders) {
      const peer = { name, aim: aim?.[work.name], losses: [], times: [], ...(await open(work)) };
      opened.push(peer);
      await attempt(peer, () => prepare(work, peer));
    }
    for (let round = 0; round < rounds; ++round) {
      for (const peer of round % 2 === 0 ? opened : opened.toReversed()) {
        if (round < peer.rounds) await attempt(peer, async () => peer.times.push(await timeSteps(work, peer, window)));
      }
    }
    return opened;
  } finally {
    for (const peer of opened) await peer.close?.();
  }
}

/** One that fails is left out from there on. */
async function attempt(peer, work) {
  if (peer.missing !== undefined) return;
  try {
    await work();
  } catch (error) {
    peer.missing = `It failed. ${error.message.split('\n')[0]}`;
  }
}

/** The steps whose losses are compared, on the first batch alone; then a warm-up. */
async function prepare(work, peer) {
  let made = 0;
  for (const steps of compared[work.name]) {
    const { ms, loss } = await peer.timed({ first: 0, steps: steps - made, count: 1 });
    peer.milliseconds = ms / (steps - made);
    made = steps;
    peer.losses.push(loss);
  }
  peer.next = 0;
  peer.rounds = peer.milliseconds < slow ? rounds : roundsOfTheSlow;
  if (peer.rounds === rounds) for (let spent = 0; spent < warmUp; spent += window / 2) await timeSteps(work, peer, window / 2);
}

/** ms a step over about so many ms. */
async function timeSteps(work, peer, milliseconds) {
  const steps = Math.max(1, Math.round(milliseconds / peer.milliseconds));
  const { ms } = await peer.timed({ first: peer.next, steps, count: batchCount[work.name] });
  peer.next += steps;
  peer.milliseconds = ms / steps;
  return peer.milliseconds;
}

/** Time of one over that of another in each round that both were in. */
const over = (one, other) => one.times.map((time, round) => time / other.times[round]).filter(Number.isFinite);

/** Prints what was measured; false where losses differ. */
function report(work, where, rows) {
  const [lookback] = rows;
  const at = compared[work.name];
  const present = rows.filter((row) => row.missing === undefined);
  console.log(`\n${work.name} in ${where}: ${work.shape}; ${machine()}`);
  if (lookback.missing === undefined) {
    console.log(table([
      ['', 'ms a step', 'of all windows', 'times Lookback', 'of all rounds', 'aim', ...at.map((steps) => `loss after ${steps}`)],
      ...present.map((row) => {
        const ratios = over(row, lookback);
        return [row.version, figure(median(row.times)), range(row.times), figure(median(ratios)), range(ratios),
          row.aim === undefined ? '' : `≥ ${figure(row.aim)}`, ...row.losses.map((loss) => loss.toPrecision(7))];
      }),
    ]));
    const [double, native] = ['Lookback, two threads', 'PyTorch, AVX-512'].map((name) => present.find((row) => row.name === name));
    if (double && native) {
      const ratios = over(double, native);
      console.log(`Lookback on two threads takes ${figure(median(ratios))} times what PyTorch takes on one with AVX-512 (${range(ratios)})`);
    }
  }
  for (const { name, missing } of rows.filter((row) => row.missing !== undefined)) console.log(`${name} is not measured: ${missing}`);
  const differing = disagreements(present, at);
  for (const sentence of differing) console.log(sentence);
  console.log('');
  return lookback.missing === undefined && differing.length === 0;
}

/** A sentence for every loss that is not the first row's to four digits. */
export function disagreements([first, ...others], at) {
  return others.flatMap(({ name, losses }) => at.flatMap((steps, i) => {
    const same = Math.abs(losses[i] - first.losses[i]) <= tolerance * Math.abs(first.losses[i]);
    return same ? [] : [`${name} does not do the same work: after ${steps} steps its loss is ${losses[i].toPrecision(5)}, ${first.name}'s ${first.losses[i].toPrecision(5)}.`];
  }));
}
