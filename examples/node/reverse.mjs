// Trains a model to reverse six digits and shows where it looks: node reverse.mjs
import assert from 'node:assert';
import { load } from 'lookback';

const engine = await load();
const task = await engine.task('reverse', { minLength: 6, maxLength: 6, seed: 1 });
const model = await engine.model({ seed: 1 }, task);
for await (const { step, loss } of model.trainer().run({ every: 100 })) console.log(`update ${step}: loss ${loss.toFixed(4)}`);

const { sequenceAccuracy } = await model.evaluate(task.heldOut(1000));
console.log(`${(100 * sequenceAccuracy).toFixed(1)} % of 1,000 sequences it never saw`);
assert(sequenceAccuracy > 0.99);
const { alignment, text } = await model.translate('493039');
console.log(`4 9 3 0 3 9 -> ${text}, one row a digit written, one column a digit read:`);
for (const row of alignment.weights) console.log(row.map((weight) => weight.toFixed(2)).join('  '));
