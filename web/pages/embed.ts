// One figure alone on a page, for the iframe of a host that allows no scripts. The query says which: `figure=alignment`, and any
// attribute of it, such as `encoder=forward`; `lang` and `scheme` (`light`, `dark`) are the page's. Without `figure` it is an alignment; one
// that there is not is said, with those that there are. The page tells the host how high the figure is, `{ lookback: 'height', height }` in CSS pixels, whenever that changes.
import { LookbackAlignment, LookbackBottleneck, LookbackExplorer, LookbackTrainer, LookbackWalkthrough } from '../elements/index.ts';
import { properties } from '../elements/theme.ts';

const asked = new URLSearchParams(location.search);

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${properties(':root')}:root{background:var(--lb-paper);color:var(--lb-ink)}body{margin:0;padding:0 var(--lb-3)}`);
document.adoptedStyleSheets.push(sheet);

const root = document.documentElement;
root.lang = asked.get('lang') ?? 'en';
const scheme = asked.get('scheme');
if (scheme === 'light' || scheme === 'dark') root.style.setProperty('color-scheme', scheme);

const elements: Record<string, { readonly observedAttributes: string[] }> =
  { alignment: LookbackAlignment, bottleneck: LookbackBottleneck, explorer: LookbackExplorer, trainer: LookbackTrainer, walkthrough: LookbackWalkthrough };
const given = asked.get('figure') ?? 'alignment';
const name = given.toLowerCase();
const known = Object.hasOwn(elements, name);
const figure = document.createElement(known ? `lookback-${name}` : 'p');
if (known) {
  // A query may say what a figure has an attribute for; where its code comes from is not for a query to say.
  const allowed = elements[name]!.observedAttributes.filter((attribute) => !attribute.endsWith('-url'));
  for (const [key, value] of asked) {
    if (allowed.includes(key.toLowerCase())) figure.setAttribute(key.toLowerCase(), value);
  }
} else {
  figure.lang = 'en';
  figure.textContent = `There is no figure '${given.slice(0, 40)}'; \`figure\` is one of '${Object.keys(elements).join("', '")}'.`;
}
const main = document.createElement('main');
main.append(figure);
document.body.append(main);

const tell = () => parent.postMessage({ lookback: 'height', height: Math.ceil(root.getBoundingClientRect().height) }, '*');
if (parent !== window) new ResizeObserver(tell).observe(root);
