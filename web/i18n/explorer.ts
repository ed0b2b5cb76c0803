// The dictionaries of the playground.
import { explorerEn, type ExplorerStrings } from './explorer.en.ts';
import { part } from './part.ts';

export type { ExplorerStrings } from './explorer.en.ts';

export const explorerStrings = part<ExplorerStrings>(explorerEn, {
  'zh-Hans': () => import('./explorer.zh-Hans.ts').then(({ explorerZhHans }) => explorerZhHans),
  'zh-Hant': () => import('./explorer.zh-Hant.ts').then(({ explorerZhHant }) => explorerZhHant),
});
