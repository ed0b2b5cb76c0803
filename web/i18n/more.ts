// The dictionaries of a model's file that is opened.
import { part } from './part.ts';
import { moreEn, type Strings } from './more.en.ts';

export type { Strings } from './more.en.ts';

export const moreStrings = part<Strings>(moreEn, {
  'zh-Hans': () => import('./more.zh-Hans.ts').then(({ moreZhHans }) => moreZhHans),
  'zh-Hant': () => import('./more.zh-Hant.ts').then(({ moreZhHant }) => moreZhHant),
});
