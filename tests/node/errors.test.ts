// Everything a caller can do wrong, one by one: each is a LookbackError with its code and a sentence that names what is wrong,
// and the next call works.
import { afterEach, describe, expect, test } from 'vitest';
import { load, LookbackError, type ModelConfig, type TaskName, type TaskOptions, type TrainingConfig } from 'lookback';
import { fails, run, sharedEngine, small } from './helpers.ts';

const shared = sharedEngine();

// After whatever failed, the same engine makes, trains and asks a model.
afterEach(async () => {
  const { task, model } = await small(shared.engine);
  expect((await model.trainer().step()).loss).toBeGreaterThan(0);
  expect((await model.translate('12')).alignment.columns).toEqual(['1', '2']);
  expect((await model.evaluate(task.heldOut(5))).count).toBe(5);
  model.dispose();
});

const wrong = <T>(value: unknown): T => value as T;

describe('a model’s configuration', () => {
  const cases: [unknown, RegExp][] = [
    [{ hidden: 0 }, /^`hidden` must be a whole number from 1 to 1024, not 0\.$/],
    [{ hidden: -1 }, /^`hidden` must be a whole number from 1 to 1024, not -1\.$/],
    [{ hidden: 1e9 }, /^`hidden` must be a whole number from 1 to 1024, not 1000000000\.$/],
    [{ hidden: NaN }, /^`hidden` must be a whole number from 1 to 1024, not NaN\.$/],
    [{ hidden: Infinity }, /^`hidden` must be a whole number from 1 to 1024, not Infinity\.$/],
    [{ hidden: 7.5 }, /`hidden` must be a whole number from 1 to 1024, not 7\.5\./],
    [{ hidden: '32' }, /`hidden` must be a whole number from 1 to 1024, not "32"\./],
    [{ hidden: () => 32 }, /`hidden` must be a whole number/],
    [{ hidden: null }, /`hidden` must be a whole number from 1 to 1024, not null\./],
    [{ dropout: NaN }, /`dropout` must be a number from 0 to 0\.9, not NaN\./],
    [{ seed: -1 }, /`seed` must be a whole number from 0 to 9007199254740991, not -1\./],
    [{ cell: 'gated' }, /`cell` must be one of 'rnn', 'gru', 'lstm', not "gated"\./],
    [{ attention: 'none', bridge: 'zero' }, /nothing of the source reaches the decoder/],
    [{ hiden: 32 }, /A model has no setting "hiden"; it has cell, /],
    [5, /must be a JSON object/],
  ];
  for (const [config, sentence] of cases) {
    const title = typeof config === 'object' ? Object.entries(config as object).map(([name, value]) => `${name} ${String(value)}`).join(', ') : String(config);
    test(title, async () => {
      const task = await shared.engine.task('reverse');
      await fails(shared.engine.model(wrong<ModelConfig>(config), task), 'bad-config', sentence);
    });
  }

  test('no task', () => fails(shared.engine.model({}, wrong('reverse')), 'bad-input', /A model needs a task/));
});

describe('a task', () => {
  const cases: [unknown, unknown, RegExp][] = [
    ['invert', {}, /There is no task 'invert'; there are 'reverse', 'copy', 'sort'/],
    [undefined, {}, /There is no task 'undefined'/],
    ['reverse', { length: 6 }, /A task has no option "length"; it has minLength, maxLength, seed\./],
    ['reverse', { minLength: 0 }, /`minLength` must be a whole number from 1 to 60, not 0\./],
    ['reverse', { maxLength: 61 }, /`maxLength` must be a whole number from 1 to 60, not 61\./],
    ['reverse', { maxLength: NaN }, /`maxLength` must be a whole number from 1 to 60, not NaN\./],
    ['reverse', { minLength: 7, maxLength: 6 }, /`minLength` \(7\) must not be above `maxLength` \(6\)\./],
    ['reverse', { seed: 0.5 }, /`seed` must be a whole number/],
  ];
  for (const [name, options, sentence] of cases) {
    test(`${String(name)} ${JSON.stringify(options)}`, () =>
      fails(shared.engine.task(wrong<TaskName>(name), wrong<TaskOptions>(options)), 'bad-task', sentence));
  }

  test('examples that there cannot be', async () => {
    const task = await shared.engine.task('reverse');
    await fails(() => task.heldOut(0), 'bad-input', /`count` must be a whole number from 1 to 100000, not 0\./);
    await fails(() => task.heldOut(NaN), 'bad-input', /`count` .* not NaN\./);
    await fails(() => task.heldOut(10, { length: 200 }), 'bad-input', /`length` must be a whole number from 1 to 60, not 200\./);
    await fails(() => task.heldOut(10, { seed: -4 }), 'bad-input', /`seed` must be a whole number/);
  });

  test('text that is not a source', async () => {
    const task = await shared.engine.task('reverse');
    await fails(task.parse(''), 'bad-input', /The text is empty/);
    await fails(task.parse('12a4'), 'bad-input', /“a” is not in the vocabulary \(0 1 2 3 4 5 6 7 8 9\)/);
    await fails(task.parse('7'.repeat(200)), 'bad-input', /The text has 200 tokens; it may have at most 60\./);
    await fails(task.parse(wrong(7)), 'bad-input', /must be a string/);
  });
});

