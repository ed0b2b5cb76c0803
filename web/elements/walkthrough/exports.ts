// What is open in a walkthrough as text, as LaTeX, and as lines of Python with NumPy that compute the same numbers anew from full
// precision and print them as they are shown. With `carry`, every result is rounded before the next is computed from it, there too.
import type { HandInput } from '../../engine/types.ts';
import { carrying, largestShown, shown, toLatex, toNumpy, toText, type Operation, type Quantity } from './quantity.ts';

export interface ExportOptions {
  /** Decimals that are shown, 0 to 6 (or more). */
  readonly decimals: number;
  /** Each result is rounded before it goes on. */
  readonly carry?: boolean;
  /** What is an input is written as it was given, whatever its decimals. */
  readonly givenInFull?: boolean;
}

/** How a formula is written down. */
interface Dialect {
  times: string;
  root(x: string): string;
  exp(x: string): string;
  quotient(a: string, b: string): string;
  apply(name: 'tanh' | 'sigmoid' | 'ln' | 'max', x: string): string;
  minus: string;
  dots(count: number): string;
}

const longestSum = 12; // terms; of a longer sum, the first and the last are written out

/** An operation with its operands put in, as one line. */
function expression(operation: Operation, operands: readonly string[], dialect: Dialect): string {
  const { minus, times } = dialect;
  const inside = (x: string): string => (x.startsWith(minus) ? `(${x})` : x);
  const added = (list: string[]): string => {
    const terms = list.length <= longestSum ? list : [...list.slice(0, 3), dialect.dots(list.length), list.at(-1)!];
    return terms.map((term, k) => (k === 0 ? term : term.startsWith(minus) ? ` ${minus} ${term.slice(minus.length)}` : ` + ${term}`)).join('');
  };
  const product = (a: string, b: string): string => `${a}${times}${inside(b)}`;
  const difference = (a: string, b: string): string => `${a} ${minus} ${inside(b)}`;
  const [a = '', b, c = ''] = operands;
  switch (operation) {
    case 'sum of products': {
      const terms: string[] = [];
      for (let k = 0; k + 1 < operands.length; k += 2) terms.push(product(operands[k]!, operands[k + 1]!));
      if (operands.length % 2 === 1) terms.push(operands.at(-1)!);
      return added(terms);
    }
    case 'sum': return added([...operands]);
    case 'difference': return difference(a, b!);
    case 'product': return product(a, b!);
    case 'quotient': return dialect.quotient(a, b!);
    case 'quotient by root': return dialect.quotient(a, dialect.root(b!));
    case 'exp': return dialect.exp(b === undefined ? a : difference(a, b));
    case 'log': return b === undefined ? dialect.apply('ln', a) : added([dialect.apply('ln', a), b]);
    case 'tanh': return dialect.apply('tanh', added([...operands]));
    case 'sigmoid': return dialect.apply('sigmoid', added([...operands]));
    case 'mix': return `${product(`(1 ${minus} ${inside(a)})`, b!)} + ${product(inside(a), c)}`;
    case 'maximum': return dialect.apply('max', operands.length <= longestSum ? operands.join(', ') : `${operands.slice(0, 3).join(', ')}, ${dialect.dots(operands.length)}, ${operands.at(-1)!}`);
    case 'copy': return a;
  }
}

const superscript = (x: string): string | undefined => (/^\d+$/.test(x) ? [...x].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('') : undefined);

const plainText: Dialect = {
  times: '·', minus: '−',
  root: (x) => `√${x}`,
  exp: (x) => (superscript(x) ? `e${superscript(x)}` : `exp(${x})`),
  quotient: (a, b) => `${a} / ${b.startsWith('−') ? `(${b})` : b}`,
  apply: (name, x) => `${name === 'sigmoid' ? 'σ' : name}(${x})`,
  dots: (count) => `… (${count} terms)`,
};

const latex: Dialect = {
  times: ' \\cdot ', minus: '-',
  root: (x) => `\\sqrt{${x}}`,
  exp: (x) => `e^{${x}}`,
  quotient: (a, b) => `\\frac{${a}}{${b}}`,
  apply: (name, x) => `${name === 'sigmoid' ? '\\sigma' : `\\${name}`}(${x})`,
  dots: () => '\\dots',
};

const valueBy = ({ decimals, carry }: ExportOptions): ((quantity: Quantity) => number) =>
  (carry ? carrying(decimals) : (quantity) => quantity.value);

