// Starts a peer on a work's weights and batches, in Node or in a page, and times what it is asked to run.
import { batches, parameters } from '../works.mjs';

export const batchCount = { small: 64, medium: 16, large: 4 };

/** → { version, timed({ first, steps, count }) → { ms, loss } }, ms for all steps together. */
export async function begin(start, work, options) {
  const peer = await start(work, parameters(work), batches(work, batchCount[work.name]), options);
  return {
    version: peer.version,
    async timed({ first, steps, count }) {
      const started = performance.now();
      const loss = await peer.run(first, steps, count);
      return { ms: performance.now() - started, loss };
    },
  };
}
