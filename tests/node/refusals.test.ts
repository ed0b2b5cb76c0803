// What the engine refuses of what a reader gives it, in the words of the Chinese pages: each sentence is one that the engine says, so
// that none can be worded anew in one place alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load, type Engine, type LookbackError } from 'lookback';
import { moreEn } from '../../web/i18n/more.en.ts';
import { moreZhHans } from '../../web/i18n/more.zh-Hans.ts';
import { moreZhHant } from '../../web/i18n/more.zh-Hant.ts';

let engine: Engine;
beforeAll(async () => { engine = await load({ threads: 1 }); });
afterAll(() => engine.dispose());

const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');
const dataset = (tsv: string | Uint8Array | Blob, options = {}) => engine.dataset({ tsv, source: 'en', target: 'fr', ...options });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const gone = Object.defineProperty(new Blob(['a\tb']), 'arrayBuffer', { value: () => Promise.reject(new Error('Moved')) });
/** Of lines such as "3\t3" those that are held out, or those that are not, by what the engine holds out. */
const divided = async (heldOut: boolean): Promise<string> => {
  const all = await dataset(lines(100, (i) => `${i}\t${i}`));
  const pairs = await (heldOut ? all.heldOut(100) : all.trainingExamples(100)).pairs();
  return pairs.slice(0, 4).map(({ source, target }) => `${source[0]}\t${target[0]}`).join('\n');
};

const cases: [what: string, call: () => Promise<unknown>, code: string, hans: string, hant: string][] = [
  ['too many words', () => dataset(lines(20_050, (i) => `a${i}\tb`), { minCount: 1 }), 'bad-data', '原文里不同的词有 20050 个，从第 20001 行起超过了词表能容的 20000 个', '原文裡不同的詞有 20050 個'],
  ['too many words that appear often', () => dataset(lines(40_100, (i) => `b${i % 2}\ta${i % 20_050} c${i}`), { minCount: 2 }), 'bad-data', '译文里至少出现 2 次的不同的词有 20050 个', '譯文裡至少出現 2 次的不同的詞有 20050 個'],
  ['rare words', () => dataset(lines(20, (i) => `${i}\ta`), { minCount: 3 }), 'bad-data', '原文里没有一个词出现 3 次', '原文裡沒有一個詞出現 3 次'],
  ['another encoding', () => dataset(Uint8Array.of(0xff, 0xfe, 65, 0, 9, 0, 66, 0)), 'bad-data', '不是 UTF-8 文本', '不是 UTF-8 文字'],
  ['too many pairs', () => dataset(lines(100_002, (i) => `a ${i}\tb`), { minCount: 2 }), 'bad-data', '句对最多 100000 对，到第 100001 行已经超出', '句對最多 100000 對，到第 100001 行已經超出'],
  ['no pair', () => dataset(''), 'bad-data', '中间用制表符隔开。', '中間用定位字元（Tab）隔開。'],
  ['no tab', () => dataset('\nI see.'), 'bad-data', '第 1 行就不是这样。', '第 1 行就不是這樣。'],
  ['one pair', async () => dataset((await divided(true)).split('\n')[0]!), 'bad-data', '这里只有一对句子', '這裡只有一對句子'],
  ['none to train on', async () => dataset(await divided(true)), 'bad-data', '这 4 对句子都要留作测试', '這 4 對句子都要留作測試'],
  ['none held out', async () => (await dataset(await divided(false))).heldOut(1).pairs(), 'bad-input', '没有一对句子可以留作测试', '沒有一對句子可以留作測試'],
  ['a large file', () => dataset('a'.repeat(2 ** 24 + 1)), 'bad-data', '16777217 字节，最多可以有 16777216 字节', '16777217 位元組'],
  ['a file that is gone', () => dataset(gone), 'bad-data', '读不出来（Moved）', '讀不出來（Moved）'],
  ['no language', () => dataset('a\tb', { target: 'French!' }), 'bad-data', "译文的语言要写成语言标签，例如 fr 或 zh-Hans，不能是 'French!'", "譯文的語言要寫成語言標籤，例如 fr 或 zh-Hant，不能是 'French!'"],
  ['no model', () => engine.loadModel(bytes('nothing of the kind')), 'bad-model', '不是这里存下的模型', '不是這裡存下的模型'],
  ['a model of another task', async () => {
    const model = await engine.model({ hidden: 4 }, await engine.task('dates'));
    return engine.loadModel(await model.save(), await engine.task('reverse'));
  }, 'bad-model', '词表和这个任务的不同', '詞表和這個任務的不同'],
  ['a setting out of range', async () => engine.model({ hidden: 5000 }, await engine.task('reverse')), 'bad-config', '`hidden` 应是 1 到 1024 的整数，不能是 5000。', '`hidden` 應是 1 到 1024 的整數，不能是 5000。'],
  ['a setting that there is not', async () => engine.model({ cell: 'gated' as never }, await engine.task('reverse')), 'bad-config', "`cell` 只能取 'rnn'、'gru'、'lstm'，不能是 \"gated\"。", "`cell` 只能取 'rnn'、'gru'、'lstm'，不能是 \"gated\"。"],
  ['a length out of range', () => engine.task('reverse', { maxLength: 99 }), 'bad-task', '`maxLength` 应是 1 到 60 的整数，不能是 99。', '`maxLength` 應是 1 到 60 的整數，不能是 99。'],
];

test.each(cases)('%s', async (_what, call, code, hans, hant) => {
  const refused: LookbackError = await call().then(() => { throw new Error('It was not refused.'); }, (error) => error);
  expect(refused.code, refused.message).toBe(code);
  expect(moreZhHans.refusal(refused.message), refused.message).toContain(hans);
  expect(moreZhHant.refusal(refused.message), refused.message).toContain(hant);
  for (const { refusal } of [moreZhHans, moreZhHant]) {
    // No English sentence is left, and no value is missing.
    expect(refusal(refused.message)).not.toMatch(/[A-Za-z]+ [a-z]+ [a-z]+|undefined|null/);
    expect(refusal(refused.message)).toMatch(/^[^.]+。$/);
  }
  expect(moreEn.refusal(refused.message)).toBeUndefined();
});

test('of memory and of a model that does not arrive, which are of one place each', () => {
  const memory = 'These pairs and an update of a model that suits them would take about 240 MB of memory, and there are 192: raise `minCount`, lower `maxLength`, or give fewer pairs.';
  expect(moreZhHans.refusal(memory)).toContain('大约要 240 MB 内存，这里只有 192 MB');
  const missing = 'The model could not be loaded from https://example.org/a.safetensors (the server answers 404): put it there, or name another with `model`.';
  expect(moreZhHant.refusal(missing)).toContain('https://example.org/a.safetensors 載入（the server answers 404）');
});

test('what there are no words for stays as the engine says it', () => {
  for (const message of ['', 'Something else.', 'x'.repeat(100_000)]) expect(moreZhHans.refusal(message)).toBeUndefined();
});
