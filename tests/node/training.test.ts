// Training through the API, in Node: it learns, a seed gives the same numbers to the last digit, and pausing, stepping and
// resetting change nothing about the curve.
import { describe, expect, test } from 'vitest';
import { load } from 'lookback';
import { losses, run, sharedEngine, small } from './helpers.ts';

const shared = sharedEngine();

test('the recipe for six digits learns to reverse what it never saw, and looks at the right places', async () => {
  const task = await shared.engine.task('reverse', { minLength: 6, maxLength: 6, seed: 4 });
  const model = await shared.engine.model({ seed: 4 }, task);
  const before = await model.evaluate(task.heldOut(200));
  expect(before.sequenceAccuracy).toBeLessThan(0.01);
  expect(before.loss).toBeGreaterThan(2);
  expect(before.perplexity).toBeCloseTo(Math.exp(before.loss), 9);
  const progress = await run(model.trainer());
  expect(progress.at(-1)).toMatchObject({ step: task.training.steps, done: true });
  const after = await model.evaluate(task.heldOut(2000));
  expect(after.count).toBe(2000);
  expect(after.sequenceAccuracy).toBeGreaterThan(0.99);
  expect(after.alignmentHit).toBeGreaterThan(0.98);
  expect(after.alignmentErrorRate).toBe(1 - after.alignmentHit!);
  expect(after.goldWeight).toBeGreaterThan(0.85);
  expect(after.byLength).toEqual([{ length: 6, count: 2000, sequenceAccuracy: after.sequenceAccuracy, tokenAccuracy: after.tokenAccuracy }]);

  const { tokens, text, alignment, score, probabilities, truncated } = await model.translate('4 9 3 0 3 9');
  expect(tokens).toEqual(['9', '3', '0', '3', '9', '4']);
  expect(text).toBe('930394');
  expect(truncated).toBe(false);
  expect(alignment.rows).toEqual([...tokens, '<eos>']);
  expect(alignment.columns).toEqual(['4', '9', '3', '0', '3', '9']);
  alignment.weights.slice(0, -1).forEach((row, i) => expect(row.indexOf(Math.max(...row))).toBe(5 - i));
  for (const row of alignment.weights) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  expect(probabilities).toHaveLength(alignment.rows.length);
  expect(score).toBeCloseTo(probabilities.reduce((sum, p) => sum + Math.log(p), 0), 9);
  model.dispose();
});

test('one seed gives the same losses, weights and answers to the last digit, in two engines', async () => {
  const once = async () => {
    const engine = await load();
    const { task, model } = await small(engine);
    const curve = await losses(model.trainer(), 40);
    const result = { curve, file: await model.save(), evaluation: await model.evaluate(task.heldOut(100)), answer: await model.translate('1234') };
    engine.dispose();
    return result;
  };
  const first = await once();
  expect(await once()).toEqual(first);
  expect(first.curve.at(-1)).toBeLessThan(first.curve[0]!);
});

test('another seed gives other losses', async () => {
  const { model } = await small(shared.engine);
  const other = await small(shared.engine, { seed: 6 });
  expect((await model.trainer().step()).loss).not.toBe((await other.model.trainer().step()).loss);
});

