// What can be checked of the measurements without a clock: operations by the formula against the stated figures and against a
// count over the weights, batches that are the same for everyone, fits, and the shape of the JSON.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { median } from '../bench/print.mjs';
import { fitPower } from '../bench/scaling.mjs';
import { batches, flops, flopsByPart, modelFile, pairs, parameters, training, varied, works } from '../bench/works.mjs';
import { sharedEngine } from './helpers.ts';

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['tests/bench/run.mjs', ...args], { cwd: fileURLToPath(new URL('../..', import.meta.url)), timeout: 50_000 });

describe('the works', () => {
  const shared = sharedEngine();

  test('operations of a step come to the stated figures', () => {
    expect(flops(works.small) / 1e6).toBeCloseTo(35.4, 1);
    expect(flops(works.large) / 1e9).toBeCloseTo(15.47, 2);
  });

  test.each(Object.values(works))('operations of $name are those of its weights and of attention’s sums', (work) => {
    const { sourceLength: Ts, targetLength: Tt, config } = work;
    let forward = 2 * Ts * Tt * (config.attentionSize + work.config.encoderHidden * (config.encoder === 'bidirectional' ? 2 : 1));
    for (const [name, { shape }] of Object.entries(parameters(work))) {
      if (shape.length < 2 || name.includes('embedding')) continue; // biases, v_a (counted above), and what is looked up
      forward += 2 * shape[0]! * shape[1]! * (/^encoder|U_a/.test(name) ? Ts : Tt);
    }
    expect(flops(work)).toBe(3 * work.batch * forward);
    expect(Object.keys(flopsByPart(work))).toEqual(['encoder', 'attention', 'decoder', 'output']);
  });

  test.each(Object.values(works))('$name is a model that starts at chance, its batches in the order given', async (work) => {
    const losses = async (count: number): Promise<number> => {
      const model = await shared.engine.loadModel(modelFile(work));
      expect(model.parameterCount).toBe(Object.values(parameters(work)).reduce((sum, { data }) => sum + data.length, 0));
      const { loss } = await model.trainer(training(work), pairs(work, count)).step();
      model.dispose();
      return loss;
    };
    expect(Math.abs((await losses(1)) - Math.log(work.targetVocabulary))).toBeLessThan(0.05);
    const one = batches(work, 1);
    expect(batches(work, 2).source.subarray(0, one.source.length)).toEqual(one.source);
    pairs(work, 1).forEach(({ source, target }, row) => {
      const ids = [...one.source.subarray(row * work.sourceLength, (row + 1) * work.sourceLength)];
      expect(source.map(Number)).toEqual(ids);
      expect(target.map(Number)).toEqual(ids.reverse());
      expect([...one.target.subarray(row * work.targetLength, (row + 1) * work.targetLength)]).toEqual(work.eos < 0 ? ids : [...ids, work.eos]);
    });
  });

  test('a varied work is one that the engine takes', async () => {
    const work = varied(works.medium, { hidden: 32, vocabulary: 50, sourceLength: 3 });
    const model = await shared.engine.loadModel(modelFile(work));
    expect(model.config).toMatchObject({ hidden: 32, encoderHidden: 16, attentionSize: 16 });
    expect(Number.isFinite((await model.trainer(training(work), pairs(work, 1)).step()).loss)).toBe(true);
    model.dispose();
  });
});

test('a power is fitted with its residuals', () => {
  const { exponent, factor, residuals } = fitPower([1, 2, 4], [3, 12, 48]);
  expect([exponent, factor, ...residuals].map((value) => value.toFixed(9))).toEqual(['2.000000000', '3.000000000', ...residuals.map(() => '0.000000000')]);
  expect(fitPower([1, 2, 4], [3, 13, 48]).residuals[1]).toBeGreaterThan(0.05);
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

test('--json prints one array and nothing else', async () => {
  const { stdout } = await bench('--json', '--node', '--work', 'small', '--window', '5', '--windows', '2', '--warm-up', '0');
  const rows = JSON.parse(stdout) as Record<string, number | string>[];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows[0]).toMatchObject({ work: 'small', where: 'node', variant: 'simd', threads: 1 });
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(['work', 'where', 'variant', 'threads', 'msPerStep', 'sequencesPerSecond', 'gflops', 'fractionOfPeak', 'peakMemoryMb']);
    for (const name of ['msPerStep', 'sequencesPerSecond', 'gflops', 'fractionOfPeak', 'peakMemoryMb']) expect(row[name]).toBeGreaterThan(0);
    expect((row.gflops as number) * (row.msPerStep as number)).toBeCloseTo(flops(works.small) / 1e6, 6);
    expect((row.sequencesPerSecond as number) * (row.msPerStep as number)).toBeCloseTo(64_000, 6);
  }
});

test.each([['nothing'], ['--nothing'], ['--work', 'nothing']])('what there is not is refused in a sentence: %s', async (...args) => {
  const failed = await bench(...args).then(() => undefined, (error: { code: number; stdout: string; stderr: string }) => error);
  expect(failed?.code).toBe(1);
  expect(failed!.stdout + failed!.stderr).toMatch(/There is no (measurement|work) 'nothing'[:.] |Unknown option '--nothing'/i);
  expect(failed!.stderr).not.toContain('    at ');
});
