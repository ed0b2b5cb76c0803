// The generated languages and dates, on one seed: their recipes reach what they claim at the last update, for text and picture; their
// texts are read and written by their language's rule; links go in and out; and IBM Model 1 beside attention.
import { expect, test } from 'vitest';
import type { IbmModel1Options, Pair, TaskName } from 'lookback';
import { fails, sharedEngine } from './helpers.ts';

const shared = sharedEngine();

async function byRecipe(name: TaskName, seed = 3) {
  const task = await shared.engine.task(name, { seed });
  const model = await shared.engine.model({ seed }, task);
  for await (const _ of model.trainer().run({ every: 1000 }));
  return { task, model, evaluation: await model.evaluate(task.heldOut(500), { textScores: true }) };
}

const peaks = (weights: number[][]): number[] => weights.map((row) => row.indexOf(Math.max(...row)));

test('English to French: BLEU, alignment, the bend, a phrase that runs backwards, and IBM Model 1 beside it', async () => {
  const { task, model, evaluation } = await byRecipe('translate-en-fr');
  expect(evaluation.bleu).toBeGreaterThan(95);
  expect(evaluation.alignmentErrorRate).toBeLessThan(0.1);
  expect(evaluation.bestAlignmentErrorRate).toBeGreaterThan(0);
  expect(evaluation.bestAlignmentErrorRate).toBeLessThan(evaluation.alignmentErrorRate!);
  expect(evaluation.invertedHit).toBeGreaterThan(0.9);

  const { text, tokens, alignment } = await model.translate('She lives in the European Economic Area');
  expect(text).toBe('elle habite dans la zone économique européenne');
  expect(alignment.columns).toEqual(['she', 'lives', 'in', 'the', 'European', 'Economic', 'Area']);
  expect(peaks(alignment.weights).slice(tokens.indexOf('zone'), tokens.length)).toEqual([6, 5, 4]);
  expect((await model.translate('the man does not love the old school')).text).toBe("l'homme n'aime pas la vieille école");

  const held = task.heldOut(200);
  const ibm = await shared.engine.ibmModel1(task.trainingExamples(2000), { align: held });
  expect(ibm.losses).toHaveLength(10);
  expect(ibm.losses).toEqual([...ibm.losses].sort((a, b) => b - a));
  expect(ibm.alignmentErrorRate).toBeLessThan(0.1);
  expect(ibm.alignmentErrorRate).toBeGreaterThan(ibm.bestAlignmentErrorRate!);
  const pairs = await held.pairs();
  expect(ibm.alignments.map(({ rows, columns }) => [rows, columns])).toEqual(pairs.map(({ target, source }) => [target, source]));
  expect((await model.evaluate(held)).bestAlignmentErrorRate).toBe(ibm.bestAlignmentErrorRate);
});

test('a task finds the pair of a source that a reader thinks of, held out or not', async () => {
  const chinese = await shared.engine.task('translate-zh-en');
  expect(await chinese.find('狗打我')).toEqual({
    source: ['狗', '打', '我'], target: ['dogs', 'hit', 'me'], sure: [[0], [1], [2]], possible: [[], [], []],
  });
  expect((await chinese.find(['我', '爱', '吃', '苹果']))?.target).toEqual(['I', 'love', 'eating', 'apples']);
  expect(await chinese.find('我我我')).toBeNull(); // no sentence
  expect(await chinese.find('我爱月亮')).toBeNull(); // no word of it
  const french = await shared.engine.task('translate-en-fr', { minLength: 4, maxLength: 5 });
  const area = await french.find('She lives in the European Economic Area');
  expect(area?.target).toEqual(['elle', 'habite', 'dans', 'la', 'zone', 'économique', 'européenne']);
  expect(area?.sure?.slice(4)).toEqual([[6], [5], [4]]);
  for (const name of ['translate-fr-en', 'dates', 'sort'] as const) {
    const task = await shared.engine.task(name);
    for (const pairs of [task.heldOut(10), task.trainingExamples(10)]) {
      for (const pair of await pairs.pairs()) expect(await task.find(pair.source)).toEqual(pair);
    }
  }
  const own = await shared.engine.dataset({ tsv: 'I see.\tJe vois.\tNobody\nI see her.\tJe la vois.\nI saw her.\tJe la voyais.', source: 'en', target: 'fr', minCount: 1 });
  expect(await own.find('I see.')).toEqual({ source: ['I', 'see', '.'], target: ['Je', 'vois', '.'], attribution: 'Nobody' });
  expect(await own.find('I see him.')).toBeNull();
  await fails(own.find(''), 'bad-input', /empty/);
  await fails(own.find(5 as never), 'bad-input', /a text or a list of tokens/);
});

