// Three projects, all in Node: checks reads the sources and dist, node drives the built package, browser drives Chromium and Firefox.
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

export default defineConfig({
  root,
  test: {
    projects: [
      project('checks'),
      project('node'),
      // One page at a time: what is measured there must not share the machine with another test. What depends on the machine's
      // pace (a task longer than 50 ms, a worker's end) may be tried once more; what is wrong stays wrong.
      project('browser', { fileParallelism: false, retry: 1, testTimeout: 120_000, hookTimeout: 120_000 }),
    ],
  },
});
