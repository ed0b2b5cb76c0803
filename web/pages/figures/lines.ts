// Two lines against a whole number, on a plain or a logarithmic scale: a square and a circle tell them apart as well as their
// colours and names, and a table has the same figures for a screen reader. A value that is not measured yet is not drawn.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';
import { scales, type Plot } from './plots.ts';

const [width, height, left, right, top, bottom] = [520, 300, 62, 16, 14, 64];
const mark = 4.5; // half of its side

export function drawLines({ title, along, series, level, print, ...plot }: Plot): TemplateResult {
  const { across, up, rows, columns } = scales(plot);
  const x = (value: number) => left + across(value) * (width - left - right);
  const y = (value: number) => top + (height - top - bottom) * (1 - Math.min(1, Math.max(0, up(value))));
  const xs = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort((a, b) => a - b);
  return html`
    <div class="plot">
      <p aria-hidden="true">${title}</p>
      <p class="names" aria-hidden="true">${series.map(({ name, role }) => html`<span class=${role}>${name}</span>`)}</p>
      <svg aria-hidden="true" viewBox="0 0 ${width} ${height}">
        ${rows.map(({ at, text }) => svg`<line x1=${left} x2=${width - right} y1=${y(at)} y2=${y(at)}></line><text class="y" x=${left - 8} y=${y(at)}>${text}</text>`)}
        ${columns.map((at) => svg`<text class="x" x=${x(at)} y=${height - bottom + 26}>${number(at)}</text>`)}
        <text class="x" x=${(left + width - right) / 2} y=${height - 8}>${along}</text>
        ${level ? svg`<line class="chance" x1=${left} x2=${width - right} y1=${y(level.y)} y2=${y(level.y)}></line><text class="x" x=${width - right - 40} y=${y(level.y) + 17}>${level.name}</text>` : nothing}
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
