// Ends with everything a command needs on this machine, whatever it started from: Node's version, the system's packages,
// an Emscripten that links, node_modules as the lock says. What is there already is left alone, so a second run is instant.
//
//   node wasm/toolchain/prepare.mjs [build|test]      build: for npm start; test: also a native compiler and the browsers
//
// `prepare()` returns the environment for the programs that build: PATH with Node and tsc, and Emscripten's settings.
// It is also written to build/env.sh, for a shell: `. build/env.sh && cmake --preset wasm`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inCI, isMain, main, report, root, run, step, Stop, which, withLock } from './steps.mjs';
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';

const home = '/opt/lookback'; // what debian.sh leaves
const recipe = '1'; // the version in debian.sh
const oldest = [3, 1, 69];

export async function prepare(purpose = 'build') {
  const started = performance.now();
  checkNode();
  for (const [name, browser, find] of [['LOOKBACK_CHROME', 'Chromium', findChromium], ['LOOKBACK_FIREFOX', 'Firefox', findFirefox]]) {
    if (purpose === 'test' && process.env[name] && !find()) {
      throw new Stop(`${name} names ${process.env[name]}, which is not there: set it to a ${browser}'s path, or unset it.`);
    }
  }
  const env = await withLock(async () => {
    await nodeModules();
    const emscripten = await systemPackages(purpose);
    const settings = environment(emscripten);
    writeShellEnvironment(settings);
    return { ...process.env, ...settings };
  });
  report('set-up complete', started);
  return env;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  throw new Stop(`Lookback needs Node 20.19 or newer in the 20 line, or 22.12 or newer; this is ${process.versions.node}.`);
}

// --- the system's packages ---

/** Installs what is missing; resolves to the Emscripten to use, { folder, binaryen? }. */
async function systemPackages(purpose) {
  let emscripten = ownEmscripten() ?? (await foundEmscripten());
  const parts = [];
  if (!emscripten) parts.push('emscripten');
  const missing = lacking('build');
  if (missing.length > 0) parts.push('build');
  if (purpose === 'test' && lacking('test').length > 0) {
    missing.push(...lacking('test'));
    parts.push('test');
  }
  if (parts.length > 0) {
    if (!emscripten) missing.unshift(`Emscripten ${oldest.join('.')} or newer that links`);
    await install(parts, missing);
    const still = [...lacking('build'), ...(purpose === 'test' ? lacking('test') : [])];
    if (still.length > 0) throw new Stop(`Installed, but still not to be found: ${still.join(', ')}. See ${home}/log.`);
    if (!emscripten) {
      emscripten = ownEmscripten();
      const { folder, binaryen } = emscripten ?? {};
      const settings = binaryen && { EM_BINARYEN_ROOT: binaryen };
      if (!folder || !(await step('trying it', () => tryToLink(path.join(folder, 'em++'), settings)))) {
        throw new Stop('Emscripten was installed, but cannot link a small program; build/log/emscripten-probe.log says why.');
      }
    }
  }
  return emscripten;
}

async function install(parts, missing) {
  const release = fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '';
  const what = missing.join(', ');
  if (!/^ID="?debian"?$/m.test(release)) {
    throw new Stop(
      `Missing: ${what}. Only Debian 12 and later are set up by themselves; elsewhere install ` +
        'Emscripten with `git clone https://github.com/emscripten-core/emsdk && emsdk/emsdk install 3.1.69 && ' +
        'emsdk/emsdk activate 3.1.69 && . emsdk/emsdk_env.sh`, the rest with the system\'s package manager, and run this again.',
    );
  }
  const script = path.join(root, 'wasm/toolchain/debian.sh');
  const asRoot = process.getuid() === 0 ? [] : which('sudo') ? ['sudo', ...(inCI ? ['-n'] : [])] : undefined;
  if (!asRoot) {
    throw new Stop(`Missing: ${what}. There is no sudo here: run \`${script} ${parts.join(' ')}\` as root, then this again.`);
  }
  console.log(`  installing what is missing: ${what}`);
  const [command, ...args] = [...asRoot, 'bash', script, ...parts];
  await run(command, args, { log: 'inherit' }).catch(() => {
    throw new Stop('The system\'s packages could not be installed; the lines above say why. A second run goes on from there.');
  });
}