describe('training', () => {
  const cases: [TrainingConfig, RegExp][] = [
    [{ batchSize: 0 }, /`batchSize` must be a whole number from 1 to 4096, not 0\./],
    [{ learningRate: NaN }, /`learningRate` must be a number above 0 and at most 10, not NaN\./],
    [{ learningRate: 0 }, /`learningRate` must be a number above 0/],
    [{ steps: 0 }, /`steps` must be a whole number from 1 to 10000000, not 0\./],
    [wrong({ epochs: 4 }), /Training has no setting "epochs"; it has optimizer, /],
  ];
  for (const [config, sentence] of cases) {
    test(Object.entries(config).flat().join(' '), async () => {
      const { model } = await small(shared.engine);
      await fails(model.trainer(config).config(), 'bad-config', sentence);
      expect((await model.trainer().step()).step).toBe(1); // the refused trainer is out of the way
    });
  }

  test('steps, every and pace out of range', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer();
    for (const steps of [0, -1, 1.5, NaN, Infinity, wrong<number>('10')]) {
      await fails(run(trainer, { steps }), 'bad-steps', /`steps` must be a whole number of at least 1, not /);
    }
    await fails(run(trainer, { every: 0 }), 'bad-steps', /`every` must be a whole number of at least 1, not 0\./);
    await fails(run(trainer, { pace: 0 }), 'bad-steps', /`pace` must be a number of updates a second above 0, not 0\./);
    await fails(run(trainer, { pace: NaN }), 'bad-steps', /`pace` .* not NaN\./);
    expect((await run(trainer, { steps: 2 })).at(-1)!.step).toBe(2);
  });

  test('on after the recipe’s end', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer({ steps: 3 });
    await run(trainer);
    await fails(run(trainer), 'bad-steps', /The recipe's 3 updates are made/);
    expect((await run(trainer, { steps: 1 })).at(-1)!.step).toBe(4);
  });

  test('two trainers on a model', async () => {
    const { model } = await small(shared.engine);
    const first = model.trainer();
    await fails(() => model.trainer(), 'model-busy', /This model has a trainer already: dispose of that one first/);
    await first.step();
    first.dispose();
    expect((await model.trainer().step()).step).toBe(1);
    await fails(first.step(), 'disposed', /This trainer was disposed of/);
  });

  test('two runs of a trainer', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer();
    const pause = new AbortController();
    const running = run(trainer, { steps: 100_000_000, signal: pause.signal });
    await fails(run(trainer, { steps: 1 }), 'model-busy', /This trainer is running: abort that run, or wait/);
    await fails(trainer.step(), 'model-busy', /This trainer is running/);
    await fails(trainer.reset(), 'model-busy', /This trainer is running/);
    pause.abort();
    await running;
    expect((await trainer.step()).step).toBeGreaterThan(0);
  });

  test('numbers that are not finite stop it, keep the weights, and never leave as a result', async () => {
    const { task, model } = await small(shared.engine);
    const file = await model.save();
    // Finite weights, but so large that their products are not.
    new Float32Array(file.buffer, file.length - 4 * 100).fill(3e38);
    const huge = await shared.engine.loadModel(file, task);
    const trainer = huge.trainer();
    await fails(run(trainer), 'diverged', /Training diverged at update 1 .* Take a lower learning rate or clip the gradient\./);
    expect(await huge.save()).toEqual(file);
    await fails(huge.evaluate(task.heldOut(5)), 'diverged', /The model's loss is not a finite number/);
    await fails(huge.translate('123'), 'diverged', /The model's output is not a finite number/);
    await fails(huge.trace('123', '321'), 'diverged', /`logits` holds a number that is not finite/);
  });

  test('an update larger than the memory', async () => {
    const task = await shared.engine.task('reverse', { minLength: 60, maxLength: 60 });
    const model = await shared.engine.model({ hidden: 1024, embedding: 1024 }, task);
    await fails(model.trainer({ batchSize: 4096 }).config(), 'out-of-memory', /An update of 4096 sequences would take about \d+ MB of memory, and there are 1024/);
    model.dispose();
  });

  test('a model larger than the memory', async () => {
    const task = await shared.engine.task('reverse');
    const models: Awaited<ReturnType<typeof shared.engine.model>>[] = [];
    const fill = async () => {
      for (;;) models.push(await shared.engine.model({ cell: 'lstm', hidden: 1024, embedding: 1024, layers: 4 }, task));
    };
    await fails(fill(), 'out-of-memory', /There is not enough memory for this/);
    for (const model of models) model.dispose();
  });

  test('pairs that are none', async () => {
    const { model } = await small(shared.engine);
    await fails(() => model.trainer({}, wrong('12')), 'bad-input', /Pairs must be a list of \{ source, target \}/);
    await fails(() => model.trainer({}, [wrong({ source: ['1'] })]), 'bad-input', /The target of pair 1 must be a list of tokens/);
    await fails(() => model.trainer({}, [{ source: [], target: ['1'] }]), 'bad-input', /The source of pair 1 is empty/);
    await fails(() => model.trainer({}, [{ source: ['1'], target: Array(61).fill('1') }]), 'bad-input', /The target of pair 1 has 61 tokens/);
    await fails(() => model.trainer({}, [{ source: ['1'], target: ['1'], gold: [1] }]), 'bad-input', /`gold of pair 1` must be a whole number from -1 to 0, not 1\./);
    await fails(model.trainer({}, []).config(), 'bad-input', /There is nothing to train on/);
    await fails(model.trainer({}, [{ source: ['x'], target: ['1'] }]).config(), 'bad-input', /“x” is not in the vocabulary/);
    await fails(model.evaluate([]), 'bad-input', /There is nothing to evaluate/);
    await fails(model.evaluate([{ source: ['1'], target: ['<eos>'] }]), 'bad-input', /“<eos>” is not in the vocabulary/);
  });
});

