// The dictionaries of what an alignment can be asked.
import { alignmentEn, type AlignmentStrings } from './alignment.en.ts';
import { part } from './part.ts';

export type { AlignmentStrings } from './alignment.en.ts';

export const alignmentStrings = part<AlignmentStrings>(alignmentEn, {
  'zh-Hans': () => import('./alignment.zh-Hans.ts').then(({ alignmentZhHans }) => alignmentZhHans),
  'zh-Hant': () => import('./alignment.zh-Hant.ts').then(({ alignmentZhHant }) => alignmentZhHant),
});
