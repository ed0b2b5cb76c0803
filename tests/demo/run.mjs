// npm run demo -- NAME: figures this project claims, computed anew through the package's public API, in Node. A demonstration
// is one file beside this one that exports `title` and `run(args)`; the name is the file's.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const names = fs.readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.mjs') && !['run.mjs', 'print.mjs', 'train.mjs', 'tatoeba.mjs', 'translation.mjs'].includes(file)).map((file) => file.slice(0, -4)).sort();
const [name, ...args] = process.argv.slice(2);

if (name !== undefined && names.includes(name)) {
  const { run } = await import(`./${name}.mjs`);
  process.exitCode = (await run(args)) ? 0 : 1;
} else {
  console.log(name === undefined ? 'npm run demo -- NAME, where NAME is' : `There is no demonstration '${name}'. There are`);
  for (const each of names) console.log(`  ${each.padEnd(16)} ${(await import(`./${each}.mjs`)).title}`);
  if (name !== undefined) process.exitCode = 1;
}
