// The dictionaries agree: the same strings with the same places for values in all three, in the explorer's text the same numbers
// too; Chinese that is Chinese and in one script, and for every language tag the dictionary that its readers expect.
import { beforeAll, describe, expect, test } from 'vitest';
import { dictionary, fetchDictionary, number, percent, replaced } from '../../web/i18n/index.ts';
import { alignmentEn } from '../../web/i18n/alignment.en.ts';
import { alignmentZhHans } from '../../web/i18n/alignment.zh-Hans.ts';
import { alignmentZhHant } from '../../web/i18n/alignment.zh-Hant.ts';
import { bottleneckEn } from '../../web/i18n/bottleneck.en.ts';
import { bottleneckZhHans } from '../../web/i18n/bottleneck.zh-Hans.ts';
import { bottleneckZhHant } from '../../web/i18n/bottleneck.zh-Hant.ts';
import { en } from '../../web/i18n/en.ts';
import { explorerEn } from '../../web/i18n/explorer.en.ts';
import { explorerZhHans } from '../../web/i18n/explorer.zh-Hans.ts';
import { explorerZhHant } from '../../web/i18n/explorer.zh-Hant.ts';
import { page } from '../../web/i18n/page.en.ts';
import { pageZhHans } from '../../web/i18n/page.zh-Hans.ts';
import { pageZhHant } from '../../web/i18n/page.zh-Hant.ts';
import { playgroundEn } from '../../web/i18n/playground.en.ts';
import { playgroundZhHans } from '../../web/i18n/playground.zh-Hans.ts';
import { playgroundZhHant } from '../../web/i18n/playground.zh-Hant.ts';
import { sentencesEn } from '../../web/i18n/sentences.en.ts';
import { sentencesZhHans } from '../../web/i18n/sentences.zh-Hans.ts';
import { sentencesZhHant } from '../../web/i18n/sentences.zh-Hant.ts';
import { storyEn } from '../../web/i18n/story.en.ts';
import { storyZhHans } from '../../web/i18n/story.zh-Hans.ts';
import { storyZhHant } from '../../web/i18n/story.zh-Hant.ts';
import { walkthroughEn } from '../../web/i18n/walkthrough.en.ts';
import { walkthroughZhHans } from '../../web/i18n/walkthrough.zh-Hans.ts';
import { walkthroughZhHant } from '../../web/i18n/walkthrough.zh-Hant.ts';
import { zhHans } from '../../web/i18n/zh-Hans.ts';
import { zhHant } from '../../web/i18n/zh-Hant.ts';

type Leaf = string | ((...values: unknown[]) => string);

/** All strings and sentences of a dictionary by their path, such as `figure.said.paused`. */
function leaves(words: object, path = ''): Map<string, Leaf> {
  return new Map(Object.entries(words).flatMap(([key, value]: [string, Leaf | object]) =>
    typeof value === 'object' ? [...leaves(value, `${path}${key}.`)] : [[`${path}${key}`, value] as [string, Leaf]]));
}

/** A value that prints as ‹name›, and whose members do too. */
const marked = (name: string): unknown => new Proxy({}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => `‹${name}›` : typeof key === 'string' ? `‹${name}.${key}›` : undefined),
});

const named = 'figure.errors.invisibleName'; // takes a code point, which it looks up
const said = (path: string, leaf: Leaf): string =>
  typeof leaf === 'string' ? leaf : path === named ? leaf(7) : `${leaf(...[0, 1, 2, 3].map((k) => marked(String(k))))}`;
const places = (text: string): string[] => [...new Set(text.match(/‹[\w.]+›/g) ?? [])].sort();

/** The explorer's text as it is read: without its tags, and without what says that it is in another language. */
const read = (text: object): Record<string, string> =>
  Object.fromEntries(Object.entries(text).map(([key, html]: [string, string]) => [key, html.replace(/<(\w+)[^>]* lang="(?:en|fr)"[^>]*>.*?<\/\1>/g, '').replace(/<[^>]*>/g, '')]));

/** The numbers of a text, each once: 3,000, 3 000 and 3000 are one. */
const numbers = (text: string): string[] =>
  [...new Set(text.replace(/<[^>]*>/g, '').replace(/(?<=\d)[,\u202f](?=\d{3})/g, '').match(/[±−]?\d+(?:\.\d+)?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*/g) ?? [])].sort();