describe('a question to a model', () => {
  const cases: [unknown, RegExp][] = [
    ['', /The source is empty: give it at least one token\./],
    ['   ', /The source is empty/],
    [[], /The source is empty/],
    ['12x4', /“x” is not in the vocabulary \(0 1 2 3 4 5 6 7 8 9\)/],
    ['letters', /“l” is not in the vocabulary/],
    ['8'.repeat(200), /The source has 200 tokens; it may have at most 60\./],
    [Array(61).fill('1'), /The source has 61 tokens; it may have at most 60\./],
    [[1, 2], /The source must be a text or a list of tokens \(strings\), not a list\./],
    [undefined, /The source must be a text or a list of tokens \(strings\), not undefined\./],
    [{}, /The source must be a text .* not an object\./],
  ];
  for (const [source, sentence] of cases) {
    test(JSON.stringify(source)?.slice(0, 30) ?? 'undefined', async () => {
      const { model } = await small(shared.engine);
      await fails(model.translate(wrong(source)), 'bad-input', sentence);
      await fails(model.trace(wrong(source)), 'bad-input', sentence);
    });
  }

  test('a beam', async () => {
    const { model } = await small(shared.engine);
    await fails(model.translate('12', { beam: 0 }), 'bad-input', /`beam` must be a whole number/);
  });

  test('sixty tokens are answered', async () => {
    const { model } = await small(shared.engine);
    expect((await model.translate('5'.repeat(60))).alignment.columns).toHaveLength(60);
  });
});

