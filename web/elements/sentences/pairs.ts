// The reader's own sentence pairs: a place to paste them or choose a file, the limits before anything is read, and afterwards what
// was read and what was skipped, by line. Reading itself is the engine's, in its worker; nothing here goes over the text.
import { html, nothing, type TemplateResult } from 'lit';
import { datasetLimits } from '../../engine/index.ts';
import type { DatasetInput, Vocabulary } from '../../engine/types.ts';
import { number, percent } from '../../i18n/index.ts';
import type { Strings } from '../../i18n/sentences.ts';
import type { Dataset, Task } from '../session.ts';

const listed = 20; // skipped lines that are shown
const largest = 100_000; // characters that are put into the field; a longer text is taken as it is pasted
const megabyte = 2 ** 20;

export const isDataset = (task: Task | null): task is Dataset => task !== null && 'skipped' in task;

export class OwnPairs {
  #text = '';
  #source = '';
  #target = '';
  #name = ''; // of the file, where it is one
  #given: Blob | string | null = null;

  constructor(private readonly use: (pairs: DatasetInput) => void, private readonly changed: () => void) {}

  #take(tsv: Blob | string, name: string): void {
    this.#given = tsv;
    this.#name = name;
    const tag = (typed: string) => typed.trim() || undefined;
    const [source, target] = [tag(this.#source), tag(this.#target)];
    this.use({ tsv, ...(source && { source }), ...(target && { target }) });
    this.changed();
  }

  #apply = (): void => {
    if (this.#given instanceof Blob) this.#take(this.#given, this.#name);
    else this.#take(this.#text, '');
  };

  #typed = (event: Event): void => {
    this.#text = (event.target as HTMLTextAreaElement).value;
    this.#given = null;
    this.#name = '';
    this.changed();
  };

  /** A long text would hold the page up in the field, and nobody edits it there. */
  #pasted = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= largest) return;
    event.preventDefault();
    this.#take(new Blob([text]), '');
  };

  #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) this.#take(file, file.name);
    input.value = '';
  };

  form(strings: Strings): TemplateResult {
    const { bytes, pairs, tokens, vocabulary, memory } = datasetLimits;
    const language = (label: string, example: string, value: string, set: (text: string) => void) => html`
      <label class="field"><span>${label}</span>
        <input class="narrow" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${example} .value=${value} @change=${(event: Event) => set((event.target as HTMLInputElement).value)}></label>`;
    return html`
      <div class="pairs">
        <p>${strings.pairsHow}</p>
        <p class="label" id="pairs-limits">${strings.pairsLimits({ megabytes: number(bytes / megabyte), pairs: number(pairs), tokens: number(tokens), words: number(vocabulary), memory: number(memory / megabyte) })}</p>
        <label class="label" for="pairs">${strings.pairs}</label>
        <textarea id="pairs" rows="5" spellcheck="false" autocomplete="off" aria-describedby="pairs-limits" placeholder=${'I love you.\tJe t’aime.'} .value=${this.#text} @input=${this.#typed} @paste=${this.#pasted}></textarea>
        <div class="controls">
          ${language(strings.sourceLanguage, 'en', this.#source, (text) => { this.#source = text; })}
          ${language(strings.targetLanguage, 'fr', this.#target, (text) => { this.#target = text; })}
          <div class="buttons">
            <button class="use" aria-disabled=${this.#text.trim() || this.#given ? 'false' : 'true'} @click=${this.#apply}>${strings.usePairs}</button>
            <button @click=${(event: Event) => ((event.currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click()}>${strings.chooseFile}</button>
            <input class="file" type="file" accept=".tsv,.txt,text/tab-separated-values,text/plain" tabindex="-1" aria-hidden="true" @change=${this.#picked}>
          </div>
          <p class="label">${this.#name}</p>
        </div>
      </div>`;
  }
}

/** How many of a side's words a model of it knows: all tokens but the symbols. */
const words = ({ tokens, bos, eos, unk }: Vocabulary): number => tokens.length - [bos, eos, unk].filter((place) => place >= 0).length;

/** What was read of a dataset, and what was not. */
export function report(data: Dataset, strings: Strings): TemplateResult {
  const { pairs, heldOutPairs, skipped, skippedCount, unknown, vocabularies, estimatedMemory } = data;
  const shown = skipped.slice(0, listed);
  const reason = (code: string, text: string) => (strings.skippedReasons as Record<string, string>)[code] ?? text;
  return html`
    <div class="report">
      <p>${strings.pairsRead(number(pairs), number(heldOutPairs), pairs)} ${strings.pairsWords({
        source: number(words(vocabularies.source)), target: number(words(vocabularies.target)),
        unknown: percent(Math.max(unknown.source, unknown.target)), memory: number(Math.max(1, estimatedMemory / megabyte)),
      })} ${skippedCount ? strings.skippedLines(number(skippedCount), skippedCount) : strings.noneSkipped}</p>
      ${shown.length ? html`
        <div class="skipped" tabindex="0" role="region" aria-label=${strings.skipped}>
          <table>
            <thead><tr><th scope="col">${strings.line}</th><th scope="col">${strings.reason}</th><th scope="col">${strings.begins}</th></tr></thead>
            <tbody>${shown.map(({ line, code, reason: text, text: begins }) => html`<tr><th scope="row">${number(line)}</th><td>${reason(code, text)}</td><td>${begins ?? nothing}</td></tr>`)}</tbody>
          </table>
          ${skippedCount > shown.length ? html`<p class="label">${strings.moreSkipped(number(skippedCount - shown.length), skippedCount - shown.length)}</p>` : nothing}
        </div>` : nothing}
    </div>`;
}
