// The built package, as a stranger gets it: what is in it runs under a strict content security policy, needs nothing beside it
// but what package.json names, and its types hold without this repository.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { none, read, root } from './files.ts';

const execute = promisify(execFile);
const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-package-'));
const installed = path.join(empty, 'node_modules/lookback');
let packed: string[] = [];

beforeAll(async () => {
  const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', empty], { cwd: root });
  const listing: unknown = JSON.parse(stdout);
  const entry = (Array.isArray(listing) ? listing[0] : Object.values(listing as object)[0]) as { filename: string; files: { path: string }[] };
  packed = entry.files.map((file) => file.path);
  fs.mkdirSync(installed, { recursive: true });
  await execute('tar', ['-xzf', path.join(empty, entry.filename), '-C', installed, '--strip-components=1']);
  // The dependencies, and theirs, as npm would install them beside it.
  const link = (name: string): void => {
    const to = path.join(empty, 'node_modules', name);
    if (fs.existsSync(to)) return;
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.cpSync(path.join(root, 'node_modules', name), to, { recursive: true });
    needs(path.join('node_modules', name, 'package.json')).forEach(link);
  };
  const needs = (file: string) => Object.keys((JSON.parse(read(file)) as { dependencies?: Record<string, string> }).dependencies ?? {});
  needs('package.json').forEach(link);
  fs.writeFileSync(path.join(empty, 'package.json'), '{ "type": "module" }');
});

afterAll(() => fs.rmSync(empty, { recursive: true }));

const scripts = () => packed.filter((file) => file.endsWith('.js'));

test('holds what package.json exports, the worker and both builds, and not the site', () => {
  const { exports: entries } = JSON.parse(read('package.json')) as { exports: Record<string, string | { types: string; default: string }> };
  const targets = Object.values(entries).flatMap((entry) => (typeof entry === 'string' ? [entry] : [entry.types, entry.default]));
  expect(targets.length).toBeGreaterThan(8);
  for (const target of targets) expect(packed).toContain(target.replace('./', ''));
  const hash = '[\\w-]{8}';
  for (const file of ['lookback-HASH.wasm', 'lookback-threads-HASH.wasm', 'lookback-threads-HASH.js', 'worker-HASH.js']) {
    const name = new RegExp(`^dist/assets/${file.replace('HASH', hash).replace(/\.(\w+)$/, '\\.$1')}$`);
    expect(packed.filter((each) => name.test(each)), file).toHaveLength(1);
  }
  const unexpected = packed.filter((file) => !/^(dist\/(lookback|elements)\.js|dist\/(elements|chunks|assets|types)\/.*|LICENSE|README\.md|package\.json)$/.test(file));
  none(unexpected);
});

test('evaluates no text as code and inlines no file as a data: URL', () => {
  const wrong = scripts().filter((file) => {
    const text = fs.readFileSync(path.join(installed, file), 'utf8');
    return /\beval\s*\(|\bnew Function\b|[^.\w]Function\s*\(|data:[\w/+-]+(;base64)?,[\w+/=%]{40}/.test(text);
  });
  none(wrong);
});

test('imports nothing by a bare name, so one script tag is enough', () => {
  // The build with threads starts them in Node by Node's own modules, there alone.
  const inNode = (file: string, name: string): boolean => /\/lookback-threads-/.test(file) && ['module', 'worker_threads'].includes(name);
  const bare = scripts().flatMap((file) => {
    const text = fs.readFileSync(path.join(installed, file), 'utf8');
    const names = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]([^."'`/][^"'`]*)["'`]/g)].map((match) => match[1]!);
    return names.filter((name) => !inNode(file, name)).map((name) => `${file} imports ${name}`);
  });
  none(bare);
});

test('loads in Node from another folder', async () => {
  fs.writeFileSync(path.join(empty, 'use.mjs'), `import { load } from 'lookback';
const engine = await load();
console.log(engine.info.threads > 0);
engine.dispose();
`);
  const { stdout } = await execute(process.execPath, ['use.mjs'], { cwd: empty });
  expect(stdout.trim()).toBe('true');
});

test('types check in a project that has only the package', async () => {
  fs.writeFileSync(path.join(empty, 'use.ts'), `import { load } from 'lookback';
import 'lookback/elements';
const engine = await load();
const variant: string = engine.info.variant;
console.log(variant);
// @ts-expect-error load resolves to an engine, not to a number
const wrong: number = engine;
console.log(wrong);
`);
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  for (const resolution of [['--module', 'nodenext'], ['--module', 'esnext', '--moduleResolution', 'bundler']]) {
    const run = execute(tsc, ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,esnext.disposable', ...resolution, 'use.ts'], { cwd: empty });
    await run.catch((error: { stdout: string }) => expect.fail(error.stdout));
  }
});
