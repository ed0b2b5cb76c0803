// One figure alone on a page, for the iframe of a host that allows no scripts. The query says which: `figure=alignment`, and any
// attribute of it, such as `encoder=forward`; `lang` and `scheme` (`light`, `dark`) are the page's. The page tells the host how
// high the figure is, `{ lookback: 'height', height }` in CSS pixels, whenever that changes.
import '../elements/index.ts';
import { properties } from '../elements/theme.ts';

const asked = new URLSearchParams(location.search);

// Where code comes from is not for a query to say; everything else is checked by whoever uses it.
const refused = ['worker-url', 'wasm-url', 'threads-url', 'threads-wasm-url', 'script-url', 'figure', 'lang', 'scheme', 'style', 'id', 'class', 'slot', 'part'];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${properties(':root')}:root{background:var(--lb-paper);color:var(--lb-ink)}body{margin:0;padding:0 var(--lb-3)}`);
document.adoptedStyleSheets.push(sheet);

const root = document.documentElement;
root.lang = asked.get('lang') ?? 'en';
const scheme = asked.get('scheme');
if (scheme === 'light' || scheme === 'dark') root.style.setProperty('color-scheme', scheme);

const name = `lookback-${asked.get('figure') ?? 'alignment'}`;
const figure = document.createElement(customElements.get(name) ? name : 'lookback-alignment');
for (const [key, value] of asked) {
  if (/^[a-z][a-z-]*$/.test(key) && !key.startsWith('on') && !refused.includes(key)) figure.setAttribute(key, value);
}
const main = document.createElement('main');
main.append(figure);
document.body.append(main);

const tell = () => parent.postMessage({ lookback: 'height', height: Math.ceil(root.getBoundingClientRect().height) }, '*');
if (parent !== window) new ResizeObserver(tell).observe(root);
