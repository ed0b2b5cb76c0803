// <story-order>: two sentences as a bag of words and as a recurrent state. The embeddings of a sentence are added up, which no order
// changes; the state h_t = tanh(W x_t + U h_{t−1} + b) has read them one after the other. Both come from the trace of an untrained
// network of the toy translation; the figure adds up and compares. Below, how many parameters do the reading, for any length.
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import type { Engine } from '../../elements/engines.ts';
import { define } from '../../elements/define.ts';
import { inSimplified, inTraditional } from '../../elements/sentences/script.ts';
import { number } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/story.ts';
import { StoryFigure, figureStyles } from './figure.ts';
import { fullest, readSentences, size, type Read } from './measure.ts';

const pairs = ['我打狗 狗打我', '猫爱狗 狗爱猫', '学生看见老师 老师看见学生', '小猫追狗 猫追小狗', '我打狗 我打猫'].map((pair) => pair.split(' ') as [string, string]);
const lengths = [5, 10, 50];

const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.max(...Array.from({ length: size }, (_, k) => Math.abs(a[k]! - b[k]!)));

/** A sum of words and a state of order. */
export class StoryOrder extends StoryFigure {
  static override styles = [figureStyles, css`
    .fields { display: flex; flex-wrap: wrap; gap: var(--lb-3) var(--lb-5); align-items: end; }
    .fields .field { display: grid; gap: var(--lb-1); }
    .sentences { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--lb-4) var(--lb-5); }
    .sentence { display: grid; gap: var(--lb-2); align-content: start; min-block-size: 21rem; }
    .sentence .label { padding-block-start: var(--lb-1); }
    .name { font-size: 1.125rem; color: var(--lb-source); min-block-size: 1.75rem; }
    .strip { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); align-items: center; gap: var(--lb-2); }
    .strip span { font-size: 0.875rem; overflow-wrap: anywhere; }
    .strip .all { grid-column: 1 / -1; color: var(--lb-muted); font-size: 0.8125rem; }
    .status { min-block-size: 5.8em; }
    .strip svg { display: block; inline-size: 100%; max-inline-size: 20rem; block-size: auto; }
    .strip .whole { grid-column: 1 / -1; }
    rect { stroke: var(--lb-rule); fill: none; }
    rect.plus { fill: var(--lb-plus); stroke: none; }
    rect.minus { fill: var(--lb-minus); stroke: none; }
    table.counts { border-collapse: collapse; font-size: 0.875rem; }
    .counts caption { text-align: start; font-size: 0.8125rem; font-weight: 600; padding-block-end: var(--lb-1); }
    .counts th, .counts td { text-align: end; padding: var(--lb-1) var(--lb-3) var(--lb-1) 0; border-block-start: 1px solid var(--lb-rule); font-weight: 400; }
    .counts th:first-child { text-align: start; }
    .counts thead th { color: var(--lb-muted); font-size: 0.8125rem; vertical-align: bottom; }
    @container (inline-size >= 46rem) { .status { min-block-size: 2.9em; } .sentences { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
  `];

  #typed: [string, string] = [...pairs[0]!];
  #read: [Read, Read] | null = null;
  #parameters = 2 * size * (size + 1); // W, U and a b for each
  #problem: ((strings: Strings) => string) | null = null;

  protected override get question(): string {
    return this.strings.order.question;
  }

