// <lookback-chart>: one quantity against the number of updates, drawn while it arrives. One line in its role's colour,
// labelled axes whose range is known beforehand so that nothing rescales on every point, and a table of the same figures for a
// screen reader. `add` appends a point; drawing waits for the next frame.
import { LitElement, css, html, nothing, svg } from 'lit';
import { number, type Dictionary, type Replacements } from '../../i18n/index.ts';
import { define } from '../define.ts';
import { Language } from '../language.ts';
import { theme } from '../theme.ts';

const tableRows = 12;
const tableInterval = 2000; // ms
const drawnPoints = 600; // a longer line is thinned to every second, third … point
const margin = { left: 38, right: 10, top: 8, bottom: 34 };

export class LookbackChart extends LitElement {
  static override properties = {
    label: {},
    colour: { reflect: true },
    xMax: { type: Number, attribute: 'x-max' },
    yMax: { type: Number, attribute: 'y-max' },
    digits: { type: Number },
    dots: { type: Boolean },
    second: { attribute: false },
    strings: { attribute: false },
  };

  /** What is drawn, with its unit; stands above the chart and names its table. */
  declare label: string;
  /** Role whose colour the line wears: `loss` or `target`. */
  declare colour: string;
  /** Right end of the axis, updates. */
  declare xMax: number;
  /** Top of the axis, in the quantity's unit; a larger value raises it. */
  declare yMax: number;
  /** Digits after the point in the table. */
  declare digits: number;
  /** Mark each point, for quantities measured now and then. */
  declare dots: boolean;
  /** Name of a second line, dashed, of the same quantity measured otherwise; none where it is empty. */
  declare second: string;
  /** Replaces the dictionary's strings. */
  declare strings: Replacements<Dictionary['chart']> | null;

  static override styles = [theme, css`
    :host { display: flex; flex-direction: column; block-size: 10rem; position: relative; contain: content; }
    p { margin: 0; font-size: 0.8125rem; color: var(--lb-line); font-weight: 600; line-height: 1.25rem; }
    :host { --lb-line: var(--lb-ink); }
    :host([colour='loss']) { --lb-line: var(--lb-loss); }
    :host([colour='target']) { --lb-line: var(--lb-target); }
    .plot { position: relative; flex: 1; min-block-size: 0; }
    svg { position: absolute; inset: 0; overflow: visible; }
    text { font-family: var(--lb-sans); font-size: 12px; fill: var(--lb-muted); font-variant-numeric: tabular-nums; }
    .y { text-anchor: end; dominant-baseline: central; }
    .x { text-anchor: middle; }
    .x.last { text-anchor: end; }
    line { stroke: var(--lb-rule); stroke-width: 1; shape-rendering: crispEdges; }
    polyline { fill: none; stroke: var(--lb-line); stroke-width: 1.75; stroke-linejoin: round; }
    .second { stroke: var(--lb-target); stroke-dasharray: 5 3; }
    p .second { display: inline-block; color: var(--lb-target); font-weight: 400; }
    .marks { fill: none; stroke: var(--lb-line); stroke-width: 5; stroke-linecap: round; }
  `];

  #language = new Language(this, 'chart', () => this.strings);
  #xs: number[] = [];
  #ys: number[] = [];
  #others: { x: number; y: number }[] = []; // of the second line
  #highest = 0;
  #frame = 0;
  #tableTimer: ReturnType<typeof setTimeout> | undefined;
  #plot = { width: 320, height: 120 };
  #axes = '';
  #size = new ResizeObserver(([entry]) => this.#resized(entry!.contentRect));

  constructor() {
    super();
    this.label = '';
    this.colour = '';
    this.xMax = 100;
    this.yMax = 1;
    this.digits = 3;
    this.dots = false;
    this.second = '';
    this.strings = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const plot = this.renderRoot?.querySelector('.plot');
    if (plot) this.#size.observe(plot);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#tableTimer);
    this.#frame = 0;
    this.#tableTimer = undefined;
  }

  /** Appends a point: `x` updates, `y` in the quantity's unit; `second` for the second line. */
  add(x: number, y: number, second = false): void {
    if (second) this.#others.push({ x, y });
    else {
      this.#xs.push(x);
      this.#ys.push(y);
    }
    this.#highest = Math.max(this.#highest, y);
    this.#redraw();
  }

  clear(): void {
    this.#xs = [];
    this.#ys = [];
    this.#others = [];
    this.#highest = 0;
    this.#redraw();
  }

