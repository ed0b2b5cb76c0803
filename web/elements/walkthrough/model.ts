// A decoding step of a trained model, number by number: what the encoder holds, the word before, the query, scores, weights, the
// context, the cell and the next word. Vectors are strips that open into numbers, and every number opens into its arithmetic.
// All values are those of one trace of the model; while it trains they stay those of the update that is named.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { number } from '../../i18n/format.ts';
import type { WalkthroughStrings } from '../../i18n/walkthrough.ts';
import type { Model, Session } from '../session.ts';
import type { Dictionary } from '../../i18n/index.ts';
import { math, symbol } from './formula.ts';
import { Numbers } from './numbers.ts';
import { toText, type Notation, type Role, type Vector } from './quantity.ts';
import { Symbols, type Definition } from './symbols.ts';
import { Taking, type Format } from './taking.ts';
import { trainedGraph, type CellStep, type Step, type TrainedGraph } from './trained.ts';
import type { ModelParts } from './views.ts';

const topCount = 6; // words of the output that are shown
const endToken = '<eos>';
const startToken = '<bos>';

interface Stage {
  figure: HTMLElement & { row: number | null; decimals: number | null; requestUpdate(): void; updateComplete: Promise<boolean>; renderRoot: HTMLElement | DocumentFragment };
  session: Session;
  words(): Dictionary['figure'];
  strings(): WalkthroughStrings;
  reason(error: unknown): string;
  say(sentence: string): void;
  model(): ModelParts;
  /** Makes the figure show a model of this kind. */
  preset(): void;
}

export class ModelView {
  readonly #numbers: Numbers;
  readonly #taking: Taking;
  readonly #symbols: Symbols;
  #graph: TrainedGraph | null = null;
  #at = NaN; // update of the graph
  #given = false; // of a ready-made model
  #dictated: string[] | null = null; // what it was given to write
  #key = '';
  #model: Model | null = null;
  #failure: unknown = null;
  #asking = false;

  constructor(private readonly stage: Stage) {
    this.#numbers = new Numbers(stage.figure);
    this.#taking = new Taking(stage, (format) => this.#written(format));
    this.#symbols = new Symbols(stage.figure);
  }

  /** The session changed: with a model at rest, its numbers for the sentence that is watched. */
  follow(): void {
    const { session } = this.stage;
    const { model, phase, step, own } = session;
    if (model !== this.#model) {
      this.#model = model;
      this.#graph = null;
      this.#key = '';
    }
    if (!model || this.#asking || own.length === 0 || phase === 'training' || phase === 'loading' || phase === 'failed') return;
    const key = `${step}\t${own.join('\t')}`;
    if (key === this.#key) return;
    this.#key = key;
    void this.#ask(model, step, phase === 'given', own);
  }

  async #ask(model: Model, step: number, ready: boolean, source: string[]): Promise<void> {
    this.#asking = true;
    try {
      const [{ tokens }, parameters] = await Promise.all([model.translate(source), model.parameters()]);
      // A model that writes the end at once has no pass of its own: it is given something to write.
      const given = tokens.length > 0 ? null : this.stage.model().expected(source) ?? model.vocabularies.target.tokens.filter((token) => !token.startsWith('<')).slice(0, 1);
      const trace = await (given ? model.trace(source, given) : model.trace(source));
      if (model === this.stage.session.model) {
        this.#graph = trainedGraph({ config: model.config, vocabularies: model.vocabularies, trace, parameters });
        this.#numbers.forget();
        this.#at = step;
        this.#given = ready;
        this.#dictated = given;
        this.#failure = null;
      }
    } catch (error) {
      if (model === this.stage.session.model) this.#failure = error;
    }
    this.#asking = false;
    this.stage.figure.requestUpdate(); // and with it what was asked for meanwhile
  }

  /** The step that is opened, from 0. */
  get #row(): number {
    const last = (this.#graph?.written.length ?? 1) - 1;
    const { row } = this.stage.figure;
    return row !== null && Number.isInteger(row) ? Math.min(last, Math.max(0, row - 1)) : 0;
  }

  get #decimals(): number {
    const { decimals } = this.stage.figure;
    return decimals === null || !Number.isInteger(decimals) ? 3 : Math.min(6, Math.max(0, decimals));
  }

