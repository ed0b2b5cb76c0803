// Everything a caller can do wrong, one by one: each is a LookbackError with its code and a sentence that names what is wrong,
// and the next call works.
import vm from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { load, LookbackError, type ModelConfig, type TaskName, type TaskOptions, type TrainingConfig } from 'lookback';
import { Host } from '../../web/engine/host.ts';
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
    [5, /^The configuration of a model must be a plain object, not 5\.$/],
    [null, /must be a plain object, not null\./],
    [[], /must be a plain object, not a list\./],
    [new Map(), /must be a plain object, not one of a class\./],
    [{ cell: 'g\0u' }, /`cell` must be one of 'rnn', 'gru', 'lstm', not "g\\+u0000u"\./],
    [{ 'hid\ud800': 1 }, /A model has no setting "hid\\+ud800"; it has/],
  ];
  for (const [config, sentence] of cases) {
    const title = typeof config === 'object' && config !== null ? Object.entries(config as object).map(([name, value]) => `${JSON.stringify(name)} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`).join(', ') || config.constructor.name : String(config);
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
    [undefined, {}, /^The name of a task must be a text, such as 'reverse', not undefined\.$/],
    [{}, {}, /The name of a task must be a text, such as 'reverse', not an object\./],
    ['co\0py\ud800', {}, /There is no task 'co\\u0000py\\ud800'; there are/],
    ['copy', null, /The options of a task must be a plain object, not null\./],
    ['copy', 6, /The options of a task must be a plain object, not 6\./],
    ['reverse', { length: 6 }, /A task has no option "length"; it has minLength, maxLength, seed\./],
    ['reverse', { minLength: 0 }, /`minLength` must be a whole number from 1 to 60, not 0\./],
    ['reverse', { maxLength: 61 }, /`maxLength` must be a whole number from 1 to 60, not 61\./],
    ['reverse', { maxLength: NaN }, /`maxLength` must be a whole number from 1 to 60, not NaN\./],
    ['reverse', { minLength: 7, maxLength: 6 }, /`minLength` \(7\) must not be above `maxLength` \(6\)\./],
    ['reverse', { seed: 0.5 }, /`seed` must be a whole number/],
  ];
  for (const [name, options, sentence] of cases) {
    test(`${JSON.stringify(name)} ${JSON.stringify(options)}`, () =>
      fails(shared.engine.task(wrong<TaskName>(name), wrong<TaskOptions>(options)), 'bad-task', sentence));
  }

  test('examples that there cannot be', async () => {
    const task = await shared.engine.task('reverse');
    await fails(() => task.heldOut(0), 'bad-input', /`count` must be a whole number from 1 to 100000, not 0\./);
    await fails(() => task.heldOut(NaN), 'bad-input', /`count` .* not NaN\./);
    await fails(() => task.heldOut(10, { length: 200 }), 'bad-input', /`length` must be a whole number from 1 to 60, not 200\./);
    await fails(() => task.heldOut(10, { seed: -4 }), 'bad-input', /`seed` must be a whole number/);
    await fails(() => task.heldOut(10, wrong(null)), 'bad-input', /^The options of `heldOut\(\)` must be a plain object, not null\.$/);
    await fails(() => task.heldOut(10, wrong({ lenght: 4 })), 'bad-input', /^`heldOut\(\)` has no option 'lenght'; it has seed, length\.$/);
    await fails(() => task.trainingExamples(10, wrong({ length: 4 })), 'bad-input', /`trainingExamples\(\)` has no option 'length'; it has seed\./);
    expect(task.heldOut(10, Object.create(null)).count).toBe(10);
    expect(task.heldOut(10, vm.runInNewContext('({ seed: 4 })')).seed).toBe(4);
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

  test('options of a run that are none, and a signal that is none, before anything starts', async () => {
    const { model } = await small(shared.engine);
    const trainer = model.trainer();
    await fails(run(trainer, wrong(null)), 'bad-steps', /^The options of `run\(\)` must be a plain object, not null\.$/);
    await fails(run(trainer, wrong(10)), 'bad-steps', /`run\(\)` must be a plain object, not 10\./);
    await fails(run(trainer, wrong({ step: 10 })), 'bad-steps', /`run\(\)` has no option 'step'; it has steps, every, pace, signal\./);
    for (const signal of [new AbortController(), {}, null, true, { aborted: false }]) {
      await fails(run(trainer, { signal: wrong(signal) }), 'bad-input', /^`signal` must be an AbortSignal, not /);
    }
    // Says that it is one, and is none: the run has begun, and ends.
    await fails(async () => {
      try {
        await run(trainer, { steps: 100_000_000, signal: wrong({ [Symbol.toStringTag]: 'AbortSignal', addEventListener() { throw new LookbackError('aborted', 'No.'); }, removeEventListener() {} }) });
      } finally {
        const { step } = await trainer.step();
        expect((await trainer.step()).step).toBe(step + 1);
        await trainer.reset();
      }
    }, 'aborted', /No\./);
    expect((await trainer.step()).step).toBe(1);
  });

  test('a configuration that is no object', async () => {
    const { model } = await small(shared.engine);
    await fails(model.trainer(wrong(null)).config(), 'bad-config', /^The configuration of training must be a plain object, not null\.$/);
    await fails(model.trainer(wrong('adam')).config(), 'bad-config', /must be a plain object, not 'adam'\./);
    expect((await model.trainer(undefined).step()).step).toBe(1);
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
    await fails(fill(), 'out-of-memory', /There is not enough memory for this: dispose of models no longer needed, or take a smaller model/);
    for (const model of models) model.dispose();
  });

  test('pairs that are none', async () => {
    const { model } = await small(shared.engine);
    await fails(() => model.trainer({}, wrong('12')), 'bad-input', /Pairs must be a list of \{ source, target \}/);
    await fails(() => model.trainer({}, [wrong({ source: ['1'] })]), 'bad-input', /The target of pair 1 must be a list of tokens/);
    await fails(() => model.trainer({}, [{ source: [], target: ['1'] }]), 'bad-input', /The source of pair 1 is empty/);
    await fails(() => model.trainer({}, [{ source: ['1'], target: Array(61).fill('1') }]), 'bad-input', /The target of pair 1 has 61 tokens/);
    await fails(() => model.trainer({}, [{ source: ['1'], target: ['1'], gold: [1] }]), 'bad-input', /`gold of pair 1` must be a whole number from -1 to 0, not 1\./);
    const holes = ['1', , '2'] as string[];
    await fails(() => model.trainer({}, [{ source: holes, target: ['1'] }]), 'bad-input', /The source of pair 1 must be a list of tokens \(strings\), not a list with undefined in it\./);
    await fails(() => model.trainer({}, Array(3)), 'bad-input', /The source of pair 1 must be a list of tokens \(strings\), not undefined\./);
    await fails(model.evaluate(Array(3)), 'bad-input', /The source of pair 1 .* not undefined\./);
    await fails(model.evaluate([{ source: ['1'], target: ['1'] }, { source: ['1'], target: holes }]), 'bad-input', /The target of pair 2 .* with undefined in it\./);
    await fails(model.evaluate([{ source: ['1', '2'], target: ['1', '2'], gold: Array(2) }]), 'bad-input', /`gold of pair 1` must be a whole number from -1 to 1, not undefined\./);
    await fails(model.evaluate([{ source: ['1\0', '2'], target: ['1'] }]), 'bad-input', /“1\\u0000” is not in the vocabulary \(0 1 2/);
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
    [[1, 2], /The source must be a text or a list of tokens \(strings\), not a list with 1 in it\./],
    [['1', , '2'], /The source must be a text or a list of tokens \(strings\), not a list with undefined in it\./],
    [Array(3), /The source must be .* not a list with undefined in it\./],
    [Array(2 ** 32 - 1), /The source must be .* not a list with undefined in it\./],
    [['\ud800'], /^“\\ud800” is not in the vocabulary \(0 1 2 3 4 5 6 7 8 9\): use its tokens\.$/],
    ['1\udc00', /^“\\udc00” is not in the vocabulary/],
    [['1', 'a\0b'], /^“a\\u0000b” is not in the vocabulary \(0 1 2 3 4 5 6 7 8 9\): use its tokens\.$/],
    [undefined, /The source must be a text or a list of tokens \(strings\), not undefined\./],
    [{}, /The source must be a text .* not an object\./],
  ];
  for (const [source, sentence] of cases) {
    test(Array.isArray(source) && source.length > 100 ? 'an enormous list' : JSON.stringify(source)?.slice(0, 30) ?? 'undefined', async () => {
      const { model } = await small(shared.engine);
      await fails(model.translate(wrong(source)), 'bad-input', sentence);
      await fails(model.trace(wrong(source)), 'bad-input', sentence);
    });
  }

  test('a beam', async () => {
    const { model } = await small(shared.engine);
    await fails(model.translate('12', { beam: 0 }), 'bad-input', /`beam` must be a whole number/);
  });

  test('options', async () => {
    const { task, model } = await small(shared.engine);
    const refusals: [string, (options: never) => Promise<unknown>, string][] = [
      ['translate()', (options) => model.translate('12', options), 'beam, nBest, lengthNormalization, tree, force, at'],
      ['trace()', (options) => model.trace('12', '21', options), 'force, at'],
      ['parameters()', (options) => model.parameters(options), 'at'],
      ['dotProducts()', (options) => shared.engine.dotProducts(options), 'dimensions, count, keys, seed'],
      ['evaluate()', (options) => model.evaluate(task.heldOut(5), options), 'textScores'],
      ['probe()', (options) => model.probe(0, options), 'training, test, seed'],
      ['gradientByDistance()', (options) => model.gradientByDistance(options), 'length, count, seed'],
      ['forwardTimes()', (options) => model.forwardTimes(options), 'length, count, seed'],
    ];
    const is = (sentence: string) => new RegExp(`^${sentence.replace(/[().]/g, '\\$&')}$`);
    for (const [method, ask, names] of refusals) {
      for (const [given, words] of [[null, 'null'], [4, '4'], ['at', "'at'"], [[], 'a list'], [new Date(), 'one of a class']] as const) {
        await fails(ask(wrong(given)), 'bad-input', is(`The options of \`${method}\` must be a plain object, not ${words}.`));
      }
      await fails(ask(wrong({ beem: 4 })), 'bad-input', is(`\`${method}\` has no option 'beem'; it has ${names}.`));
    }
    await fails(model.translate('12', { tree: wrong(1) }), 'bad-input', /^`tree` must be true or false, not 1\.$/);
    await fails(model.evaluate(task.heldOut(5), { textScores: wrong('yes') }), 'bad-input', /^`textScores` must be true or false, not 'yes'\.$/);
    await fails(model.translate('12', { beam: 2, nBest: 3 }), 'bad-input', /^`nBest` \(3\) must not be above `beam` \(2\): raise `beam`\.$/);
    for (const at of [1e300, 2 ** 53, 1.5, -1]) {
      const sentence = is(`\`at\` must be a whole number from 0 to 9007199254740991, not ${at}.`.replace('+', '\\+'));
      await fails(model.translate('12', { at }), 'bad-input', sentence);
      await fails(model.trace('12', '21', { at }), 'bad-input', sentence);
    }
    await model.trainer().step();
    for (const at of [5e9, 2 ** 53 - 1]) await fails(model.translate('12', { at }), 'bad-input', new RegExp(`There is no recorded moment at update ${at}:`));
    await fails(model.translate('12', { force: Array(2) }), 'bad-input', /`step` must be a whole number from 0 to 10000, not undefined\./);
    await fails(model.translate('12', { force: [{ step: 0, weights: Array(2) }] }), 'bad-input', /`weights` must be a number from 0 to .*, not undefined\./);
  });

  test('a position that no source of the task has', async () => {
    const { model } = await small(shared.engine);
    for (const position of [5, -6]) await fails(model.probe(position), 'bad-input', new RegExp(`^\`position\` must be a whole number from -5 to 4, not ${position}\\.$`));
    const rare = await small(shared.engine, {}, { minLength: 1, maxLength: 60 });
    await fails(rare.model.probe(59, { training: 10, test: 10 }), 'bad-input', /needs at least ten sentences that reach it: take more\./);
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

test('things of two engines do not mix', async () => {
  const other = await load();
  const { task, model } = await small(other);
  const mine = await small(shared.engine);
  const sentence = /^This task belongs to another engine: make it with the engine that it is used with\.$/;
  await fails(shared.engine.model({}, task), 'bad-input', sentence);
  await fails(shared.engine.loadModel(await model.save(), task), 'bad-input', sentence);
  await fails(mine.model.evaluate(task.heldOut(5)), 'bad-input', sentence);
  await fails(mine.model.evaluate(task.trainingExamples(5)), 'bad-input', sentence);
  expect((await model.evaluate(task.heldOut(5))).count).toBe(5);
  other.dispose();
});

test('what the bindings cannot take is refused, and the engine goes on', async () => {
  const host = new Host();
  const context = { signal: new AbortController().signal, progress: () => {} };
  const wasm = new URL('../../build/wasm/lookback.wasm', import.meta.url).href;
  const glue = new URL('../../build/wasm/lookback.mjs', import.meta.url).href;
  await host.start(context, { glue, wasm, threads: '', threadsWasm: '', data: { 'tatoeba-en-fr': '', 'tatoeba-en-zh': '' } }, 'node', { variant: 'simd', threads: 1, cause: 'asked', reason: '' });
  const { handle } = host.model(context, host.task(context, 'reverse', '{}').handle, '{}');
  await fails(() => host.attention(context, wrong(7)), 'bad-input', /^The engine cannot take this \(.*\): give it what the types say\.$/s);
  expect(host.translate(context, handle, ['1', '2'], {}).alignment.columns).toEqual(['1', '2']);
});

describe('loading', () => {
  test('a wasm file that is not there is named', async () => {
    await fails(load({ wasmUrl: 'nowhere/lookback.wasm' }), 'load-failed', /could not be loaded from file:.*nowhere\/lookback\.wasm \(.*\): put it there, or say where it is with `wasmUrl`\./);
    await fails(load({ wasmUrl: 'http://127.0.0.1:9/lookback.wasm' }), 'load-failed', /from http:\/\/127\.0\.0\.1:9\/lookback\.wasm/);
  });

  test('a file that is not wasm', () => fails(load({ wasmUrl: 'package.json' }), 'load-failed', /package\.json \(.*magic/));

  test('what it asks for is checked', async () => {
    await fails(load({ threads: 0 }), 'bad-config', /`threads` must be a whole number from 1 to 64, not 0\./);
    await fails(load({ variant: wrong('scalar') }), 'bad-config', /`variant` must be one of 'auto', 'simd', 'simd-threads', not 'scalar'\./);
    await fails(load({ wasmUrl: wrong(5) }), 'bad-config', /^`wasmUrl` must be a text or a URL, not 5\.$/);
    await fails(load({ workerUrl: wrong({}) }), 'bad-config', /^`workerUrl` must be a text or a URL, not an object\.$/);
    await fails(load(wrong(null)), 'bad-config', /^The options of `load\(\)` must be a plain object, not null\.$/);
    await fails(load(wrong('simd')), 'bad-config', /must be a plain object, not 'simd'\./);
    await fails(load(wrong({ wasmURL: 'a' })), 'bad-config', /`load\(\)` has no option 'wasmURL'; it has threads, variant, wasmUrl, workerUrl, threadsUrl, threadsWasmUrl, dataUrl\./);
    await fails(load({ threads: 65 }), 'bad-config', /`threads` must be a whole number from 1 to 64, not 65\./);
    await fails(load({ threadsUrl: wrong(5) }), 'bad-config', /^`threadsUrl` must be a text or a URL, not 5\.$/);
  });

  test('the error is an Error with a name', async () => {
    const error = await load({ threads: 0 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LookbackError);
    expect(error).toBeInstanceOf(Error);
    expect((error as LookbackError).name).toBe('LookbackError');
  });
});
