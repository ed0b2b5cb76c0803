// Formulas as MathML, in which every symbol wears its role's colour and says which one it is (`data-of`), so that a figure can
// tie it to its definition. What is written are the operations of quantity.ts and the few general formulas of a step by hand.
import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { toMathML, type Arithmetic, type Quantity, type Notation, type Role } from './quantity.ts';

const mostShown = 4; // terms of a sum that are written out; of more, the first two and the last

/** A symbol in its role's colour; `of` is what its definition is found by. */
export function symbol(given: Notation, role: Role): string {
  const known = written.get(given);
  if (known) return known;
  const of = given.letter + (given.over === '~' ? '~' : '') + (given.label ? `_${given.label}` : '');
  const made = `<mrow class="${role}" data-of="${of}">${toMathML(given)}</mrow>`;
  written.set(given, made);
  return made;
}
const written = new WeakMap<Notation, string>(); // a quantity's symbol has one role

/** The same by its letter alone, with letters for indices: h_j; a tilde behind it stands above it. */
export function letter(name: string, role: Role, index = '', label = ''): string {
  const below = [...(label ? [`<mi mathvariant="normal">${label}</mi>`] : []), ...[...index].map((each) => `<mi>${each}</mi>`)].join('');
  const base = name.endsWith('~') ? `<mover accent="true"><mi>${name.slice(0, -1)}</mi><mo stretchy="false">~</mo></mover>` : `<mi>${name}</mi>`;
  return `<mrow class="${role}" data-of="${name}${label ? `_${label}` : ''}">${below ? `<msub>${base}<mrow>${below}</mrow></msub>` : base}</mrow>`;
}

export const op = (text: string): string => `<mo>${text}</mo>`;
export const brackets = (inside: string): string => `<mrow><mo stretchy="false">(</mo>${inside}<mo stretchy="false">)</mo></mrow>`;
export const transposed = (inside: string): string => `<msup>${inside}<mo>⊤</mo></msup>`;
export const fraction = (above: string, below: string): string => `<mfrac><mrow>${above}</mrow><mrow>${below}</mrow></mfrac>`;
export const named = (name: string, inside: string): string => `<mrow><mi mathvariant="normal">${name}</mi>${brackets(inside)}</mrow>`;
export const sum = (index: string, inside: string): string => `<mrow><munder><mo>∑</mo><mi>${index}</mi></munder>${inside}</mrow>`;
export const power = (exponent: string): string => `<msup><mi>e</mi><mrow>${exponent}</mrow></msup>`;

/** A formula in a line of text; with room above and below, `wide`, as in one by itself. */
export function math(inside: string, wide = false): TemplateResult {
  return html`${unsafeHTML(`<math${wide ? ' displaystyle="true"' : ''}><mrow>${inside}</mrow></math>`)}`;
}

/** A long list shown by its first two and its last. */
const fewOf = (terms: string[]): string[] => (terms.length > mostShown ? [...terms.slice(0, 2), '<mi>…</mi>', terms.at(-1)!] : terms);
const few = (terms: string[], by: string): string => fewOf(terms).join(op(by));

/** What a result comes from, in symbols: in pieces between which a line may end. */
export function inSymbols(arithmetic: Arithmetic): string[] {
  const { operation, operands } = arithmetic;
  const written = ({ symbol: of, role }: Quantity): string => symbol(of, role);
  if (operation !== 'sum of products' && operation !== 'sum') return [inOne(arithmetic)];
  const terms = operation === 'sum' ? operands.map(written) : pairs(operands).map(([left, right]) => (right ? `${written(left)}${op('·')}${written(right)}` : written(left)));
  return fewOf(terms).map((term, k) => (k === 0 ? term : `${op('+')}${term}`));
}

function inOne({ operation, operands }: Arithmetic): string {
  const written = (quantity: Quantity | undefined): string => (quantity ? symbol(quantity.symbol, quantity.role) : '');
  const all = () => few(operands.map(written), '+');
  const [a, b, c] = [written(operands[0]), written(operands[1]), written(operands[2])];
  switch (operation) {
    case 'sum of products':
    case 'sum': return all();
    case 'difference': return `${a}${op('−')}${b}`;
    case 'product': return `${a}${op('·')}${b}`;
    case 'quotient': return fraction(a, b);
    case 'quotient by root': return fraction(a, `<msqrt>${b}</msqrt>`);
    case 'exp': return power(b ? `${a}${op('−')}${b}` : a);
    case 'log': return `<mi mathvariant="normal">ln</mi>${op('⁡')}${a}${b ? `${op('+')}${b}` : ''}`;
    case 'tanh': return named('tanh', all());
    case 'sigmoid': return named('σ', all());
    case 'mix': return `${brackets(`<mn>1</mn>${op('−')}${a}`)}${op('·')}${b}${op('+')}${a}${op('·')}${c}`;
    case 'maximum': return named('max', few(operands.map(written), ','));
    case 'copy': return a;
  }
}

/** The factors of a sum of products, two by two; an odd one at the end stands alone. */
export function pairs(operands: readonly Quantity[]): [Quantity, Quantity | undefined][] {
  const out: [Quantity, Quantity | undefined][] = [];
  for (let k = 0; k < operands.length; k += 2) out.push([operands[k]!, operands[k + 1]]);
  return out;
}
