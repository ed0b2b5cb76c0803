// The one place where colours, type and spacing are defined: five role colours, the neutrals, the sequential scale for
// weights, and the spacing scale, each for a light and a dark background. Elements adopt `theme`; the page's stylesheet gets
// the same properties at :root. An author overrides any of them by setting `--lookback-<name>` anywhere above an element.
//
// The role colours were searched for: at least 4.5 : 1 against both backgrounds of their scheme, and at least 10 apart in
// OKLab (×100) for normal sight and for Machado's simulations of protanopia, deuteranopia and tritanopia. A test holds that.
import { unsafeCSS } from 'lit';

/** [light, dark] of each role; a symbol wears its role's colour in formulas, figures, tables and charts alike. */
export const roles = {
  source: ['#293bb2', '#5aa4ff'], // source words and annotations h
  target: ['#ab581a', '#ffb27c'], // target words and the query s
  weights: ['#4d3f02', '#b39a20'], // energies e and the weights α
  context: ['#197b80', '#6feae2'], // the context c
  loss: ['#800464', '#ea5aa8'], // loss, error, what went wrong
} as const;

export const neutrals = {
  paper: ['#fdfcf8', '#14161a'],
  surface: ['#f6f4ed', '#1c1f24'],
  ink: ['#1d1b17', '#e9e6de'],
  muted: ['#5f5b52', '#a9a69e'],
  rule: ['#d8d4c8', '#3a3e46'],
} as const;

/**
 * Five stops of the scale for weights, 0 to 1, equally spaced in OKLab lightness and mixed in OKLab: paper to ink on light,
 * ink to paper on dark, so that "more" is always further from the background. The hues are cividis': navy, grey, straw.
 */
export const weightStops = {
  light: ['#f5f0e0', '#c7b676', '#86805a', '#3b4c6a', '#0d1945'],
  dark: ['#222a3c', '#40547f', '#7b8597', '#c3b885', '#f7efbd'],
} as const;

const colours: [name: string, light: string, dark: string][] = [
  ...Object.entries({ ...neutrals, ...roles }).map(([name, [light, dark]]): [string, string, string] => [name, light, dark]),
  ...weightStops.light.map((light, k): [string, string, string] => [`weight-${k}`, light, weightStops.dark[k]!]),
];

// A Latin face stands before every Chinese one: the latter's quotation marks are a full square wide.
const stacks = (script: 'SC' | 'TC') => ({
  serif: `Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, Cambria, "Noto Serif", "Liberation Serif", "DejaVu Serif", "Songti ${script}", "Noto Serif CJK ${script}", serif`,
  sans: `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, "PingFang ${script}", "Noto Sans CJK ${script}", sans-serif`,
});
/** The faces of a script's pages, as declarations. */
export const faces = (script: 'SC' | 'TC'): string =>
  Object.entries(stacks(script)).map(([name, stack]) => `--lb-${name}:var(--lookback-${name},${stack})`).join(';');
const constants: Record<string, string> = {
  ...stacks('SC'),
  1: '0.25rem', 2: '0.5rem', 3: '0.75rem', 4: '1rem', 5: '1.5rem', 6: '2.5rem', 7: '4rem',
};

/**
 * The custom properties as a rule for `selector`. Internal names are `--lb-…`, each reading the author's `--lookback-…` first.
 * Colours follow the used `color-scheme` through light-dark(); browsers without it (Safari before 17.5) get the light ones.
 */
export function properties(selector: string): string {
  const rule = (value: (light: string, dark: string) => string) =>
    `${selector}{${colours.map(([name, light, dark]) => `--lb-${name}:var(--lookback-${name},${value(light, dark)})`).join(';')}}`;
  const fixed = Object.entries(constants).map(([name, value]) => `--lb-${name}:var(--lookback-${name},${value})`).join(';');
  return `${rule((light) => light)}${selector}{${fixed}}@supports (color:light-dark(#000,#fff)){${rule((light, dark) => `light-dark(${light},${dark})`)}}`;
}

/** How many steps the scale is cut into for cells: neighbours differ by about one step of 8-bit lightness. */
export const weightSteps = 64;

/** The class that colours a cell for weight `w` in 0…1. */
export function weightClass(w: number): string {
  return `w${Math.round(Math.min(1, Math.max(0, w)) * weightSteps)}`;
}

function weightRules(): string {
  const rules: string[] = [];
  for (let k = 0; k <= weightSteps; k++) {
    const at = (4 * k) / weightSteps;
    const low = Math.min(3, Math.floor(at));
    const share = Math.round((at - low) * 1000) / 10;
    rules.push(`.w${k}{fill:color-mix(in oklab,var(--lb-weight-${low + 1}) ${share}%,var(--lb-weight-${low}))}`);
  }
  return rules.join('');
}

/** Rules for cells whose class is `weightClass(w)`. */
export const weightScale = unsafeCSS(weightRules());

/** Many characters differ in shape between the two Chinese scripts, so content in the other one names its own faces. */
const traditional = `[lang=zh-Hant]{${faces('TC')};font-family:var(--lb-sans)}`;

/**
 * What every element starts from. The scheme is the page's own `color-scheme`; the attribute `scheme="light|dark"` or the
 * property --lookback-color-scheme sets it for one figure.
 */
export const theme = unsafeCSS(`${properties(':host')}
:host{display:block;box-sizing:border-box;color-scheme:var(--lookback-color-scheme,inherit);color:var(--lb-ink);background:var(--lb-paper);
font:0.9375rem/1.45 var(--lb-sans);font-variant-numeric:tabular-nums lining-nums;text-align:start;-webkit-text-size-adjust:100%}
:host([scheme=light]){color-scheme:light}:host([scheme=dark]){color-scheme:dark}
:host([hidden]){display:none}
${traditional}
*,*::before,*::after{box-sizing:border-box}
.sr{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--lb-source);outline-offset:2px}`);
