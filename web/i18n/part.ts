// A part of the dictionaries that stands apart from the rest: its English is with the code that needs it, the other languages are
// fetched when that code first speaks one of them.

/** The strings in a dictionary's language; English until they are there, and then `arrived`, always the same function, is called. */
export type Part<Strings> = (language: string, arrived: () => void) => Strings;

export function part<Strings>(english: Strings, files: Record<string, () => Promise<Strings>>): Part<Strings> {
  const fetched = new Map<string, Strings>([['en', english]]);
  const waiting = new Map<string, Set<() => void>>();
  return (language, arrived) => {
    const there = fetched.get(language);
    const file = files[language];
    if (there || !file) return there ?? english;
    const others = waiting.get(language);
    others?.add(arrived);
    if (!others) {
      const all = new Set([arrived]);
      waiting.set(language, all);
      file().then((strings) => {
        fetched.set(language, strings);
        for (const each of all) each();
        all.clear();
      }, () => {}); // where it does not arrive the English goes on
    }
    return english;
  };
}
