// The dictionaries of the walkthrough.
import { part } from './part.ts';
import { walkthroughEn, type WalkthroughStrings } from './walkthrough.en.ts';

export type { WalkthroughStrings } from './walkthrough.en.ts';

export const walkthroughStrings = part<WalkthroughStrings>(walkthroughEn, {
  'zh-Hans': () => import('./walkthrough.zh-Hans.ts').then(({ walkthroughZhHans }) => walkthroughZhHans),
  'zh-Hant': () => import('./walkthrough.zh-Hant.ts').then(({ walkthroughZhHant }) => walkthroughZhHant),
});
