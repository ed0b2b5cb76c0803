// A Vite app that trains a model, shows how far it is, and draws where the model looks. In this folder: npm install, then
// npx vite. The package named in package.json is this repository's own, built by `npm run build`; elsewhere name a version or a
// tarball of it. Vite copies the wasm and the worker by itself.
import { load } from 'lookback';
import 'lookback/elements';

const bar = document.querySelector('progress');
const line = document.querySelector('output');
const figure = document.querySelector('lookback-alignment');
const digits = '493039';
figure.alignment = { rows: [], columns: [...digits], weights: [] }; // it draws what it is given, and needs no engine of its own
figure.gold = [...digits].map((_, i) => digits.length - 1 - i); // the true place of each digit written, outlined

const engine = await load();
const task = await engine.task('reverse', { minLength: digits.length, maxLength: digits.length });
const model = await engine.model({ encoder: 'backward', attention: 'additive', seed: 1 }, task);
bar.max = task.training.steps;
for await (const { step, loss } of model.trainer().run({ every: 10 })) {
  bar.value = step;
  line.value = `update ${step}, loss ${loss.toFixed(3)} nats a token`;
  figure.alignment = (await model.translate(digits)).alignment;
}

const { sequenceAccuracy } = await model.evaluate(task.heldOut(1000));
const { text } = await model.translate(digits);
line.value = `${digits} → ${text}; ${(100 * sequenceAccuracy).toFixed(1)} % of 1,000 unseen sequences right`;
engine.dispose();
