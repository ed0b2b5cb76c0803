// What figures of sentences are made from: the lexicon in the other script, bars for lengths, how far a sentence bends.
import { expect, test } from 'vitest';
import { ranges } from '../../web/elements/sentences/bars.ts';
import { crossings, knownLinks } from '../../web/elements/sentences/links.ts';
import { inSimplified, inTraditional } from '../../web/elements/sentences/script.ts';
import { sharedEngine } from './helpers.ts';

const shared = sharedEngine();

/** Characters of Big5's common ones: the script of Taiwan. */
const big5 = (() => {
  const decoder = new TextDecoder('big5');
  const found = new Set<string>();
  for (let lead = 0xa4; lead <= 0xf9; lead++) {
    for (const [from, to] of [[0x40, 0x7e], [0xa1, 0xfe]] as const) for (let trail = from; trail <= to; trail++) found.add(decoder.decode(Uint8Array.of(lead, trail)));
  }
  return found;
})();

test('every word of the generated Chinese has its traditional form, and comes back from it', async () => {
  const task = await shared.engine.task('translate-zh-en');
  const words = task.vocabularies.source.tokens.filter((word: string) => /\p{Script=Han}/u.test(word));
  expect(words.length).toBeGreaterThan(50);
  for (const word of words) {
    const traditional = inTraditional(word);
    expect([...traditional].filter((character) => !big5.has(character)), word).toEqual([]);
    expect(inSimplified(traditional)).toBe(word);
    expect(inSimplified(word)).toBe(word);
  }
  // Characters that both scripts have, and that mean another word here.
  const known = { 个: '個', 两: '兩', 只: '隻', 书: '書', 辆: '輛', 苹果: '蘋果', 爱: '愛', 吗: '嗎', 这: '這', 买: '買', 没: '沒', 欢: '歡' };
  for (const [word, traditional] of Object.entries(known)) expect(inTraditional(word)).toBe(traditional);
});

test('lengths get a bar each, or are put together where they are many', () => {
  const of = (length: number, count: number, sequenceAccuracy: number) => ({ length, count, sequenceAccuracy, tokenAccuracy: 0 });
  expect(ranges([of(5, 2, 0.5), of(3, 4, 1), of(4, 0, 0)])).toEqual([{ label: '3', share: 1, count: 4 }, { label: '5', share: 0.5, count: 2 }]);
  const many = ranges(Array.from({ length: 24 }, (_, k) => of(k + 6, 10, k % 2)));
  expect(many).toHaveLength(12);
  expect(many[0]).toEqual({ label: '6–7', share: 0.5, count: 20 });
  expect(ranges([])).toEqual([]);
});

test('a sentence bends where its links cross', () => {
  const pair = { source: ['the', 'black', 'cat'], target: ['le', 'chat', 'noir'], sure: [[0], [2], [1]], possible: [[2], [], []] };
  expect(crossings(pair)).toBe(1);
  expect(crossings({ ...pair, sure: [[0], [1], [2]] })).toBe(0);
  expect(knownLinks(pair)).toEqual({ sure: pair.sure, possible: pair.possible });
  expect(knownLinks({ source: ['1'], target: ['1'], gold: [0] })).toBeNull();
});
