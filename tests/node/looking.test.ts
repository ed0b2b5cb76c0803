// Ways to look into a model: attention by hand, beams, forced weights, recorded moments, what a state holds and how far a
// gradient reaches; and a saved model's outputs in PyTorch, where Python has it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Model, type ModelConfig, type Task } from 'lookback';
import { fails, run, sharedEngine, small } from './helpers.ts';

const shared = sharedEngine();

describe('attention by hand', () => {
  const example = { score: 'dot' as const, query: [2, 1], annotations: [[1, 0], [0, 1], [1, 1], [2, 1]] };

  test('the worked example, exact and with rounded weights carried on', async () => {
    const step = await shared.engine.attention(example);
    expect(step.energies).toEqual([2, 1, 3, 5]);
    expect(step.exponentials.map((x) => x.toFixed(2))).toEqual(['7.39', '2.72', '20.09', '148.41']);
    expect(step.sum.toFixed(2)).toBe('178.61');
    expect(step.weights.map((x) => x.toFixed(4))).toEqual(['0.0414', '0.0152', '0.1125', '0.8310']);
    expect(step.context.map((x) => x.toFixed(4))).toEqual(['1.8157', '0.9586']);
    const rounded = step.weights.map((weight) => Number(weight.toFixed(2)));
    const carried = [0, 1].map((d) => rounded.reduce((sum, weight, j) => sum + weight * example.annotations[j]![d]!, 0));
    expect(carried.map((x) => x.toFixed(2))).toEqual(['1.81', '0.96']);
  });

  test('is finite and right at energies of eight thousand', async () => {
    const { weights, shift } = await shared.engine.attention({ score: 'dot', query: [1], annotations: [[7999.99], [8000], [2], [1]] });
    const low = Math.exp(7999.99 - 8000);
    [low / (1 + low), 1 / (1 + low), 0, 0].forEach((weight, j) => expect(weights[j]).toBeCloseTo(weight, 12));
    expect(shift).toBe(8000);
  });

  test('a masked annotation has no key and no energy, and no weight', async () => {
    const step = await shared.engine.attention({ ...example, mask: [true, false, true, true] });
    expect(step.energies).toEqual([2, null, 3, 5]);
    expect(step.keys).toEqual([[1, 0], [], [1, 1], [2, 1]]);
    expect([step.exponentials[1], step.weights[1]]).toEqual([0, 0]);
    expect(step.sum).toBeCloseTo(Math.exp(2) + Math.exp(3) + Math.exp(5), 12);
    expect((await shared.engine.attention({ ...example, score: 'concat', W_a: [[1, 0, 0, 1]], v_a: [2] })).energies).toHaveLength(4);
  });

  test('refuses what does not fit, by name', async () => {
    const { engine } = shared;
    await fails(engine.attention({ ...example, query: [2] }), 'bad-input', /one size/);
    await fails(engine.attention({ ...example, query: [NaN, 1] }), 'bad-input', /`query` holds NaN/);
    await fails(engine.attention({ ...example, score: 'additive' }), 'bad-input', /`W_a`|`U_a`|`v_a`/);
    await fails(engine.attention({ ...example, mask: [false, false, false, false] }), 'bad-input', /hides every annotation/);
    await fails(engine.attention({ ...example, score: 'cosine' as never }), 'bad-input', /`score` must be one of/);
    await fails(engine.attention(undefined as never), 'bad-input', /`query` needs 1 to 512 numbers/);
    await fails(engine.attention(null as never), 'bad-input', /^The input of `attention\(\)` must be a plain object, not null\.$/);
    await fails(engine.attention({ ...example, annotations: [1, 2] as never }), 'bad-input', /`annotations` must be a list of rows of numbers/);
    await fails(engine.attention({ ...example, query: Array(2) }), 'bad-input', /`query` holds "undefined"/);
    await fails(engine.attention({ ...example, query: Array(2 ** 32 - 1) }), 'bad-input', /`query` holds "undefined"/);
    await fails(engine.attention({ ...example, annotations: Array(2) }), 'bad-input', /`annotations` must be a list of rows/);
    await fails(engine.attention({ ...example, mask: Array(4) }), 'bad-input', /`mask` must be a list of true and false/);
    await fails(engine.attention({ ...example, ['V\0\ud800']: [1] } as never), 'bad-input', /There is no `V\\u0000\\ud800` in attention/);
    expect((await engine.attention(example)).energies).toEqual([2, 1, 3, 5]);
  });
});

