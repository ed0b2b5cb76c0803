// The quantities behind a figure: each has a symbol, a role, a value that core computed, and, unless it is an input, the one
// operation that it is the result of. `from()` makes the operands when they are asked for, so that opening a number costs
// what is seen of it. Nothing here is a model's arithmetic: `apply` recomputes one displayed step from the operands displayed,
// to check it, to carry rounded numbers as a hand would, and for nothing else.

/** Whose colour a symbol wears. */
export type Role = 'source' | 'target' | 'weights' | 'context' | 'loss' | 'parameter';

/** A symbol as the papers write it, from which MathML, LaTeX, text and a name in NumPy are made. */
export interface Notation {
  /** 'h', 's', 'e', 'α', 'W', 'exp', … */
  letter: string;
  /** An arrow for one direction of an encoder, a tilde for Luong's h̃. */
  over?: '→' | '←' | '~';
  /** What stands upright below: 'a' of W_a, 'reset', 'ir'. */
  label?: string;
  /** Upper right, in brackets: the layer, from 1, where there are several. */
  layer?: number;
  /** Which of its kind, from 1 (0 for a start): decoding step i, source position j. */
  indices?: readonly number[];
  /** Its place within that vector or matrix, from 1; none for what is a single number, or a whole vector. */
  place?: readonly number[];
}

/** One number. */
export interface Quantity {
  /** Unique within its graph, and the same for the same number. */
  readonly id: string;
  readonly symbol: Notation;
  readonly role: Role;
  /** Unrounded. */
  readonly value: number;
  /** The word that it belongs to, where there is one: a source token's, a target token's. */
  readonly token?: string;
  /** What it is the result of; without it, an input. */
  readonly from?: () => Arithmetic;
}

/** Several numbers in a row: a strip that opens into quantities. */
export interface Vector {
  readonly id: string;
  readonly symbol: Notation;
  readonly role: Role;
  readonly length: number;
  /** The word that it belongs to, where there is one. */
  readonly token?: string;
  /** The k-th number, from 0. */
  at(k: number): Quantity;
  /** All values, unrounded. */
  values(): ArrayLike<number>;
}

/** How a result comes from its operands a, b, c, …; in what order they stand is said here. */
export type Operation =
  | 'sum of products' // a·b + c·d + …; an odd one at the end is added as it is (a bias)
  | 'sum' // a + b + …
  | 'difference' // a − b
  | 'product' // a · b
  | 'quotient' // a / b
  | 'quotient by root' // a / √b
  | 'exp' // e^a; with two, e^(a − b)
  | 'log' // ln a; with two, ln a + b
  | 'tanh' // tanh(a + b + …)
  | 'sigmoid' // σ(a + b + …) = 1 / (1 + e^−(a + b + …))
  | 'mix' // (1 − a)·b + a·c
  | 'maximum' // the largest of them
  | 'copy'; // the same number under another name

/** Where a formula stands. */
export interface Equation {
  /** 'Bahdanau et al. 2015' */
  readonly paper: string;
  /** The equation's number, as printed, or the section or appendix where it has none. */
  readonly number?: string;
  readonly section?: string;
  readonly appendix?: string;
}

/** One displayed step of arithmetic. */
export interface Arithmetic {
  readonly operation: Operation;
  readonly operands: readonly Quantity[];
  /** Of a sum of products: the same operands as pairs of vectors, for strips. What is left over at the end is a bias. */
  readonly parts?: readonly Part[];
  /** Whose formula it is, where it is somebody's. */
  readonly equation?: Equation;
}

/** Two vectors whose numbers are multiplied one by one. */
export interface Part {
  readonly left: Vector;
  readonly right: Vector;
}

/** The formulas' sources, as core's comments name them. */
export const equations = {
  additive: { paper: 'Bahdanau et al. 2015', appendix: 'A.1.2' },
  weights: { paper: 'Bahdanau et al. 2015', number: '6' },
  context: { paper: 'Bahdanau et al. 2015', number: '5' },
  bridge: { paper: 'Bahdanau et al. 2015', appendix: 'A.2.2' },
  bidirectional: { paper: 'Bahdanau et al. 2015', section: '3.2' },
  dot: { paper: 'Luong et al. 2015', number: '8' },
  general: { paper: 'Luong et al. 2015', number: '8' },
  concat: { paper: 'Luong et al. 2015', number: '8' },
  attentional: { paper: 'Luong et al. 2015', number: '5' },
  scaledDot: { paper: 'Vaswani et al. 2017', number: '1' },
  fixed: { paper: 'Cho et al. 2014' },
  gru: { paper: 'Cho et al. 2014' },
  lstm: { paper: 'Hochreiter and Schmidhuber 1997' },
  forget: { paper: 'Gers et al. 2000' },
  rnn: { paper: 'Elman 1990' },
} as const satisfies Record<string, Equation>;

/** The result of one operation on these numbers, in double. */
export function apply(operation: Operation, values: readonly number[]): number {
  const [a = 0, b, c = 0] = values;
  const added = (): number => values.reduce((sum, x) => sum + x, 0);
  switch (operation) {
    case 'sum of products': return terms(operation, values).reduce((sum, x) => sum + x, 0);
    case 'sum': return added();
    case 'difference': return a - (b ?? 0);
    case 'product': return a * (b ?? 0);
    case 'quotient': return a / (b ?? 0);
    case 'quotient by root': return a / Math.sqrt(b ?? 0);
    case 'exp': return Math.exp(a - (b ?? 0));
    case 'log': return Math.log(a) + (b ?? 0);
    case 'tanh': return Math.tanh(added());
    case 'sigmoid': return 1 / (1 + Math.exp(-added()));
    case 'mix': return (1 - a) * (b ?? 0) + a * c;
    case 'maximum': return values.reduce((most, x) => Math.max(most, x), -Infinity);
    case 'copy': return a;
  }
}

