// The demonstration that can run in a test's time: the tutorial's model follows PyTorch's losses and shows the printed lag.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const demo = (...args: string[]) => execute(process.execPath, ['tests/demo/run.mjs', ...args], { cwd: root, timeout: 50_000 });

test('the tutorial’s model has PyTorch’s losses at every epoch, its accuracy and its printed alignment', async () => {
  const { stdout } = await demo('seed');
  const rows = stdout.split('\n').filter((line) => /^ *\d+ +\d\.\d{8} +\d\.\d{8} /.test(line)).map((line) => line.trim().split(/ +/).map(Number));
  expect(rows.map(([epoch]) => epoch)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  for (const [, here, reference] of rows) expect(Math.abs(here! - reference!) / reference!).toBeLessThan(5e-5);
  expect(stdout).toMatch(/its 5 sentences +93\.3 % +93\.3 % +93\.0 %/);
  expect(stdout).toMatch(/2,000 fresh ones +78\.\d % +78\.3 %/);
  expect(stdout).toContain('The rows here peak at 6 6 5 4 3 2, the printed ones at 6 6 5 4 3 2.');
});

test('an unknown name lists what there is', async () => {
  const { code, stdout } = await demo('unknown').then(({ stdout: out }) => ({ code: 0, stdout: out }), (error: { code: number; stdout: string }) => error);
  expect(code).toBe(1);
  expect(stdout).toMatch(/There is no demonstration 'unknown'\. There are\n.*reverse .*\n.*seed /s);
});
