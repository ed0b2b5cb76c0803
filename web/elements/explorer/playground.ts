// What the playground shows, and what its reader does: the form of settings, one run or two with their pictures and curves, what the
// alignment can be asked, every number of a step, and the link. It is a file of its own, fetched when the element is first seen.
// What the other elements are made of is used again here: the figure's parts, the alignment's tools, the walkthrough's numbers.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Evaluation, ModelConfig, TrainingConfig } from '../../engine/types.ts';
import { dictionaryLanguage, languageOf, number, percent, replaced, type Dictionary } from '../../i18n/index.ts';
import { explorerArrived, explorerStrings, type ExplorerStrings } from '../../i18n/explorer.ts';
import { walkthroughStrings, type WalkthroughStrings } from '../../i18n/walkthrough.ts';
import { Tools, type Name } from '../alignment/tools.ts';
import type { LookbackChart } from '../chart/chart.ts';
import { blank, tasks } from '../figure.ts';
import { readLengths } from '../input.ts';
import type { Drawn } from '../sentences/links.ts';
import type { Sentences } from '../sentences/sentences.ts';
import type { Look, Point, Session } from '../session.ts';
import { frameAddress } from '../share.ts';
import '../trainer/trainer.ts'; // whose file has the chart, so that a page with both has it once
import type { ModelView } from '../walkthrough/model.ts';
import type { LookbackExplorer } from './explorer.ts';
import { Form } from './form.ts';
import type { Runs } from './runs.ts';
import {
  attributeOf, differences, forEngine, modelKinds, ownSettings, readSettings, readState, settings, trainingKinds, writeSettings, writeState,
  type ModelSetting, type Setting, type Settings, type State, type TrainingSetting, type Value,
} from './state.ts';
import { styles } from './styles.ts';

const patience = 600; // ms without a change before the address is written
const lossTop = 3; // nats at the top of the loss's axis, unless a loss is higher

/** What the element gives it. */
export interface Stage {
  figure: LookbackExplorer;
  runs: Runs;
  words(): Dictionary['figure'];
  language(): string;
  say(sentence: string): void;
  reason(error: unknown): string;
  sentences(): Sentences | null;
  taken(): Record<string, string | null>;
  /** The source that the reader typed, or the author gave. */
  typed(): string | null;
  opened(): boolean;
  letGo(): void;
  worded(): boolean;
  asks(): boolean;
  taskName(): string;
  lengthText(): string;
  allSeen(): boolean;
  task(): unknown;
  primary(): unknown;
  state(): unknown;
  failure(): unknown;
  pairs(): unknown;
  field(): unknown;
  note(): unknown;
  written(look: Look): unknown;
  golds(source: string[]): number[];
  files(): unknown;
  sharing(): unknown;
  step(): void;
  reset(): void;
  expected(source: string[]): string[] | null;
}

type Quantity = keyof ExplorerStrings['quantities'];
const linked: readonly Quantity[] = ['alignmentHit', 'lagHit', 'goldWeight', 'alignmentErrorRate']; // of tasks whose true places are known
const shares: readonly Quantity[] = ['sequenceAccuracy', 'tokenAccuracy', 'alignmentHit', 'lagHit'];

export class Playground {
  readonly stage: Stage;
  readonly #tools: Tools;
  readonly #form: Form;
  #numbers: ModelView | null = null;
  #numbersComing = false;
  readonly #home: State;
  #fragment: string | null = null; // as it was last written or read
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: string | null = null; // as it is to be written
  #task = ''; // as a link or the author has it
  #linked = false; // the settings are those of a link, and not yet proven
  #answered: unknown = null; // the refusal that was answered with other settings
  #notes: (() => string)[] = []; // what was wrong with the link
  #copied: { text: string; copied: boolean } | null = null;
  #waiting: { panel: string | null; square: string | null } = { panel: null, square: null }; // to be opened
  #taking = false; // what takes the figure along was asked for
  #tops = [0, 0]; // highest loss of each run
  #compared: string | null = null;
  #spoken = ''; // language whose strings came
  #shown = ''; // the run whose tools are shown
  #opening = false; // the first run's model is of a reader's own file
  /** Of the task and the runs, as last known: while the next are made, the form stays. */
  defaults: ModelConfig | null = null;
  recipe: TrainingConfig = {};