/** What an operation adds up at its outermost: the products of a sum of products, a sum's operands, or the result alone. */
export function terms(operation: Operation, values: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0] = values;
  switch (operation) {
    case 'sum of products': {
      const out: number[] = [];
      for (let k = 0; k + 1 < values.length; k += 2) out.push(values[k]! * values[k + 1]!);
      if (values.length % 2 === 1) out.push(values.at(-1)!);
      return out;
    }
    case 'sum': return [...values];
    case 'difference': return [a, -b];
    case 'log': return [Math.log(a), b];
    case 'mix': return [(1 - a) * b, a * c];
    default: return [apply(operation, values)];
  }
}

/** A number to so many decimals, a half away from zero, exactly as it is displayed. */
export const rounded = (x: number, decimals: number): number => Number(x.toFixed(decimals));

/**
 * Values as a hand would get them, which goes on with what it wrote down: every result is rounded, and the next computed from
 * rounded ones; inputs stay as they are given. One function for one state of the graph: it remembers.
 */
export function carrying(decimals: number): (quantity: Quantity) => number {
  const known = new Map<string, number>();
  const carried = (quantity: Quantity): number => {
    const found = known.get(quantity.id);
    if (found !== undefined) return found;
    const arithmetic = quantity.from?.();
    const value = arithmetic ? rounded(apply(arithmetic.operation, arithmetic.operands.map(carried)), decimals) : quantity.value;
    known.set(quantity.id, value);
    return value;
  };
  return carried;
}

/** Calls `see` once for everything that these quantities come from, themselves first; `from()` is called once for each. */
export function walk(roots: Iterable<Quantity>, see: (quantity: Quantity, arithmetic: Arithmetic | undefined) => void): void {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let quantity = waiting.pop(); quantity; quantity = waiting.pop()) {
    if (seen.has(quantity.id)) continue;
    seen.add(quantity.id);
    const arithmetic = quantity.from?.();
    see(quantity, arithmetic);
    if (arithmetic) for (const operand of arithmetic.operands) if (!seen.has(operand.id)) waiting.push(operand);
  }
}

// --- how a symbol is written ---

const combining = { '→': '\u20d7', '←': '\u20d6', '~': '\u0303' } as const;
const below = (digits: string): string => [...digits].map((d) => '₀₁₂₃₄₅₆₇₈₉'[Number(d)]).join('');
const above = (digits: string): string => [...digits].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('');

/** For running text and labels: 'h₄[1]', 'W_a[2, 1]', 'α(3, 4)'; places in brackets, from 1. */
export function toText({ letter, over, label, layer, indices = [], place = [] }: Notation): string {
  const mark = over ? combining[over] : '';
  const tag = label ? `_${label}` : '';
  const which = indices.length === 1 ? below(String(indices[0])) : indices.length > 1 ? `(${indices.join(', ')})` : '';
  return `${letter}${mark}${layer ? `⁽${above(String(layer))}⁾` : ''}${tag}${which}${place.length ? `[${place.join(', ')}]` : ''}`;
}

const greek: Record<string, string> = { α: '\\alpha', σ: '\\sigma', ℓ: '\\ell', '√': '\\surd' };
const marks = { '→': '\\overrightarrow', '←': '\\overleftarrow', '~': '\\tilde' } as const;

/** For a formula in LaTeX, without dollars. */
export function toLatex({ letter, over, label, layer, indices = [], place = [] }: Notation): string {
  const base = greek[letter] ?? ([...letter].length > 1 ? `\\mathrm{${letter}}` : letter);
  const sub = [...(label ? [`\\mathrm{${label}}`] : []), ...indices, ...place].join(',');
  return `${over ? `${marks[over]}{${base}}` : base}${sub ? `_{${sub}}` : ''}${layer ? `^{(${layer})}` : ''}`;
}

/** The inside of a `<math>` element. */
export function toMathML({ letter, over, label, layer, indices = [], place = [] }: Notation): string {
  const letterIn = `<mi>${letter}</mi>`;
  const base = over ? `<mover accent="true">${letterIn}<mo stretchy="false">${over}</mo></mover>` : letterIn;
  const numbers = [...indices, ...place].map((n) => `<mn>${n}</mn>`);
  const sub = [...(label ? [`<mi mathvariant="normal">${label}</mi>`] : []), ...numbers].join('<mo separator="true">,</mo>');
  const sup = layer ? `<mrow><mo stretchy="false">(</mo><mn>${layer}</mn><mo stretchy="false">)</mo></mrow>` : '';
  if (sub && sup) return `<msubsup>${base}<mrow>${sub}</mrow>${sup}</msubsup>`;
  if (sub) return `<msub>${base}<mrow>${sub}</mrow></msub>`;
  return sup ? `<msup>${base}${sup}</msup>` : base;
}

/** A variable's name in Python. */
export function toNumpy({ letter, over, label, layer, indices = [], place = [] }: Notation): string {
  const spelled: Record<string, string> = { α: 'alpha', 'Σ': 'total', 'ℓ': 'loss' };
  const mark = over ? { '→': 'forward', '←': 'backward', '~': 'tilde' }[over] : '';
  return [spelled[letter] ?? letter, mark, label, layer && `l${layer}`, ...indices, ...place]
    .filter((part) => part !== undefined && part !== '').join('_').replace(/[^\w]/g, '_');
}
