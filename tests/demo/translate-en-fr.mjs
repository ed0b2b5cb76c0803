// English to French: the recipe over five seeds, and the phrase that runs backwards.
import { measure, picture, translationClaims } from './translation.mjs';

export const title = 'the recipe for translating English to French: BLEU, and alignment beside IBM Model 1';

const sentence = 'she lives in the European Economic Area';
const translated = 'elle habite dans la zone économique européenne';

export const run = (args) => measure(args, {
  name: 'translate-en-fr',
  claims: [
    ...translationClaims,
    [`“${sentence}” is translated rightly, for every seed`, (results) => results.every((r) => r.right)],
    ['zone, économique, européenne look at Area, Economic, European, for every seed', (results) => results.every((r) => r.backwards)],
  ],
  async look(model, first) {
    const { text, alignment } = await model.translate(sentence);
    if (first) console.log(`${sentence} → ${text}\n\n${picture(alignment)}\n`);
    const peaks = alignment.weights.map((row) => alignment.columns[row.indexOf(Math.max(...row))]);
    const at = alignment.rows.indexOf('zone');
    return { right: text === translated, backwards: peaks.slice(at, at + 3).join() === 'Area,Economic,European' };
  },
});
