// <story-chain>: how many steps of a computation must wait for one another, counted, and how long they take here, measured. A recurrent
// encoder's state h_t needs h_{t−1}, so a source of T words is a chain of T steps; one look of attention over annotations that are
// there is one step, all places side by side, whatever T is.
import { html, type TemplateResult } from 'lit';
import type { Engine } from '../../elements/engines.ts';
import { define } from '../../elements/define.ts';
import { number } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/story.ts';
import { StoryFigure, figureStyles } from './figure.ts';
import { drawLines, type Series } from './lines.ts';

const lengths = [5, 10, 20, 30, 40, 50, 60];
const [passes, tries] = [200, 3];

interface Times { length: number; encoder: number; attention: number }

/** The chain of a recurrent encoder and that of a look back, and their times. */
export class StoryChain extends StoryFigure {
  static override styles = figureStyles;

  #times: Times[] = [];

  protected override get question(): string {
    return this.strings.chain.question;
  }

  protected override async work(engine: Engine): Promise<void> {
    const turn = this.turns();
    this.#times = [];
    const task = await engine.task('copy', { minLength: 1, maxLength: 60 });
    const model = await engine.model({ cell: 'gru', encoder: 'forward', attention: 'additive', bridge: 'zero', hidden: 64, embedding: 64, seed: 0 }, task);
    try {
      await model.forwardTimes({ length: 60, count: passes }); // the first runs are slower: the code is still being compiled
      for (const length of lengths) {
        const runs = [];
        for (let k = 0; k < tries; k++) {
          await turn();
          runs.push(await model.forwardTimes({ length, count: passes }));
        }
        this.#times = [...this.#times, { length, encoder: Math.min(...runs.map(({ encoder }) => encoder)), attention: Math.min(...runs.map(({ attention }) => attention)) }];
      }
    } finally {
      model.dispose();
      task.dispose();
    }
  }

  protected override body(strings: Strings): TemplateResult {
    const { chain } = strings;
    const series = (encoder: Series['points'], attention: Series['points']): Series[] =>
      [{ name: chain.encoder, role: 'first', points: encoder }, { name: chain.attention, role: 'second', points: attention }];
    const last = lengths.at(-1)!;
    const highest = Math.max(0.1, ...this.#times.map(({ encoder }) => encoder));
    const unit = 10 ** Math.floor(Math.log10(highest));
    return html`
      <div class="controls">${this.button(chain.measure)}</div>
      <p class="status" role="status">${this.running ? strings.working : this.#finding(strings)}</p>
      <div class="plots">
        ${drawLines({
          title: chain.links, along: chain.length, series: series(lengths.map((x) => ({ x, y: x })), lengths.map((x) => ({ x, y: 1 }))), x: [0, last], y: [0, 60],
          print: (y) => number(y),
        })}
        ${drawLines({
          title: chain.time, along: chain.length, series: series(this.#times.map(({ length, encoder }) => ({ x: length, y: encoder })), this.#times.map(({ length, attention }) => ({ x: length, y: attention }))),
          x: [0, last], y: [0, Math.ceil(highest / unit) * unit], print: (y) => number(y, 3),
        })}
      </div>
      <p class="line">${chain.line}</p>`;
  }

  #finding({ chain }: Strings): string {
    const [first, last] = [this.#times[0], this.#times.at(-1)];
    if (this.#times.length < lengths.length || !first || !last) return chain.before;
    const length = number(last.length);
    return `${chain.finding({ length, encoder: number(last.encoder, 3), attention: number(last.attention, 3), ratio: number(last.encoder / last.attention, 1) })} `
      + chain.grows({ length, encoder: number(last.encoder / first.encoder, 1), attention: number(last.attention / first.attention, 1) });
  }
}

define('story-chain', StoryChain);
