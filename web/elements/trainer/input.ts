// What a reader may type, read into values or refused: lengths, seeds and digits. No DOM here.

export interface Lengths { min: number; max: number }

/** Longest sequence a figure trains on and draws. */
export const lengthLimit = 20;
/** Longest sequence a reader may type. */
export const typedLimit = 30;

/** `6` or `1-12` (with any dash, or `to`); null when it is neither or outside 1…`lengthLimit`. */
export function readLengths(text: string): Lengths | null {
  const match = /^\s*(\d{1,4})\s*(?:(?:[-\u2010-\u2015\u2212~]|to)\s*(\d{1,4}))?\s*$/i.exec(text);
  if (!match) return null;
  const min = Number(match[1]);
  const max = Number(match[2] ?? match[1]);
  return min >= 1 && min <= max && max <= lengthLimit ? { min, max } : null;
}

/** A whole number from 0 to 2^53 − 1; null otherwise. */
export function readSeed(text: string): number | null {
  const digits = text.replace(/[\s\u202f,]/g, '');
  const value = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(value) ? value : null;
}

export type Digits =
  | { tokens: string[] }
  | { error: 'empty' }
  | { error: 'notDigits'; found: string }
  | { error: 'tooLong'; count: number };

/** The digits of a line, spaces and commas between them allowed; full-width digits count as digits. */
export function readDigits(text: string): Digits {
  const symbols = [...text.normalize('NFKC').replace(/[\s,]/g, '')];
  if (symbols.length === 0) return { error: 'empty' };
  const found = symbols.find((symbol) => !/^[0-9]$/.test(symbol));
  if (found !== undefined) return { error: 'notDigits', found };
  if (symbols.length > typedLimit) return { error: 'tooLong', count: symbols.length };
  return { tokens: symbols };
}

/** The right answer of a digit task and, for each of its tokens, the source position it comes from. */
export function answer(task: string, source: readonly string[]): { target: string[]; gold: number[] } {
  const gold = source.map((_, j) => j);
  if (task === 'reverse') gold.reverse();
  if (task === 'sort') gold.sort((a, b) => source[a]!.localeCompare(source[b]!) || a - b);
  return { target: gold.map((j) => source[j]!), gold };
}
