// Defines an element under its name. Loading a module twice, or two copies of it, is harmless: a name already taken stays with
// the copy that came first. On a server, where there are no elements, nothing is defined and nothing throws.

export function define(name: string, element: CustomElementConstructor): void {
  if (typeof document !== 'undefined' && !customElements.get(name)) customElements.define(name, element);
}
