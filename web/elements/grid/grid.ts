// <lookback-grid>: the matrix of weights α_ij as a picture to be questioned. Source words stand across the top, target
// words down the side, as in figure 3 of Bahdanau, Cho and Bengio (2014); a darker square is a larger weight. Pointing at a
// row, or walking there with the arrow keys, lifts the source words it looks at and draws a ribbon to each, as wide as α_ij.
//
// The squares are built once for a shape and only change class afterwards, so it can be repainted on every frame; more of them than
// a frame has time for are painted on a canvas, and only the row in focus has elements. Where labels would touch, every second or
// third is drawn, and those of the row in focus. What a screen reader meets is a real table of the same numbers, which is also what
// holds the keyboard's focus.
import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import type { Alignment } from '../../engine/types.ts';
import { number, type Dictionary, type Replacements } from '../../i18n/index.ts';
import { define } from '../define.ts';
import { Language } from '../language.ts';
import { theme, weightClass, weightScale, weightSteps } from '../theme.ts';
import type { paintSquares } from './canvas.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const endToken = '<eos>';
/** Between squares, where outlines are drawn. */
const between = (cell: number): number => Math.min(2, cell * 0.25);
const tableInterval = 1000; // ms between updates of the table while nobody is in it
const mostSquares = 600; // as elements: repainting them takes some 8 ms of a frame
const glide = 200; // ms in which a weight passes to another, as in the styles
const longest = 14; // characters of a label
const few = 24; // of words beside each other, all are named

const nothingYet: number[][] = [];

export interface Cell { row: number; column: number }

/** Size of `count` labels that may take so much of a square each: few become as small as they must. */
const fontSize = (room: number, cell: number, count: number): number => Math.max(Math.min(9, count > few ? 9 : Math.max(6.5, cell * 0.9)), Math.min(16, room));

/** Where everything is drawn, in CSS pixels of the SVG. */
interface Layout {
  rows: number;
  columns: number;
  cell: number;
  left: number;
  top: number;
  width: number;
  height: number;
  font: number;
  /** Size of the labels across the top, and by how many degrees they are turned. */
  size: number;
  angle: number;
  /** Every so many of the labels is drawn, down the side and across the top. */
  down: number;
  across: number;
}

