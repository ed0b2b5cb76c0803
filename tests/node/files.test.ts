// Models as files, and the trace: what is saved comes back with the same bits, and every intermediate has its shape.
import { describe, expect, test } from 'vitest';
import { fails, losses, run, sharedEngine, small } from './helpers.ts';

const shared = sharedEngine();

describe('a saved model', () => {
  test('comes back with the same bits', async () => {
    const { task, model } = await small(shared.engine, { encoder: 'bidirectional' });
    await losses(model.trainer(), 20);
    const file = await model.save();
    const loaded = await shared.engine.loadModel(file);
    expect(loaded.config).toEqual(model.config);
    expect(loaded.vocabularies).toEqual(model.vocabularies);
    expect(loaded.parameterCount).toBe(model.parameterCount);
    expect(await loaded.save()).toEqual(file);
    expect(await loaded.translate('40213')).toEqual(await model.translate('40213'));
    expect(await loaded.evaluate(task.heldOut(100))).toEqual(await model.evaluate(task.heldOut(100)));
    expect((await shared.engine.loadModel(file.slice().buffer)).config).toEqual(model.config);
  });

  test('is a safetensors file whose header says what it is', async () => {
    const { model } = await small(shared.engine);
    const file = await model.save();
    const length = Number(new DataView(file.buffer).getBigUint64(0, true));
    const { __metadata__, ...tensors } = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
    expect(JSON.parse(__metadata__.config)).toEqual(model.config);
    expect(JSON.parse(__metadata__.source_vocabulary)).toEqual(model.vocabularies.source);
    const sizes = Object.values(tensors as Record<string, { dtype: string; shape: number[] }>).map(({ dtype, shape }) => {
      expect(dtype).toBe('F32');
      return shape.reduce((a, b) => a * b);
    });
    expect(sizes.reduce((a, b) => a + b)).toBe(model.parameterCount);
    expect(file.length).toBe(8 + length + 4 * model.parameterCount);
  });

  test('trains on with its task, and only with that', async () => {
    const { task, model } = await small(shared.engine);
    const file = await model.save();
    const loaded = await shared.engine.loadModel(file, task);
    expect(await losses(loaded.trainer(), 5)).toEqual(await losses(model.trainer(), 5));
    for (const other of ['reverse', {}, null, model]) {
      await fails(shared.engine.loadModel(file, other as never), 'bad-input', /^The task of a model cannot be .*: give what engine\.task\(\) resolves to\.$/);
    }
    const strange = file.slice();
    const nine = [...String.raw`\"8\",\"9`].map((c) => c.charCodeAt(0));
    const at = strange.findIndex((_byte, k) => nine.every((c, i) => strange[k + i] === c));
    strange[at + nine.length - 1] = 'x'.charCodeAt(0);
    expect((await shared.engine.loadModel(strange)).vocabularies).not.toEqual(model.vocabularies);
    await fails(shared.engine.loadModel(strange, task), 'bad-model', /vocabularies are not those of the task 'reverse'/);
    const alone = await shared.engine.loadModel(file);
    await fails(() => alone.trainer(), 'bad-input', /This model has no task to draw batches from/);
    expect((await alone.trainer({}, await task.heldOut(8).pairs()).step()).loss).toBeGreaterThan(0);
  });

  test('that is broken is refused', async () => {
    const { model } = await small(shared.engine);
    const file = await model.save();
    const { engine } = shared;
    await fails(engine.loadModel(new Uint8Array(0)), 'bad-model', /This is not a model file that can be read: /);
    await fails(engine.loadModel(file.subarray(0, 100)), 'bad-model', /This is not a model file that can be read: /);
    await fails(engine.loadModel(file.subarray(0, file.length - 4)), 'bad-model', /cut short/);
    await fails(engine.loadModel('model' as never), 'bad-model', /A model is read from bytes/);
    const given = file.slice();
    structuredClone(given.buffer, { transfer: [given.buffer] });
    await fails(engine.loadModel(given.buffer), 'bad-model', /handed on to another thread.*give a copy/);
    await fails(engine.loadModel(given), 'bad-model', /handed on to another thread.*give a copy/);
    const poisoned = file.slice();
    new DataView(poisoned.buffer).setFloat32(poisoned.length - 4, NaN, true);
    await fails(engine.loadModel(poisoned), 'bad-model', /not a (finite )?number|not finite/);
    expect((await engine.loadModel(file)).config).toEqual(model.config);
  });
});