test('French to English', async () => {
  const { model, evaluation } = await byRecipe('translate-fr-en');
  expect(evaluation.bleu).toBeGreaterThan(95);
  expect(evaluation.alignmentErrorRate).toBeLessThan(0.1);
  expect(evaluation.invertedHit).toBeGreaterThan(0.9);
  expect((await model.translate("L’homme n’aime pas la zone économique européenne")).text).toBe('the man does not love the European Economic Area');
});

test('Chinese to English: the same words in another order, and one word in two contexts', async () => {
  const { model, evaluation } = await byRecipe('translate-zh-en');
  expect(evaluation.tokenAccuracy).toBeGreaterThan(0.95);
  expect(evaluation.alignmentErrorRate).toBeLessThan(0.1);
  for (const [source, text] of [['我爱吃苹果', 'I love eating apples'], ['我打狗', 'I hit dogs'], ['狗打我', 'dogs hit me'], ['我喜欢苹果公司', 'I like the Apple company']]) {
    expect((await model.translate(source!)).text).toBe(text);
  }
  const rows = async (source: string) => {
    const { source: words, tensors } = await model.trace(source);
    return ['source.embedding', 'annotations'].map((name) => {
      const { shape, data } = tensors[name]!;
      return [...data.slice(words.indexOf('苹果') * shape[1]!, (words.indexOf('苹果') + 1) * shape[1]!)];
    });
  };
  const [one, two] = [await rows('我喜欢吃苹果'), await rows('我喜欢苹果公司')];
  expect(one[0]).toEqual(two[0]);
  expect(one[1]).not.toEqual(two[1]);
});

test('dates', async () => {
  const { model, evaluation } = await byRecipe('dates');
  expect(evaluation.sequenceAccuracy).toBeGreaterThan(0.98);
  expect(evaluation.alignmentHit).toBeUndefined();
  expect((await model.translate('September 30th, 2026')).text).toBe('2026-09-30');
  expect((await model.translate('3/23/23')).text).toBe('2023-03-23');
});

test('a language’s texts are parsed by its rule, and a word that is not in it is named', async () => {
  const { engine } = shared;
  const parse = async (name: TaskName, text: string) => (await engine.task(name)).parse(text);
  expect(await parse('translate-fr-en', "j'aime l'école près de l’hôtel")).toEqual(["j'", 'aime', "l'", 'école', 'près', 'de', "l'", 'hôtel']);
  expect(await parse('translate-en-fr', 'i LOVE the french cats')).toEqual(['I', 'love', 'the', 'French', 'cats']);
  expect(await parse('translate-zh-en', '我们每天在学校看见两只小狗')).toEqual(['我们', '每天', '在', '学校', '看见', '两', '只', '小', '狗']);
  expect(await parse('translate-zh-en', '我 正在 吃 苹果')).toEqual(['我', '正在', '吃', '苹果']);
  expect(await parse('dates', ' May 5, 1999 ')).toEqual([...'May 5, 1999']);
  await fails(parse('translate-en-fr', 'I love xylophones'), 'bad-input', /“xylophones” is not in the vocabulary/);
  await fails(engine.task('translate-en-fr', { maxLength: 40 }), 'bad-task', /`maxLength` must be a whole number from 3 to 12, not 40/);
  await fails((await engine.task('dates')).heldOut(1, { length: 60 }).pairs(), 'bad-input', /The task 'dates' has no source of 60 tokens: its sources have 6 to 29/);
});

test('pairs carry their links, out and in', async () => {
  const { engine } = shared;
  const task = await engine.task('translate-en-fr');
  const pairs = await task.heldOut(60).pairs();
  for (const { source, target, gold, sure, possible } of pairs) {
    expect(gold).toBeUndefined();
    for (const rows of [sure!, possible!]) {
      expect(rows).toHaveLength(target.length);
      for (const position of rows.flat()) expect(source[position]).toBeDefined();
    }
    target.forEach((_word, i) => expect(sure![i]!.length + possible![i]!.length).toBeGreaterThan(0));
  }
  const model = await engine.model({}, task);
  expect(await model.evaluate(pairs)).toEqual(await model.evaluate(task.heldOut(60)));
  expect((await (await engine.task('dates')).heldOut(1).pairs())[0]).not.toHaveProperty('sure');
});

