// The reader's own pairs: what a file of any kind comes to, what is skipped and why, what is refused, and that a dataset can be used
// wherever a task can.
import { describe, expect, test } from 'vitest';
import { datasetLimits, load, type Dataset, type DatasetInput, type Skipped } from 'lookback';
import { fails, losses, run, sharedEngine } from './helpers.ts';

const shared = sharedEngine();
const read = (tsv: DatasetInput['tsv'], more: Partial<DatasetInput> = {}): Promise<Dataset> =>
  shared.engine.dataset({ tsv, source: 'en', target: 'fr', ...more });

/** Pairs of a dataset as they are written in a file, held-out or not. */
async function lines(dataset: Dataset): Promise<string[]> {
  const all = dataset.heldOutPairs > 0 ? await dataset.heldOut(1000).pairs() : [];
  all.push(...await dataset.trainingExamples(1000).pairs());
  return all.map(({ source, target, attribution }) => [source.join(' '), target.join(' '), ...(attribution === undefined ? [] : [attribution])].join('\t')).sort();
}
const reasons = (dataset: Dataset): [number, Skipped['code']][] => dataset.skipped.map(({ line, code }) => [line, code]);

const good = 'I see .\tJe vois .';
const two = 'You see .\tTu vois .';
const three = 'We see .\tNous voyons .';
const plain = 'I see.\tJe vois.\nYou see.\tTu vois.\nWe see.\tNous voyons.\n';

/** A fault of a file, the pairs that are read all the same, and what is reported by line. */
const files: [what: string, tsv: DatasetInput['tsv'], pairs: string[], skipped: [number, Skipped['code']][]][] = [
  ['nothing wrong', plain, [good, two, three], []],
  ['no line end at the end', plain.trimEnd(), [good, two, three], []],
  ['a BOM', `\uFEFF${plain}`, [good, two, three], []],
  ['a BOM in bytes', Buffer.from(`\uFEFF${plain}`), [good, two, three], []],
  ['CRLF', plain.replaceAll('\n', '\r\n'), [good, two, three], []],
  ['CR alone', plain.replaceAll('\n', '\r'), [good, two, three], []],
  ['line ends of every kind', 'I see.\tJe vois.\r\nYou see.\tTu vois.\rWe see.\tNous voyons.\n\r\nI see!\tJe vois !', [good, two, three, 'I see !\tJe vois !'], [[4, 'empty-line']]],
  ['empty lines', `\n\n${plain}   \n\t\t\n`, [good, two, three], [[1, 'empty-line'], [2, 'empty-line'], [6, 'empty-line'], [7, 'empty-line']]],
  ['missing columns', `I see.\n${plain}\tJe vois.\nI see.\t\nI see.\t \u00a0\u200b`, [good, two, three],
    [[1, 'missing-column'], [5, 'empty-column'], [6, 'empty-column'], [7, 'empty-column']]],
  ['duplicates', `${plain}I see.\tJe vois.\nI  see .\tJe vois.\nI see.\tJe comprends.`, [good, two, three, 'I see .\tJe comprends .'], [[4, 'duplicate'], [5, 'duplicate']]],
  ['a third column, and more', 'I see.\tJe vois.\tCC-BY 2.0 (CK) & (Aiji)\tmore\nYou see.\tTu vois.\t\nWe see.\tNous voyons.', [`${good}\tCC-BY 2.0 (CK) & (Aiji)`, two, three], []],
  ['decomposed letters', 'An e\u0301clair.\tUn e\u0301clair.\nAn \u00e9clair.\tUn \u00e9clair.', ['An éclair .\tUn éclair .'], [[2, 'duplicate']]],
  ['spaces that are none', 'I\u00a0see\u202f!\tJe\u2009vois\u202f!\nWe\u3000see.\tNous\u2003voyons.', ['I see !\tJe vois !', three], []],
  ['what cannot be seen', 'I s\u00adee\u200b.\tJe\u200b vo\u00adis.\u2060\n\u200eYou see.\u0007\t\u202bTu vois.\u202c\u0000', [good, two], []],
  ['a typographic apostrophe', "I don’t.\tJ’ai l’air.\nI don't.\tJ'ai l'air.", ["I do n't .\tJ' ai l' air ."], [[2, 'duplicate']]],
  ['half a character', `I \ud83dsee.\tJe vois.\n${plain}I see \ude00\tJe vois 😀`, [good, two, three], [[1, 'broken-character'], [5, 'broken-character']]],
  ['bytes that are not UTF-8', Uint8Array.of(...Buffer.from(plain), 0xe9, 0x74, 0x09, 0x41, 0x0a), [good, two, three], [[4, 'broken-character']]],
  ['a line that names the columns', `English\tFrench\n${plain}`, [good, two, three], [[1, 'header']]],
  ['such a line elsewhere', `${plain}English\tFrench`, [good, two, three, 'English\tFrench'], []],
  ['quotation marks, which mean nothing', '"I see."\t"Je vois."\n"You see.\tTu vois."', ['" I see . "\t" Je vois . "', '" You see .\tTu vois . "'], []],
  ['a long sentence', `${'very '.repeat(60)}.\tTrès.\n${plain}Very.\t${'très '.repeat(61)}`, [good, two, three], [[1, 'too-long'], [5, 'too-long']]],
  ['the longest sentence', `${'a '.repeat(60)}\t${'b '.repeat(60)}\n${plain}`, [good, two, three, `${'a '.repeat(60).trim()}\t${'b '.repeat(60).trim()}`], []],
  ['a line of a million characters', `${'x'.repeat(1_000_000)}\t${'y'.repeat(5)}\n${plain}${' '.repeat(500_000)}\n`, [good, two, three], [[1, 'too-long'], [5, 'empty-line']]],
  ['letters of every script', '你好。\tสวัสดี\nΓειά\tПривет\nمرحبا\t안녕하세요', ['مرحبا\t안녕하세요', 'Γειά\tПривет', '你好 。\tสวัสดี'], []],
  ['names of JavaScript', `__proto__\tconstructor\n${plain}`, [good, two, three, '_ _ proto _ _\tconstructor'], []],
  ['the symbols of a vocabulary', `<unk> <eos>\t<bos>\n${plain}`, [good, two, three, '< unk > < eos >\t< bos >'], []],
];

