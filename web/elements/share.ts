// How a figure leaves for another page: as an element, as an iframe, as a citation. The code names what was set on the figure
// and nothing else; a pasted figure opens as this one stands.
import { version } from '../../package.json';

/** Attributes that belong to one place and not to the figure. */
const ofThePlace = ['id', 'class', 'style', 'slot', 'part', 'hidden', 'worker-url', 'wasm-url', 'threads-url', 'threads-wasm-url', 'script-url'];

interface Settings { attribute?: string | false; state?: boolean }

/** What the reader made of a figure, by attribute: null where an attribute of its is no longer true. */
type Taken = Record<string, string | null>;

/** The attributes that would make an element like this one: as they were written, what its properties say now, and `taken`. */
function attributesOf(element: HTMLElement, taken: Taken): [name: string, value: string][] {
  const found = new Map<string, string>();
  for (const { name, value } of element.attributes) if (!ofThePlace.includes(name) && !name.startsWith('on')) found.set(name, value);
  const plain = document.createElement(element.localName) as unknown as Record<PropertyKey, unknown>;
  const { elementProperties } = element.constructor as unknown as { elementProperties: Map<PropertyKey, Settings> };
  for (const [property, { attribute, state }] of elementProperties) {
    const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
    if (attribute === false || state || ofThePlace.includes(name)) continue;
    const value = Object.hasOwn(taken, name) ? taken[name] : (element as unknown as Record<PropertyKey, unknown>)[property];
    if (value === null || value === undefined || value === false) found.delete(name);
    else if (found.has(name) || value !== plain[property]) found.set(name, value === true ? '' : String(value));
  }
  const model = found.get('model');
  if (model !== undefined) found.set('model', new URL(model, document.baseURI).href);
  return [...found];
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/**
 * Where elements.js is, seen from this module: beside it, or above it in the folder of chunks or of single elements. A bundle of
 * somebody else's has no such file: there the author says where one is, or the reader puts a host in.
 */
function scriptAt(given: string | null): string {
  if (given) return new URL(given, document.baseURI).href;
  const own = /^(https?:.*\/)(?:chunks\/[^/]+|elements\/[^/]+|elements|embed)\.js(?:\?.*)?$/.exec(import.meta.url);
  return own ? `${own[1]}elements.js` : 'https://your.host/lookback/elements.js';
}

/** A script and a tag. */
export function elementCode(element: HTMLElement, script: string | null, taken: Taken): string {
  const name = element.localName;
  const attributes = attributesOf(element, taken).map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}="${escaped(value)}"`)).join('');
  return `<script type="module" src="${escaped(scriptAt(script))}"></script>\n<${name}${attributes}></${name}>`;
}

/** The page with this figure alone; `taken` may hold attributes that it has not. */
export function frameAddress(element: HTMLElement, script: string | null, taken: Taken, lang: string): URL {
  const page = new URL('embed.html', scriptAt(script));
  page.searchParams.set('figure', element.localName.replace('lookback-', ''));
  for (const [key, value] of attributesOf(element, taken)) page.searchParams.set(key, value);
  if (lang !== 'en') page.searchParams.set('lang', lang);
  return page;
}

/** An iframe, for hosts that allow no scripts. */
export function frameCode(element: HTMLElement, script: string | null, taken: Taken, title: string, lang: string): string {
  const page = frameAddress(element, script, taken, lang);
  const high = (part: Element): number => part.getBoundingClientRect().height;
  // A frame opens with everything folded, and its figure keeps its room.
  const section = element.shadowRoot!.querySelector('section')!;
  const unfolded = [...section.querySelectorAll('details[open]')].filter((part) => !part.parentElement!.closest('details[open]'));
  const folded = unfolded.reduce((all, part) => all - high(part) + high(part.firstElementChild!), high(section));
  const height = Math.max(folded, parseFloat(getComputedStyle(section).minBlockSize) || 0) + high(element) - high(section);
  return `<iframe src="${escaped(page.href)}" title="${escaped(title)}" width="100%" height="${Math.ceil(height)}" frameborder="0" loading="lazy" allow="clipboard-write"></iframe>`;
}

/** A BibTeX entry; `line` says what the figure shows. */
export function bibtex(line: string): string {
  const year = new Date().getFullYear();
  return `@misc{lookback,
  title = {Lookback: the encoder-decoder models of 2014, trained in the page},
  note = {Version ${version}. ${line.replace(/[{}\\~^]/g, '').replace(/[%&#_$]/g, '\\$&')}},
  year = {${year}},
  howpublished = {\\url{${location.href.split('#')[0]!.replace(/([%#&_])/g, '\\$1')}}}
}`;
}
