// What stands in a figure's place before a script has run: pictures of real runs, and the stylesheet that keeps their room; and
// the finished models that figures can open with. Every number comes from the package that was just built, by recipe and seed.
//
//   elements.css                   the room of every figure
//   models/reverse.safetensors     six digits reversed, backward encoder, seed 0
//   pictures/reverse.svg           its alignment of 493039
//   pictures/training.svg          the same with loss and held-out accuracy while it was trained
//   pictures/translation.svg       a held-out sentence of the English-French grammar, with its links, and its curves
//   pictures/lag.svg               the same of a forward encoder trained on four to eight digits, whose stripe lies one step late
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const source = '493039';
const measured = 25; // updates between two measurements

/** Trains and draws; `dist` is a folder with the built package. */
export async function makePictures(dist, here) {
  const { runnerImport } = await import('vite');
  const typescript = async (file) => (await runnerImport(path.join(here, file), { root: here, logLevel: 'silent' })).module;
  const { drawAlignment, drawChart, picture } = await typescript('elements/picture.ts');
  const { answer } = await typescript('elements/input.ts');
  const { crossings } = await typescript('elements/sentences/links.ts');
  const { en } = await typescript('i18n/en.ts');
  const { placeholders } = await typescript('elements/room.ts');
  const { load } = await import(pathToFileURL(path.join(dist, 'lookback.js')).href);
  for (const folder of ['models', 'pictures']) fs.mkdirSync(path.join(dist, folder), { recursive: true });
  const write = (name, text) => fs.writeFileSync(path.join(dist, name), text);
  write('elements.css', placeholders());
  const engine = await load();
  try {
    const { gold } = answer('reverse', [...source]);
    const place = (alignment, cell) => drawAlignment(alignment, en, { gold, cell });
    const made = async (options, config, training) => {
      const task = await engine.task('reverse', { ...options, seed: 0 });
      const model = await engine.model({ ...task.defaults, ...config, seed: 0 }, task);
      const [loss, right] = [[], []];
      const measure = async (step) => right.push({ step, value: 100 * (await model.evaluate(task.heldOut(500))).sequenceAccuracy });
      await measure(0);
      for await (const progress of model.trainer({ ...task.training, ...training }).run({ every: 5 })) {
        loss.push({ step: progress.step, value: progress.loss });
        if (progress.step % measured === 0) await measure(progress.step);
      }
      const { alignment } = await model.translate(source);
      const both = [
        { x: 0, y: 0, drawing: place(alignment, 38) },
        { x: 340, y: 0, drawing: drawChart(loss, en, { label: en.figure.lossChart, role: 'loss', most: 3, digits: 0 }) },
        { x: 340, y: 180, drawing: drawChart(right, en, { label: en.figure.heldOutChart, role: 'target', most: 100 }) },
      ];
      return { model, alignment, both };
    };
    /** English to French by its own recipe, and the held-out sentence of up to nine words that bends most. */
    const sentence = async () => {
      const task = await engine.task('translate-en-fr', { seed: 0 });
      const model = await engine.model({ ...task.defaults, seed: 0 }, task);
      const [loss, right] = [[], []];
      const measure = async (step) => right.push({ step, value: 100 * (await model.evaluate(task.heldOut(200))).sequenceAccuracy });
      await measure(0);
      for await (const progress of model.trainer(task.training).run({ every: 10 })) {
        loss.push({ step: progress.step, value: progress.loss });
        if (progress.step % 100 === 0) await measure(progress.step);
      }
      const pairs = (await task.heldOut(400, { seed: 7 }).pairs()).filter((pair) => pair.source.length <= 9);
      const shown = pairs.reduce((best, pair) => (crossings(pair) > crossings(best) ? pair : best));
      const { alignment } = await model.translate(shown.source);
      return [
        { x: 0, y: 0, drawing: drawAlignment(alignment, en, { gold: shown.sure, possible: shown.possible, cell: 30 }) },
        { x: 430, y: 0, drawing: drawChart(loss, en, { label: en.figure.lossChart, role: 'loss', most: 5, digits: 0 }) },
        { x: 430, y: 180, drawing: drawChart(right, en, { label: en.figure.heldOutChart, role: 'target', most: 100 }) },
      ];
    };
    const backward = await made({ minLength: 6, maxLength: 6 }, { encoder: 'backward' }, {});
    write('models/reverse.safetensors', await backward.model.save());
    write('pictures/reverse.svg', picture('Reversing 493039: each digit written looks at its own place', [{ x: 0, y: 0, drawing: place(backward.alignment, 46) }]));
    write('pictures/training.svg', picture('Six digits reversed: alignment, loss and held-out accuracy of a trained model', backward.both));
    const french = await sentence();
    write('pictures/translation.svg', picture('A generated English sentence and its French: where the adjectives follow their noun the diagonal bends', french));
    const forward = await made({ minLength: 4, maxLength: 8 }, { encoder: 'forward' }, { steps: 600 });
    write('pictures/lag.svg', picture('Read forward, the stripe lies one step late', forward.both));
  } finally {
    engine.dispose();
  }
}
