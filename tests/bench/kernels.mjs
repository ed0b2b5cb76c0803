// The kernels alone, natively: builds kernels.cpp and runs it. Further arguments go to Google Benchmark, such as
// --benchmark_filter=product.
import path from 'node:path';
import { cmake } from '../../web/build.mjs';
import { prepare } from '../../wasm/toolchain/prepare.mjs';
import { root, run as program, Stop, withLock } from '../../wasm/toolchain/steps.mjs';

export const title = 'products, exp, tanh, sigmoid and softmax alone, natively, by Google Benchmark';
export const takes = true;

export async function run(args) {
  const env = await prepare('test');
  await withLock(() => cmake('release', ['lookback_kernels'], env)).catch((error) => {
    if (!/unknown target/.test(error.message)) throw error;
    throw new Stop('Google Benchmark was not found: install it (libbenchmark-dev on Debian) and run this again.');
  });
  await program(path.join(root, 'build/release/tests/bench/lookback_kernels'), ['--benchmark_counters_tabular=true', ...args], { env, log: 'inherit' });
}
