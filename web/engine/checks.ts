// What callers pass in, checked before it crosses into the worker, so that every refusal names the argument and its value.
// Configurations cross as JSON, where NaN and Infinity stay what they are: the core names them in its refusal.
import { LookbackError } from './errors.ts';
import type { ErrorCode, Pair, TranslateOptions } from './types.ts';

/** Most tokens of a source or target. */
export const longest = 60;
/** Highest seed: the largest whole number that a JavaScript number holds exactly. */
export const highestSeed = Number.MAX_SAFE_INTEGER;

/** A value as a sentence shows it. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
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

/** Tokens or text, as they are; refuses anything else. */
export function tokensOrText(name: string, value: unknown): string[] | string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((token) => typeof token === 'string')) return value as string[];
  throw new LookbackError('bad-input', `The ${name} must be a text or a list of tokens (strings), not ${shown(value)}.`);
}

/** Refuses a sequence that is empty or too long. */
export function checkLength(name: string, tokens: readonly string[]): void {
  if (tokens.length === 0) throw new LookbackError('bad-input', `The ${name} is empty: give it at least one token.`);
  if (tokens.length > longest) {
    throw new LookbackError('bad-input', `The ${name} has ${tokens.length} tokens; it may have at most ${longest}.`);
  }
}

/** Pairs as the core takes them. */
export function checkedPairs(value: unknown): Pair[] {
  if (!Array.isArray(value)) throw new LookbackError('bad-input', `Pairs must be a list of { source, target }, not ${shown(value)}.`);
  return value.map((pair: Partial<Pair> | null | undefined, k) => {
    const side = (name: 'source' | 'target'): string[] => {
      const tokens = pair?.[name];
      if (!Array.isArray(tokens) || !tokens.every((token) => typeof token === 'string')) {
        throw new LookbackError('bad-input', `The ${name} of pair ${k + 1} must be a list of tokens (strings), not ${shown(tokens)}.`);
      }
      checkLength(`${name} of pair ${k + 1}`, tokens);
      return tokens;
    };
    const source = side('source');
    const target = side('target');
    const gold = pair?.gold;
    if (gold === undefined) return { source, target };
    if (!Array.isArray(gold) || gold.length > target.length) {
      throw new LookbackError('bad-input', `The gold positions of pair ${k + 1} must be a list, one position a target token.`);
    }
    gold.forEach((position) => whole(`gold of pair ${k + 1}`, position, -1, source.length - 1, 'bad-input'));
    return { source, target, gold };
  });
}

/** A number of low … high, or a LookbackError 'bad-input'. */
function real(name: string, value: unknown, low: number, high: number): number {
  if (typeof value === 'number' && value >= low && value <= high) return value;
  throw new LookbackError('bad-input', `\`${name}\` must be a number from ${low} to ${high}, not ${shown(value)}.`);
}

/** Options of translate() as the host takes them; that forced weights fit the source, the core checks. */
export function checkedTranslate(options: TranslateOptions): TranslateOptions {
  const { beam = 1, nBest, lengthNormalization = 1, tree = false, force = [], at } = options ?? {};
  whole('beam', beam, 1, 32, 'bad-input');
  if (nBest !== undefined) whole('nBest', nBest, 1, beam, 'bad-input');
  real('lengthNormalization', lengthNormalization, 0, 2);
  if (at !== undefined) whole('at', at, 0, Infinity, 'bad-input');
  if (!Array.isArray(force)) throw new LookbackError('bad-input', `\`force\` must be a list of { step, weights }, not ${shown(force)}.`);
  for (const { step, weights } of force.map((entry) => Object(entry) as Partial<NonNullable<TranslateOptions['force']>[number]>)) {
    whole('step', step, 0, 10000, 'bad-input');
    if (!Array.isArray(weights)) throw new LookbackError('bad-input', `The \`weights\` of a forced step must be a list of numbers, not ${shown(weights)}.`);
    weights.forEach((weight) => real('weights', weight, 0, Number.MAX_VALUE));
  }
  return { beam, ...(nBest !== undefined && { nBest }), lengthNormalization, tree: tree === true, force, ...(at !== undefined && { at }) };
}

/** JSON in which numbers that are not finite stay visible. */
export function json(value: unknown, depth = 0): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || depth > 3) return JSON.stringify(shown(value));
  if (Array.isArray(value)) return `[${value.map((entry) => json(entry, depth + 1)).join()}]`;
  const members = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${members.map(([name, entry]) => `${JSON.stringify(name)}:${json(entry, depth + 1)}`).join()}}`;
}
