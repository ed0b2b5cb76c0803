// What no file of the project may hold, and what each must.
import path from 'node:path';
import { test } from 'vitest';
import { files, matches, none, read } from './files.ts';

const all = files();
const text = all.filter((file) => /\.(ts|mjs|js|cpp|h|hpp|py|sh|css|html|md|json|cmake|txt|svg|yml)$|(^|\/)(\.ci\/run|\.npmrc)$/.test(file));
const code = text.filter((file) => /\.(ts|mjs|cpp|h|hpp|py|sh|cmake)$|CMakeLists\.txt$/.test(file));

test('the root holds only what a newcomer needs there', () => {
  const expected = ['.clang-format', '.editorconfig', '.gitignore', '.npmrc', 'CMakeLists.txt', 'CMakePresets.json', 'LICENSE', 'README.md',
    'package-lock.json', 'package.json', 'tsconfig.json'];
  const atRoot = all.filter((file) => !file.includes('/') && !/\.tgz$|^\.git/.test(file));
  none(atRoot.filter((file) => !expected.includes(file)));
});

test('no host of a package registry is named', () => {
  const host = /\b(registry|registries|deb|security|snapshot|archive|ftp|pypi|files)\.[a-z0-9-]+\.(org|com|io|net|dev)\b/;
  none(matches(text, host));
  none(matches(['package-lock.json'], /"resolved"/));
});

test('no path of one machine is named', () => {
  none(matches(text, /(^|[\s'"`(=:])\/(work|root|home)\/[\w.-]/));
});

test('nothing is marked as unfinished, skipped or alone', () => {
  const marks = /\b(TO[D]O|FI[X]ME|X[X]X|HA[C]K)\b|\b(test|it|describe)\.(sk[i]p|to[d]o|on[l]y|sk[i]pIf|ru[n]If)\b|GTEST_SK[I]P|\bDISABLE[D]_/;
  none(matches(text, marks));
});

test('every source file opens by saying what it is', () => {
  const silent = code.filter((file) => {
    const first = read(file).split('\n').filter((line) => !/^(#!|#pragma once|\s*$)/.test(line))[0] ?? '';
    // The implementation of a header of the same name is described there.
    const own = path.basename(file).replace(/\.cpp$/, '');
    if (file.endsWith('.cpp') && new RegExp(`^#include "([\\w/]+/)?${own}\\.h"`).test(first)) return false;
    return !/^(\/\/|\/\*|#|""")/.test(first) || /^#\s*(include|if|define)/.test(first);
  });
  none(silent);
});

test('the elements and pages draw no random numbers of the browser', () => {
  none(matches(files('web').filter((file) => file.endsWith('.ts')), /Math\.random/));
});
