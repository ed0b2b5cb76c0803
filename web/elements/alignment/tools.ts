// What an alignment can be asked, below its picture: the line that reads the square in focus, steppers for a finger, and one row of
// quiet buttons, each of which opens a part of its own: each step (steps.ts), other weights (question.ts), the same source through
// training (time.ts), files and a link (export.ts). The arithmetic of a weight (arithmetic.ts) opens from its number.
//
// It is fetched once a figure lives, and each part when it is first opened. What a reader does is kept in the figure's attributes
// (`force`, `moment`, `beside`), so that the code and the link that a figure leaves by make the same view again.
import { html, nothing, render, type LitElement, type TemplateResult } from 'lit';
import type { Alignment, Snapshot } from '../../engine/types.ts';
import { dictionary, number, replaced, type Dictionary, type Replacements } from '../../i18n/index.ts';
import { alignmentStrings, type AlignmentStrings } from '../../i18n/alignment.ts';
import type { Cell, LookbackGrid } from '../grid/grid.ts';
import type { Drawn } from '../sentences/links.ts';
import type { Look, Session } from '../session.ts';
import { Beside } from './beside.ts';
import { readForce, type Force } from './force.ts';
import { columnSum, readRow } from './read.ts';
import { styles } from './styles.ts';

const parts = {
  steps: () => import('./steps.ts').then(({ Steps }) => Steps),
  question: () => import('./question.ts').then(({ Question }) => Question),
  time: () => import('./time.ts').then(({ Time }) => Time),
  export: () => import('./export.ts').then(({ Export }) => Export),
};
export type Name = keyof typeof parts;
const names = Object.keys(parts) as Name[];
const endToken = '<eos>';

/** What the figure is to what is asked of it. */
export interface Stage {
  figure: LitElement & {
    task: string; alignment?: Alignment | null; gold?: readonly (number | readonly number[])[] | null; label?: string; scriptUrl: string | null;
    force: string | null; moment: number | null; beside: string | null; tools: string; strings: { alignment?: Replacements<AlignmentStrings>; grid?: Replacements<Dictionary['grid']> } | null;
  };
  session: Session;
  /** What the picture shows. */
  drawn(): Drawn;
  /** What the reader made of the figure that its attributes do not say. */
  taken(): Record<string, string | null>;
  /** What is shown, on which model. */
  line(): string;
  language(): string;
  say(sentence: string): void;
}

/** A part that a button opens. */
export interface Part {
  render(): TemplateResult;
  /** After every change of the figure. */
  follow?(): void;
  /** It is closed, or the figure goes. */
  rest?(): void;
}

export class Tools {
  readonly stage: Stage;
  readonly second: Beside;
  /** The square chosen, by keyboard, click, tap or stepper. */
  cell: Cell | null = null;
  /** The recorded moments of the model's training. */
  moments: Snapshot[] = [];
  /** The moments are those of the model as it stands; before, they are on their way. */
  recalled = false;
  /** `force` cannot be used with this source. */
  misfit = false;
  #pointed: Cell | null = null;
  #open: Name | null = null;
  #made: Partial<Record<Name, Part>> = {};
  #arithmetic: import('./arithmetic.ts').Arithmetic | null = null;
  #opened = false; // its panel
  #source = '';
  #known = ''; // when the moments were last asked for
  #shown = false; // the moment of the attribute was shown
  #force: { text: string | null; read: Force | null } = { text: null, read: [] };