describe('a file with', () => {
  for (const [what, tsv, pairs, skipped] of files) {
    test(what, async () => {
      const dataset = await read(tsv);
      expect(reasons(dataset)).toEqual(skipped);
      expect(dataset.skippedCount).toBe(skipped.length);
      for (const { reason, text } of dataset.skipped) {
        expect(reason).toMatch(/^[A-Z].*\.$/);
        expect((text ?? 'x').length).toBeGreaterThan(0);
        expect((text ?? '').length).toBeLessThanOrEqual(60);
      }
      expect(dataset.pairs).toBe(pairs.length);
      expect(await lines(dataset)).toEqual([...pairs].sort());
      dataset.dispose();
    });
  }

  test('the same pairs as a text, bytes, a buffer and a Blob', async () => {
    const tsv = files.find(([what]) => what === 'decomposed letters')![1] as string + plain;
    const bytes = new TextEncoder().encode(tsv);
    const [expected, ...others] = await Promise.all([tsv, bytes, bytes.slice().buffer, new Blob([bytes])].map(async (given) => lines(await read(given))));
    for (const other of others) expect(other).toEqual(expected);
  });

  test('more than a thousand lines to skip lists a thousand and counts all', async () => {
    const dataset = await read(`${plain}${'no tab\n'.repeat(1500)}`);
    expect(dataset.skipped).toHaveLength(1000);
    expect(dataset.skippedCount).toBe(1500);
    expect(dataset.skipped[0]).toEqual({ line: 4, code: 'missing-column', reason: 'There is no tab in this line, so it has no target.', text: 'no tab' });
  });
});

