// How far a gradient reaches: the size of the first target token's loss gradient at each encoder state, by the number of steps
// between that state and the last one read, relative to the last; a vanilla RNN against an LSTM of the same size, at 40 steps,
// over five seeds, untrained and after some training. Neither has attention: all that comes back, comes through the states.
import { load } from 'lookback';
import { mean, trained } from './train.mjs';
import { table } from './print.mjs';

export const title = 'how far a gradient reaches, RNN against LSTM, at 40 steps';

const seeds = [0, 1, 2, 3, 4];
const length = 40;
const distances = [0, 1, 2, 5, 10, 20, 30, 39];
const updates = 200;

export async function run() {
  const engine = await load();
  const reached = {};
  for (const after of [0, updates]) {
    console.log(`\n‖∂L/∂h_{T−k}‖ / ‖∂L/∂h_T‖, copying ${length} digits, forward encoder, hidden 32, ${after === 0 ? 'untrained' : `after ${after} updates (Adam 0.005)`}\n`);
    const rows = [];
    for (const cell of ['rnn', 'lstm']) {
      const task = await engine.task('copy', { minLength: length, maxLength: length });
      const ratios = [];
      for (const seed of seeds) {
        const config = { cell, encoder: 'forward', attention: 'none', bridge: 'state', hidden: 32, seed };
        const model = after === 0 ? await engine.model(config, task) : await trained(engine, task, config, { learningRate: 0.005, steps: after, seed });
        const norms = await model.gradientByDistance({ length, count: 64 });
        ratios.push(norms.map((norm) => norm / norms[0]));
        rows.push([cell, seed, ...distances.map((k) => ratios.at(-1)[k].toExponential(1))]);
        model.dispose();
      }
      // The mean of the logarithms: ratios of one table differ by powers of ten.
      const middle = distances.map((k) => Math.exp(mean(ratios.map((ratio) => Math.log(ratio[k])))));
      rows.push([cell, 'mean', ...middle.map((ratio) => ratio.toExponential(1))]);
      reached[`${cell} ${after}`] = middle.at(-1);
      task.dispose();
    }
    console.log(table([['cell', 'seed', ...distances.map((k) => `k = ${k}`)], ...rows]));
  }
  engine.dispose();
  const holds = [0, updates].map((after) => reached[`lstm ${after}`] / reached[`rnn ${after}`]);
  console.log(`\nAt 39 steps the LSTM's gradient is ${holds[0].toExponential(1)} times the RNN's share untrained, ${holds[1].toExponential(1)} times after ${updates} updates.`);
  return holds.every((ratio) => ratio > 1);
}
