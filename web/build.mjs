// npm run build: the core as wasm for one thread (build/wasm) and for several (build/wasm-threads), the package and the site
// (dist). Each part is left alone when nothing it is made from has changed. The new dist replaces the old one in one move, so
// that a page being served never misses a file.
//
//   dist/lookback.js, dist/elements.js   the package's entries; dist/elements holds each element alone, dist/types their types,
//                                        dist/chunks and dist/assets what belongs to them
//   dist/embed.html                      a page with one figure, for iframes
//   dist/models, dist/pictures           what the build trained, and drew of it
//   dist/custom-elements.json            the manifest of the elements; dist/THIRD-PARTY.txt has the notices of what is bundled
//   dist/site                            the explorer, ready for any static host, with the package and the page's own figures
//                                        (story) in dist/site/lookback and the reference in dist/site/api
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { makePictures } from './pictures.mjs';
import { prepare } from '../wasm/toolchain/prepare.mjs';
import { isMain, main, root, run, step, withLock } from '../wasm/toolchain/steps.mjs';

const at = (...parts) => path.join(root, ...parts);

/** Builds both wasm modules and dist; prepares the machine first unless `env`, what prepare() gave, says that this was done. */
export async function build(env) {
  await withLock(async () => {
    const ready = env ?? (await prepare());
    await cmake('wasm', ['lookback'], ready);
    await cmake('wasm-threads', ['lookback-threads'], ready);
    await web(ready);
  });
}

/** Configures a CMake preset where that is needed, and builds the targets. */
export async function cmake(preset, targets, env) {
  await step(`${preset}: ${targets.join(', ')}`, async () => {
    const folder = at('build', preset);
    // A folder is configured anew for another compiler, and for other presets.
    const compiler = [...(preset.startsWith('wasm') ? [env.LOOKBACK_EMSCRIPTEN, env.EM_BINARYEN_ROOT] : []), digest(['CMakePresets.json'])].join('\n');
    const stamp = path.join(folder, 'compiler.txt');
    const cache = read(path.join(folder, 'CMakeCache.txt'));
    const same = cache.includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${root}\n`) && read(stamp) === compiler;
    // GoogleTest may have come after the folder was configured, so a target can be missing from it.
    const rules = read(path.join(folder, 'build.ninja'));
    if (!same || !targets.every((target) => rules.includes(`build ${target}: phony`))) {
      await run('cmake', [...(same ? [] : ['--fresh']), '--preset', preset], { env, log: `cmake-${preset}` });
      fs.writeFileSync(stamp, compiler);
    }
    await run('cmake', ['--build', '--preset', preset, '--target', ...targets], { env, log: `build-${preset}` });
  });
}

/** Builds dist from web/ and both wasm modules. */
async function web(env) {
  const stamp = at('build/dist.txt');
  const modules = ['build/wasm/lookback', 'build/wasm-threads/lookback-threads'];
  const inputs = digest(['web', ...modules.flatMap((name) => [`${name}.mjs`, `${name}.wasm`, `${name}.d.mts`]),
    'wasm/third-party.txt', 'package.json', 'package-lock.json', 'tsconfig.json']);
  if (read(stamp) === inputs && fs.existsSync(at('dist/lookback.js')) && fs.existsSync(at('dist/site/index.html'))) return;
  fs.rmSync(stamp, { force: true });
  const made = at('build/dist');
  const types = at('build/types');
  for (const folder of [made, types, at('build/dist.old')]) fs.rmSync(folder, { recursive: true, force: true });
  const vite = (mode) => run('vite', ['build', '--config', 'web/vite.config.ts', '--mode', mode, '--logLevel', 'warn'],
    { env: { ...env, LOOKBACK_DIST: made }, log: `vite-${mode}` });
  await step('dist: the package', () => vite('package'));
  await step('dist: manifest, notices, reference', () => run(process.execPath, ['web/docs/build.mjs', made], { env, log: 'docs' }));
  fs.cpSync(at('web/pages/embed.html'), path.join(made, 'embed.html'));
  await step('dist: pictures and finished models', () => makePictures(made, at('web')));
  const parts = fs.readdirSync(made); // what the site takes of it
  await step('dist: the site', () => vite('site'));
  for (const part of parts) fs.cpSync(path.join(made, part), path.join(made, 'site/lookback', part), { recursive: true });
  fs.rmSync(path.join(made, 'story'), { recursive: true }); // the page's own figures
  fs.cpSync(at('build/docs/api'), path.join(made, 'site/api'), { recursive: true });
  if (fs.existsSync(at('dist'))) fs.renameSync(at('dist'), at('build/dist.old'));
  fs.renameSync(made, at('dist'));
  fs.rmSync(at('build/dist.old'), { recursive: true, force: true });
  await step('dist: the types', () => run('tsc', ['--project', 'web/tsconfig.types.json'], { env, log: 'types' }));
  fs.cpSync(types, at('dist/types'), { recursive: true });
  fs.writeFileSync(stamp, inputs);
}

/** A hash of the contents of files and folders, named from the root. */
export function digest(names) {
  const hash = createHash('sha256');
  const visit = (name) => {
    const file = at(name);
    if (!fs.existsSync(file)) return hash.update(`${name} none\0`);
    if (fs.statSync(file).isDirectory()) return fs.readdirSync(file).sort().forEach((entry) => visit(path.join(name, entry)));
    return hash.update(`${name}\0`).update(fs.readFileSync(file)).update('\0');
  };
  names.forEach(visit);
  return hash.digest('hex');
}

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

if (isMain(import.meta.url)) await main(() => build());