describe('refused, with the limit and the line, is', () => {
  test('what holds no pair', async () => {
    await fails(read(''), 'bad-data', /^There is no pair in this text: give one a line/);
    await fails(read('one,two\nthree,four'), 'bad-data', /no pair in this text.* Line 1: There is no tab/);
    await fails(read(new Blob([])), 'bad-data', /no pair in this text/);
    await fails(read('I see.\tJe vois.', { maxLength: 2 }), 'bad-data', /no pair.* Line 1: The source has 3 tokens; a sentence may have 2\./);
  });

  test('UTF-16, and what is no text', async () => {
    await fails(read(Uint8Array.of(0xff, 0xfe, ...Buffer.from(plain, 'utf16le'))), 'bad-data', /no text in UTF-8.*line 1.*save it as UTF-8/);
    await fails(read(Buffer.from(plain, 'utf16le')), 'bad-data', /UTF-16/);
    await fails(read(new Uint8Array(5000)), 'bad-data', /no text at all/);
  });

  test('more pairs than there may be', async () => {
    const many = Array.from({ length: datasetLimits.pairs + 1 }, (_, i) => `n${i % 1000}\tm${Math.floor(i / 1000)}`).join('\n');
    await fails(read(many), 'bad-data', /more than 100000 pairs.*line 100001/);
  });

  test('a larger vocabulary than there may be', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `${Array.from({ length: 51 }, (_word, k) => `w${i}x${k}`).join(' ')}\tm`).join('\n');
    await fails(read(words), 'bad-data', /sources have 20400 different words that appear at all, and a vocabulary may have 20000, passed in line 393: raise `minCount` \(now 1\)/);
    expect((await read(`${words}\n${plain}I see you.\tJe te vois.`, { minCount: 2 })).vocabularies.source.tokens).toEqual(['<unk>', '.', 'see', 'I']);
  });

  test('a larger file than there may be, before it is read', async () => {
    await fails(read('x'.repeat(datasetLimits.bytes + 1)), 'bad-data', /has 16777217 bytes, and it may have 16777216/);
    await fails(read(new Uint8Array(datasetLimits.bytes + 1)), 'bad-data', /16777216/);
    await fails(read(new Blob([new Uint8Array(datasetLimits.bytes + 1)])), 'bad-data', /16777216/);
  });

  test('what is no option', async () => {
    await fails(shared.engine.dataset({} as never), 'bad-data', /`tsv` must be a text, a Blob/);
    await fails(read(7 as never), 'bad-data', /`tsv` must be .* not 7/);
    await fails(read(plain, { source: 'no tag!' }), 'bad-data', /`source` must be the tag of a language.*'no tag!'/);
    await fails(read(plain, { minCount: 0 }), 'bad-data', /`minCount` must be a whole number from 1 to 1000, not 0/);
    await fails(read(plain, { maxLength: 61 }), 'bad-data', /`maxLength` must be a whole number from 1 to 60, not 61/);
    await fails(read(plain, { name: '' }), 'bad-data', /`name` must be/);
    await fails(read(plain, { csv: true } as never), 'bad-data', /`dataset\(\)` has no option 'csv'/);
  });

  test('nothing to train on', async () => {
    const { source } = (await (await read(sentences(200))).heldOut(1).pairs())[0]!;
    const held = `${source.join(' ')}\tx`;
    await fails(read(held), 'bad-data', /There is only one pair in this text, and it is kept for testing/);
    await fails(read(`${held}\n`.repeat(50)), 'bad-data', /There is only one pair in this text \(49 lines repeat it\), and it is kept for testing/);
    await fails(read(`${held}\n${held}y`), 'bad-data', /no pair to train on among these 2/);
  });

  test('a vocabulary without a word', async () => {
    await fails(read('a b\tc d\ne f\tc d', { minCount: 2 }), 'bad-data', /No word of the sources appears 2 times.*lower `minCount` \(now 2\)/);
    await fails(read('a b\tc d\na f\te g', { minCount: 2 }), 'bad-data', /No word of the targets appears 2 times/);
  });

  test('bytes that are no longer here', async () => {
    const bytes = new TextEncoder().encode(plain);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    await fails(read(bytes.buffer), 'bad-data', /handed on to another thread.*give a copy/);
    await fails(read(bytes), 'bad-data', /handed on to another thread.*give a copy/);
  });

  test('nothing that came after it: the engine goes on', async () => {
    await fails(read(''), 'bad-data', /./);
    const dataset = await read(sentences(100));
    const model = await shared.engine.model({ hidden: 8, embedding: 8 }, dataset);
    expect((await model.trainer().step()).loss).toBeGreaterThan(0);
  });
});

