// The page's own figures as still pictures, drawn from what measure.ts measured: they stand in the figures' places before a script
// has run, and where none can.
import { drawCurves, labelled, type Drawing } from '../../elements/picture.ts';
import type { Strings } from '../../i18n/story.en.ts';
import { number } from '../../i18n/index.ts';
import { fullest, type Read } from './measure.ts';
import { scales, type Plot } from './plots.ts';

/** A plot of the figures, each series in its colour there. */
export function drawPlot(plot: Plot): Drawing {
  const { across, up, rows, columns } = scales(plot);
  return drawCurves(plot.series.map(({ name, role, points }) => ({
    name, role: role === 'first' ? 'context' : 'target', mark: role === 'first' ? 'square' : 'circle', points: points.map(({ x, y }) => ({ x: across(x), y: up(y) })),
  })), {
    label: plot.title,
    along: plot.along,
    rows: rows.map(({ at, text }) => ({ at: up(at), text })),
    columns: columns.map((at) => ({ at: across(at), text: number(at) })),
    ...(plot.level && { level: up(plot.level.y) }),
  });
}

const [cell, strip] = [24, 38]; // a square, and a row of them with the space below it

/** A sentence: the sum of its embeddings, the last state, and its words' embeddings, a square for each number. */
export function drawSentence({ words, bag, states, embeddings }: Read, { order }: Strings, shown: (word: string) => string): Drawing {
  const left = 44;
  const parts: string[] = [];
  let y = 0;
  const squares = (x: number, values: ArrayLike<number>) => {
    for (let k = 0; k < values.length; k++) {
      const value = values[k]!;
      const box = `x="${x + k * cell}" y="${y}" width="${cell - 1}" height="${cell - 1}"`;
      parts.push(`<rect class="rule" ${box}/><rect class="${value < 0 ? 'minus' : 'plus'}" ${box} fill-opacity="${Math.min(1, Math.abs(value) / fullest).toFixed(3)}"/>`);
    }
  };
  const named = (role: string, text: string, size: number) => {
    parts.push(labelled(role, 0, y + size, size, text));
    y += size + 8;
  };
  named('source', words.map(shown).join(' '), 17);
  for (const [name, values] of [[order.bag, bag], [order.last, states.at(-1)!]] as const) {
    named('axis', name, 13);
    squares(0, values);
    y += strip;
  }
  named('axis', order.each, 13);
  words.forEach((word, t) => {
    parts.push(labelled('axis', 0, y + cell - 6, 14, shown(word)));
    squares(left, embeddings[t]!);
    y += cell + 6;
  });
  return { width: left + 12 * cell, height: y, text: parts.join(''), weights: [] };
}
