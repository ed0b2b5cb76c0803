// The dictionaries and which of them a language tag asks for. A dictionary has the shape of the English one, so a missing
// string does not compile. English is part of the elements; the others are files of their own, fetched when an element first
// needs one, and until one is there the English stands.
import { en } from './en.ts';

export type Dictionary = typeof en;
export { number, percent } from './format.ts';

type Language = 'zh-Hans' | 'zh-Hant';

const files: Record<Language, () => Promise<Dictionary>> = {
  'zh-Hans': () => import('./zh-Hans.ts').then(({ zhHans }) => zhHans),
  'zh-Hant': () => import('./zh-Hant.ts').then(({ zhHant }) => zhHant),
};
const fetched = new Map<Language, Dictionary>();
const coming = new Map<Language, Promise<void>>();

/** The dictionary's name for a BCP 47 tag: what it says of script, else of region, decides between the two Chinese ones. */
export function dictionaryLanguage(tag: string | null | undefined): Language | 'en' {
  const parts = (tag ?? '').toLowerCase().split('-');
  if (parts[0] !== 'zh') return 'en';
  const extensions = parts.findIndex((part) => part.length === 1); // of a tag such as zh-u-co-pinyin
  const named = (...names: string[]) => parts.slice(0, extensions < 0 ? parts.length : extensions).some((part) => names.includes(part));
  if (named('hans')) return 'zh-Hans';
  return named('hant', 'tw', 'hk', 'mo') ? 'zh-Hant' : 'zh-Hans';
}

/** The dictionary for a BCP 47 tag such as `zh-TW`: English where there is no other, or it has not been fetched. */
export function dictionary(tag: string | null | undefined): Dictionary {
  const language = dictionaryLanguage(tag);
  return (language !== 'en' && fetched.get(language)) || en;
}

/**
 * Fetches the dictionary for a tag, once; afterwards `dictionary` gives it. It never rejects: where the file does not arrive the
 * English goes on, and the next to ask tries again.
 */
export function fetchDictionary(tag: string | null | undefined): Promise<void> {
  const language = dictionaryLanguage(tag);
  if (language === 'en') return Promise.resolve();
  const promise = coming.get(language) ?? files[language]().then(
    (words) => { fetched.set(language, words); },
    () => { coming.delete(language); },
  );
  coming.set(language, promise);
  return promise;
}

/** What an author may replace: any of the strings, and the language they are in where that is another. */
export type Replacements<Words> = Some<Words> & { lang?: string };
type Some<Words> = { [Key in keyof Words]?: Words[Key] extends string | ((...values: never[]) => string) ? Words[Key] : Some<Words[Key]> };

/** The dictionary's words with the author's in place of those that they name. */
export function replaced<Words extends object>(words: Words, own: Some<Words> | null | undefined): Words {
  const mixed = { ...words };
  for (const [key, value] of Object.entries(own ?? {}) as [keyof Words, Words[keyof Words] | undefined][]) {
    const old = words[key];
    if (value === undefined || typeof value !== typeof old) continue; // a sentence with values in it is a function, and stays one
    mixed[key] = typeof old === 'object' && old !== null && typeof value === 'object' && value !== null ? replaced(old, value) : value;
  }
  return mixed;
}

/** The language an element speaks: its own `lang` or the nearest one above it, through shadow roots, up to the page's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at; ) {
    const own = at.closest('[lang]');
    if (own) return own.getAttribute('lang') ?? '';
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return '';
}