/** The last step of MurmurHash3, 32 bits. */
function mixed(hash: number): number {
  for (const [shift, factor] of [[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]] as const) hash = Math.imul(hash ^ (hash >>> shift), factor);
  return hash >>> 0;
}

/** Sentences of a few words with their translations, all different. */
function sentences(count: number): string {
  const numbers = [['one', 'un'], ['two', 'deux'], ['three', 'trois'], ['four', 'quatre'], ['five', 'cinq'], ['six', 'six'], ['seven', 'sept'], ['eight', 'huit'], ['nine', 'neuf'], ['ten', 'dix']] as const;
  return Array.from({ length: count }, (_, i) => {
    const digits = [...String(i).padStart(3, '0')].map((digit) => numbers[Number(digit)]!);
    return `I see ${digits.map(([en]) => en).join(' ')}.\tJe vois ${digits.map(([, fr]) => fr).join(' ')}.\tno. ${i}`;
  }).join('\n');
}

describe('a dataset', () => {
  test('says what it is', async () => {
    const dataset = await read(sentences(300), { name: 'numbers', seed: 4 });
    expect(dataset.name).toBe('numbers');
    expect(dataset.options).toEqual({ minLength: 6, maxLength: 6, seed: 4 });
    expect(dataset.pairs).toBe(300);
    expect(dataset.heldOutPairs).toBeGreaterThan(10);
    expect(dataset.heldOutPairs).toBeLessThan(60);
    expect(dataset.longest).toEqual({ source: 6, target: 6 });
    expect(dataset.unknown).toEqual({ source: 0, target: 0 });
    expect(dataset.minCount).toBe(1);
    expect(dataset.limits).toEqual({ ...datasetLimits, memory: dataset.limits.memory });
    expect(dataset.estimatedMemory).toBeGreaterThan(100_000);
    expect(dataset.estimatedMemory).toBeLessThan(dataset.limits.memory);
    expect(dataset.vocabularies.source).toMatchObject({ bos: -1, eos: -1, unk: 0, language: 'en' });
    expect(dataset.vocabularies.target).toMatchObject({ bos: 0, eos: 1, unk: 2, language: 'fr' });
    expect(dataset.vocabularies.target.tokens.slice(0, 6)).toEqual(['<bos>', '<eos>', '<unk>', '.', 'Je', 'vois'].sort((a, b) => dataset.vocabularies.target.tokens.indexOf(a) - dataset.vocabularies.target.tokens.indexOf(b)));
    expect(dataset.training.seed).toBe(4);
  });

  test('is held out by the house rule, and never trained on', async () => {
    const dataset = await read(sentences(300));
    const hash = (text: string): number => mixed([...new TextEncoder().encode(text)].reduce((h, byte) => Math.imul(h ^ byte, 16777619), 2166136261));
    const held = await dataset.heldOut(10_000).pairs();
    const trained = await dataset.trainingExamples(10_000).pairs();
    expect(held).toHaveLength(dataset.heldOutPairs);
    expect(held.length + trained.length).toBe(300);
    for (const { source } of held) expect(hash(source.join(' ')) % 10).toBe(0);
    for (const { source } of trained) expect(hash(source.join(' ')) % 10).not.toBe(0);
    expect(await dataset.heldOut(5, { seed: 2 }).pairs()).toHaveLength(5);
    for (const { attribution } of [...held, ...trained]) expect(attribution).toMatch(/^no\. \d+$/);
    await fails(dataset.heldOut(5, { length: 40 }).pairs(), 'bad-input', /^No pair whose source has 40 tokens is held out for testing, /);
  });

  test('is held out to about a tenth, however regular it is', async () => {
    const families: Record<string, (k: number) => string> = {
      numbers: (k) => `${k}`,
      'even numbers': (k) => `${2 * k}`,
      'the same number twice': (k) => `${k} ${k}`,
      'squares written out': (k) => `${k} x ${k}`,
      'one number in a sentence': (k) => `I see ${k} cats.`,
      'two letters': (k) => String.fromCharCode(97 + (k % 26), 97 + (Math.floor(k / 26) % 26), 97 + Math.floor(k / 676)),
      'words and their plurals': (k) => `w${k} w${k}s`,
      'one character': (k) => String.fromCodePoint(0x4e00 + k),
      'a character twice': (k) => `${String.fromCodePoint(0x4e00 + k)} ${String.fromCodePoint(0x4e00 + k)}`,
    };
    for (const [family, source] of Object.entries(families)) {
      const dataset = await read(Array.from({ length: 1000 }, (_, k) => `${source(k)}\tx`).join('\n'), { source: 'und', minCount: 1 });
      expect(dataset.pairs, family).toBe(1000);
      expect(dataset.heldOutPairs, family).toBeGreaterThan(100 - 38); // four standard deviations of a fair draw
      expect(dataset.heldOutPairs, family).toBeLessThan(100 + 38);
      dataset.dispose();
    }
  });

  test('is held out by the words that were written, those too that are read as <unk>', async () => {
    const dataset = await read(Array.from({ length: 2000 }, (_, i) => `Number ${i} is here.\tLe ${i} est ici.`).join('\n'), { minCount: 2 });
    expect(dataset.vocabularies.source.tokens).toHaveLength(5);
    expect(dataset.heldOutPairs).toBeGreaterThan(120);
    expect(dataset.heldOutPairs).toBeLessThan(280);
  });

  test('trains, is evaluated, parses and is looked at as a task is', async () => {
    const dataset = await read(sentences(300));
    const model = await shared.engine.model({ hidden: 16, embedding: 16, seed: 1 }, dataset);
    const trainer = model.trainer({ steps: 250, learningRate: 0.01 });
    await run(trainer);
    const { loss, tokenAccuracy, bleu, count } = await model.evaluate(dataset.heldOut(100), { textScores: true });
    expect(count).toBe(dataset.heldOutPairs);
    expect(loss).toBeLessThan(1);
    expect(tokenAccuracy).toBeGreaterThan(0.6);
    expect(bleu).toBeGreaterThan(20);
    expect(await dataset.parse("I see two.")).toEqual(['I', 'see', 'two', '.']);
    const { text, alignment, unknown, replacements } = await model.translate('I see two one five.');
    expect(text).toMatch(/^Je vois .*\.$/);
    expect(alignment.columns).toEqual(['I', 'see', 'two', 'one', 'five', '.']);
    expect(unknown).toEqual([]);
    expect(replacements).toEqual([]);
    expect((await model.trace('I see two.')).source).toEqual(['I', 'see', 'two', '.']);
    expect((await model.probe(2)).tested).toBeGreaterThan(0);
    expect(await model.gradientByDistance({ length: 6, count: 4 })).toHaveLength(6);
  });

  test('gives the same bits for any number of threads, and for any other calls meanwhile', async () => {
    const one = await load({ threads: 1 });
    const curve = async (engine: typeof one): Promise<number[]> => {
      const dataset = await engine.dataset({ tsv: sentences(200), source: 'en', target: 'fr' });
      return losses((await engine.model({ hidden: 8, embedding: 8 }, dataset)).trainer(), 20);
    };
    expect(await curve(one)).toEqual(await curve(shared.engine));
    one.dispose();
  });

  test('lives until it is disposed of', async () => {
    const dataset = await read(plain);
    const model = await shared.engine.model({}, dataset);
    const trainer = model.trainer();
    await trainer.step();
    dataset.dispose();
    expect((await trainer.step()).step).toBe(2);
    await fails(dataset.heldOut(3).pairs(), 'disposed', /disposed/);
    await fails(shared.engine.model({}, dataset), 'disposed', /disposed/);
  });
});

