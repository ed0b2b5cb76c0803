// What the package says about itself: node web/docs/build.mjs FOLDER
//
//   FOLDER/custom-elements.json   the manifest of the public elements (manifest.mjs)
//   FOLDER/THIRD-PARTY.txt        the notices of all that is bundled or compiled in: what Vite bundled, as it wrote in
//                                 FOLDER/third-party.json, and wasm/third-party.txt
//   build/docs/api                the reference as a static site: the engine's doc comments and the manifest, by TypeDoc
//
// The first and the last are made in build/docs and kept until a source of theirs changes. Whatever TypeDoc warns of is an
// error, so that the reference leaves nothing out and no link of it leads nowhere.
import fs from 'node:fs';
import path from 'node:path';
import { main, root, Stop } from '../../wasm/toolchain/steps.mjs';
import { digest } from '../build.mjs';
import { page } from './page.mjs';

const at = (...parts) => path.join(root, ...parts);
const work = at('build/docs');
const { version } = JSON.parse(fs.readFileSync(at('package.json'), 'utf8'));

const elements = [
  { tag: 'lookback-alignment', source: 'web/elements/alignment/alignment.ts', module: 'dist/elements/alignment.js' },
  { tag: 'lookback-bottleneck', source: 'web/elements/bottleneck/bottleneck.ts', module: 'dist/elements/bottleneck.js' },
  { tag: 'lookback-explorer', source: 'web/elements/explorer/explorer.ts', module: 'dist/elements/explorer.js' },
  { tag: 'lookback-trainer', source: 'web/elements/trainer/trainer.ts', module: 'dist/elements/trainer.js' },
  { tag: 'lookback-walkthrough', source: 'web/elements/walkthrough/walkthrough.ts', module: 'dist/elements/walkthrough.js' },
];

async function build(folder) {
  const stamp = path.join(work, 'inputs.txt');
  const inputs = digest(['web/docs', 'web/engine', 'web/elements', 'web/i18n', 'package.json', 'package-lock.json', 'tsconfig.json']);
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== inputs) {
    fs.rmSync(work, { recursive: true, force: true });
    fs.mkdirSync(work, { recursive: true });
    const { manifest } = await import('./manifest.mjs');
    const made = manifest(root, elements, 'dist/elements.js');
    fs.writeFileSync(path.join(work, 'custom-elements.json'), `${JSON.stringify(made, null, 2)}\n`);
    await reference(made);
    fs.writeFileSync(stamp, inputs);
  }
  fs.copyFileSync(path.join(work, 'custom-elements.json'), path.join(folder, 'custom-elements.json'));
  notices(folder);
}

/** The site in build/docs/api. */
async function reference(made) {
  const documents = made.modules.flatMap((module) => module.declarations ?? []).map((element) => {
    const file = path.join(work, `${element.tagName}.md`);
    fs.writeFileSync(file, page(element));
    return file;
  });
  const readme = path.join(work, 'index.md');
  fs.copyFileSync(at('web/docs/index.md'), readme);
  const { Application, PageEvent, TSConfigReader } = await import('typedoc');
  const app = await Application.bootstrap({
    name: `Lookback ${version}`,
    entryPoints: [at('web/engine/index.ts')],
    tsconfig: at('web/docs/tsconfig.json'),
    readme,
    projectDocuments: documents,
    alwaysCreateEntryPointModule: false,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeExternals: true,
    disableSources: true, // their lines change with every commit
    hideGenerator: true,
    githubPages: false,
    sort: ['kind', 'source-order'],
    kindSortOrder: ['Document', 'Function', 'Interface', 'Class', 'TypeAlias'],
    visibilityFilters: {},
    favicon: at('web/pages/icon.svg'),
    customCss: at('web/docs/style.css'),
    highlightLanguages: ['javascript', 'html', 'css'],
    validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: true },
    requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'Property', 'Method', 'Accessor', 'TypeAlias'],
    logLevel: 'Warn',
  }, [new TSConfigReader()]);
  // A strict policy refuses inline scripts and styles. The one script becomes a file: it sets the scheme before anything is drawn.
  let inline = '';
  app.renderer.on(PageEvent.END, (event) => {
    const base = /<html[^>]* data-base="([^"]*)"/.exec(event.contents)?.[1];
    event.contents = event.contents.replace(/<script>([^]*?)<\/script>/g, (_, text) => {
      inline = text;
      return `<script src="${base}assets/scheme.js"></script>`;
    });
  });
  const project = await app.convert();
  if (!project) throw new Stop('TypeDoc could not read the engine\'s sources; it says why above.');
  app.validate(project);
  await app.generateDocs(project, path.join(work, 'api'));
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Stop('TypeDoc\'s warnings above are errors here: mend the comments that they name.');
  fs.writeFileSync(path.join(work, 'api/assets/scheme.js'), `${inline}\n`);
  // The one style is for filters, of which there are none: an element that is no style stands in for it.
  const script = path.join(work, 'api/assets/main.js');
  const parts = fs.readFileSync(script, 'utf8').split('createElement("style")');
  if (inline === '' || parts.length !== 2) throw new Stop('TypeDoc\'s pages have changed: web/docs/build.mjs must find their inline script and style anew.');
  fs.writeFileSync(script, parts.join('createElement("template")'));
  const typedoc = path.dirname(path.dirname(new URL(import.meta.resolve('typedoc')).pathname));
  fs.writeFileSync(path.join(work, 'api/THIRD-PARTY.txt'),
    `The pages of this folder were laid out by TypeDoc, under the licence below. Its script holds Lunr (MIT, Oliver Nightingale);\none word of it was changed, so that it makes no inline style.\n\n${fs.readFileSync(path.join(typedoc, 'LICENSE'), 'utf8')}`);
}

/** FOLDER/THIRD-PARTY.txt, of what the bundler found and of what the compiler was given. */
function notices(folder) {
  const found = path.join(folder, 'third-party.json');
  const bundled = JSON.parse(fs.readFileSync(found, 'utf8'));
  if (bundled.length === 0 || bundled.some(({ text }) => !text)) throw new Stop('A package was bundled whose licence could not be found.');
  const scripts = bundled.map(({ name, version: of, identifier, text }) => `-- ${name} ${of} (${identifier}) --\n\n${text.trim()}\n`);
  fs.writeFileSync(path.join(folder, 'THIRD-PARTY.txt'),
    `Lookback is under the licence in LICENSE. Parts of others' work come with it, under these notices.\n\n== In the scripts of the elements ==\n\n${scripts.join('\n')}\n${
      fs.readFileSync(at('wasm/third-party.txt'), 'utf8')}`);
  fs.rmSync(found);
}

await main(() => build(path.resolve(process.argv[2])));
