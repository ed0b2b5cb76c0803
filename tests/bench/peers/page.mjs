// The peers in a page: `peers.begin(peer, work, options)`, then `peers.timed(request)`. See child.mjs.
import { works } from '../works.mjs';
import { begin } from './begin.mjs';

const files = { lookback: () => import('./lookback.mjs'), tensorflow: () => import('./tensorflow.mjs'), jax: () => import('./jax.mjs') };
let begun;

globalThis.peers = {
  async begin(peer, work, options) {
    begun = await begin((await files[peer]()).start, works[work], options);
    return { version: begun.version };
  },
  timed: (request) => begun.timed(request),
};