describe('an unknown word', () => {
  test('is read as <unk>, marked, and offered in place of an <unk> that is written', async () => {
    // Names appear once each, so that all are <unk> on both sides: the model learns to write <unk> where it reads one.
    const names = Array.from({ length: 240 }, (_, i) => `Q${String.fromCharCode(97 + i % 26)}${i}`);
    const tsv = names.map((name, i) => (i % 2 === 0 ? `I see ${name}.\tJe vois ${name}.` : `${name} sleeps.\t${name} dort.`)).join('\n');
    const dataset = await read(tsv, { minCount: 2 });
    expect(dataset.unknown.source).toBeGreaterThan(0.2);
    const model = await shared.engine.model({ hidden: 16, embedding: 16, bridge: 'tanh', seed: 0 }, dataset);
    await run(model.trainer({ steps: 150, learningRate: 0.01 }));
    const { tokens, text, unknown, replacements, replacedText, alignment } = await model.translate('I see Zanzibar.');
    expect(unknown).toEqual([2]);
    expect(alignment.columns).toEqual(['I', 'see', 'Zanzibar', '.']);
    expect(tokens).toEqual(['Je', 'vois', '<unk>', '.']);
    expect(text).toBe('Je vois <unk>.');
    expect(replacements).toEqual([{ row: 2, column: alignment.weights[2]!.indexOf(Math.max(...alignment.weights[2]!)), word: 'Zanzibar' }]);
    expect(replacedText).toBe('Je vois Zanzibar.');
    // Tokens, one by one: one with a space in it is none.
    await fails(model.translate(['I', 'see it']), 'bad-input', /has the token 'see it', and no token of this model has a space in it/);
    await fails(model.translate(['I', ' ']), 'bad-input', /has the token ' '/);
    await fails(model.translate(['']), 'bad-input', /must be a text or a list of tokens \(strings\), not a list with '' in it/);
  });

  test('stands in the pairs as it was given, is found by it, and is never right', async () => {
    const names = Array.from({ length: 240 }, (_, i) => `Q${String.fromCharCode(97 + i % 26)}${i}`);
    const dataset = await read(names.map((name) => `I see ${name}.\tJe vois ${name}.\tBy ${name}`).join('\n'), { minCount: 2 });
    const held = await dataset.heldOut(100).pairs();
    expect(held.length).toBeGreaterThan(5);
    for (const pair of [...held, ...await dataset.trainingExamples(20).pairs()]) {
      const name = pair.source[2]!;
      expect(pair).toEqual({ source: ['I', 'see', name, '.'], target: ['Je', 'vois', name, '.'], attribution: `By ${name}` });
      expect(names).toContain(name);
      expect(await dataset.find(pair.source)).toEqual(pair);
      expect(await dataset.find(`I see ${name}.`)).toEqual(pair);
    }
    expect(await dataset.find('I see Zanzibar.')).toBeNull();
    expect(await dataset.find('I see Zanzibar')).toBeNull();
    const model = await shared.engine.model({ hidden: 16, embedding: 16, bridge: 'tanh', seed: 0 }, dataset);
    await run(model.trainer({ steps: 150, learningRate: 0.01 }));
    expect((await model.translate(held[0]!.source)).tokens).toEqual(['Je', 'vois', '<unk>', '.']);
    const scores = await model.evaluate(dataset.heldOut(100), { textScores: true });
    expect(scores.tokenAccuracy).toBeCloseTo(3 / 4, 5);
    expect(scores.sequenceAccuracy).toBe(0);
    expect(scores.byLength).toEqual([{ length: 4, count: held.length, sequenceAccuracy: 0, tokenAccuracy: 3 / 4 }]);
    expect(scores.bleu).toBeLessThan(50); // of a pair three words of four, one pair of three, no more
    expect(scores.bleu).toBeGreaterThan(0);
    expect(scores.chrf).toBeLessThan(80);
    // The same of the pairs themselves, and without texts.
    expect(await model.evaluate(held, { textScores: true })).toEqual(scores);
    const { bleu: _bleu, chrf: _chrf, ...plainScores } = scores;
    expect(await model.evaluate(dataset.heldOut(100))).toEqual(plainScores);
    // IBM Model 1 learns what the model reads.
    const { alignments: [aligned] } = await shared.engine.ibmModel1(dataset.trainingExamples(200), { align: dataset.heldOut(1) });
    expect(aligned!.columns).toEqual(['I', 'see', '<unk>', '.']);
    expect(Math.max(...aligned!.weights[2]!)).toBe(aligned!.weights[2]![2]);
  });

  test('is not replaced by punctuation or a piece of a word', async () => {
    const names = Array.from({ length: 240 }, (_, i) => `Q${String.fromCharCode(97 + i % 26)}${i}`);
    const dataset = await read(names.map((name) => `I see ${name}.\tJe vois ${name}.`).join('\n'), { minCount: 2 });
    const model = await shared.engine.model({ hidden: 16, embedding: 16, bridge: 'tanh', seed: 0 }, dataset);
    await run(model.trainer({ steps: 150, learningRate: 0.01 }));
    for (const piece of ["n't", "'s", '?', "l'", '-moi']) {
      const { tokens, replacements, replacedText, alignment } = await model.translate(['I', 'see', piece, '.'], { force: [{ step: 2, weights: [0, 0, 1, 0] }] });
      expect(tokens).toEqual(['Je', 'vois', '<unk>', '.']);
      expect(alignment.weights[2]).toEqual([0, 0, 1, 0]);
      expect(replacements).toEqual([]);
      expect(replacedText).toBeUndefined();
    }
    const all = { force: [{ step: 2, weights: [0, 0, 1e308, 1e308] }] };
    await fails(model.translate('I see Zanzibar.', all), 'bad-input', /add up to more than a number can hold: give smaller ones/);
  });

  test('that is known in another case is that word', async () => {
    const model = await shared.engine.model({}, await read(plain));
    expect((await model.translate('i SEE.')).alignment.columns).toEqual(['I', 'see', '.']);
  });
});

