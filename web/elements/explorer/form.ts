// The form of the playground's settings: native controls in four groups that open, each of which says in a few words what is set.
// What cannot go with the rest is not to be chosen, and a sentence says why.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { TrainingConfig } from '../../engine/types.ts';
import { number } from '../../i18n/index.ts';
import { lengthLimit } from '../input.ts';
import type { Playground } from './playground.ts';
import { attributeOf, chosen, clash, completed, forEngine, idle, readValue, runKinds, settings, type Kind, type Setting, type Settings, type Value } from './state.ts';

const groups = {
  model: ['cell', 'encoder', 'layers', 'embedding', 'hidden', 'encoderHidden', 'bridge', 'output', 'forgetBias', 'dropout', 'sharedEmbedding'],
  attention: ['attention', 'query', 'attentionSize', 'inputFeeding'],
  training: ['seed', 'optimizer', 'learningRate', 'schedule', 'warmupSteps', 'momentum', 'batchSize', 'clipNorm', 'teacherForcing', 'labelSmoothing', 'steps'],
} as const satisfies Record<string, readonly Setting[]>;

/** What is said of a closed group. */
const told = { model: ['cell', 'encoder', 'hidden'], attention: ['attention', 'query'], training: ['optimizer', 'learningRate', 'steps'] } as const satisfies Record<string, readonly Setting[]>;

const beams = [1, 2, 3, 4, 5, 6, 7, 8]; // widths

type Group = keyof typeof groups;

/** What the form changed beside the setting that was chosen: `by` that choice, from what, and to what. */
interface Move { by: Setting; before: Value | undefined; made: Value | undefined }

/** What is typed in a number's field, and what it may be. */
type Numeric = Kind & { low: number; high: number; whole: boolean; above?: boolean };

export class Form {
  readonly #playground: Playground;
  // Of each run: what was typed and is refused, as it was typed, and what the form moved.
  readonly #refused = [new Map<Setting, string>(), new Map<Setting, string>()] as const;
  readonly #moved = [new Map<Setting, Move>(), new Map<Setting, Move>()] as const;
  #length: string | null = null; // lengths that were typed and are none
  #typing: { name: string; text: string } | null = null; // not yet given: what changes meanwhile leaves it in its field

  constructor(playground: Playground) {
    this.#playground = playground;
  }

