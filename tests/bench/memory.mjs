// The module's memory, in Node (a page's is the same module's): at most during the large work, and over 10,000 updates of the
// small one, where it must not grow after the first. What JavaScript holds beside it is not counted.
import * as lookback from 'lookback';
import { figure, megabytes, table } from './print.mjs';
import { measureMemory } from './session.mjs';
import { variants } from './step.mjs';

export const title = 'the module\'s memory: large at its peak, small over 10,000 updates';

const counts = { large: [1, 2, 10], small: [1, 10, 100, 1000, 10_000] };

export async function run() {
  for (const [name, after] of Object.entries(counts)) {
    const rows = [[name, ...after.map((count) => `after ${count.toLocaleString('en')}`)]];
    for (const variant of variants) {
      const { missing, bytes } = await measureMemory(lookback, name, variant, after);
      const label = `${variant.variant}, threads: ${variant.threads}`;
      if (missing === undefined) rows.push([label, ...bytes.map((size) => figure(megabytes(size)))]);
      else console.log(`${name}, ${label}: ${missing}`);
    }
    console.log(`${table(rows)}\nMB of WebAssembly memory after so many updates${name === 'large' ? '; it never shrinks, so the last is the peak' : ''}\n`);
  }
}