  constructor(stage: Stage) {
    this.stage = stage;
    const { figure, runs } = stage;
    const root = figure.renderRoot as ShadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.styleSheet!];
    this.#form = new Form(this);
    this.#home = this.#state();
    if (figure.inUrl) this.#read();
    else this.#wait(figure.panel, figure.square);
    this.#task = figure.task;
    this.#aim();
    this.#second();
    const playground = this;
    this.#tools = new Tools({
      figure,
      get session() { return playground.chosen; },
      drawn: () => this.#drawn(this.index),
      taken: () => stage.taken(),
      line: () => this.#lineOf(this.index, false),
      language: () => stage.language(),
      say: (sentence) => stage.say(sentence),
    });
    if (figure.beam !== null) runs.setBeam(figure.beam);
    this.here();
  }

  // ---- life cycle ------------------------------------------------------------------------------------------------------------

  /** The element is on a page. */
  here(): void {
    if (!this.stage.figure.inUrl) return;
    addEventListener('hashchange', this.#followed);
    addEventListener('popstate', this.#followed);
  }

  /** It left. */
  gone(): void {
    removeEventListener('hashchange', this.#followed);
    removeEventListener('popstate', this.#followed);
    clearTimeout(this.#timer);
    this.#tools.rest();
  }

  /** Before the element is drawn. */
  before(changed: PropertyValues): void {
    const { figure, runs } = this.stage;
    if (changed.has('task') && figure.task !== this.#task) {
      // The reader's, and with the settings that are its own.
      this.#task = figure.task;
      this.#changed();
      this.#form.forget(false);
      if (figure.compare !== null) figure.compare = '';
    }
    const opened = this.stage.opened();
    if (opened && !this.#opening) { // the reader's model has its own settings and updates
      this.#changed();
      this.#form.forget(true);
    }
    this.#opening = opened;
    if (changed.has('inUrl')) {
      if (figure.inUrl) this.here();
      else this.gone();
    }
    if (changed.has('compare')) this.#second();
    if (changed.has('updates')) this.#aim();
    if (changed.has('beam')) runs.setBeam(figure.beam ?? 1);
    const { task } = runs;
    if (task) [this.defaults, this.recipe] = [task.defaults, task.training];
    if (this.#view === 'numbers') this.#follow();
  }

  /** After it was drawn. */
  after(_changed: PropertyValues): void {
    this.#unfit();
    const at = `${this.index}`;
    if (at !== this.#shown) {
      this.#shown = at;
      for (const run of this.stage.runs.runs) if (run !== this.chosen && Object.keys(run.asked).length > 0) run.ask({});
    }
    this.#tools.follow();
    const { panel, square } = this.#waiting;
    if (panel !== null && this.#view === 'picture') {
      this.#waiting.panel = null;
      if (this.#tools.opened !== panel) void this.#tools.toggle(panel as Name);
    }
    if (square !== null && this.chosen.looks[0]?.alignment.weights.length) {
      this.#waiting.square = null;
      const [row, column] = square.split(' ').map(Number) as [number, number];
      void this.#tools.openArithmetic({ row: row - 1, column: column - 1 });
    }
    this.#write();
  }

  /** A new point for a run's curves, or null to clear them. */
  draw(run: number, point: Point | null): void {
    const [loss, right] = this.stage.figure.renderRoot?.querySelectorAll<LookbackChart>(`lookback-chart[data-run="${run}"]`) ?? [];
    if (run === 0) this.stage.sentences()?.point(point);
    if (!point) {
      this.#tops[run] = 0;
      loss?.clear();
      right?.clear();
      return;
    }
    this.#tops[run] = Math.max(this.#tops[run]!, point.loss ?? 0, this.stage.worded() ? point.heldOutLoss ?? 0 : 0);
    if (point.loss !== undefined) loss?.add(point.step, point.loss);
    if (point.right !== undefined) right?.add(point.step, 100 * point.right);
    if (point.heldOutLoss !== undefined && this.stage.worded()) loss?.add(point.step, point.heldOutLoss, true);
  }

  // ---- runs and their settings -------------------------------------------------------------------------------------------------

  get two(): boolean {
    return this.stage.figure.compare !== null;
  }

  /** Which run settings, tools and numbers belong to: 0 or 1. */
  get index(): number {
    return this.two && this.stage.figure.run === '2' ? 1 : 0;
  }

  get chosen(): Session {
    return this.stage.runs.runs[this.index] ?? this.stage.runs.first;
  }

  /** What is set of a run. */
  given(index = this.index): Settings {
    const { figure } = this.stage;
    if (index === 1) return readSettings(figure.compare ?? '').settings;
    const set: Settings = {};
    for (const name of settings) {
      const value = (figure as unknown as Record<string, Value | null>)[property(name)];
      if (value !== null && value !== undefined && !(name === 'seed' && value === 0)) set[name] = value;
    }
    return set;
  }

  /** Sets a run; whatever a link said of updates belongs to other settings. */
  give(given: Settings, index = this.index): void {
    const { figure } = this.stage;
    this.#changed();
    if (index === 1) {
      figure.compare = writeSettings(given);
      return;
    }
    this.stage.letGo();
    figure.model = null;
    for (const name of settings) (figure as unknown as Record<string, Value | null>)[property(name)] = given[name] ?? (name === 'seed' ? 0 : null);
  }

  /** What a run has, with what a reader's own file gave it where the first was opened from one. */
  present(index = this.index): Settings {
    const { config, training } = this.stage.runs.first;
    if (index === 1 || !this.stage.opened() || !config || !this.defaults) return this.given(index);
    return ownSettings(config, training ?? {}, this.defaults, this.recipe);
  }

  #changed(): void {
    const { figure } = this.stage;
    this.#linked = false;
    this.#notes = [];
    this.#copied = null;
    figure.updates = null;
  }

  /** The second run as the attribute has it. */
  #second(): void {
    const { figure, runs } = this.stage;
    if (figure.compare === this.#compared) return;
    this.#compared = figure.compare;
    runs.compare(figure.compare === null ? null : forEngine(this.given(1)));
    this.#aim();
  }

  #aim(): void {
    this.stage.runs.aim(this.#goals);
  }

  get #goals(): number[] {
    return (this.stage.figure.updates ?? '').split(' ').map(Number).filter((goal) => goal > 0);
  }

  /** Settings of a link that do not go together give way to the task's own. */
  #unfit(): void {
    if (!this.#linked) return;
    const { runs, figure } = this.stage;
    const bad = runs.runs.findIndex(({ phase, failure }) => phase === 'failed' && (failure as { code?: string } | null)?.code === 'bad-config');
    if (bad < 0) return;
    const { failure } = runs.runs[bad]!;
    if (failure === this.#answered) return; // what it was answered with is under way
    this.#answered = failure;
    const { updates } = figure;
    const given = this.given(bad);
    // Without attention the decoder starts from the encoder's last state, as where the form takes attention away.
    const started = given.attention === 'none' && given.bridge === undefined;
    const notes = started ? this.#notes : [() => this.strings.unfit(this.stage.reason(failure))];
    const next: Settings = started ? { ...given, bridge: given.encoderHidden === undefined ? 'state' : 'tanh' } : { ...(given.seed !== undefined && { seed: given.seed }) };
    this.give(next, bad);
    if (started) this.#form.moved(bad, 'attention', given, next);
    figure.updates = updates;
    this.#linked = true;
    this.#notes = notes;
  }

  // ---- the state and the address -----------------------------------------------------------------------------------------------

  /** All that a link says. */
  #state(): State {
    const { figure, runs } = this.stage;
    const given = this.present(0);
    const done = runs.runs.map(({ step }) => step);
    const updates = done.some((step) => step > 0) ? (done.every((step) => step === done[0]) ? String(done[0]) : done.join(' ')) : figure.updates;
    const live = this.taken;
    return {
      task: figure.task,
      'min-length': this.stage.worded() ? this.#home?.['min-length'] : String(figure.minLength),
      'max-length': this.stage.worded() ? this.#home?.['max-length'] : String(figure.maxLength),
      ...Object.fromEntries(settings.map((name) => [attributeOf(name), given[name] === undefined ? null : String(given[name])])),
      compare: figure.compare,
      source: live.source,
      beam: runs.beam === 1 ? null : String(runs.beam),
      updates,
      pace: figure.pace === 'full' ? 'full' : null,
      run: this.index === 1 ? '2' : null,
      view: this.#view === 'numbers' ? 'numbers' : null,
      panel: live.panel,
      square: live.square,
      row: this.#view === 'numbers' && figure.row !== null && figure.row !== 1 ? String(figure.row) : null,
      force: figure.force,
      moment: figure.moment === null ? null : String(figure.moment),
      beside: figure.beside,
    };
  }

  /** What the reader made of the element that its properties do not say. */
  get taken(): { source: string | null; updates: string | null; panel: string | null; square: string | null } & Record<string, string | null> {
    const { figure, runs } = this.stage;
    const worked = this.#tools?.worked;
    const done = runs.runs.map(({ step }) => step);
    const sentences = this.stage.sentences();
    const present = this.stage.opened() ? this.present(0) : null;
    return {
      ...(present && Object.fromEntries(settings.map((name) => [attributeOf(name), present[name] === undefined ? null : String(present[name])]))),
      source: this.stage.worded() ? sentences?.text ?? figure.source : this.stage.typed(),
      updates: done.some((step) => step > 0) ? done.join(' ') : figure.updates,
      panel: this.#waiting?.panel ?? this.#tools?.opened ?? null,
      square: this.#waiting?.square ?? (worked ? `${worked.row + 1} ${worked.column + 1}` : null),
    };
  }

  #wait(panel: string | null, square: string | null): void {
    this.#waiting = { panel: ['steps', 'question', 'time', 'export'].includes(panel ?? '') ? panel : null, square: /^[1-9]\d* [1-9]\d*$/.test(square ?? '') ? square : null };
  }

  /** Takes the state of the page's address. */
  #read(): void {
    const { figure, runs } = this.stage;
    const read = readState(location.hash, this.#home, tasks);
    this.#fragment = location.hash.replace(/^#/, '');
    if (!read) return this.#wait(figure.panel, figure.square);
    const { state, bad } = read;
    if (Number(state['min-length']) > Number(state['max-length'])) {
      bad.push({ name: 'min-length', value: String(state['min-length']) });
      for (const name of ['min-length', 'max-length']) state[name] = this.#home[name];
    }
    this.#notes = bad.map(({ name, value }) => () => this.strings.bad(name, value));
    this.#linked = location.hash.length > 1;
    this.#form.forget(true);
    const amount = (name: string) => (state[name] === null || state[name] === undefined ? null : Number(state[name]));
    const given: Record<string, Value | null> = {};
    for (const name of settings) {
      const text = state[attributeOf(name)] ?? null;
      const kind = name in modelKinds ? modelKinds[name as ModelSetting] : name in trainingKinds ? trainingKinds[name as TrainingSetting] : { low: 0 };
      given[property(name)] = text === null ? (name === 'seed' ? 0 : null) : 'flag' in kind ? text === 'true' : 'low' in kind ? Number(text) : text;
    }
    const sameTask = state.task === figure.task;
    const before = this.stage.typed();
    Object.assign(figure, {
      task: state.task, minLength: amount('min-length'), maxLength: amount('max-length'), ...given,
      compare: state.compare ?? null, updates: state.updates ?? null, pace: state.pace ?? null, run: state.run ?? null, view: state.view ?? null,
      row: amount('row'), force: state.force ?? null, moment: amount('moment'), beside: state.beside ?? null, beam: amount('beam') ?? 1,
    });
    this.#task = figure.task;
    this.stage.letGo();
    if ((state.source ?? null) !== before) figure.source = state.source ?? null;
    const sentences = this.stage.sentences();
    if (sameTask && sentences && state.source) sentences.take(state.source);
    this.#wait(state.panel ?? null, state.square ?? null);
    if (runs.open) void runs.reset();
    this.#aim();
  }

  /** The address was changed by another than this. */
  #followed = (): void => {
    if (location.hash.replace(/^#/, '') === this.#fragment) return;
    const going = ['training', 'waiting'].includes(this.stage.runs.phase);
    this.#unwritten();
    const { opened } = this.#tools;
    if (opened) void this.#tools.toggle(opened);
    this.#tools.closeArithmetic();
    this.#read();
    const { figure } = this.stage;
    figure.requestUpdate();
    const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
    // What trained goes on as the link has it.
    if (going || (figure.autostart && !saving && !matchMedia('(prefers-reduced-motion: reduce)').matches)) void figure.updateComplete.then(() => figure.start());
  };

  /** Writes the state to the address once it has stood still for a moment. While it trains, how far it is waits until it stops. */
  #write(): void {
    const { figure, runs } = this.stage;
    if (!figure.inUrl || !figure.isConnected || !['untrained', 'given', 'training', 'paused', 'waiting', 'trained'].includes(runs.phase)) return this.#unwritten();
    const training = runs.phase === 'training';
    let fragment = writeState({ ...this.#state(), ...(training && { updates: figure.updates }) }, this.#home, tasks);
    const lasting = (text: string | null) => text?.replace(/(^|&)updates=[^&]*/, '').replace(/^&/, '');
    if (training && this.#fragment !== null && lasting(fragment) === lasting(this.#fragment)) fragment = this.#fragment;
    if (fragment === this.#next) return;
    this.#unwritten();
    this.#next = fragment;
    if (fragment === this.#fragment) return;
    this.#timer = setTimeout(() => {
      this.#fragment = fragment;
      history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment ? `#${fragment}` : ''}`);
    }, patience);
  }

  #unwritten(): void {
    clearTimeout(this.#timer);
    this.#next = null;
  }

  get link(): string {
    const { figure } = this.stage;
    if (!figure.inUrl) return frameAddress(figure, figure.scriptUrl, this.stage.taken(), this.stage.language()).href;
    const fragment = writeState(this.#state(), this.#home, tasks);
    return `${location.href.split('#')[0]}${fragment ? `#${fragment}` : ''}`;
  }

  #copy = async (): Promise<void> => {
    const { figure, say } = this.stage;
    const text = this.link;
    this.#copied = { text, copied: false };
    try {
      await navigator.clipboard.writeText(text);
      this.#copied = { text, copied: true };
      say(this.strings.linkCopied);
      figure.requestUpdate();
    } catch {
      // A page without that right: the link stands there, selected.
      figure.requestUpdate();
      await figure.updateComplete;
      figure.renderRoot.querySelector<HTMLTextAreaElement>('textarea.link-text')?.select();
    }
  };

  // ---- what the reader does ----------------------------------------------------------------------------------------------------

  #compare = (): void => {
    const { figure } = this.stage;
    const copy = writeSettings(this.present(0));
    this.#notes = [];
    this.#form.copy();
    figure.compare = this.two ? null : copy;
    figure.run = this.two ? '2' : null;
  };

  /** Files and code are fetched when they are first asked for. */
  #opened = (): void => {
    this.#taking = true;
    this.stage.figure.requestUpdate();
  };

  #reset = (): void => {
    this.#aim();
    this.stage.reset();
  };

  /** The tutorials' first picture of annotations, as in the walkthrough. */
  #preset(): void {
    const { figure } = this.stage;
    this.#changed();
    this.#form.forget(true);
    Object.assign(figure, { task: 'reverse', model: null, cell: 'rnn', encoder: 'bidirectional', attention: 'additive', minLength: 7, maxLength: 7, source: null, row: 1, run: null });
    void figure.updateComplete.then(() => { figure.source = '1234567'; });
  }

  // ---- words -------------------------------------------------------------------------------------------------------------------

  #arrived = (): void => this.stage.figure.requestUpdate();

  /** Whether the strings of the page's language are there, or known not to come. */
  get spoken(): boolean {
    const language = dictionaryLanguage(languageOf(this.stage.figure));
    if (language !== 'en' && this.#spoken !== language) {
      explorerStrings(language, this.#arrived); // asked for first, it is there first
      void explorerArrived(language).then(() => {
        this.#spoken = language;
        this.#arrived();
      });
      return false;
    }
    return true;
  }

  get strings(): ExplorerStrings {
    const strings = explorerStrings(this.stage.language(), this.#arrived);
    const own = this.stage.figure.strings?.explorer;
    return own ? replaced(strings, own) : strings;
  }

  get #walkthroughStrings(): WalkthroughStrings {
    const strings = walkthroughStrings(this.stage.language(), this.#arrived);
    const own = this.stage.figure.strings?.walkthrough;
    return own ? replaced(strings, own) : strings;
  }

  /** A setting's value as the form says it. */
  valueText(name: Setting, value: Value): string {
    const { choices, yes, no } = this.strings;
    if (typeof value === 'boolean') return value ? yes : no;
    if (name === 'cell' || value === 'sgd') return String(value).toUpperCase();
    if (value === 'adam') return 'Adam';
    if (name === 'encoder') return this.stage.words().directions[value as 'forward'];
    const named = (choices as Record<string, Record<string, string>>)[name];
    return named?.[String(value)] ?? (typeof value === 'number' && Number.isInteger(value) ? number(value) : String(value).replace('-', '\u2212'));
  }

  // ---- every number ------------------------------------------------------------------------------------------------------------

  get #view(): 'picture' | 'numbers' {
    return this.stage.figure.view === 'numbers' ? 'numbers' : 'picture';
  }

  #follow(): void {
    if (this.#numbers) return this.#numbers.follow();
    if (this.#numbersComing) return;
    this.#numbersComing = true;
    Promise.all([import('../walkthrough/model.ts'), import('../walkthrough/styles.ts')]).then(([{ ModelView }, looks]) => {
      const { figure, words, say, reason } = this.stage;
      const root = figure.renderRoot as ShadowRoot;
      // Before the playground's own, which has the last word.
      root.adoptedStyleSheets = [looks.styles.styleSheet!, ...root.adoptedStyleSheets];
      const playground = this;
      this.#numbers = new ModelView({
        figure,
        get session() { return playground.chosen; },
        words,
        strings: () => this.#walkthroughStrings,
        reason,
        say,
        preset: () => this.#preset(),
        model: () => ({
          primary: () => nothing, task: () => nothing, digits: () => nothing, pairs: () => nothing, sentence: () => nothing, failure: () => nothing, more: () => nothing,
          state: () => words().states[this.chosen.phase],
          line: () => this.#lineOf(this.index, true),
          expected: (source) => this.stage.expected(source),
          inScript: (word) => this.stage.sentences()?.shown(word) ?? word,
          worded: this.stage.worded(),
          asks: false,
        }),
      });
      figure.requestUpdate();
    }, () => { this.#numbersComing = false; }); // the next to ask tries again
  }

  // ---- what it shows -----------------------------------------------------------------------------------------------------------

  template(): TemplateResult {
    const { stage, strings, two } = this;
    const { figure, runs } = stage;
    const words = stage.words();
    if (stage.asks()) return html`<div class="controls">${stage.task()}</div>${stage.pairs()}${stage.failure()}`;
    const pace = (full: boolean, text: string) => html`
      <label><input type="radio" name="pace" .checked=${runs.full === full} @change=${() => { figure.pace = full ? 'full' : null; }}><span>${text}</span></label>`;
    return html`
      <div class="controls">
        <div class="buttons">
          ${stage.primary()}
          <button title=${words.stepTitle} aria-disabled=${runs.phase === 'trained' ? 'true' : 'false'} @click=${stage.step}>${words.step}</button>
          <button title=${words.resetTitle} @click=${this.#reset}>${words.reset}</button>
        </div>
        <fieldset class="segments" title=${words.paceTitle}>
          <legend>${words.pace}</legend>
          ${pace(false, words.watch)}${pace(true, words.full)}
        </fieldset>
        <div class="buttons">
          <button class="compare" title=${two ? nothing : strings.compareTitle} @click=${this.#compare}>${two ? strings.single : strings.compare}</button>
          <button class="link" title=${strings.linkTitle} @click=${this.#copy}>${strings.link}</button>
        </div>
      </div>
      <div class="says">
        <p class="now" data-phase=${runs.phase}><b>${stage.state()}</b><span>${this.#rate}</span></p>
        ${two ? html`<p class="differ ${this.defaults ? '' : 'room'}">${this.#difference}</p>` : nothing}
        <p class="goal">${this.#goal}</p>
        <p class="problem bad" role="alert">${this.#notes.map((note) => note()).join(' ')}</p>
      </div>
      ${this.#copied ? html`
        <div class="link-made">
          <textarea class="link-text" readonly rows="2" spellcheck="false" aria-label=${strings.linkText} .value=${this.#copied.text}></textarea>
          <p class="label">${this.#copied.copied ? strings.linkCopied : strings.linkYourself} ${figure.task === 'own' || stage.opened() ? strings.linkOwn : nothing}</p>
        </div>` : nothing}
      ${stage.failure()}
      ${stage.pairs()}
      <div class="layout">
        <div class="form">${this.#form.template()}</div>
        <div class="shown">
          ${stage.worded() ? stage.sentences()?.own() ?? nothing : nothing}
          <div class="asked">
            ${stage.worded() ? nothing : stage.field()}
            <fieldset class="segments">
              <legend>${strings.show}</legend>
              ${(['picture', 'numbers'] as const).map((view) => html`
                <label><input type="radio" name="view" value=${view} .checked=${view === this.#view} @change=${() => { figure.view = view === 'picture' ? null : view; }}><span>${strings.views[view]}</span></label>`)}
            </fieldset>
            ${two ? html`
              <fieldset class="segments">
                <legend>${strings.settingsOf}</legend>
                ${[0, 1].map((k) => html`
                  <label><input type="radio" name="run" value=${k + 1} .checked=${k === this.index} @change=${() => { figure.run = k === 1 ? '2' : null; }}><span>${strings.runs[k]}</span></label>`)}
              </fieldset>` : nothing}
          </div>
          ${stage.worded() ? nothing : stage.note()}
          <div class="runs ${two ? 'two' : ''}" ?hidden=${this.#view === 'numbers'}>
            ${this.#run(0)}
            ${two ? this.#run(1) : nothing}
          </div>
          ${this.#view === 'numbers' ? html`<div class="numbers">${this.#numbers?.template() ?? nothing}</div>` : html`<div class="tools">${this.#tools.render()}</div>`}
          ${this.#measures()}
          ${stage.worded() && !two ? stage.sentences()?.overfits() ?? nothing : nothing}
        </div>
      </div>
      <details class="more" @toggle=${this.#opened}>
        <summary>${strings.more}</summary>
        ${stage.worded() ? html`<div class="settings">${stage.sentences()?.settings() ?? nothing}</div>` : nothing}
        <p class="label">${runs.info ? html`${words.runs(words.threads(number(runs.info.threads), runs.info.threads))} ${runs.info.cause === '' ? nothing : words.reasons[runs.info.cause]}` : nothing}</p>
        ${this.#taking ? html`${stage.files()}${stage.sharing()}` : nothing}
      </details>
      ${(two ? [0, 1] : [0]).map((k) => html`
        <p class="line" part="line"><span>${this.#lineOf(k, true)}</span><span class="room" aria-hidden="true">${this.#lineOf(k, true, true)}</span></p>`)}`;
  }

  get #rate(): string {
    const rates = this.stage.runs.runs.map(({ rate }) => rate).filter((rate) => rate > 0);
    return rates.length > 0 ? ` · ${this.strings.rate(number(rates.reduce((sum, rate) => sum + rate, 0)))}` : '';
  }

  /** What differs between the two runs. */
  get #difference(): string {
    const { strings } = this;
    const [one, other] = [this.present(0), this.given(1)];
    // Before it is known what the task's own are, only the room.
    const found = this.defaults ? differences(one, other, this.defaults, this.recipe)
      : settings.filter((name) => one[name] !== other[name]).map((name) => ({ name, values: [one[name] ?? other[name]!, other[name] ?? one[name]!] }));
    if (found.length === 0) return strings.same;
    return strings.differ(found.map(({ name, values: [one, other] }) => strings.difference(strings.names[name].toLocaleLowerCase(this.stage.language()), this.valueText(name, one!), this.valueText(name, other!))).join(strings.separator));
  }

  /** Where a link has training stop. */
  get #goal(): string {
    const { strings } = this;
    const goals = this.#goals;
    if (goals.length === 0) return '';
    const { runs } = this.stage.runs;
    const at = runs.map((_, k) => goals[k] ?? goals[0]!);
    const apart = at.length > 1 && at[0] !== at[1];
    if (runs.every(({ step }) => step === 0)) return apart ? strings.goals(number(at[0]!), number(at[1]!)) : strings.goal(number(at[0]!), at[0]!);
    return !apart && runs.every(({ step, phase }) => step === at[0] && phase !== 'training') ? strings.reached(number(at[0]!), at[0]!) : '';
  }

  /** What a run's picture shows. */
  #drawn(k: number): Drawn {
    const { stage } = this;
    if (stage.worded() && k === 0) return stage.sentences()?.drawn ?? { alignment: null, gold: null, possible: null, reserveRows: 0 };
    const look = stage.runs.runs[k]?.looks[0];
    const source = look?.source ?? stage.runs.own;
    const alignment = look?.alignment ?? blank(source);
    const sentences = stage.sentences();
    // In the script of the page, as the first run's.
    const other = sentences && stage.worded() && alignment?.columns.some((word) => sentences.shown(word) !== word);
    return { alignment: other ? { ...alignment!, columns: alignment!.columns.map(sentences.shown) } : alignment, gold: stage.worded() ? null : stage.golds(source), possible: null, reserveRows: source.length + 1 };
  }

  /** A run: how far it is, what it writes, where it looks, and its curves. */
  #run(k: number): TemplateResult {
    const { stage, strings, two } = this;
    const { figure, runs } = stage;
    const words = stage.words();
    const session = runs.runs[k];
    const { step = 0, steps = 0, loss = NaN, evaluation = null, phase = 'idle', failure = null } = session ?? {};
    const look = session?.looks[0];
    const source = look?.source ?? runs.own;
    const label = two ? strings.named(strings.runNames[k]!, source.join(' ')) : words.ownAlignment(source.join(' '));
    const { alignment, gold, reserveRows } = this.#drawn(k);
    const main = k === this.index;
    const grid = stage.worded() && k === 0
      ? stage.sentences()?.grid() ?? nothing
      : html`<lookback-grid fit legend .strings=${figure.strings?.grid ?? null} .label=${label} .alignment=${alignment} .gold=${gold} .reserveRows=${reserveRows}></lookback-grid>`;
    const all = Math.max(...runs.runs.map((run) => run.steps)) || 350;
    const name = (text: string) => (two ? strings.named(strings.runNames[k]!, text) : text);
    return html`
      <div class="run" role="group" aria-label=${two ? strings.runNames[k]! : nothing}>
        ${two ? html`<p class="name">${strings.runNames[k]}</p>` : nothing}
        <dl class="state">
          <div class="updates"><dt>${strings.updates}</dt><dd>${strings.of(number(phase === 'given' ? NaN : step), number(steps || NaN))}</dd></div>
          <div class="loss"><dt>${strings.loss}</dt><dd>${number(loss, 3)}</dd></div>
          <div class="right"><dt>${stage.allSeen() ? strings.seen : strings.right}</dt><dd>${percent(evaluation?.sequenceAccuracy ?? NaN)}</dd></div>
        </dl>
        ${k === 1 && phase === 'failed' ? html`<p class="problem">${stage.reason(failure)}</p>` : nothing}
        <div class="drawn">
          <div class="looked">
            ${stage.worded() ? (two ? html`<p class="answer words-written"><span class="label">${words.writes}</span> ${look?.text ?? nothing}</p>` : nothing)
              : html`<div class="wrote">${look ? stage.written(look) : nothing}</div>`}
            <div class="pictures">
              <div class=${main ? 'main' : 'other'}>${main ? this.#tools.heading() : nothing}${grid}</div>
              ${main ? this.#tools.beside() : nothing}
            </div>
          </div>
          <div class="curves">
            <div class="curve"><lookback-chart data-run=${k} .strings=${figure.strings?.chart ?? null} label=${name(words.lossChart)} .second=${stage.worded() ? stage.sentences()?.strings.heldOutLoss ?? '' : ''} colour="loss" x-max=${all} y-max=${Math.max(lossTop, ...this.#tops)} digits="3"></lookback-chart>
              ${session && this.#uncharted(session)}</div>
            <lookback-chart data-run=${k} .strings=${figure.strings?.chart ?? null} label=${name(stage.allSeen() ? words.seenChart : words.heldOutChart)} colour="target" x-max=${all} y-max="100" digits="1" dots></lookback-chart>
          </div>
        </div>
      </div>`;
  }

  /** Over the curve of a model that was opened from a file, until it trains on: why there is none. */
  #uncharted({ phase, step, steps, loss }: Session): TemplateResult | typeof nothing {
    const words = this.stage.words();
    const found = phase === 'given' || (step > 0 && Number.isNaN(loss));
    if (!found) return nothing;
    const { uncharted, unchartedEnd } = this.strings;
    return html`<p class="uncharted">${phase === 'given' ? unchartedEnd(words.anew) : step >= steps ? unchartedEnd(words.again) : uncharted(words.resume, number(step))}</p>`;
  }

  /** Whether a run measures a quantity: until it has, whether it will. */
  #expected(quantity: Quantity, { evaluation, config }: Session): boolean {
    if (evaluation) return evaluation[quantity] !== undefined;
    const worded = this.stage.worded();
    if (quantity === 'bleu' || quantity === 'chrf') return worded;
    if (!linked.includes(quantity) && quantity !== 'attentionPeak' && quantity !== 'attentionEntropy') return true;
    if (config?.attention === 'none' || config?.attention === 'fixed') return false;
    return !linked.includes(quantity) || !worded || this.stage.figure.task.startsWith('translate');
  }

  /** What was measured, a column for each run. */
  #measures(): TemplateResult {
    const { strings, two } = this;
    const { runs } = this.stage.runs;
    const value = (evaluation: Evaluation | null, quantity: Quantity): string => {
      const found = evaluation?.[quantity];
      if (found === undefined) return number(NaN);
      return shares.includes(quantity) ? percent(found) : number(found, quantity === 'bleu' || quantity === 'chrf' ? 1 : 3);
    };
    const rows = (Object.keys(strings.quantities) as Quantity[]).filter((quantity) => runs.some((run) => this.#expected(quantity, run)));
    return html`
      <table class="figures">
        <caption>${this.stage.allSeen() ? strings.measuresSeen : strings.measures}</caption>
        ${two ? html`<thead><tr><td></td>${runs.map((_, k) => html`<th scope="col">${strings.runNames[k]}</th>`)}</tr></thead>` : nothing}
        <tbody>
          ${rows.map((quantity) => html`<tr><th scope="row">${strings.quantities[quantity]}</th>${runs.map(({ evaluation }) => html`<td>${value(evaluation, quantity)}</td>`)}</tr>`)}
          <tr><th scope="row">${strings.measured}</th>${runs.map(({ measuredAt }) => html`<td>${number(measuredAt)}</td>`)}</tr>
        </tbody>
      </table>`;
  }

  /** What the first run shows, or both, on which models. */
  line(progress: boolean): string {
    return (this.two ? [0, 1] : [0]).map((k) => this.#lineOf(k, progress)).join(' | ');
  }

  /** `progress`: with how far it is; `longest`: as it will be at its end, whose room it has from the start. */
  #lineOf(k: number, progress: boolean, longest = false): string {
    const { stage, strings } = this;
    const words = stage.words();
    const session = stage.runs.runs[k];
    if (!session?.config || !session.training) return '';
    const { config, training, phase, step, steps, parameterCount, loss } = session;
    const model = words.modelLine({
      cell: (config.cell ?? 'gru').toUpperCase(),
      hidden: String(config.hidden ?? ''),
      attention: words.attentionName[config.attention ?? 'additive'],
      direction: words.encoderName[config.encoder ?? 'backward'],
      parameters: number(parameterCount),
    });
    const task = stage.taskName();
    const named = (line: string) => (this.two ? strings.named(strings.runNames[k]!, line) : line);
    if (phase === 'given') return named(`${words.givenLine(task)} · ${model}`);
    const line = named(`${stage.worded() ? words.wordTaskLine(task) : words.taskLine(task, stage.lengthText())} · ${model} · ${words.trainingLine({
      seed: String(config.seed ?? 0),
      batch: String(training.batchSize ?? ''),
      optimizer: training.optimizer === 'sgd' ? 'SGD' : 'Adam',
      rate: String(training.learningRate ?? ''),
    })}`);
    if (!progress) return line;
    if (longest) return `${line} · ${words.ofUpdates(number(steps), number(steps))} · ${strings.lossAt(number(steps), number(0, 7))}`;
    const done = `${line} · ${words.ofUpdates(number(step), number(steps))}`;
    return step > 0 && phase !== 'training' && Number.isFinite(loss) ? `${done} · ${strings.lossAt(number(step), number(loss, 7))}` : done;
  }

  /** Lengths of the task's sequences. */
  setLengths(text: string): boolean {
    const lengths = readLengths(text);
    if (!lengths) return false;
    this.#changed();
    this.stage.figure.minLength = lengths.min;
    this.stage.figure.maxLength = lengths.max;
    return true;
  }
}

/** The element's property of a setting. */
export const property = (name: Setting): string => (name === 'hidden' ? 'hiddenSize' : name);
