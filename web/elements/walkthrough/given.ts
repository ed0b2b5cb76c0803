// What a step by hand is given: a query, annotations, a score and its parameters, read from a figure's attributes, written back
// to them, and changed by the reader. Rows of numbers are written as `1 0; 0 1`. No DOM here.
import type { HandInput } from '../../engine/types.ts';

export type Score = NonNullable<HandInput['score']>;
export const scores: readonly Score[] = ['dot', 'scaled-dot', 'general', 'additive', 'concat'];
export type ParameterName = 'W_a' | 'U_a' | 'v_a';

/** The attributes, as they were written; null where there is none. */
export interface Written {
  handQuery: string | null;
  handAnnotations: string | null;
  handWords: string | null;
  handScore: string | null;
  handWa: string | null;
  handUa: string | null;
  handVa: string | null;
}

export interface Given {
  score: Score;
  query: number[];
  annotations: number[][];
  words: string[];
  /** Those that the score has, in the order in which they are shown. */
  parameters: { name: ParameterName; rows: number[][] }[];
  /** Attributes that could not be read. */
  refused: string[];
}

export const mostDimensions = 8;
export const mostAnnotations = 12;
const largest = 1e6;
/** For which d products of random vectors are measured, over how many queries, and against how many keys unless told. */
export const products = { dimensions: [1, 2, 4, 8, 16, 32, 64, 128, 256], count: 1000, keys: 10 };

/** The example that a walkthrough opens with: writing “apples” for 我爱吃苹果, by dot products of two numbers. */
export const example: { readonly query: readonly number[]; readonly annotations: readonly (readonly number[])[]; readonly words: string[] } = { query: [2, 1], annotations: [[1, 0], [0, 1], [1, 1], [2, 1]], words: ['我', '爱', '吃', '苹果'] };

/** A figure as a reader types it: with either minus sign, full-width digits, a point or a comma; null where it is none. */
export function readNumber(text: string): number | null {
  const plain = text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).trim().replace(/[\u2212\u2010-\u2015]/g, '-').replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Math.abs(value) <= largest ? value : null;
}

/** `1 0; 0 1` as rows; null where a number is none, or rows differ in length. */
export function readRows(text: string): number[][] | null {
  const rows = text.split(';').map((row) => row.trim()).filter((row) => row !== '').map((row) => row.split(/[\s,]+/).map((each) => readNumber(each)));
  const whole = rows.every((row) => row.length === rows[0]!.length && row.every((x) => x !== null));
  return rows.length > 0 && whole ? (rows as number[][]) : null;
}

export const writeRows = (rows: readonly (readonly number[])[]): string => rows.map((row) => row.join(' ')).join('; ');

/** Rows in another shape: what was there stays, what is new is `made`. */
export function shaped(rows: readonly (readonly number[])[], height: number, width: number, made: (i: number, j: number) => number): number[][] {
  return Array.from({ length: height }, (_, i) => Array.from({ length: width }, (_, j) => rows[i]?.[j] ?? made(i, j)));
}

const same = (i: number, j: number): number => (i === j ? 1 : 0);