describe('pausing, stepping and resetting', () => {
  const straight = async () => losses((await small(shared.engine)).model.trainer({ steps: 60 }), 60);

  test('a run in pieces has the curve of single updates', async () => {
    const expected = await straight();
    const { model } = await small(shared.engine);
    const trainer = model.trainer({ steps: 60 });
    const found = await run(trainer, { steps: 25, every: 1 });
    found.push(await trainer.step());
    found.push(...(await run(trainer, { steps: 34, every: 1 })));
    for (const { step, loss } of found) expect(loss).toBe(expected[step - 1]);
    expect(found.at(-1)!.step).toBe(60);
  });

  test('reset goes back to the same weights and the same batches', async () => {
    const expected = await straight();
    const { model } = await small(shared.engine);
    const start = await model.save();
    const trainer = model.trainer({ steps: 60 });
    await run(trainer, { steps: 30 });
    expect(await model.save()).not.toEqual(start);
    await trainer.reset();
    expect(await model.save()).toEqual(start);
    expect(await losses(trainer, 60)).toEqual(expected);
  });

  test('an abort pauses: the iterator ends, the state stays, another run goes on', async () => {
    const expected = await straight();
    const { model } = await small(shared.engine);
    const trainer = model.trainer({ steps: 60 });
    const pause = new AbortController();
    const found = [];
    for await (const progress of trainer.run({ every: 1, pace: 200, signal: pause.signal })) {
      found.push(progress);
      if (progress.step === 20) pause.abort();
    }
    expect(found.at(-1)!.done).toBe(true);
    expect(found.at(-1)!.step).toBeLessThan(60);
    const rest = await run(trainer, { every: 1 });
    expect(rest[0]!.step).toBeLessThanOrEqual(found.at(-1)!.step + 2);
    expect(rest.at(-1)).toMatchObject({ step: 60, loss: expected[59], done: true });
  });

  test('leaving the loop pauses too', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer();
    for await (const progress of trainer.run({ steps: 100_000_000 })) if (progress.step >= 30) break;
    const { step } = await trainer.step();
    expect(step).toBeGreaterThan(30);
    expect(step).toBeLessThan(100_000);
  });

  test('a signal aborted before the run makes no update', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer();
    expect(await run(trainer, { signal: AbortSignal.abort() })).toEqual([]);
    expect((await trainer.step()).step).toBe(1);
  });

  test('without `steps` a run ends at the recipe’s last update', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer({ steps: 12 });
    await trainer.step();
    const progress = await run(trainer, { every: 5 });
    expect(progress.map(({ step }) => step)).toEqual([5, 10, 12]);
    expect(progress.map(({ done }) => done)).toEqual([false, false, true]);
  });
});

test('a pace is kept', async () => {
  const { model } = await small(shared.engine);
  const started = performance.now();
  const progress = await run(model.trainer(), { steps: 60, every: 1, pace: 100 });
  const seconds = (performance.now() - started) / 1000;
  expect(seconds).toBeGreaterThan(0.58);
  expect(seconds).toBeLessThan(2);
  expect(progress.at(-1)!.stepsPerSecond).toBeGreaterThan(40);
  expect(progress.at(-1)!.stepsPerSecond).toBeLessThan(120);
});

test('a pace of an update in years waits for the next, and can be ended', async () => {
  const { model } = await small(shared.engine);
  const trainer = model.trainer();
  const pause = new AbortController();
  const warnings: string[] = []; // of a timer that is set to more than it holds
  const hear = ({ name }: Error): void => { warnings.push(name); };
  process.on('warning', hear);
  setTimeout(() => pause.abort(), 1500);
  for (const progress of await run(trainer, { every: 1, pace: 1e-9, signal: pause.signal })) expect(progress.step).toBe(1);
  process.off('warning', hear);
  expect(warnings).toEqual([]);
  expect((await trainer.step()).step).toBe(2);
});

test('an evaluation sees the weights before a step that is asked for after it, and none sees two', async () => {
  const { task, model } = await small(shared.engine);
  const trainer = model.trainer({ learningRate: 0.1, schedule: 'constant' });
  await trainer.config();
  const loss = async () => (await model.evaluate(task.heldOut(3000))).loss;
  const before = await loss();
  const first = loss();
  const second = loss();
  const step = trainer.step();
  await new Promise((resolve) => setImmediate(resolve));
  const third = loss();
  await step;
  expect([await first, await second]).toEqual([before, before]);
  const after = await loss();
  expect(await third).toBe(after);
  expect(after).not.toBe(before);
  // While a run waits for one evaluation, another is asked for: it begins where the run has its turn.
  await trainer.reset();
  const curve = [before];
  for (let i = 0; i < 3; ++i) {
    await trainer.step();
    curve.push(await loss());
  }
  await trainer.reset();
  const longer = loss();
  const running = run(trainer, { steps: 3 });
  await new Promise((resolve) => setImmediate(resolve));
  const late = loss();
  await running;
  expect(await longer).toBe(before);
  expect(curve).toContain(await late);
});