test('IBM Model 1 on three sentences, to the iteration worked by hand in core', async () => {
  const corpus: Pair[] = [
    { source: ['das', 'Haus'], target: ['the', 'house'], gold: [0, 1] },
    { source: ['das', 'Buch'], target: ['the', 'book'], gold: [0, 1] },
    { source: ['ein', 'Buch'], target: ['a', 'book'], gold: [0, 1] },
  ];
  const made = await shared.engine.ibmModel1(corpus, { iterations: 2 });
  expect(made.losses[0]).toBeCloseTo(Math.log(4), 12);
  expect(made.losses[1]).toBeCloseTo(-(2 * Math.log(4 / 9) + 2 * Math.log(11 / 36) + 2 * Math.log(13 / 36)) / 6, 12);
  expect(made.links).toEqual([[0, 1], [0, 1], [0, 1]]);
  expect(made.alignmentErrorRate).toBe(0);
  const sum = 104 / 846 + 312 / 1533 + 48 / 81;
  expect(made.alignments[0]!.weights[1]![1]).toBeCloseTo(48 / 81 / sum, 6);
  // What it has never seen it says nothing about, and without gold links there is no error rate.
  const other = await shared.engine.ibmModel1(corpus, { iterations: 2, align: [{ source: ['Maus', 'Haus'], target: ['mouse', 'house'] }] });
  expect(other.links).toEqual([[-1, 1]]);
  expect(other.alignments[0]!.weights[0]).toEqual([0, 0]);
  expect(other.alignmentErrorRate).toBeUndefined();
});

test('what IBM Model 1 and links do not take is named', async () => {
  const { engine } = shared;
  const pair = { source: ['a', 'b'], target: ['c'] };
  await fails(engine.ibmModel1([], {}), 'bad-input', /at least one pair/);
  await fails(engine.ibmModel1([pair], { iterations: 0 }), 'bad-input', /`iterations` must be a whole number from 1 to 1000, not 0/);
  await fails(engine.ibmModel1([pair], { rounds: 2 } as IbmModel1Options), 'bad-input', /no option 'rounds'/);
  await fails(engine.ibmModel1([{ ...pair, sure: [[2]] }]), 'bad-input', /`sure of pair 1` must be a whole number from 0 to 1, not 2/);
  await fails(engine.ibmModel1([{ ...pair, possible: [[0], [0]] }]), 'bad-input', /The possible links of pair 1 must be a list, one list of source positions a target token/);
  await fails(engine.ibmModel1([{ ...pair, gold: [0], sure: [[0]] }]), 'bad-input', /Pair 1 has gold positions and links/);
  for (const gold of [[], [0, 0]]) await fails(engine.ibmModel1([{ ...pair, gold }]), 'bad-input', /The gold positions of pair 1 must be a list, one position a target token/);
  for (const sure of [[], [[0], [0]]]) await fails(engine.ibmModel1([{ ...pair, sure }]), 'bad-input', /The sure links of pair 1 must be a list, one list/);
  await fails(engine.ibmModel1([{ ...pair, possible: [[0]] }]), 'bad-input', /Pair 1 has possible links and no sure ones: give `sure` too/);
  await fails(engine.ibmModel1([pair, { ...pair, attribution: 7 } as never]), 'bad-input', /The attribution of pair 2 must be a text, not 7/);
  await fails(engine.ibmModel1([{ ...pair, links: [[0]] } as never]), 'bad-input', /Pair 1 has an entry 'links'; a pair has source, target, gold, sure, possible, attribution/);
  await fails(engine.ibmModel1([{ source: ['a', ''], target: ['c'] }]), 'bad-input', /The source of pair 1 must be a list of tokens \(strings\), not a list with '' in it/);
  expect((await engine.ibmModel1([{ ...pair, sure: [[]], possible: [[0]], attribution: 'mine', gold: undefined as never }])).links).toHaveLength(1);
});
