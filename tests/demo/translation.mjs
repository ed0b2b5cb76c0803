// What the demonstrations of the generated tasks share: a task's recipe over seeds 0 to 4 on one thread, measured at its last update
// on held-out pairs, with IBM Model 1 learnt from 2,000 training pairs of the same task beside it.
import { load } from 'lookback';
import { mean } from './train.mjs';
import { percent, table } from './print.mjs';

const seeds = [0, 1, 2, 3, 4];
const count = 1000;
const modelPairs = 2000;
const iterations = 10;

/**
 * Trains and prints. `claims` are [words, (results) => holds], over the results of all seeds; `look(model, seed)` may add to a result
 * and print for the first seed.
 */
export async function measure(args, { name, claims, look }) {
  const chosen = args.length > 0 ? args.map(Number) : seeds;
  const engine = await load({ threads: 1 });
  const results = [];
  for (const seed of chosen) {
    const task = await engine.task(name, { seed });
    const model = await engine.model({ seed }, task);
    const trainer = model.trainer();
    if (results.length === 0) {
      const { cell, encoder, attention, query, bridge, embedding, hidden, attentionSize } = model.config;
      const { steps, optimizer, learningRate, schedule, batchSize } = await trainer.config();
      const { source, target } = task.vocabularies;
      console.log(`\n${name}: ${source.tokens.length} source tokens, ${target.tokens.length} target ones; sources of ${task.options.minLength} to ${task.options.maxLength}`);
      console.log(`${cell} ${hidden}, embedding ${embedding}, ${encoder} encoder, ${attention} attention of ${attentionSize}, ${query} query, decoder from ${bridge}, ` +
        `${model.parameterCount.toLocaleString('en')} weights;\n${steps} updates of ${batchSize}, ${optimizer} ${learningRate} (${schedule}); ${count} held-out pairs a seed; one thread\n`);
    }
    const started = performance.now();
    for await (const _ of trainer.run({ every: 1000 }));
    const seconds = (performance.now() - started) / 1000;
    const held = task.heldOut(count);
    const evaluation = await model.evaluate(held, { textScores: true });
    const ibm = evaluation.alignmentErrorRate === undefined ? undefined : await engine.ibmModel1(task.trainingExamples(modelPairs), { iterations, align: held });
    results.push({ seed, seconds, ibm: ibm?.alignmentErrorRate, ...evaluation, ...(await look?.(model, results.length === 0)) });
    trainer.dispose();
    model.dispose();
    task.dispose();
  }
  engine.dispose();

  const aligned = results[0].alignmentErrorRate !== undefined;
  console.log(table([
    ['seed', 'BLEU', 'tokens', 'sequences', ...(aligned ? ['AER', 'best', 'IBM 1', 'hit', 'inverted', 'lag'] : []), 'training'],
    ...results.map((r) => [
      r.seed, r.bleu.toFixed(2), percent(r.tokenAccuracy), percent(r.sequenceAccuracy),
      ...(aligned ? [r.alignmentErrorRate.toFixed(3), r.bestAlignmentErrorRate.toFixed(3), r.ibm.toFixed(3), percent(r.alignmentHit), percent(r.invertedHit), percent(r.lagHit)] : []),
      `${r.seconds.toFixed(1)} s`]),
    ['mean', mean(results.map((r) => r.bleu)).toFixed(2), percent(mean(results.map((r) => r.tokenAccuracy))), percent(mean(results.map((r) => r.sequenceAccuracy))),
      ...(aligned ? [...['alignmentErrorRate', 'bestAlignmentErrorRate', 'ibm'].map((key) => mean(results.map((r) => r[key])).toFixed(3)),
        ...['alignmentHit', 'invertedHit', 'lagHit'].map((key) => percent(mean(results.map((r) => r[key]))))] : []),
      `${mean(results.map((r) => r.seconds)).toFixed(1)} s`],
  ]));
  if (aligned) console.log(`\nAER: alignment error rate of the largest weights, and the best that one link a target word can have; IBM Model 1: ${iterations} iterations over ${modelPairs.toLocaleString('en')} pairs.`);
  console.log();
  let missed = 0;
  for (const [words, holds] of claims) {
    const held = holds(results);
    if (!held) missed += 1;
    console.log(`${held ? 'holds ' : 'MISSED'}  ${words}`);
  }
  return missed === 0;
}

/** The middle one of some numbers. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The claims of both directions between English and French. */
export const translationClaims = [
  ['BLEU at least 95 at the last update, for every seed', (results) => results.every((r) => r.bleu >= 95)],
  ['alignment error rate at most 0.10 in the median', (results) => median(results.map((r) => r.alignmentErrorRate)) <= 0.1],
  ['alignment error rate at most 0.15 at worst', (results) => results.every((r) => r.alignmentErrorRate <= 0.15)],
  ['largest weight on a gold link for at least 90 % of the inverted words, for every seed', (results) => results.every((r) => r.invertedHit >= 0.9)],
];

// A Chinese character is two columns wide.
const wide = (word) => [...word].reduce((sum, letter) => sum + (/\p{sc=Han}/u.test(letter) ? 2 : 1), 0);
const before = (word, width) => ' '.repeat(width - wide(word)) + word;

/** Rows of weights under their source words, the largest of a row in brackets. */
export function picture({ rows, columns, weights }) {
  const width = Math.max(7, ...columns.map((word) => wide(word) + 1));
  const left = Math.max(...rows.map((word) => word.length));
  const cell = (row, weight) => (weight === Math.max(...row) ? `[${weight.toFixed(2)}]` : `${weight.toFixed(2)} `).padStart(width);
  return [' '.repeat(left) + columns.map((word) => before(word, width)).join(''),
    ...rows.map((word, i) => word.padEnd(left) + weights[i].map((weight) => cell(weights[i], weight)).join(''))].join('\n');
}
