// Other weights than the model's own: the reader changes one, by dragging its square, by typing, or by letting the decoder look there
// only; the row keeps a sum of one, and the decoder writes on from there with the context that follows. What it writes then stands
// below what it wrote, the differences marked.
import { html, nothing, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';
import type { Cell } from '../grid/grid.ts';
import { alone, differing, only, reweighted, writeForce } from './force.ts';
import { Latest } from './latest.ts';
import type { Part, Tools } from './tools.ts';

const wholeDrag = 160; // pixels from 0 to 1
const started = 3; // pixels before a press is a drag
const keyStep = 0.05;

export class Question implements Part {
  readonly #tools: Tools;
  #history: (string | null)[] = [];
  #drag: { cell: Cell; x: number; y: number; row: number[]; own: number[] | null; moved: boolean } | null = null;
  #problem = false;
  #told = { source: '', what: '' };
  #own: Latest<{ row: number[] | null }>; // a row as the model makes it itself, with the other changes left as they are
  #waiting: { cell: Cell; weight: number } | null = null; // a change that needs such a row

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#own = new Latest(tools.update);
    const { root } = tools;
    root.addEventListener('pointerdown', (event) => this.#pressed(event as PointerEvent));
    root.addEventListener('pointermove', (event) => this.#moved(event as PointerEvent));
    for (const name of ['pointerup', 'pointercancel']) root.addEventListener(name, () => this.#released());
    root.addEventListener('keydown', (event) => this.#keyed(event as KeyboardEvent));
  }

  get #asked(): boolean {
    return this.#tools.grid?.hasAttribute('questioned') ?? false;
  }

  follow(): void {
    const { grid, look, stage } = this.#tools;
    grid?.toggleAttribute('glide', this.#drag === null && stage.session.phase !== 'training');
    this.#tell();
    if (look) void this.#tools.second.own;
    const { cell } = this.#tools;
    if (cell) this.#ownRow(cell);
    if (this.#waiting && this.#ownRow(this.#waiting.cell)) this.#set(this.#waiting.cell, this.#waiting.weight);
  }

  rest(): void {
    this.#drag = null;
    this.#tools.grid?.removeAttribute('glide');
  }

  /** Says what came of it, once for each answer, to a screen reader and to the page. */
  #tell(): void {
    const { look, stage, second, strings } = this.#tools;
    if (!look || this.#drag || (stage.figure.force === null) !== (look.asked.force === undefined)) return;
    const { force = [] } = look.asked;
    const source = look.source.join('\n');
    if (source !== this.#told.source) this.#told = { source, what: '' }; // with another source the changes went, unsaid
    const before = second.own;
    if (!before || (force.length === 0 && this.#told.what === '')) return;
    const what = force.length === 0 ? '' : JSON.stringify([force, look.output, before.output]);
    if (what === this.#told.what) return;
    this.#told.what = what;
    stage.say(force.length === 0 ? strings.unchanged : this.#verdict(before.output, look.output));
    stage.figure.dispatchEvent(new CustomEvent('lookback-question', { detail: { force, before: before.output, output: look.output }, bubbles: true, composed: true }));
  }

  // ---- changing ------------------------------------------------------------------------------------------------------------

  /** The weights of a row as they are drawn. */
  #row(row: number): number[] | undefined {
    return this.#tools.look?.alignment.weights[row];
  }

  #change(row: number, weights: number[], remember = true): void {
    const { figure } = this.#tools.stage;
    const force = [...this.#tools.force.filter(({ step }) => step !== row), { step: row, weights }].sort((a, b) => a.step - b.step);
    const text = writeForce(force);
    this.#waiting = null;
    if (text === figure.force) return;
    if (remember) this.#history.push(figure.force);
    figure.force = text;
  }

  /** The model's own row, where a changed one has all its weight in this place; null until it is there, the changed row where it serves. */
  #ownRow({ row, column }: Cell): number[] | null {
    const weights = this.#row(row);
    if (!weights || !alone(weights, column)) return weights ?? null;
    const { look, force } = this.#tools;
    const { model, own, step, phase, beam, config } = this.#tools.stage.session;
    if (!model || !look || !force.some((each) => each.step === row)) return weights;
    const { at } = look.asked;
    const others = force.filter((each) => each.step !== row);
    const key = JSON.stringify([row, own, at ?? `${phase} ${step}`, beam, others, config?.seed]);
    const found = this.#own.ask(key, () => model.translate(own, { beam, ...(at !== undefined && { at }), ...(others.length > 0 && { force: others }) })
      .then(({ alignment }) => ({ row: alignment.weights[row] ?? null })));
    return found && (found.row ?? weights);
  }

  #set(cell: Cell, weight: number): void {
    const weights = this.#row(cell.row);
    this.#waiting = null;
    if (!weights || weights.length < 2) return;
    const own = this.#ownRow(cell);
    if (own) this.#change(cell.row, reweighted(weights, cell.column, Math.min(1, Math.max(0, weight)), own));
    else this.#waiting = { cell, weight };
  }

  #only = (): void => {
    const { cell } = this.#tools;
    const weights = cell && this.#row(cell.row);
    if (cell && weights) this.#change(cell.row, only(weights, cell.column));
  };

  #undo = (): void => {
    this.#waiting = null;
    if (this.#history.length > 0) this.#tools.stage.figure.force = this.#history.pop()!;
  };

  #reset = (): void => {
    const { figure } = this.#tools.stage;
    this.#waiting = null;
    if (figure.force === null) return;
    this.#history.push(figure.force);
    figure.force = null;
  };

  #typed = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    const weight = Number(value.trim().replace(/^(\d*),(\d+)$/, '$1.$2'));
    const { cell } = this.#tools;
    this.#problem = value.trim() === '' || !(weight >= 0 && weight <= 1);
    if (cell && !this.#problem) this.#set(cell, weight);
    this.#tools.update();
  };

  #pressed(event: PointerEvent): void {
    const { grid } = this.#tools;
    if (!grid || event.target !== grid || event.button !== 0 || !this.#asked) return;
    const cell = grid.cellAt(event);
    const row = cell && this.#row(cell.row);
    if (cell && row) this.#drag = { cell, x: event.clientX, y: event.clientY, row: [...row], own: this.#ownRow(cell), moved: false };
  }

  #moved(event: PointerEvent): void {
    const drag = this.#drag;
    const { grid } = this.#tools;
    if (!drag || !grid) return;
    const [along, up] = [event.clientX - drag.x, drag.y - event.clientY];
    if (!drag.moved) {
      if (Math.hypot(along, up) < started || drag.row.length < 2) return;
      drag.moved = true;
      grid.setPointerCapture(event.pointerId);
      this.#history.push(this.#tools.stage.figure.force);
      this.#tools.choose(drag.cell);
    }
    drag.own ??= this.#ownRow(drag.cell);
    if (!drag.own) return; // on its way
    const by = (Math.abs(along) > Math.abs(up) ? along : up) / wholeDrag;
    const weight = Math.min(1, Math.max(0, drag.row[drag.cell.column]! + by));
    this.#change(drag.cell.row, reweighted(drag.row, drag.cell.column, weight, drag.own), false);
  }

  #released(): void {
    if (!this.#drag) return;
    this.#drag = null;
    this.#tools.update();
  }

  #keyed(event: KeyboardEvent): void {
    const { grid, cell } = this.#tools;
    if (!grid || event.target !== grid || !cell || !this.#asked || event.ctrlKey || event.altKey || event.metaKey) return;
    const weight = this.#row(cell.row)?.[cell.column];
    if (weight === undefined) return;
    switch (event.key) {
      case '+': case '=': this.#set(cell, weight + keyStep); break;
      case '-': case '−': this.#set(cell, weight - keyStep); break;
      case ' ': this.#only(); break;
      case 'Backspace': this.#undo(); break;
      default: return;
    }
    event.preventDefault();
  }

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  #verdict(before: string[], now: string[]): string {
    const { strings } = this.#tools;
    const { places, of, more } = differing(before, now);
    if (places === 0 && more === 0) return strings.same;
    return [places > 0 ? strings.differs(number(places), number(of), places) : '', more > 0 ? strings.longer(number(more)) : ''].filter(Boolean).join(strings.between);
  }

  /** Tokens, those at whose place the other text has something else marked. */
  #text(tokens: string[], other: string[], mark: (token: string) => TemplateResult): TemplateResult {
    const { strings } = this.#tools;
    if (tokens.length === 0) return html`${strings.nothing}`;
    const chinese = tokens.some((token) => /\p{Script=Han}/u.test(token));
    const letters = tokens.every((token) => [...token].length === 1);
    const between = chinese || letters ? '' : ' ';
    return html`<span class=${letters && !chinese ? 'spread' : ''}>${tokens.map((token, i) => html`${i ? between : ''}${token === other[i] ? token : mark(token)}`)}</span>`;
  }

  render(): TemplateResult {
    const tools = this.#tools;
    const { strings, cell, look, alignment, stage } = tools;
    if (look && look.alignment.rows.length > 0 && look.alignment.weights.length === 0) return html`<p class="say muted">${strings.noWeights}</p>`;
    const weight = cell && this.#row(cell.row)?.[cell.column];
    const before = look?.asked.force ? tools.second.own : look;
    const single = alignment?.columns.length === 1;
    return html`
      <p class="say">${strings.questionHow}</p>
      <p class="say muted">${strings.questionKeys}</p>
      <div class="controls">
        <label class="field"><span>${cell && alignment?.rows[cell.row] !== undefined ? strings.weightOf(tools.word(alignment.rows[cell.row]!), tools.word(alignment.columns[cell.column]!)) : strings.chooseSquare}</span>
          <input name="weight" inputmode="decimal" autocomplete="off" ?disabled=${weight === undefined || weight === null || single} .value=${weight === undefined || weight === null ? '' : weight.toFixed(3)} @change=${this.#typed}
            aria-invalid=${this.#problem ? 'true' : 'false'} aria-describedby="weight-problem"></label>
        <div class="buttons">
          <button aria-disabled=${weight === undefined || weight === null || single ? 'true' : 'false'} @click=${this.#only}>${strings.only}</button>
          <button aria-disabled=${this.#history.length ? 'false' : 'true'} @click=${this.#undo}>${strings.undo}</button>
          <button aria-disabled=${stage.figure.force === null ? 'true' : 'false'} @click=${this.#reset}>${strings.reset}</button>
        </div>
      </div>
      <p class="problem" id="weight-problem" role="alert">${this.#problem ? strings.weightProblem : single ? strings.oneColumn : nothing}</p>
      <dl class="writes">
        <dt>${strings.before}</dt><dd class="before">${before ? this.#text(before.output, look!.output, (token) => html`<del>${token}</del>`) : nothing}</dd>
        <dt>${strings.now}</dt><dd class="after">${look && before ? this.#text(look.output, before.output, (token) => html`<mark>${token}</mark>`) : nothing}</dd>
      </dl>
      <p class="say outcome">${look?.asked.force && before ? this.#verdict(before.output, look.output) : strings.unchanged}</p>
      <label class="check"><input type="checkbox" name="own-beside" .checked=${stage.figure.beside === 'own'} @change=${(event: Event) => { stage.figure.beside = (event.target as HTMLInputElement).checked ? 'own' : null; }}><span>${strings.ownBeside}</span></label>`;
  }
}
