// One step of attention by hand: what is given, in fields, and below it the five steps to the context, every number of which
// opens. The engine computes, in double; here its results are laid out, rounded, and compared with what a reader works out alone.
import { html, nothing, type TemplateResult } from 'lit';
import type { HandInput, HandResult } from '../../engine/types.ts';
import { number } from '../../i18n/format.ts';
import type { WalkthroughStrings } from '../../i18n/walkthrough.ts';
import type { Engine } from '../engines.ts';
import { handGraph, type HandGraph } from './by_hand.ts';
import { asInput, example, mostAnnotations, mostDimensions, read, readNumber, scores, withDimensions, write, type Given, type Score, type Written } from './given.ts';
import { fraction, letter, math, named, op, sum, symbol, transposed } from './formula.ts';
import { inFull, Numbers, shown, unknown } from './numbers.ts';
import { carrying, equations, rounded, toText, type Equation, type Quantity, type Role, type Vector } from './quantity.ts';
import { Symbols, type Definition } from './symbols.ts';
import { Taking, type Format } from './taking.ts';

/** What a figure is to its step by hand. */
export interface Stage {
  figure: HTMLElement & Written & { decimals: number | null; carry: boolean; exercise: boolean; names: string; requestUpdate(): void; updateComplete: Promise<boolean>; renderRoot: HTMLElement | DocumentFragment };
  strings(): WalkthroughStrings;
  language(): string;
  engine(): Promise<Engine>;
  /** What the engine refused or could not do, in the figure's words. */
  reason(error: unknown): string;
  say(sentence: string): void;
  sharing(): unknown;
}

const stepNames = ['scores', 'exponentials', 'weights', 'weighted', 'context'] as const;
type StepName = (typeof stepNames)[number];
const mostDecimals = 6;