function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export class LookbackGrid extends LitElement {
  static override properties = {
    alignment: { attribute: false },
    gold: { attribute: false },
    possible: { attribute: false },
    label: {},
    legend: { type: Boolean },
    fit: { type: Boolean, reflect: true },
    reserveRows: { type: Number, attribute: 'reserve-rows' },
    reserveColumns: { type: Number, attribute: 'reserve-columns' },
    reserveLabel: { attribute: 'reserve-label' },
    cellSize: { type: Number, attribute: 'cell-size' },
    pinned: { attribute: false },
    strings: { attribute: false },
  };

  /** What to draw; rows may be fewer than `reserveRows`, which are then shown as not yet written. */
  declare alignment: Alignment | null;
  /** Source position of each target row, or several, outlined; −1 or nothing where there is none. */
  declare gold: readonly (number | readonly number[])[] | null;
  /** Source positions of each target row that may be looked at as well: a dotted outline. */
  declare possible: readonly (readonly number[])[] | null;
  /** Name of the table for a screen reader. */
  declare label: string;
  /** Draw the scale's legend. */
  declare legend: boolean;
  /** Fit into the element's own height as well as its width; without it the height follows from the width. */
  declare fit: boolean;
  /** Rows to keep room for: fewer are filled up with empty ones, more are counted and not drawn. 0: as many as there are. */
  declare reserveRows: number;
  /** Columns to keep room for while there is no alignment. */
  declare reserveColumns: number;
  /** A target word to keep room for: with the longest there is, the picture stays where it is whatever is written. */
  declare reserveLabel: string;
  /** Largest side of a square, pixels. */
  declare cellSize: number;
  /** The square in focus while neither pointer nor keyboard is on another. */
  declare pinned: Cell | null;
  /** Replaces the dictionary's strings. */
  declare strings: Replacements<Dictionary['grid']> | null;

  static override styles = [theme, weightScale, css`
    :host { position: relative; }
    :host([fit]) { block-size: 20rem; }
    .figure { position: relative; contain: layout style; }
    .picture { position: relative; }
    canvas { position: absolute; inset: 0 auto auto 0; }
    .focused canvas { opacity: 0.3; }
    :host([fit]) .figure { block-size: 100%; display: flex; flex-direction: column; }
    :host([fit]) .picture { flex: 1; min-block-size: 0; }
    svg { position: relative; display: block; overflow: visible; touch-action: manipulation; }
    :host([questioned]) svg { touch-action: none; }
    text { font-family: var(--lb-sans); font-variant-numeric: tabular-nums lining-nums; fill: var(--lb-ink); }
    text.source { fill: var(--lb-source); text-anchor: middle; }
    text.source.turned { text-anchor: start; }
    text.target { fill: var(--lb-target); text-anchor: end; dominant-baseline: central; }
    text.end { font-style: italic; fill: var(--lb-muted); }
    text.end:lang(zh) { font-style: normal; }
    rect.none { fill: none; stroke: var(--lb-rule); stroke-dasharray: 2 2; }
    rect.back { fill: var(--lb-paper); opacity: 0; }
    rect.gold { fill: none; stroke: var(--lb-ink); stroke-width: 1.5; pointer-events: none; }
    rect.gold.under { stroke: var(--lb-paper); stroke-width: var(--under); }
    rect.gold.possible { stroke-width: 1.25; stroke-dasharray: 1.25 2.5; stroke-linecap: square; }
    rect.ring { fill: none; stroke: var(--lb-source); stroke-width: 3; visibility: hidden; pointer-events: none; }
    path.ribbon { fill: none; stroke: var(--lb-weights); opacity: 0.55; pointer-events: none; }
    g.lift { transform: translateY(calc(var(--lift, 0) * -7px)); }
    .focused g.row:not(.active) { opacity: 0.3; }
    .focused g.row.active rect.back { opacity: 1; }
    .focused text.target:not(.active) { opacity: 0.45; }
    .focused text.target.active { font-weight: 700; }
    .focused text.source { opacity: calc(0.4 + 0.6 * min(1, 3 * var(--lift, 0))); }
    .focused g.lift.strong text { font-weight: 700; }
    .thin, .focused.tight :is(text.target, g.lift text) { visibility: hidden; }
    .focused :is(text.target.active, g.lift.strong text) { visibility: visible; }
    .figure:is(.pinned, :has(td:focus-visible)) rect.ring { visibility: visible; }
    td:focus { outline: none; }
    .value {
      position: absolute; inset: 0 auto auto 0; inline-size: max-content; max-inline-size: 16rem; z-index: 1; visibility: hidden; pointer-events: none;
      padding: var(--lb-1) var(--lb-2); border: 1px solid var(--lb-rule); border-radius: 3px;
      background: var(--lb-surface); color: var(--lb-ink); font-size: 0.8125rem; line-height: 1.3; overflow-wrap: anywhere;
    }
    .focused .value { visibility: visible; }
    .value b { color: var(--lb-weights); font-weight: 600; }
    .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--lb-1) var(--lb-2); min-block-size: 1.75rem; font-size: 0.8125rem; color: var(--lb-muted); }
    .legend b { color: var(--lb-weights); font-weight: 600; }
    :host([fit]) .legend { min-block-size: 3rem; padding-block-start: var(--lb-1); align-content: start; box-sizing: border-box; } /* two lines: with more to say the squares keep their size */
    .bar {
      inline-size: 4.5rem; block-size: 0.75rem; border-radius: 1px;
      background: linear-gradient(to right, var(--lb-weight-0), var(--lb-weight-1), var(--lb-weight-2), var(--lb-weight-3), var(--lb-weight-4));
    }
    .bar { print-color-adjust: exact; }
    @media (forced-colors: active) { .bar { forced-color-adjust: none; } }
    .known { display: inline-flex; align-items: center; gap: var(--lb-2); white-space: nowrap; margin-inline-start: var(--lb-3); }
    .outline { inline-size: 0.75rem; block-size: 0.75rem; border: 1.5px solid var(--lb-ink); }
    .outline.possible { border: 1.25px dotted var(--lb-ink); }
    @media (prefers-reduced-motion: no-preference) {
      g.lift, text { transition: transform 180ms ease-out, opacity 180ms ease-out; }
      :host([glide]) :is(.row rect, .ribbon) { transition: fill ${glide}ms, stroke-width ${glide}ms, d ${glide}ms; }
    }
  `];

  // The room there is comes from here alone, before the first picture too: asking for it elsewhere would force a layout.
  #size = new ResizeObserver(([entry]) => this.#resized(entry!.contentRect));
  #available = { width: 0, height: 0 };
  #layout: Layout | null = null;
  #built = ''; // what the present nodes were built for
  #focus: Cell | null = null;
  #cells: SVGRectElement[][] = [];
  #classes: string[][] = [];
  #rows: SVGGElement[] = [];
  #golds: Outline[][] = []; // of each row, as many as it ever needed
  #outlined: unknown[] = []; // what they were drawn for
  #lifts: SVGGElement[] = [];
  #targets: SVGTextElement[] = [];
  #ribbons: SVGPathElement[] = [];
  #grid: SVGGElement | null = null;
  #ribbonLayer: SVGGElement | null = null;
  #ring: SVGRectElement | null = null;
  #tableTimer: ReturnType<typeof setTimeout> | undefined;
  #tablePainted = 0;
  #canvas: HTMLCanvasElement | null = null; // where there are too many squares for elements
  #painter: typeof paintSquares | null = null;
  #short = new Map<string, string>(); // long words as they are drawn
  #measure: CanvasRenderingContext2D | null | undefined;
  #family = '';
  #language = new Language(this, 'grid', () => this.strings);
  #spoken: Dictionary['grid'] | null = null; // the words of the present nodes

  constructor() {
    super();
    this.alignment = null;
    this.gold = null;
    this.possible = null;
    this.label = '';
    this.legend = false;
    this.fit = false;
    this.reserveRows = 0;
    this.reserveColumns = 6;
    this.reserveLabel = '';
    this.cellSize = 40;
    this.pinned = null;
    this.strings = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.#keyed);
    const picture = this.renderRoot?.querySelector('.picture');
    if (picture) this.#size.observe(picture);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    this.removeEventListener('keydown', this.#keyed);
    clearTimeout(this.#tableTimer);
    this.#tableTimer = undefined;
  }

  get #words(): Dictionary['grid'] {
    return this.#language.words;
  }

  protected override render() {
    const words = this.#words;
    return html`
      <div class="figure" part="figure" lang=${this.#language.lang}>
        <div class="picture">
          <svg aria-hidden="true" part="picture" @pointermove=${this.#pointed} @pointerleave=${this.#rested} @click=${this.#clicked}></svg>
        </div>
        <div class="sr"><table role="grid" aria-describedby="help" @focusin=${this.#focused} @focusout=${this.#rested}></table></div>
        <p class="sr" id="help">${words.help}</p>
        <div class="value" aria-hidden="true"></div>
        ${this.legend ? html`
          <div class="legend" part="legend" aria-hidden="true">
            <span><b>α</b> ${words.weight}</span><span>0</span><span class="bar"></span><span>1</span>
            ${this.gold ? html`<span class="known"><span class="outline"></span> ${words.gold}</span>` : nothing}
            ${this.possible ? html`<span class="known"><span class="outline possible"></span> ${words.possible}</span>` : nothing}
            <span>${this.#undrawn() > 0 ? this.#undrawnText(words) : nothing}</span>
          </div>` : nothing}
      </div>`;
  }

  protected override firstUpdated(): void {
    this.#size.observe(this.renderRoot.querySelector('.picture')!);
  }

  protected override updated(changed: PropertyValues): void {
    const spoken = this.#spoken;
    this.#spoken = this.#words;
    if (spoken && spoken !== this.#spoken) {
      // Other words have other widths, in another font.
      this.#built = '';
      this.#family = '';
    }
    this.#arrange();
    this.#paint();
    if (changed.has('label')) this.#named();
    if (changed.has('pinned')) this.#rested();
  }

  /** Target rows that the reserved height leaves out. */
  #undrawn(): number {
    return this.reserveRows > 0 ? Math.max(0, (this.alignment?.rows.length ?? 0) - this.reserveRows) : 0;
  }

  #undrawnText(words: Dictionary['grid']): string {
    const rows = this.alignment!.rows;
    const undrawn = this.#undrawn();
    return rows.at(-1) === endToken ? words.more(number(undrawn), undrawn) : words.endless(number(undrawn), number(rows.length), undrawn);
  }

  #resized({ width, height }: DOMRectReadOnly): void {
    const before = this.#available;
    this.#available = { width, height };
    if (width === before.width && !(this.fit && height !== before.height)) return;
    this.#arrange();
    this.#paint();
  }

  /** Width of a label; short ones, mostly digits, are not worth asking the browser for. */
  #textWidth(text: string, font: number): number {
    if (/^[\x20-\x7e]{0,3}$/.test(text)) return text.length * font * 0.62;
    this.#measure ??= document.createElement('canvas').getContext('2d');
    if (!this.#measure) return text.length * font * 0.62;
    this.#family ||= getComputedStyle(this.renderRoot.querySelector('.figure')!).fontFamily;
    this.#measure.font = `${font}px ${this.#family}`;
    return this.#measure.measureText(text).width;
  }

  #shown(token: string): string {
    return token === endToken ? this.#words.end : this.#short.get(token) ?? token;
  }

  /** Long words are cut, where two of them would then look the same in their middle, and not at all where that does not tell them apart either. */
  #shorten(): void {
    const long = [...new Set([...(this.alignment?.columns ?? []), ...(this.alignment?.rows ?? []), this.reserveLabel])].filter((token) => token.length > longest);
    if (long.length === this.#short.size && long.every((token) => this.#short.has(token))) return;
    const cuts = [(letters: string[]) => [...letters.slice(0, longest - 1), '…'], (letters: string[]) => [...letters.slice(0, 6), '…', ...letters.slice(7 - longest)]];
    let left = long;
    this.#short = new Map();
    for (const cut of cuts) {
      const made = new Map(left.map((token) => [token, cut([...token]).join('')]));
      const seen = [...made.values()];
      for (const [token, text] of made) if (seen.indexOf(text) === seen.lastIndexOf(text)) this.#short.set(token, text);
      left = left.filter((token) => !this.#short.has(token));
    }
    for (const token of left) this.#short.set(token, token);
  }

  /** Decides sizes for the present shape and rebuilds the nodes when they differ from those that stand. */
  #arrange(): void {
    const columns = this.alignment ? this.alignment.columns.length : this.reserveColumns;
    const rows = this.reserveRows || this.alignment?.rows.length || columns + 1;
    const { width, height } = this.#available;
    if (!width || !columns) return;
    this.#shorten();
    const key = JSON.stringify([rows, this.alignment?.columns ?? columns, width, this.fit ? height : 0, this.cellSize, this.reserveLabel]);
    if (key === this.#built && !this.#outgrown()) return;

    const sources = (this.alignment?.columns ?? []).map((token) => this.#shown(token));
    const targets = [...(this.alignment?.rows ?? []).map((token) => this.#shown(token)), this.#shown(this.reserveLabel), this.#words.end];
    let layout!: Layout;
    // Words stand upright where they fit, if need be a little smaller; else they are turned, and the few that touch even so stand on end.
    for (const angle of columns > few ? [0, 45] : [0, 45, 90]) {
      const widest = (size: number) => Math.max(...sources.map((text) => this.#textWidth(text, size)));
      let cell = this.cellSize;
      // A square's side depends on the room the labels leave, and the labels' size on the square: two passes settle it.
      for (let pass = 0; pass < 2; pass++) {
        const font = fontSize(cell * 0.8, cell, rows);
        // Lines of full squares, as Chinese ones are, do not touch when they are so small beside their distance.
        const size = angle ? fontSize(cell * (angle / 225 + 0.5), cell, angle > 45 ? columns : Infinity) : Math.min(font, Math.max(13, (font * cell) / widest(font) / 1.15));
        const wide = widest(size);
        const up = angle && wide * Math.sin(angle / 57.3);
        const left = Math.ceil(Math.max(...targets.map((text) => this.#textWidth(text, font)))) + 10;
        const right = angle === 45 ? up : 2;
        const top = Math.ceil(up + font * 1.2 + 7 + Math.min(14, cell * 0.4));
        cell = Math.max(4, Math.min(this.cellSize, Math.floor((width - left - right) / columns), this.fit ? Math.floor((height - top - 4) / rows) : Infinity));
        const across = Math.ceil((angle ? size * (angle > 45 ? 1.1 : 1.4) : wide * 1.14) / cell);
        layout = { rows, columns, cell, left, top, font, size, angle, down: Math.ceil((font * 1.1) / cell), across, width: left + cell * columns + right, height: top + cell * rows + 4 };
      }
      if (layout.across < 2 || (!angle && widest(layout.size) <= layout.size)) break;
    }
    this.#layout = layout;
    this.#built = key;
    this.#build(layout);
  }

  /** Whether a row's label has become wider than its gutter. */
  #outgrown(): boolean {
    const layout = this.#layout;
    return !!layout && !!this.alignment && this.alignment.rows.some((token) => token.length > 2 && this.#textWidth(this.#shown(token), layout.font) > layout.left - 9);
  }

  #build(layout: Layout): void {
    const { rows, columns, cell, left, top, font, size, angle, down, across } = layout;
    const root = this.renderRoot.querySelector('svg')!;
    root.setAttribute('width', String(Math.ceil(layout.width)));
    root.setAttribute('height', String(Math.ceil(layout.height)));
    const gap = between(cell);
    const side = cell - gap;
    const many = rows * columns > mostSquares;
    this.renderRoot.querySelector('.figure')!.classList.toggle('tight', Math.max(down, across) > 1);
    this.#canvas?.remove();
    this.#canvas = many ? document.createElement('canvas') : null;
    if (this.#canvas) {
      root.before(this.#canvas);
      void import('./canvas.ts').then(({ paintSquares }) => {
        this.#painter = paintSquares;
        this.#paint();
      });
    }

    this.#lifts = Array.from({ length: columns }, (_, j) => {
      const x = left + cell * (j + 0.5);
      const y = top - Math.min(14, cell * 0.4);
      const group = svg('g', { class: 'lift' });
      const at = x + (angle > 45 ? size * 0.35 : 0);
      group.append(svg('text', {
        class: `source${angle ? ' turned' : ''}${j % across ? ' thin' : ''}`, 'font-size': size, x: at, y, ...(angle && { transform: `rotate(${-angle} ${at} ${y})` }),
      }));
      return group;
    });
    this.#targets = [];
    this.#golds = [];
    this.#cells = [];
    this.#classes = [];
    this.#rows = Array.from({ length: rows }, (_, i) => {
      const y = top + cell * i;
      const row = svg('g', { class: 'row' });
      row.append(svg('rect', { class: 'back', x: left, y, width: cell * columns, height: cell }));
      // On a canvas all rows share the squares of the one in focus.
      this.#cells.push(many && i ? this.#cells[0]! : Array.from({ length: columns }, (_, j) => svg('rect', { x: left + cell * j + gap / 2, y: y + gap / 2, width: side, height: side })));
      this.#classes.push(many && i ? this.#classes[0]! : new Array<string>(columns).fill(''));
      if (!many) row.append(...this.#cells[i]!);
      this.#golds.push([outline(row, y, cell)]);
      this.#targets.push(svg('text', { class: `target${i % down ? ' thin' : ''}`, 'font-size': font, x: left - 7, y: y + cell / 2 }));
      return row;
    });
    this.#ribbons = Array.from({ length: columns }, () => svg('path', { class: 'ribbon' }));
    this.#ribbonLayer = svg('g');
    this.#ribbonLayer.append(...this.#ribbons);
    this.#ring = svg('rect', { class: 'ring', width: cell + 2, height: cell + 2, rx: 2 });
    this.#grid = svg('g');
    this.#grid.append(...this.#rows);
    root.replaceChildren(this.#grid, ...this.#targets, ...this.#lifts, this.#ring);

    this.#buildTable(rows, columns);
    if (this.#focus) this.#setFocus(this.#clamped(this.#focus));
  }

  #buildTable(rows: number, columns: number): void {
    const table = this.renderRoot.querySelector('table')!;
    const held = table.contains((this.renderRoot as ShadowRoot).activeElement);
    const caption = document.createElement('caption');
    const head = document.createElement('thead');
    const headRow = head.insertRow();
    for (let j = -1; j < columns; j++) {
      const cell = document.createElement('th');
      cell.scope = 'col';
      headRow.append(cell);
    }
    const body = document.createElement('tbody');
    for (let i = 0; i < rows; i++) {
      const row = body.insertRow();
      const name = document.createElement('th');
      name.scope = 'row';
      row.append(name);
      for (let j = 0; j < columns; j++) row.insertCell().tabIndex = -1;
    }
    table.replaceChildren(caption, head, body);
    this.#named();
    const at = this.#clamped(this.#focus ?? { row: 0, column: 0 });
    const cell = this.#tableCell(at);
    if (cell) {
      cell.tabIndex = 0;
      if (held) cell.focus({ preventScroll: true });
    }
    this.#paintTable();
  }

  #named(): void {
    const table = this.renderRoot.querySelector('table');
    if (!table?.caption) return;
    const words = this.#words;
    table.setAttribute('aria-label', this.label || words.name);
    table.caption.textContent = words.caption;
    table.tHead!.rows[0]!.cells[0]!.textContent = words.corner;
  }

  #weight(row: number, column: number): number | undefined {
    return this.alignment?.weights[row]?.[column];
  }

  #paint(): void {
    // Where it has no room at present, it is of another alignment.
    if (!this.#layout || !this.#grid || !this.#available.width) return;
    const { rows } = this.#layout;
    const words = this.#words;
    const known = [this.gold, this.possible, this.#grid];
    const outline = known.some((each, k) => each !== this.#outlined[k]);
    this.#outlined = known;
    if (this.#canvas) {
      const glides = this.hasAttribute('glide') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
      this.#painter?.(this.#canvas, this.#layout, this.alignment?.weights ?? nothingYet, weightSteps, glides ? glide : 0);
    }
    for (let i = 0; i < rows; i++) {
      if (!this.#canvas) this.#paintRow(i);
      const token = this.alignment?.rows[i];
      setText(this.#targets[i]!, token === undefined ? '' : this.#shown(token));
      this.#targets[i]!.classList.toggle('end', token === endToken);
      if (outline) this.#paintGolds(i);
    }
    this.alignment?.columns.forEach((token, j) => setText(this.#lifts[j]!.firstElementChild as SVGTextElement, this.#shown(token)));
    if (this.#focus) this.#paintFocus(words);
    const inside = !this.#canvas && this.renderRoot.querySelector('table')!.contains((this.renderRoot as ShadowRoot).activeElement);
    const wait = inside ? 0 : this.#tablePainted + tableInterval - performance.now();
    if (wait <= 0) this.#paintTable();
    else this.#tableTimer ??= setTimeout(() => this.#paintTable(), wait);
  }

  #paintRow(row: number): void {
    const classes = this.#classes[row]!;
    for (let j = 0; j < classes.length; j++) {
      const w = this.#weight(row, j);
      const name = w === undefined ? 'none' : weightClass(w);
      if (classes[j] !== name) {
        classes[j] = name;
        this.#cells[row]![j]!.setAttribute('class', name);
      }
    }
  }

  /** What a square is to the alignment that is known: outlined, dotted, or neither. */
  #known(row: number, column: number): 'gold' | 'possible' | '' {
    const gold = this.gold?.[row];
    if (typeof gold === 'number' ? gold === column : gold?.includes(column)) return 'gold';
    return this.possible?.[row]?.includes(column) ? 'possible' : '';
  }

  #paintGolds(row: number): void {
    const { columns, cell, left, top } = this.#layout!;
    const pool = this.#golds[row]!;
    let used = 0;
    for (let j = 0; j < columns; j++) {
      const kind = this.#known(row, j);
      if (!kind) continue;
      const { under, line } = pool[used++] ??= outline(this.#rows[row]!, top + cell * row, cell);
      line.classList.toggle('possible', kind === 'possible');
      for (const rect of [under, line]) {
        rect.setAttribute('visibility', 'inherit');
        rect.setAttribute('x', String(left + cell * j + between(cell) / 2 - 1));
      }
    }
    for (const { under, line } of pool.slice(used)) for (const rect of [under, line]) rect.setAttribute('visibility', 'hidden');
  }

  #paintTable(): void {
    clearTimeout(this.#tableTimer);
    this.#tableTimer = undefined;
    this.#tablePainted = performance.now();
    const table = this.renderRoot.querySelector('table');
    const body = table?.tBodies[0];
    if (!table || !body || !this.#layout) return;
    const { rows, columns } = this.#layout;
    for (let j = 0; j < columns; j++) setText(table.tHead!.rows[0]!.cells[j + 1]!, this.alignment?.columns[j] ?? String(j + 1));
    for (let i = 0; i < rows; i++) {
      const row = body.rows[i]!;
      const token = this.alignment?.rows[i];
      setText(row.cells[0]!, token === undefined ? this.#words.unwritten : token === endToken ? this.#words.end : token);
      for (let j = 0; j < columns; j++) {
        const w = this.#weight(i, j);
        const known = w === undefined ? '' : this.#known(i, j);
        setText(row.cells[j + 1]!, w === undefined ? '–' : known === 'gold' ? this.#words.goldWeight(number(w, 3)) : known ? this.#words.possibleWeight(number(w, 3)) : number(w, 3));
      }
    }
  }

  #tableCell({ row, column }: Cell): HTMLTableCellElement | undefined {
    return this.renderRoot.querySelector('table')?.tBodies[0]?.rows[row]?.cells[column + 1];
  }

  #clamped({ row, column }: Cell): Cell {
    const { rows, columns } = this.#layout!;
    return { row: Math.min(rows - 1, Math.max(0, row)), column: Math.min(columns - 1, Math.max(0, column)) };
  }

  /** Focuses a cell and its row, or nothing; dispatches `lookback-cell` with the cell, its weight, and whether it stays when the pointer goes. */
  #setFocus(cell: Cell | null, held = false): void {
    const figure = this.renderRoot.querySelector('.figure');
    if (!figure || !this.#grid) return;
    const before = this.#focus;
    this.#focus = cell;
    figure.classList.toggle('focused', cell !== null);
    figure.classList.toggle('pinned', cell !== null && cell.row === this.pinned?.row && cell.column === this.pinned.column);
    this.#rows.forEach((row, i) => row.classList.toggle('active', i === cell?.row));
    this.#targets.forEach((text, i) => text.classList.toggle('active', i === cell?.row));
    if (cell) {
      // The ribbons pass over the dimmed rows and under the one in focus.
      const row = this.#rows[cell.row]!;
      this.#grid.append(this.#ribbonLayer!, row);
      if (this.#canvas) {
        const { top, cell: size } = this.#layout!;
        row.firstElementChild!.after(...this.#cells[0]!);
        for (const square of this.#cells[0]!) square.setAttribute('y', String(top + size * cell.row + between(size) / 2));
      }
      this.#paintFocus(this.#words);
    } else {
      this.#ribbonLayer!.remove();
      for (const lift of this.#lifts) {
        lift.style.removeProperty('--lift');
        lift.classList.remove('strong');
      }
    }
    if (held || before?.row !== cell?.row || before?.column !== cell?.column) {
      const detail = cell && { ...cell, weight: this.#weight(cell.row, cell.column) ?? null, held };
      this.dispatchEvent(new CustomEvent('lookback-cell', { detail, bubbles: true, composed: true }));
    }
  }

  #paintFocus(words: Dictionary['grid']): void {
    const { row, column } = this.#focus!;
    const { columns, cell, left, top, height, angle } = this.#layout!;
    const weights = this.alignment?.weights[row] ?? [];
    const most = Math.max(...weights);
    if (this.#canvas) this.#paintRow(row);
    const y = top + cell * (row + 0.5);
    const end = top - Math.min(14, cell * 0.4) + (angle ? 2 : 4);
    let done = 0; // share of the row's weight whose ribbons already stand above this one
    for (let j = 0; j < columns; j++) {
      const w = weights[j] ?? 0;
      const x = left + cell * (j + 0.5);
      const startY = y + (done + w / 2 - 0.5) * cell * 0.8;
      done += w;
      const ribbon = this.#ribbons[j]!;
      ribbon.setAttribute('d', w < 0.01 ? '' : `M${left - 5},${startY} C${(left + x) / 2},${startY} ${x},${(startY + end) / 2} ${x},${end}`);
      ribbon.setAttribute('stroke-width', String(Math.max(0.75, w * cell * 0.8)));
      this.#lifts[j]!.style.setProperty('--lift', w.toFixed(2));
      this.#lifts[j]!.classList.toggle('strong', w >= 0.5 || w === most);
    }
    this.#ring!.setAttribute('x', String(left + cell * column - 1));
    this.#ring!.setAttribute('y', String(top + cell * row - 1));

    const value = this.renderRoot.querySelector<HTMLElement>('.value')!;
    const w = weights[column];
    const target = this.alignment?.rows[row];
    const symbol = document.createElement('b');
    symbol.textContent = 'α';
    const text = w === undefined || target === undefined
      ? words.unwritten
      : words.value(number(w, 3), this.#shown(target), this.#shown(this.alignment!.columns[column] ?? ''));
    value.replaceChildren(...(w === undefined ? [] : [symbol]), text);
    const x = Math.max(0, Math.min(left + cell * (column + 0.5) - value.offsetWidth / 2, this.#available.width - value.offsetWidth));
    // Below the square, or above it where it would cover what stands under the picture; never over its own row.
    const [below, above] = [top + cell * (row + 1) + 6, top + cell * row - 6 - value.offsetHeight];
    const covers = below + value.offsetHeight > Math.max(height, this.#available.height) && above >= 0;
    value.style.setProperty('transform', `translate(${Math.round(x)}px, ${Math.round(covers ? above : below)}px)`);
  }

  /** The cell nearest to a pointer, or none when it is off the grid and its row labels. */
  cellAt(event: MouseEvent & { pointerType?: string }): Cell | null {
    if (!this.#layout) return null;
    const { rows, columns, cell, left, top } = this.#layout;
    const box = this.renderRoot.querySelector('svg')!.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top - top) / cell);
    const column = Math.floor((event.clientX - box.left - left) / cell);
    if (event.pointerType === 'touch') return this.#clamped({ row, column });
    if (row < 0 || row >= rows || column >= columns) return null;
    if (column >= 0) return { row, column };
    const weights = this.alignment?.weights[row] ?? [];
    return { row, column: Math.max(0, weights.indexOf(Math.max(...weights))) };
  }

  #pointed = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') this.#setFocus(this.cellAt(event));
  };

  /** A click or a tap moves the keyboard's focus to the nearest cell, where it stays; on that same cell it lets go. */
  #clicked = (event: PointerEvent): void => {
    const at = this.cellAt(event);
    const cell = at && this.#tableCell(at);
    if (!cell) return;
    if (cell === (this.renderRoot as ShadowRoot).activeElement && event.pointerType === 'touch') cell.blur();
    else cell.focus({ preventScroll: true });
  };

  #focused = (event: FocusEvent): void => {
    const cell = event.target;
    if (!(cell instanceof HTMLTableCellElement)) return;
    for (const old of this.renderRoot.querySelectorAll<HTMLElement>('td[tabindex="0"]')) old.tabIndex = -1;
    cell.tabIndex = 0;
    const at = place(cell);
    this.#setFocus(at, true);
    (this.#canvas ? this.#targets[at.row] : this.#cells[at.row]?.[at.column])?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  /** The pointer or the focus went: back to the cell that still has the keyboard's focus, if one does. */
  #rested = (): void => {
    queueMicrotask(() => {
      const active = (this.renderRoot as ShadowRoot).activeElement;
      this.#setFocus(active instanceof HTMLTableCellElement ? place(active) : this.pinned && this.#layout && this.#clamped(this.pinned));
    });
  };

  #keyed = (event: KeyboardEvent): void => {
    if (!this.#layout || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') return this.#setFocus(null);
    const cell = event.composedPath()[0];
    if (!(cell instanceof HTMLTableCellElement)) return;
    const at = place(cell);
    const last = { row: this.#layout.rows - 1, column: this.#layout.columns - 1 };
    switch (event.key) {
      case 'ArrowUp': at.row--; break;
      case 'ArrowDown': at.row++; break;
      case 'ArrowLeft': at.column--; break;
      case 'ArrowRight': at.column++; break;
      case 'Home': at.column = 0; if (event.ctrlKey) at.row = 0; break;
      case 'End': at.column = last.column; if (event.ctrlKey) at.row = last.row; break;
      case 'Enter': this.dispatchEvent(new CustomEvent('lookback-open', { detail: at, bubbles: true, composed: true, cancelable: true })); break;
      default: return;
    }
    event.preventDefault();
    this.#tableCell(this.#clamped(at))?.focus({ preventScroll: true });
  };
}

interface Outline { under: SVGRectElement; line: SVGRectElement }

/** An outline for a square of a row: a line of ink on a wider one of paper, seen on a square as dark as the line as well as on a pale one. */
function outline(row: SVGGElement, y: number, cell: number): Outline {
  const side = cell - between(cell);
  const [under, line] = ['gold under', 'gold'].map((name) =>
    svg('rect', { class: name, y: y + between(cell) / 2 - 1, width: side + 2, height: side + 2, visibility: 'hidden' })) as [SVGRectElement, SVGRectElement];
  under.style.setProperty('--under', String(Math.min(4.5, 1.5 + 0.3 * side)));
  row.append(under, line);
  return { under, line };
}

/** Row and column of a cell of the table's body. */
function place(cell: HTMLTableCellElement): Cell {
  return { row: (cell.parentElement as HTMLTableRowElement).sectionRowIndex, column: cell.cellIndex - 1 };
}

/** Sets an element's text only when it differs, so that nothing is invalidated for nothing. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

define('lookback-grid', LookbackGrid);
