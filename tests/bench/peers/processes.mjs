// Peers in processes of their own, each on one thread: Node's, and PyTorch on an OpenBLAS, which is looked for where Debian puts it
// and else unpacked into build/peers. Those that cannot be started say why, in `missing`.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root, run, which } from '../../../wasm/toolchain/steps.mjs';
import { batches, modelFile } from '../works.mjs';
import { batchCount } from './begin.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
export const made = path.join(root, 'build/peers');

/** A peer as child.mjs describes it: { version | missing, timed(request), close() }. */
async function start(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.on('error', (error) => (errors += error.message));
  child.stdin.on('error', () => {}); // it has ended, which is read below
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return { missing: `It ended. ${errors.trim().split('\n').at(-1)}` };
      if (value.startsWith('{')) return JSON.parse(value); // libraries greet
    }
  };
  return {
    ...(await answer()),
    async timed(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const said = await answer();
      if (said.missing !== undefined) throw new Error(said.missing);
      return said;
    },
    close: async () => child.kill(),
  };
}

/** A peer's file in Node. */
export const inNode = (peer, options = {}) => (work) => start(process.execPath, [here('child.mjs'), peer, work.name, JSON.stringify(options)]);

let python;

/** The first python3 that has PyTorch, and the folder of an OpenBLAS; either may be undefined. */
async function findPython() {
  let interpreter;
  for (const candidate of new Set([which('python3'), '/usr/bin/python3'])) {
    if (interpreter === undefined && candidate && fs.existsSync(candidate) && (await run(candidate, ['-c', 'import torch'], { check: false })).code === 0) interpreter = candidate;
  }
  return { interpreter, folder: interpreter && (openBlas('/usr/lib') ?? openBlas(`${made}/openblas/usr/lib`) ?? (await unpackOpenBlas())) };
}

/** The folder under `libraries` whose libblas.so.3 is OpenBLAS. */
function openBlas(libraries) {
  const inside = (folder, pattern) => (fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => pattern.test(name)).map((name) => path.join(folder, name)) : []);
  return inside(libraries, /-linux-gnu/).flatMap((folder) => inside(folder, /^openblas-/)).find((folder) => fs.existsSync(path.join(folder, 'libblas.so.3')));
}

async function unpackOpenBlas() {
  if (!which('apt-get')) return undefined;
  fs.mkdirSync(made, { recursive: true });
  await run('apt-get', ['download', 'libopenblas0-openmp'], { cwd: made, check: false, log: 'peers-openblas' });
  const archive = fs.readdirSync(made).find((name) => name.endsWith('.deb'));
  if (archive === undefined) return undefined;
  await run('dpkg', ['-x', archive, 'openblas'], { cwd: made });
  return openBlas(`${made}/openblas/usr/lib`);
}

const avx512 = () => fs.existsSync('/proc/cpuinfo') && /\bavx512f\b/.test(fs.readFileSync('/proc/cpuinfo', 'utf8'));

/** PyTorch, with the kernels that OpenBLAS has for `core`. */
export const pytorch = (core) => async (work) => {
  python ??= await findPython();
  if (python.interpreter === undefined) return { missing: 'There is no python3 with PyTorch: install python3-torch.' };
  if (core === 'SkylakeX' && !avx512()) return { missing: 'This processor has no AVX-512.' };
  fs.mkdirSync(made, { recursive: true });
  const { source, target } = batches(work, batchCount[work.name]);
  fs.writeFileSync(`${made}/${work.name}.json`, JSON.stringify(work));
  fs.writeFileSync(`${made}/${work.name}.safetensors`, modelFile(work));
  fs.writeFileSync(`${made}/${work.name}.ids`, Buffer.concat([Buffer.from(source.buffer), Buffer.from(target.buffer)]));
  return start(python.interpreter, [here('pytorch.py'), made, work.name], {
    OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1', OPENBLAS_CORETYPE: core, PYTHONDONTWRITEBYTECODE: '1',
    ...(python.folder && { LD_LIBRARY_PATH: python.folder }),
  });
};
