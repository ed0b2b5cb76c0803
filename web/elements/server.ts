// What Lit's classes extend where there is no DOM, as on a server that imports the elements' module: enough to be defined, not
// to be used. In a browser these are the browser's own.
export const HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof globalThis.HTMLElement);
export const customElements = globalThis.customElements;
