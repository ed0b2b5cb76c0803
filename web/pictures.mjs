// What stands in a figure's place before a script has run: pictures of real runs, and the stylesheet that keeps their room; and
// the finished models that figures can open with. Every number comes from the package that was just built, by recipe and seed.
//
//   elements.css                   the room of every figure
//   models/reverse.safetensors     six digits reversed, backward encoder, seed 0
//   pictures/reverse.svg           its alignment of 493039
//   pictures/training.svg          the same with loss and held-out accuracy while it was trained
//   pictures/order.svg             我打狗 and 狗打我 as sums of embeddings and as states of an untrained network
//   pictures/memory.svg            how far a gradient reaches in an RNN and an LSTM, and what is read off their last states, untrained
//   pictures/bottleneck.svg        the lab's two models after their last update, by length
//   pictures/walkthrough.svg       one step by hand: the example that the walkthrough opens with
//   pictures/lag.svg               a forward encoder trained on four to eight digits, whose stripe lies one step late
//   pictures/translation.svg       a held-out sentence of the English-French grammar, with its links, and its curves
//   pictures/chinese.svg           我打狗 and 狗打我, with their links, and the curves of the Chinese-English grammar
//   pictures/own.svg               a sentence of some 400 pairs from Tatoeba, which a network learnt as it would a reader's own, and its two losses
//   pictures/scale.svg             products of random vectors and what softmax makes of them, with and without √d
//   pictures/chain.svg             the longest chain of steps, counted, and times on the machine of the build
//
// Each is drawn in every language: training.svg, training.zh-Hans.svg and training.zh-Hant.svg.
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
  const { placeholders } = await typescript('elements/room.ts');
  const rooms = await Promise.all(['alignment', 'bottleneck', 'explorer', 'trainer', 'walkthrough'].map(async (name) => [`lookback-${name}`, (await typescript(`elements/${name}/room.ts`))[`${name}Room`]]));
  const { drawHand, drawScale } = await typescript('elements/walkthrough/still.ts');
  const { example, products } = await typescript('elements/walkthrough/given.ts');
  const { drawLab } = await typescript('elements/bottleneck/still.ts');
  const { asLarge, hiddenSizes, recipe, shapes } = await typescript('elements/bottleneck/recipe.ts');
  const { inTraditional } = await typescript('elements/sentences/script.ts');
  const { measureMemory, measureTimes, readSentences } = await typescript('pages/figures/measure.ts');
  const { chainPlots, memoryPlots } = await typescript('pages/figures/plots.ts');
  const { drawPlot, drawSentence } = await typescript('pages/figures/still.ts');
  const dictionaries = await Promise.all([['en', 'En', 'en', 'page'], ['zh-Hans', 'ZhHans', 'zhHans', 'pageZhHans'], ['zh-Hant', 'ZhHant', 'zhHant', 'pageZhHant']].map(async ([lang, suffix, main, text]) => {
    const part = async (name) => (await typescript(`i18n/${name}.${lang}.ts`))[`${name}${suffix}`];
    const [alignment, bottleneck, sentences, story, walkthrough] = await Promise.all(['alignment', 'bottleneck', 'sentences', 'story', 'walkthrough'].map(part));
    return {
      lang, alignment, bottleneck, sentences, story, walkthrough, main: (await typescript(`i18n/${lang}.ts`))[main], page: (await typescript(`i18n/page.${lang}.ts`))[text],
      shown: lang === 'zh-Hant' ? inTraditional : (word) => word,
    };
  }));
  const { load } = await import(pathToFileURL(path.join(dist, 'lookback.js')).href);
  for (const folder of ['models', 'pictures']) fs.mkdirSync(path.join(dist, folder), { recursive: true });
  const write = (name, text) => fs.writeFileSync(path.join(dist, name), text);
  /** Draws in each language: `draw` gives, for its words, what the picture says and the drawings at their places. */
  const draw = (name, drawing) => {
    for (const words of dictionaries) {
      const { title, placed } = drawing(words);
      write(`pictures/${name}${words.lang === 'en' ? '' : `.${words.lang}`}.svg`, picture(title, placed, words.lang));
    }
  };
  const beside = (drawings, gap = 24) => drawings.map((drawing, k) => ({ x: drawings.slice(0, k).reduce((sum, { width }) => sum + width + gap, 0), y: 0, drawing }));
  write('elements.css', placeholders(Object.fromEntries(rooms)));
  const engine = await load();
  try {
    const byHand = { score: 'dot', query: example.query, annotations: example.annotations };
    const handResult = await engine.attention(byHand);
    draw('walkthrough', ({ page, walkthrough, shown }) => ({ title: page.pictureHand, placed: beside([drawHand(byHand, handResult, example.words.map(shown), walkthrough)]) }));

    const scaled = await engine.dotProducts({ ...products, seed: 0 });
    draw('scale', ({ page, walkthrough }) => ({ title: page.pictureScale, placed: beside(drawScale(scaled, walkthrough)) }));

    const { read } = await readSentences(engine, ['我打狗', '狗打我'], async () => {});
    draw('order', ({ page, story, shown }) => ({ title: page.pictureOrder, placed: beside(read.map((sentence) => drawSentence(sentence, story, shown)), 60) }));

    const kept = await measureMemory(engine, 20, false, async () => {});
    draw('memory', ({ page, story }) => ({ title: page.pictureMemory, placed: beside(memoryPlots(story, kept, 20).map(drawPlot)) }));

    const times = await measureTimes(engine, async () => {});
    draw('chain', ({ page, story }) => ({ title: page.pictureChain, placed: beside(chainPlots(story, times).map(drawPlot)) }));

    /** The lab at its settings on the page: the shares that are right, by length, of the one vector and of the one that looks back. */
    const lab = async () => {
      const settings = { task: 'copy', options: { minLength: 2, maxLength: 20, seed: 0 } };
      const task = await engine.task(settings.task, settings.options);
      const [fixed, looking] = [shapes.fixed, shapes.looking].map((shape) => ({ ...shape, hidden: hiddenSizes.digits, encoder: 'backward' }));
      const scores = [];
      for (const config of [fixed, await asLarge(engine, settings, looking, fixed)]) {
        const model = await engine.model({ ...task.defaults, ...config, seed: 0 }, task);
        for await (const _ of model.trainer({ ...task.training, ...recipe }).run({ every: recipe.steps }));
        const { byLength } = await model.evaluate(task.heldOut(4000));
        scores.push(byLength.map(({ length, count, sequenceAccuracy }) => ({ length, count, value: 100 * sequenceAccuracy })).sort((a, b) => a.length - b.length));
        model.dispose();
      }
      task.dispose();
      return scores;
    };
    const [fixed, attention] = await lab();
    draw('bottleneck', ({ page, bottleneck }) => ({ title: page.pictureBottleneck, placed: beside([drawLab(fixed, attention, bottleneck)]) }));

    const { gold } = answer('reverse', [...source]);
    const place = (alignment, main, cell) => drawAlignment(alignment, main, { gold, cell });
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
      const both = ({ main }) => [
        { x: 0, y: 0, drawing: place(alignment, main, 38) },
        { x: 340, y: 0, drawing: drawChart(loss, main, { label: main.figure.lossChart, role: 'loss', most: 3, digits: 0 }) },
        { x: 340, y: 180, drawing: drawChart(right, main, { label: main.figure.heldOutChart, role: 'target', most: 100 }) },
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
    const curves = (x, loss, right, main) => [
      { x, y: 0, drawing: drawChart(loss, main, { label: main.figure.lossChart, role: 'loss', most: 5, digits: 0 }) },
      { x, y: 180, drawing: drawChart(right, main, { label: main.figure.heldOutChart, role: 'target', most: 100 }) },
    ];
    /** English to French, and the held-out sentence of up to nine words that bends most. */
    const french = async () => {
      const task = await engine.task('translate-en-fr', { seed: 0 });
      const { model, loss, held } = await learnt(task, 100, rightOf);
      const pairs = (await task.heldOut(400, { seed: 7 }).pairs()).filter((pair) => pair.source.length <= 9);
      const shown = pairs.reduce((best, pair) => (crossings(pair) > crossings(best) ? pair : best));
      const { alignment } = await model.translate(shown.source);
      return ({ main }) => [
        { x: 0, y: 0, drawing: drawAlignment(alignment, main, { gold: shown.sure, possible: shown.possible, cell: 30 }) },
        ...curves(430, loss, held, main),
      ];
    };
    /** Chinese to English: the same three words in two orders. */
    const chinese = async () => {
      const task = await engine.task('translate-zh-en', { seed: 0 });
      const { model, loss, held } = await learnt(task, 50, rightOf);
      const both = await Promise.all(['我打狗', '狗打我'].map((words) => Promise.all([model.translate(words), task.find(words)])));
      return ({ main, shown }) => [
        ...both.map(([{ alignment }, known], k) => ({ x: 215 * k, y: 0, drawing: drawAlignment({ ...alignment, columns: alignment.columns.map(shown) }, main, { gold: known.sure, possible: known.possible, cell: 42 }) })),
        ...curves(430, loss, held, main),
      ];
    };
    /** Pairs as a reader would give them: of the sentences that it writes as it learnt them the one whose weights are sharpest, and both losses. */
    const own = async () => {
      const lines = fs.readFileSync(path.join(here, 'data/tatoeba-en-fr.tsv'), 'utf8').split('\n').filter((_, k) => k % oneIn === 0);
      const task = await engine.dataset({ tsv: lines.join('\n'), source: 'en', target: 'fr', seed: 0 });
      const { model, loss, held } = await learnt(task, 25, (evaluation) => evaluation.loss);
      const sharpness = ({ weights }) => weights.reduce((sum, row) => sum + Math.max(...row), 0) / weights.length;
      let shown = null;
      for (const { source: words, target } of await task.trainingExamples(200).pairs()) {
        if (words.length < 5 || words.length > 8 || ![...words, ...target].every((word) => /^[\p{L}'.?!]+$/u.test(word))) continue;
        const { tokens, alignment } = await model.translate(words);
        if (tokens.join(' ') === target.join(' ') && !(shown && sharpness(alignment) <= sharpness(shown))) shown = alignment;
      }
      return ({ main, sentences }) => [
        { x: 0, y: 0, drawing: drawAlignment(shown, main, { cell: 34 }) },
        { x: 430, y: 0, drawing: drawChart(loss, main, { label: main.figure.lossChart, role: 'loss', most: 5, digits: 0 }) },
        { x: 430, y: 180, drawing: drawChart(held, main, { label: sentences.lossHeldOut, role: 'loss', most: 5, digits: 0 }) },
      ];
    };
    const backward = await made({ minLength: 6, maxLength: 6 }, { encoder: 'backward' }, {});
    write('models/reverse.safetensors', await backward.model.save());
    draw('reverse', ({ main, alignment: { pictureTitle } }) => {
      const { alignment } = backward;
      return { title: pictureTitle(source, alignment.rows.slice(0, -1).join('')), placed: beside([place(alignment, main, 46)]) };
    });
    draw('training', (words) => ({ title: words.page.pictureBackward, placed: backward.both(words) }));
    const pictures = [['translation', 'pictureFrench', french], ['chinese', 'pictureChinese', chinese], ['own', 'pictureOwn', own]];
    for (const [name, title, make] of pictures) {
      const placed = await make();
      draw(name, (words) => ({ title: words.page[title], placed: placed(words) }));
    }
    const forward = await made({ minLength: 4, maxLength: 8 }, { encoder: 'forward' }, { steps: 600 });
    draw('lag', (words) => ({ title: words.page.pictureForward, placed: forward.both(words) }));
  } finally {
    engine.dispose();
  }
}
