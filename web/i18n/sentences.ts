// The dictionaries of what a figure shows of sentences: the English one is here with the code that needs it, the others are fetched
// when a figure first speaks their language.
import { sentencesEn, type Strings } from './sentences.en.ts';

export type { Strings } from './sentences.en.ts';

const files: Record<string, () => Promise<Strings>> = {
  'zh-Hans': () => import('./sentences.zh-Hans.ts').then(({ sentencesZhHans }) => sentencesZhHans),
  'zh-Hant': () => import('./sentences.zh-Hant.ts').then(({ sentencesZhHant }) => sentencesZhHant),
};
const fetched = new Map<string, Strings>([['en', sentencesEn]]);
const waiting = new Map<string, Set<() => void>>();

/** The strings in a dictionary's language; English until they are there, and then `arrived`, always the same function, is called. */
export function sentenceStrings(language: string, arrived: () => void): Strings {
  const there = fetched.get(language);
  const file = files[language];
  if (there || !file) return there ?? sentencesEn;
  const others = waiting.get(language);
  others?.add(arrived);
  if (!others) {
    const all = new Set([arrived]);
    waiting.set(language, all);
    file().then((strings) => {
      fetched.set(language, strings);
      for (const each of all) each();
      all.clear();
    }, () => {}); // where it does not arrive the English goes on
  }
  return sentencesEn;
}
