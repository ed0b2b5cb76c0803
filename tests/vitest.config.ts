// Four projects, all in Node: checks reads the sources and dist, node drives the built package, browser drives Chromium and
// Firefox, and measured drives them alone on the machine.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

const project = (name: string, more = {}) => ({
  root,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    // The built package is loaded by Node itself, as a reader's would be.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...more,
  },
});

// The browser's tests that measure: tasks of the main thread, frames, a processor's time.
const measured = ['calm', 'engine', 'grid', 'threads', 'walkthrough'].map((name) => `tests/browser/${name}.test.ts`);
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  root,
  test: {
    projects: [
      project('checks'),
      project('node'),
      // What depends on the machine's pace (a worker's end, a task longer than 50 ms) may be tried once more; what is wrong
      // stays wrong.
      project('browser', { exclude: measured, maxWorkers: 2, retry: 1, ...patient }),
      // One page at a time: what is measured there must not share the machine with another test.
      project('measured', { include: measured, fileParallelism: false, retry: 1, ...patient }),
    ],
  },
});
