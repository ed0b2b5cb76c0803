// The built package, as a stranger gets it: what is in it runs under a strict content security policy, needs nothing beside it
// but what package.json names, its types hold without this repository, and the notices of others' work are with it.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { files, none, read, root } from './files.ts';

const execute = promisify(execFile);
const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-package-'));
const installed = path.join(empty, 'node_modules/lookback');
let packed: string[] = [];
let tarball: Buffer;

beforeAll(async () => {
  const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', empty], { cwd: root });
  const listing: unknown = JSON.parse(stdout);
  const entry = (Array.isArray(listing) ? listing[0] : Object.values(listing as object)[0]) as { filename: string; files: { path: string }[] };
  packed = entry.files.map((file) => file.path);
  tarball = fs.readFileSync(path.join(empty, entry.filename));
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
  for (const target of targets) {
    const [before, after] = target.replace('./', '').split('*') as [string, string?];
    expect(packed.filter((file) => (after === undefined ? file === before : file.startsWith(before) && file.endsWith(after))), target).not.toEqual([]);
  }
  const hash = '[\\w-]{8}';
  for (const file of ['lookback-HASH.wasm', 'lookback-HASH.js', 'lookback-threads-HASH.wasm', 'lookback-threads-HASH.js', 'worker-HASH.js']) {
    const name = new RegExp(`^dist/assets/${file.replace('HASH', hash).replace(/\.(\w+)$/, '\\.$1')}$`);
    expect(packed.filter((each) => name.test(each)), file).toHaveLength(1);
  }
  const unexpected = packed.filter((file) => !/^(dist\/((lookback|elements|embed)\.js|elements\.css|embed\.html|custom-elements\.json|THIRD-PARTY\.txt)|dist\/(elements|chunks|assets|types|models|pictures)\/.*|LICENSE|README\.md|package\.json)$/.test(file));
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

test('the example for Node has fifteen lines, trains, asserts and ends by itself', async () => {
  const example = read('examples/node/reverse.mjs');
  expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  expect(example).toMatch(/^assert\(/m);
  fs.writeFileSync(path.join(empty, 'example.mjs'), example);
  const { stdout } = await execute(process.execPath, ['example.mjs'], { cwd: empty, timeout: 30_000 });
  expect(stdout).toContain('4 9 3 0 3 9 -> 930394');
});

test('the elements can be imported where there is no DOM, and define nothing there', async () => {
  for (const entry of ['elements', 'elements/alignment', 'elements/trainer']) {
    fs.writeFileSync(path.join(empty, 'server.mjs'), `import * as given from 'lookback/${entry}';
console.log(typeof document, typeof customElements, Object.values(given).every((each) => typeof each === 'function'), Object.keys(given).length > 0);
`);
    const { stdout, stderr } = await execute(process.execPath, ['server.mjs'], { cwd: empty, timeout: 30_000 });
    expect([entry, stdout.trim(), stderr]).toEqual([entry, 'undefined undefined true true', '']);
  }
});

test('types check in a project that has only the package', async () => {
  fs.writeFileSync(path.join(empty, 'use.ts'), `import { load, LookbackError, type Alignment, type Engine, type Progress } from 'lookback';
import 'lookback/elements';
import { LookbackAlignment } from 'lookback/elements/alignment';
import { LookbackTrainer } from 'lookback/elements/trainer';
const engine: Engine = await load();
const task = await engine.task('reverse');
const progress: Progress = await (await engine.model({ cell: 'lstm' }, task)).trainer().step();
const figure: LookbackAlignment = document.querySelector('lookback-alignment')!;
const alignment: Alignment | null = figure.alignment;
console.log(progress.loss, alignment?.rows, LookbackTrainer.name, LookbackError.name);
// @ts-expect-error load resolves to an engine, not to a number
const wrong: number = engine;
// @ts-expect-error there is no such cell
await engine.model({ cell: 'transformer' }, task);
console.log(wrong);
`);
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  for (const resolution of [['--module', 'nodenext'], ['--module', 'esnext', '--moduleResolution', 'bundler']]) {
    const run = execute(tsc, ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,esnext.disposable', ...resolution, 'use.ts'], { cwd: empty });
    await run.catch((error: { stdout: string }) => expect.fail(error.stdout));
  }
});

// Published as ES modules alone: what these two say of require() under the oldest resolutions is left out, nothing else.
test('publint and attw find nothing', async () => {
  const bytes = new Uint8Array(tarball);
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
  none(messages.map((message) => formatMessage(message, manifest) ?? message.code));
  const result = await checkPackage(createPackageFromTarballData(bytes));
  if (!result.types) return expect.fail('attw sees no types in the package.');
  expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(['.', './elements', './elements/alignment', './elements/trainer']));
  const requiring = ['node10', 'node16-cjs'];
  none(result.problems.filter((problem) => !('resolutionKind' in problem && requiring.includes(problem.resolutionKind))).map((problem) => JSON.stringify(problem)));
});

describe('the notices of other people\'s work', () => {
  const notices = () => fs.readFileSync(path.join(installed, 'dist/THIRD-PARTY.txt'), 'utf8');

  test('name every package that is bundled, with its version and its licence', () => {
    const lit = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element'];
    for (const name of lit) {
      const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string; license: string };
      expect(notices()).toContain(`-- ${name} ${version} (${license}) --\n\n${read(`node_modules/${name}/LICENSE`).trim()}`);
    }
    expect(notices().match(/^-- .* \(BSD-3-Clause\) --$/gm)).toHaveLength(lit.length);
  });

  test('name every library that core and the bindings include', () => {
    const sources = files('core').concat(files('wasm')).filter((file) => /\.(h|cpp)$/.test(file));
    const roots = new Set(sources.flatMap((file) => [...read(file).matchAll(/#\s*include\s*<(\w+)\//g)].map((match) => match[1]!.toLowerCase())));
    roots.delete('lookback');
    expect(roots).toEqual(new Set(['eigen', 'rapidjson', 'emscripten']));
    for (const name of [...roots, 'musl', 'llvm', 'dlmalloc']) expect(notices().toLowerCase()).toMatch(new RegExp(`^-- .*\\b${name}\\b.* --$`, 'm'));
  });

  test('stand beside every copy of the scripts, and beside the reference', () => {
    expect(read('dist/site/lookback/THIRD-PARTY.txt')).toBe(notices());
    expect(read('dist/site/api/THIRD-PARTY.txt')).toContain('Apache License');
  });
});
