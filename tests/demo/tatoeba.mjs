// What the demonstrations of real sentences share: a minute of training (or as many seconds as are asked for), every few seconds the
// loss, token accuracy and chrF of held-out sentences beside those of sentences that it trains on. Time spent measuring is not counted.
// The recipe ends where the held-out loss is lowest; at a constant rate it goes on past that, so that over-fitting can be seen.
import { load } from 'lookback';
import { percent, table } from './print.mjs';

const every = 5; // seconds of training between two measurements
const count = 300; // sentences of either kind

export async function minute(name, [given = '60'], examples) {
  const seconds = Number(given);
  const engine = await load();
  const task = await engine.task(name);
  const model = await engine.model({ seed: 0 }, task);
  const trainer = model.trainer({ schedule: 'constant', learningRate: 0.003 });
  const { source, target } = task.vocabularies;
  const { encoder, cell, attention, hidden, embedding } = model.config;
  const { optimizer, learningRate, batchSize } = await trainer.config();
  console.log(`\n${name}: ${task.pairs} pairs, ${task.heldOutPairs} of them held out; ${source.tokens.length} and ${target.tokens.length} words, those that appear once read as <unk> ` +
    `(${percent(task.unknown.source)} and ${percent(task.unknown.target)} of all)`);
  console.log(`${cell} ${hidden}, embedding ${embedding}, ${encoder} encoder, ${attention} attention, ${model.parameterCount} weights; ${optimizer} ${learningRate}, ` +
    `batch ${batchSize}; ${engine.info.threads} threads; ${(task.estimatedMemory / 2 ** 20).toFixed(0)} MB estimated\n`);

  const rows = [];
  const measure = async (time, step) => {
    const held = await model.evaluate(task.heldOut(count), { textScores: true });
    const known = await model.evaluate(task.trainingExamples(count), { textScores: true });
    rows.push({ time, step, held, known });
  };
  await measure(0, 0);
  let trained = 0;
  let step = 0;
  while (trained < seconds) {
    const started = performance.now();
    for await (const progress of trainer.run({ steps: 10_000_000, every: 10 })) {
      step = progress.step;
      if ((performance.now() - started) / 1000 >= every) break;
    }
    trained += (performance.now() - started) / 1000;
    await measure(trained, step);
  }
  console.log(table([
    ['seconds', 'updates', 'epochs', 'loss, trained', 'held-out', 'tokens right, trained', 'held-out', 'chrF, trained', 'held-out'],
    ...rows.map(({ time, step: at, held, known }) => [time.toFixed(0), at, (at * batchSize / (task.pairs - task.heldOutPairs)).toFixed(0), known.loss.toFixed(3), held.loss.toFixed(3),
      percent(known.tokenAccuracy), percent(held.tokenAccuracy), known.chrf.toFixed(1), held.chrf.toFixed(1)]),
  ]));
  const best = rows.reduce((a, b) => (b.held.loss < a.held.loss ? b : a));
  const last = rows.at(-1);
  console.log(`\nThe held-out loss was lowest (${best.held.loss.toFixed(3)}) after ${best.time.toFixed(0)} seconds and is ${last.held.loss.toFixed(3)} now, where that of trained sentences is ${last.known.loss.toFixed(3)}.`);
  for (const text of examples) {
    const { text: written, replacedText } = await model.translate(text, { beam: 4 });
    console.log(`  ${text}  →  ${replacedText ?? written}`);
  }
  engine.dispose();
  return last.known.loss < rows[0].known.loss;
}
