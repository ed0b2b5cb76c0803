// <story-chain>: how many steps of a computation must wait for one another, counted, and how long they take here, measured. A recurrent
// encoder's state h_t needs h_{t−1}, so a source of T words is a chain of T steps; one look of attention over annotations that are
// there is one step, all places side by side, whatever T is.
import { html, type TemplateResult } from 'lit';
import type { Engine } from '../../elements/engines.ts';
import { define } from '../../elements/define.ts';
import { number } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/story.ts';
import { StoryFigure, figureStyles } from './figure.ts';
import { drawLines } from './lines.ts';
import { lengths, measureTimes, type Times } from './measure.ts';
import { chainPlots } from './plots.ts';

/** The chain of a recurrent encoder and that of a look back, and their times. */
export class StoryChain extends StoryFigure {
  static override styles = figureStyles;

  #times: Times[] = [];

  protected override get question(): string {
    return this.strings.chain.question;
  }

  protected override async work(engine: Engine): Promise<void> {
    const turn = this.turns();
    await measureTimes(engine, (times) => turn(() => { this.#times = times; }));
  }

  protected override body(strings: Strings): TemplateResult {
    const { chain } = strings;
    return html`
      <div class="controls">${this.button(chain.measure)}</div>
      <p class="status" role="status">${this.running ? strings.working : this.#finding(strings)}</p>
      <div class="plots">${chainPlots(strings, this.#times).map(drawLines)}</div>
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
