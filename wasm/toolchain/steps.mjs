// What every command of the project is made of: named steps with their time, child processes whose output is kept in
// build/log and shown only when they fail, failures that are one sentence, and a lock for the checkout. No dependencies.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const inCI = !['', '0', 'false'].includes(process.env.CI ?? '');

/** A failure a person can act on: its message is the whole of what they need to read. */
export class Stop extends Error {}

const running = new Set(); // child processes, which end when this one is told to

/** Runs `work`, then prints `title` and the seconds it took. */
export async function step(title, work) {
  const started = performance.now();
  if (process.stdout.isTTY) process.stdout.write(`  ${title} ...\r`);
  try {
    return await work();
  } finally {
    report(title, started);
  }
}

/** Prints `title` and the seconds since `started`, a value of performance.now(). */
export function report(title, started) {
  console.log(`  ${title.padEnd(44)} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`);
}

/**
 * Runs a program to its end. Its output goes to build/log/<log>.log, or straight through with log: 'inherit'.
 * Resolves to { code, output }; a non-zero code throws a Stop with the last lines unless `check` is false. After `minutes`
 * the program is ended.
 */
export function run(command, args, { env = process.env, cwd = root, log, check = true, minutes = 30 } = {}) {
  return new Promise((resolve, reject) => {
    const through = log === 'inherit';
    const child = spawn(command, args, { cwd, env, stdio: through ? 'inherit' : ['ignore', 'pipe', 'pipe'], timeout: minutes * 60_000 });
    running.add(child);
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => reject(new Stop(`${command} could not be started (${error.code}).`)));
    child.on('close', (status, signal) => {
      running.delete(child);
      const output = Buffer.concat(chunks).toString();
      const code = status ?? 128;
      let where = '';
      if (log && !through) {
        const file = path.join(root, 'build/log', `${log}.log`);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, output);
        where = ` All of it: build/log/${log}.log`;
      }
      if (code === 0 || !check) return resolve({ code, output });
      const tail = output.trimEnd().split('\n').slice(-40).join('\n');
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      reject(new Stop(`${tail}${tail ? '\n\n' : ''}${path.basename(command)} ${args.join(' ')} ${how}.${where}`));
    });
  });
}

/** The first of `names` found on `searchPath`, as an absolute path; undefined where none is. */
export function which(names, searchPath = process.env.PATH ?? '') {
  for (const name of [names].flat()) {
    for (const folder of searchPath.split(path.delimiter)) {
      const file = path.join(folder || '.', name);
      try {
        fs.accessSync(file, fs.constants.X_OK);
        if (fs.statSync(file).isFile()) return file;
      } catch {
        continue;
      }
    }
  }
  return undefined;
}

let held = 0;

/**
 * Runs `work` while no other process of this checkout does: two commands started together build one after the other.
 * The lock is build/lock, which holds the owner's process id; one left by a process that is gone is taken over.
 */
export async function withLock(work) {
  const file = path.join(root, 'build/lock');
  if (held === 0) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    for (let told = false; !take(file); await new Promise((wake) => setTimeout(wake, 200))) {
      if (!told) console.log(`  waiting for process ${owner(file)}, which is building in this checkout`);
      told = true;
    }
  }
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
    if (held === 0) fs.rmSync(file, { force: true });
  }
}

function take(file) {
  // Written first and linked into place, so that a lock is never seen without its owner's id.
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, `${process.pid}\n`);
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
  const pid = owner(file);
  if (pid !== undefined && !alive(pid)) {
    const stale = `${file}.stale.${process.pid}`;
    try {
      fs.renameSync(file, stale);
      // Another waiter may have taken over in between: what was moved away is then a live lock, and goes back.
      if (Number(fs.readFileSync(stale, 'utf8')) !== pid) fs.linkSync(stale, file);
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(stale, { force: true });
    }
  }
  return false;
}

function owner(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

process.on('exit', () => {
  if (held > 0) fs.rmSync(path.join(root, 'build/lock'), { force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}

/** Whether `url` (import.meta.url) is the script that node was asked to run. */
export const isMain = (url) => process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(url);

/** Runs a command's body; a Stop ends the process with its sentence and code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exit(1);
  }
}
