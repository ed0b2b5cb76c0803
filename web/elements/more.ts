// What few figures are asked for, behind their summary: length and seed, where the arithmetic runs, the model as a file (safetensors,
// and with it where its training stands, so that it can go on elsewhere) and one from a file, the figure's code, a frame, a citation. A
// file that cannot be opened here, and pairs that cannot be learnt, leave the figure as it is.
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { isModel, taskOf, withTask, type NamedTask } from '../engine/file.ts';
import type { DatasetInput, TaskName, TaskOptions } from '../engine/types.ts';
import { number, type Dictionary } from '../i18n/index.ts';
import { moreStrings, type Strings } from '../i18n/more.ts';
import { lengthLimit, readLengths, readSeed, worded } from './input.ts';
import type { Dataset, Session } from './session.ts';
import { bibtex, elementCode, frameCode } from './share.ts';

/** What the figure is to it. */
export interface Stage {
  figure: LitElement & { task: string; minLength: number; maxLength: number; seed: number; scriptUrl: string | null };
  session: Session;
  words(): Dictionary['figure'];
  /** What the reader made of the figure that its attributes do not say. */
  taken(): Record<string, string | null>;
  line(): string;
  question(): string;
  lang(): string;
  /** The language of its dictionary. */
  language(): string;
  say(sentence: string): void;
  /** The tasks that it may have. */
  choices(): readonly string[];
  /** Takes a file: a model, or pairs. */
  opened(file: File | undefined): void;
  /** Takes a model's file of this task, and the task's options where they are known. */
  use(file: File, task: string, options: TaskOptions): void;
  /** Takes pairs to learn, and them as they were read where they were. */
  learn(pairs: DatasetInput, read: Dataset | null): void;
  /** What is wrong, in one sentence. */
  reason(error: unknown): string;
}

export class More {
  readonly #stage: Stage;
  #shown: { text: string; copied: boolean } | null = null;
  #lengthProblem = false;
  #seedProblem = false;
  #refused: ((strings: Strings) => string) | null = null;
  #ofPairs = false; // what was refused
  #turn = 0; // of the pairs that are read

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Why the last file was not opened, in a sentence; empty where it was, or something else was done since. */
  get refusal(): string {
    return this.#byPairs ? '' : this.#sentence;
  }

  /** The same of pairs, where a figure of the reader's own has a place for it, beside them. */
  get pairsRefusal(): string {
    return this.#byPairs ? this.#sentence : '';
  }