/** What the attributes say; what they do not say, or say wrongly, is the example's, and parameters begin as matrices that change nothing. */
export function read(written: Written): Given {
  const refused: string[] = [];
  const rows = (name: keyof Written, attribute: string, accept: (rows: number[][]) => boolean): number[][] | null => {
    const text = written[name];
    if (text === null) return null;
    const found = readRows(text);
    if (found && accept(found)) return found;
    refused.push(attribute);
    return null;
  };
  const small = (found: number[][]) => found[0]!.length <= mostDimensions;
  const score = scores.find((name) => name === written.handScore) ?? 'dot';
  if (written.handScore !== null && score !== written.handScore) refused.push('hand-score');
  let query = rows('handQuery', 'hand-query', (found) => found.length === 1 && small(found))?.[0] ?? null;
  let annotations = rows('handAnnotations', 'hand-annotations', (found) => found.length <= mostAnnotations && small(found));
  const products = score === 'dot' || score === 'scaled-dot';
  if (query && annotations && products && query.length !== annotations[0]!.length) {
    refused.push('hand-annotations');
    annotations = null;
  }
  annotations ??= shaped(example.annotations, 4, products && query ? query.length : 2, () => 0);
  query ??= shaped([example.query], 1, products ? annotations[0]!.length : 2, () => 0)[0]!;
  const [H, C] = [query.length, annotations[0]!.length];
  const parameter = (name: ParameterName, property: keyof Written, attribute: string, height: number | null, width: number, made: (i: number, j: number) => number) => {
    const found = rows(property, attribute, (given) => given[0]!.length === width && (height === null ? given.length <= mostDimensions : given.length === height));
    return { name, rows: found ?? shaped([], height ?? 2, width, made) };
  };
  const parameters: Given['parameters'] = [];
  if (score === 'general') parameters.push(parameter('W_a', 'handWa', 'hand-w-a', H, C, same));
  if (score === 'additive' || score === 'concat') {
    const width = score === 'concat' ? H + C : H;
    const made = score === 'concat' ? (i: number, j: number) => (j === i || j === H + i ? 1 : 0) : same;
    const first = parameter('W_a', 'handWa', 'hand-w-a', null, width, made);
    const A = first.rows.length;
    parameters.push(first);
    if (score === 'additive') parameters.push(parameter('U_a', 'handUa', 'hand-u-a', A, C, same));
    parameters.push(parameter('v_a', 'handVa', 'hand-v-a', 1, A, () => 1));
  }
  const words = written.handWords !== null ? written.handWords.trim().split(/\s+/)
    : written.handAnnotations === null ? example.words : [];
  return { score, query, annotations, words, parameters, refused };
}

/** As the engine takes it. */
export function asInput({ score, query, annotations, parameters }: Given): HandInput {
  const made = Object.fromEntries(parameters.map(({ name, rows }) => [name, name === 'v_a' ? rows[0] : rows]));
  return { score, query, annotations, ...made };
}

/** Attributes for what is given; null for what the example or the score says anyway. */
export function write({ score, query, annotations, words, parameters }: Omit<Given, 'refused'>): Written {
  const of = (name: ParameterName): string | null => {
    const found = parameters.find((each) => each.name === name);
    return found ? writeRows(found.rows) : null;
  };
  const plain = writeRows(annotations) === writeRows(example.annotations);
  return {
    handQuery: query.join(' ') === example.query.join(' ') ? null : query.join(' '),
    handAnnotations: plain ? null : writeRows(annotations),
    handWords: plain && words.join(' ') === example.words.join(' ') ? null : words.join(' ') || null,
    handScore: score === 'dot' ? null : score,
    handWa: of('W_a'),
    handUa: of('U_a'),
    handVa: of('v_a'),
  };
}

/** The same with so many numbers in the query and in each annotation. */
export function withDimensions(given: Given, size: number): Given {
  const [H, C] = [given.query.length, given.annotations[0]!.length];
  return {
    ...given,
    query: shaped([given.query], 1, size, () => 0)[0]!,
    annotations: shaped(given.annotations, given.annotations.length, size, () => 0),
    parameters: given.parameters.map(({ name, rows }) => {
      if (name === 'v_a') return { name, rows };
      if (given.score === 'general') return { name, rows: shaped(rows, size, size, same) };
      if (given.score !== 'concat') return { name, rows: shaped(rows, rows.length, size, same) };
      // Its columns are the query's, then the annotation's.
      const [left, right] = [rows.map((row) => row.slice(0, H)), rows.map((row) => row.slice(H, H + C))];
      const [a, b] = [shaped(left, rows.length, size, same), shaped(right, rows.length, size, same)];
      return { name, rows: a.map((row, i) => [...row, ...b[i]!]) };
    }),
  };
}
