// Dates to ISO 8601: the recipe over five seeds.
import { measure } from './translation.mjs';

export const title = 'the recipe for dates to ISO 8601';

const written = ['September 30th, 2026', '9/30/26', 'Wed 30 Sep 2026'];

export const run = (args) => measure(args, {
  name: 'dates',
  claims: [
    ['at least 98 % of the dates exact, for every seed', (results) => results.every((r) => r.sequenceAccuracy >= 0.98)],
    ['training takes at most 60 s on one thread', (results) => results.every((r) => r.seconds <= 60)],
  ],
  async look(model, first) {
    for (const date of first ? written : []) console.log(`${date} → ${(await model.translate(date)).text}`);
    if (first) console.log();
  },
});
