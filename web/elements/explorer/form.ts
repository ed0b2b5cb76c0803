// The form of the playground's settings: native controls in four groups that open, each of which says in a few words what is set.
// What cannot go with the rest is not to be chosen, and a sentence says why.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { TrainingConfig } from '../../engine/types.ts';
import { number } from '../../i18n/index.ts';
import { lengthLimit } from '../input.ts';
import type { Playground } from './playground.ts';
import { attributeOf, chosen, clash, completed, forEngine, idle, readValue, runKinds, type Kind, type Setting, type Settings, type Value } from './state.ts';

const groups = {
  model: ['cell', 'encoder', 'layers', 'embedding', 'hidden', 'encoderHidden', 'bridge', 'output', 'forgetBias', 'dropout', 'sharedEmbedding'],
  attention: ['attention', 'query', 'attentionSize', 'inputFeeding'],
  training: ['seed', 'optimizer', 'learningRate', 'schedule', 'warmupSteps', 'momentum', 'batchSize', 'clipNorm', 'teacherForcing', 'labelSmoothing', 'steps'],
} as const satisfies Record<string, readonly Setting[]>;

/** What is said of a closed group. */
const told = { model: ['cell', 'encoder', 'hidden'], attention: ['attention', 'query'], training: ['optimizer', 'learningRate', 'steps'] } as const satisfies Record<string, readonly Setting[]>;

const beams = [1, 2, 3, 4, 5, 6, 7, 8]; // widths

type Group = keyof typeof groups;

export class Form {
  readonly #playground: Playground;
  #problems = new Map<string, string>(); // what was typed and is none, by control
  #texts = new Map<string, string>(); // as it was typed
  #said = ''; // what a choice changed beside itself

  constructor(playground: Playground) {
    this.#playground = playground;
  }

  /** A sentence on what else changed with the attention. */
  tell(sentence: string): void {
    this.#said = sentence;
  }

