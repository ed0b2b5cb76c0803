// Sutskever's trick: a source read backwards. Copying ten to twelve digits through a fixed vector, forward against backward,
// over five seeds; and the same two with additive attention, to which the order of reading hardly matters.
import { load } from 'lookback';
import { mean, trained } from './train.mjs';
import { percent, table } from './print.mjs';

export const title = 'reading the source backwards: a fixed vector, and attention';

const seeds = [0, 1, 2, 3, 4];
const training = { learningRate: 0.005, schedule: 'cosine', steps: 1500 };
const models = [
  ['fixed vector', { attention: 'none', bridge: 'state', hidden: 64 }],
  ['attention', { attention: 'additive', bridge: 'zero', hidden: 48 }],
];

export async function run() {
  const engine = await load();
  const task = await engine.task('copy', { minLength: 10, maxLength: 12 });
  console.log(`\nCopying 10 to 12 digits, GRU, ${training.steps} updates of 64, Adam ${training.learningRate} (cosine); 1,000 held-out sequences\n`);
  const rows = [];
  const losses = {};
  for (const [name, config] of models) {
    for (const encoder of ['forward', 'backward']) {
      const all = [];
      for (const seed of seeds) {
        const model = await trained(engine, task, { ...config, encoder, seed }, { ...training, seed });
        all.push(await model.evaluate(task.heldOut(1000)));
        model.dispose();
      }
      losses[`${name} ${encoder}`] = mean(all.map(({ loss }) => loss));
      rows.push([name, encoder, ...all.map(({ loss }) => loss.toFixed(4)), losses[`${name} ${encoder}`].toFixed(4),
        percent(mean(all.map(({ sequenceAccuracy }) => sequenceAccuracy)))]);
    }
  }
  task.dispose();
  engine.dispose();
  console.log(table([['model', 'reads', ...seeds.map((seed) => `loss, seed ${seed}`), 'mean loss', 'right'], ...rows]));
  const gain = losses['fixed vector forward'] / losses['fixed vector backward'];
  const difference = Math.abs(losses['attention forward'] - losses['attention backward']);
  console.log(`\nThrough a fixed vector, reading backwards divides the held-out loss by ${gain.toFixed(2)}; with attention the two differ by ${difference.toFixed(4)} nats.`);
  return gain > 1 && difference < losses['fixed vector forward'] - losses['fixed vector backward'];
}
