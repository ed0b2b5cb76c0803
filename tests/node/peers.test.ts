// The comparison with other libraries, as far as it can be tested without them: Lookback's side of it gives PyTorch's losses, and a
// loss that differs in its fourth digit is seen. `npm run bench -- peers` holds every peer to the same.
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../browser/serve.ts';
import { disagreements } from '../bench/peers.mjs';
import { inNode } from '../bench/peers/processes.mjs';
import { works } from '../bench/works.mjs';

test.each([
  { name: 'small', steps: [1, 19], pytorch: [2.3095391, 0.9222643] }, // losses of PyTorch 1.13 after so many steps more
  { name: 'medium', steps: [1, 19], pytorch: [4.798857, 2.314595] },
  { name: 'large', steps: [1, 2], pytorch: [7.602176, 7.295083] },
] as const)('$name: a process trains on one fixed batch as PyTorch does', async ({ name, steps, pytorch }) => {
  const peer = await inNode('lookback', { engine: pathToFileURL(`${root}dist/lookback.js`).href, variant: 'simd', threads: 1 })(works[name]);
  expect(peer.missing).toBeUndefined();
  const losses = [];
  for (const count of steps) losses.push((await peer.timed({ first: 0, steps: count, count: 1 })).loss);
  await peer.close();
  expect(disagreements([{ name: 'PyTorch', losses: pytorch }, { name: 'Lookback', losses }], [1, 2])).toEqual([]);
});

test('a loss that differs is told', () => {
  const told = disagreements([{ name: 'Lookback', losses: [2.3095, 0.9223] }, { name: 'a peer', losses: [2.30951, 0.9233] }], [1, 20]);
  expect(told).toEqual(["a peer does not do the same work: after 20 steps its loss is 0.92330, Lookback's 0.92230."]);
  expect(disagreements([{ name: 'Lookback', losses: [2] }, { name: 'a peer', losses: [NaN] }], [1])).toHaveLength(1);
});

test('a peer that cannot start says why', async () => {
  const peer = await inNode('lookback', { engine: 'file:///nowhere.js', variant: 'simd', threads: 1 })(works.small);
  expect(peer.missing).toMatch(/nowhere\.js/);
});