describe('a model that has learnt to reverse six digits', () => {
  let task: Task;
  let model: Model;
  const losses = new Map<number, number>();
  beforeAll(async () => {
    task = await shared.engine.task('reverse', { seed: 0 });
    model = await shared.engine.model({ seed: 0 }, task);
    for (const { step, loss } of await run(model.trainer(), { every: 1 })) losses.set(step, loss);
  });

  test('a beam returns its best hypotheses in order, and the tree they grew on', async () => {
    const greedy = await model.translate('493039');
    const { nBest, tree, ...best } = await model.translate('493039', { beam: 4, nBest: 3, tree: true });
    expect(best.text).toBe('930394');
    expect(best.text).toBe(greedy.text);
    expect(nBest).toHaveLength(3);
    expect(nBest![0]).toEqual(best);
    const scores = nBest!.map(({ normalizedScore }) => normalizedScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { score, probabilities } of nBest!) expect(score).toBeCloseTo(probabilities.reduce((sum, p) => sum + Math.log(p), 0), 6);
    for (const { parent, score, logProbability } of tree!) {
      expect(score).toBeCloseTo((parent < 0 ? 0 : tree![parent]!.score) + logProbability, 9);
    }
    expect(greedy.tree).toBeUndefined();
  });

  test('made to look elsewhere, it writes the digit that stands there', async () => {
    const plain = await model.translate('718205');
    expect(plain.text).toBe('502817');
    const forced = await model.translate('718205', { force: [{ step: 0, weights: [0, 0, 5, 0, 0, 0] }] });
    expect(forced.alignment.weights[0]).toEqual([0, 0, 1, 0, 0, 0]);
    expect(forced.tokens[0]).toBe('8');
    expect(await model.translate('718205')).toEqual(plain);
  });

  test('its recorded moments can be gone back to', async () => {
    const moments = await model.snapshots();
    const steps = moments.map(({ step }) => step);
    expect(steps.slice(0, 3)).toEqual([0, 1, 2]);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    for (const { step, loss } of moments) if (step > 0) expect(loss).toBe(losses.get(step));
    const untrained = await model.translate('718205', { at: 0 });
    const fresh = await shared.engine.model({ seed: 0 }, task);
    expect(untrained).toEqual(await fresh.translate('718205'));
    const flat = (await model.trace('718205', '502817', { at: 0 })).tensors['weights']!.data;
    expect(Math.max(...flat)).toBeLessThan(0.5);
    await fails(model.translate('718205', { at: 7 }), 'bad-input', /no recorded moment at update 7/);
    await fails(fresh.translate('718205', { at: 0 }), 'bad-input', /no recorded moments/);
    expect(await fresh.snapshots()).toEqual([]);
  });

  test('a probe reads the first digit off the backward encoder\'s final state', async () => {
    const first = await model.probe(0);
    expect(first).toMatchObject({ position: 0, trained: 2000, tested: 500 });
    expect(first.accuracy).toBeGreaterThan(0.95);
    expect(first.chance).toBeLessThan(0.2);
    expect(await model.probe(0)).toEqual(first);
    await fails(model.probe(60), 'bad-input', /`position`/);
    await fails(model.probe(9), 'bad-input', /`position` must be a whole number from -6 to 5, not 9/);
  });

  test('its evaluation says how the weights are spread, and scores the text where asked', async () => {
    const plain = await model.evaluate(task.heldOut(200));
    expect(plain.attentionPeak).toBeGreaterThan(0.7);
    expect(plain.attentionEntropy).toBeGreaterThan(0);
    expect(plain.bleu).toBeUndefined();
    const scored = await model.evaluate(task.heldOut(200), { textScores: true });
    expect(scored.bleu).toBeCloseTo(100, 9);
    expect(scored.chrf).toBeCloseTo(100, 9);
  });

  test('options that do not fit are refused by name', async () => {
    await fails(model.translate('12', { beam: 0 }), 'bad-input', /`beam`/);
    await fails(model.translate('12', { beam: 2, nBest: 3 }), 'bad-input', /`nBest`/);
    await fails(model.translate('12', { lengthNormalization: NaN }), 'bad-input', /`lengthNormalization`/);
    await fails(model.translate('12', { force: [{ step: 0, weights: [1] }] }), 'bad-input', /Forced weights need one number/);
    await fails(model.translate('12', { force: [{ step: 0, weights: [0, 0] }] }), 'bad-input', /sum above zero/);
    await fails(model.translate('12', { force: 3 as never }), 'bad-input', /`force` must be a list/);
    await fails(model.gradientByDistance({ length: 0 }), 'bad-input', /`length`/);
    await fails(model.forwardTimes({ length: 61 }), 'bad-input', /`length`/);
    await fails(model.forwardTimes({ count: 0 }), 'bad-input', /`count`/);
    expect((await model.translate('718205')).text).toBe('502817');
  });
});

