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
  /** Rules that set `--lb-more`, a length, by what the figure's attributes say; `at` makes the selector of some of them. */
  more?(at: (is: Record<string, string>) => string): string;
}

const ranges = (steps: Steps) => steps.map(([from, height], k): [query: string, from: number, height: number] =>
  [`(inline-size >= ${from}rem)${k + 1 < steps.length ? ` and (inline-size < ${steps[k + 1]![0]}rem)` : ''}`, from, height]);

interface Selectors { all: string; long: string; words: string; noted: string; asks: string; view(name: string): string }

function rules({ steps, long, words, noted, asks, views = {} }: Room, at: Selectors, property: string): string {
  const rule = (query: string, selector: string, height: number) => `@container ${query}{${selector}{${property}:calc(${height - padding}rem + var(--lb-more,0rem))}}`;
  return [
    ...ranges(steps).map(([query, from, height]) => rule(query, at.all, height) + (long && from < long.below ? rule(query, at.long, height + long.more) : '')),
    ...ranges(words).map(([query, , height]) => rule(query, at.words, height)),
    ...ranges(noted).map(([query, , height]) => rule(query, at.noted, height)),
    ...ranges(asks).map(([query, , height]) => rule(query, at.asks, height)),
    ...Object.entries(views).flatMap(([view, its]) => ranges(its).map(([query, , height]) => rule(query, at.view(view), height))),
  ].join('');
}

/** The rules of an element's room for its own section; `.long` marks the one of long sequences, `.words` the one of a task of words, `.noted` where it has more to say, `.asks` the one that waits for pairs. */
export const room = (its: Room) => unsafeCSS(rules(its, { all: 'section:not(.drawn)', long: 'section.long', words: 'section.words', noted: 'section.noted', asks: 'section.asks', view: (view) => `section.view-${view}` }, 'min-block-size'));

/** The stylesheet for the time before, of the elements' rooms by their names: a float as high as the figure will be, and beside it what stands in the tag. */
export function placeholders(rooms: Record<string, Room>): string {
  const names = Object.keys(rooms).map((name) => `${name}:not(:defined)`);
  const longest = Array.from({ length: 12 }, (_, k) => `[max-length="${k + 9}"]`).join();
  return `/* Room for the figures before their script has run. */
${names.join()}{display:block;container-type:inline-size;box-sizing:border-box;padding-block:${padding / 2}rem}
${names.map((name) => `${name}::before`).join()}{content:"";float:inline-start}
${names.map((name) => `${name}::after`).join()}{content:"";display:block;clear:both}
${names.map((name) => `${name}>img`).join()}{display:block;max-inline-size:100%;block-size:auto;margin-inline:auto}
${Object.entries(rooms).map(([name, room]) => rules(room, {
    all: `${name}:not(:defined)::before`,
    long: `${name}:is(${longest}):not(:defined)::before`,
    words: `${name}:is([task*="-"],[task=dates]):not(:defined)::before`,
    noted: `${name}:is([task^=tatoeba],[task=translate-zh-en]):not(:defined)::before`,
    asks: `${name}[task=own]:not(:defined)::before`,
    view: (view) => {
      const [own, kind] = view.split('.');
      return `${name}[view=${own}]${kind === 'words' ? ':is([task*="-"],[task=dates])' : kind === 'asks' ? '[task=own]' : ''}:not(:defined)::before`;
    },
  }, 'block-size') + (room.more?.((is) => `${name}[view=model]${Object.entries(is).map(([attribute, value]) => `[${attribute}="${value}"]`).join('')}:not(:defined)::before`) ?? '')).join('\n')}
@media (scripting:none){${names.map((name) => `${name}::before`).join()}{content:none}}
`;
}