// With what arrives apart from the rest.
const apart = {
  en: { story: storyEn, page: read(page), sentences: sentencesEn, alignment: alignmentEn, bottleneck: bottleneckEn, explorer: explorerEn, playground: read(playgroundEn), walkthrough: walkthroughEn },
  'zh-Hans': { story: storyZhHans, page: read(pageZhHans), sentences: sentencesZhHans, alignment: alignmentZhHans, bottleneck: bottleneckZhHans, explorer: explorerZhHans, playground: read(playgroundZhHans), walkthrough: walkthroughZhHans },
  'zh-Hant': { story: storyZhHant, page: read(pageZhHant), sentences: sentencesZhHant, alignment: alignmentZhHant, bottleneck: bottleneckZhHant, explorer: explorerZhHant, playground: read(playgroundZhHant), walkthrough: walkthroughZhHant },
};
const chinese = { 'zh-Hans': { ...zhHans, ...apart['zh-Hans'] }, 'zh-Hant': { ...zhHant, ...apart['zh-Hant'] } };
const english = leaves({ ...en, ...apart.en });

for (const [name, words] of Object.entries(chinese)) {
  describe(name, () => {
    const own = leaves(words);
    const sentences = [...own].map(([path, leaf]): [string, string] => [path, said(path, leaf)]);

    test('has the strings of the English dictionary and no others', () => {
      expect(words.lang).toBe(name);
      expect([...own.keys()]).toEqual([...english.keys()]);
      for (const [path, leaf] of english) expect(typeof own.get(path), path).toBe(typeof leaf);
    });

    test('has every value at its place', () => {
      // What the engine says of some failures is left out where the sentence says it all.
      for (const [path, text] of sentences) {
        const wanted = places(said(path, english.get(path)!));
        if (path.startsWith('figure.failures.')) expect(['', ...wanted], path).toEqual(expect.arrayContaining(places(text)));
        else expect(places(text), path).toEqual(wanted);
      }
    });

    test('has the explorer’s numbers, years and citations, each in its place', () => {
      const pages = { 'zh-Hans': pageZhHans, 'zh-Hant': pageZhHant }[name as keyof typeof chinese];
      for (const [key, text] of Object.entries(page)) expect(numbers(pages[key as keyof typeof page]), key).toEqual(numbers(text));
      for (const [path, leaf] of leaves(storyEn)) expect(numbers(said(path, own.get(`story.${path}`)!)), path).toEqual(numbers(said(path, leaf)));
      const cited = (text: object) => [...new Set(JSON.stringify(text).match(/\b(?:1[89]|20)\d\d\b/g))].sort();
      expect(cited(pages)).toEqual(cited(page));
      // What the text says of a button or a measure is what stands on it.
      const quoted = (key: keyof typeof page) => [...pages[key].matchAll(/“(.+?)”|「(.+?)」/g)].map(([, hans, hant]) => hans ?? hant);
      const { figure, sentences, walkthrough } = words;
      expect(quoted('bottleneck2')).toEqual([figure.start]);
      expect(quoted('measured1')).toEqual([figure.heldOut, figure.hit, figure.late]);
      expect(quoted('embed2')).toEqual([figure.copyElement, figure.copyFrame]);
      expect(quoted('translation5')).toEqual([`${sentences.beside}：${sentences.ibm}`]);
      expect(quoted('hand3')).toEqual([walkthrough.carry]);
      expect(quoted('scores3')).toEqual([walkthrough.names]);
      expect(quoted('read2')[0]).toBe(words.grid.end);
    });

    test('is Chinese: no two Latin words in a row, no half-width punctuation beside a Chinese character', () => {
      for (const [path, text] of sentences) {
        if (['lang', 'page.lang', 'playground.lang'].includes(path)) continue;
        expect(text.replace(/`[^`]*`/g, ''), path).not.toMatch(/[a-z]{2,}[\s,.-]+[a-z]{2,}/i); // `code` is in the code's own words
        if (!/^page\.\w+(Energy|Paper)$/.test(path) && /\p{Ll}/u.test(text.replace(/‹[^›]*›/g, ''))) expect(text, path).toMatch(/\p{Script=Han}/u); // SVG, and what only puts marks around a value, has no words; nor have formulas and authors
        expect(text, path).not.toMatch(/\p{Script=Han}[,.:;!?()]|[,.:;!?()]\p{Script=Han}/u);
        expect(text, path).not.toMatch(/！|!/);
      }
    });

    test('has a space between Chinese and Latin letters or digits', () => {
      for (const [path, text] of sentences) expect(text, path).not.toMatch(/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u);
    });

    test('keeps to its script', () => {
      for (const [path, text] of sentences) {
        const strange = [...text].filter((character) => /\p{Script=Han}/u.test(character) && !repertoire[name as keyof typeof repertoire].has(character));
        expect(strange, path).toEqual([]);
      }
      const all = sentences.map(([, text]) => text).join('');
      expect(all).not.toMatch(name === 'zh-Hans' ? /[「」『』]/ : /[“”‘’]/);
      // Words of the other side.
      expect(all).not.toMatch(name === 'zh-Hans' ? /设定|载入|执行绪|记忆体|网路|萤幕|字元|资讯/ : /設置|加載|線程|內存|網絡|屏幕|字符|數據|信息|默認|重置/);
    });

    test('names everything that cannot be seen', () => {
      const plain = (code: number) => words.figure.errors.invisibleName(code);
      for (const code of [0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2800, 0x3164, 0xfe0e, 0xfe0f]) expect(plain(code)).not.toContain('U+');
      expect(plain(7)).toContain('U+0007');
    });
  });
}

/** The characters of GB 2312 and of Big5, as the two scripts' own encodings have them. */
const repertoire = {
  'zh-Hans': decoded('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]),
  'zh-Hant': decoded('big5', [0xa4, 0xf9], [[0x40, 0x7e], [0xa1, 0xfe]]),
};

function decoded(encoding: string, [first, last]: [number, number], seconds: [number, number][]): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let lead = first; lead <= last; lead++) {
    for (const [from, to] of seconds) {
      for (let trail = from; trail <= to; trail++) found.add(decoder.decode(Uint8Array.of(lead, trail)));
    }
  }
  return found;
}

describe('English', () => {
  test('says one of one and many of many', () => {
    const { grid, figure: trainer } = en;
    expect([grid.more('1', 1), grid.more('5', 5)]).toEqual(['1 more row is not drawn', '5 more rows are not drawn']);
    expect([trainer.said.paused('1', 1), trainer.said.paused('0', 0)]).toEqual(['Paused at 1 update.', 'Paused at 0 updates.']);
    expect([trainer.digits('1', 1), trainer.digits('1–12', 12)]).toEqual(['1 digit', '1–12 digits']);
    expect([trainer.threads('1', 1), trainer.threads('4', 4)]).toEqual(['on one thread', 'on 4 threads']);
  });

  test('shows what the engine says of a setting', () => {
    expect(en.figure.failures['bad-config']('`hidden` must be smaller.')).toBe('`hidden` must be smaller.');
    expect(zhHans.figure.failures['bad-config']('`hidden` must be smaller.')).toContain('`hidden` must be smaller.');
  });
});

describe('the dictionary for a tag', () => {
  test('is English until the other has been fetched', async () => {
    expect(dictionary('zh-TW')).toBe(en);
    await Promise.all([fetchDictionary('zh-TW'), fetchDictionary('zh-Hant'), fetchDictionary('en')]);
    expect(dictionary('zh-TW')).toBe(zhHant);
    expect(dictionary('zh-CN')).toBe(en);
  });

  describe('once all are there', () => {
    beforeAll(() => Promise.all([fetchDictionary('zh-Hans'), fetchDictionary('zh-Hant')]));

    test.each(['zh', 'zh-CN', 'zh-SG', 'zh-cn', 'ZH-Hans', 'zh-Hans-CN', 'zh-Hans-HK', 'zh-Hans-TW', 'zh-u-co-stroke', 'zh-x-tw'])('%s is simplified', (tag) => {
      expect(dictionary(tag)).toBe(zhHans);
    });
    test.each(['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zh-hant-cn', 'zh-Hant-HK', 'zh-TW-u-co-stroke'])('%s is traditional', (tag) => {
      expect(dictionary(tag)).toBe(zhHant);
    });
    test.each(['en', 'en-GB', 'de', 'ja', 'zha', '', 'x-zh', null, undefined])('%s is English', (tag) => {
      expect(dictionary(tag)).toBe(en);
    });
  });
});

test('an author’s strings stand in place of those that they name, and of no others', () => {
  const words = replaced(en.figure, { start: 'Go', said: { reset: 'Back.' }, pause: undefined });
  expect(words.start).toBe('Go');
  expect(words.said).toEqual({ ...en.figure.said, reset: 'Back.' });
  expect({ ...words, start: en.figure.start, said: en.figure.said }).toEqual(en.figure);
  expect(en.figure.start).toBe('Start');
});

test('numbers are rounded and grouped as they are printed', () => {
  expect([number(-12345.6, 2), number(9999.5), number(1e6), number(-0.004, 2), number(-0, 1), number(Infinity)]).toEqual(
    ['\u221212\u202f345.60', '10\u202f000', '1\u202f000\u202f000', '0.00', '0.0', '–']);
  expect([percent(1), percent(0.98449, 2), percent(NaN)]).toEqual(['100.0\u202f%', '98.45\u202f%', '–']);
});
