// The lab as a still picture, for its place before a script has run: the share of held-out sequences that is right, by their
// length, of both models after the last update.
import { number } from '../../i18n/format.ts';
import type { Strings } from '../../i18n/bottleneck.en.ts';
import { drawCurves, type Drawing } from '../picture.ts';
import type { Score } from './lab.ts';

export function drawLab(fixed: readonly Score[], attention: readonly Score[], words: Strings): Drawing {
  const [least, most] = [fixed[0]!.length, fixed.at(-1)!.length];
  const across = (length: number) => (length - least) / (most - least);
  const points = (scores: readonly Score[]) => scores.map(({ length, value }) => ({ x: across(length), y: value / 100 }));
  return drawCurves([
    { name: words.fixed, role: 'context', mark: 'square', points: points(fixed) },
    { name: words.attention, role: 'weights', mark: 'circle', points: points(attention) },
  ], {
    label: words.right, along: words.sourceLength, level: 0.5, size: [520, 300],
    rows: [0, 50, 100].map((value) => ({ at: value / 100, text: number(value) })),
    columns: fixed.map(({ length }) => length).filter((length) => length % 2 === 0).map((length) => ({ at: across(length), text: number(length) })),
  });
}
