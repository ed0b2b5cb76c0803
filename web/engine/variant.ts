// Which build of the core to run. Both have 128-bit SIMD, which every current browser has (Safari since 16.4): where it is
// missing there is no slower build, `load` says so, and an element shows its fallback. The build for several threads gives the
// same numbers, sooner, where there can be threads; where not, the one for a single thread runs and says why. What the browser
// can do is asked of it directly, by two modules of some thirty bytes.
import { LookbackError } from './errors.ts';
import { shown, whole } from './checks.ts';
import type { Chosen } from './host.ts';
import type { Cause, LoadOptions } from './types.ts';

const header = [0, 97, 115, 109, 1, 0, 0, 0]; // magic, version

/** A module with one function that returns i32x4.splat(0): valid only where SIMD is. */
const simdModule = Uint8Array.of(
  ...header,
  1, 5, 1, 96, 0, 1, 123, // a type: () -> v128
  3, 2, 1, 0, // a function of it
  10, 8, 1, 6, 0, 65, 0, 253, 17, 11, // its body: i32.const 0, i32x4.splat
);

/** A module with a shared memory and one function that does atomic.fence: valid only where threads are. */
const threadsModule = Uint8Array.of(
  ...header,
  1, 4, 1, 96, 0, 0, // a type: () -> nothing
  3, 2, 1, 0, // a function of it
  5, 4, 1, 3, 1, 1, // a memory: shared, one page
  10, 7, 1, 5, 0, 254, 3, 0, 11, // its body: atomic.fence
);

const mostShards = 4; // of a batch: more threads would have nothing to do

/** What a choice depends on. */
export interface Surroundings {
  node: boolean;
  /** Processor cores. */
  cores: number;
  /** The files of the build for several threads. */
  files: string[];
  /** The caller named the file of the build for one thread, and none of the other's. */
  ownFile: boolean;
}

/** The variant for what was asked; throws `unsupported` where the core cannot run at all. */
export function chooseVariant({ threads = 'auto', variant = 'auto' }: LoadOptions, around: Surroundings): Chosen {
  if (threads !== 'auto') whole('threads', threads, 1, 64, 'bad-config');
  if (variant !== 'auto' && variant !== 'simd' && variant !== 'simd-threads') {
    throw new LookbackError('bad-config', `\`variant\` must be one of 'auto', 'simd', 'simd-threads', not ${shown(variant)}.`);
  }
  if (typeof WebAssembly !== 'object') {
    throw new LookbackError('unsupported', 'There is no WebAssembly here, which Lookback computes with: open the page in a current browser.');
  }
  if (!WebAssembly.validate(simdModule)) {
    throw new LookbackError('unsupported', 'There are no WebAssembly SIMD instructions here, which Lookback computes with: open the page in a current browser.');
  }
  const count = threads === 'auto' ? Math.min(mostShards, around.cores) : threads;
  const few: Why | undefined = threads === 1 ? ['asked', 'One thread was asked for.']
    : count === 1 ? ['one-core', 'More threads need more processor cores: there is one here.'] : undefined;
  const plain = ([cause, reason]: Why): Chosen => ({ variant: 'simd', threads: 1, reason, cause });
  if (variant === 'simd') return plain(['asked', "The variant 'simd' was asked for, which has one thread."]);
  if (variant === 'auto' && few) return plain(few);
  if (variant === 'auto' && around.ownFile) return plain(['own-file', 'More threads need a file of their own, and only `wasmUrl` was given: give `threadsUrl` and `threadsWasmUrl` too.']);
  const hindrance = around.node ? undefined : hindranceOfPage(around.files);
  return hindrance ? plain(hindrance) : { variant: 'simd-threads', threads: count, reason: few?.[1] ?? '', cause: few?.[0] ?? '' };
}

/** A name, and a sentence. */
type Why = [Cause, string];

/** Why a page can have no threads; undefined where it can. */
function hindranceOfPage(files: string[]): Why | undefined {
  if (!globalThis.crossOriginIsolated) {
    return ['not-isolated', 'More threads need a page that is cross-origin isolated: its host must send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.'];
  }
  if (typeof SharedArrayBuffer !== 'function' || !WebAssembly.validate(threadsModule)) {
    return ['no-shared-memory', 'More threads need a browser whose WebAssembly has shared memory: take a current one.'];
  }
  const elsewhere = files.map((file) => new URL(file).origin).find((origin) => origin !== location.origin);
  return elsewhere === undefined ? undefined : ['other-origin', `More threads need Lookback's files on the page's own origin, and they are on ${elsewhere}.`];
}
