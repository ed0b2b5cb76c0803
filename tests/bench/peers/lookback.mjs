// The works in Lookback itself, through the package's API as anyone would use it.
import { modelFile, pairs, training } from '../works.mjs';

/** See child.mjs. `engine` is the URL of the built package; `variant` and `threads` are what `load` takes. */
export async function start(work, weights, batches, { engine: url, variant, threads }) {
  const { load } = await import(/* @vite-ignore */ url);
  const engine = await load({ variant, threads });
  const { info } = engine;
  if (info.variant !== variant || info.threads !== threads) throw new Error(info.reason);
  const model = await engine.loadModel(modelFile(work));
  let trainer;
  let size;
  return {
    version: `Lookback ${info.variant}, threads: ${info.threads}`,
    async run(first, steps, count) {
      if (size !== count) {
        trainer?.dispose();
        await undefined; // freed before the next is made: with threads memory has a limit
        trainer = model.trainer(training(work), pairs(work, count)); // keeps the order of one batch, shuffles more
        size = count;
      }
      let last;
      for await (const progress of trainer.run({ steps, every: steps })) last = progress.loss;
      return last;
    },
  };
}