  constructor(stage: Stage) {
    this.stage = stage;
    this.second = new Beside(this);
    const root = this.root;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.styleSheet!];
    root.addEventListener('lookback-cell', (event) => this.#celled(event as CustomEvent<(Cell & { held: boolean }) | null>));
    root.addEventListener('lookback-open', (event) => {
      if (event.target !== this.grid) return;
      // Whoever prevents it, anywhere in the page, shows it elsewhere.
      queueMicrotask(() => { if (!event.defaultPrevented) void this.openArithmetic((event as CustomEvent<Cell>).detail); });
    });
    root.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.#escaped();
    });
  }

  get strings(): AlignmentStrings {
    const strings = alignmentStrings(this.stage.language(), this.update);
    const own = this.stage.figure.strings?.alignment;
    return own ? replaced(strings, own) : strings;
  }

  get root(): ShadowRoot {
    return this.stage.figure.renderRoot as ShadowRoot;
  }

  /** The picture itself, not what stands beside it. */
  get grid(): LookbackGrid | null {
    return this.root.querySelector<LookbackGrid>('.main lookback-grid');
  }

  /** Which part is open. */
  get opened(): Name | null {
    return this.#open;
  }

  /** The square whose arithmetic is open. */
  get worked(): Cell | null {
    return this.#opened ? this.cell : null;
  }

  /** What is drawn: of this moment, which the picture is given in the same pass as its words. */
  get alignment(): Alignment | null {
    return this.stage.drawn().alignment;
  }

  /** What the model made of the source, as it is drawn; null where a page gave the alignment. */
  get look(): Look | null {
    return this.stage.figure.alignment ? null : this.stage.session.looks[0] ?? null;
  }

  get gridWords(): Dictionary['grid'] {
    return dictionary(this.stage.language()).grid;
  }

  /** A token as it is shown, in quotation marks. */
  word(token: string): string {
    return this.strings.quoted(this.plain(token));
  }

  plain(token: string): string {
    return token === endToken ? this.gridWords.end : token;
  }

  /** Weights in place of the model's own, where they fit the source. */
  get force(): Force {
    return this.misfit ? [] : this.#force.read ?? [];
  }

  /** Training stands still, so that there is one present. */
  get atRest(): boolean {
    return ['paused', 'trained', 'waiting'].includes(this.stage.session.phase);
  }

  /** A moment in words. */
  momentName(step: number): string {
    return step === 0 ? this.strings.untrained : this.strings.momentLabel(number(step), step);
  }

  /** What is shown, where that is not what the model as it is makes of the source. */
  note(): string {
    const { force, at } = this.look?.asked ?? {};
    return [at === undefined ? '' : this.strings.shown(this.momentName(at)), force ? this.strings.changed : ''].filter(Boolean).join(' · ');
  }

  update = (): void => this.stage.figure.requestUpdate();

  // ---- what changes --------------------------------------------------------------------------------------------------------

  /** The figure was drawn anew. */
  follow(): void {
    this.#ask();
    const { grid } = this;
    if (grid) {
      grid.toggleAttribute('questioned', this.#open === 'question');
      grid.pinned = this.cell && (this.#opened || this.#open === 'question') ? this.cell : grid.pinned && this.cell ? this.cell : null;
    }
    if (this.#opened) this.#arithmetic?.ask();
    if (this.#open) this.#made[this.#open]?.follow?.();
    this.#paintStrip();
  }

  /** The figure left the page. */
  rest(): void {
    for (const part of Object.values(this.#made)) part.rest?.();
  }

  /** Asks the session for what the attributes say, as far as it can be asked. */
  #ask(): void {
    const { figure, session } = this.stage;
    if (figure.alignment) return;
    const source = session.own.join('\n');
    if (this.#source && source !== this.#source && figure.force !== null) figure.force = null; // weights belong to a source
    if (source !== this.#source) this.cell = null;
    this.#source = source;

    if (figure.force !== this.#force.text) this.#force = { text: figure.force, read: readForce(figure.force) };
    const { read } = this.#force;
    this.misfit = read === null || (session.own.length > 0 && read.some(({ weights }) => weights.length !== session.own.length));

    if (session.phase === 'training' && this.#shown) {
      this.#shown = false;
      figure.moment = null; // the reader trains on: the present is shown
    }
    if (figure.moment !== null || this.#open === 'time' || /^\d+$/.test(figure.beside ?? '')) this.#remember();
    const at = this.atRest ? this.moment(figure.moment) : undefined;
    if (at !== undefined) this.#shown = true;
    const { force } = this;
    const asked = { ...(force.length > 0 && { force }), ...(at !== undefined && { at }) };
    if (session.model && JSON.stringify(asked) !== JSON.stringify(session.asked)) session.ask(asked);
  }

  /** The recorded moment nearest to a number of updates; nothing for the present. */
  moment(updates: number | null): number | undefined {
    if (updates === null || !Number.isFinite(updates) || this.moments.length === 0) return undefined;
    const { step } = [...this.moments, { step: this.stage.session.step }].reduce((best, at) => (Math.abs(at.step - updates) < Math.abs(best.step - updates) ? at : best));
    return this.moments.some((at) => at.step === step) ? step : undefined;
  }

  /** Asks for the recorded moments, once for each time that training stands still. */
  #remember(): void {
    const { model, phase, step } = this.stage.session;
    const key = model && this.atRest ? `${phase} ${step}` : '';
    if (key === this.#known) return;
    this.#known = key;
    this.recalled = false;
    if (!key) return void (this.moments = []);
    model!.snapshots().then((moments) => {
      if (key !== this.#known) return;
      this.moments = moments;
      this.recalled = true;
      this.update();
    }, () => {});
  }

  #celled({ target, detail }: CustomEvent<(Cell & { held: boolean }) | null> | (Event & { detail: never })): void {
    if (target !== this.grid) return;
    if (detail?.held) {
      const same = detail.row === this.cell?.row && detail.column === this.cell.column;
      this.choose(detail, same);
    }
    this.#pointed = detail;
    this.#paintStrip();
  }

  /** Makes a square the chosen one. */
  choose({ row, column }: Cell, quietly = false): void {
    this.cell = { row, column };
    void this.#prepare();
    if (!quietly) this.update();
  }

  #escaped(): void {
    if (this.#opened) this.closeArithmetic();
    else this.cell = null;
    const { grid } = this;
    if (grid) grid.pinned = null;
    this.update();
  }

  // ---- what the reader does ------------------------------------------------------------------------------------------------

  #step = (down: number, across: number): void => {
    const { grid, alignment } = this;
    if (!grid || !alignment?.weights.length) return;
    const from = this.cell ?? { row: 0, column: 0 };
    const within = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));
    const to = this.cell ? { row: within(from.row + down, alignment.rows.length), column: within(from.column + across, alignment.columns.length) } : from;
    this.choose(to);
    grid.pinned = to;
    this.#paintStrip();
    this.stage.say(this.#reading(to));
  };

  async openArithmetic(cell: Cell): Promise<void> {
    this.choose(cell, true);
    await this.#prepare();
    this.#opened = this.#arithmetic !== null;
    this.update();
  }

  /** The numbers behind a square that is chosen are asked for at once, so that they are there when it is opened. */
  async #prepare(): Promise<void> {
    if (!this.#arithmetic) {
      const found = await import('./arithmetic.ts').catch(() => null); // the next to ask tries again
      if (found) this.#arithmetic ??= new found.Arithmetic(this);
    }
    this.#arithmetic?.ask();
  }

  closeArithmetic(): void {
    this.#opened = false;
    this.update();
  }

  #openByNumber = (): void => {
    const { cell, grid } = this;
    if (!cell || !grid) return;
    grid.dispatchEvent(new CustomEvent('lookback-open', { detail: cell, bubbles: true, composed: true, cancelable: true }));
  };

  async toggle(name: Name): Promise<void> {
    if (this.#open) this.#made[this.#open]?.rest?.();
    const opening = this.#open !== name;
    this.#open = opening ? name : null;
    if (opening && !this.#made[name]) {
      try {
        const Made = await parts[name]();
        this.#made[name] ??= new Made(this);
      } catch {
        this.#open = null; // a press tries again
      }
    }
    this.update();
  }

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  /** The names of what is offered. */
  get offered(): Name[] {
    const asked = this.stage.figure.tools.split(/[\s,]+/);
    const possible = this.stage.figure.alignment ? ['steps', 'export'] : names;
    return names.filter((name) => asked.includes(name) && possible.includes(name));
  }

  heading(): TemplateResult | typeof nothing {
    return this.second.heading();
  }

  beside(): TemplateResult | typeof nothing {
    return this.second.render();
  }

  render(): TemplateResult {
    const { strings } = this;
    const { offered } = this;
    if (offered.length === 0) return html``;
    const open = this.#open && offered.includes(this.#open) ? this.#open : null;
    const part = open && this.#made[open];
    const stepper = (name: 'left' | 'up' | 'down' | 'right', sign: string, down: number, across: number) => html`
      <button aria-label=${strings[name]} title=${strings[name]} @click=${() => this.#step(down, across)}><span aria-hidden="true">${sign}</span></button>`;
    return html`
      <div class="strip"></div>
      <div class="row-of" role="group" aria-label=${strings.tools}>
        ${offered.map((name) => html`<button aria-expanded=${open === name ? 'true' : 'false'} aria-controls="part" @click=${() => void this.toggle(name)}>${strings.names[name]}</button>`)}
        <div class="steppers" role="group" aria-label=${strings.steppers}>
          ${stepper('left', '←', 0, -1)}${stepper('up', '↑', -1, 0)}${stepper('down', '↓', 1, 0)}${stepper('right', '→', 0, 1)}
        </div>
      </div>
      ${this.misfit ? html`<p class="problem" role="alert">${strings.forceProblem}</p>` : nothing}
      ${this.#opened ? this.#arithmetic!.render() : nothing}
      <div id="part" ?hidden=${!part} role="region" aria-label=${open ? strings.names[open] : strings.tools}>${part ? html`<div class="panel">${part.render()}</div>` : nothing}</div>`;
  }

  /** The square in focus in words, for the line and for a screen reader. */
  #reading({ row, column }: Cell): string {
    const { alignment, strings } = this;
    const weights = alignment?.weights[row];
    const weight = weights?.[column];
    if (!alignment || !weights || weight === undefined) return strings.unwritten;
    const { sum, entropy, peak, at } = readRow(weights);
    const [target, source] = [this.word(alignment.rows[row]!), this.word(alignment.columns[column]!)];
    const parts = { sum: number(sum, 3), entropy: number(entropy, 3), peak: number(peak, 3), at: this.word(alignment.columns[at]!) };
    return strings.reading(`α = ${number(weight, 3)}`, strings.writing(target, source), strings.ofRow(parts), strings.ofColumn(number(columnSum(alignment, column), 3)));
  }

  /** The line is drawn by itself: a pointer that moves must not have the whole figure drawn anew. */
  #paintStrip(): void {
    const strip = this.root.querySelector<HTMLElement>('.tools > .strip');
    if (!strip) return;
    const { strings, alignment } = this;
    const cell = this.#pointed ?? this.cell;
    const reading = cell && alignment ? this.#reading(cell) : null;
    const weight = cell && alignment?.weights[cell.row]?.[cell.column];
    if (reading === null || !cell) return void render(html`${alignment?.rows.length && !alignment.weights.length ? strings.noWeights : strings.hint}`, strip);
    if (weight === null || weight === undefined) return void render(html`${reading}`, strip);
    const [text, rest] = [`α = ${number(weight, 3)}`, reading.slice(`α = ${number(weight, 3)}`.length)];
    const name = strings.open(this.word(alignment!.rows[cell.row]!), this.word(alignment!.columns[cell.column]!), text);
    render(html`<button class="number" aria-label=${name} @click=${this.#openByNumber}>${text}</button>${rest}`, strip);
  }
}
