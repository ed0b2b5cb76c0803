// Each decoding step as a line of a table: what its weights add up to, their entropy, the largest and where it lies; each source
// word with how much it was looked at in all; and what stands beside the picture.
import { html, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';
import { columnSum, readRow } from './read.ts';
import type { Part, Tools } from './tools.ts';

export class Steps implements Part {
  constructor(private readonly tools: Tools) {}

  render(): TemplateResult {
    const { tools } = this;
    const { strings, alignment, stage } = tools;
    const chosen = ['ideal', 'ibm'].includes(stage.figure.beside ?? '') ? stage.figure.beside : 'none';
    const choices = (stage.figure.alignment ? ['none', 'ideal'] : ['none', 'ideal', 'ibm']) as (keyof typeof strings.besides)[];
    return html`
      <fieldset class="segments"><legend>${strings.beside}</legend>
        ${choices.map((name) => html`<label><input type="radio" name="beside-alignment" value=${name} .checked=${name === chosen} @change=${() => { stage.figure.beside = name === 'none' ? null : name; }}><span>${strings.besides[name]}</span></label>`)}
      </fieldset>
      ${alignment?.rows.length && alignment.weights.length ? html`
        <div class="tables">
          <div class="scroll" role="group" tabindex="0" aria-label=${strings.stepsCaption}><table>
            <caption>${strings.stepsCaption}</caption>
            <thead><tr><th scope="col">${strings.target}</th><th scope="col">${strings.sum}</th><th scope="col">${strings.entropy}</th><th scope="col">${strings.peak}</th><th scope="col" class="word">${strings.at}</th></tr></thead>
            <tbody>${alignment.weights.map((weights, i) => {
              const { sum, entropy, peak, at } = readRow(weights);
              return html`<tr><th scope="row" class="target">${tools.plain(alignment.rows[i]!)}</th><td>${number(sum, 3)}</td><td>${number(entropy, 3)}</td><td class="weights">${number(peak, 3)}</td><td class="word source">${alignment.columns[at]}</td></tr>`;
            })}</tbody>
          </table></div>
          <div class="scroll" role="group" tabindex="0" aria-label=${strings.columnsCaption}><table>
            <caption>${strings.columnsCaption}</caption>
            <thead><tr><th scope="col">${strings.source}</th><th scope="col">${strings.sum}</th></tr></thead>
            <tbody>${alignment.columns.map((word, j) => html`<tr><th scope="row" class="source">${word}</th><td>${number(columnSum(alignment, j), 3)}</td></tr>`)}</tbody>
          </table></div>
        </div>
        <p class="say muted">${strings.entropyHelp(number(alignment.columns.length), number(Math.log(alignment.columns.length), 3))}</p>`
      : html`<p class="say muted">${alignment?.rows.length ? strings.noWeights : strings.unwritten}</p>`}`;
  }
}
