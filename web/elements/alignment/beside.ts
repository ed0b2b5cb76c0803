// What stands beside the alignment: the ideal one, IBM Model 1's for the same words, the model's own where the reader changed
// weights, or the same source at another moment of training.
import { html, nothing, type TemplateResult } from 'lit';
import type { Alignment, Pair } from '../../engine/types.ts';
import { blank } from '../figure.ts';
import { answer, worded } from '../input.ts';
import { Ibm } from '../sentences/ibm.ts';
import { knownLinks } from '../sentences/links.ts';
import { Latest } from './latest.ts';
import type { Tools } from './tools.ts';

const endToken = '<eos>';

/** What was written, and where it looked. */
export interface Written { output: string[]; text: string; alignment: Alignment }

export class Beside {
  readonly #tools: Tools;
  readonly #ibm: Ibm;
  readonly #own: Latest<Written>;
  readonly #other: Latest<Written>;
  readonly #pair: Latest<Pair | null>;
  #ideal: { key: string; alignment: Alignment | null } = { key: '', alignment: null };

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#ibm = new Ibm(tools.stage.session, tools.update);
    this.#own = new Latest(tools.update);
    this.#other = new Latest(tools.update);
    this.#pair = new Latest(tools.update);
  }

  /** What the model writes at this moment without the reader's weights; null until it is known. */
  get own(): Written | null {
    const { look } = this.#tools;
    if (!look) return null;
    const { at } = look.asked;
    if (!look.asked.force) return look;
    return this.#ask(this.#own, at, 'own');
  }

  #ask(latest: Latest<Written>, at: number | undefined, name: string, force = {}): Written | null {
    const { session } = this.#tools.stage;
    const { model, own, step, phase, beam } = session;
    if (!model || own.length === 0) return null;
    const key = JSON.stringify([name, own, at ?? `${phase} ${step}`, beam, force, session.config?.seed]);
    return latest.ask(key, () => model.translate(own, { beam, ...(at !== undefined && { at }), ...force })
      .then(({ tokens, text, alignment }) => ({ output: tokens, text, alignment })));
  }

  /** The moment that stands beside, as it can be had. */
  get moment(): number | undefined {
    const { beside } = this.#tools.stage.figure;
    return beside !== null && /^\d+$/.test(beside) && this.#tools.atRest ? this.#tools.moment(Number(beside)) ?? this.#tools.stage.session.step : undefined;
  }

  /** Where all the weight should lie: of digits always known, of sentences where their links are, of a page's alignment by its gold. */
  ideal(): Alignment | null {
    const { stage, look } = this.#tools;
    const { figure, session } = stage;
    const source = figure.alignment?.columns ?? look?.source ?? session.own;
    const key = JSON.stringify([figure.task, source, figure.alignment?.rows]);
    if (!figure.alignment && key === this.#ideal.key && this.#ideal.alignment) return this.#ideal.alignment;
    this.#ideal = { key, alignment: this.#makeIdeal(source) };
    return this.#ideal.alignment;
  }

  #makeIdeal(source: string[]): Alignment | null {
    const { figure, session } = this.#tools.stage;
    const made = (rows: string[], places: readonly (number | readonly number[])[]): Alignment | null => ({
      rows,
      columns: source,
      weights: rows.map((_, i) => {
        const at = [places[i] ?? []].flat().filter((j) => j >= 0);
        return source.map((_, j) => (at.includes(j) ? 1 / at.length : 0));
      }),
    });
    if (figure.alignment) return figure.gold ? made(figure.alignment.rows, figure.gold) : null;
    if (source.length === 0) return null;
    if (!worded(figure.task)) {
      const { target, gold } = answer(figure.task, source);
      return made([...target, endToken], gold);
    }
    const { task } = session;
    const pair = session.examples.find((each) => each.source.join('\n') === source.join('\n'))
      ?? (task && this.#pair.ask(JSON.stringify([figure.task, source]), () => task.find(source)));
    const links = pair && knownLinks(pair);
    return links ? made([...pair.target, endToken], links.sure) : null;
  }

  /** What stands there at present, with its name; null for nothing. */
  get #present(): { label: string; alignment: Alignment | null; kind: string } | null {
    const { stage, strings, look } = this.#tools;
    switch (stage.figure.beside) {
      case null: case '': case 'none': return null;
      case 'ideal': {
        const alignment = this.ideal();
        return { kind: 'ideal', label: alignment ? strings.idealLabel : strings.noIdeal, alignment };
      }
      case 'ibm': {
        if (stage.figure.alignment) return null;
        if (look) this.#ibm.align(look.source, look.output);
        const { alignment } = this.#ibm;
        return { kind: 'ibm', label: strings.ibmLabel, alignment: alignment && alignment.columns.join('\n') === look?.source.join('\n') ? alignment : null };
      }
      case 'own': return look?.asked.force ? { kind: 'own', label: strings.ownLabel, alignment: this.own?.alignment ?? null } : null;
      default: {
        const { moment } = this;
        if (moment === undefined) return null;
        const { force } = this.#tools;
        const at = this.#tools.moments.some(({ step }) => step === moment) ? moment : undefined;
        const found = this.#ask(this.#other, at, 'other', force.length ? { force } : {});
        return { kind: 'moment', label: this.#tools.momentName(moment), alignment: found?.alignment ?? null };
      }
    }
  }

  /** Names the alignment itself while another stands beside it. */
  heading(): TemplateResult | typeof nothing {
    const present = this.#present;
    if (!present) return nothing;
    const { strings, look, stage } = this.#tools;
    const at = look?.asked.at ?? (present.kind === 'moment' ? stage.session.step : undefined);
    return html`<p class="label">${present.kind === 'own' ? strings.changedLabel : at === undefined ? strings.shownLabel : this.#tools.momentName(at)}</p>`;
  }

  render(): TemplateResult | typeof nothing {
    const present = this.#present;
    if (!present) return nothing;
    const { figure } = this.#tools.stage;
    // In the script that the picture beside it is in.
    const { alignment: drawn, gold, possible, reserveRows } = this.#tools.stage.drawn();
    const alignment = present.alignment ? inScript(present.alignment, drawn?.columns ?? []) : blank(drawn?.columns ?? []);
    // The true places are those of the words down its own side.
    const here = figure.alignment || !worded(figure.task) || present.kind === 'ibm';
    return html`
      <div class="second">
        <p class="label">${present.label}</p>
        <lookback-grid legend ?fit=${!figure.alignment} lang=${this.#tools.stage.language()} .strings=${figure.strings?.grid ?? null} .label=${present.label}
          .alignment=${alignment} .gold=${here ? gold : null} .possible=${here ? possible : null} .reserveRows=${reserveRows}></lookback-grid>
      </div>`;
  }
}

const written = new WeakMap<Alignment, Alignment>();

/** An alignment with its source as it is written beside it; the same object for the same one. */
function inScript(alignment: Alignment, columns: string[]): Alignment {
  if (columns.length !== alignment.columns.length || columns.join('\n') === alignment.columns.join('\n')) return alignment;
  const known = written.get(alignment);
  const made = known && known.columns === columns ? known : { ...alignment, columns };
  written.set(alignment, made);
  return made;
}
