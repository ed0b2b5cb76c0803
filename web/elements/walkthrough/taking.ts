// Numbers leave a walkthrough as text, as LaTeX, or as lines of NumPy that reproduce them. What writes them is fetched when it is
// first asked for; the text goes to the clipboard where the page may, and stands selected where it may not.
import { html, nothing, type TemplateResult } from 'lit';
import type { WalkthroughStrings } from '../../i18n/walkthrough.ts';

export type Format = 'text' | 'latex' | 'numpy';

interface Stage {
  figure: HTMLElement & { requestUpdate(): void; updateComplete: Promise<boolean>; renderRoot: HTMLElement | DocumentFragment };
  strings(): WalkthroughStrings;
  say(sentence: string): void;
}

export class Taking {
  #shown: { text: string; copied: boolean } | null = null;

  /** `write` gives the text of what is shown. */
  constructor(private readonly stage: Stage, private readonly write: (format: Format) => Promise<string>) {}

  template(strings: WalkthroughStrings): TemplateResult {
    const button = (format: Format, text: string) => html`<button @click=${() => void this.#take(format)}>${text}</button>`;
    return html`
      <div class="taking">
        <div class="buttons">${button('text', strings.copyText)}${button('latex', strings.copyLatex)}${button('numpy', strings.copyNumpy)}</div>
        ${this.#shown ? html`
          <textarea readonly rows="8" spellcheck="false" aria-label=${strings.toCopy} .value=${this.#shown.text}></textarea>
          <p class="label">${this.#shown.copied ? strings.copied : strings.copyYourself}</p>` : nothing}
      </div>`;
  }

  async #take(format: Format): Promise<void> {
    const { figure } = this.stage;
    const text = await this.write(format);
    this.#shown = { text, copied: false };
    try {
      await navigator.clipboard.writeText(text);
      this.#shown = { text, copied: true };
      this.stage.say(this.stage.strings().copied);
      figure.requestUpdate();
    } catch {
      // A page without that right.
      figure.requestUpdate();
      await figure.updateComplete;
      figure.renderRoot.querySelector<HTMLTextAreaElement>('.taking textarea')?.select();
    }
  }
}
