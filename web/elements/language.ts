// What an element says, and in which language: the dictionary for the nearest `lang`, followed when it changes anywhere above the
// element, with the author's own strings in place of those that they name.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { dictionary, dictionaryLanguage, fetchDictionary, languageOf, replaced, type Dictionary, type Replacements } from '../i18n/index.ts';

/** An element's part of a dictionary. */
type Part = Exclude<keyof Dictionary, 'lang'>;

export class Language<Name extends Part> implements ReactiveController {
  #watch = new MutationObserver(() => this.#follow());
  #tag = '';
  #waited = false; // for the first dictionary
  #dictionary = dictionary('');
  #words: Dictionary[Name] | null = null; // of this dictionary and of these strings of the author's:
  #own: Replacements<Dictionary[Name]> | null | undefined;

  /** `own` gives the author's strings as they now are. */
  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly name: Name,
    private readonly own: () => Replacements<Dictionary[Name]> | null | undefined,
  ) {
    host.addController(this);
  }

  /** The words to show; the same object until the language or the author's strings change. */
  get words(): Dictionary[Name] {
    const own = this.own();
    if (!this.#words || own !== this.#own) {
      this.#own = own;
      this.#words = own ? replaced(this.#dictionary[this.name], own) : this.#dictionary[this.name];
    }
    return this.#words;
  }

  /** The language of those words, which what shows them carries as its `lang`: fonts and screen readers go by it. */
  get lang(): string {
    return this.own()?.lang ?? this.#dictionary.lang;
  }

  /** The dictionary's own language, whatever the author's strings are in. */
  get language(): string {
    return this.#dictionary.lang;
  }

  /** The first dictionary is still on its way: what is shown meanwhile keeps its room and is not seen. */
  get coming(): boolean {
    return !this.#waited;
  }

  hostConnected(): void {
    for (let root: Node = this.host.getRootNode(); ; root = root.host.getRootNode()) {
      this.#watch.observe(root, { attributes: true, attributeFilter: ['lang'], subtree: true });
      if (!(root instanceof ShadowRoot)) break;
    }
    this.#follow();
  }

  hostDisconnected(): void {
    this.#watch.disconnect();
  }

  #follow(): void {
    this.#tag = languageOf(this.host);
    this.#take();
    this.#waited ||= this.#dictionary.lang === dictionaryLanguage(this.#tag);
    void fetchDictionary(this.#tag).then(() => {
      this.#take();
      if (this.#waited) return;
      this.#waited = true;
      this.host.requestUpdate();
    });
  }

  #take(): void {
    const found = dictionary(this.#tag);
    if (found === this.#dictionary) return;
    this.#dictionary = found;
    this.#words = null;
    this.host.requestUpdate();
  }
}