  get #strings(): Playground['strings'] {
    return this.#playground.strings;
  }

  get #training(): TrainingConfig {
    return { ...this.#playground.recipe, ...forEngine(this.#given).training };
  }

  get #given(): Settings {
    return this.#playground.present();
  }

  /** Whether source and target have one vocabulary. */
  get #alike(): boolean {
    const { task } = this.#playground.stage.runs;
    if (!task) return false;
    const { source, target } = task.vocabularies;
    return source.tokens.length === target.tokens.length;
  }

  #choose(name: Setting, value: Value | null): void {
    const { defaults, recipe } = this.#playground;
    if (!defaults) return;
    this.#problems.clear();
    const next = chosen(this.#given, name, value, defaults, recipe);
    const started = name === 'attention' && value === 'none' && completed(defaults, this.#given).bridge === 'zero';
    this.#said = started ? this.#strings.startChanged : '';
    if (started) this.#playground.stage.say(this.#said);
    this.#playground.give(next);
  }

  #typed(name: Setting, kind: Kind & { low: number; high: number; whole: boolean; above?: boolean }, event: Event): void {
    const input = event.target as HTMLInputElement;
    const value = input.value.trim() === '' ? null : readValue(kind, input.value);
    const { defaults } = this.#playground;
    this.#texts.set(name, input.value);
    if (value === null && input.value.trim() !== '') {
      const { names, wholeNumber, realNumber, aboveNumber } = this.#strings;
      const say = kind.above ? aboveNumber : kind.whole ? wholeNumber : realNumber;
      this.#problems.set(name, say(names[name], number(kind.low), number(kind.high, kind.high < 1 ? String(kind.high).length - 2 : 0)));
      return this.#playground.stage.figure.requestUpdate();
    }
    const against = defaults && clash(defaults, chosen(this.#given, name, value, defaults, this.#playground.recipe), this.#alike);
    if (against) {
      this.#problems.set(name, this.#strings.why[against]);
      return this.#playground.stage.figure.requestUpdate();
    }
    this.#choose(name, value);
  }

  template(): TemplateResult {
    const { stage, two } = this.#playground;
    const words = stage.words();
    const strings = this.#strings;
    const { figure } = stage;
    const lengths = figure.minLength === figure.maxLength ? String(figure.maxLength) : `${figure.minLength}–${figure.maxLength}`;
    const problem = this.#problems.get('length');
    return html`
      <div class="group task" role="group" aria-label=${strings.groups.task}>
        ${stage.task()}
        ${stage.worded() ? nothing : html`
          <label class="option"><span>${words.length}</span>
            <input name="length" autocomplete="off" .value=${live(problem === undefined ? lengths : this.#texts.get('length')!)} @change=${this.#lengthChosen}
              aria-invalid=${problem ? 'true' : 'false'} aria-describedby="length-why"></label>
          <small class=${problem ? 'problem' : ''} id="length-why" role=${problem ? 'alert' : nothing}>${problem ?? words.lengthHelp}</small>`}
        ${stage.worded() ? nothing : html`
          <label class="option"><span>${strings.beam}</span>
            <select name="beam" @change=${(event: Event) => { figure.beam = (event.target as HTMLSelectElement).selectedIndex + 1; }}>
              ${beams.map((width) => html`<option value=${width} .selected=${live(width === stage.runs.beam)}>${number(width)}</option>`)}
            </select></label>`}
        ${two ? html`<small>${strings.sharedTask}</small>` : nothing}
      </div>
      ${this.#playground.defaults ? (Object.keys(groups) as Group[]).map((group) => this.#group(group)) : nothing}`;
  }

  #lengthChosen = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    const { stage } = this.#playground;
    this.#problems.delete('length');
    if (!this.#playground.setLengths(value)) {
      this.#texts.set('length', value);
      this.#problems.set('length', stage.words().errors.length(String(lengthLimit)));
    }
    stage.figure.requestUpdate();
  };

  #group(group: Group): TemplateResult {
    const strings = this.#strings;
    const { defaults } = this.#playground;
    const all: Record<string, unknown> = { ...this.#training, ...completed(defaults!, this.#given), seed: this.#given.seed ?? 0 };
    const text = (name: Setting) => this.#playground.valueText(name, all[name] as Value);
    const summary = told[group].filter((name) => idle(name, completed(defaults!, this.#given), this.#training) === null).map(text).join(' · ');
    return html`
      <details class="group">
        <summary><span><span class="title">${strings.groups[group]}</span> <span class="told">${summary}</span></span></summary>
        <div class="options" role="group" aria-label=${strings.groups[group]}>
          ${groups[group].map((name) => this.#option(name, all[name] as Value))}
          ${group === 'attention' && this.#said ? html`<small class="also">${this.#said}</small>` : nothing}
        </div>
      </details>`;
  }

  #option(name: Setting, value: Value): TemplateResult {
    const strings = this.#strings;
    const { defaults, recipe } = this.#playground;
    const kind = runKinds[name];
    const unused = idle(name, completed(defaults!, this.#given), this.#training);
    const values: Value[] | null = 'choices' in kind ? [...kind.choices] : 'flag' in kind ? [false, true] : null;
    const clashes = values?.map((each) => (each === value ? null : clash(defaults!, chosen(this.#given, name, each, defaults!, recipe), this.#alike))) ?? [];
    const problem = this.#problems.get(name);
    const why = problem ?? (unused ? strings.idle[unused] : [...new Set(clashes.filter((each) => each !== null).map((each) => strings.why[each]))].join(' '));
    const id = `${attributeOf(name)}-why`;
    const control = values
      ? html`<select name=${attributeOf(name)} ?disabled=${unused !== null || clashes.every((each, k) => values[k] === value || each !== null)} aria-describedby=${why ? id : nothing}
          @change=${(event: Event) => this.#choose(name, values[(event.target as HTMLSelectElement).selectedIndex]!)}>
          ${values.map((each, k) => html`<option value=${String(each)} .selected=${live(each === value)} ?disabled=${clashes[k] !== null}>${this.#playground.valueText(name, each)}</option>`)}
        </select>`
      : html`<input name=${attributeOf(name)} inputmode=${(kind as { whole: boolean }).whole ? 'numeric' : 'decimal'} autocomplete="off" ?disabled=${unused !== null} .value=${live(problem === undefined ? String(value) : this.#texts.get(name)!)}
          aria-invalid=${problem ? 'true' : 'false'} aria-describedby=${why ? id : nothing} @change=${(event: Event) => this.#typed(name, kind as never, event)}>`;
    return html`
      <label class="option"><span>${strings.names[name]}</span>${control}</label>
      ${why ? html`<small class=${problem ? 'problem' : ''} id=${id} role=${problem ? 'alert' : nothing}>${why}</small>` : nothing}`;
  }
}
