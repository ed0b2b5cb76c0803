// Numbers that open: each is a button that shows the arithmetic it came from below it, first in symbols, then with the values
// that stand there, every one of which opens again, down to what was given. Long sums are strips of squares, by sign and size,
// that open into their terms. Nothing is computed here but what is shown: products of the terms, and rounding.
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';
import type { WalkthroughStrings } from '../../i18n/walkthrough.ts';
import { number } from '../../i18n/format.ts';
import { inSymbols, math, op, pairs, symbol } from './formula.ts';
import { shown as plain, toText, type Arithmetic, type Equation, type Quantity, type Vector } from './quantity.ts';

const longest = 12; // terms that are written out
const page = 64; // terms of a long sum that are listed at a time
const few = 16; // and as many more, where they are the last

/** How numbers are shown at present. */
export interface Look {
  strings: WalkthroughStrings;
  decimals: number;
  /** Whether given figures are shown with all their digits: those that a reader typed. */
  givenInFull: boolean;
  /** The value shown for a quantity: the exact one, or what a hand would have. */
  value(quantity: Quantity): number;
  /** What stands in its place, where a reader is to find it: what was written, or `unknown`, which does not open. */
  instead?(quantity: Quantity): string | undefined;
}

/** A value as it is displayed: whole numbers without decimals, a true minus sign, thin spaces in long ones. */
export function shown(value: number, decimals: number): string {
  const text = plain(value, decimals);
  const power = /^(.+)e\+?(-?\d+)$/.exec(text);
  if (power) return `${power[1]!.replace('-', '\u2212')}·10${[...power[2]!].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])).join('')}`;
  return number(value, text.split('.')[1]?.length ?? 0);
}

/** In place of a number that the reader has not found yet. */
export const unknown = '?';

/** A given figure, in full. */
export const inFull = (value: number): string => String(value).replace('-', '\u2212');

/** How many of so many are listed once more were asked for so often. */
function listedOf(all: number, more: number): number {
  const count = page * (1 + more);
  return all - count <= few ? all : count;
}

/** The part of a figure that a path is in: the letters that it begins with. */
const sectionOf = (path: string): string => /^[a-z]*/.exec(path)![0];

/** Which numbers are open, by the path of those that lead there. */
export class Numbers {
  readonly #versions = new Map<string, number>(); // how often something was opened or closed, by section
  readonly #drawn = new Map<string, Quantity[]>(); // what is open, the innermost first, by section
  readonly #open = new Map<string, number>(); // path, and how many terms of it are listed
  #look!: Look;
  #section = '';

  constructor(private readonly figure: HTMLElement & { requestUpdate(): void }) {}

  /** Rises whenever something of a section is opened or closed. */
  version(section: string): number {
    return this.#versions.get(section) ?? 0;
  }

  /** What is open in what was drawn last. */
  get open(): Quantity[] {
    return [...this.#drawn.values()].flat();
  }

  /** Of what was drawn so far nothing stands any more. */
  forget(): void {
    this.#drawn.clear();
  }

  #changed(path: string): void {
    const section = sectionOf(path);
    this.#versions.set(section, this.version(section) + 1);
    this.figure.requestUpdate();
  }

  /** Begins the drawing of a section: of all whose paths begin with its name. */
  begin(section: string, look: Look): void {
    this.#section = section;
    this.#look = look;
    this.#drawn.set(section, []);
  }

