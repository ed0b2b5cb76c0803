// What the tests of the engine share: an engine for a file, a small model that trains in a moment, and failures by their code.
import { afterAll, beforeAll, expect } from 'vitest';
import { load, type Engine, type ErrorCode, type LookbackError, type ModelConfig, type Progress, type Task, type TaskOptions, type Trainer } from 'lookback';

/** One engine for all tests of a file. */
export function sharedEngine(): { readonly engine: Engine } {
  let engine: Engine | undefined;
  beforeAll(async () => { engine = await load(); });
  afterAll(() => engine?.dispose());
  return { get engine() { return engine!; } };
}

/** Reversal with a model so small that an update takes a fraction of a millisecond. */
export async function small(engine: Engine, config: ModelConfig = {}, options: TaskOptions = {}) {
  const task: Task = await engine.task('reverse', { minLength: 3, maxLength: 5, seed: 3, ...options });
  const model = await engine.model({ embedding: 4, hidden: 8, seed: 5, ...config }, task);
  return { task, model };
}

/** A failure must be a LookbackError of this code whose sentence is one: it matches, starts with a capital or a name, and ends. */
export async function fails(work: Promise<unknown> | (() => unknown), code: ErrorCode, sentence: RegExp): Promise<void> {
  let thrown: unknown;
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Error);
  const { name, code: found, message } = thrown as LookbackError;
  expect(name).toBe('LookbackError');
  expect(message).toMatch(sentence);
  expect(found).toBe(code);
  expect(message).toMatch(/^[\p{Lu}`“].*\.$/su);
}

/** All progress of a run. */
export async function run(trainer: Trainer, options?: Parameters<Trainer['run']>[0]): Promise<Progress[]> {
  const all: Progress[] = [];
  for await (const progress of trainer.run(options)) all.push(progress);
  return all;
}

/** Losses of the next `count` updates, one by one. */
export async function losses(trainer: Trainer, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; ++i) all.push((await trainer.step()).loss);
  return all;
}
