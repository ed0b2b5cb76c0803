// What a reader may type, read into values or refused: lengths, seeds and digits. No DOM here.
import type { Alignment } from '../engine/types.ts';

/** The tasks whose tokens are digits; those of all others are words, or the characters of a text. */
export const digitTasks: readonly string[] = ['reverse', 'copy', 'sort'];
export const worded = (task: string): boolean => !digitTasks.includes(task);

export interface Lengths { min: number; max: number }

/** Longest sequence a figure trains on and draws. */
export const lengthLimit = 20;
/** Longest sequence a reader may type. */
export const typedLimit = 30;

/** `text` with full-width digits, as Chinese and Japanese keyboards give them, made plain. */
const plain = (text: string) => text.replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/** `6` or `1-12` (with any dash, or `to`, 到 or 至); null when it is neither or outside 1…`lengthLimit`. */
export function readLengths(text: string): Lengths | null {
  const match = /^\s*(\d{1,4})\s*(?:(?:[-\u2010-\u2015\u2212\uff0d~\uff5e]|to|到|至)\s*(\d{1,4}))?\s*$/i.exec(plain(text));
  if (!match) return null;
  const min = Number(match[1]);
  const max = Number(match[2] ?? match[1]);
  return min >= 1 && min <= max && max <= lengthLimit ? { min, max } : null;
}

/** A whole number from 0 to 2^53 − 1, spaces between its thousands allowed; null otherwise. A comma may mean a decimal. */
export function readSeed(text: string): number | null {
  const typed = plain(text).trim();
  const value = Number(typed.replace(/\s/g, ''));
  return /^(\d+|\d{1,3}(\s\d{3})+)$/.test(typed) && Number.isSafeInteger(value) ? value : null;
}

/** What is wrong with a line that is not digits. */
export type Refusal =
  | { error: 'empty' }
  | { error: 'notDigits'; found: string }
  | { error: 'invisible'; code: number }
  | { error: 'tooLong'; count: number };

export type Digits = { tokens: string[] } | Refusal;

// Code points that leave nothing to see: format and control characters, fillers, selectors, the empty braille cell.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
const shownLimit = 12; // code points of one character that are repeated to the reader; the longest emoji take eleven

/** What a reader sees as one character each: a keycap or a family of emoji is one. */
function characters(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}

/**
 * The digits of a line, spaces and commas between them allowed; full-width digits count as digits. Of what is none, the first
 * character is given as it was typed, or its code point where it cannot be seen.
 */
export function readDigits(text: string): Digits {
  const symbols = characters(plain(text).replace(/[\s,\uff0c\u3001]/g, ''));
  if (symbols.length === 0) return { error: 'empty' };
  const wrong = symbols.find((symbol) => !/^[0-9]$/.test(symbol));
  if (wrong !== undefined) {
    const points = [...wrong];
    const seen = points.filter((point) => !unseen.test(point)).join('');
    if (seen === '' || /^[0-9]$/.test(seen)) return { error: 'invisible', code: points.find((point) => unseen.test(point))!.codePointAt(0)! };
    const found = points.slice(0, shownLimit).join('');
    return { error: 'notDigits', found: /^\p{M}/u.test(found) ? `\u25cc${found}` : found }; // a mark alone stands on a dotted circle
  }
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

/** Whether a page gave an alignment that can be drawn: words, words, and a row of weights from 0 to 1 for each. */
export function isAlignment(given: unknown): given is Alignment {
  const { rows, columns, weights } = (given ?? {}) as Partial<Record<keyof Alignment, unknown>>;
  const words = (list: unknown): list is string[] => Array.isArray(list) && list.every((word) => typeof word === 'string');
  return words(rows) && words(columns) && columns.length > 0 && Array.isArray(weights) && weights.length === rows.length
    && weights.every((row) => Array.isArray(row) && row.length === columns.length && row.every((weight) => typeof weight === 'number' && weight >= 0 && weight <= 1.000001));
}