/** A number as the walkthrough shows it. */
const writtenBy = ({ decimals, givenInFull }: ExportOptions, value: (quantity: Quantity) => number) => (quantity: Quantity): string =>
  (givenInFull && !quantity.from ? String(value(quantity)) : shown(value(quantity), decimals));

const results = (open: readonly Quantity[]): Quantity[] => {
  const seen = new Set<string>();
  return open.filter(({ id, from }) => from && !seen.has(id) && seen.add(id));
};

/** One step with its numbers, without the symbol before it: '2·2 + 1·1'. */
export function stepText(quantity: Quantity, options: ExportOptions, value = valueBy(options)): string {
  const { operation, operands } = quantity.from!();
  const written = writtenBy(options, value);
  return expression(operation, operands.map((operand) => written(operand).replace('-', '−')), plainText);
}

/** A line each: 'e₄ = 2·2 + 1·1 = 5'. */
export function asText(open: readonly Quantity[], options: ExportOptions): string {
  const value = valueBy(options);
  return results(open).map((quantity) => {
    const { equation } = quantity.from!();
    const source = equation && [equation.paper, equation.number && `(${equation.number})`, equation.section && `section ${equation.section}`, equation.appendix && `appendix ${equation.appendix}`].filter(Boolean).join(' ');
    return `${toText(quantity.symbol)} = ${stepText(quantity, options, value)} = ${shown(value(quantity), options.decimals).replace('-', '−')}${source ? `    ${source}` : ''}`;
  }).join('\n');
}

/** One aligned formula a line, for a document with amsmath. */
export function asLatex(open: readonly Quantity[], options: ExportOptions): string {
  const value = valueBy(options);
  const written = writtenBy(options, value);
  const lines = results(open).map((quantity) => {
    const { operation, operands } = quantity.from!();
    const formula = expression(operation, operands.map(written), latex);
    return `  ${toLatex(quantity.symbol)} &= ${formula} = ${shown(value(quantity), options.decimals)}`;
  });
  return `\\begin{align*}\n${lines.join(' \\\\\n')}\n\\end{align*}`;
}

// --- Python ---

/** What prints a number as it is shown: whole numbers without decimals, a half away from zero. */
const preamble = ({ decimals, carry }: ExportOptions): string[] => [
  'from decimal import Decimal, ROUND_HALF_UP',
  'import numpy as np',
  '',
  'def show(x):',
  '    x = float(x)',
  `    if abs(x) >= ${largestShown}: return f"{x:.${decimals}e}"`,
  '    if abs(x - round(x)) <= 1e-9 * max(1, abs(x)): return str(round(x))',
  `    return str(Decimal(x).quantize(Decimal(1).scaleb(-${decimals}), ROUND_HALF_UP) + 0)`,
  ...(carry ? [
    '',
    'def carry(x):  # each result is rounded before it goes on',
    `    one = lambda v: v if abs(v) >= 1e21 else float(Decimal(float(v)).quantize(Decimal(1).scaleb(-${decimals}), ROUND_HALF_UP))`,
    '    return np.vectorize(one, otypes=[float])(x)',
  ] : []),
  '',
];

/** A Python number of the same value. */
const literal = (x: number): string => String(x);

/** One line for each number that is open, from its operands: variables where these are open too, and their values elsewhere. */
export function asNumpy(open: readonly Quantity[], options: ExportOptions): string {
  const value = valueBy(options);
  const chosen = new Map(results(open).map((quantity) => [quantity.id, quantity]));
  const names = new Map<string, string>();
  const taken = new Set(['np', 'show', 'carry', 'Decimal', 'exp', 'lambda']);
  const nameOf = (quantity: Quantity): string => {
    let name = names.get(quantity.id);
    if (name) return name;
    const base = toNumpy(quantity.symbol);
    name = base;
    for (let k = 2; taken.has(name); ++k) name = `${base}_${k}`;
    taken.add(name);
    names.set(quantity.id, name);
    return name;
  };
  const lines: string[] = [];
  const printed: string[] = [];
  const done = new Set<string>();
  const write = (quantity: Quantity): void => {
    if (done.has(quantity.id)) return;
    done.add(quantity.id);
    const { operation, operands } = quantity.from!();
    for (const operand of operands) if (chosen.has(operand.id)) write(chosen.get(operand.id)!);
    const put = operands.map((operand) => (chosen.has(operand.id) ? nameOf(operand) : literal(value(operand))));
    const name = nameOf(quantity);
    const formula = python(operation, put);
    lines.push(`${name} = ${options.carry && operation !== 'copy' ? `carry(${formula})` : formula}`);
    printed.push(`print("${name} =", show(${name}))`);
  };
  for (const quantity of chosen.values()) write(quantity);
  return `${[...preamble(options), ...lines, '', ...printed].join('\n')}\n`;
}

