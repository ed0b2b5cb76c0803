// What callers pass in, checked before it crosses into the worker, so that every refusal names the argument and its value.
// Configurations cross as JSON, where NaN and Infinity stay what they are: the core names them in its refusal.
import { LookbackError } from './errors.ts';
import type { ErrorCode, Pair, TranslateOptions } from './types.ts';

/** Most tokens of a source or target. */
export const longest = 60;
/** Highest seed: the largest whole number that a JavaScript number holds exactly. */
export const highestSeed = Number.MAX_SAFE_INTEGER;

/** Text with its halves of characters (lone surrogates) and its NULs written out, which would not cross into the core whole. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cs}\0]/gu, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A value as a sentence shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${visible(value.length > 40 ? `${value.slice(0, 40)}…` : value)}'`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** A whole number of low … high, or a LookbackError with this code. */
export function whole(name: string, value: unknown, low: number, high: number, code: ErrorCode): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  const range = high === Infinity ? `of at least ${low}` : `from ${low} to ${high}`;
  throw new LookbackError(code, `\`${name}\` must be a whole number ${range}, not ${shown(value)}.`);
}

/** An object as { name: value } makes one; undefined is an empty one. */
export function plain<T extends object>(what: string, value: T | undefined, code: ErrorCode): Partial<T> {
  if (value === undefined) return {};
  const parent: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  // Of whatever realm: the prototype of its prototype is null.
  if (parent === null || (parent !== undefined && Object.getPrototypeOf(parent) === null)) return value;
  throw new LookbackError(code, `${what} must be a plain object, not ${parent === undefined || Array.isArray(value) ? shown(value) : 'one of a class'}.`);
}

/** Options of a method, by these names and no others; what they hold, the method checks. */
export function options<T extends object>(method: string, value: T | undefined, code: ErrorCode, ...names: (keyof T & string)[]): Partial<T> {
  const given = plain(`The options of \`${method}\``, value, code);
  for (const [name, entry] of Object.entries(given)) {
    if (entry === undefined || names.includes(name as never)) continue;
    throw new LookbackError(code, `\`${method}\` has no option ${shown(name)}; it has ${names.join(', ')}.`);
  }
  return given;
}

/** True or false, and nothing that stands for them. */
export function flag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new LookbackError('bad-input', `\`${name}\` must be true or false, not ${shown(value)}.`);
}

/** Whether bytes were handed on to another thread, so that there is nothing left to read here. */
export function detached(bytes: ArrayBuffer | Uint8Array): boolean {
  try {
    new Uint8Array('buffer' in bytes ? bytes.buffer : bytes);
    return false;
  } catch {
    return true;
  }
}

/** Refuses a list with something else than strings in it, holes and empty ones included. */
function checkTokens(name: string, kinds: string, value: unknown): asserts value is string[] {
  const odd = Array.isArray(value) ? value.findIndex((token) => typeof token !== 'string' || token === '') : undefined;
  if (odd === -1) return;
  const found = odd === undefined ? shown(value) : `a list with ${shown((value as unknown[])[odd])} in it`;
  throw new LookbackError('bad-input', `The ${name} must be ${kinds} (strings), not ${found}.`);
}

/** Tokens or text, as they are; refuses anything else. */
export function tokensOrText(name: string, value: unknown): string[] | string {
  if (typeof value === 'string') return value;
  checkTokens(name, 'a text or a list of tokens', value);
  return value;
}

/** Refuses a sequence that is empty or too long. */
export function checkLength(name: string, tokens: readonly string[]): void {
  if (tokens.length === 0) throw new LookbackError('bad-input', `The ${name} is empty: give it at least one token.`);
  if (tokens.length > longest) {
    throw new LookbackError('bad-input', `The ${name} has ${tokens.length} tokens; it may have at most ${longest}.`);
  }
}

const entries = ['source', 'target', 'gold', 'sure', 'possible', 'attribution'];

