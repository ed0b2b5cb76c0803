// The small model of tutorials, from PyTorch's own starting weights: reverse six digits, GRU 32, additive attention, ten symbols
// of which 0 is also the start symbol, no EOS, s_0 = h_T. Forty updates on all 2,000 sequences at once, Adam 0.01, no clipping:
// the loss beside PyTorch's in double precision (tests/golden/seed_model.json), and the alignment beside the printed one.
import { load } from 'lookback';
import { golden, modelFile } from '../golden/seed_model.mjs';
import { matrix, percent, table } from './print.mjs';

export const title = "the tutorial's model from PyTorch's starting weights, beside PyTorch's losses";

const tolerance = 5e-5;

export async function run() {
  const engine = await load();
  const model = await engine.loadModel(modelFile());
  const { config } = model;
  console.log(`${config.cell} ${config.hidden}, embedding ${config.embedding}, ${config.encoder} encoder, ${config.attention} attention of ${config.attentionSize}, ` +
    `s_0 = h_T; ${model.parameterCount} weights; ${golden.sources.length} sequences, Adam ${golden.training.learningRate}, no clipping\n`);

  const pair = (digits) => ({ source: [...digits], target: [...digits].reverse(), gold: [...digits].map((_, j) => digits.length - 1 - j) });
  const { optimizer, learningRate, clipNorm, steps } = golden.training;
  const trainer = model.trainer({ optimizer, learningRate, clipNorm, batchSize: golden.sources.length, schedule: 'constant', steps }, golden.sources.map(pair));
  const rows = [['epoch', 'loss here', 'PyTorch, double', 'relative difference']];
  let largest = 0;
  for (let epoch = 0; epoch < steps; ++epoch) {
    const { loss } = await trainer.step();
    const reference = golden.double.losses[epoch];
    const difference = Math.abs(loss - reference) / reference;
    largest = Math.max(largest, difference);
    rows.push([epoch + 1, loss.toFixed(8), reference.toFixed(8), difference.toExponential(1)]);
  }
  console.log(table(rows));
  console.log(`Largest relative difference: ${largest.toExponential(2)} (at most ${tolerance.toExponential(0)}: ${largest <= tolerance ? 'holds' : 'MISSED'})\n`);

  const five = await model.evaluate(golden.sources.slice(0, 5).map(pair));
  const fresh = await model.evaluate(golden.fresh.map(pair));
  console.log(table([
    ['tokens right', 'here', 'PyTorch, double', 'printed'],
    ['its 5 sentences', percent(five.tokenAccuracy), percent(golden.double.tokenAccuracy.firstFive), percent(golden.printed.tokenAccuracy)],
    [`${golden.fresh.length.toLocaleString('en')} fresh ones`, percent(fresh.tokenAccuracy), percent(golden.double.tokenAccuracy.fresh), '-'],
  ]));

  const source = golden.printed.source;
  const { text, alignment } = await model.translate(source);
  console.log(`\n${[...source].join(' ')} becomes ${[...text].join(' ')} here, ${[...golden.printed.predicted].join(' ')} in print. ` +
    'Rows are steps, columns source places; the largest weight of a row in brackets.\n');
  const here = matrix(alignment.weights);
  const printed = matrix(golden.printed.weights);
  const width = here[0].length;
  console.log(`     ${'here'.padEnd(width)}    printed (PyTorch ${golden.printed.torch})`);
  here.forEach((row, i) => console.log(`  ${i + 1}  ${row}    ${printed[i]}`));

  const peaks = (weights) => weights.map((row) => 1 + row.indexOf(Math.max(...row)));
  const written = peaks(alignment.weights);
  const places = [...source].map((_, j) => source.length - j);
  console.log(`\nThe true places are ${places.join(' ')}. The rows here peak at ${written.join(' ')}, the printed ones at ${peaks(golden.printed.weights).join(' ')}.`);
  console.log(`Over the ${golden.fresh.length.toLocaleString('en')} fresh sequences the largest weight is on the true place in ${percent(fresh.alignmentHit)} of steps, and on ` +
    `the place of the digit written just before in ${percent(fresh.lagHit)} (first steps left out):\na forward encoder looks one step late. It finds the annotation of what it said last, which also holds the digit before it, and reads that.`);
  engine.dispose();
  return largest <= tolerance;
}
