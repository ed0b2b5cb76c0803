// npm start: from a bare clone to the explorer in a browser. Sets the machine up, builds, and serves dist/site.
import { build } from './build.mjs';
import { main, root } from '../wasm/toolchain/steps.mjs';

await main(async () => {
  await build();
  const { preview } = await import('vite'); // there only after set-up
  const server = await preview({ configFile: `${root}/web/vite.config.ts`, mode: 'site', preview: { port: 4173 } });
  console.log('\nLookback is served at');
  server.printUrls();
  console.log('Ctrl+C ends it.');
});
