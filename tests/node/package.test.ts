// The package as Node's own loader sees it: a script ends by itself, the example runs, and the packed tarball installs into an
// empty folder and trains there.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { install } from '../install.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-install-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const node = async (script: string, cwd: string): Promise<string> =>
  (await execute(process.execPath, ['--input-type=module', '--eval', script], { cwd, timeout: 30_000 })).stdout.trim();

test('a process that left an engine, a trainer and a paused run behind ends by itself', async () => {
  const script = `import { load } from 'lookback';
    const engine = await load();
    const task = await engine.task('reverse');
    const trainer = (await engine.model({}, task)).trainer();
    for await (const { step } of trainer.run({ every: 1, pace: 50 })) if (step === 3) break;
    console.log('end of script');`;
  expect(await node(script, root)).toBe('end of script');
});

test('the example learns to reverse', async () => {
  const { stdout } = await execute(process.execPath, ['examples/node/reverse.mjs'], { cwd: root, timeout: 30_000 });
  expect(stdout).toMatch(/update 350: loss 0\.0\d+/);
  expect(stdout).toMatch(/(100\.0|99\.\d) % of 1,000 sequences/);
  expect(stdout).toContain('4 9 3 0 3 9 -> 930394');
});

test('the packed tarball installs into an empty folder and trains there', async () => {
  const installed = await install(folder);
  expect(fs.realpathSync(path.join(installed, 'dist/lookback.js'))).toContain(fs.realpathSync(folder));
  const script = `import { load } from 'lookback';
    import assert from 'node:assert';
    const engine = await load();
    const task = await engine.task('reverse', { minLength: 2, maxLength: 3 });
    const model = await engine.model({ seed: 1 }, task);
    const before = await model.evaluate(task.heldOut(200));
    for await (const progress of model.trainer().run({ steps: 100 })) assert(progress.loss > 0);
    const after = await model.evaluate(task.heldOut(200));
    assert(after.loss < before.loss / 2);
    console.log('trained');`;
  expect(await node(script, folder)).toBe('trained');
});
