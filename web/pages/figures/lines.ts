// Two lines against a whole number, on a plain or a logarithmic scale: a square and a circle tell them apart as well as their
// colours and names, and a table has the same figures for a screen reader. A value that is not measured yet is not drawn.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';

const [width, height, left, right, top, bottom] = [520, 300, 62, 16, 14, 64];
const mark = 4.5; // half of its side

export interface Series { name: string; role: 'first' | 'second'; points: readonly { x: number; y: number }[] }

export interface Plot {
  title: string;
  /** Of the axis below. */
  along: string;
  series: readonly Series[];
  x: readonly [from: number, to: number];
  /** Of a logarithmic scale the ends are powers of ten. */
  y: readonly [from: number, to: number];
  log?: boolean;
  /** A dashed line at this height, and its name. */
  level?: { y: number; name: string };
  /** How a value is printed in the table. */
  print: (y: number) => string;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** 10⁻¹², in one word; 1 for 10⁰. */
const power = (exponent: number): string =>
  exponent === 0 ? '1' : `10${exponent < 0 ? '⁻' : ''}${[...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join('')}`;

/** A share of one in as many digits as help: 26 %, 0.4 %, 3 · 10⁻¹². */
export function share(y: number): string {
  if (!Number.isFinite(y)) return '–';
  if (y >= 0.001) return `${number(100 * y, y < 0.1 ? 1 : 0)}\u202f%`;
  const exponent = Math.floor(Math.log10(y));
  return `${number(y / 10 ** exponent, 0)} · ${power(exponent)}`;
}

/** A step of 1, 2 or 5 times a power of ten that divides the range into at most `most` parts. */
function stepOf(range: number, most: number): number {
  const unit = 10 ** Math.floor(Math.log10(range / most));
  return [1, 2, 5, 10].map((k) => k * unit).find((step) => range / step <= most) ?? 10 * unit;
}

export function drawLines({ title, along, series, x: [from, to], y: [low, high], log = false, level, print }: Plot): TemplateResult {
  const height01 = (value: number) => (log ? (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low)) : (value - low) / (high - low));
  const x = (value: number) => left + ((value - from) / (to - from)) * (width - left - right);
  const y = (value: number) => top + (height - top - bottom) * (1 - Math.min(1, Math.max(0, height01(value))));
  const decades = Math.round(Math.log10(high) - Math.log10(low));
  const every = Math.ceil(decades / 5);
  const step = stepOf(high - low, 5);
  const rows = log
    ? Array.from({ length: Math.floor(decades / every) + 1 }, (_, k) => Math.round(Math.log10(high)) - k * every).map((exponent) => ({ at: 10 ** exponent, text: power(exponent) }))
    : Array.from({ length: Math.round((high - low) / step) + 1 }, (_, k) => low + k * step).map((at) => ({ at, text: number(at, step < 0.1 ? 2 : step < 1 ? 1 : 0) }));
  const between = Math.max(1, stepOf(to - from, 8));
  const columns = Array.from({ length: Math.floor(to / between) + 1 }, (_, k) => k * between).filter((at) => at >= from);
  const xs = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b);
  return html`
    <div class="plot">
      <p aria-hidden="true">${title}</p>
      <p class="names" aria-hidden="true">${series.map(({ name, role }) => html`<span class=${role}>${name}</span>`)}</p>
      <svg aria-hidden="true" viewBox="0 0 ${width} ${height}">
        ${rows.map(({ at, text }) => svg`<line x1=${left} x2=${width - right} y1=${y(at)} y2=${y(at)}></line><text class="y" x=${left - 8} y=${y(at)}>${text}</text>`)}
        ${columns.map((at) => svg`<text class="x" x=${x(at)} y=${height - bottom + 26}>${number(at)}</text>`)}
        <text class="x" x=${(left + width - right) / 2} y=${height - 8}>${along}</text>
        ${level ? svg`<line class="chance" x1=${left} x2=${width - right} y1=${y(level.y)} y2=${y(level.y)}></line><text class="x" x=${width - right - 40} y=${y(level.y) - 8}>${level.name}</text>` : nothing}
        ${series.map(({ role, points }) => svg`
          <g class=${role}>
            <polyline points=${points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(' ')}></polyline>
            ${points.map((point) => (role === 'second'
              ? svg`<circle cx=${x(point.x)} cy=${y(point.y)} r=${mark}></circle>`
              : svg`<rect x=${x(point.x) - mark} y=${y(point.y) - mark} width=${2 * mark} height=${2 * mark}></rect>`))}
          </g>`)}
      </svg>
      <div class="sr"><table>
        <caption>${title}</caption>
        <thead><tr><th scope="col">${along}</th>${series.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${xs.map((at) => html`<tr><th scope="row">${number(at)}</th>${series.map(({ points }) => html`<td>${print(points.find((point) => point.x === at)?.y ?? NaN)}</td>`)}</tr>`)}</tbody>
      </table></div>
    </div>`;
}
