// What a second thread gives: medium and large on one thread (simd) and on two (simd-threads), beside what two threads give the
// bare multiply-and-add loop, all four in turns. A gain is speed over that of one thread, less one.
import * as lookback from 'lookback';
import { inChromium, inSession } from './chromium.mjs';
import { figure, machine, median, percent, range, table } from './print.mjs';
import { measureThreads } from './session.mjs';

export const title = 'two threads against one on medium and large, beside the bare loop\'s gain';

export async function run() {
  const rows = [['work', 'where', 'ms on one', 'ms on two', 'times as fast', 'of all windows', 'bare loop', 'of its speed-up', 'of its gain']];
  const add = (name, where, { missing, one, two, peakOne, peakTwo }) => {
    if (missing !== undefined) return console.log(`${name} in ${where}: ${missing}`);
    const faster = one.map((milliseconds, i) => milliseconds / two[i]);
    const loop = peakTwo.map((rate, i) => rate / peakOne[i]);
    const share = (from) => percent(median(faster.map((value, i) => (value - from) / (loop[i] - from))));
    rows.push([name, where, figure(median(one)), figure(median(two)), figure(median(faster)), range(faster), figure(median(loop)), share(0), share(1)]);
  };
  console.log(machine());
  for (const name of ['medium', 'large']) add(name, 'node', await measureThreads(lookback, name));
  await inChromium(async ({ fresh }) => {
    for (const name of ['medium', 'large']) add(name, 'chromium', await inSession(fresh, 'measureThreads', name));
  });
  if (rows.length > 1) console.log(`\n${table(rows)}`);
}
