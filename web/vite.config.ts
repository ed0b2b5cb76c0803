// How web/ becomes dist/. Two builds of the same sources:
//
//   --mode package   dist/lookback.js (`lookback`), dist/elements.js (`lookback/elements`) and each element alone in
//                    dist/elements/, ES modules that run unbundled from any host; what they share is in dist/chunks, the
//                    worker and the wasm in dist/assets.
//   --mode site      dist/site: the explorer, from web/pages/index.html; relative URLs, so it can be served from any folder. Its
//                    script is the package's own elements.js, which build.mjs lays beside it in dist/site/lookback.
//
// What the sources must keep to, so that both work under `script-src <origin> 'wasm-unsafe-eval'` and inside a stranger's
// own bundle:
//   - the wasm is a file:      import wasmUrl from '../../build/wasm/lookback.wasm?url&no-inline'
//   - a build's glue is a file too: import glueUrl from '../../build/wasm/lookback.mjs?url&no-inline', for its URL;
//     it is imported where it lies, and is .js there: not every host knows .mjs. In between its text is made small.
//   - the worker is one file:  import workerUrl from './worker.ts?worker&url'
//     It has no neighbours it may count on, so the main thread sends it the wasm's URL with the first message.
//   - a Node module is reached through process.getBuiltinModule('node:fs'), never through an import: bundlers choke on it.
//   - imports name their file with its extension (.ts), and run one way: pages, elements, engine, wasm.
//   - web/engine must load in Node: no `window`, `document` or `Worker` at the top level.
import { fileURLToPath } from 'node:url';
import { defineConfig, minifySync, type Plugin, type UserConfig } from 'vite';
import { properties } from './elements/theme.ts';
import { page } from './i18n/page.en.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A page that is cross-origin isolated may use threads.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// Relative URLs, nothing inlined as data:, code for the browsers that have wasm SIMD (Safari is the last, 16.4).
const common: UserConfig = {
  base: './',
  publicDir: false,
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js', codeSplitting: false } } },
  server: { headers: isolation },
  preview: { headers: isolation },
};
const assetFileNames = ({ names }: { names: string[] }): string => `assets/[name]-[hash]${names[0]?.endsWith('.mjs') ? '.js' : '[extname]'}`;
const shared = /\/node_modules\/(@lit|lit|lit-element|lit-html)\/(?!.*directive)|\/web\/i18n\/(en|format|index)\.ts|\/web\/elements\/(define|engines|figure|input|language|room|server|session|styles|theme|grid\/grid)\.ts/;
const build = { target: ['es2022', 'safari16.4'], assetsInlineLimit: 0, emptyOutDir: true, reportCompressedSize: false };

// The page's text comes from its dictionary and its colours from the elements' theme, so that each stands in one place:
// {{key}} in a page's HTML and @theme; in its stylesheet are put in here, before anything else reads the files.
const pages: Plugin = {
  name: 'lookback-pages',
  enforce: 'pre',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      if (!(key in page)) throw new Error(`The page's dictionary has no text named ${key}.`);
      return page[key as keyof typeof page];
    }),
  },
  transform: (code, id) => (id.includes('/pages/style.css') ? code.replace('@theme;', properties(':root')) : undefined),
};

// The glue of the wasm builds is copied as it is; here it loses its spaces and long names, two thirds of it.
const glue: Plugin = {
  name: 'lookback-glue',
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== 'asset' || !name.endsWith('.js')) continue;
      const { code, errors } = minifySync(name.replace(/js$/, 'mjs'), String(file.source), { module: true, compress: true, mangle: { toplevel: true } });
      if (errors.length > 0) this.error(`${name} cannot be made smaller: ${errors[0]!.message}`);
      file.source = code;
    }
  },
};

export default defineConfig(({ mode }) => {
  // LOOKBACK_DIST: where to write, so that a finished build can replace the old one in one move.
  const dist = process.env.LOOKBACK_DIST ?? here('../dist');
  if (mode === 'package') {
    return {
      ...common,
      root: here('.'),
      plugins: [glue],
      define: { 'process.env.NODE_ENV': '"production"' },
      // Lit's Node build is its browser build plus a guard for each thing a server lacks. With it, importing the elements on a
      // server does not throw; its imitation of a DOM, of no use to us, is replaced by a few lines of our own.
      resolve: {
        conditions: ['module', 'node', 'production'],
        alias: { '@lit-labs/ssr-dom-shim': here('elements/server.ts') },
      },
      build: {
        ...build,
        outDir: dist,
        minify: true,
        license: { fileName: 'third-party.json' }, // which docs/build.mjs makes THIRD-PARTY.txt of
        lib: {
          entry: {
            lookback: here('engine/index.ts'),
            elements: here('elements/index.ts'),
            'elements/alignment': here('elements/alignment/alignment.ts'),
            'elements/bottleneck': here('elements/bottleneck/bottleneck.ts'),
            'elements/trainer': here('elements/trainer/trainer.ts'),
            'elements/walkthrough': here('elements/walkthrough/walkthrough.ts'),
            embed: here('pages/embed.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: {
            minify: true,
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            assetFileNames,
            // What every figure needs stays one file, whatever of it a later chunk needs too: in pieces it would be larger.
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'figures', test: shared }] },
          },
        },
      },
    };
  }
  return {
    ...common,
    root: here('pages'),
    plugins: [pages],
    build: { ...build, outDir: `${dist}/site`, rolldownOptions: { output: { assetFileNames } } },
  };
});
