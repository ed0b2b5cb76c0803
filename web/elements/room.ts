// How high each figure is at least, by the width it has: enough for every language and every state, so that nothing below it
// moves when it starts, and the same before a script has run, when a picture stands in its place (elements.css, which the build
// writes from here). A test measures the figures against it.
import { unsafeCSS } from 'lit';

const padding = 1.5; // above and below, together; all lengths here are in rem

/** [width from which it holds, height], smallest first. */
type Steps = [from: number, height: number][];
interface Room { steps: Steps; /** More for sequences of more than eight digits, below a width. */ long?: { more: number; below: number } }

const rooms: Record<string, Room> = {
  'lookback-alignment': { steps: [[0, 52], [30, 46.25], [46, 39]] },
  'lookback-trainer': { steps: [[0, 130.5], [20.5, 125.75], [22.5, 122.5], [26, 118], [30, 105.5], [35, 100.25], [46, 66]], long: { more: 47.5, below: 46 } },
};

const ranges = (steps: Steps) => steps.map(([from, height], k): [query: string, from: number, height: number] =>
  [`(inline-size >= ${from}rem)${k + 1 < steps.length ? ` and (inline-size < ${steps[k + 1]![0]}rem)` : ''}`, from, height]);

function rules(name: string, selector: string, longSelector: string, property: string): string {
  const { steps, long } = rooms[name]!;
  return ranges(steps).map(([query, from, height]) => {
    const longer = long && from < long.below ? `${longSelector}{${property}:${height + long.more - padding}rem}` : '';
    return `@container ${query}{${selector}{${property}:${height - padding}rem}${longer}}`;
  }).join('');
}

/** The rules of an element for its own section; `.long` marks the one of long sequences. */
export const room = (name: string) => unsafeCSS(rules(name, 'section:not(.drawn)', 'section.long', 'min-block-size'));

/** The stylesheet for the time before: a float as high as the figure will be, and beside it what stands in the tag. */
export function placeholders(): string {
  const names = Object.keys(rooms).map((name) => `${name}:not(:defined)`);
  const longest = Array.from({ length: 12 }, (_, k) => `[max-length="${k + 9}"]`).join();
  return `/* Room for the figures before their script has run. */
${names.join()}{display:block;container-type:inline-size;box-sizing:border-box;padding-block:${padding / 2}rem}
${names.map((name) => `${name}::before`).join()}{content:"";float:inline-start}
${names.map((name) => `${name}::after`).join()}{content:"";display:block;clear:both}
${names.map((name) => `${name}>img`).join()}{display:block;max-inline-size:100%;block-size:auto;margin-inline:auto}
${Object.keys(rooms).map((name) => rules(name, `${name}:not(:defined)::before`, `${name}:is(${longest}):not(:defined)::before`, 'block-size')).join('\n')}
@media (scripting:none){${names.map((name) => `${name}::before`).join()}{content:none}}
`;
}
