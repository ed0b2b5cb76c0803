// A figure as a still picture: SVG text that stands alone, light and dark, with no style attribute and no script. The build draws
// one from a real run for the place of each figure before a script has run. What is drawn is what the figures draw: the weights
// α_ij, source across and target down, and a quantity against the number of updates.
import type { Alignment } from '../engine/types.ts';
import { number, type Dictionary } from '../i18n/index.ts';
import { weightColour } from './scale.ts';
import { neutrals, roles, weightClass } from './theme.ts';

type Words = Pick<Dictionary, 'grid' | 'chart'>;

const endToken = '<eos>';
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
/** Width of a label, roughly: a Chinese character is as wide as it is high. */
const width = (text: string, font: number): number => [...text].reduce((sum, c) => sum + (c > '\u2e80' ? 1 : 0.58), 0) * font;

/** A text in its role's colour, its left end on the baseline at y. */
export const labelled = (role: string, x: number, y: number, size: number, text: string): string =>
  `<text class="${role}" x="${x}" y="${y}" font-size="${size}">${escaped(text)}</text>`;

/** A part of a picture, drawn from its own corner. */
export interface Drawing { width: number; height: number; text: string; weights: number[] }

/** The alignment; `gold` outlines the true places of each target row, and `possible`, dotted, those that may be looked at as well. */
export function drawAlignment({ rows, columns, weights }: Alignment, words: Words,
  { gold = [] as readonly (number | readonly number[])[], possible = [] as readonly (readonly number[])[], cell = 38 } = {}): Drawing {
  const font = Math.min(16, cell * 0.6);
  const name = (token: string) => (token === endToken ? words.grid.end : token);
  const left = Math.ceil(Math.max(...rows.map((token) => width(name(token), font)))) + 12;
  const widest = Math.max(...columns.map((token) => width(name(token), font)));
  const turned = widest > cell;
  const top = Math.ceil(font * 1.9 + (turned ? widest * 0.72 : 0));
  const parts: string[] = [];
  columns.forEach((token, j) => {
    const x = left + cell * (j + 0.5);
    const place = turned ? `x="${x}" y="${top - font * 0.6}" transform="rotate(-45 ${x} ${top - font * 0.6})"` : `x="${x}" y="${font}" text-anchor="middle"`;
    parts.push(`<text class="source" ${place} font-size="${font}">${escaped(name(token))}</text>`);
  });
  rows.forEach((token, i) => {
    const y = top + cell * i;
    parts.push(`<text class="target" x="${left - 8}" y="${y + cell / 2 + font * 0.35}" text-anchor="end" font-size="${font}">${escaped(name(token))}</text>`);
    columns.forEach((_, j) => parts.push(`<rect class="${weightClass(weights[i]![j]!)}" x="${left + cell * j + 1}" y="${y + 1}" width="${cell - 2}" height="${cell - 2}"/>`));
    const outline = (kind: string) => (at: number) => {
      if (at < 0) return;
      const box = `x="${left + cell * at}" y="${y}" width="${cell}" height="${cell}"`;
      parts.push(`<rect class="under" ${box}/><rect class="${kind}" ${box}/>`);
    };
    [gold[i] ?? []].flat().forEach(outline('gold'));
    possible[i]?.forEach(outline('gold possible'));
  });
  return { width: left + cell * columns.length + (turned ? widest * 0.72 : 2), height: top + cell * rows.length + 2, text: parts.join(''), weights: weights.flat() };
}

/** A quantity against the number of updates, in its role's colour; the axes begin at 0. */
export function drawChart(points: readonly { step: number; value: number }[], words: Words, { label, role, most, digits = 0 }: { label: string; role: 'loss' | 'target'; most: number; digits?: number }): Drawing {
  const [full, high, left, top] = [300, 170, 34, 26];
  const last = Math.max(...points.map(({ step }) => step));
  const x = (step: number) => left + ((full - left - 8) * step) / last;
  const y = (value: number) => top + (high - top - 30) * (1 - value / most);
  const ticks = [0, most / 2, most].map((value) =>
    `<path class="rule" d="M${left} ${y(value)}H${full - 8}"/><text class="axis" x="${left - 6}" y="${y(value) + 4}" text-anchor="end" font-size="12">${number(value, value % 1 ? 1 : digits)}</text>`);
  const line = points.map(({ step, value }, k) => `${k ? 'L' : 'M'}${x(step).toFixed(1)} ${y(Math.min(most, value)).toFixed(1)}`).join('');
  const text = `<text class="${role}" x="0" y="13" font-size="13">${escaped(label)}</text>${ticks.join('')}<path class="${role} line" d="${line}"/>`
    + `<text class="axis" x="${full - 8}" y="${high - 8}" text-anchor="end" font-size="12">${number(last)} ${escaped(words.chart.updates)}</text>`;
  return { width: full, height: high, text, weights: [] };
}

/** A line and its name; the lines of a picture are told apart by their marks, or by dashes, as well as by their colours. */
export interface Curve { name: string; role: keyof typeof roles; mark?: 'square' | 'circle'; dashed?: boolean; points: readonly { x: number; y: number }[] }

