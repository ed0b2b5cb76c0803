// How a step's time grows with the sentences' length, the hidden size and the vocabulary, each varied alone around the medium
// work: a power of it, fitted by least squares in logarithms, with what the points differ from it, and the power that the number
// of operations grows with over the same points.
import * as lookback from 'lookback';
import { Stop } from '../../wasm/toolchain/steps.mjs';
import { figure, machine, median, table } from './print.mjs';
import { gflops, measureAll } from './session.mjs';
import { flops, varied, works } from './works.mjs';

export const title = 'how a step\'s time grows with length, hidden size and vocabulary: fitted exponents, with residuals';

const axes = { sourceLength: [5, 10, 20, 40], hidden: [32, 64, 128, 256], vocabulary: [960, 1920, 3840, 7680] };

/** y = factor · x^exponent by least squares of log y over log x; residuals are y over that, less one. */
export function fitPower(xs, ys) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [u, v] = [xs.map(Math.log), ys.map(Math.log)];
  const [mu, mv] = [mean(u), mean(v)];
  const exponent = mean(u.map((x, i) => (x - mu) * (v[i] - mv))) / mean(u.map((x) => (x - mu) ** 2));
  const factor = Math.exp(mv - exponent * mu);
  return { exponent, factor, residuals: ys.map((y, i) => y / (factor * xs[i] ** exponent) - 1) };
}

export async function run() {
  console.log(`${machine()}\nMedium (${works.medium.shape}), simd, one thread, in Node; one size varied at a time.\n`);
  for (const [axis, sizes] of Object.entries(axes)) {
    const list = sizes.map((size) => varied(works.medium, { [axis]: size }));
    const { missing, times: windows } = await measureAll(lookback, list);
    if (missing !== undefined) throw new Stop(missing);
    const times = windows.map(median);
    const { exponent, residuals } = fitPower(sizes, times);
    const counted = fitPower(sizes, list.map(flops));
    const off = (residual) => `${residual < 0 ? '−' : '+'}${(100 * Math.abs(residual)).toFixed(1)} %`;
    console.log(table([
      [axis, 'ms a step', 'GFLOP/s', 'off the fit', 'operations off theirs'],
      ...list.map((work, i) => [sizes[i].toLocaleString('en'), figure(times[i]), figure(gflops(work, times[i])), off(residuals[i]), off(counted.residuals[i])]),
    ]));
    console.log(`time grows with ${axis}^${exponent.toFixed(2)}, operations with ${axis}^${counted.exponent.toFixed(2)}\n`);
  }
}
