// npm run bench -- NAME: measurements on this machine. A measurement is a file beside this one that exports `title` and
// `run(args)`, and `takes` where it takes any; its name is the file's. Without a name it is `step`. What the set-up before it says goes to standard error.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main, Stop } from '../../wasm/toolchain/steps.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = fs.readdirSync(here)
  .filter((file) => file.endsWith('.mjs') && /^export const title\b/m.test(fs.readFileSync(here + file, 'utf8'))).map((file) => file.slice(0, -4)).sort();
const given = process.argv.slice(2);
const name = given[0] === undefined || given[0].startsWith('-') ? 'step' : given.shift();

await main(async () => {
  if (names.includes(name)) {
    const { run, takes = false } = await import(`./${name}.mjs`);
    if (given.length > 0 && !takes) throw new Stop(`The measurement '${name}' takes nothing: leave '${given.join(' ')}' out.`);
    await run(given).catch((error) => { throw error.name === 'LookbackError' ? new Stop(error.message) : error; });
    return;
  }
  console.log(`There is no measurement '${name}'. There are`);
  for (const each of names) console.log(`  ${each.padEnd(12)} ${(await import(`./${each}.mjs`)).title}`);
  process.exitCode = 1;
});
