// What a dataset may come to, and the corpora by name: what a page has to know of datasets before any is read.
import { shown } from './checks.ts';
import { LookbackError } from './errors.ts';
import type { DatasetLimits } from './types.ts';

/** What a file of pairs may come to. `memory` is that of one thread; with more threads in a browser it is 192 MB: `dataset.limits` has the engine's own. */
export const datasetLimits: Readonly<DatasetLimits> = Object.freeze({ bytes: 16 << 20, pairs: 100_000, tokens: 60, vocabulary: 20_000, memory: 2 ** 30 });

/** The refusal of a file of so many bytes. */
export const tooLarge = (bytes: number): LookbackError =>
  new LookbackError('bad-data', `The file has ${bytes} bytes, and it may have ${datasetLimits.bytes}: give a part of it.`);

/** The corpora that come with the package, as tasks by name: their files in web/data, their languages. */
export const corpora = {
  'tatoeba-en-fr': { source: 'en', target: 'fr' },
  'tatoeba-en-zh': { source: 'en', target: 'zh-Hans' },
} as const;
export type CorpusName = keyof typeof corpora;

/** A language tag as a vocabulary may have one. */
export function languageTag(name: string, value: unknown): string {
  if (value === undefined) return 'und';
  if (typeof value === 'string' && value.length <= 35 && /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(value)) return value;
  throw new LookbackError('bad-data', `\`${name}\` must be the tag of a language, such as 'fr' or 'zh-Hans', not ${shown(value)}.`);
}
