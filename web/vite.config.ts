// How web/ becomes dist/. Two builds of the same sources:
//
//   --mode package   dist/lookback.js (`lookback`), dist/elements.js (`lookback/elements`) and each element alone in
//                    dist/elements/, ES modules that run unbundled from any host; what they share is in dist/chunks, the
//                    worker and the wasm in dist/assets.
//   --mode site      dist/site: the explorer, the story and the playground in each language, from web/pages; relative URLs, so it can
//                    be served from any folder. Its scripts are the package's own elements, which build.mjs lays beside it in
//                    dist/site/lookback, and lookback/story, the page's own figures: they are made with the package, so that they
//                    share its chunks, and are no part of it.
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
import { faces, properties } from './elements/theme.ts';
import { page, type Page } from './i18n/page.en.ts';
import { pageZhHans } from './i18n/page.zh-Hans.ts';
import { pageZhHant } from './i18n/page.zh-Hant.ts';
import { playgroundEn, type PlaygroundPage } from './i18n/playground.en.ts';
import { playgroundZhHans } from './i18n/playground.zh-Hans.ts';
import { playgroundZhHant } from './i18n/playground.zh-Hant.ts';

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

/** The story's pages by file, the first one the English, and the playground's in the same languages; another language is a line in each. */
const stories: Record<string, Page> = {
  'index.html': page,
  'zh-Hans.html': pageZhHans,
  'zh-Hant.html': pageZhHant,
};
const playgrounds: Record<string, PlaygroundPage> = {
  'playground.html': playgroundEn,
  'playground-zh-Hans.html': playgroundZhHans,
  'playground-zh-Hant.html': playgroundZhHant,
};

/**
 * A template in the language of one of its files: {{key}} is a text of that page's dictionary; {{pages}} are links to the same page in
 * other languages and to the story or the playground, {{invite}} leads there from the text, {{alternates}} names the languages for machines.
 */
function translated(html: string, all: Record<string, Page | PlaygroundPage>, text: Page | PlaygroundPage): string {
  const others = Object.entries(all).filter(([, other]) => other !== text);
  const link = ([file, { lang, languageName }]: [string, Page | PlaygroundPage]) => `<a href="./${file}" lang="${lang}" hreflang="${lang}">${languageName}</a>`;
  const there = all === stories ? playgrounds : stories;
  const [other] = Object.entries(there).find(([, { lang }]) => lang === text.lang)!;
  const words = Object.values(playgrounds).find(({ lang }) => lang === text.lang)!;
  const [english] = Object.keys(all);
  const made: Record<string, string> = {
    pictures: text.lang === 'en' ? '' : `.${text.lang}`, // where a picture's name says its language
    pages: `<div class="pages"><nav aria-label="${words.otherPages}"><a href="./${other}">${all === stories ? words.playground : words.story}</a></nav>
    <nav class="languages" aria-label="${text.otherLanguages}">${others.map(link).join(' ')}</nav></div>`,
    invite: `<a href="./${other}">${words.invite}</a>`,
    alternates: [...Object.entries(all).map(([file, { lang }]) => [file, lang]), [english, 'x-default']]
      .map(([file, lang]) => `<link rel="alternate" hreflang="${lang}" href="./${file}">`).join(''),
  };
  return html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const found = made[key] ?? (text as Record<string, string>)[key];
    if (found === undefined) throw new Error(`The page's dictionary of ${text.lang} has no text named ${key}.`);
    return found;
  });
}

// A page's text comes from its dictionaries and its colours and faces from the elements' theme, so that each stands in one place: its
// template goes through the build once, as it is, and becomes a page for each language at the end; @theme; in its stylesheet is
// put in before anything else reads it.
const pages: Plugin = {
  name: 'lookback-pages',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const all of [stories, playgrounds]) {
        const name = Object.keys(all)[0]!;
        const template = bundle[name];
        if (template?.type !== 'asset') continue;
        const html = String(template.source);
        delete bundle[name];
        for (const [fileName, text] of Object.entries(all)) this.emitFile({ type: 'asset', fileName, source: translated(html, all, text) });
      }
    },
  },
};
const colours: Plugin = {
  name: 'lookback-colours',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/pages/style.css') ? code.replace('@theme;', `${properties(':root')}:root:lang(zh-Hant){${faces('TC')}}`) : undefined),
};

// Templates and stylesheets are text to a minifier: here they lose the indentation and the comments that only their authors need.
const templates: Plugin = {
  name: 'lookback-templates',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/\.ts$/.test(id) || !code.includes("from 'lit'")) return undefined;
    return code.replace(/\n[ \t]+/g, '\n')
      .replace(/\bcss`[^`]*`/g, (sheet) => sheet.replace(/ *\/\*[^]*?\*\//g, '').replace(/([;{},])\n+/g, '$1').replace(/;? \}/g, '}').replace(/ \{ /g, '{').replace(/([;:]) /g, '$1'));
  },
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
      plugins: [templates, glue],
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
            'elements/explorer': here('elements/explorer/explorer.ts'),
            'elements/trainer': here('elements/trainer/trainer.ts'),
            'elements/walkthrough': here('elements/walkthrough/walkthrough.ts'),
            embed: here('pages/embed.ts'),
            'story/story': here('pages/story.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: {
            minify: true,
            entryFileNames: '[name].js',
            // What the page alone needs stays apart from the package.
            chunkFileNames: ({ moduleIds }) => (moduleIds.some((id) => /\/pages\/|\/i18n\/story/.test(id)) ? 'story/[name]-[hash].js' : 'chunks/[name]-[hash].js'),
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
    plugins: [colours, pages],
    build: { ...build, outDir: `${dist}/site`, rolldownOptions: { input: ['index.html', 'playground.html'].map((name) => here(`pages/${name}`)), output: { assetFileNames } } },
  };
});
