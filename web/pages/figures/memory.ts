// <story-memory>: what is left of a word at the end of the sentence, measured two ways on an RNN and an LSTM of one size, which copy
// digits through a fixed vector: how much of the gradient ‖∂L/∂h_{T−k}‖ arrives k steps back, and how well a linear probe reads each
// place's digit off the final state.
import { html, type TemplateResult } from 'lit';
import type { Engine } from '../../elements/engines.ts';
import { define } from '../../elements/define.ts';
import { number, percent } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/story.ts';
import { StoryFigure, figureStyles } from './figure.ts';
import { drawLines } from './lines.ts';
import { measureMemory, updates, type Kept, type Remembered } from './measure.ts';
import { memoryPlots, share } from './plots.ts';

const lengths = [10, 20, 40];

/** How far a gradient reaches, and what the last state still holds. */
export class StoryMemory extends StoryFigure {
  static override styles = figureStyles;

  #length = 20;
  #trained = false;
  #measured = { length: 20, trained: false }; // what is shown
  #found: Remembered['found'] = {};
  #doing: ((strings: Strings) => string) | null = null;

  protected override get question(): string {
    return this.strings.memory.question;
  }

  protected override async work(engine: Engine): Promise<void> {
    const turn = this.turns();
    const [length, trained] = [this.#length, this.#trained];
    this.#measured = { length, trained };
    await measureMemory(engine, length, trained, ({ found, training, probing }) => turn(() => {
      this.#found = found;
      this.#doing = training ? ({ memory }) => memory.training(memory[training.cell], number(training.done), number(updates))
        : probing ? ({ memory }) => memory.probing(number(probing.done), number(probing.all)) : null;
    }));
  }

  protected override body(strings: Strings): TemplateResult {
    const { memory } = strings;
    const { length, trained } = this.#measured;
    return html`
      <div class="controls">
        ${this.button(memory.measure)}
        <fieldset class="segments"><legend>${memory.when}</legend>
          ${([false, true] as const).map((each) => html`<label><input type="radio" name="when" .checked=${each === this.#trained} @change=${() => { this.#trained = each; void this.start(); }}><span>${memory.moments[each ? 'after' : 'before']}</span></label>`)}
        </fieldset>
        <fieldset class="segments"><legend>${memory.length}</legend>
          ${lengths.map((each) => html`<label><input type="radio" name="length" .checked=${each === this.#length} @change=${() => { this.#length = each; void this.start(); }}><span>${number(each)}</span></label>`)}
        </fieldset>
      </div>
      <p class="status" role="status">${this.running ? this.#doing?.(strings) ?? strings.working : this.#finding(strings)}</p>
      <div class="plots">${memoryPlots(strings, this.#found, length).map(drawLines)}</div>
      <p class="line">${memory.line({ length: number(length), updates: trained ? memory.trained : memory.untrained })}</p>`;
  }

  #finding(strings: Strings): string {
    const { memory } = strings;
    const { rnn, lstm } = this.#found;
    if (!rnn?.probes.length || !lstm?.probes.length) return memory.before;
    const at = (found: Kept, k: number) => percent(found.probes.at(k)!.y / 100, 0);
    return `${memory.finding({ steps: number(rnn.gradient.length - 1), rnn: share(rnn.gradient.at(-1)!), lstm: share(lstm.gradient.at(-1)!) })} `
      + memory.found({ first: '1', rnn: at(rnn, 0), lstm: at(lstm, 0), lastRnn: at(rnn, -1), lastLstm: at(lstm, -1) });
  }
}

define('story-memory', StoryMemory);