  /** What is open; where nothing is, the step's weights and the probability of its word. */
  async #written(format: Format): Promise<string> {
    const { asLatex, asNumpy, asText } = await import('./exports.ts');
    const step = this.#graph!.step(this.#row);
    const { open } = this.#numbers;
    const weights = step.look ? Array.from({ length: step.look.weights.length }, (_, k) => step.look!.weights.at(k)) : [];
    const write = { text: asText, latex: asLatex, numpy: asNumpy }[format];
    const note = format === 'numpy' ? '' : `${format === 'latex' ? '% ' : ''}${this.stage.strings().roundedToShow}\n`;
    return note + write(open.length > 0 ? open : [...weights, ...step.top(1)], { decimals: this.#decimals });
  }

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  template(): TemplateResult {
    const strings = this.stage.strings();
    const parts = this.stage.model();
    return html`
      <div class="trained" @keydown=${this.#numbers.keyed} @pointerover=${this.#symbols.pointed} @pointerleave=${this.#symbols.rested} @click=${this.#symbols.clicked}>
        <div class="controls">${parts.primary()}${parts.task()}${parts.worded ? nothing : parts.digits()}</div>
        ${parts.pairs()}
        ${parts.asks ? parts.failure() : html`
          <p class="status" data-phase=${this.stage.session.phase}><b>${parts.state()}</b>${this.#graph ? html` · ${this.#given ? strings.givenMoment : strings.moment(number(this.#at))}` : nothing}</p>
          ${parts.failure()}
          ${parts.worded ? parts.sentence() : nothing}
          ${this.#failure ? html`<p class="problem">${strings.failedTrace} ${this.stage.reason(this.#failure)}</p>` : nothing}
          ${this.#graph && this.#dictated ? html`<p class="label">${strings.dictated(this.#dictated.join(' '))}</p>` : nothing}
          <p><button type="button" @click=${() => this.stage.preset()}>${strings.preset}</button></p>
          ${this.#graph ? this.#walk(this.#graph, strings) : html`<p class="label">${strings.noModel}</p>`}`}
        ${parts.more()}
        <p class="line" part="line">${parts.line()}${this.#graph ? ` · ${strings.onlyShown}` : nothing}</p>
      </div>`;
  }

  #token(token: string, strings: WalkthroughStrings): string {
    return token === endToken ? strings.end : token === startToken ? strings.start : token;
  }

  #walk(graph: TrainedGraph, strings: WalkthroughStrings): TemplateResult {
    const i = this.#row;
    const step = graph.step(i);
    const current = this.#model!.config.query === 'current' && step.look !== undefined;
    const asked = step.look ? [this.#query(step, i, strings, current), this.#scores(step, i, graph, strings), this.#weights(step, i, graph, strings), this.#context(step, i, strings)]
      : [html`<li data-step="scores"><p class="explain">${strings.noWeights}</p></li>`, step.context ? this.#context(step, i, strings) : nothing];
    const cell = this.#cell(step, i, strings);
    return html`
      <fieldset class="segments rows">
        <legend>${strings.row}</legend>
        <div>${graph.written.map((token, k) => html`
          <label><input type="radio" name="row" value=${k + 1} .checked=${k === i} aria-label=${strings.rowName(String(k + 1), this.#token(token, strings))}
            @change=${() => { this.stage.figure.row = k + 1; }}><span class="target">${this.#token(token, strings)}</span></label>`)}</div>
      </fieldset>
      <ol class="steps">
        ${this.#read(graph, strings)}
        ${this.#section('input', strings, () => html`<p class="label">${step.input === startToken ? strings.inputStart : strings.inputHow(step.input)}</p>${this.#numbers.vector(step.embedding, `input${i}`)}`)}
        ${current ? [cell, ...asked] : [...asked, cell]}
        ${step.attentional ? this.#section('attentional', strings, () => html`${this.#numbers.vector(step.attentionalJoined!, `attentional${i}`)}${this.#numbers.vector(step.attentional!, `attentional${i}`)}`) : nothing}
        ${this.#output(step, i, strings)}
      </ol>
      ${this.#taking.template(strings)}
      <details class="definitions"><summary>${strings.symbols}</summary>${this.#symbols.template(this.#definitions(step, strings), strings)}</details>`;
  }

  /** What the letters of this model stand for. */
  #definitions(step: Step, strings: WalkthroughStrings): Definition[] {
    const { cell = 'gru', layers = 1 } = this.#model!.config;
    const { definitions, modelDefinitions } = strings;
    const meanings = { ...definitions, ...modelDefinitions };
    const of = (name: keyof typeof meanings, roles: Role | readonly Role[], index = '', section?: keyof WalkthroughStrings['sections']): Definition =>
      ({ of: name, roles: [roles].flat(), index, meaning: meanings[name], place: section && { id: section, title: strings.sections[section] } });
    const both = ['source', 'target'] as const; // encoder and decoder are made alike
    const gates = { rnn: [], gru: ['r', 'z', 'n'], lstm: ['i', 'f', 'g', 'o', 'm'] } as const;
    const { look } = step;
    return [
      of('x', 'source', 'j'), of('y', 'target', 'i', 'input'), of('E', 'parameter'), of('h', 'source', 'j', 'read'), of('s', 'target', 'i', 'cell'),
      of('a', both), ...gates[cell].map((name) => of(name, both, '', 'cell')), of('W', 'parameter'), of('b', 'parameter'),
      ...(look ? [
        ...(look.scorer ? [of('v_a', 'parameter')] : []), ...(look.projected || look.keys[0]!.id !== this.#graph!.annotations[0]!.id ? [of('W_a', 'parameter')] : []),
        ...(look.projected && this.#model!.config.attention !== 'concat' ? [of('U_a', 'parameter')] : []), ...(look.hidden ? [of('t', 'weights', 'ij')] : []),
        ...(look.products ? [of('d', 'parameter')] : []), of('e', 'weights', 'ij', 'scores'), of('α', 'weights', 'ij', 'weights'),
      ] : []),
      of('Σ', look ? ['weights', 'target'] : 'target'), ...(step.context ? [of('c', 'context', 'i', 'context')] : []),
      ...(step.attentional ? [of('h~', 'target', 'i', 'attentional')] : []), of('ℓ', 'target', 'i', 'output'), of('p', 'target', 'i', 'output'), of('lse', 'loss', 'i', 'output'), of('L', 'loss', 'i', 'output'),
    ].map((each) => (each.of === 'h' && layers > 1 ? { ...each, meaning: `${each.meaning}${strings.between}${strings.layerBeside}` } : each));
  }

  /** A section, drawn anew only where something of it changed: a model that trains, or a number elsewhere, leaves it alone. */
  #section(name: keyof WalkthroughStrings['sections'], strings: WalkthroughStrings, body: () => unknown): unknown {
    const decimals = this.#decimals;
    return guard([this.#graph, this.#row, this.#numbers.version(name), strings, decimals], () => {
      this.#numbers.begin(name, { strings, decimals, givenInFull: false, value: (quantity) => quantity.value });
      return html`<li data-step=${name}><p class="title" id=${`step-${name}`} tabindex="-1">${strings.sections[name]}</p>${body()}</li>`;
    });
  }

  /** The annotations, a strip for each word, their halves marked; a word opens its numbers. */
  #read(graph: TrainedGraph, strings: WalkthroughStrings): unknown {
    const both = graph.directions.length > 1;
    const most = Math.max(1e-12, ...graph.annotations.flatMap((annotation) => Array.from(annotation.values(), Math.abs)));
    return this.#section('read', strings, () => html`
      <p class="label">${strings.annotationsHow}</p>
      <div class="heat ${both ? 'both' : ''}">
        ${both ? html`<div class="halves"><span></span><span>→ ${strings.halves.forward}</span><span>← ${strings.halves.backward}</span></div>`
          : html`<div class="halves"><span></span><span>${graph.directions[0] === 'forward' ? `→ ${strings.halves.forward}` : `← ${strings.halves.backward}`}</span></div>`}
        ${graph.annotations.map((annotation, j) => html`${this.#numbers.vector(annotation, 'read', { label: html`${math(symbol(annotation.symbol, 'source'))} <span class="source">${this.stage.model().inScript(graph.source[j]!)}</span>`, most, halves: both })}`)}
      </div>`);
  }

  #query(step: Step, i: number, strings: WalkthroughStrings, current: boolean): unknown {
    return this.#section('query', strings, () => html`<p class="label">${strings.queryHow[current ? 'current' : 'previous']}</p>${this.#numbers.vector(step.look!.query, `query${i}`)}`);
  }

  #scores(step: Step, i: number, graph: TrainedGraph, strings: WalkthroughStrings): unknown {
    const { projected, keys, hidden, scorer, products, energies } = step.look!;
    const made = keys[0]!.id !== graph.annotations[0]!.id;
    return this.#section('scores', strings, () => html`
      ${projected ? this.#numbers.vector(projected, `scores${i}`) : nothing}
      ${made ? this.#each(keys, `scores${i} keys`, strings) : nothing}
      ${hidden ? this.#each(hidden, `scores${i} hidden`, strings) : nothing}
      ${scorer ? this.#numbers.vector(scorer, `scores${i}`) : nothing}
      ${products ? this.#words(products, `scores${i}`) : nothing}
      ${this.#words(energies, `scores${i}`)}`);
  }

  /** A vector for each word, on demand. */
  #each(vectors: readonly Vector[], path: string, strings: WalkthroughStrings): TemplateResult {
    const open = this.#numbers.isOpen(path);
    const { indices: _, place: __, times, ...general } = vectors[0]!.symbol;
    const name: Notation = { ...general, ...(times && { times: { letter: times.letter, ...(times.over && { over: times.over }) } }) };
    return html`
      <div class="each"><button type="button" class="quiet" data-path=${path} aria-expanded=${open ? 'true' : 'false'} @click=${() => this.#numbers.toggle(path)}><span class="shown-name">${open ? strings.hideEach : html`${strings.forEach} <span aria-hidden="true">${math(symbol(name, vectors[0]!.role))}</span>`}</span>${open ? nothing : html`<span class="sr">${toText(name)}</span>`}</button>
      ${open ? vectors.map((vector) => this.#numbers.vector(vector, path)) : nothing}</div>`;
  }

  /** A number for each word of the source, under the word. */
  #words(vector: Vector, path: string, wide = false): TemplateResult {
    const quantities = Array.from({ length: vector.length }, (_, k) => vector.at(k));
    return html`
      <div class="values by-word ${wide ? 'wide' : ''}">${quantities.map((quantity) => html`
        <span class="cell worded"><span class="source">${this.stage.model().inScript(quantity.token ?? '')}</span> ${math(`${symbol(quantity.symbol, quantity.role)}<mo>=</mo>`)} ${this.#numbers.number(quantity, `${path}>${quantity.id}`)}</span>`)}
      </div>${this.#numbers.opened(quantities, path)}`;
  }

  #weights(step: Step, i: number, _graph: TrainedGraph, strings: WalkthroughStrings): unknown {
    const { weights, exponentials, sum, forced } = step.look!;
    return this.#section('weights', strings, () => html`
      ${forced ? html`<p class="label">${strings.forced}</p>` : html`
        ${this.#words(exponentials, `weights${i}`, true)}
        ${this.#numbers.row([sum], `weights${i}`)}`}
      ${this.#words(weights, `weights${i}`)}`);
  }

  #context(step: Step, i: number, strings: WalkthroughStrings): unknown {
    return this.#section('context', strings, () => this.#numbers.vector(step.context!, `context${i}`));
  }

  #cell(step: Step, i: number, strings: WalkthroughStrings): unknown {
    return this.#section('cell', strings, () => step.layers.map((layer, l) => html`
      ${step.layers.length > 1 ? html`<p class="label">${strings.layer(String(l + 1))}</p>` : nothing}${this.#cellStep(layer, `cell${i}.${l}`, strings)}`));
  }

  #cellStep({ gates, memory, squashed, state }: CellStep, path: string, strings: WalkthroughStrings): TemplateResult {
    const one = (vector: Vector, name: string) => this.#numbers.vector(vector, path, { label: html`${math(symbol(vector.symbol, vector.role))} <span class="label">${name}</span>` });
    return html`<div class="gates">
      ${gates.map(({ name, value }) => (value.id === state.id ? nothing : one(value, strings.gate[name as keyof typeof strings.gate] ?? name)))}
      ${memory ? one(memory, strings.memory) : nothing}${squashed ? one(squashed, `tanh ${strings.memory}`) : nothing}
      ${one(state, strings.state)}</div>`;
  }

  #output(step: Step, i: number, strings: WalkthroughStrings): unknown {
    const top = step.top(topCount);
    const path = `output${i}`;
    return this.#section('output', strings, () => html`
      <table class="top"><caption class="label">${strings.top}</caption>
        <tbody>${top.map((quantity) => html`
          <tr><th scope="row" class="target">${this.#token(quantity.token ?? '', strings)}</th>
            <td class="bar-cell" aria-hidden="true"><svg viewBox="0 0 100 1" preserveAspectRatio="none"><rect class="bar" width=${100 * quantity.value} height="1"></rect></svg></td>
            <td>${this.#numbers.number(quantity, `${path}>${quantity.id}`)}</td></tr>`)}</tbody></table>
      ${this.#numbers.opened(top, path)}
      ${this.#numbers.vector(step.logits, path)}
      <p class="values"><span class="cell"><span class="label">${strings.lossName}</span> ${this.#numbers.number(step.loss, `${path}>${step.loss.id}`)}</span></p>
      ${this.#numbers.opened([step.loss], path)}`);
  }
}