  /** All settings are others now: nothing typed before belongs to them. `lengths`: those of the sequences are, too. */
  forget(lengths: boolean): void {
    for (const run of [...this.#refused, ...this.#moved]) run.clear();
    if (lengths) this.#length = null;
  }

  /** The second run begins as the first is. */
  copy(): void {
    this.#refused[1].clear();
    this.#moved[1].clear();
    for (const [name, move] of this.#moved[0]) this.#moved[1].set(name, move);
  }

  /** A run's settings became `next` because of a choice: what else changed goes back when the choice does. */
  moved(run: number, by: Setting, given: Settings, next: Settings): void {
    for (const name of settings) if (name !== by && next[name] !== given[name]) this.#moved[run]!.set(name, { by, before: given[name], made: next[name] });
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

  /** Settings without what the form moved for the sake of one that is chosen anew, where it is still as the form left it. */
  #back(given: Settings, name: Setting): Settings {
    const back = { ...given };
    for (const [other, { by, before, made }] of this.#moved[this.#playground.index]!) {
      if (by !== name || given[other] !== made) continue;
      if (before === undefined) delete back[other];
      else back[other] = before;
    }
    return back;
  }

  /** Settings with another value for one; what the form moved for it before goes back, as far as the value allows. */
  #with(given: Settings, name: Setting, value: Value | null): Settings {
    return chosen(this.#back(given, name), name, value, this.#playground.defaults!, this.#playground.recipe);
  }

  #take(given: Settings, name: Setting, value: Value | null): Settings {
    const { index } = this.#playground;
    const [back, next] = [this.#back(given, name), this.#with(given, name, value)];
    const moved = this.#moved[index]!;
    moved.delete(name); // the reader's own now
    for (const [other, { by }] of moved) if (by === name) moved.delete(other);
    this.moved(index, name, back, next);
    return next;
  }

  #choose(name: Setting, value: Value | null): void {
    const { defaults, index, stage } = this.#playground;
    if (!defaults) return;
    const refused = this.#refused[index]!;
    refused.delete(name);
    const already = this.#startMoved;
    let next = this.#take(this.#given, name, value);
    // What was refused only because of what is changed now is taken.
    for (const [other, text] of refused) {
      if (this.#refusal(other, text, next) !== null) continue;
      refused.delete(other);
      next = this.#take(next, other, valueOf(other, text));
    }
    this.#playground.give(next);
    if (this.#startMoved && !already) stage.say(this.#strings.startChanged);
  }

  /** Whether the decoder's start is where the form put it for want of attention. */
  get #startMoved(): boolean {
    const move = this.#moved[this.#playground.index]!.get('bridge');
    return move?.by === 'attention' && move.made === this.#given.bridge;
  }

  /** Why a number's text cannot be its value beside these settings, in a sentence; null where it can. */
  #refusal(name: Setting, text: string, given: Settings): string | null {
    const value = valueOf(name, text);
    if (value === null && text.trim() !== '') {
      const { names, wholeNumber, realNumber, aboveNumber } = this.#strings;
      const { low, high, whole, above } = runKinds[name] as Numeric;
      const say = above ? aboveNumber : whole ? wholeNumber : realNumber;
      return say(names[name], number(low), number(high, high < 1 ? String(high).length - 2 : 0));
    }
    const { defaults } = this.#playground;
    const against = defaults && clash(defaults, this.#with(given, name, value), this.#alike);
    return against ? this.#strings.why[against] : null;
  }

  /** Why what is typed for a setting is refused; null where nothing is. */
  #problem(name: Setting): string | null {
    const text = this.#refused[this.#playground.index]!.get(name);
    if (text === undefined || idle(name, completed(this.#playground.defaults!, this.#given), this.#training)) return null; // what cannot be set cannot be corrected
    return this.#refusal(name, text, this.#given);
  }

  #type = ({ target }: Event): void => {
    const { name, value: text } = target as HTMLInputElement;
    this.#typing = { name, text };
  };

  #typed = (): void => { this.#typing = null; };

  #typingIn(name: string): string | null {
    return this.#typing?.name === name ? this.#typing.text : null;
  }

  #enter(name: Setting, event: Event): void {
    this.#typed();
    const text = (event.target as HTMLInputElement).value;
    if (this.#refusal(name, text, this.#given) === null) return this.#choose(name, valueOf(name, text));
    this.#refused[this.#playground.index]!.set(name, text);
    this.#playground.stage.figure.requestUpdate();
  }

  template(): TemplateResult {
    const { stage, two } = this.#playground;
    const words = stage.words();
    const strings = this.#strings;
    const { figure } = stage;
    const lengths = figure.minLength === figure.maxLength ? String(figure.maxLength) : `${figure.minLength}–${figure.maxLength}`;
    const problem = this.#length === null ? undefined : words.errors.length(String(lengthLimit));
    return html`
      <div class="group task" role="group" aria-label=${strings.groups.task}>
        ${stage.task()}
        ${stage.worded() ? nothing : html`
          <label class="option"><span>${words.length}</span>
            <input name="length" autocomplete="off" .value=${live(this.#typingIn('length') ?? this.#length ?? lengths)} @input=${this.#type} @blur=${this.#typed} @change=${this.#lengthChosen}
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
    this.#typed();
    this.#length = this.#playground.setLengths(value) ? null : value;
    stage.figure.requestUpdate();
  };

  #group(group: Group): TemplateResult {
    const strings = this.#strings;
    const { defaults } = this.#playground;
    const all: Record<string, unknown> = { ...this.#training, ...completed(defaults!, this.#given), seed: this.#given.seed ?? 0 };
    const text = (name: Setting) => this.#playground.valueText(name, all[name] as Value);
    const summary = told[group].filter((name) => idle(name, completed(defaults!, this.#given), this.#training) === null).map(text).join(' · ');
    const refused = groups[group].some((name) => this.#problem(name) !== null);
    return html`
      <details class="group">
        <summary><span><span class="title">${strings.groups[group]}</span> <span class="told">${summary}</span>${refused ? html` <span class="problem">× ${strings.refused}</span>` : nothing}</span></summary>
        <div class="options" role="group" aria-label=${strings.groups[group]}>
          ${groups[group].map((name) => this.#option(name, all[name] as Value))}
          ${group === 'attention' && this.#startMoved ? html`<small class="also">${strings.startChanged}</small>` : nothing}
        </div>
      </details>`;
  }

  #option(name: Setting, value: Value): TemplateResult {
    const strings = this.#strings;
    const { defaults, index } = this.#playground;
    const kind = runKinds[name];
    const unused = idle(name, completed(defaults!, this.#given), this.#training);
    const values: Value[] | null = 'choices' in kind ? [...kind.choices] : 'flag' in kind ? [false, true] : null;
    const clashes = values?.map((each) => (each === value ? null : clash(defaults!, this.#with(this.#given, name, each), this.#alike))) ?? [];
    const problem = this.#problem(name);
    const why = problem ?? (unused ? strings.idle[unused] : [...new Set(clashes.filter((each) => each !== null).map((each) => strings.why[each]))].join(' '));
    const id = `${attributeOf(name)}-why`;
    const control = values
      ? html`<select name=${attributeOf(name)} ?disabled=${unused !== null || clashes.every((each, k) => values[k] === value || each !== null)} aria-describedby=${why ? id : nothing}
          @change=${(event: Event) => this.#choose(name, values[(event.target as HTMLSelectElement).selectedIndex]!)}>
          ${values.map((each, k) => html`<option value=${String(each)} .selected=${live(each === value)} ?disabled=${clashes[k] !== null}>${this.#playground.valueText(name, each)}</option>`)}
        </select>`
      : html`<input name=${attributeOf(name)} inputmode=${(kind as Numeric).whole ? 'numeric' : 'decimal'} autocomplete="off" ?disabled=${unused !== null} .value=${live(this.#typingIn(attributeOf(name)) ?? (problem === null ? String(value) : this.#refused[index]!.get(name)!))}
          aria-invalid=${problem ? 'true' : 'false'} aria-describedby=${why ? id : nothing} @input=${this.#type} @blur=${this.#typed} @change=${(event: Event) => this.#enter(name, event)}>`;
    return html`
      <label class="option"><span>${strings.names[name]}</span>${control}</label>
      ${why ? html`<small class=${problem ? 'problem' : ''} id=${id} role=${problem ? 'alert' : nothing}>${why}</small>` : nothing}`;
  }
}

/** The value that a number's text says: null for none, and for one that it cannot be. */
function valueOf(name: Setting, text: string): Value | null {
  return text.trim() === '' ? null : readValue(runKinds[name], text);
}