  protected override async work(engine: Engine): Promise<void> {
    const turn = this.turns();
    const typed = this.#typed.map((text) => inSimplified(text.trim())) as [string, string];
    this.#problem = null;
    if (typed.includes('')) return void (this.#problem = (strings) => strings.order.empty);
    try {
      const { read, parameters } = await readSentences(engine, typed, () => turn());
      await turn(() => {
        this.#parameters = parameters;
        this.#read = read as [Read, Read];
      });
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      if (code !== 'bad-input') throw error;
      const word = /“(.+?)”/.exec(message ?? '')?.[1] ?? '';
      this.#problem = (strings) => strings.order.unknownWord(this.#shown(word));
    }
  }

  protected override body(strings: Strings): TemplateResult {
    const { order } = strings;
    const chosen = pairs.findIndex((pair) => pair.every((text, k) => text === inSimplified(this.#typed[k]!.trim())));
    const field = (k: 0 | 1, label: string) => html`
      <label class="field"><span>${label}</span>
        <input lang="zh" autocomplete="off" maxlength="60" aria-invalid=${this.#problem ? 'true' : 'false'} .value=${this.#shown(this.#typed[k])}
          @input=${(event: Event) => { this.#typed[k] = (event.target as HTMLInputElement).value; this.requestUpdate(); }}
          @keydown=${(event: KeyboardEvent) => { if (event.key === 'Enter' && !event.isComposing) void this.start(); }}></label>`;
    return html`
      <div class="fields">
        ${field(0, order.first)}${field(1, order.second)}
        <label class="field"><span>${order.pairs}</span>
          <select @change=${(event: Event) => this.#choose(Number((event.target as HTMLSelectElement).value))}>
            ${chosen < 0 ? html`<option value="-1" selected>${order.ownPair}</option>` : nothing}
            ${pairs.map((pair, k) => html`<option lang="zh" value=${k} .selected=${k === chosen}>${pair.map((text) => this.#shown(text)).join(' / ')}</option>`)}
          </select></label>
        ${this.button(order.compare)}
      </div>
      <p class="status" role="status">${this.#problem ? this.#problem(strings) : this.running ? strings.working : this.#finding(strings)}</p>
      <div class="sentences">${([0, 1] as const).map((k) => this.#sentence(k, strings))}</div>
      <table class="counts">
        <caption>${order.parameters}</caption>
        <thead><tr><td></td><th scope="col">${order.shared}</th><th scope="col">${order.unshared}</th></tr></thead>
        <tbody>${[this.#read?.[0].words.length ?? 3, ...lengths].sort((a, b) => a - b).filter((length, k, all) => length !== all[k - 1]).map((length) => html`
          <tr><th scope="row">${order.words(number(length), length)}</th><td>${number(this.#parameters)}</td><td>${number(length * this.#parameters)}</td></tr>`)}</tbody>
      </table>
      <p class="line">${order.legend} ${order.line(number(this.#parameters))}</p>`;
  }

  #choose(k: number): void {
    if (!pairs[k]) return;
    this.#typed = [...pairs[k]!];
    void this.start();
  }

  #shown(text: string): string {
    return this.traditional ? inTraditional(text) : text;
  }

  #finding({ order }: Strings): string {
    if (!this.#read) return order.before;
    const [one, other] = this.#read;
    const [bag, state] = [apart(one.bag, other.bag), apart(one.states.at(-1)!, other.states.at(-1)!)];
    if (one.words.join(' ') === other.words.join(' ')) return order.sameSentence;
    return bag === 0 ? order.sameWords(number(state, 3)) : order.otherWords(number(bag, 3), number(state, 3));
  }

  #sentence(k: 0 | 1, { order }: Strings): TemplateResult {
    const read = this.#read?.[k];
    const last = read?.states.at(-1);
    return html`
      <div class="sentence">
        <p class="name" lang="zh">${this.#shown(read ? read.words.join(' ') : this.#typed[k])}</p>
        ${this.#strip(html`<span class="all">${order.bag}</span>`, read?.bag, true)}
        ${this.#strip(html`<span class="all">${order.last}</span>`, last, true)}
        <p class="label">${order.each}</p>
        ${(read?.words ?? []).map((word, t) => this.#strip(html`<span lang="zh">${this.#shown(word)}</span>`, read!.embeddings[t]!, false))}
        ${read ? html`<div class="sr"><table>
          <caption>${this.#shown(read.words.join(' '))}</caption>
          <thead><tr><td></td>${Array.from({ length: size }, (_, n) => html`<th scope="col">${order.value(number(n + 1))}</th>`)}</tr></thead>
          <tbody>
            ${[[order.bag, read.bag] as const, [order.last, last!] as const, ...read.words.map((word, t) => [`${order.embedding}, ${this.#shown(word)}`, read.embeddings[t]!] as const)].map(([name, values]) => html`
              <tr><th scope="row">${name}</th>${Array.from(values, (value) => html`<td>${number(value, 3)}</td>`)}</tr>`)}
          </tbody></table></div>` : nothing}
      </div>`;
  }

  /** Numbers as squares; those of a word beside it, those of a sentence below their name. */
  #strip(label: TemplateResult, values: ArrayLike<number> | undefined, whole: boolean): TemplateResult {
    return html`
      <div class="strip">${label}
        <svg class=${whole ? 'whole' : ''} aria-hidden="true" viewBox="-1 -1 ${size * 24 + 1} 26">
          ${Array.from({ length: size }, (_, k) => {
            const value = values?.[k] ?? 0;
            return svg`<rect x=${k * 24} y="0" width="23" height="23"></rect><rect class=${value < 0 ? 'minus' : 'plus'} x=${k * 24} y="0" width="23" height="23" fill-opacity=${Math.min(1, Math.abs(value) / fullest).toFixed(3)}></rect>`;
          })}
        </svg>
      </div>`;
  }
}

define('story-order', StoryOrder);
