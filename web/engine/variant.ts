// Which build of the core to run. There is one: 128-bit SIMD on a single thread. Every current browser has the instructions
// (Safari since 16.4), so there is no scalar build; where they are missing, `load` says so and an element shows its fallback.
import { LookbackError } from './errors.ts';
import { shown, whole } from './checks.ts';
import type { EngineInfo } from './types.ts';

/** A module with one function that returns i32x4.splat(0): valid only where SIMD is. */
const simdModule = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, // magic, version
  1, 5, 1, 96, 0, 1, 123, // a type: () -> v128
  3, 2, 1, 0, // a function of it
  10, 8, 1, 6, 0, 65, 0, 253, 17, 11, // its body: i32.const 0, i32x4.splat
);

/** The variant for what was asked; throws `unsupported` where the core cannot run at all. */
export function chooseVariant(threads: unknown, variant: unknown): Pick<EngineInfo, 'variant' | 'threads' | 'reason'> {
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
  return { variant: 'simd', threads: 1, reason: 'Lookback has one build, for a single thread; it gives the same numbers everywhere.' };
}
