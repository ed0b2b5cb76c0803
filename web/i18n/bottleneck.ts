// The dictionaries of the bottleneck lab.
import { bottleneckEn, type Strings } from './bottleneck.en.ts';
import { part } from './part.ts';

export type { Strings } from './bottleneck.en.ts';

export const bottleneckStrings = part<Strings>(bottleneckEn, {
  'zh-Hans': () => import('./bottleneck.zh-Hans.ts').then(({ bottleneckZhHans }) => bottleneckZhHans),
  'zh-Hant': () => import('./bottleneck.zh-Hant.ts').then(({ bottleneckZhHant }) => bottleneckZhHant),
});
