// One step of attention by hand as a graph of quantities, for every score: energies, exponentials and their sum, weights, weighted
// annotations, context. All values are those of `engine.attention`; here they are only given their symbols and their operands.
import type { HandInput, HandResult } from '../../engine/types.ts';
import {
  arithmetic, equations, sumOfProducts, vector, type Equation, type Notation, type Quantity, type Vector,
} from './quantity.ts';

/** How the symbols are called: as in the papers on translation, or as query, keys and values. */
export type HandNames = 'papers' | 'qkv';

/** The quantities of one step, in the order in which a hand works them out. What a score does not have is left out. */
export interface HandGraph {
  /** s */
  readonly query: Vector;
  /** h_j */
  readonly annotations: readonly Vector[];
  /** Rows of W_a and U_a; v_a. */
  readonly parameters: { readonly W_a?: readonly Vector[]; readonly U_a?: readonly Vector[]; readonly v_a?: Vector };
  /** With names q, k, v: what is called so, copies where the score changes nothing. */
  readonly qkv?: { readonly q: Vector; readonly k: readonly (Vector | undefined)[]; readonly v: readonly Vector[] };
  /** W_a s; of additive and concat. */
  readonly projected?: Vector;
  /** U_a h_j or W_a h_j; of additive, concat and general. */
  readonly keys?: readonly (Vector | undefined)[];
  /** tanh of the two's sum; of additive and concat. */
  readonly hidden?: readonly (Vector | undefined)[];
  /** sᵀ h_j; of the scaled dot product. */
  readonly products?: readonly (Quantity | undefined)[];
  /** The size that it divides by the root of. */
  readonly size?: Quantity;
  /** e_j; undefined for an annotation that is masked, as in the lists above. */
  readonly energies: readonly (Quantity | undefined)[];
  /** The largest energy, where it is subtracted before exp. */
  readonly shift?: Quantity;
  readonly exponentials: readonly (Quantity | undefined)[];
  readonly sum: Quantity;
  /** α_j; 0, and no result of anything, for an annotation that is masked. */
  readonly weights: readonly Quantity[];
  /** α_j h_j */
  readonly weighted: readonly (Vector | undefined)[];
  /** c */
  readonly context: Vector;
}

/** Four words read, and the state that is about to write the fourth: the example that the walkthrough opens with. */
export const example: HandInput = { score: 'dot', query: [2, 1], annotations: [[1, 0], [0, 1], [1, 1], [2, 1]] };