export class Hand {
  readonly #stage: Stage;
  readonly #numbers: Numbers;
  readonly #taking: Taking;
  readonly #symbols: Symbols;
  #given: Given | null = null;
  #key = ''; // of what is given, as attributes
  #computed: HandInput | null = null; // what the results below are of: the last that the engine took
  #graph: HandGraph | null = null;
  #result: HandResult | null = null;
  #failure: unknown = null;
  #asked = 0;
  #drafts = new Map<string, string>(); // what was typed and is no number, by field
  #answers = new Map<string, string>(); // of the exercise, by quantity
  #verdicts = new Map<string, boolean | 'empty'>(); // of what was checked
  #verdict = '';

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#numbers = new Numbers(stage.figure);
    this.#taking = new Taking(stage, (format) => this.#written(format));
    this.#symbols = new Symbols(stage.figure);
  }

  get keyed(): (event: KeyboardEvent) => void {
    return this.#numbers.keyed;
  }

  /** Takes what the attributes say; asks the engine where that is new. */
  follow(): void {
    const { figure } = this.#stage;
    const { handQuery, handAnnotations, handWords, handScore, handWa, handUa, handVa, names } = figure;
    const key = JSON.stringify([handQuery, handAnnotations, handWords, handScore, handWa, handUa, handVa, names]);
    if (key === this.#key) return;
    this.#key = key;
    this.#given = read(figure);
    void this.#compute(this.#given);
  }

  /** Why nothing can be shown, where that is so. */
  get without(): unknown {
    return this.#graph ? null : this.#failure;
  }

  retry(): void {
    this.#failure = null;
    this.#key = '';
    this.#stage.figure.requestUpdate();
  }

  async #compute(given: Given): Promise<void> {
    const turn = ++this.#asked;
    const input = structuredClone(asInput(given)); // the reader goes on to write in the fields
    try {
      const result = await (await this.#stage.engine()).attention(input);
      if (turn !== this.#asked) return;
      this.#graph = handGraph(input, result, { names: this.#qkv ? 'qkv' : 'papers', tokens: given.words });
      this.#result = result;
      this.#computed = input;
      this.#failure = null;
      this.#verdicts.clear();
      this.#verdict = '';
    } catch (error) {
      if (turn !== this.#asked) return;
      this.#failure = error;
    }
    this.#stage.figure.requestUpdate();
  }

  /** What stands below is not of what stands in the fields: one of them is no figure, or the engine refused them. */
  get #stale(): boolean {
    return this.#graph !== null && (this.#drafts.size > 0 || this.#failure !== null);
  }

  get #qkv(): boolean {
    return this.#stage.figure.names === 'qkv';
  }

  get #decimals(): number {
    const { decimals } = this.#stage.figure;
    return decimals === null || !Number.isInteger(decimals) ? 2 : Math.min(mostDecimals, Math.max(0, decimals));
  }

  // ---- what the reader does ------------------------------------------------------------------------------------------------

  #change(given: Given): void {
    this.#drafts.clear();
    Object.assign(this.#stage.figure, write(given));
  }

  /** A figure in a field: where it is a number it is taken at once, else it stays as it was typed and is marked. */
  #typed(field: string, text: string, take: (value: number) => void): void {
    const value = readNumber(text);
    if (value === null) {
      this.#drafts.set(field, text);
      return this.#stage.figure.requestUpdate();
    }
    this.#drafts.delete(field);
    take(value);
    Object.assign(this.#stage.figure, write(this.#given!));
    this.#stage.figure.requestUpdate();
  }

  #addAnnotation = (): void => {
    const given = this.#given!;
    this.#change({ ...given, annotations: [...given.annotations, given.query.map(() => 0).slice(0, given.annotations[0]!.length)] });
  };

  #removeAnnotation = (): void => {
    const given = this.#given!;
    if (given.annotations.length > 1) this.#change({ ...given, annotations: given.annotations.slice(0, -1) });
  };

  #dimensionsChosen = (event: Event): void => this.#change(withDimensions(this.#given!, Number((event.target as HTMLSelectElement).value)));

  #scoreChosen = (event: Event): void => {
    const given = this.#given!;
    const score = (event.target as HTMLSelectElement).value as Score;
    // A dot product needs one size for both.
    const sized = (score === 'dot' || score === 'scaled-dot') && given.query.length !== given.annotations[0]!.length ? withDimensions(given, given.query.length) : given;
    this.#numbers.closeAll();
    this.#change({ ...sized, score, parameters: [] });
  };

  #reset = (): void => {
    this.#numbers.closeAll();
    this.#answers.clear();
    this.#drafts.clear();
    Object.assign(this.#stage.figure, { handQuery: null, handAnnotations: null, handWords: null, handScore: null, handWa: null, handUa: null, handVa: null });
    this.#stage.figure.requestUpdate();
  };

  // ---- do it yourself ------------------------------------------------------------------------------------------------------

  #exerciseChosen = (event: Event): void => {
    this.#answers.clear();
    this.#verdicts.clear();
    this.#verdict = '';
    this.#numbers.closeAll();
    this.#stage.figure.exercise = (event.target as HTMLInputElement).checked;
  };

  #reveal = (): void => {
    this.#stage.figure.exercise = false;
  };

  /** Compares what was typed with what is right, exact or carried: half a unit of the last decimal is allowed. */
  #check = (): void => {
    const strings = this.#stage.strings();
    const carried = carrying(this.#decimals);
    const tolerance = 0.5 * 10 ** -this.#decimals + 1e-9;
    const near = (value: number, quantity: Quantity) => [quantity.value, rounded(quantity.value, this.#decimals), carried(quantity)].some((x) => Math.abs(x - value) <= tolerance);
    this.#verdicts.clear();
    let [missing, filled] = [0, 0];
    let first: { step: number; name: StepName; wrong: string[] } | null = null;
    this.#steps().forEach(({ name, quantities }, k) => {
      for (const quantity of quantities) {
        const text = this.#answers.get(quantity.id)?.trim() ?? '';
        if (text === '') {
          missing++;
          this.#verdicts.set(quantity.id, 'empty');
          continue;
        }
        filled++;
        const value = readNumber(text);
        const right = value !== null && near(value, quantity);
        this.#verdicts.set(quantity.id, right);
        if (right) continue;
        first ??= { step: k + 1, name, wrong: [] };
        if (first.name === name) first.wrong.push(toText(quantity.symbol));
      }
    });
    const mistake = first as { step: number; name: StepName; wrong: string[] } | null; // the compiler does not see that forEach sets it
    this.#verdict = filled === 0 ? strings.nothingYet
      : mistake ? strings.wrongStep(String(mistake.step), strings.steps[mistake.name], mistake.wrong.join(', '))
      : missing > 0 ? strings.missing(number(missing), missing) : strings.allRight;
    this.#stage.figure.requestUpdate();
  };

  /** The results step by step, as they are shown. */
  #steps(): { name: StepName; quantities: Quantity[] }[] {
    const graph = this.#graph;
    if (!graph) return [];
    const lists: Record<StepName, Quantity[]> = {
      scores: there(graph.energies), exponentials: [...there(graph.exponentials), graph.sum], weights: [...graph.weights], weighted: there(graph.weighted).flatMap(numbersOf), context: numbersOf(graph.context),
    };
    return stepNames.map((name) => ({ name, quantities: lists[name] }));
  }

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  get line(): string {
    const strings = this.#stage.strings();
    const given = this.#given;
    return given ? strings.handLine(strings.scoreName[given.score], String(given.annotations.length), String(given.query.length), String(this.#decimals)) : '';
  }

  template(): TemplateResult {
    const { figure } = this.#stage;
    const strings = this.#stage.strings();
    const given = this.#given;
    if (!given) return html``;
    const carried = figure.carry ? carrying(this.#decimals) : null;
    this.#numbers.begin('', {
      strings, decimals: this.#decimals, givenInFull: true, value: (quantity) => (carried ? carried(quantity) : quantity.value), ...(figure.exercise && { instead: this.#found() }),
    });
    const rows = given.refused.filter((name) => name !== 'hand-score');
    const problems = [...(rows.length < given.refused.length ? [strings.badScore('hand-score', scores.join(', '))] : []), ...(rows.length > 0 ? [strings.badAttribute(rows.join(', '), rows.length)] : [])];
    const sentence = (problems.length > 0 ? problems : this.#drafts.size > 0 ? [strings.badNumber, strings.stale] : []).join(strings.between);
    return html`
      <div class="hand" @keydown=${this.keyed} @pointerover=${this.#symbols.pointed} @pointerleave=${this.#symbols.rested} @click=${this.#symbols.clicked}>
        <div class="side">
          ${this.#inputs(given, strings)}
          <p class="note problem" id="hand-note" role="alert">${sentence}</p>
        </div>
        <div class="working ${this.#stale ? 'stale' : ''}">
        ${this.#failure ? html`<p class="problem failure">${strings.failed} ${this.#stage.reason(this.#failure)}${strings.between}${strings.stale}</p>` : nothing}
        <ol class="steps">${stepNames.map((name, k) => this.#step(name, k + 1, strings))}</ol>
        ${figure.exercise ? this.#exercise(strings) : html`<p class="explain">${this.#stale ? strings.stale : this.#explanation(strings)}</p>`}
        </div>
        ${this.#more(given, strings)}
        <p class="line" part="line">${this.line}</p>
      </div>`;
  }


  #inputs(given: Given, strings: WalkthroughStrings): TemplateResult {
    // With the Transformer's letters: what each is also called.
    const same = this.#qkv && (given.score === 'dot' || given.score === 'scaled-dot');
    const also = (name: string, j?: number) => `${op('=')}${symbol({ letter: name, ...(j !== undefined && { indices: [j] }) }, j === undefined ? 'target' : 'source')}`;
    const asking = `${symbol({ letter: 's' }, 'target')}${same || (this.#qkv && given.score === 'general') ? also('q') : ''}`;
    const annotation = (j: number) => `${symbol({ letter: 'h', indices: [j] }, 'source')}${same ? also('k', j) : ''}${this.#qkv ? also('v', j) : ''}`;
    return html`
      <div class="given">
        <div class="vector">
          <span class="name">${math(asking)} <span class="label">${strings.query}</span></span>
          ${this.#fields(given.query, 'target', 's', 'query', strings)}
        </div>
        ${given.annotations.map((values, j) => html`
          <div class="vector">
            <span class="name">${math(annotation(j + 1))} ${this.#word(given.words[j], j, strings)}</span>
            ${this.#fields(values, 'source', toText({ letter: 'h', indices: [j + 1] }), `annotation ${j}`, strings)}
          </div>`)}
      </div>`;
  }

  /** An annotation's word; one of the example's is in the script of the page. */
  #word(word: string | undefined, j: number, strings: WalkthroughStrings): TemplateResult {
    const text = word !== undefined && word === example.words[j] ? strings.exampleWords[j] : word;
    const lang = /\p{Script=Han}/u.test(text ?? '') ? (text === word ? 'zh' : this.#stage.language()) : nothing;
    return html`<span class="label word" lang=${lang}>${text ?? nothing}</span>`;
  }

  #fields(values: number[], role: Role, name: string, key: string, strings: WalkthroughStrings): TemplateResult {
    // A bracket never stands alone in a line.
    const bracket = (sign: string) => html`<span aria-hidden="true">${sign}</span>`;
    return html`<span class="fields">${values.map((value, k) => {
      const field = `${key} ${k}`;
      const draft = this.#drafts.get(field);
      return html`<span class="component">${k === 0 ? bracket('[') : nothing}<input class=${role} inputmode="text" autocomplete="off" spellcheck="false" name=${field} size=${fieldSize(draft ?? inFull(value))} aria-label=${strings.component(name, String(k + 1))}
        .value=${draft ?? inFull(value)} aria-invalid=${draft === undefined ? 'false' : 'true'} aria-describedby="hand-note"
        @input=${(event: Event) => this.#typed(field, (event.target as HTMLInputElement).value, (x) => { values[k] = x; })}>${k + 1 === values.length ? bracket(']') : nothing}</span>`;
    })}</span>`;
  }

  #parameters(given: Given, strings: WalkthroughStrings): TemplateResult | typeof nothing {
    if (given.parameters.length === 0) return nothing;
    return html`<div class="parameters">${given.parameters.map(({ name, rows }) => html`
      <div class="matrix">
        <span class="name">${math(letter(name[0]!, 'parameter', '', 'a'))}</span>
        <div>${rows.map((row, r) => this.#fields(row, 'parameter', rows.length > 1 ? `${name}[${r + 1}]` : name, `${name} ${r}`, strings))}</div>
      </div>`)}</div>`;
  }

  /** The formula of a step, and where it stands. */
  #formula(name: StepName, score: Score): { inside: string; equation: Equation } {
    const query = letter(this.#qkv ? 'q' : 's', 'target');
    const annotation = letter(this.#qkv ? 'k' : 'h', 'source', 'j');
    const value = letter(this.#qkv ? 'v' : 'h', 'source', 'j');
    const e = letter('e', 'weights', 'j');
    const a = letter('α', 'weights', 'j');
    const W = letter('W', 'parameter', '', 'a');
    const U = letter('U', 'parameter', '', 'a');
    const va = transposed(letter('v', 'parameter', '', 'a'));
    const product = `${transposed(query)}${annotation}`;
    const layer = `${va}${named('tanh', `${query}${op('+')}${annotation}`)}`;
    const made: Record<Score, string> = {
      dot: product,
      'scaled-dot': fraction(product, `<msqrt>${letter('d', 'parameter')}</msqrt>`),
      general: this.#qkv ? product : `${transposed(query)}${W}${annotation}`,
      additive: this.#qkv ? layer : `${va}${named('tanh', `${W}${query}${op('+')}${U}${annotation}`)}`,
      concat: this.#qkv ? layer : `${va}${named('tanh', `${W}<mrow><mo>[</mo>${query}${op(';')}${annotation}<mo>]</mo></mrow>`)}`,
    };
    const scoreEquation: Record<Score, Equation> = { dot: equations.dot, 'scaled-dot': equations.scaledDot, general: equations.general, additive: equations.additive, concat: equations.concat };
    const shift = this.#result?.shift ?? 0;
    const exponential = (index: string) => named('exp', `${letter('e', 'weights', index)}${shift === 0 ? '' : `${op('−')}<msub><mi>e</mi><mi mathvariant="normal">max</mi></msub>`}`);
    switch (name) {
      case 'scores': return { inside: `${e}${op('=')}${made[score]}`, equation: scoreEquation[score] };
      case 'exponentials': return { inside: `${exponential('j')}<mo separator="true">,</mo><mspace width="0.6em"></mspace>${sum('j', exponential('j'))}`, equation: equations.weights };
      case 'weights': return { inside: `${a}${op('=')}${fraction(exponential('j'), sum('k', exponential('k')))}`, equation: equations.weights };
      case 'weighted': return { inside: `${a}${value}`, equation: equations.context };
      case 'context': return { inside: `${letter('c', 'context')}${op('=')}${sum('j', `${a}${value}`)}`, equation: equations.context };
    }
  }

  #step(name: StepName, k: number, strings: WalkthroughStrings): TemplateResult {
    const { inside, equation } = this.#formula(name, this.#computed?.score ?? this.#given!.score);
    const { paper, number: equationNumber, section, appendix } = equation;
    return html`
      <li data-step=${name}>
        <p class="title" id=${`step-${name}`} tabindex="-1"><span class="count" aria-hidden="true">${k}</span> ${strings.steps[name]}</p>
        <p class="formula">${math(inside, true)} <small class="paper">${paper}${equationNumber ? strings.equationNumber(equationNumber) : ''}${section ? strings.section(section) : ''}${appendix ? strings.appendix(appendix) : ''}</small></p>
        ${this.#results(name)}
      </li>`;
  }

  /** The numbers of a step: a row of single ones, or vectors in brackets. */
  #results(name: StepName): TemplateResult {
    const graph = this.#graph;
    if (!graph) return html`<div class="values waiting">–</div>`;
    const vector = (values: Vector) => html`
      <span class="cell">${math(`${symbol(values.symbol, values.role)}${op('=')}`)} <span class="bracket">${numbersOf(values).map((quantity, k) => html`<span class="term">${k ? nothing : '['}${this.#value(quantity, name)}${k + 1 < values.length ? ',' : ']'}</span>`)}</span></span>`;
    const { quantities } = this.#steps().find((step) => step.name === name)!;
    const cells = name === 'weighted' ? there(graph.weighted).map(vector) : name === 'context' ? vector(graph.context) : quantities.map((quantity) => html`
      <span class="cell">${math(`${symbol(quantity.symbol, quantity.role)}${op('=')}`)} ${this.#value(quantity, name)}</span>`);
    return html`<div class="values ${name}-values">${cells}</div>${this.#numbers.opened(quantities, name)}`;
  }

  /** In the exercise: a result is what the reader wrote for it once that is right, and not known before, nor is what is made of it. */
  #found(): (quantity: Quantity) => string | undefined {
    const asked = new Set(this.#steps().flatMap(({ quantities }) => quantities.map(({ id }) => id)));
    const known = new Map<string, string | undefined>();
    const found = (quantity: Quantity): string | undefined => {
      const { id, from } = quantity;
      if (!known.has(id)) {
        known.set(id, asked.has(id) ? (this.#verdicts.get(id) === true ? this.#answers.get(id)!.trim().replace(/^[-\u2010-\u2015]/, '\u2212') : unknown)
          : from?.().operands.some((operand) => found(operand) === unknown) ? unknown : undefined);
      }
      return known.get(id);
    };
    return found;
  }

  /** A result: a number that opens, or, in the exercise, a field until it is right. */
  #value(quantity: Quantity, step: StepName): TemplateResult {
    const right = this.#verdicts.get(quantity.id);
    if (!this.#stage.figure.exercise) return this.#numbers.number(quantity, `${step}>${quantity.id}`);
    if (right === true) return html`${this.#numbers.number(quantity, `${step}>${quantity.id}`)}<span class="right" role="img" aria-label=${this.#stage.strings().right}>✓</span>`;
    const strings = this.#stage.strings();
    const answer = strings.answer(toText(quantity.symbol));
    return html`<span class="answer-field"><input class="${quantity.role} ${right === 'empty' ? 'empty' : ''}" inputmode="text" autocomplete="off" spellcheck="false" name=${`answer ${quantity.id}`} size=${this.#decimals + 5}
      aria-label=${right === 'empty' ? strings.stillEmpty(answer) : answer} aria-invalid=${right === undefined ? 'false' : 'true'} .value=${this.#answers.get(quantity.id) ?? ''}
      @input=${(event: Event) => { this.#answers.set(quantity.id, (event.target as HTMLInputElement).value); }}
      @keydown=${(event: KeyboardEvent) => { if (event.key === 'Enter') this.#check(); }}>${right === undefined ? nothing : html`<span class="wrong" aria-hidden="true">${right === 'empty' ? '?' : '×'}</span>`}</span>`;
  }

  #exercise(strings: WalkthroughStrings): TemplateResult {
    return html`
      <p class="explain">${strings.exerciseHow}</p>
      <div class="buttons">
        <button class="primary" part="primary" @click=${this.#check}><span class="shown">${strings.check}</span></button>
        <button @click=${this.#reveal}>${strings.reveal}</button>
      </div>
      <p class="note verdict-line" role="status">${this.#verdict}</p>`;
  }

  /** Why the exact context and the one that a hand gets differ, or that they do not. */
  #explanation(strings: WalkthroughStrings): string {
    const graph = this.#graph;
    if (!graph) return '';
    const d = this.#decimals;
    const context = numbersOf(graph.context);
    const hand = carrying(d);
    const list = (value: (quantity: Quantity) => number) => `[${context.map((quantity) => shown(value(quantity), d)).join(', ')}]`;
    const [exact, carried] = [list((quantity) => quantity.value), list(hand)];
    if (exact === carried) return strings.agrees(exact);
    const k = context.findIndex((quantity) => shown(quantity.value, d) !== shown(hand(quantity), d));
    const component = context[k]!;
    // The weight whose remainder moves this component most.
    const off = (j: number) => Math.abs((graph.weights[j]!.value - hand(graph.weights[j]!)) * (this.#computed!.annotations[j]?.[k] ?? 0));
    const worst = graph.weights.reduce((best, _, j) => (off(j) > off(best) ? j : best), 0);
    const weight = graph.weights[worst]!;
    return `${strings.differs(exact, carried)}${strings.between}${strings.because({
      symbol: toText(weight.symbol), weight: shown(hand(weight), d), long: number(weight.value, d + 2), component: String(k + 1), exact: number(component.value, d + 2), carried: shown(hand(component), d),
    })}`;
  }

  #more(given: Given, strings: WalkthroughStrings): TemplateResult {
    const { figure } = this.#stage;
    const same = given.query.length === given.annotations[0]!.length;
    return html`
      <details>
        <summary>${strings.more}</summary>
        <div class="settings">
          <div class="buttons">
            <button aria-disabled=${given.annotations.length >= mostAnnotations ? 'true' : 'false'} @click=${() => { if (given.annotations.length < mostAnnotations) this.#addAnnotation(); }}>${strings.addAnnotation}</button>
            <button aria-disabled=${given.annotations.length <= 1 ? 'true' : 'false'} @click=${this.#removeAnnotation}>${strings.removeAnnotation}</button>
            <button @click=${this.#reset}>${strings.reset}</button>
          </div>
          <label class="field"><span>${strings.dimensions}</span>
            <select name="dimensions" @change=${this.#dimensionsChosen}>${Array.from({ length: mostDimensions }, (_, k) => html`<option value=${k + 1} .selected=${same && given.query.length === k + 1}>${k + 1}</option>`)}</select></label>
          <label class="field"><span>${strings.score}</span>
            <select name="score" @change=${this.#scoreChosen}>${scores.map((name) => html`<option value=${name} .selected=${name === given.score}>${strings.scoreName[name]}</option>`)}</select></label>
          <label class="field"><span>${strings.decimals}</span>
            <select name="decimals" @change=${(event: Event) => { figure.decimals = Number((event.target as HTMLSelectElement).value); }}>
              ${Array.from({ length: mostDecimals + 1 }, (_, k) => html`<option value=${k} .selected=${k === this.#decimals}>${k}</option>`)}</select></label>
        </div>
        ${this.#parameters(given, strings)}
        <div class="switches">
          ${this.#switch('carry', strings.carry, figure.carry, (event) => { figure.carry = (event.target as HTMLInputElement).checked; })}
          ${this.#switch('names', strings.names, this.#qkv, (event) => { figure.names = (event.target as HTMLInputElement).checked ? 'qkv' : 'papers'; })}
          ${this.#switch('exercise', strings.exercise, figure.exercise, this.#exerciseChosen)}
        </div>
        ${this.#qkv ? html`<p class="explain">${strings.namesExplain}</p>` : nothing}
        ${this.#graph && !figure.exercise ? this.#taking.template(strings) : nothing}
        ${this.#definitions(given, strings)}
        ${this.#stage.sharing()}
      </details>`;
  }

  #switch(name: string, text: string, checked: boolean, change: (event: Event) => void): TemplateResult {
    return html`<label class="switch"><input type="checkbox" name=${name} .checked=${checked} @change=${change}><span>${text}</span></label>`;
  }

  /** All steps, and what is open of them, to take along. */
  async #written(format: Format): Promise<string> {
    const { asLatex, asText, handNumpy } = await import('./exports.ts');
    const options = { decimals: this.#decimals, carry: this.#stage.figure.carry, givenInFull: true };
    // What is copied is what is shown, and where that is not of the fields it says so.
    const mark = { text: '', latex: '% ', numpy: '# ' }[format];
    const strings = this.#stage.strings();
    const note = [...(this.#stale ? [strings.stale] : []), ...(options.carry || format === 'numpy' ? [] : [strings.roundedToShow])].map((line) => `${mark}${line}\n`).join('');
    if (format === 'numpy') return note + handNumpy(this.#computed!, { ...options, shifted: this.#result!.shift !== 0 });
    const all = this.#steps().flatMap(({ quantities }) => quantities);
    return note + (format === 'text' ? asText : asLatex)([...all, ...this.#numbers.open], options);
  }

  /** What the letters stand for. */
  #definitions(given: Given, strings: WalkthroughStrings): TemplateResult {
    const layer = given.score === 'additive' || given.score === 'concat';
    const { definitions } = strings;
    const of = (name: keyof typeof definitions, role: Role, index = '', step?: StepName): Definition =>
      ({ of: name, roles: [role], index, meaning: definitions[name], place: step && { id: step, title: strings.steps[step] } });
    return html`
      <p class="label">${strings.symbols}</p>
      ${this.#symbols.template([
        of('s', 'target'), ...(this.#qkv ? [of('q', 'target')] : []), of('h', 'source', 'j'), ...(this.#qkv ? [of('k', 'source', 'j'), of('v', 'source', 'j')] : []),
        ...(given.score === 'scaled-dot' ? [of('d', 'parameter')] : []), ...(layer ? [of('v_a', 'parameter')] : []), ...(layer || given.score === 'general' ? [of('W_a', 'parameter')] : []),
        ...(given.score === 'additive' ? [of('U_a', 'parameter')] : []), ...(layer ? [of('t', 'weights', 'j')] : []),
        of('e', 'weights', 'j', 'scores'), of('Σ', 'weights', '', 'exponentials'), of('α', 'weights', 'j', 'weights'), of('c', 'context', '', 'context'),
      ], strings)}`;
  }
}

/** Characters that a field has room for: more in steps, so that it does not move with every key. */
const fieldSize = (text: string): number => Math.min(20, 4 * Math.ceil(Math.max(4, text.length) / 4));
const there = <T>(list: readonly (T | undefined)[]): T[] => list.filter((entry) => entry !== undefined);
const numbersOf = (vector: Vector): Quantity[] => Array.from({ length: vector.length }, (_, k) => vector.at(k));