describe('the estimate of memory', () => {
  // Sources and targets of so many tokens, `rare` of each pair's from a large vocabulary.
  const text = (pairs: number, tokens: number, words: number): string => Array.from({ length: pairs }, (_, i) =>
    ['s', 't'].map((side) => Array.from({ length: tokens }, (_word, k) => `${side}${k % 5 === 1 ? (i * 12 + k) % words : (i + k * 7) % 60}`).join(' ')).join('\t')).join('\n');
  for (const [pairs, tokens, words] of [[20_000, 5, 19_000], [2000, 60, 600], [700, 58, 2500]] as const) {
    test(`of ${pairs} pairs of ${tokens} tokens is within half as much again of what training them takes`, async () => {
      const tsv = text(pairs, tokens, words);
      const engine = await load({ threads: 1 });
      const bytes = async (): Promise<number> => (await engine.memory()).bytes;
      // What is free at the beginning is taken first, so that all that follows shows.
      const filling = await engine.task('reverse');
      for (const start = await bytes(); (await bytes()) === start;) await engine.model({ hidden: 64 }, filling);
      const before = await bytes();
      const dataset = await engine.dataset({ tsv, minCount: 1 });
      const trainer = (await engine.model({}, dataset)).trainer();
      for (let i = 0; i < 3; ++i) await trainer.step();
      const ratio = ((await bytes()) - before) / dataset.estimatedMemory;
      engine.dispose();
      expect(ratio).toBeGreaterThan(1 / 1.5);
      expect(ratio).toBeLessThan(1.5);
    });
  }
});