/** Pairs as the core takes them. */
export function checkedPairs(value: unknown): Pair[] {
  if (!Array.isArray(value)) throw new LookbackError('bad-input', `Pairs must be a list of { source, target }, not ${shown(value)}.`);
  const pairs: Pair[] = [];
  for (const pair of value as (Partial<Pair> | null | undefined)[]) { // map() would skip holes
    const k = pairs.length;
    for (const [name, entry] of typeof pair === 'object' && !Array.isArray(pair) ? Object.entries(pair ?? {}) : []) {
      if (entry === undefined || entries.includes(name)) continue;
      throw new LookbackError('bad-input', `Pair ${k + 1} has an entry ${shown(name)}; a pair has ${entries.join(', ')}.`);
    }
    const attribution: unknown = pair?.attribution;
    if (attribution !== undefined && typeof attribution !== 'string') {
      throw new LookbackError('bad-input', `The attribution of pair ${k + 1} must be a text, not ${shown(attribution)}.`);
    }
    const side = (name: 'source' | 'target'): string[] => {
      const tokens: unknown = pair?.[name];
      checkTokens(`${name} of pair ${k + 1}`, 'a list of tokens', tokens);
      checkLength(`${name} of pair ${k + 1}`, tokens);
      return tokens.map(visible);
    };
    const source = side('source');
    const target = side('target');
    const gold = pair?.gold;
    if (gold !== undefined && (!Array.isArray(gold) || gold.length !== target.length)) {
      throw new LookbackError('bad-input', `The gold positions of pair ${k + 1} must be a list, one position a target token.`);
    }
    for (const position of gold ?? []) whole(`gold of pair ${k + 1}`, position, -1, source.length - 1, 'bad-input');
    const links = (name: 'sure' | 'possible'): number[][] | undefined => {
      const rows: unknown = pair?.[name];
      if (rows === undefined) return undefined;
      if (!Array.isArray(rows) || rows.length !== target.length || !rows.every(Array.isArray)) {
        throw new LookbackError('bad-input', `The ${name} links of pair ${k + 1} must be a list, one list of source positions a target token.`);
      }
      return rows.map((row: unknown[]) => [...new Set(row.map((position) => whole(`${name} of pair ${k + 1}`, position, 0, source.length - 1, 'bad-input')))]);
    };
    const sure = links('sure');
    const possible = links('possible')?.map((row, i) => row.filter((position) => !sure?.[i]?.includes(position)));
    if (possible && !sure) throw new LookbackError('bad-input', `Pair ${k + 1} has possible links and no sure ones: give \`sure\` too, with empty lists where there is none.`);
    if (gold && (sure || possible)) {
      throw new LookbackError('bad-input', `Pair ${k + 1} has gold positions and links: give \`gold\`, or \`sure\` and \`possible\`.`);
    }
    pairs.push({ source, target, ...(gold && { gold }), ...(sure && { sure }), ...(possible && { possible }) });
  }
  return pairs;
}

/** A number of low … high, or a LookbackError 'bad-input'. */
function real(name: string, value: unknown, low: number, high: number): number {
  if (typeof value === 'number' && value >= low && value <= high) return value;
  throw new LookbackError('bad-input', `\`${name}\` must be a number from ${low} to ${high}, not ${shown(value)}.`);
}

/** A recorded moment's step. */
export const moment = (at: unknown): number => whole('at', at, 0, Number.MAX_SAFE_INTEGER, 'bad-input');

/** Options of translate() as the host takes them; that forced weights fit the source, the core checks. */
export function checkedTranslate(given: TranslateOptions | undefined): TranslateOptions {
  const { beam = 1, nBest, lengthNormalization = 1, tree = false, force = [], at } =
    options('translate()', given, 'bad-input', 'beam', 'nBest', 'lengthNormalization', 'tree', 'force', 'at');
  whole('beam', beam, 1, 32, 'bad-input');
  if (nBest !== undefined && whole('nBest', nBest, 1, 32, 'bad-input') > beam) {
    throw new LookbackError('bad-input', `\`nBest\` (${nBest}) must not be above \`beam\` (${beam}): raise \`beam\`.`);
  }
  flag('tree', tree);
  real('lengthNormalization', lengthNormalization, 0, 2);
  if (at !== undefined) moment(at);
  return { beam, ...(nBest !== undefined && { nBest }), lengthNormalization, tree, force: checkedForce(force), ...(at !== undefined && { at }) };
}

/** Forced weights, whose fit to a source the core checks. */
export function checkedForce(force: NonNullable<TranslateOptions['force']>): NonNullable<TranslateOptions['force']> {
  if (!Array.isArray(force)) throw new LookbackError('bad-input', `\`force\` must be a list of { step, weights }, not ${shown(force)}.`);
  for (const entry of force) {
    const { step, weights } = Object(entry) as Partial<typeof entry>;
    whole('step', step, 0, 10000, 'bad-input');
    if (!Array.isArray(weights)) throw new LookbackError('bad-input', `The \`weights\` of a forced step must be a list of numbers, not ${shown(weights)}.`);
    for (const weight of weights) real('weights', weight, 0, Number.MAX_VALUE);
    if (weights.reduce((sum, weight) => sum + weight, 0) === Infinity) {
      throw new LookbackError('bad-input', 'The `weights` of a forced step add up to more than a number can hold: give smaller ones; they are scaled to a sum of one.');
    }
  }
  return force;
}

const longestList = 1000; // more than the core takes of anything

/** JSON in which numbers that are not finite stay visible, and holes too. */
export function json(value: unknown, depth = 0): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return JSON.stringify(visible(value));
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || depth > 3) return JSON.stringify(shown(value));
  if (Array.isArray(value)) return `[${Array.from({ length: Math.min(value.length, longestList) }, (_, i) => json(value[i], depth + 1)).join()}]`;
  const members = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${members.map(([name, entry]) => `${json(name)}:${json(entry, depth + 1)}`).join()}}`;
}