test('a gradient reaches further through an LSTM than through a vanilla RNN', async () => {
  const reach = async (cell: NonNullable<ModelConfig['cell']>) => {
    const { model } = await small(shared.engine, { cell, encoder: 'forward', attention: 'none', bridge: 'state', hidden: 16 });
    const norms = await model.gradientByDistance({ length: 30, count: 16 });
    expect(norms).toHaveLength(30);
    return norms.at(-1)! / norms[0]!;
  };
  expect(await reach('lstm')).toBeGreaterThan(1000 * (await reach('rnn')));
});

test('reading a longer sentence takes longer; a model without weights never looks', async () => {
  const { model } = await small(shared.engine, { encoder: 'forward', attention: 'additive' });
  const [short, long] = [await model.forwardTimes({ length: 5, count: 300 }), await model.forwardTimes({ length: 60, count: 300 })];
  expect(short.attention).toBeGreaterThan(0);
  expect(long.encoder).toBeGreaterThan(2 * short.encoder);
  const { model: blind } = await small(shared.engine, { attention: 'none' });
  expect(await blind.forwardTimes()).toMatchObject({ attention: 0 });
});

test('PyTorch computes what a saved model stored', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-'));
  const python = fs.existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  try {
    execFileSync(python, ['--version'], { stdio: 'ignore' });
  } catch {
    return; // no Python: the other direction is tested on the committed files
  }
  const configs: ModelConfig[] = [
    { cell: 'gru', encoder: 'bidirectional', attention: 'additive', output: 'state+context+embedding' },
    { cell: 'lstm', encoder: 'backward', attention: 'general', query: 'current', inputFeeding: true, layers: 2, bridge: 'tanh' },
    { cell: 'rnn', encoder: 'forward', attention: 'fixed', bridge: 'state' },
  ];
  for (const config of configs) {
    const { model, task } = await small(shared.engine, config);
    await run(model.trainer(), { steps: 30 });
    const outputs = [];
    for (const { source, target } of await task.heldOut(3).pairs()) {
      const { tensors } = await model.trace(source, target);
      const rows = ({ shape, data }: { shape: number[]; data: Float32Array }) =>
        Array.from({ length: shape[0]! }, (_row, i) => Array.from(data.subarray(i * shape[1]!, (i + 1) * shape[1]!)));
      const written = (await model.translate(source)).tokens;
      outputs.push({ source, target, logits: rows(tensors['logits']!), weights: tensors['weights'] ? rows(tensors['weights']) : null, written });
    }
    const file = path.join(folder, 'model.safetensors');
    fs.writeFileSync(file, await model.save({ training: config.cell !== 'rnn' })); // PyTorch reads a saved training's file too
    fs.writeFileSync(path.join(folder, 'outputs.json'), JSON.stringify(outputs));
    const said = execFileSync(python, ['tests/golden/check_export.py', file, path.join(folder, 'outputs.json')], { encoding: 'utf8' });
    expect(said).toMatch(/3 outputs, largest difference|PyTorch is not installed here/);
  }
  fs.rmSync(folder, { recursive: true });
});

test('an engine says what lives in it', async () => {
  const engine = await load({ threads: 1 });
  const { task, model } = await small(engine);
  const trainer = model.trainer();
  await trainer.step();
  expect(await engine.memory()).toEqual({ bytes: expect.any(Number) as number, tasks: 1, models: 1, trainers: 1 });
  trainer.dispose();
  model.dispose();
  task.dispose();
  await expect.poll(() => engine.memory()).toMatchObject({ tasks: 0, models: 0, trainers: 0 });
  const { bytes } = await engine.memory();
  expect(bytes).toBeGreaterThan(2 ** 20);
  expect(bytes % 65536).toBe(0);
  engine.dispose();
  await fails(engine.memory(), 'disposed', /^This engine was disposed of/);
});