describe('5 MB and 60,000 pairs', () => {
  const nouns = ['cat', 'dog', 'house', 'garden', 'book', 'car', 'tree', 'apple', 'school', 'town'];
  const big = Array.from({ length: 60_000 }, (_, i) =>
    `The ${nouns[i % 10]} number ${i} is near the ${nouns[Math.floor(i / 10) % 10]}.\tLe numéro ${i} est près de la chose ${i % 97}.\tCC-BY 2.0 #${i} (somebody)`).join('\n');

  test('are read in seconds, in slices that let other calls have their turn', async () => {
    expect(Buffer.byteLength(big)).toBeGreaterThan(5_000_000);
    const before = (await shared.engine.memory()).bytes;
    const started = performance.now();
    const reading = read(new Blob([big]));
    let turns = 0;
    let longestWait = 0;
    let done = false;
    void reading.finally(() => { done = true; });
    while (!done) {
      const asked = performance.now();
      await shared.engine.memory();
      await new Promise((resolve) => setTimeout(resolve, 1));
      longestWait = Math.max(longestWait, performance.now() - asked);
      turns += 1;
    }
    const dataset = await reading;
    const seconds = (performance.now() - started) / 1000;
    expect(dataset.pairs).toBe(60_000);
    expect(dataset.skippedCount).toBe(0);
    expect(dataset.minCount).toBe(2);
    expect(seconds).toBeLessThan(30);
    expect(turns).toBeGreaterThan(20);
    const grown = (await shared.engine.memory()).bytes - before;
    console.log(`60,000 pairs: ${seconds.toFixed(1)} s, ${turns} turns for others, at most ${longestWait.toFixed(0)} ms apart; ${(grown / 2 ** 20).toFixed(0)} MB more, ${(dataset.estimatedMemory / 2 ** 20).toFixed(0)} MB estimated`);
    dataset.dispose();
  });
});

