// How high each figure is at least, by the width it has: enough for every language and every state, so that nothing below it
// moves when it starts, and the same before a script has run, when a picture stands in its place (elements.css, which the build
// writes from here). A test measures the figures against it.
import { unsafeCSS } from 'lit';

const padding = 1.5; // above and below, together; all lengths here are in rem

/** [width from which it holds, height], smallest first. */
type Steps = [from: number, height: number][];
export interface Room {
  steps: Steps;
  /** More for sequences of more than eight digits, below a width. */
  long?: { more: number; below: number };
  /** The same of a task of words. */
  words: Steps;
  /** Of one with more to say: the cosines of a word, whose a sentence is, whether it over-fits. */
  noted: Steps;
  /** And of one that waits for the reader's pairs. */
  asks: Steps;
  /** Of one that opens with another view than its first, by the view's name; `.words` and `.asks` after it as above. */
  views?: Record<string, Steps>;
}

const rooms: Record<string, Room> = {
  'lookback-alignment': {
    steps: [[0, 63.75], [30, 55.75], [46, 45.25]],
    words: [[0, 73], [26, 71.25], [30, 66.75], [46, 62.25]],
    noted: [[0, 75.75], [26, 74.25], [30, 69.5], [46, 65.25]],
    asks: [[0, 39.75], [20.5, 38.25], [22.5, 36.75], [30, 32.75], [35, 29.75], [46, 28.5], [56.25, 25.5]],
  },
  'lookback-bottleneck': {
    steps: [[0, 86.25], [20, 82.5], [28, 81.75], [30, 77.5], [35, 68], [43, 71.75], [46, 56.5]],
    words: [[0, 69.25], [35, 64.5], [46, 52.5]],
    noted: [[0, 69.25], [35, 64.5], [46, 52.5]],
    asks: [[0, 69.25], [35, 64.5], [46, 52.5]],
  },
  'lookback-trainer': {
    steps: [[0, 135.25], [19, 130.5], [22.5, 125.75], [26, 121.25], [30, 108.75], [35, 103.75], [46, 69.25], [56.25, 66]],
    long: { more: 47.5, below: 46 },
    words: [[0, 142.75], [20.5, 138.75], [22.5, 136.25], [26, 134.75], [30, 123.75], [35, 121.5], [46, 77], [56.25, 72.5], [66, 69.25]],
    noted: [[0, 150.25], [19, 147.25], [22.5, 144.25], [30, 132.5], [35, 129.75], [46, 85.5], [56.25, 81.25], [66, 78]],
    asks: [[0, 58.5], [20.5, 48.75], [22.5, 47.25], [30, 43], [35, 36], [46, 35], [56.25, 33]],
  },
  'lookback-walkthrough': {
    steps: [[0, 119.5], [20, 116.5], [22, 109], [24, 100.75], [27.5, 95.25], [29, 93.75], [43, 89.25], [46, 75], [47.5, 66.25], [48.5, 64.75], [56.25, 63], [67, 57.5]],
    words: [],
    noted: [],
    asks: [],
    views: {
      scale: [[0, 95.5], [21.75, 91.75], [28.5, 89], [35.5, 63.5]],
      // Of as many words as there may be: a longer source is moved through in the room that is there.
      model: [[0, 220], [20, 202.25], [22, 198.25], [23.5, 195.75], [27.5, 192], [28.5, 190.75], [31.5, 187.25], [32.5, 173.5], [36.5, 170.75], [50, 164.5], [61.5, 159], [67, 157.75]],
      'model.words': [[0, 241.25], [20, 223.5], [22, 219.25], [24, 217], [27.5, 213], [31.5, 208.5], [32.5, 194.75], [36.5, 191.75], [50, 189], [52.5, 186.25], [61.5, 183.5]],
      'model.asks': [[0, 60.75], [20, 54.25], [22, 50], [25, 49], [31.5, 44], [32, 40.5], [36.5, 37.75], [52, 35]],
    },
  },
};

const ranges = (steps: Steps) => steps.map(([from, height], k): [query: string, from: number, height: number] =>
  [`(inline-size >= ${from}rem)${k + 1 < steps.length ? ` and (inline-size < ${steps[k + 1]![0]}rem)` : ''}`, from, height]);

interface Selectors { all: string; long: string; words: string; noted: string; asks: string; view(name: string): string }

function rules({ steps, long, words, noted, asks, views = {} }: Room, at: Selectors, property: string): string {
  const rule = (query: string, selector: string, height: number) => `@container ${query}{${selector}{${property}:${height - padding}rem}}`;
  return [
    ...ranges(steps).map(([query, from, height]) => rule(query, at.all, height) + (long && from < long.below ? rule(query, at.long, height + long.more) : '')),
    ...ranges(words).map(([query, , height]) => rule(query, at.words, height)),
    ...ranges(noted).map(([query, , height]) => rule(query, at.noted, height)),
    ...ranges(asks).map(([query, , height]) => rule(query, at.asks, height)),
    ...Object.entries(views).flatMap(([view, its]) => ranges(its).map(([query, , height]) => rule(query, at.view(view), height))),
  ].join('');
}

/** The rules of an element, by its name or of a room of its own, for its own section; `.long` marks the one of long sequences, `.words` the one of a task of words, `.noted` where it has more to say, `.asks` the one that waits for pairs. */
export const room = (of: string | Room) => unsafeCSS(rules(typeof of === 'string' ? rooms[of]! : of, { all: 'section:not(.drawn)', long: 'section.long', words: 'section.words', noted: 'section.noted', asks: 'section.asks', view: (view) => `section.view-${view}` }, 'min-block-size'));

/** The stylesheet for the time before, with the rooms of elements that keep theirs `apart`: a float as high as the figure will be, and beside it what stands in the tag. */
export function placeholders(apart: Record<string, Room>): string {
  const all = { ...rooms, ...apart };
  const names = Object.keys(all).map((name) => `${name}:not(:defined)`);
  const longest = Array.from({ length: 12 }, (_, k) => `[max-length="${k + 9}"]`).join();
  return `/* Room for the figures before their script has run. */
${names.join()}{display:block;container-type:inline-size;box-sizing:border-box;padding-block:${padding / 2}rem}
${names.map((name) => `${name}::before`).join()}{content:"";float:inline-start}
${names.map((name) => `${name}::after`).join()}{content:"";display:block;clear:both}
${names.map((name) => `${name}>img`).join()}{display:block;max-inline-size:100%;block-size:auto;margin-inline:auto}
${Object.entries(all).map(([name, room]) => rules(room, {
    all: `${name}:not(:defined)::before`,
    long: `${name}:is(${longest}):not(:defined)::before`,
    words: `${name}:is([task*="-"],[task=dates]):not(:defined)::before`,
    noted: `${name}:is([task^=tatoeba],[task=translate-zh-en]):not(:defined)::before`,
    asks: `${name}[task=own]:not(:defined)::before`,
    view: (view) => {
      const [own, kind] = view.split('.');
      return `${name}[view=${own}]${kind === 'words' ? ':is([task*="-"],[task=dates])' : kind === 'asks' ? '[task=own]' : ''}:not(:defined)::before`;
    },
  }, 'block-size')).join('\n')}
@media (scripting:none){${names.map((name) => `${name}::before`).join()}{content:none}}
`;
}