describe('after dispose', () => {
  test('of a model', async () => {
    const { task, model } = await small(shared.engine);
    const trainer = model.trainer();
    await trainer.step();
    model.dispose();
    model.dispose();
    const sentence = /This model was disposed of: make a new one\./;
    await fails(model.translate('12'), 'disposed', sentence);
    await fails(model.evaluate(task.heldOut(5)), 'disposed', sentence);
    await fails(model.trace('12'), 'disposed', sentence);
    await fails(model.save(), 'disposed', sentence);
    await fails(() => model.trainer(), 'disposed', sentence);
    await fails(trainer.step(), 'disposed', /This trainer was disposed of/);
    await fails(run(trainer), 'disposed', /This trainer was disposed of/);
  });

  test('of a model while it trains and is scored', async () => {
    const { task, model } = await small(shared.engine);
    const running = run(model.trainer(), { steps: 100_000_000 });
    const scored = model.evaluate(task.heldOut(20_000));
    await Promise.all([
      fails(running, 'disposed', /was disposed of/),
      fails(scored, 'disposed', /was disposed of/),
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => model.dispose()),
    ]);
  });

  test('of a task', async () => {
    const { task, model } = await small(shared.engine);
    const trainer = model.trainer();
    await trainer.step();
    task.dispose();
    await fails(task.parse('12'), 'disposed', /This task was disposed of/);
    await fails(task.heldOut(1).pairs(), 'disposed', /This task was disposed of/);
    expect((await trainer.step()).step).toBe(2);
  });

  test('of an engine', async () => {
    const engine = await load();
    const { task, model } = await small(engine);
    const trainer = model.trainer();
    const running = run(trainer, { steps: 100_000_000 });
    const scored = model.evaluate(task.heldOut(20_000));
    await Promise.all([
      fails(running, 'disposed', /This engine was disposed of/),
      fails(scored, 'disposed', /This engine was disposed of/),
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => engine.dispose()),
    ]);
    await fails(engine.task('reverse'), 'disposed', /This engine was disposed of/);
    await fails(model.translate('12'), 'disposed', /This engine was disposed of/);
    await fails(trainer.step(), 'disposed', /This engine was disposed of/);
    expect(() => { engine.dispose(); model.dispose(); trainer.dispose(); }).not.toThrow();
  });

  test('by leaving a scope', async () => {
    const engine = await load();
    engine[Symbol.dispose]();
    await fails(engine.task('reverse'), 'disposed', /This engine was disposed of/);
  });
});

describe('loading', () => {
  test('a wasm file that is not there is named', async () => {
    await fails(load({ wasmUrl: 'nowhere/lookback.wasm' }), 'load-failed', /could not be loaded from file:.*nowhere\/lookback\.wasm \(.*\): put it there, or say where it is with `wasmUrl`\./);
    await fails(load({ wasmUrl: 'http://127.0.0.1:9/lookback.wasm' }), 'load-failed', /from http:\/\/127\.0\.0\.1:9\/lookback\.wasm/);
  });

  test('a file that is not wasm', () => fails(load({ wasmUrl: 'package.json' }), 'load-failed', /package\.json \(.*magic/));

  test('what it asks for is checked', async () => {
    await fails(load({ threads: 0 }), 'bad-config', /`threads` must be a whole number from 1 to 64, not 0\./);
    await fails(load({ variant: wrong('scalar') }), 'bad-config', /`variant` must be one of 'auto', 'simd', 'simd-threads', not scalar\./);
    const engine = await load({ threads: 4, variant: 'simd-threads' });
    expect(engine.info).toMatchObject({ variant: 'simd', threads: 1, place: 'node' });
    expect(engine.info.reason).toMatch(/single thread/);
    engine.dispose();
  });

  test('the error is an Error with a name', async () => {
    const error = await load({ threads: 0 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LookbackError);
    expect(error).toBeInstanceOf(Error);
    expect((error as LookbackError).name).toBe('LookbackError');
  });
});
