// The arithmetic of one weight, from the energies that the model's own pass gives (trace): exp(e_ij), the sum over the row, and
// α_ij = exp(e_ij) / Σ_k exp(e_ik) (Bahdanau, Cho and Bengio 2014, equations 5 and 6). Energies whose exponentials are too large to
// print lose the row's largest first, which changes no weight.
import { html, nothing, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';
import { Latest } from './latest.ts';
import type { Tools } from './tools.ts';

const digits = 3;
const largest = 25; // energies above it are shifted: e²⁵ has eleven digits
const termsShown = 8;

const kept = 1000; // ms for which numbers of the update before are shown, until those of the present are there

/** What stands behind an alignment's weights, a row a step. */
interface Behind { source: string; step: number; time: number; energies: number[][]; weights: number[][] }

export class Arithmetic {
  readonly #tools: Tools;
  readonly #latest: Latest<Behind | null>;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#latest = new Latest(tools.update);
  }

  /** Asks for the numbers behind the alignment that is drawn, once for each; those of the last, labelled so, while they are on their way. */
  ask(): Behind | null {
    const { look, cell, stage } = this.#tools;
    const { model, step, phase } = stage.session;
    if (!model || !look || !cell || this.#why) return null;
    const { at, force } = look.asked;
    const key = JSON.stringify([look.source, look.output, at ?? `${phase} ${step}`, force ?? []]);
    const source = JSON.stringify([look.source, at ?? null, force ?? []]);
    const present = this.#latest.ask(key, async () => {
      const { tensors } = await model.trace(look.source, look.output, { ...(at !== undefined && { at }), ...(force && { force }) });
      const [energies, weights] = [tensors.energies, tensors.weights];
      if (!energies || !weights) return null;
      const rows = ({ shape, data }: typeof energies) => Array.from({ length: shape[0]! }, (_, i) => Array.from(data.subarray(i * shape[1]!, (i + 1) * shape[1]!)));
      return { source, step: at ?? step, time: performance.now(), energies: rows(energies), weights: rows(weights) };
    });
    const behind = present ?? this.#latest.value;
    return behind && behind.source === source && (present || performance.now() - behind.time < kept) && behind.energies.length > cell.row ? behind : null;
  }

  /** Why there is no score to show. */
  get #why(): string {
    const { strings, look, cell } = this.#tools;
    if (!look) return strings.noArithmetic;
    if (look.alignment.weights.length === 0) return strings.noWeights;
    if (!cell || look.alignment.weights[cell.row] === undefined) return strings.unwritten;
    const { force = [] } = look.asked;
    return force.some(({ step }) => step === cell.row) ? strings.setByYou : '';
  }

  render(): TemplateResult {
    const tools = this.#tools;
    const { strings, alignment, cell } = tools;
    const why = this.#why;
    const behind = this.ask();
    const title = cell && alignment?.rows[cell.row] !== undefined ? strings.arithmetic(tools.word(alignment.rows[cell.row]!), tools.word(alignment.columns[cell.column]!)) : '';
    return html`
      <div class="panel arithmetic" role="region" aria-label=${title}>
        <div class="head"><p class="say">${title}</p><button @click=${() => tools.closeArithmetic()}>${strings.close}</button></div>
        ${why ? html`<p class="say muted">${why}</p>` : behind && cell ? this.#sums(behind, cell.row, cell.column) : nothing}
      </div>`;
  }

  #sums({ step, energies: rows, weights }: Behind, i: number, j: number): TemplateResult {
    const { strings, stage } = this.#tools;
    const energies = rows[i]!;
    const weight = weights[i]![j]!;
    const most = Math.max(...energies);
    const shift = most > largest || most < -largest ? most : 0;
    const exponentials = energies.map((energy) => Math.exp(energy - shift));
    const sum = exponentials.reduce((total, x) => total + x, 0);
    const at = html`<sub>${i + 1}${energies.length > 9 ? ',' : ''}${j + 1}</sub>`;
    const of = (x: number) => number(x, digits);
    const minus = shift === 0 ? '' : ` − ${shift < 0 ? `(${of(shift)})` : of(shift)}`;
    const inner = `${of(energies[j]!)}${minus}`;
    // The chosen term is always among those that are written out.
    const shown = energies.length <= termsShown + 1 ? [...energies.keys()] : [...energies.keys()].sort((a, b) => Number(b === j) - Number(a === j) || exponentials[b]! - exponentials[a]!).slice(0, termsShown).sort((a, b) => a - b);
    const left = energies.length - shown.length;
    return html`
      <dl class="sums">
        <dt><i>e</i>${at}</dt><dd>= <span class="e">${of(energies[j]!)}</span> <small class="muted">${strings.energy}</small></dd>
        <dt>exp(<i>e</i>${at}${shift === 0 ? '' : ' − max'})</dt><dd>= exp(${inner}) = <span class="x">${of(exponentials[j]!)}</span> <small class="muted">${shift === 0 ? strings.exponential : strings.shifted(of(shift))}</small></dd>
        <dt>Σ</dt><dd>= ${shown.map((k, n) => html`${n ? ' + ' : ''}${k === j ? html`<b class="weights">${of(exponentials[k]!)}</b>` : of(exponentials[k]!)}`)}${left ? html` + … <small class="muted">(${strings.more(number(left), left)})</small>` : nothing} = <span class="s">${of(sum)}</span> <small class="muted">${strings.total}</small></dd>
        <dt>α${at}</dt><dd>= ${of(exponentials[j]!)} / ${of(sum)} = <b class="weights a">${of(weight)}</b> <small class="muted">${strings.share}</small></dd>
      </dl>
      <p class="say muted">${stage.session.phase === 'given' ? nothing : strings.asOf(number(step), step)}</p>`;
  }
}