/** The graph of what `engine.attention(input)` returned. `tokens` are the annotations' words, where they have some. */
export function handGraph(
  input: HandInput, result: HandResult, { names = 'papers', tokens }: { names?: HandNames; tokens?: readonly string[] } = {},
): HandGraph {
  const score = input.score ?? 'dot';
  const H = input.query.length;
  const seen = (j: number): boolean => input.mask?.[j] !== false;
  const each = <T>(make: (j: number) => T): (T | undefined)[] => input.annotations.map((_, j) => (seen(j) ? make(j) : undefined));
  const only = <T>(list: readonly (T | undefined)[]): T[] => list.filter((entry) => entry !== undefined) as T[];

  const s: Notation = { letter: 's' };
  const h = (j: number): Notation => ({ letter: 'h', indices: [j + 1] });
  const W: Notation = { letter: 'W', label: 'a' };
  const U: Notation = { letter: 'U', label: 'a' };

  const query = vector('s', s, 'target', input.query);
  const annotations = input.annotations.map((row, j) => vector(`h${j}`, h(j), 'source', row, undefined, tokens?.[j]));
  const rows = (name: string, symbol: Notation, values: number[][]): Vector[] =>
    values.map((row, r) => vector(`${name}[${r}]`, { ...symbol, place: [r + 1] }, 'parameter', row));
  const W_a = input.W_a && rows('W_a', W, input.W_a);
  const U_a = input.U_a && rows('U_a', U, input.U_a);
  const v_a = input.v_a && vector('v_a', { letter: 'v', label: 'a' }, 'parameter', input.v_a);
  /** Columns of W_a from `first` on: concat's W_a multiplies [s; h_j]. */
  const columns = (row: Vector, first: number, count: number): Vector => ({
    ...row, id: `${row.id}:${first}`, length: count,
    values: () => Array.from(row.values()).slice(first, first + count),
    at: (k) => row.at(first + k),
  });

  const qkv = names === 'qkv';
  const called = (letter: string, symbol: Notation, index?: number): Notation =>
    (qkv ? { letter, ...(index !== undefined && { indices: [index + 1] }) } : symbol);
  const copied = (id: string, letter: string, of: Vector, j?: number): Vector =>
    vector(id, called(letter, of.symbol, j), of.role, of.values(), (k) => arithmetic('copy', [of.at(k)]), of.token);

  // What the score makes of query and annotations.
  let projected: Vector | undefined;
  let keys: (Vector | undefined)[] | undefined;
  let hidden: (Vector | undefined)[] | undefined;
  const keyed = (matrix: Notation, row: (r: number) => Vector, equation: Equation) => each((j) =>
    vector(`keys${j}`, called('k', { ...matrix, times: h(j) }, j), 'source', result.keys[j]!,
      (r) => sumOfProducts([{ left: row(r), right: annotations[j]! }], equation), tokens?.[j]));
  if (score === 'general') keys = keyed(W, (r) => W_a![r]!, equations.general);
  if (score === 'additive' || score === 'concat') {
    const equation = equations[score];
    const concat = score === 'concat';
    const C = input.annotations[0]!.length;
    projected = vector('projected', called('q', { ...W, times: s }), 'target', result.projectedQuery!,
      (r) => sumOfProducts([{ left: concat ? columns(W_a![r]!, 0, H) : W_a![r]!, right: query }], equation));
    keys = keyed(concat ? W : U, (r) => (concat ? columns(W_a![r]!, H, C) : U_a![r]!), equation);
    hidden = each((j) => vector(`hidden${j}`, { letter: 't', indices: [j + 1] }, 'weights', result.hidden![j]!,
      (r) => arithmetic('tanh', [projected!.at(r), keys![j]!.at(r)], equation), tokens?.[j]));
  }
  const asking = !qkv || projected ? query : copied('q', 'q', query);
  const looked = keys ?? (qkv ? each((j) => copied(`k${j}`, 'k', annotations[j]!, j)) : each((j) => annotations[j]!));
  const values = qkv ? annotations.map((annotation, j) => copied(`v${j}`, 'v', annotation, j)) : annotations;

  // Energies.
  const size: Quantity | undefined = score === 'scaled-dot' ? { id: 'd', symbol: { letter: 'd' }, role: 'parameter', value: H } : undefined;
  const products = size && each((j): Quantity => ({
    id: `product${j}`,
    symbol: { ...asking.symbol, transposed: true, times: looked[j]!.symbol },
    role: 'weights', value: result.products![j]!,
    from: () => sumOfProducts([{ left: asking, right: looked[j]! }], equations.dot),
  }));
  const energyOf = (j: number) => {
    if (products) return arithmetic('quotient by root', [products[j]!, size!], equations.scaledDot);
    if (hidden) return sumOfProducts([{ left: v_a!, right: hidden[j]! }], equations[score as 'additive' | 'concat']);
    return sumOfProducts([{ left: asking, right: looked[j]! }], equations[score as 'dot' | 'general']);
  };
  const token = (j: number) => (tokens?.[j] === undefined ? {} : { token: tokens[j] });
  const e = (j: number): Notation => ({ letter: 'e', indices: [j + 1] });
  const energies = each((j): Quantity =>
    ({ id: `e${j}`, symbol: e(j), role: 'weights', value: result.energies[j]!, ...token(j), from: () => energyOf(j) }));

  // Softmax.
  const shift: Quantity | undefined = result.shift === 0 ? undefined : {
    id: 'shift', symbol: { letter: 'e', label: 'max' }, role: 'weights', value: result.shift, from: () => arithmetic('maximum', only(energies)),
  };
  const exponentials = each((j): Quantity => ({
    id: `exp${j}`, symbol: { ...e(j), applied: shift ? 'shifted exp' : 'exp' }, role: 'weights', value: result.exponentials[j]!, ...token(j),
    from: () => arithmetic('exp', shift ? [energies[j]!, shift] : [energies[j]!], equations.weights),
  }));
  const sum: Quantity = {
    id: 'sum', symbol: { letter: 'Σ' }, role: 'weights', value: result.sum, from: () => arithmetic('sum', only(exponentials), equations.weights),
  };
  const alpha = (j: number): Notation => ({ letter: 'α', indices: [j + 1] });
  const weights = input.annotations.map((_, j): Quantity => ({
    id: `a${j}`, symbol: alpha(j), role: 'weights', value: result.weights[j]!, ...token(j),
    ...(seen(j) && { from: () => arithmetic('quotient', [exponentials[j]!, sum], equations.weights) }),
  }));

  // Context.
  const weighted = each((j) => vector(`weighted${j}`, { ...alpha(j), times: values[j]!.symbol }, 'context', result.weighted[j]!,
    (k) => arithmetic('product', [weights[j]!, values[j]!.at(k)], equations.context), tokens?.[j]));
  const context = vector('c', { letter: 'c' }, 'context', result.context,
    (k) => arithmetic('sum', only(weighted).map((row) => row.at(k)), equations.context));

  return {
    query, annotations,
    parameters: { ...(W_a && { W_a }), ...(U_a && { U_a }), ...(v_a && { v_a }) },
    ...(qkv && { qkv: { q: projected ?? asking, k: looked, v: values } }),
    ...(projected && { projected }), ...(keys && { keys }), ...(hidden && { hidden }), ...(products && { products, size }),
    energies, ...(shift && { shift }), exponentials, sum, weights, weighted, context,
  };
}
