// Why a dot product is divided by √d (Vaswani et al. 2017, section 3.2.1): products of random vectors, drawn and measured by the
// engine, as two charts and the table that they are drawn from.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { DotProducts } from '../../engine/types.ts';
import { number } from '../../i18n/format.ts';
import type { WalkthroughStrings } from '../../i18n/walkthrough.ts';
import type { Engine } from '../engines.ts';
import { products } from './given.ts';

const { dimensions, count } = products;
const columns = ['mean', 'variance', 'peak', 'scaledPeak', 'entropy', 'scaledEntropy'] as const;
const keyCounts = [2, 5, 10, 30];
const [width, height, left, right, top, bottom] = [320, 190, 40, 16, 12, 36];

interface Stage {
  figure: HTMLElement & { scaleKeys: number; decimals: number | null; requestUpdate(): void };
  strings(): WalkthroughStrings;
  engine(): Promise<Engine>;
  reason(error: unknown): string;
  say(sentence: string): void;
  sharing(): unknown;
}

export class Scale {
  #rows: DotProducts[] = [];
  #key = '';
  #draw = 0;
  #failure: unknown = null;

  constructor(private readonly stage: Stage) {}

  get #keys(): number {
    const { scaleKeys } = this.stage.figure;
    return Number.isInteger(scaleKeys) && scaleKeys >= 2 && scaleKeys <= 100 ? scaleKeys : products.keys;
  }

  /** Draws for the present number of keys, where that is new. */
  follow(): void {
    const key = `${this.#keys} ${this.#draw}`;
    if (key === this.#key) return;
    this.#key = key;
    void this.#measure(key);
  }

  /** Why nothing can be shown, where that is so. */
  get without(): unknown {
    return this.#rows.length > 0 ? null : this.#failure;
  }

  retry(): void {
    this.#failure = null;
    this.#key = '';
    this.stage.figure.requestUpdate();
  }

  async #measure(key: string): Promise<void> {
    try {
      const rows = await (await this.stage.engine()).dotProducts({ dimensions, count, keys: this.#keys, seed: this.#draw });
      if (key !== this.#key) return;
      this.#rows = rows;
      this.#failure = null;
    } catch (error) {
      if (key !== this.#key) return;
      this.#failure = error;
    }
    this.stage.figure.requestUpdate();
  }

  #again = (): void => {
    this.#draw++;
    this.stage.figure.requestUpdate();
  };

  get line(): string {
    return this.stage.strings().scaleLine(number(count), number(this.#keys), number(this.#draw));
  }

  template(): TemplateResult {
    const { figure } = this.stage;
    const strings = this.stage.strings();
    const keys = keyCounts.includes(this.#keys) ? keyCounts : [...keyCounts, this.#keys].sort((a, b) => a - b);
    const digits = Math.min(6, Math.max(0, figure.decimals ?? 3));
    const { scaleRow, without, withScale } = strings;
    // Two numbers under a head, so that a phone has room for all.
    const groups = [['q · k', [scaleRow.mean, scaleRow.variance]], [scaleRow.peak, [without, withScale]], [scaleRow.entropy, [without, withScale]]] as const;
    return html`
      <div class="scale">
        <p class="explain">${strings.scaleHow(number(this.#keys))} <small class="paper">${strings.scaleSource}</small></p>
        <div class="controls">
          <button class="primary" part="primary" @click=${this.#again}><span class="shown">${strings.drawAgain}</span></button>
          <label class="field"><span>${strings.keys}</span>
            <select name="keys" @change=${(event: Event) => { figure.scaleKeys = Number((event.target as HTMLSelectElement).value); }}>
              ${keys.map((each) => html`<option value=${each} .selected=${each === this.#keys}>${each}</option>`)}</select></label>
        </div>
        ${this.#failure ? html`<p class="problem failure">${strings.failed} ${this.stage.reason(this.#failure)}</p>` : nothing}
        <div class="charts">
          ${this.#variance(strings)}
          ${this.#peaks(strings)}
        </div>
        <div class="table" tabindex="0"><table>
          <thead>
            <tr><th scope="col" rowspan="2">d</th>${groups.map(([name]) => html`<th scope="colgroup" colspan="2">${name}</th>`)}</tr>
            <tr>${groups.map(([, names]) => names.map((name) => html`<th scope="col">${name}</th>`))}</tr>
          </thead>
          <tbody>${(this.#rows.length ? this.#rows : dimensions.map((dimension) => ({ dimension }) as DotProducts)).map((row) => html`
            <tr><th scope="row">${number(row.dimension)}</th>${columns.map((name) => html`<td>${number(row[name] ?? NaN, name === 'variance' && row[name] >= 10 ? 1 : digits)}</td>`)}</tr>`)}</tbody>
        </table></div>
        <details><summary>${strings.more}</summary>${this.stage.sharing()}</details>
        <p class="line" part="line">${this.line}</p>
      </div>`;
  }

  /** Measured variance against d, both on scales of powers of two, and the line on which they are equal. */
  #variance(strings: WalkthroughStrings): TemplateResult {
    const y = (value: number) => top + (height - top - bottom) * (1 - (Math.log2(value) + 1) / 10);
    return chart(strings.scaleVariance, html`<b class="weights">●</b> q · k <b class="rule-line">—</b> d`, [1, 4, 16, 64, 256].map((value) => [y(value), number(value)]), svg`
      <line class="expected" x1=${across(1)} x2=${across(256)} y1=${y(1)} y2=${y(256)}></line>
      ${this.#rows.map(({ dimension, variance }) => svg`<circle class="measured" cx=${across(dimension)} cy=${y(variance)} r="4"></circle>`)}`);
  }

  /** The mean largest weight against d, with and without the scale. */
  #peaks(strings: WalkthroughStrings): TemplateResult {
    const y = (value: number) => top + (height - top - bottom) * (1 - value);
    const line = (name: 'peak' | 'scaledPeak') => this.#rows.map((row) => `${across(row.dimension)},${y(row[name])}`).join(' ');
    return chart(strings.scalePeak, html`<b class="loss">—</b> ${strings.without} <b class="weights">- -</b> ${strings.withScale}`, [0, 0.5, 1].map((value) => [y(value), number(value, value % 1 ? 1 : 0)]), svg`
      <polyline class="plain" points=${line('peak')}></polyline>
      <polyline class="scaled" points=${line('scaledPeak')}></polyline>`);
  }
}

const across = (dimension: number): number => left + ((width - left - right) * Math.log2(dimension)) / 8;

function chart(label: string, legend: TemplateResult, ticks: [number, string][], drawn: unknown): TemplateResult {
  return html`
    <div class="chart" aria-hidden="true">
      <p>${label}</p>
      <p class="label">${legend}</p>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin meet">
        ${ticks.map(([y, text]) => svg`<line x1=${left} x2=${width - right} y1=${y} y2=${y}></line><text class="y" x=${left - 6} y=${y + 4}>${text}</text>`)}
        ${[1, 4, 16, 64, 256].map((value) => svg`<text class="x" x=${across(value)} y=${height - 18}>${value}</text>`)}
        <text class="x" x=${(left + width - right) / 2} y=${height - 3}>d</text>
        ${drawn}
      </svg>
    </div>`;
}