test('a reader slower than the training is shown the latest, and the last', async () => {
  const { model } = await small(shared.engine);
  const seen: number[] = [];
  for await (const { step } of model.trainer().run({ steps: 400, every: 1, pace: 1000 })) {
    seen.push(step);
    await new Promise((resolve) => setTimeout(resolve, 130));
  }
  expect(seen.at(-1)).toBe(400);
  expect(seen.length).toBeLessThan(40);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test('the model can be asked while it trains, and answers are of one moment', async () => {
  const { task, model } = await small(shared.engine);
  const trainer = model.trainer();
  let asked = 0;
  const pause = new AbortController();
  const training = run(trainer, { steps: 100_000_000, signal: pause.signal });
  for (; asked < 5; ++asked) {
    expect((await model.translate('123')).alignment.columns).toEqual(['1', '2', '3']);
    const [{ loss, count }] = await Promise.all([model.evaluate(task.heldOut(300)), model.evaluate(task.heldOut(10))]);
    expect(count).toBe(300);
    expect(loss).toBeGreaterThan(0);
  }
  pause.abort();
  expect((await training).at(-1)!.step).toBeGreaterThan(asked);
  const evaluation = await model.evaluate(task.heldOut(300));
  expect(await model.evaluate(task.heldOut(300))).toEqual(evaluation);
});

describe('given pairs', () => {
  const pairs = ['12', '34', '561', '789', '024'].map((digits) => ({ source: [...digits], target: [...digits].reverse() }));

  test('one batch takes them all in their order: the loss before the first update is that of an evaluation', async () => {
    const { model } = await small(shared.engine);
    const { loss } = await model.evaluate(pairs);
    const first = await model.trainer({ batchSize: 5 }, pairs).step();
    expect(first.loss).toBeCloseTo(loss, 6);
  });

  test('smaller batches take each pair once an epoch', async () => {
    const { model } = await small(shared.engine);
    const alone = await Promise.all(pairs.map(async (pair) => (await model.evaluate([pair])).loss));
    // A learning rate too small to move a float: every batch sees the starting weights.
    const trainer = model.trainer({ batchSize: 1, learningRate: 1e-30, optimizer: 'sgd' }, pairs);
    const sorted = (list: number[]) => list.map((loss) => loss.toFixed(5)).sort();
    const first = await losses(trainer, 5);
    const second = await losses(trainer, 5);
    expect(sorted(first)).toEqual(sorted(alone));
    expect(sorted(second)).toEqual(sorted(alone));
    expect([...first, ...second]).not.toEqual([...alone, ...alone]);
    await trainer.reset();
    expect(await losses(trainer, 10)).toEqual([...first, ...second]);
  });
});

test('a task says what it is made of', async () => {
  const task = await shared.engine.task('reverse', { minLength: 2, maxLength: 4, seed: 9 });
  expect(task.options).toEqual({ minLength: 2, maxLength: 4, seed: 9 });
  expect(task.vocabularies.source.tokens).toEqual([...'0123456789']);
  const held = await task.heldOut(50).pairs();
  expect(held).toHaveLength(50);
  for (const { source, target, gold } of held) {
    expect(target).toEqual([...source].reverse());
    expect(gold).toEqual(source.map((_, j) => source.length - 1 - j));
  }
  expect(await task.heldOut(50).pairs()).toEqual(held);
  expect(await task.heldOut(50, { seed: 10 }).pairs()).not.toEqual(held);
  for (const { source } of await task.heldOut(20, { length: 7 }).pairs()) expect(source).toHaveLength(7);
  const text = (pair: { source: string[] }) => pair.source.join('');
  const long = await shared.engine.task('reverse', { minLength: 4, maxLength: 4 });
  const never = new Set((await long.heldOut(2000).pairs()).map(text));
  expect((await long.trainingExamples(2000).pairs()).filter((pair) => never.has(text(pair)))).toEqual([]);
  expect(await task.parse(' 4, 9 ３')).toEqual(['4', '9', '3']);
});

test('changing one default changes what follows from it', async () => {
  const { engine } = shared;
  const task = await engine.task('reverse');
  for (const config of [{ encoder: 'bidirectional' }, { attention: 'dot' }, { hidden: 16 }, {}] as const) {
    const spread = await engine.model({ ...task.defaults, ...config }, task);
    const bare = await engine.model(config, task);
    if (!('hidden' in config)) expect(spread.config).toEqual(bare.config);
    expect(spread.config.encoderHidden).toBe(spread.config.encoder === 'bidirectional' ? spread.config.hidden / 2 : spread.config.hidden);
  }
  expect((await engine.model({ ...task.defaults, attention: 'dot' }, task)).config.query).toBe('current');
});

test('every task’s own defaults make a model that trains', async () => {
  for (const name of ['reverse', 'copy', 'sort'] as const) {
    const task = await shared.engine.task(name);
    const model = await shared.engine.model({}, task);
    expect(model.config).toMatchObject(task.defaults);
    expect((await model.trainer().step()).loss).toBeGreaterThan(1);
    model.dispose();
  }
});
