// The walkthrough as still pictures, for its place before a script has run: the example's figures as the engine computes them, a
// column for each annotation and below them the context; and the products that show why they are divided by √d.
import type { DotProducts, HandInput, HandResult } from '../../engine/types.ts';
import { number } from '../../i18n/format.ts';
import type { WalkthroughStrings } from '../../i18n/walkthrough.en.ts';
import { drawCurves, type Drawing } from '../picture.ts';
import { shown } from './quantity.ts';

const [left, column, row] = [204, 106, 34];

export function drawHand({ query, annotations }: HandInput, { energies, exponentials, sum, weights, weighted, context }: HandResult, tokens: readonly string[], { query: asks, steps }: Pick<WalkthroughStrings, 'query' | 'steps'>): Drawing {
  const value = (x: number) => number(x, shown(x, 2).split('.')[1]?.length ?? 0);
  const list = (values: readonly number[]) => `[${values.map(value).join(', ')}]`;
  const parts: string[] = [];
  const text = (role: string, x: number, y: number, inside: string, anchor = 'middle') => parts.push(`<text class="${role}" x="${x}" y="${y}" text-anchor="${anchor}" font-size="15">${inside}</text>`);
  const sub = (letter: string, index: string) => `<tspan font-style="italic">${letter}</tspan><tspan dy="4" font-size="10">${index}</tspan><tspan dy="-4"> </tspan>`;
  const name = (k: number, label: string) => text('axis', 0, row * k + 22, label, 'start');
  const line = (k: number) => parts.push(`<path class="rule" d="M0 ${row * k + 2}H${left + column * annotations.length}"/>`);
  name(0, asks);
  text('target', left, row * 0 + 22, `<tspan font-style="italic">s</tspan> = ${list(query)}`, 'start');
  const rows: [label: string, role: string, values: string[]][] = [
    ['', 'source', annotations.map((values, j) => `${sub('h', String(j + 1))}= ${list(values)}`)],
    [steps.scores, 'weights', energies.map((x) => value(x ?? NaN))],
    [steps.exponentials, 'weights', exponentials.map(value)],
    [steps.weights, 'weights', weights.map(value)],
    [steps.weighted, 'context', weighted.map(list)],
  ];
  rows.forEach(([label, role, values], k) => {
    if (k > 0) line(k + 2);
    const at = k === 0 ? 1 : k + 2;
    name(at, label);
    values.forEach((inside, j) => text(role, left + column * (j + 0.5), row * at + 22, inside));
  });
  tokens.forEach((token, j) => text('axis', left + column * (j + 0.5), row * 2 + 18, token));
  text('weights', left + column * annotations.length + 60, row * 4 + 22, `Σ = ${value(sum)}`);
  line(7);
  name(7, steps.context);
  text('context', left, row * 7 + 22, `<tspan font-style="italic">c</tspan> = ${list(context)}`, 'start');
  return { width: left + column * annotations.length + 110, height: row * 8, text: parts.join(''), weights: [] };
}

/** Measured variance of q · k against d, and the mean largest weight of softmax with and without the scale. */
export function drawScale(rows: readonly DotProducts[], strings: Pick<WalkthroughStrings, 'scaleVariance' | 'scalePeak' | 'without' | 'withScale'>): Drawing[] {
  const powers = [1, 4, 16, 64, 256];
  const across = (dimension: number) => Math.log2(dimension) / 8;
  const up = (value: number) => (Math.log2(value) + 1) / 10;
  const columns = powers.map((value) => ({ at: across(value), text: number(value) }));
  const peak = (name: 'peak' | 'scaledPeak') => rows.map((row) => ({ x: across(row.dimension), y: row[name] }));
  return [
    drawCurves([{ name: 'q · k', role: 'weights', mark: 'circle', points: rows.map(({ dimension, variance }) => ({ x: across(dimension), y: up(variance) })) }],
      { label: strings.scaleVariance, along: 'd', columns, rows: powers.map((value) => ({ at: up(value), text: number(value) })) }),
    drawCurves([{ name: strings.without, role: 'loss', points: peak('peak') }, { name: strings.withScale, role: 'weights', dashed: true, points: peak('scaledPeak') }],
      { label: strings.scalePeak, along: 'd', columns, rows: [0, 0.5, 1].map((value) => ({ at: value, text: number(value, value % 1 ? 1 : 0) })) }),
  ];
}