/** Curves against a quantity; places are shares of the plot's width and height, from the bottom left. */
export function drawCurves(curves: readonly Curve[], { label, along, rows, columns, level, size: [full, high] = [340, 250] }: {
  label: string; along: string; rows: readonly { at: number; text: string }[]; columns: readonly { at: number; text: string }[]; level?: number; size?: readonly [width: number, height: number];
}): Drawing {
  const [left, right, top, bottom] = [42, 12, 50, 44];
  const x = (share: number) => (left + share * (full - left - right)).toFixed(1);
  const y = (share: number) => (top + (1 - Math.min(1, Math.max(0, share))) * (high - top - bottom)).toFixed(1);
  // A long label is set smaller.
  const parts = [`<text class="axis" x="0" y="13" font-size="${Math.min(13, full / (0.9 * width(label, 1))).toFixed(1)}">${escaped(label)}</text>`];
  let at = 0;
  for (const { name, role, mark, dashed } of curves) {
    parts.push(mark === 'square' ? `<rect class="${role}" x="${at}" y="24" width="9" height="9"/>` : mark === 'circle' ? `<circle class="${role}" cx="${at + 4.5}" cy="28.5" r="4.5"/>`
      : `<path class="${role} line${dashed ? ' dashed' : ''}" d="M${at} 28.5h14"/>`);
    parts.push(`<text class="${role}" x="${at + (mark ? 14 : 19)}" y="33" font-size="13">${escaped(name)}</text>`);
    at += Math.ceil(width(name, 13)) + 34;
  }
  for (const { at, text } of rows) parts.push(`<path class="rule" d="M${left} ${y(at)}H${full - right}"/><text class="axis" x="${left - 6}" y="${Number(y(at)) + 4}" text-anchor="end" font-size="12">${text}</text>`);
  for (const { at, text } of columns) parts.push(`<text class="axis" x="${x(at)}" y="${high - bottom + 17}" text-anchor="middle" font-size="12">${text}</text>`);
  parts.push(`<text class="axis" x="${(left + full - right) / 2}" y="${high - 5}" text-anchor="middle" font-size="12">${escaped(along)}</text>`);
  if (level !== undefined) parts.push(`<path class="axis line dashed" d="M${left} ${y(level)}H${full - right}"/>`);
  for (const { role, mark, dashed, points } of curves) {
    parts.push(`<path class="${role} line${dashed ? ' dashed' : ''}" d="${points.map((point, k) => `${k ? 'L' : 'M'}${x(point.x)} ${y(point.y)}`).join('')}"/>`);
    if (mark) parts.push(...points.map((point) => (mark === 'square' ? `<rect class="${role}" x="${Number(x(point.x)) - 3}" y="${Number(y(point.y)) - 3}" width="6" height="6"/>` : `<circle class="${role}" cx="${x(point.x)}" cy="${y(point.y)}" r="3.5"/>`)));
  }
  return { width: full, height: high, text: parts.join(''), weights: [] };
}

/** Colours of what is above and below zero, [light, dark]. */
const signed = { plus: ['#1b5fa6', '#6cb0ff'], minus: ['#b25600', '#ffa552'] } as const;

/** Drawings side by side at their places, as one SVG. `title` says in words what they show, in the language whose tag is `lang`. */
export function picture(title: string, placed: readonly { x: number; y: number; drawing: Drawing }[], lang = 'en'): string {
  const right = Math.ceil(Math.max(...placed.map(({ x, drawing }) => x + drawing.width)));
  const bottom = Math.ceil(Math.max(...placed.map(({ y, drawing }) => y + drawing.height)));
  const used = [...new Set(placed.flatMap(({ drawing }) => drawing.weights.map(weightClass)))].sort();
  const rules = (scheme: 0 | 1) => [
    ...used.map((name) => `.${name}{fill:${weightColour(Number(name.slice(1)), scheme)}}`),
    ...Object.entries(signed).map(([name, colours]) => `.${name}{fill:${colours[scheme]}}`),
    ...Object.entries(roles).map(([name, colours]) => `.${name}{fill:${colours[scheme]}}.${name}.line{stroke:${colours[scheme]}}`),
    `.gold{stroke:${neutrals.ink[scheme]}}.under{stroke:${neutrals.paper[scheme]}}.rule{stroke:${neutrals.rule[scheme]}}.axis{fill:${neutrals.muted[scheme]}}.axis.line{stroke:${neutrals.muted[scheme]}}`,
  ].join('');
  const style = `text{font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums}.gold,.under,path.line,.rule{fill:none}.dashed{stroke-dasharray:5 3}.gold{stroke-width:1.5}.possible{stroke-dasharray:1.5 3}.under{stroke-width:4.5}.line{stroke-width:1.75}${rules(0)}@media(prefers-color-scheme:dark){${rules(1)}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${lang}" width="${right}" height="${bottom}" viewBox="0 0 ${right} ${bottom}" role="img"><title>${escaped(title)}</title><style>${style}</style>`
    + placed.map(({ x, y, drawing }) => `<g transform="translate(${x} ${y})">${drawing.text}</g>`).join('') + '</svg>\n';
}
