// Symbols and their definitions: a list of what each letter stands for, in its role's colour, to which a press on the symbol leads
// wherever it stands in a formula; pointing at it marks it in all of them.
import { html, nothing, type TemplateResult } from 'lit';
import type { WalkthroughStrings } from '../../i18n/walkthrough.ts';
import { letter, math, op } from './formula.ts';
import type { Role } from './quantity.ts';

/** A letter and what it stands for. */
export interface Definition {
  /** As formulas say it (`data-of`): 'h', 'W_a', 'h~'. One without a label below is that of every label that has none of its own. */
  of: string;
  /** Whose colours it wears. */
  roles: readonly Role[];
  /** Its index. */
  index?: string;
  meaning: string;
  /** Where it is made. */
  place?: { id: string; title: string } | undefined;
}

export class Symbols {
  #marked: string | null = null;

  constructor(private readonly figure: { readonly renderRoot: HTMLElement | DocumentFragment }) {}

  template(definitions: readonly Definition[], strings: WalkthroughStrings): TemplateResult {
    return html`<dl class="symbols">${definitions.map(({ of, roles, index = '', meaning, place }) => {
      const [name = '', label = ''] = of.split('_');
      return html`<div><dt tabindex="-1" data-defines=${of}>${math(roles.map((role) => letter(name, role, index, label)).join(op(',')))}</dt>
        <dd>${meaning}${place ? html` <button type="button" class="quiet" @click=${() => this.#goTo(place.id)}>${strings.defined(place.title)}</button>` : nothing}</dd></div>`;
    })}</dl>`;
  }

  #goTo(id: string): void {
    this.figure.renderRoot.querySelector<HTMLElement>(`#step-${id}`)?.focus();
  }

  /** The symbol that an event is on; none on a control, which does what it is there for. */
  #at(event: Event): string | null {
    return (event.target as Element).closest<HTMLElement>('[data-of]')?.dataset.of ?? null;
  }

  /** Pointing at a symbol marks it wherever it stands. */
  readonly pointed = (event: Event): void => this.#mark(this.#at(event));
  readonly rested = (): void => this.#mark(null);

  #mark(name: string | null): void {
    if (name === this.#marked) return;
    this.#marked = name;
    for (const each of this.figure.renderRoot.querySelectorAll('.marked')) each.classList.remove('marked');
    if (name !== null) for (const each of this.figure.renderRoot.querySelectorAll(`[data-of="${CSS.escape(name)}"]`)) each.classList.add('marked');
  }

  /** A press on a symbol leads to its definition. */
  readonly clicked = (event: Event): void => {
    const name = this.#at(event);
    if (name === null || (event.target as Element).closest('button')) return;
    const definition = [name, name.split('_')[0]!].map((of) => this.figure.renderRoot.querySelector<HTMLElement>(`[data-defines="${CSS.escape(of)}"]`)).find((found) => found !== null);
    if (!definition) return;
    const details = definition.closest('details');
    if (details) details.open = true;
    definition.focus();
  };
}