/** What of a part's packages is not on this machine, in words. */
function lacking(part) {
  const list = [];
  const need = (present, words) => present || list.push(words);
  if (part === 'build') {
    need(eigenMajor() >= 5, 'Eigen 5');
    need(rapidJsonCompiles(), 'RapidJSON');
    need(which('cmake'), 'CMake');
    need(which('ninja'), 'Ninja');
  } else {
    need(which(['c++', 'g++', 'clang++']), 'a C++ compiler');
    need(fs.existsSync('/usr/src/googletest/CMakeLists.txt'), "GoogleTest's sources");
    need(firstFile('lib*/libgmock_main.a', 'lib/*/libgmock_main.a'), 'GoogleTest');
    need(firstFile('include/benchmark/benchmark.h'), 'Google Benchmark');
    need(firstFile('lib/python3/dist-packages/numpy/__init__.py') ?? importsNumpy(), 'NumPy');
    need(findChromium(), 'Chromium');
    need(findFirefox(), 'Firefox');
  }
  return list;
}

/** Whether python3 has NumPy from elsewhere. */
function importsNumpy() {
  return spawnSync('python3', ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0;
}

/** The first match of the patterns (one `*` a segment) under /usr/local and /usr. */
function firstFile(...patterns) {
  for (const pattern of patterns) {
    for (const prefix of ['/usr/local', '/usr']) {
      let found = [prefix];
      for (const segment of pattern.split('/')) {
        const [head, tail] = segment.split('*');
        const fits = (name) => tail === undefined ? name === head : name.startsWith(head) && name.endsWith(tail);
        found = found.flatMap((folder) => {
          if (tail === undefined) return [path.join(folder, head)].filter((file) => fs.existsSync(file));
          const names = fs.statSync(folder).isDirectory() ? fs.readdirSync(folder) : [];
          return names.filter(fits).map((name) => path.join(folder, name));
        });
      }
      if (found.length > 0) return found[0];
    }
  }
  return undefined;
}

function eigenMajor() {
  for (const name of ['Eigen/Version', 'Eigen/src/Core/util/Macros.h']) {
    const file = firstFile(`include/eigen3/${name}`);
    const match = file && /#define EIGEN_MAJOR_VERSION (\d+)/.exec(fs.readFileSync(file, 'utf8'));
    if (match) return Number(match[1]);
  }
  return 0;
}

function rapidJsonCompiles() {
  // Release 1.1.0 assigns to a const member in a function that clang 18 and newer refuse.
  const file = firstFile('include/rapidjson/document.h');
  return Boolean(file) && !/\{ s = rhs\.s; length = rhs\.length; \}/.test(fs.readFileSync(file, 'utf8'));
}

// --- Emscripten ---

/** The one debian.sh finished setting up. */
function ownEmscripten() {
  const folder = '/usr/share/emscripten';
  const stamp = path.join(home, 'emscripten');
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8').trim() !== recipe) return undefined;
  if (!fs.existsSync(path.join(folder, 'em++'))) return undefined;
  const binaryen = path.join(home, 'binaryen');
  return { folder, ...(fs.existsSync(binaryen) && { binaryen }) };
}

/** One on PATH or in $EMSDK, new enough and able to link; the answer is kept until the compiler changes. */
async function foundEmscripten() {
  const emsdk = process.env.EMSDK && path.join(process.env.EMSDK, 'upstream/emscripten');
  const emcc = which('em++', [process.env.PATH, emsdk].filter(Boolean).join(path.delimiter));
  if (!emcc) return undefined;
  const key = JSON.stringify([emcc, fs.statSync(emcc).mtimeMs, process.env.EM_BINARYEN_ROOT, process.env.EM_CONFIG]);
  const memory = path.join(root, 'build/emscripten.json');
  const known = fs.existsSync(memory) ? JSON.parse(fs.readFileSync(memory, 'utf8')) : {};
  if (known.key === key) return { folder: known.folder };
  const folder = await step(`trying ${emcc}`, () => tryToLink(emcc));
  if (folder) fs.writeFileSync(memory, JSON.stringify({ key, folder }));
  return folder && { folder };
}

/** The folder of an Emscripten that can link; the version alone proves nothing. `settings` are added to the environment. */
async function tryToLink(emcc, settings) {
  const { code, output } = await run(emcc, ['--version'], { check: false });
  const version = /\b(\d+)\.(\d+)\.(\d+)\b/.exec(output)?.slice(1).map(Number);
  if (code !== 0 || !version) return undefined;
  for (const [i, part] of version.entries()) {
    if (part < oldest[i]) return undefined;
    if (part > oldest[i]) break;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-'));
  try {
    const source = path.join(folder, 'probe.cpp');
    fs.writeFileSync(source, probe);
    const flags = ['-O3', '-msimd128', '-msse4.1', '-fwasm-exceptions', '-lembind', '-sMODULARIZE', '-sEXPORT_ES6'];
    const outputs = ['--emit-tsd', 'probe.d.mts', '-o', path.join(folder, 'probe.mjs')];
    const env = { ...process.env, ...settings, PATH: buildPath() };
    const linked = await run(emcc, [source, ...flags, ...outputs], { env, check: false, log: 'emscripten-probe' });
    // Beside a Binaryen of another version most programs link; ours must not be the one that does not.
    if (linked.code !== 0 || linked.output.includes('unexpected binaryen version')) return undefined;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  const config = await run(path.join(path.dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT'], { check: false });
  return config.code === 0 ? config.output.trim() : undefined;
}

const probe = `#include <emscripten/bind.h>
#include <smmintrin.h>
#include <stdexcept>
#include <string>
static std::string half(int n) {
  if (n % 2) throw std::invalid_argument("odd");
  return std::to_string(_mm_extract_epi32(_mm_set1_epi32(n / 2), 1));
}
static std::string safe(int n) { try { return half(n); } catch (const std::exception& e) { return e.what(); } }
EMSCRIPTEN_BINDINGS(probe) { emscripten::function("safe", &safe); }
`;

// --- Node's packages ---

/** Runs npm ci unless every package of the lock is there in its version. */
async function nodeModules() {
  const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  const hidden = 'node_modules/.package-lock.json'; // npm writes it when an installation is complete
  const wanted = Object.entries(read('package-lock.json')).filter(([name, entry]) => name !== '' && !entry.optional);
  const present = fs.existsSync(path.join(root, hidden)) ? read(hidden) : {};
  if (wanted.every(([name, entry]) => present[name]?.version === entry.version && fs.existsSync(path.join(root, name)))) return;
  if (!which('npm')) throw new Stop('npm is not on PATH: install it beside Node, then run this again.');
  await step('npm ci', () => run('npm', ['ci', '--no-fund', '--no-audit'], { log: 'npm-ci' }));
}

// --- the environment of a build ---

/** tsc, for Emscripten's --emit-tsd, is the project's own. The Node that runs this goes before any that apt brought. */
function buildPath() {
  const first = [path.join(root, 'wasm/toolchain/bin'), path.join(root, 'node_modules/.bin'), path.dirname(process.execPath)];
  const rest = (process.env.PATH ?? '').split(path.delimiter).filter((entry) => !first.includes(entry));
  return [...first, ...rest].join(path.delimiter);
}

function environment({ folder, binaryen }) {
  const ccache = which('ccache');
  return {
    PATH: buildPath(),
    LOOKBACK_EMSCRIPTEN: folder,
    EM_NODE_JS: process.execPath,
    ...(binaryen && { EM_BINARYEN_ROOT: binaryen }),
    ...(ccache && { EM_COMPILER_WRAPPER: ccache }),
  };
}

function writeShellEnvironment(settings) {
  const lines = Object.entries(settings).map(([name, value]) => {
    const kept = name === 'PATH' ? value.split(path.delimiter).slice(0, 3).join(path.delimiter) : value;
    return `export ${name}='${kept.replaceAll("'", "'\\''")}'${name === 'PATH' ? ':"$PATH"' : ''}\n`;
  });
  fs.writeFileSync(path.join(root, 'build/env.sh'), lines.join(''));
}

if (isMain(import.meta.url)) {
  const purpose = process.argv[2] ?? 'build';
  await main(() => {
    if (!['build', 'test'].includes(purpose)) throw new Stop(`prepare.mjs takes build or test, not "${purpose}".`);
    return prepare(purpose);
  });
}
