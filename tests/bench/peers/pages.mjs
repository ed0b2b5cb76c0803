// Peers in pages of this machine's Chromium, each a page of its own, bundled as an application would bundle them.
import { build } from 'vite';
import { isolation, launchChromium, root, serve } from '../chromium.mjs';

const wasm = 'tests/bench/peers/node_modules/@tensorflow/tfjs-backend-wasm/dist';
const html = '<!doctype html><title>A peer</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';

/** Bundles page.mjs into build/peers/page. */
export const bundle = () => build({
  configFile: false,
  root: `${root}/tests/bench/peers`,
  logLevel: 'silent',
  build: {
    outDir: `${root}/build/peers/page`, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: Infinity,
    rollupOptions: { input: `${root}/tests/bench/peers/page.mjs`, output: { entryFileNames: 'page.js' } },
  },
});

/** Starts Chromium: { inPage(peer, options, isolated), close() }. A peer in it is what inNode gives. */
export async function chromium() {
  const sites = await Promise.all([{}, isolation].map((headers) => serve(['dist', 'build/peers/page', wasm], headers, { '/index.html': html })));
  const browser = await launchChromium();
  return {
    inPage: (peer, options = {}, isolated = false) => async (work) => {
      const page = await (await browser.newContext()).newPage();
      const close = () => page.context().close();
      try {
        await page.goto(sites[isolated ? 1 : 0].origin);
        const begun = await page.evaluate(([name, workName, given]) => globalThis.peers.begin(name, workName, given), [peer, work.name, options]);
        return { ...begun, timed: (request) => page.evaluate((given) => globalThis.peers.timed(given), request), close };
      } catch (error) {
        await close();
        return { missing: error.message.split('\n')[0].replace(/^page\.evaluate: (Error: )?/, '') };
      }
    },
    async close() {
      await browser.close();
      for (const site of sites) await site.close();
    },
  };
}