describe('a saved training', () => {
  test('goes on with the bits of one that never stopped', async () => {
    const training = { optimizer: 'adam', batchSize: 8, schedule: 'cosine', steps: 40, teacherForcing: 0.8 } as const;
    const { task, model } = await small(shared.engine, { layers: 2, dropout: 0.2 });
    const whole = await shared.engine.model({ ...model.config }, task);
    const unbroken = whole.trainer(training);
    const begun = model.trainer(training);
    expect(await losses(begun, 15)).toEqual(await losses(unbroken, 15));
    const file = await model.save({ training: true });
    expect(file.length).toBeGreaterThan(3 * 4 * model.parameterCount);
    const loaded = await shared.engine.loadModel(file, task);
    expect(loaded.trainedSteps).toBe(15);
    expect(await loaded.save()).toEqual(await model.save());
    const resumed = loaded.trainer();
    expect(await resumed.config()).toEqual(await begun.config());
    expect((await run(resumed, { steps: 10, every: 1 })).map(({ step, loss }) => [step, loss]))
      .toEqual((await losses(unbroken, 10)).map((loss, i) => [16 + i, loss]));
    expect(await loaded.save({ training: true })).toEqual(await whole.save({ training: true }));
    // Back to where the file was, and up to the recipe's last update.
    await resumed.reset();
    expect(await loaded.save({ training: true })).toEqual(file);
    expect((await run(resumed, { every: 100 })).at(-1)!.step).toBe(40);
  });

  test('goes on with a dataset, in the middle of an epoch', async () => {
    const tsv = Array.from({ length: 100 }, (_, i) => `a${i % 10} b${Math.floor(i / 10)}\tc${i}`).join('\n');
    const dataset = await shared.engine.dataset({ tsv });
    const config = { hidden: 8, embedding: 4, seed: 1 };
    const model = await shared.engine.model(config, dataset);
    const whole = await shared.engine.model(config, dataset);
    const unbroken = whole.trainer({ batchSize: 16 });
    await losses(model.trainer({ batchSize: 16 }), 8);
    await losses(unbroken, 8);
    const loaded = await shared.engine.loadModel(await model.save({ training: true }), dataset);
    expect(await losses(loaded.trainer(), 8)).toEqual(await losses(unbroken, 8));
  });

  test('can be changed where it goes on, and is used once', async () => {
    const { task, model } = await small(shared.engine);
    await losses(model.trainer({ learningRate: 0.02, schedule: 'constant' }), 5);
    const loaded = await shared.engine.loadModel(await model.save({ training: true }), task);
    const trainer = loaded.trainer({ learningRate: 0.001 });
    expect(await trainer.step()).toMatchObject({ step: 6, learningRate: 0.001 });
    trainer.dispose();
    expect((await loaded.trainer().step()).step).toBe(1);
  });

  test('is refused with what it was not trained with, and can then be gone on with', async () => {
    const { task, model } = await small(shared.engine);
    await losses(model.trainer({ learningRate: 0.02, steps: 20 }), 5);
    const file = await model.save({ training: true });
    const loaded = await shared.engine.loadModel(file, task);
    await fails(loaded.trainer({ optimizer: 'sgd' }).config(), 'bad-config', /has the `optimizer` adam and cannot go on with sgd: leave that setting out/);
    await fails(loaded.trainer({ batchSize: 3 }).config(), 'bad-config', /has the `batchSize` \d+ and cannot go on with 3/);
    await fails(loaded.trainer({ seed: 77 }).step(), 'bad-config', /has the `seed` \d+ and cannot go on with 77/);
    await fails(loaded.trainer({ steps: 4 }).config(), 'bad-config', /stands at update 5, behind `steps` \(4\): raise `steps`/);
    await fails(loaded.trainer({}, [{ source: ['1'], target: ['1'] }]).config(), 'bad-input', /was made with other pairs.*give it those that it was made with/);
    const others = await shared.engine.loadModel(file, await shared.engine.task('copy'));
    await fails(others.trainer().config(), 'bad-input', /another task or other lengths/);
    const longer = await shared.engine.loadModel(file, await shared.engine.task('reverse', { maxLength: task.options.maxLength + 1 }));
    await fails(longer.trainer().config(), 'bad-input', /another task or other lengths/);
    expect((await loaded.trainer({ steps: 5, batchSize: task.training.batchSize }).step()).step).toBe(6);
  });

  test('needs a trainer, and a whole file', async () => {
    const { task, model } = await small(shared.engine);
    await fails(model.save({ training: true }), 'bad-input', /no trainer whose training could be saved/);
    await fails(model.save({ training: 1 } as never), 'bad-input', /`training` must be true or false/);
    await losses(model.trainer(), 3);
    const file = await model.save({ training: true });
    await fails(shared.engine.loadModel(file.subarray(0, file.length - 4), task), 'bad-model', /cut short/);
    const poisoned = file.slice();
    new DataView(poisoned.buffer).setFloat32(poisoned.length - 4, -1, true);
    await fails(shared.engine.loadModel(poisoned, task), 'bad-model', /below 0/);
  });
});

describe('a trace', () => {
  test('holds every intermediate with its shape', async () => {
    const { model } = await small(shared.engine);
    const { source, target, tensors } = await model.trace('4930', '0394');
    expect(source).toEqual(['4', '9', '3', '0']);
    expect(target).toEqual(['0', '3', '9', '4']);
    for (const [name, tensor] of Object.entries(tensors)) {
      expect(tensor.name).toBe(name);
      expect(tensor.shape.reduce((a, b) => a * b)).toBe(tensor.data.length);
      expect(tensor.data.every(Number.isFinite)).toBe(true);
    }
    expect(tensors.annotations!.shape).toEqual([4, 8]);
    expect(tensors.energies!.shape).toEqual([5, 4]); // EOS has a row
    expect(tensors.weights!.shape).toEqual([5, 4]);
    expect(tensors.contexts!.shape).toEqual([5, 8]);
    expect(tensors.probabilities!.shape).toEqual([5, 12]);

    // c_i = Σ_j α_ij h_j
    const { weights, annotations, contexts } = tensors;
    for (let i = 0; i < 5; ++i) {
      for (let k = 0; k < 8; ++k) {
        let sum = 0;
        for (let j = 0; j < 4; ++j) sum += weights!.data[4 * i + j]! * annotations!.data[8 * j + k]!;
        expect(contexts!.data[8 * i + k]).toBeCloseTo(sum, 5);
      }
    }
  });

  test('without a target follows what the model writes', async () => {
    const { model } = await small(shared.engine);
    await losses(model.trainer(), 100);
    const { tokens, alignment } = await model.translate('123');
    const { target, tensors } = await model.trace('123');
    expect(target).toEqual(tokens);
    const rows = alignment.weights.flat();
    expect([...tensors.weights!.data.subarray(0, rows.length)]).toEqual(rows);
  });
});