  protected override render() {
    const { width, height } = this.#plot;
    const right = width - margin.right;
    const bottom = height - margin.bottom;
    const ticks = [0, 0.5, 1];
    const { lang, words } = this.#language;
    return html`
      <p lang=${lang}>${this.label}${this.second ? html` <span class="second">- - ${this.second}</span>` : nothing}</p>
      <div class="plot" lang=${lang}>
        <svg aria-hidden="true" width="100%" height="100%">
          ${ticks.map((share) => {
            const y = Math.round(bottom - share * (bottom - margin.top));
            return svg`<line x1=${margin.left} x2=${right} y1=${y} y2=${y}></line>
              <text class="y" x=${margin.left - 6} y=${y}>${number(share * this.#top, this.#top < 10 && share > 0 ? 1 : 0)}</text>`;
          })}
          ${ticks.map((share) => svg`<text class="x ${share === 1 ? 'last' : ''}" x=${margin.left + share * (right - margin.left)} y=${bottom + 15}>${number(Math.round(share * this.#end))}</text>`)}
          <text class="x" x=${(margin.left + right) / 2} y=${bottom + 30}>${words.updates}</text>
          <polyline></polyline>
          ${this.second ? svg`<polyline class="second"></polyline>` : nothing}
          <path class="marks"></path>
        </svg>
      </div>
      <div class="sr" lang=${lang}><table></table></div>`;
  }

  protected override firstUpdated(): void {
    this.#size.observe(this.renderRoot.querySelector('.plot')!);
  }

  protected override updated(): void {
    this.#redraw();
  }

  get #end(): number {
    return Math.max(this.xMax, this.#xs.at(-1) ?? 0);
  }

  get #top(): number {
    return Math.max(this.yMax, this.#highest);
  }

  #resized({ width, height }: DOMRectReadOnly): void {
    this.#plot = { width, height };
    this.requestUpdate();
  }

  #redraw(): void {
    if (!this.isConnected) return; // back on a page, it is measured and drawn anew
    this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; this.#draw(); });
    this.#tableTimer ??= setTimeout(() => { this.#tableTimer = undefined; this.#drawTable(); }, tableInterval);
  }

  #draw(): void {
    const { width, height } = this.#plot;
    const axes = `${this.#end} ${this.#top}`;
    if (axes !== this.#axes) {
      this.#axes = axes;
      this.requestUpdate();
    }
    const x = (value: number) => (margin.left + (value / this.#end) * (width - margin.left - margin.right)).toFixed(1);
    const y = (value: number) => (height - margin.bottom - (value / this.#top) * (height - margin.bottom - margin.top)).toFixed(1);
    const stride = Math.ceil(this.#xs.length / drawnPoints) || 1;
    const points: string[] = [];
    this.#xs.forEach((at, k) => {
      if (k % stride === 0 || k === this.#xs.length - 1) points.push(`${x(at)},${y(this.#ys[k]!)}`);
    });
    this.renderRoot.querySelector('polyline')?.setAttribute('points', points.join(' '));
    this.renderRoot.querySelector('polyline.second')?.setAttribute('points', this.#others.map((at) => `${x(at.x)},${y(at.y)}`).join(' '));
    if (this.dots) this.renderRoot.querySelector('.marks')?.setAttribute('d', points.map((point) => `M${point}h0`).join(''));
  }

  #drawTable(): void {
    const table = this.renderRoot.querySelector('table');
    if (!table) return;
    const { words } = this.#language;
    const caption = document.createElement('caption');
    caption.textContent = this.#xs.length ? this.label : words.none(this.label);
    const body = document.createElement('tbody');
    const row = (cells: string[], scope: string) => {
      const line = body.insertRow();
      for (const [k, text] of cells.entries()) {
        const cell = document.createElement(scope === 'col' || k === 0 ? 'th' : 'td');
        if (cell.tagName === 'TH') cell.setAttribute('scope', scope);
        cell.textContent = text;
        line.append(cell);
      }
    };
    row([words.updates, this.label, ...(this.second ? [this.second] : [])], 'col');
    const some = (xs: number[]) => xs.filter((_, k) => k === xs.length - 1 || k % Math.ceil(xs.length / tableRows) === 0);
    const others = new Map(this.#others.map(({ x, y }) => [x, y]));
    for (const x of [...new Set([...some(this.#xs), ...some([...others.keys()])])].sort((a, b) => a - b)) {
      const values = [this.#ys[this.#xs.lastIndexOf(x)], ...(this.second ? [others.get(x)] : [])];
      row([number(x), ...values.map((value) => number(value ?? NaN, this.digits))], 'row');
    }
    table.replaceChildren(caption, body);
  }
}

define('lookback-chart', LookbackChart);
