// The dictionaries of the playground.
import { explorerEn, type ExplorerStrings } from './explorer.en.ts';
import { part } from './part.ts';

export type { ExplorerStrings } from './explorer.en.ts';

const files: Record<string, () => Promise<ExplorerStrings>> = {
  'zh-Hans': () => import('./explorer.zh-Hans.ts').then(({ explorerZhHans }) => explorerZhHans),
  'zh-Hant': () => import('./explorer.zh-Hant.ts').then(({ explorerZhHant }) => explorerZhHant),
};

export const explorerStrings = part<ExplorerStrings>(explorerEn, files);

/** Resolves once the strings of a language are there, or known not to come. */
export const explorerArrived = (language: string): Promise<unknown> => Promise.resolve(files[language]?.()).catch(() => {});
