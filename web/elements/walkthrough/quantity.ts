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
  /** Of sᵀ h_j. */
  transposed?: boolean;
  /** What it is multiplied by, where the result has no letter of its own: U_a h_j, α_j h_j, sᵀ h_j; `place` is that of the result. */
  times?: Notation;
  /** Where the result has no letter of its own either: exp e_j, or exp(e_j − e_max). */
  applied?: 'exp' | 'shifted exp';
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

/** The formulas' sources, as core's comments name them. Luong's three scores carry no number: they stand between his equations 7, the softmax over them, and 8, a score of the place alone. */
export const equations = {
  additive: { paper: 'Bahdanau et al. 2015', appendix: 'A.1.2' },
  weights: { paper: 'Bahdanau et al. 2015', number: '6' },
  context: { paper: 'Bahdanau et al. 2015', number: '5' },
  bridge: { paper: 'Bahdanau et al. 2015', appendix: 'A.2.2' },
  bidirectional: { paper: 'Bahdanau et al. 2015', section: '3.2' },
  dot: { paper: 'Luong et al. 2015', section: '3.1' },
  general: { paper: 'Luong et al. 2015', section: '3.1' },
  concat: { paper: 'Luong et al. 2015', section: '3.1' },
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

/** From here on a number is displayed with a power of ten. */
export const largestShown = 1e15;

/**
 * A number as it is displayed, with an ASCII minus: so many decimals, or none where it is a whole number (to a billionth, so that
 * 2.0000000000000004 is 2); never −0.
 */
export function shown(x: number, decimals: number): string {
  if (Math.abs(x) >= largestShown) return x.toExponential(decimals);
  const whole = Math.round(x);
  if (Math.abs(x - whole) <= 1e-9 * Math.max(1, Math.abs(x))) return String(whole + 0);
  const text = x.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/**
 * Values as a hand would get them, which goes on with what it wrote down: every result is rounded, and the next computed from
 * rounded ones; inputs stay as they are given. One function for one state of the graph: it remembers.
 */
export function carrying(decimals: number): (quantity: Quantity) => number {
  const known = new Map<string, number>();
  const carried = (quantity: Quantity): number => {
    const found = known.get(quantity.id);
    if (found !== undefined) return found;
    const step = quantity.from?.();
    const result = step ? apply(step.operation, step.operands.map(carried)) : quantity.value;
    const value = step && step.operation !== 'copy' ? rounded(result, decimals) : result;
    known.set(quantity.id, value);
    return value;
  };
  return carried;
}

/** Calls `see` once for everything that these quantities come from, themselves first; `from()` is called once for each. */
export function walk(roots: Iterable<Quantity>, see: (quantity: Quantity, step: Arithmetic | undefined) => void): void {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let quantity = waiting.pop(); quantity; quantity = waiting.pop()) {
    if (seen.has(quantity.id)) continue;
    seen.add(quantity.id);
    const step = quantity.from?.();
    see(quantity, step);
    if (step) for (const operand of step.operands) if (!seen.has(operand.id)) waiting.push(operand);
  }
}

// --- vectors and arithmetic, as the graphs make them ---

/** A vector of these values; `from(k)` says what its k-th number is the result of, where it is one. */
export function vector(
  id: string, symbol: Notation, role: Role, values: ArrayLike<number>,
  from?: (k: number) => Arithmetic, token?: string,
): Vector {
  const made: Quantity[] = [];
  return {
    id, symbol, role, length: values.length, ...(token !== undefined && { token }),
    values: () => values,
    at: (k) => (made[k] ??= {
      id: `${id}[${k}]`,
      symbol: { ...symbol, place: [...(symbol.place ?? []), k + 1] },
      role, value: values[k]!,
      ...(token !== undefined && { token }),
      ...(from && { from: () => from(k) }),
    }),
  };
}

/** Several vectors one after the other, [a; b]: their own numbers. */
export function joined(id: string, symbol: Notation, role: Role, parts: readonly Vector[]): Vector {
  return {
    id, symbol, role, length: parts.reduce((sum, part) => sum + part.length, 0),
    values: () => parts.flatMap((part) => Array.from(part.values())),
    at: (k) => {
      let left = k;
      for (const part of parts) {
        if (left < part.length) return part.at(left);
        left -= part.length;
      }
      throw new RangeError(`${id} has no number ${k}.`);
    },
  };
}

/** Σ left · right over all parts, and a bias; the operands are made when they are looked at. */
export function sumOfProducts(parts: readonly Part[], equation?: Equation, bias?: Quantity): Arithmetic {
  let operands: Quantity[] | undefined;
  return {
    operation: 'sum of products',
    get operands() {
      if (operands) return operands;
      operands = [];
      for (const { left, right } of parts) {
        for (let k = 0; k < left.length; ++k) operands.push(left.at(k), right.at(k));
      }
      if (bias) operands.push(bias);
      return operands;
    },
    parts,
    ...(equation && { equation }),
  };
}

/** One operation on a few operands. */
export const arithmetic = (operation: Operation, operands: readonly Quantity[], equation?: Equation): Arithmetic =>
  ({ operation, operands, ...(equation && { equation }) });

// --- how a symbol is written ---

const combining = { '→': '\u20d7', '←': '\u20d6', '~': '\u0303' } as const;
const below = (digits: string): string => [...digits].map((d) => '₀₁₂₃₄₅₆₇₈₉'[Number(d)]).join('');
const above = (digits: string): string => [...digits].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('');

/** For running text and labels: 'h₄[1]', 'W_a[2, 1]', 'α(3, 4)', '(U_a h₄)[1]', 'exp e₄'; places in brackets, from 1. */
export function toText(symbol: Notation): string {
  const { letter, over, label, layer, indices = [], place = [], transposed, times, applied } = symbol;
  const places = place.length ? `[${place.join(', ')}]` : '';
  if (applied) {
    const inner = toText(unapplied(symbol));
    return applied === 'exp' ? `exp ${inner}` : `exp(${inner} − ${toText(largest(symbol))})`;
  }
  if (times) {
    const product = `${toText(left(symbol))} ${toText(times)}`;
    return places ? `(${product})${places}` : product;
  }
  const which = indices.length === 1 ? below(String(indices[0])) : indices.length > 1 ? `(${indices.join(', ')})` : '';
  return `${letter}${over ? combining[over] : ''}${layer ? `⁽${above(String(layer))}⁾` : ''}${transposed ? 'ᵀ' : ''}${label ? `_${label}` : ''}${which}${places}`;
}

const greek: Record<string, string> = { α: '\\alpha', Σ: '\\Sigma', ℓ: '\\ell' };
const marks = { '→': '\\overrightarrow', '←': '\\overleftarrow', '~': '\\tilde' } as const;

/** For a formula in LaTeX, without dollars. */
export function toLatex(symbol: Notation): string {
  const { letter, over, label, layer, indices = [], place = [], transposed, times, applied } = symbol;
  if (applied) {
    const inner = toLatex(unapplied(symbol));
    return `\\exp(${applied === 'exp' ? inner : `${inner} - ${toLatex(largest(symbol))}`})`;
  }
  if (times) {
    const product = `${toLatex(left(symbol))} ${toLatex(times)}`;
    return place.length ? `(${product})_{${place.join(',')}}` : product;
  }
  const base = greek[letter] ?? ([...letter].length > 1 ? `\\mathrm{${letter}}` : letter);
  const sub = [...(label ? [`\\mathrm{${label}}`] : []), ...indices, ...place].join(',');
  const sup = [...(layer ? [`(${layer})`] : []), ...(transposed ? ['\\top'] : [])].join('');
  return `${over ? `${marks[over]}{${base}}` : base}${sub ? `_{${sub}}` : ''}${sup ? `^{${sup}}` : ''}`;
}

/** The inside of a `<math>` element. */
export function toMathML(symbol: Notation): string {
  const { letter, over, label, layer, indices = [], place = [], transposed, times, applied } = symbol;
  const operator = (text: string): string => `<mo stretchy="false">${text}</mo>`;
  if (applied) {
    const inner = toMathML(unapplied(symbol));
    const argument = applied === 'exp' ? inner : `${inner}<mo>−</mo>${toMathML(largest(symbol))}`;
    return `<mrow><mi>exp</mi><mo>&#x2061;</mo>${operator('(')}${argument}${operator(')')}</mrow>`;
  }
  const numbers = (list: readonly number[]): string[] => list.map((n) => `<mn>${n}</mn>`);
  const list = (parts: string[]): string => parts.join('<mo separator="true">,</mo>');
  if (times) {
    const product = `<mrow>${toMathML(left(symbol))}<mo>&#x2062;</mo>${toMathML(times)}</mrow>`;
    return place.length ? `<msub><mrow>${operator('(')}${product}${operator(')')}</mrow><mrow>${list(numbers(place))}</mrow></msub>` : product;
  }
  const plain = `<mi>${letter}</mi>`;
  const base = over ? `<mover accent="true">${plain}${operator(over)}</mover>` : plain;
  const sub = list([...(label ? [`<mi mathvariant="normal">${label}</mi>`] : []), ...numbers(indices), ...numbers(place)]);
  const sup = `${layer ? `${operator('(')}<mn>${layer}</mn>${operator(')')}` : ''}${transposed ? '<mo>⊤</mo>' : ''}`;
  if (sub && sup) return `<msubsup>${base}<mrow>${sub}</mrow><mrow>${sup}</mrow></msubsup>`;
  if (sub) return `<msub>${base}<mrow>${sub}</mrow></msub>`;
  return sup ? `<msup>${base}<mrow>${sup}</mrow></msup>` : base;
}

/** A variable's name in Python; not of one symbol alone, since encoder and decoder share letters. */
export function toNumpy({ letter, over, label, layer, indices = [], place = [], times, applied }: Notation): string {
  const spelled: Record<string, string> = { α: 'alpha', Σ: 'total', ℓ: 'logit' };
  const mark = over && { '→': 'forward', '←': 'backward', '~': 'tilde' }[over];
  return [applied && 'exp', spelled[letter] ?? letter, mark, label, layer && `l${layer}`, ...indices, times && toNumpy(times), ...place]
    .filter((part) => part !== undefined).join('_').replace(/\W/g, '_');
}

const unapplied = ({ applied: _, ...symbol }: Notation): Notation => symbol;
const left = ({ times: _, place: __, ...symbol }: Notation): Notation => symbol;
/** e_max of e_j, ℓ_max of ℓ_i[k]. */
const largest = ({ letter, indices = [], place }: Notation): Notation =>
  ({ letter, label: 'max', indices: place ? indices : indices.slice(0, -1) });
