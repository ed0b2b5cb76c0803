// The bottleneck lab's recipe (web/elements/bottleneck): copying 2 to 20 digits through one vector of 24 numbers, and with
// attention, the parameters within 2 %, the same data and number of updates. Accuracy by length over three seeds, the length from
// which the vector is right less than half of the time, and all of it again after four times the updates.
import { load } from 'lookback';
import { accuracyByLength, mean, trained } from './train.mjs';
import { percent, table } from './print.mjs';

export const title = 'accuracy by length: one vector against attention (about five minutes)';

const seeds = [0, 1, 2];
const recipe = { steps: 3000, batchSize: 32, learningRate: 0.01, schedule: 'cosine' };
const models = {
  'one vector': { attention: 'none', bridge: 'state', encoder: 'backward', hidden: 24 },
  attention: { attention: 'additive', bridge: 'zero', encoder: 'backward', hidden: 18, attentionSize: 28 },
};

export async function run() {
  const engine = await load();
  const task = await engine.task('copy', { minLength: 2, maxLength: 20 });
  const sizes = [];
  const results = {};
  const seconds = {};
  for (const factor of [1, 4]) {
    for (const [name, config] of Object.entries(models)) {
      const began = performance.now();
      const runs = [];
      for (const seed of seeds) {
        const model = await trained(engine, task, { ...config, seed }, { ...recipe, steps: factor * recipe.steps, seed });
        seconds[name] ??= (performance.now() - began) / 1000;
        sizes.push(model.parameterCount);
        runs.push(await accuracyByLength(model, task, 500));
        model.dispose();
      }
      results[`${name} ${factor}`] = runs;
    }
    console.log(`\nSequences right by length, mean of seeds ${seeds.join(', ')} (lowest); ${factor * recipe.steps} updates of ${recipe.batchSize}; 500 sources a length, held out where longer than three\n`);
    const lengths = [...results[`attention ${factor}`][0].keys()];
    const cell = (name, length) => {
      const shares = results[`${name} ${factor}`].map((each) => each.get(length));
      return `${percent(mean(shares))} (${percent(Math.min(...shares))})`;
    };
    console.log(table([['length', ...Object.keys(models)], ...lengths.map((length) => [length, ...Object.keys(models).map((name) => cell(name, length))])]));
    console.log(`one vector: below 50 % from length ${results[`one vector ${factor}`].map(cliff).join(', ')} on (seeds ${seeds.join(', ')})`);
  }
  task.dispose();
  engine.dispose();

  const apart = (Math.max(...sizes) - Math.min(...sizes)) / Math.max(...sizes);
  console.log(`\n${Math.min(...sizes)} and ${Math.max(...sizes)} parameters; ${recipe.steps} updates take ${Object.entries(seconds).map(([name, s]) => `${s.toFixed(1)} s (${name})`).join(' and ')}`);
  const everywhere = (runs, test) => runs.every((shares) => [...shares].every(test));
  const claims = [
    ['parameters within 2 %', apart <= 0.02],
    ['both are trained within 60 s', Object.values(seconds).reduce((sum, each) => sum + each) <= 60],
    ['one vector is right at least 95 % of the time at lengths up to 4', everywhere(results['one vector 1'], ([length, share]) => length > 4 || share >= 0.95)],
    ['and less than half of the time from some length under 14 on', results['one vector 1'].every((shares) => cliff(shares) < 14)],
    ['attention is right at least 95 % of the time at length 20', everywhere(results['attention 1'], ([length, share]) => length < 20 || share >= 0.95)],
    ['after four times the updates one vector is still right less than half of the time from some length on', results['one vector 4'].every((shares) => cliff(shares) <= 20)],
    ['and attention at least 95 % at length 20', everywhere(results['attention 4'], ([length, share]) => length < 20 || share >= 0.95)],
  ];
  console.log();
  for (const [words, holds] of claims) console.log(`${holds ? 'holds ' : 'MISSED'}  ${words}`);
  return claims.every(([, holds]) => holds);
}

/** The first length from which on every share is below half; Infinity where the last is not. */
function cliff(shares) {
  const all = [...shares];
  const above = all.findLastIndex(([, share]) => share >= 0.5);
  return all[above + 1]?.[0] ?? Infinity;
}
