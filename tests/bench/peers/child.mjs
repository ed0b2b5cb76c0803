// One peer in a Node process of its own: node child.mjs PEER WORK OPTIONS. It answers lines of JSON on standard input with
// lines on standard output: first { version } or { missing }, then { ms, loss } for each { first, steps, count }. pytorch.py does the
// same, and so does page.mjs for a page, with calls in place of lines.
//
// A peer is a file that exports start(work, weights, batches, options) → { version, run(first, steps, count) }; run makes `steps`
// updates on the batches first, first + 1, … modulo count and gives the loss of the last.
import readline from 'node:readline';
import { works } from '../works.mjs';
import { begin } from './begin.mjs';

const [peer, work, options] = process.argv.slice(2);
const answer = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const { version, timed } = await begin((await import(`./${peer}.mjs`)).start, works[work], JSON.parse(options));
  answer({ version });
  for await (const line of readline.createInterface({ input: process.stdin })) answer(await timed(JSON.parse(line)));
  process.exit(0);
} catch (error) {
  answer({ missing: error.message });
  process.exit(1);
}
