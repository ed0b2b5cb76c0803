// Picks the dictionary for a language tag. A dictionary has the shape of the English one, so a missing string does not compile.
import { en } from './en.ts';

export type Dictionary = typeof en;
export { number, percent } from './format.ts';

const dictionaries: Record<string, Dictionary> = { en };

/** The dictionary for a BCP 47 tag such as `en-GB`: the longest matching prefix, English where there is none. */
export function dictionary(tag: string | null | undefined): Dictionary {
  const parts = (tag ?? '').toLowerCase().split('-');
  for (; parts.length > 0; parts.pop()) {
    const found = dictionaries[parts.join('-')];
    if (found) return found;
  }
  return en;
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
