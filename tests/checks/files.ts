// The project's own files, for the checks: walked from the root, so that a copy without its history is checked the same.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const skipped = new Set(['.git', 'build']); // at the root
const skippedAnywhere = new Set(['node_modules', '__pycache__', 'dist']);
const skippedFiles = new Set(['examples/vite/package-lock.json']); // npm's, where somebody tried the example

/** Paths from the root of all files under `folder`, in order; what is made and not kept is left out. */
export function files(folder = ''): string[] {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !(folder === '' && skipped.has(entry.name)) && !skippedAnywhere.has(entry.name) && !skippedFiles.has(path.join(folder, entry.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? files(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));
}

export const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** Fails with the whole list unless it is empty. */
export function none(list: string[]): void {
  if (list.length > 0) expect.fail(`${list.length} too many:\n${list.join('\n')}`);
}

/** `file:line: text` for every line of the files that matches. */
export function matches(list: string[], pattern: RegExp): string[] {
  return list.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim().slice(0, 160)}`] : [])),
  );
}
