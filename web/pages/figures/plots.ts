// What the page's own figures draw of what they measured: two lines and where their values stand, on a plain or a logarithmic
// scale. The figures draw them in the page (lines.ts), the build as still pictures (still.ts).
import { number, percent } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/story.en.ts';
import { cells, lengths, type Kept, type Remembered, type Times } from './measure.ts';

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
  return `${number(y / 10 ** exponent, 0)}\u00a0·\u00a0${power(exponent)}`;
}

/** A step of 1, 2 or 5 times a power of ten that divides the range into at most `most` parts. */
function stepOf(range: number, most: number): number {
  const unit = 10 ** Math.floor(Math.log10(range / most));
  return [1, 2, 5, 10].map((k) => k * unit).find((step) => range / step <= most) ?? 10 * unit;
}

/** Where values stand, as shares of the width and the height, and the values that are marked along both. */
export function scales({ x: [from, to], y: [low, high], log = false }: Pick<Plot, 'x' | 'y' | 'log'>) {
  const decades = Math.round(Math.log10(high) - Math.log10(low));
  const every = Math.ceil(decades / 5);
  const step = stepOf(high - low, 5);
  const rows = log
    ? Array.from({ length: Math.floor(decades / every) + 1 }, (_, k) => Math.round(Math.log10(high)) - k * every).map((exponent) => ({ at: 10 ** exponent, text: power(exponent) }))
    : Array.from({ length: Math.round((high - low) / step) + 1 }, (_, k) => low + k * step).map((at) => ({ at, text: number(at, step < 0.1 ? 2 : step < 1 ? 1 : 0) }));
  const between = Math.max(1, stepOf(to - from, 8));
  const columns = Array.from({ length: Math.floor(to / between) + 1 }, (_, k) => k * between).filter((at) => at >= from);
  return {
    across: (value: number) => (value - from) / (to - from),
    up: (value: number) => (log ? (Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low)) : (value - low) / (high - low)),
    rows,
    columns,
  };
}

/** Of both networks: the gradient by the steps back, and the digits read off the last state by their place. */
export function memoryPlots({ memory }: Strings, found: Remembered['found'], length: number): Plot[] {
  const series = (points: (found: Kept) => { x: number; y: number }[]): Series[] =>
    cells.map((cell, k) => ({ name: memory[cell], role: k === 0 ? 'first' : 'second', points: found[cell] ? points(found[cell]!) : [] }));
  const smallest = Math.min(1e-6, ...cells.flatMap((cell) => found[cell]?.gradient.filter((ratio) => ratio > 0) ?? []));
  return [
    {
      title: memory.gradient, along: memory.back, series: series(({ gradient }) => gradient.map((y, x) => ({ x, y }))), x: [0, length - 1],
      y: [10 ** Math.floor(Math.log10(smallest)), 1], log: true, print: share,
    },
    {
      title: memory.probe, along: memory.position, series: series(({ probes }) => probes), x: [1, length], y: [0, 100],
      level: { y: 10, name: memory.chance }, print: (y) => percent(y / 100, 0),
    },
  ];
}

/** Of an encoder and a look back: the longest chain, and the time, by the length of the source. */
export function chainPlots({ chain }: Strings, times: readonly Times[]): Plot[] {
  const series = (encoder: Series['points'], attention: Series['points']): Series[] =>
    [{ name: chain.encoder, role: 'first', points: encoder }, { name: chain.attention, role: 'second', points: attention }];
  const last = lengths.at(-1)!;
  const highest = Math.max(0.1, ...times.map(({ encoder }) => encoder));
  const unit = 10 ** Math.floor(Math.log10(highest));
  return [
    {
      title: chain.links, along: chain.length, series: series(lengths.map((x) => ({ x, y: x })), lengths.map((x) => ({ x, y: 1 }))), x: [0, last], y: [0, 60],
      print: (y) => number(y),
    },
    {
      title: chain.time, along: chain.length, series: series(times.map(({ length, encoder }) => ({ x: length, y: encoder })), times.map(({ length, attention }) => ({ x: length, y: attention }))),
      x: [0, last], y: [0, Math.ceil(highest / unit) * unit], print: (y) => number(y, 3),
    },
  ];
}
