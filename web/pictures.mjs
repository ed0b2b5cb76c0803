// What stands in a figure's place before a script has run: pictures of real runs, and the stylesheet that keeps their room; and
// the finished models that figures can open with. Every number comes from the package that was just built, by recipe and seed.
//
//   elements.css                   the room of every figure
//   models/reverse.safetensors     six digits reversed, backward encoder, seed 0
//   pictures/reverse.svg           its alignment of 493039
//   pictures/training.svg          the same with loss and held-out accuracy while it was trained
//   pictures/translation.svg       a held-out sentence of the English-French grammar, with its links, and its curves
//   pictures/chinese.svg           我打狗 and 狗打我, with their links, and the curves of the Chinese-English grammar
//   pictures/own.svg               a sentence of some 400 pairs from Tatoeba, which a network learnt as it would a reader's own, and its two losses
//   pictures/walkthrough.svg       one step by hand: the example that the walkthrough opens with
//   pictures/lag.svg               the same of a forward encoder trained on four to eight digits, whose stripe lies one step late
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const source = '493039';
const measured = 25; // updates between two measurements
const oneIn = 5; // pairs from Tatoeba, as a reader's own

/** Trains and draws; `dist` is a folder with the built package. */
export async function makePictures(dist, here) {
  const { runnerImport } = await import('vite');
  const typescript = async (file) => (await runnerImport(path.join(here, file), { root: here, logLevel: 'silent' })).module;
  const { drawAlignment, drawChart, picture } = await typescript('elements/picture.ts');
  const { answer } = await typescript('elements/input.ts');
  const { crossings } = await typescript('elements/sentences/links.ts');
  const { en } = await typescript('i18n/en.ts');
  const { sentencesEn } = await typescript('i18n/sentences.en.ts');
  const { placeholders } = await typescript('elements/room.ts');
  const { drawHand } = await typescript('elements/walkthrough/still.ts');
  const { example } = await typescript('elements/walkthrough/given.ts');
  const { walkthroughEn } = await typescript('i18n/walkthrough.en.ts');
  const { load } = await import(pathToFileURL(path.join(dist, 'lookback.js')).href);
  for (const folder of ['models', 'pictures']) fs.mkdirSync(path.join(dist, folder), { recursive: true });
  const write = (name, text) => fs.writeFileSync(path.join(dist, name), text);
  write('elements.css', placeholders());
  const engine = await load();
  try {
    const byHand = { score: 'dot', query: example.query, annotations: example.annotations };
    const hand = drawHand(byHand, await engine.attention(byHand), example.words, walkthroughEn);
    write('pictures/walkthrough.svg', picture('One step of attention by hand: scores, exponentials, weights, weighted annotations, and the context [1.82, 0.96]', [{ x: 0, y: 0, drawing: hand }]));
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
    /** A task's own recipe: the model, and the curves of its loss and of what `value` takes from an evaluation. */
    const learnt = async (task, often, value) => {
      const model = await engine.model({ ...task.defaults, seed: 0 }, task);
      const [loss, held] = [[], []];
      const measure = async (step) => held.push({ step, value: value(await model.evaluate(task.heldOut(200))) });
      await measure(0);
      for await (const progress of model.trainer(task.training).run({ every: 10 })) {
        loss.push({ step: progress.step, value: progress.loss });
        if (progress.step % often === 0) await measure(progress.step);
      }
      return { model, loss, held };
    };
    const rightOf = ({ sequenceAccuracy }) => 100 * sequenceAccuracy;
    const curves = (x, loss, right) => [
      { x, y: 0, drawing: drawChart(loss, en, { label: en.figure.lossChart, role: 'loss', most: 5, digits: 0 }) },
      { x, y: 180, drawing: drawChart(right, en, { label: en.figure.heldOutChart, role: 'target', most: 100 }) },
    ];
    /** English to French, and the held-out sentence of up to nine words that bends most. */
    const french = async () => {
      const task = await engine.task('translate-en-fr', { seed: 0 });
      const { model, loss, held } = await learnt(task, 100, rightOf);
      const pairs = (await task.heldOut(400, { seed: 7 }).pairs()).filter((pair) => pair.source.length <= 9);
      const shown = pairs.reduce((best, pair) => (crossings(pair) > crossings(best) ? pair : best));
      const { alignment } = await model.translate(shown.source);
      return [
        { x: 0, y: 0, drawing: drawAlignment(alignment, en, { gold: shown.sure, possible: shown.possible, cell: 30 }) },
        ...curves(430, loss, held),
      ];
    };
    /** Chinese to English: the same three words in two orders. */
    const chinese = async () => {
      const task = await engine.task('translate-zh-en', { seed: 0 });
      const { model, loss, held } = await learnt(task, 50, rightOf);
      const drawn = await Promise.all(['我打狗', '狗打我'].map(async (words) => {
        const [{ alignment }, known] = await Promise.all([model.translate(words), task.find(words)]);
        return drawAlignment(alignment, en, { gold: known.sure, possible: known.possible, cell: 42 });
      }));
      return [{ x: 0, y: 0, drawing: drawn[0] }, { x: 215, y: 0, drawing: drawn[1] }, ...curves(430, loss, held)];
    };
    /** Pairs as a reader would give them: of the sentences that it writes as it learnt them the one whose weights are sharpest, and both losses. */
    const own = async () => {
      const lines = fs.readFileSync(path.join(here, 'data/tatoeba-en-fr.tsv'), 'utf8').split('\n').filter((_, k) => k % oneIn === 0);
      const task = await engine.dataset({ tsv: lines.join('\n'), source: 'en', target: 'fr', seed: 0 });
      const { model, loss, held } = await learnt(task, 25, (evaluation) => evaluation.loss);
      const sharpness = ({ weights }) => weights.reduce((sum, row) => sum + Math.max(...row), 0) / weights.length;
      let shown = null;
      for (const { source: words, target } of await task.trainingExamples(200).pairs()) {
        if (words.length < 5 || words.length > 8 || ![...words, ...target].every((word) => /^[\p{L}'.?!]+$/u.test(word))) continue; // nor <unk>
        const { tokens, alignment } = await model.translate(words);
        if (tokens.join(' ') === target.join(' ') && !(shown && sharpness(alignment) <= sharpness(shown))) shown = alignment;
      }
      return [
        { x: 0, y: 0, drawing: drawAlignment(shown, en, { cell: 34 }) },
        { x: 430, y: 0, drawing: drawChart(loss, en, { label: en.figure.lossChart, role: 'loss', most: 5, digits: 0 }) },
        { x: 430, y: 180, drawing: drawChart(held, en, { label: sentencesEn.lossHeldOut, role: 'loss', most: 5, digits: 0 }) },
      ];
    };
    const backward = await made({ minLength: 6, maxLength: 6 }, { encoder: 'backward' }, {});
    write('models/reverse.safetensors', await backward.model.save());
    write('pictures/reverse.svg', picture('Reversing 493039: each digit written looks at its own place', [{ x: 0, y: 0, drawing: place(backward.alignment, 46) }]));
    write('pictures/training.svg', picture('Six digits reversed: alignment, loss and held-out accuracy of a trained model', backward.both));
    write('pictures/translation.svg', picture('A generated English sentence and its French: where the adjectives follow their noun the diagonal bends', await french()));
    write('pictures/chinese.svg', picture('我打狗 is “I hit dogs”, and 狗打我 “dogs hit me”: the same words in another order', await chinese()));
    write('pictures/own.svg', picture('A sentence of some 400 pairs: where each word looks, and the losses of sentences that are trained on and of held-out ones', await own()));
    const forward = await made({ minLength: 4, maxLength: 8 }, { encoder: 'forward' }, { steps: 600 });
    write('pictures/lag.svg', picture('Read forward, the stripe lies one step late', forward.both));
  } finally {
    engine.dispose();
  }
}
