// <story-memory>: what is left of a word at the end of the sentence, measured two ways on an RNN and an LSTM of one size, which copy
// digits through a fixed vector: how much of the gradient ‖∂L/∂h_{T−k}‖ arrives k steps back, and how well a linear probe reads each
// place's digit off the final state.
import { html, type TemplateResult } from 'lit';
import type { Engine } from '../../elements/engines.ts';
import { define } from '../../elements/define.ts';
import { number, percent } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/story.ts';
import { StoryFigure, figureStyles } from './figure.ts';
import { drawLines, share, type Series } from './lines.ts';

const cells = ['rnn', 'lstm'] as const;
const updates = 200;
const lengths = [10, 20, 40];
const places = 10; // probed at most, spread evenly

type Cell = (typeof cells)[number];
interface Found { gradient: number[]; probes: { x: number; y: number }[] }

/** How far a gradient reaches, and what the last state still holds. */
export class StoryMemory extends StoryFigure {
  static override styles = figureStyles;

  #length = 20;
  #trained = false;
  #measured = { length: 20, trained: false }; // what is shown
  #found: Partial<Record<Cell, Found>> = {};
  #doing: ((strings: Strings) => string) | null = null;

  protected override get question(): string {
    return this.strings.memory.question;
  }

  protected override async work(engine: Engine): Promise<void> {
    const turn = this.turns();
    const [length, trained] = [this.#length, this.#trained];
    this.#measured = { length, trained };
    this.#found = {};
    this.#doing = null;
    const task = await engine.task('copy', { minLength: length, maxLength: length });
    const models: Partial<Record<Cell, Awaited<ReturnType<Engine['model']>>>> = {};
    try {
      for (const cell of cells) {
        await turn();
        const model = await engine.model({ cell, encoder: 'forward', attention: 'none', bridge: 'state', hidden: 32, seed: 0 }, task);
        models[cell] = model;
        if (trained) {
          const trainer = model.trainer({ optimizer: 'adam', learningRate: 0.005, batchSize: 64, clipNorm: 1, schedule: 'constant', steps: updates });
          for (let done = 0; done < updates; done += 20) {
            this.#doing = ({ memory }) => memory.training(memory[cell], number(done), number(updates));
            await turn();
            for await (const _ of trainer.run({ steps: 20, every: 20 }));
          }
        }
        const gradient = await model.gradientByDistance({ length, count: 64 });
        this.#found[cell] = { gradient: gradient.map((norm) => norm / gradient[0]!), probes: [] };
      }
      const probed = Array.from({ length: places }, (_, k) => Math.round((k * (length - 1)) / (places - 1)));
      for (const [k, position] of probed.entries()) {
        this.#doing = ({ memory }) => memory.probing(number(k), number(probed.length));
        for (const cell of cells) {
          await turn();
          const { accuracy } = await models[cell]!.probe(position, { training: 1000, test: 300 });
          this.#found[cell] = { ...this.#found[cell]!, probes: [...this.#found[cell]!.probes, { x: position + 1, y: 100 * accuracy }] };
        }
      }
    } finally {
      for (const cell of cells) models[cell]?.dispose();
      task.dispose();
    }
  }

  protected override body(strings: Strings): TemplateResult {
    const { memory } = strings;
    const { length, trained } = this.#measured;
    const series = (points: (found: Found) => { x: number; y: number }[]): Series[] =>
      cells.map((cell, k) => ({ name: memory[cell], role: k === 0 ? 'first' : 'second', points: this.#found[cell] ? points(this.#found[cell]!) : [] }));
    const smallest = Math.min(1e-6, ...cells.flatMap((cell) => this.#found[cell]?.gradient.filter((ratio) => ratio > 0) ?? []));
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
      <div class="plots">
        ${drawLines({
          title: memory.gradient, along: memory.back, series: series(({ gradient }) => gradient.map((y, x) => ({ x, y }))), x: [0, length - 1],
          y: [10 ** Math.floor(Math.log10(smallest)), 1], log: true, print: share,
        })}
        ${drawLines({
          title: memory.probe, along: memory.position, series: series(({ probes }) => probes), x: [1, length], y: [0, 100],
          level: { y: 10, name: memory.chance }, print: (y) => percent(y / 100, 0),
        })}
      </div>
      <p class="line">${memory.line({ length: number(length), updates: trained ? memory.trained : memory.untrained })}</p>`;
  }

  #finding(strings: Strings): string {
    const { memory } = strings;
    const { rnn, lstm } = this.#found;
    if (!rnn?.probes.length || !lstm?.probes.length) return memory.before;
    const at = (found: Found, k: number) => percent(found.probes.at(k)!.y / 100, 0);
    return `${memory.finding({ steps: number(rnn.gradient.length - 1), rnn: share(rnn.gradient.at(-1)!), lstm: share(lstm.gradient.at(-1)!) })} `
      + memory.found({ first: '1', rnn: at(rnn, 0), lstm: at(lstm, 0), lastRnn: at(rnn, -1), lastLstm: at(lstm, -1) });
  }
}

define('story-memory', StoryMemory);
