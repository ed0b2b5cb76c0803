// The two recipes for reversing digits, over ten seeds of model and task: six digits, and lengths 1 to 12. Quality is measured
// at the recipe's last update, on held-out sources; where the weights lie, with EOS's row left out. Sources of three digits or
// fewer are too few to hold any out, so lengths 4 to 12 are measured apart, and must hold as well.
import { load } from 'lookback';
import { percent, table } from './print.mjs';

export const title = 'the recipes for reversing digits, over seeds 0 to 9';

const seeds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const count = 2000;

export async function run(args) {
  const chosen = args.length > 0 ? args.map(Number) : seeds;
  const engine = await load();
  const fixed = await recipe(engine, chosen, 6, 6, 600);
  const mixed = await recipe(engine, chosen, 1, 12, 2500);
  engine.dispose();

  const claims = [
    ['six digits, sequences right, at least 99 %', fixed, (r) => r.all.sequenceAccuracy >= 0.99],
    ['six digits, largest weight on the true place in at least 98 % of steps', fixed, (r) => r.all.alignmentHit >= 0.98],
    ['six digits, mean weight there at least 0.85', fixed, (r) => r.all.goldWeight >= 0.85],
    ['lengths 1 to 12, sequences right over uniform lengths, at least 98 %', mixed, (r) => both(r, 'sequenceAccuracy') >= 0.98],
    ['lengths 1 to 12, sequences right at length 12, at least 95 %', mixed, (r) => r.longest.sequenceAccuracy >= 0.95],
    ['lengths 1 to 12, largest weight on the true place in at least 90 % of steps', mixed, (r) => both(r, 'alignmentHit') >= 0.9],
    ['lengths 1 to 12, mean weight there at least 0.55', mixed, (r) => both(r, 'goldWeight') >= 0.55],
  ];
  let missed = 0;
  console.log();
  for (const [words, results, holds] of claims) {
    const failing = results.filter((result) => !holds(result)).map(({ seed }) => seed);
    if (failing.length > 0) missed += 1;
    console.log(`${failing.length === 0 ? 'holds ' : 'MISSED'}  ${words}${failing.length > 0 ? `: not for seed ${failing.join(', ')}` : ''}`);
  }
  console.log(missed === 0 ? `All figures hold for seeds ${chosen.join(', ')}.` : `${missed} of ${claims.length} figures do not hold; see above.`);
  return missed === 0;
}

/** The lower of a figure over all lengths and over those that the held-out rule applies to. */
const both = ({ all, held }, name) => Math.min(all[name], held[name]);

async function recipe(engine, chosen, minLength, maxLength, mostUpdates) {
  const results = [];
  const mixed = minLength !== maxLength;
  for (const seed of chosen) {
    const task = await engine.task('reverse', { minLength, maxLength, seed });
    const model = await engine.model({ seed }, task);
    const trainer = model.trainer();
    const started = performance.now();
    let last;
    for await (const progress of trainer.run({ every: 100 })) last = progress;
    const seconds = (performance.now() - started) / 1000;
    if (last.step > mostUpdates) throw new Error(`The recipe makes ${last.step} updates; at most ${mostUpdates} are allowed.`);
    const all = await model.evaluate(task.heldOut(count));
    const longest = await model.evaluate(task.heldOut(count, { length: maxLength }));
    const ruled = await engine.task('reverse', { minLength: Math.max(minLength, 4), maxLength, seed });
    const held = await model.evaluate(ruled.heldOut(count));
    results.push({ seed, step: last.step, seconds, all, longest, held });
    if (results.length === 1) {
      const { encoder, cell, attention, hidden, embedding, attentionSize, bridge } = model.config;
      const { optimizer, learningRate, schedule, batchSize, clipNorm } = await trainer.config();
      console.log(`\nReversal, ${mixed ? `lengths ${minLength} to ${maxLength}, uniform` : `${maxLength} digits`}; model and task of the same seed`);
      console.log(`${cell} ${hidden}, embedding ${embedding}, ${encoder} encoder, ${attention} attention of ${attentionSize}, decoder from ${bridge}; ` +
        `${optimizer} ${learningRate} (${schedule}), batch ${batchSize}, clipped at ${clipNorm}; ${count} held-out sequences\n`);
    }
    model.dispose();
    task.dispose();
    ruled.dispose();
  }
  const rows = results.map(({ seed, step, seconds, all, longest }) => [
    seed, step, all.loss.toFixed(4), percent(all.sequenceAccuracy), ...(mixed ? [percent(longest.sequenceAccuracy)] : []),
    percent(all.alignmentHit), all.goldWeight.toFixed(3), ...(mixed ? [percent(longest.alignmentHit), longest.goldWeight.toFixed(3)] : []), `${seconds.toFixed(1)} s`,
  ]);
  const at = `at ${maxLength}`;
  console.log(table([['seed', 'updates', 'loss', 'right', ...(mixed ? [`right ${at}`] : []), 'hit', 'weight', ...(mixed ? [`hit ${at}`, `weight ${at}`] : []), 'training'], ...rows]));
  if (mixed) {
    console.log('\nSources that the held-out rule applies to, lengths 4 to 12, uniform; and those too short for it:');
    const short = (byLength) => {
      const list = byLength.filter(({ length }) => length <= 3);
      return list.reduce((sum, { count: n, sequenceAccuracy }) => sum + n * sequenceAccuracy, 0) / list.reduce((sum, { count: n }) => sum + n, 0);
    };
    console.log(table([
      ['seed', 'right', 'hit', 'weight', 'right, 1 to 3 digits'],
      ...results.map(({ seed, all, held }) => [seed, percent(held.sequenceAccuracy), percent(held.alignmentHit), held.goldWeight.toFixed(3), percent(short(all.byLength))]),
    ]));
  }
  return results;
}