function python(operation: Operation, operands: readonly string[]): string {
  const [a = '', b, c = ''] = operands;
  const list = (items: readonly string[]): string => `[${items.join(', ')}]`;
  const added = operands.length === 1 ? a : `np.sum(${list(operands)})`;
  switch (operation) {
    case 'sum of products': {
      const pairs = operands.length - (operands.length % 2);
      const left = operands.slice(0, pairs).filter((_, k) => k % 2 === 0);
      const right = operands.slice(0, pairs).filter((_, k) => k % 2 === 1);
      return `np.dot(${list(left)}, ${list(right)})${pairs < operands.length ? ` + ${operands.at(-1)!}` : ''}`;
    }
    case 'sum': return `np.sum(${list(operands)})`;
    case 'difference': return `${a} - ${b!}`;
    case 'product': return `${a} * ${b!}`;
    case 'quotient': return `${a} / ${b!}`;
    case 'quotient by root': return `${a} / np.sqrt(${b!})`;
    case 'exp': return `np.exp(${b === undefined ? a : `${a} - ${b}`})`;
    case 'log': return `np.log(${a})${b === undefined ? '' : ` + ${b}`}`;
    case 'tanh': return `np.tanh(${added})`;
    case 'sigmoid': return `1 / (1 + np.exp(-(${added})))`;
    case 'mix': return `(1 - ${a}) * ${b!} + ${a} * ${c}`;
    case 'maximum': return `np.max(${list(operands)})`;
    case 'copy': return a;
  }
}

/** All of one step by hand in a few lines of vectors and matrices, which print every number that the step shows. */
export function handNumpy(input: HandInput, options: ExportOptions & { shifted?: boolean }): string {
  const score = input.score ?? 'dot';
  const rounding = (formula: string): string => (options.carry ? `carry(${formula})` : formula);
  const array = (value: readonly (number | readonly number[])[]): string => `np.array(${JSON.stringify(value).replaceAll(',', ', ')}, dtype=float)`;
  const seen = input.annotations.filter((_, j) => input.mask?.[j] !== false);
  const lines = [`s = ${array(input.query)}`, `h = ${array(seen)}`];
  const shows = ['e', 'x', 'total', 'a', 'weighted', 'c'];
  for (const name of ['W_a', 'U_a', 'v_a'] as const) if (input[name]) lines.push(`${name} = ${array(input[name])}`);
  const set = (name: string, formula: string, comment = ''): void => { lines.push(`${name} = ${rounding(formula)}${comment && `  # ${comment}`}`); };
  lines.push('');
  switch (score) {
    case 'dot': set('e', 'h @ s', 'scores'); break;
    case 'scaled-dot':
      set('products', 'h @ s');
      set('e', 'products / np.sqrt(len(s))', 'scores');
      shows.unshift('products');
      break;
    case 'general':
      set('keys', 'h @ W_a.T');
      set('e', 'keys @ s', 'scores');
      shows.unshift('keys');
      break;
    case 'additive':
    case 'concat':
      set('q', score === 'concat' ? 'W_a[:, :len(s)] @ s' : 'W_a @ s');
      set('keys', score === 'concat' ? 'h @ W_a[:, len(s):].T' : 'h @ U_a.T');
      set('t', 'np.tanh(q + keys)');
      set('e', 't @ v_a', 'scores');
      shows.unshift('q', 'keys', 't');
  }
  set('x', options.shifted ? 'np.exp(e - e.max())' : 'np.exp(e)', 'exponentials');
  set('total', 'x.sum()', 'their sum');
  set('a', 'x / total', 'weights');
  set('weighted', 'a[:, None] * h', 'weighted annotations');
  set('c', 'weighted.sum(axis=0)', 'context');
  const prints = shows.map((name) => `print("${name} =", *[show(v) for v in np.ravel(${name})])`);
  return `${[...preamble(options), ...lines, '', ...prints].join('\n')}\n`;
}
