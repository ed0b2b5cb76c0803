// How high <lookback-walkthrough> is at least, in rem by its width in rem; a test measures it.
import type { Room } from '../room.ts';

/** More in the view of a model, by its settings: strips of the cells, a layer each, and what scores and context are made of. */
const cells: [is: Record<string, string>, height: number][] = [
  [{ cell: 'lstm' }, 8.5],
  ...[2, 3, 4].flatMap((layers): [Record<string, string>, number][] => [[{ layers: String(layers) }, 12.75 * layers - 11.25], [{ layers: String(layers), cell: 'lstm' }, 21.25 * layers - 11.25]]),
];
const scores: typeof cells = [
  [{ query: 'current' }, 8.75], [{ attention: 'concat' }, 8.75], [{ attention: 'concat', query: 'previous' }, 0], [{ attention: 'scaled-dot' }, 8],
  ...['dot', 'general'].map((attention): [Record<string, string>, number] => [{ attention, query: 'current' }, 0]),
];

export const walkthroughRoom: Room = {
  steps: [[0, 121.25], [20, 119], [22, 109], [24, 100.75], [27.5, 95.25], [29, 93.75], [43, 89.25], [46, 75], [47.5, 68], [48.5, 66.5], [56.25, 64.5], [67, 57.5]],
  words: [],
  noted: [],
  asks: [],
  more: (at) => `${at({})}{--lb-more:calc(var(--lb-cells,0rem) + var(--lb-scores,0rem))}${[['cells', cells] as const, ['scores', scores] as const]
    .flatMap(([name, all]) => all.map(([is, height]) => `${at(is)}{--lb-${name}:${height}rem}`)).join('')}`,
  views: {
    scale: [[0, 95.5], [21.125, 92.25], [21.75, 91.25], [23.5, 89.5], [35.5, 64.5], [44.5, 65.5]],
    // Of as many words as there may be: a longer source is moved through in the room that is there.
    model: [[0, 220], [20, 202.25], [22, 198.25], [23.5, 195.75], [27.5, 192], [28.5, 190.75], [31.5, 187.25], [32.5, 173.5], [36.5, 170.75], [50, 164.5], [61.5, 159], [67, 157.75]],
    'model.words': [[0, 241.25], [20, 223.5], [22, 219.25], [24, 217], [27.5, 213], [31.5, 208.5], [32.5, 194.75], [36.5, 191.75], [50, 189], [52.5, 186.25], [61.5, 183.5]],
    'model.asks': [[0, 60.75], [20, 54.25], [22, 50], [25, 49], [31.5, 44], [32, 40.5], [36.5, 37.75], [52, 35]],
  },
};
