// Scores against the length of the source, of both models: a line each, told apart by their marks and names as well as by colour,
// half of all as a dashed line, and the same figures as a table for a screen reader.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/bottleneck.ts';
import type { Score } from './lab.ts';

const [width, height, left, right, top, bottom] = [640, 310, 52, 14, 12, 62];
const mark = 4; // half of its side

export interface Line { name: string; role: 'fixed' | 'attention'; scores: readonly Score[] }

/** The first length from which on all scores are below half; undefined where the last is not. */
export function cliff(scores: readonly Score[]): number | undefined {
  const above = scores.findLastIndex(({ value }) => value >= 50);
  return scores[above + 1]?.length;
}

/** `lengths`: the range of the axis. */
export function drawScores(lines: readonly Line[], lengths: { min: number; max: number }, measure: string, words: Strings): TemplateResult {
  const { min, max } = lengths;
  const x = (length: number) => left + (max === min ? 0.5 : (length - min) / (max - min)) * (width - left - right);
  const y = (value: number) => top + (height - top - bottom) * (1 - value / 100);
  const every = Math.ceil((max - min + 1) / 10);
  const ticks = Array.from({ length: max - min + 1 }, (_, k) => min + k).filter((length) => (max - length) % every === 0);
  const fallen = cliff(lines.find(({ role }) => role === 'fixed')!.scores);
  return html`
    <svg class="scores" aria-hidden="true" viewBox="0 0 ${width} ${height}">
      ${[0, 50, 100].map((value) => svg`<line class=${value === 50 ? 'half' : ''} x1=${left} x2=${width - right} y1=${y(value)} y2=${y(value)}></line><text class="y" x=${left - 8} y=${y(value)}>${number(value)}</text>`)}
      ${ticks.map((length) => svg`<text class="x" x=${x(length)} y=${height - bottom + 24}>${number(length)}</text>`)}
      <text class="x" x=${(left + width - right) / 2} y=${height - 8}>${words.sourceLength}</text>
      ${fallen === undefined ? nothing : svg`<line class="cliff" x1=${x(fallen)} x2=${x(fallen)} y1=${y(100)} y2=${y(0)}></line>`}
      ${lines.map(({ role, scores }) => svg`
        <g class=${role}>
          <polyline points=${scores.map(({ length, value }) => `${x(length).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}></polyline>
          ${scores.map(({ length, value }) => (role === 'attention'
            ? svg`<circle cx=${x(length)} cy=${y(value)} r=${mark}></circle>`
            : svg`<rect x=${x(length) - mark} y=${y(value) - mark} width=${2 * mark} height=${2 * mark}></rect>`))}
        </g>`)}
    </svg>
    <div class="sr"><table>
      <caption>${measure}</caption>
      <thead><tr><th scope="col">${words.sourceLength}</th>${lines.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${(lines[0]?.scores ?? []).map(({ length }, k) => html`<tr><th scope="row">${number(length)}</th>${lines.map(({ scores }) => html`<td>${number(scores[k]?.value ?? NaN, 1)}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}
