// One engine for all elements of a page that ask for the same one: the first to borrow it loads it, the last to give it
// back disposes of it, worker and memory included.
import { load } from '../engine/index.ts';
import type { LoadOptions } from '../engine/types.ts';

export type Engine = Awaited<ReturnType<typeof load>>;

interface Shared { engine: Promise<Engine>; users: number }

const shared = new Map<string, Shared>();

export interface Loan {
  engine: Promise<Engine>;
  /** Gives it back; once only, however often it is called. */
  release(): void;
}

/** Borrows the engine for these options; a load that failed is forgotten, so that the next to ask tries again. */
export function borrow(options: LoadOptions): Loan {
  const key = JSON.stringify(options);
  const entry = shared.get(key) ?? { engine: load(options), users: 0 };
  shared.set(key, entry);
  entry.users++;
  const forget = () => { if (shared.get(key) === entry) shared.delete(key); };
  entry.engine.catch(forget);
  let lent = true;
  return {
    engine: entry.engine,
    release() {
      if (!lent) return;
      lent = false;
      if (--entry.users > 0) return;
      forget();
      entry.engine.then((engine) => engine.dispose(), () => {});
    },
  };
}
