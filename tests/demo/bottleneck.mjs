// The bottleneck: a fixed vector against attention, with parameters within 2 %, the same data and number of updates, each at
// the learning rate of four that serves it best on seed 0. Copying 2 to 20 digits: accuracy by length over three seeds, the
// length from which each is right less than half of the time, and all of it again after four times the updates.
import { load } from 'lookback';
import { accuracyByLength, mean, trained } from './train.mjs';
import { percent, table } from './print.mjs';

export const title = 'accuracy by length: a fixed vector against attention (about ten minutes)';

const seeds = [0, 1, 2];
const updates = 2000;
const rates = [0.003, 0.005, 0.01, 0.02];
const models = {
  'fixed vector': { attention: 'none', bridge: 'state', encoder: 'backward', hidden: 64 },
  attention: { attention: 'additive', bridge: 'zero', encoder: 'backward', hidden: 48 },
};

export async function run() {
  const engine = await load();
  const task = await engine.task('copy', { minLength: 2, maxLength: 20 });
  const sizes = [];
  const best = {};
  for (const [name, config] of Object.entries(models)) {
    const tried = [];
    for (const learningRate of rates) {
      const model = await trained(engine, task, { ...config, seed: 0 }, { learningRate, schedule: 'cosine', steps: updates });
      tried.push((await model.evaluate(task.heldOut(1000))).loss);
      if (learningRate === rates[0]) sizes.push(model.parameterCount);
      model.dispose();
    }
    best[name] = rates[tried.indexOf(Math.min(...tried))];
    console.log(`${name}: ${sizes.at(-1)} parameters; held-out loss ${rates.map((rate, i) => `${tried[i].toFixed(4)} at ${rate}`).join(', ')}`);
  }
  const apart = Math.abs(sizes[0] - sizes[1]) / Math.max(...sizes);
  console.log(`Parameters differ by ${percent(apart)}.`);

  const results = {};
  for (const factor of [1, 4]) {
    for (const [name, config] of Object.entries(models)) {
      const runs = [];
      for (const seed of seeds) {
        const model = await trained(engine, task, { ...config, seed }, { learningRate: best[name], schedule: 'cosine', steps: factor * updates, seed });
        runs.push(await accuracyByLength(model, task, 500));
        model.dispose();
      }
      results[`${name} ${factor}`] = runs;
    }
    console.log(`\nSequences right by length, mean of seeds ${seeds.join(', ')} (lowest); ${factor * updates} updates of 64; 500 held-out sources a length\n`);
    const lengths = [...results[`attention ${factor}`][0].keys()];
    const cell = (name, length) => {
      const shares = results[`${name} ${factor}`].map((shares_) => shares_.get(length));
      return `${percent(mean(shares))} (${percent(Math.min(...shares))})`;
    };
    console.log(table([['length', ...Object.keys(models)], ...lengths.map((length) => [length, ...Object.keys(models).map((name) => cell(name, length))])]));
    for (const name of Object.keys(models)) {
      const crossed = results[`${name} ${factor}`].map((shares) => [...shares].find(([, share]) => share < 0.5)?.[0] ?? 'never');
      console.log(`${name}: below 50 % from length ${crossed.join(', ')} on (seeds ${seeds.join(', ')})`);
    }
  }
  task.dispose();
  engine.dispose();

  const everywhere = (runs, test) => runs.every((shares) => [...shares].every(test));
  const claims = [
    ['parameters within 2 %', apart <= 0.02],
    ['the fixed vector is right at least 95 % of the time at lengths up to 4', everywhere(results['fixed vector 1'], ([length, share]) => length > 4 || share >= 0.95)],
    ['attention is right at least 95 % of the time at length 20', everywhere(results['attention 1'], ([length, share]) => length < 20 || share >= 0.95)],
  ];
  console.log();
  for (const [words, holds] of claims) console.log(`${holds ? 'holds ' : 'MISSED'}  ${words}`);
  return claims.every(([, holds]) => holds);
}
