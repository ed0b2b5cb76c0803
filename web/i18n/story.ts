// The dictionaries of the figures that belong to the page alone.
import { part } from './part.ts';
import { storyEn, type Strings } from './story.en.ts';

export type { Strings } from './story.en.ts';

export const storyStrings = part<Strings>(storyEn, {
  'zh-Hans': () => import('./story.zh-Hans.ts').then(({ storyZhHans }) => storyZhHans),
  'zh-Hant': () => import('./story.zh-Hant.ts').then(({ storyZhHant }) => storyZhHant),
});
