// Where a step's time goes, on one thread: profile.cpp, natively and as wasm, on the three works. An update's time outside the
// parts (the batch, the norm, laying out new weights) counts as the optimiser's; reading the clock adds a little to short ones.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cmake } from '../../web/build.mjs';
import { prepare } from '../../wasm/toolchain/prepare.mjs';
import { root, run as program, withLock } from '../../wasm/toolchain/steps.mjs';
import { figure, machine, percent, table } from './print.mjs';
import { batches, flopsByPart, modelFile, training, works } from './works.mjs';

export const title = 'where a step\'s time goes, natively and as wasm: encoder, attention, decoder, output, optimiser';

const milliseconds = 3000;
const programs = {
  wasm: (folder) => [process.execPath, `${folder}/lookback_profile.js`],
  release: (folder) => [`${folder}/lookback_profile`],
};

/** Milliseconds an update by part: { encoder, attention, decoder, output, optimizer }. */
export async function profile(preset, work, { window = milliseconds, env = process.env } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-profile-'));
  try {
    const [model, sources] = ['model', 'sources'].map((name) => path.join(folder, name));
    fs.writeFileSync(model, modelFile(work));
    fs.writeFileSync(sources, batches(work, 16).source);
    const [command, ...args] = programs[preset](path.join(root, 'build', preset, 'tests/bench'));
    const { output } = await program(command, [...args, model, sources, String(work.sourceLength), JSON.stringify(training(work)), String(window)], { env });
    return JSON.parse(output);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Prints the shares of each part, for works by name. */
export async function shares(names, presets) {
  const env = await prepare('test');
  for (const preset of presets) await withLock(() => cmake(preset, ['lookback_profile'], env));
  const rows = [];
  for (const name of names) {
    for (const preset of presets) rows.push({ name, preset, times: await profile(preset, works[name], { env }) });
  }
  const parts = Object.keys(rows[0].times);
  const total = (times) => Object.values(times).reduce((sum, time) => sum + time, 0);
  const rate = (name, part, time) => (flopsByPart(works[name])[part] === undefined ? '' : `, ${figure(flopsByPart(works[name])[part] / time / 1e6)}`);
  console.log(`\n${table([
    ['work', 'build', 'ms a step', ...parts.map((part) => part.replace('optimizer', 'optimiser'))],
    ...rows.map(({ name, preset, times }) => [name, preset === 'release' ? 'native' : preset, figure(total(times)),
      ...parts.map((part) => percent(times[part] / total(times)) + rate(name, part, times[part]))]),
  ])}\nshare of a step, and GFLOP/s, on one thread`);
}

export async function run() {
  console.log(machine());
  await shares(Object.keys(works), Object.keys(programs));
}