describe('the corpora', () => {
  for (const [name, language, words] of [['tatoeba-en-fr', 'fr', /\p{sc=Latin}/u], ['tatoeba-en-zh', 'zh-Hans', /\p{sc=Han}/u]] as const) {
    test(`${name} is a task by name, with whose its sentences are`, async () => {
      const task = await shared.engine.task(name, { seed: 3 });
      expect(task.name).toBe(name);
      expect(task.options.seed).toBe(3);
      expect(task.pairs).toBeGreaterThan(2000);
      expect(task.skippedCount).toBe(0);
      expect(task.vocabularies.target.language).toBe(language);
      const [pair] = await task.heldOut(1).pairs();
      expect(pair!.attribution).toMatch(/^CC-BY 2\.0 \(France\) Attribution: tatoeba\.org #\d+ \(\S+\) & #\d+ \(\S+\)$/);
      expect(pair!.target.some((token) => words.test(token))).toBe(true);
      const model = await shared.engine.model({}, task);
      const trainer = model.trainer();
      const before = await model.evaluate(task.heldOut(50));
      await run(trainer, { steps: 60 });
      expect((await model.evaluate(task.heldOut(50))).loss).toBeLessThan(before.loss - 1);
      expect((await model.translate("I don't know Tom.")).alignment.columns).toEqual(['I', 'do', "n't", 'know', 'Tom', '.']);
      task.dispose();
    });
  }

  test('of some lengths only', async () => {
    const task: Dataset = await shared.engine.task('tatoeba-en-zh', { minLength: 4, maxLength: 5 });
    expect(task.options).toEqual({ minLength: 4, maxLength: 5, seed: 0 });
    await fails(shared.engine.task('tatoeba-en-zh', { minLength: 5, maxLength: 4 }), 'bad-task', /`maxLength` must be a whole number from 5 to 60, not 4/);
    await fails(shared.engine.task('tatoeba-en-fr', { minLength: 40 }), 'bad-task', /No source has `minLength` \(40\) to `maxLength` \(60\) tokens: here they have \d+ to \d+\./);
    await fails(shared.engine.task('tatoeba-en-zh', { length: 4 } as never), 'bad-task', /no option 'length'/);
    await fails(shared.engine.task('tatoeba-en-it' as never), 'bad-task', /There is no task 'tatoeba-en-it'; there are .*'tatoeba-en-fr', 'tatoeba-en-zh'\.$/);
  });

  test('from a folder of the caller\'s, where they are', async () => {
    const elsewhere = await load({ threads: 1, dataUrl: new URL('../../web/data', import.meta.url) });
    expect((await elsewhere.task('tatoeba-en-fr')).pairs).toBeGreaterThan(2000);
    elsewhere.dispose();
    const nowhere = await load({ threads: 1, dataUrl: new URL('./nowhere/', import.meta.url) });
    await fails(nowhere.task('tatoeba-en-fr'), 'load-failed', /corpus could not be loaded from file:.*\/nowhere\/tatoeba-en-fr\.tsv.*`dataUrl`/);
    expect((await nowhere.task('reverse')).name).toBe('reverse');
    nowhere.dispose();
  });
});