  get #byPairs(): boolean {
    return this.#ofPairs && this.#stage.figure.task === 'own';
  }

  get #sentence(): string {
    return this.#refused?.(moreStrings(this.#stage.language(), this.#arrived)) ?? '';
  }

  #refuse(why: (strings: Strings) => string, ofPairs: boolean): void {
    this.#refused = why;
    this.#ofPairs = ofPairs;
    this.#stage.say(this.#sentence);
    this.#arrived();
  }

  /** What the engine refused, in a sentence of the page's language, where there is one. */
  explained(message: string): string | undefined {
    return moreStrings(this.#stage.language(), this.#arrived).refusal(message);
  }

  /** Something else was done since. */
  forget(): void {
    this.#refused = null;
  }

  #called = (task: string): string => (this.#stage.words().taskName as Record<string, string>)[task] ?? task;

  #arrived = (): void => this.#stage.figure.requestUpdate();

  /** Has the browser save the model; its name says of which task it is. */
  #download = async (): Promise<void> => {
    const { model, task, step, phase } = this.#stage.session;
    if (!model || !task) return;
    const bytes = withTask(await model.save({ training: phase !== 'given' }), { name: this.#stage.figure.task, options: task.options });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    link.download = `lookback-${this.#stage.figure.task}-${step}.safetensors`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };

  /** Opens a model's file, of the figure's task or another that it may have; where that cannot be, nothing changes, and it is said why. */
  async open(file: File): Promise<void> {
    const { figure, session, choices, language, use, reason } = this.#stage;
    moreStrings(language(), this.#arrived); // fetched meanwhile, in case one is needed
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      // Where pairs are asked for, what is no model may be pairs, whatever it is called.
      if (figure.task === 'own' && !session.open && !isModel(bytes)) return this.#stage.learn({ tsv: file }, null);
      const named = taskOf(bytes);
      // A file from before that names its task in its name alone.
      const name = named?.name ?? choices().find((task) => file.name.startsWith(`lookback-${task}-`)) ?? figure.task;
      const misfit = await this.#misfit(bytes, name, named);
      if (misfit) return this.#refuse(misfit, false);
      this.#refused = null;
      use(file, name, named?.options ?? {});
    } catch (error) {
      this.#refuse(() => reason(error), false);
    }
  }

  /** Takes pairs to learn, or a model where a file that was given as pairs is one; where there is a model, pairs that cannot be learnt change nothing, and it is said why. */
  async pairs(pairs: DatasetInput): Promise<void> {
    const { figure, session, choices, language, learn, reason } = this.#stage;
    const called = this.#called;
    const turn = ++this.#turn;
    const { tsv } = pairs;
    if (tsv instanceof File && isModel(new Uint8Array(await tsv.slice(0, 9).arrayBuffer()))) return this.open(tsv);
    if (!choices().includes('own')) return this.#refuse(({ noPairs }) => noPairs(called(figure.task)), true);
    const engine = session.open ? await session.engine : null;
    if (!engine) return learn(pairs, null); // nothing to keep: what is wrong will be seen
    moreStrings(language(), this.#arrived);
    try {
      const read = await engine.dataset({ ...pairs, seed: figure.seed });
      try {
        await read.heldOut(1).pairs(); // refuses pairs of which none is held out
        if (turn !== this.#turn) return read.dispose();
      } catch (error) {
        read.dispose();
        throw error;
      }
      this.#refused = null;
      learn(pairs, read);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#refuse(({ pairsKept, modelKept }) => (figure.task === 'own' ? pairsKept(reason(error)) : modelKept(reason(error), called(figure.task))), true);
    }
  }

  /** Why a model cannot be opened here, as a sentence; throws what is wrong with the file itself. */
  async #misfit(bytes: Uint8Array, name: string, named: NamedTask | null): Promise<((strings: Strings) => string) | null> {
    const { figure, session, choices } = this.#stage;
    const called = this.#called;
    const own = name === 'own';
    if (own && figure.task === 'own' && !session.open) return ({ pairsFirst }) => pairsFirst;
    if (own && figure.task !== 'own') return ({ ownPairs }) => ownPairs(called(figure.task), called(name));
    if (!choices().includes(name)) return ({ otherTask }) => otherTask(called(name), called(figure.task));
    const engine = await session.engine;
    if (!engine) return null; // nothing to keep: what is wrong will be seen
    const lengths = (name === figure.task ? figure : {}) as TaskOptions;
    const { minLength = lengths.minLength, maxLength = lengths.maxLength, seed = figure.seed } = named?.options ?? {};
    const given = { seed, ...(!worded(name) && minLength && maxLength && { minLength, maxLength }) };
    const task = own ? session.task : await engine.task(name as TaskName, given);
    if (!task) return ({ otherPairs }) => otherPairs;
    try {
      const model = await engine.loadModel(bytes);
      model.dispose();
      if (JSON.stringify(model.vocabularies) !== JSON.stringify(task.vocabularies)) {
        if (own) return ({ otherPairs }) => otherPairs;
        if (!named) return ({ unnamed }) => unnamed(called(figure.task));
      }
      const checked = await engine.loadModel(bytes, task);
      try {
        if (checked.trainedSteps !== undefined) await checked.trainer().config(); // refuses a training that cannot go on
      } finally {
        checked.dispose();
      }
      return null;
    } finally {
      if (!own) task.dispose();
    }
  }

  #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    this.#stage.opened(input.files?.[0]);
    input.value = '';
  };

  /** Shows a text to take along, and puts it on the clipboard where the page may. */
  async #share(text: string): Promise<void> {
    const { figure, say, words } = this.#stage;
    this.#shown = { text, copied: false };
    try {
      await navigator.clipboard.writeText(text);
      this.#shown = { text, copied: true };
      say(words().copied);
      figure.requestUpdate();
    } catch {
      // A page without that right: the text stands there, selected.
      figure.requestUpdate();
      await figure.updateComplete;
      figure.renderRoot.querySelector<HTMLTextAreaElement>('.share textarea')?.select();
    }
  }

  #lengthChosen = (event: Event): void => {
    const lengths = readLengths((event.target as HTMLInputElement).value);
    this.#lengthProblem = lengths === null;
    if (lengths) Object.assign(this.#stage.figure, { minLength: lengths.min, maxLength: lengths.max });
    this.#arrived();
  };

  #seedChosen = (event: Event): void => {
    const seed = readSeed((event.target as HTMLInputElement).value);
    this.#seedProblem = seed === null;
    if (seed !== null) this.#stage.figure.seed = seed;
    this.#arrived();
  };

  /** Length and seed. */
  settings(): TemplateResult {
    const { figure } = this.#stage;
    const words = this.#stage.words();
    const { minLength, maxLength, seed } = figure;
    return html`
      ${worded(figure.task) ? nothing : html`
        <label class="field"><span>${words.length}</span>
          <input name="length" autocomplete="off" .value=${minLength === maxLength ? String(maxLength) : `${minLength}–${maxLength}`} @change=${this.#lengthChosen}
            aria-invalid=${this.#lengthProblem ? 'true' : 'false'} aria-describedby="length-help setting-problem">
          <small id="length-help">${words.lengthHelp}</small></label>`}
      <label class="field"><span>${words.seed}</span>
        <input name="seed" inputmode="numeric" autocomplete="off" .value=${String(seed)} @change=${this.#seedChosen}
          aria-invalid=${this.#seedProblem ? 'true' : 'false'} aria-describedby="seed-help setting-problem">
        <small id="seed-help">${words.seedHelp}</small></label>`;
  }

  /** Everything else. */
  render(): TemplateResult {
    const { info } = this.#stage.session;
    const words = this.#stage.words();
    return html`
      <p class="note problem" id="setting-problem" role="alert">${this.#lengthProblem ? words.errors.length(String(lengthLimit)) : ''} ${this.#seedProblem ? words.errors.seed : ''}</p>
      <p class="label">${info ? html`${words.runs(words.threads(number(info.threads), info.threads))} ${info.cause === '' ? nothing : words.reasons[info.cause]}` : nothing}</p>
      ${this.files()}
      ${this.sharing()}`;
  }

  /** The model as a file, and a file as the model. */
  files(): TemplateResult {
    const words = this.#stage.words();
    return html`
      <div class="buttons files">
        <button aria-disabled=${this.#stage.session.open ? 'false' : 'true'} @click=${this.#download}>${words.download}</button>
        <button @click=${(event: Event) => ((event.currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click()}>${words.openModel}</button>
        <input class="file" type="file" accept=".safetensors" tabindex="-1" aria-hidden="true" @change=${this.#picked}>
      </div>`;
  }

  /** What takes the figure to another page. */
  sharing(): TemplateResult {
    const { figure, taken, question, lang, line } = this.#stage;
    const words = this.#stage.words();
    const shown = this.#shown;
    return html`
      <div class="share">
        <div class="buttons">
          <button @click=${() => void this.#share(elementCode(figure, figure.scriptUrl, taken()))}>${words.copyElement}</button>
          <button @click=${() => void this.#share(frameCode(figure, figure.scriptUrl, taken(), question(), lang()))}>${words.copyFrame}</button>
          <button @click=${() => void this.#share(bibtex(line()))}>${words.cite}</button>
        </div>
        ${shown ? html`
          <textarea readonly rows="4" spellcheck="false" aria-label=${words.toCopy} .value=${shown.text}></textarea>
          <p class="label">${shown.copied ? words.copied : words.copyYourself}</p>` : nothing}
      </div>`;
  }
}
