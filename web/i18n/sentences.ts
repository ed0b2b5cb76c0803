// The dictionaries of what a figure shows of sentences.
import { part } from './part.ts';
import { sentencesEn, type Strings } from './sentences.en.ts';

export type { Strings } from './sentences.en.ts';

export const sentenceStrings = part<Strings>(sentencesEn, {
  'zh-Hans': () => import('./sentences.zh-Hans.ts').then(({ sentencesZhHans }) => sentencesZhHans),
  'zh-Hant': () => import('./sentences.zh-Hant.ts').then(({ sentencesZhHant }) => sentencesZhHant),
});