  text(quantity: Quantity): string {
    const instead = this.#look.instead?.(quantity);
    if (instead !== undefined) return instead;
    const value = this.#look.value(quantity);
    return !quantity.from && this.#look.givenInFull ? inFull(value) : shown(value, this.#look.decimals);
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Paths of what is open, outermost first. */
  get paths(): string[] {
    return [...this.#open.keys()].filter((path) => !path.endsWith('#'));
  }

  toggle(path: string): void {
    if (this.#open.has(path)) this.close(path);
    else {
      this.#open.set(path, 0);
      this.#changed(path);
    }
  }

  /** Closes a number and what was opened below it. */
  close(path: string): void {
    for (const each of [...this.#open.keys()]) if (each === path || each.startsWith(`${path}>`) || each === `${path}#`) this.#open.delete(each);
    this.#changed(path);
  }

  closeAll(): void {
    for (const section of this.#drawn.keys()) this.#versions.set(section, this.version(section) + 1);
    this.#open.clear();
  }

  /** A number where it stands; `path` names the place. */
  number(quantity: Quantity, path: string, className = ''): TemplateResult {
    const text = this.text(quantity);
    if (text === unknown) return html`<span class="number ${quantity.role}" role="img" aria-label=${this.#look.strings.notFound(toText(quantity.symbol))}>${text}</span>`;
    if (!quantity.from) return html`<span class="number ${quantity.role} ${className}">${text}</span>`;
    return html`<button type="button" class="number ${quantity.role} ${className}" data-path=${path} aria-expanded=${this.isOpen(path) ? 'true' : 'false'}
      aria-label=${this.#look.strings.opens(toText(quantity.symbol), text)} @click=${() => this.#numberClicked(quantity, path)}>${text}</button>`;
  }

  #clicked = (event: Event): void => this.toggle((event.currentTarget as HTMLElement).dataset.path!);

  #numberClicked(quantity: Quantity, path: string): void {
    this.toggle(path);
    this.figure.dispatchEvent(new CustomEvent('lookback-number', { detail: { symbol: toText(quantity.symbol), value: quantity.value, open: this.isOpen(path) }, bubbles: true, composed: true }));
  }

  /** Escape closes the number that has the focus, or the arithmetic that it is in, and gives the focus to what opened it. */
  readonly keyed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-path]');
    const opened = at?.getAttribute('aria-expanded') === 'true' ? at : (event.target as HTMLElement).closest<HTMLElement>('.arithmetic');
    const path = opened?.dataset.path;
    if (!path || !this.isOpen(path)) return;
    event.preventDefault();
    event.stopPropagation();
    const root = opened.getRootNode() as ShadowRoot;
    this.close(path);
    root.querySelector<HTMLElement>(`button[data-path="${CSS.escape(path)}"]`)?.focus();
  };

  /** The arithmetic of each of these that is open. */
  opened(quantities: readonly Quantity[], prefix: string): (TemplateResult | typeof nothing)[] {
    return quantities.map((quantity) => this.#arithmetic(quantity, `${prefix}>${quantity.id}`));
  }

  /** A row of numbers under one symbol each, and what is open of them. */
  row(quantities: readonly Quantity[], prefix: string): TemplateResult {
    return html`
      <div class="values">${quantities.map((quantity) => html`
        <span class="cell">${math(`${symbol(quantity.symbol, quantity.role)}${op('=')}`)} ${this.number(quantity, `${prefix}>${quantity.id}`)}</span>`)}
      </div>
      ${this.opened(quantities, prefix)}`;
  }

  #arithmetic(quantity: Quantity, path: string): TemplateResult | typeof nothing {
    if (!quantity.from || !this.isOpen(path) || this.#look.instead?.(quantity) === unknown) return nothing;
    const { strings } = this.#look;
    const arithmetic = quantity.from();
    const long = arithmetic.operands.length > longest;
    // A number that stands twice in one line opens once.
    const different = [...new Map(arithmetic.operands.map((operand) => [operand.id, operand])).values()];
    const inner = long ? nothing : this.opened(different, path);
    this.#drawn.get(this.#section)!.push(quantity);
    return html`
      <div class="arithmetic" role="group" data-path=${path} aria-label=${strings.made(toText(quantity.symbol))}>
        <p class="symbolic">${inSymbols(arithmetic).map((piece, k) => math(k === 0 ? `${symbol(quantity.symbol, quantity.role)}${op('=')}${piece}` : piece))} ${this.#source(arithmetic.equation)}</p>
        ${long ? this.#long(arithmetic, path) : nothing}
        <p class="numeric">${long ? nothing : html`= ${this.#inNumbers(arithmetic, path)} `}= <b class="number ${quantity.role}">${this.text(quantity)}</b></p>
        ${inner}
      </div>`;
  }

  #source(equation: Equation | undefined): TemplateResult | typeof nothing {
    if (!equation) return nothing;
    const { strings } = this.#look;
    const { paper, number: equationNumber, section, appendix } = equation;
    return html`<small class="paper">${paper}${equationNumber ? strings.equationNumber(equationNumber) : ''}${section ? strings.section(section) : ''}${appendix ? strings.appendix(appendix) : ''}</small>`;
  }

  /** What is below zero stands in brackets behind a sign. */
  #factor(quantity: Quantity, path: string): TemplateResult {
    const made = this.number(quantity, `${path}>${quantity.id}`);
    return this.text(quantity).startsWith('\u2212') ? html`(${made})` : made;
  }

  #inNumbers({ operation, operands }: Arithmetic, path: string): unknown {
    const { strings } = this.#look;
    const one = (quantity: Quantity | undefined): unknown => (quantity ? this.number(quantity, `${path}>${quantity.id}`) : nothing);
    const factor = (quantity: Quantity | undefined, first = false): unknown => (quantity && !first ? this.#factor(quantity, path) : one(quantity));
    const between = (parts: unknown[], by: string) => parts.map((part, k) => (k === 0 ? part : html` ${by} ${part}`));
    const all = () => between(operands.map((operand, k) => factor(operand, k === 0)), '+');
    const [a, b, c] = operands;
    switch (operation) {
      case 'sum of products': return between(pairs(operands).map(([left, right], k) => html`<span class="term">${factor(left, k === 0)}${right ? html`·${factor(right)}` : nothing}</span>`), '+');
      case 'sum': return all();
      case 'difference': return html`${one(a)} − ${factor(b)}`;
      case 'product': return html`${one(a)}·${factor(b)}`;
      case 'quotient': return html`${one(a)} / ${factor(b)}`;
      case 'quotient by root': return html`${one(a)} / √${one(b)}`;
      case 'exp': return html`e<sup>${one(a)}${b ? html` − ${factor(b)}` : nothing}</sup>`;
      case 'log': return html`ln ${one(a)}${b ? html` + ${factor(b)}` : nothing}`;
      case 'tanh': return html`tanh(${all()})`;
      case 'sigmoid': return html`σ(${all()})`;
      case 'mix': return html`(1 − ${factor(a)})·${factor(b)} + ${factor(a)}·${factor(c)}`;
      case 'maximum': return html`max(${between(operands.map(one), ',')}) <small>${strings.largest}</small>`;
      case 'copy': return html`${one(a)} <small>${strings.copyOf}</small>`;
    }
  }

  /** A long sum: its factors and products as strips, and its terms, in pages, on demand. */
  #long({ operation, operands, parts }: Arithmetic, path: string): TemplateResult {
    const { strings } = this.#look;
    const terms: (readonly [Quantity, Quantity | undefined])[] = operation === 'sum of products' ? pairs(operands) : operands.map((operand) => [operand, undefined] as const);
    const list = `${path}#`;
    const listed = this.#open.get(list);
    const count = listed === undefined ? 0 : listedOf(terms.length, listed);
    const factors = terms.slice(0, count).flatMap(([left, right]) => (right ? [left, right] : [left]));
    return html`
      <div class="strips">
        ${parts ? parts.map(({ left, right }) => {
          const [a, b] = [left.values(), right.values()];
          return html`${this.strip(left)}${this.strip(right)}${this.#plainStrip(Array.from(a, (x, k) => x * b[k]!))}`;
        }) : this.#plainStrip(terms.map(([left, right]) => (right ? left.value * right.value : left.value)))}
      </div>
      <p><button type="button" class="quiet" data-path=${list} aria-expanded=${listed === undefined ? 'false' : 'true'} @click=${this.#clicked}>
        ${listed === undefined ? strings.terms(number(terms.length), terms.length) : strings.hideTerms}</button></p>
      ${listed === undefined ? nothing : html`
        <ol class="terms">${terms.slice(0, count).map(([left, right]) => html`
          <li>${this.number(left, `${path}>${left.id}`)}${right ? html`·${this.#factor(right, path)}
            = <span class="number">${shown(this.#look.value(left) * this.#look.value(right), this.#look.decimals + 1)}</span>` : nothing}</li>`)}
        </ol>
        ${count < terms.length ? html`<p><button type="button" class="quiet" @click=${() => { this.#open.set(list, listed + 1); this.#changed(path); }}>${strings.moreTerms(number(listedOf(terms.length, listed + 1) - count))}</button></p>` : nothing}
        ${this.opened([...new Map(factors.map((factor) => [factor.id, factor])).values()], path)}`}`;
  }

  #plainStrip(values: number[]): TemplateResult {
    const { strings, decimals } = this.#look;
    return drawn(values.length, squares(values), range(values, decimals), strings.products, strings.products, strings);
  }

  /** A vector as a strip. */
  strip(vector: Vector): TemplateResult {
    return drawn(vector.length, squaresOf(vector, 0, false), rangeOf(vector, this.#look.decimals), math(symbol(vector.symbol, vector.role)), toText(vector.symbol), this.#look.strings);
  }

  /** A vector as a strip whose name opens it into its numbers, each of which opens. */
  vector(vector: Vector, prefix: string, { label = nothing as unknown, most = 0, halves = false } = {}): TemplateResult {
    const { strings } = this.#look;
    const path = `${prefix}>${vector.id}`;
    const open = this.#open.get(path);
    const count = open === undefined ? 0 : listedOf(vector.length, open);
    const numbers = Array.from({ length: count }, (_, k) => vector.at(k));
    const name = html`<button type="button" class="quiet vector-name ${vector.role}" data-path=${path} aria-expanded=${open === undefined ? 'false' : 'true'}
      @click=${this.#clicked}><span class="shown-name" aria-hidden="true">${label === nothing ? math(symbol(vector.symbol, vector.role)) : label}</span><span class="sr">${strings.openVector(toText(vector.symbol), number(vector.length))}${vector.token ? ` (${vector.token})` : ''}</span></button>`;
    return html`
      <div class="opening">
        ${drawn(vector.length, squaresOf(vector, most, halves), rangeOf(vector, this.#look.decimals), name, toText(vector.symbol), strings)}
        ${open === undefined ? nothing : html`
          <div class="arithmetic" role="group" data-path=${path} aria-label=${toText(vector.symbol)}>
            <ol class="terms short">${numbers.map((quantity) => html`
              <li><span class="label" aria-hidden="true">${quantity.symbol.place?.at(-1)}</span> ${this.number(quantity, `${path}>${quantity.id}`)}</li>`)}</ol>
            ${count < vector.length ? html`<p><button type="button" class="quiet" @click=${() => { this.#open.set(path, open + 1); this.#changed(path); }}>${strings.moreTerms(number(listedOf(vector.length, open + 1) - count))}</button></p>` : nothing}
            ${this.opened(numbers, path)}
          </div>`}
      </div>`;
  }
}

/** Numbers as squares in a row, by sign and size; `most`, or the largest size there is, has the full colour. With `halves` a line stands between the two. */
function squares(values: ArrayLike<number>, most = 0, halves = false): string {
  const all = Array.from(values);
  const full = most || all.reduce((largest, x) => Math.max(largest, Math.abs(x)), 1e-12);
  return `${all.map((x, k) => `<rect class="${signedClass(x / full)}" x="${k}" width="1.02" height="1"/>`).join('')}${halves ? `<path class="middle" d="M${all.length / 2} 0V1"/>` : ''}`;
}

function range(values: ArrayLike<number>, decimals: number): [low: string, high: string] {
  const all = Array.from(values);
  return [shown(Math.min(...all), decimals), shown(Math.max(...all), decimals)];
}

// A vector does not change, and is drawn anew whenever something beside it opens.
const made = new WeakMap<Vector, Map<string, unknown>>();
function remembered<Made>(vector: Vector, key: string, make: () => Made): Made {
  const known = made.get(vector) ?? new Map<string, unknown>();
  made.set(vector, known);
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as Made;
}
const squaresOf = (vector: Vector, most: number, halves: boolean) => remembered(vector, `squares ${most} ${halves}`, () => squares(vector.values(), most, halves));
const rangeOf = (vector: Vector, decimals: number) => remembered(vector, `range ${decimals}`, () => range(vector.values(), decimals));

function drawn(count: number, inside: string, [low, high]: [string, string], label: unknown, name: string, strings: WalkthroughStrings): TemplateResult {
  return html`
    <div class="strip">
      <span class="strip-name">${label}</span>
      <svg role="img" aria-label=${strings.strip(name, number(count), low, high)} viewBox="0 0 ${count} 1" preserveAspectRatio="none">${unsafeSVG(inside)}</svg>
      <span class="range" aria-hidden="true">${low} … ${high}</span>
    </div>`;
}

const signedSteps = 16;

/** The class that colours a square for a signed share of the largest size. */
export function signedClass(share: number): string {
  const k = Math.round(Math.min(1, Math.max(-1, share)) * signedSteps);
  return k < 0 ? `n${-k}` : `p${k}`;
}

/** Rules for those classes: from neutral to one hue or the other. */
export function signedRules(): string {
  const rules: string[] = [];
  for (let k = 0; k <= signedSteps; k++) {
    const share = Math.round((1000 * k) / signedSteps) / 10;
    rules.push(`.p${k}{fill:color-mix(in oklab,var(--lb-plus) ${share}%,var(--lb-neutral))}`);
    if (k > 0) rules.push(`.n${k}{fill:color-mix(in oklab,var(--lb-minus) ${share}%,var(--lb-neutral))}`);
  }
  return rules.join('');
}
