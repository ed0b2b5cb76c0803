// What the demonstrations that compare models share: one model trained by a recipe on a task, and its held-out figures.

/** Trains a fresh model; `updates` are the recipe's and the schedule's. Returns the model, which the caller disposes of. */
export async function trained(engine, task, config, training) {
  const model = await engine.model(config, task);
  const trainer = model.trainer(training);
  for await (const _ of trainer.run({ every: training.steps }));
  trainer.dispose();
  return model;
}

/** Share of sequences right at each length of the task, on `count` held-out sources a length. */
export async function accuracyByLength(model, task, count) {
  const { minLength, maxLength } = task.options;
  const shares = new Map();
  for (let length = minLength; length <= maxLength; length += 1) {
    shares.set(length, (await model.evaluate(task.heldOut(count, { length }))).sequenceAccuracy);
  }
  return shares;
}

/** Mean of some numbers. */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
