// The colours keep their promises: contrast (WCAG 2), distance for the common colour-vision deficiencies (Machado, Oliveira and
// Fernandes 2009, full severity), and an even scale for weights. Distances are in OKLab, times 100.
import { describe, expect, test } from 'vitest';
import { neutrals, properties, roles, weightClass, weightStops, weightSteps } from '../../web/elements/theme.ts';
import { contrast, light, type Triple } from './contrast.ts';

/** OKLab of linear RGB. */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const distance = (a: Triple, b: Triple) => 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const sights: Record<string, number[]> = {
  'normal sight': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

const seen = (hex: string, m: number[]): Triple => {
  const rgb = light(hex);
  return oklab([0, 3, 6].map((row) => Math.min(1, Math.max(0, m[row]! * rgb[0] + m[row + 1]! * rgb[1] + m[row + 2]! * rgb[2]))) as Triple);
};

const schemes = ['light', 'dark'] as const;

for (const [k, scheme] of schemes.entries()) {
  describe(scheme, () => {
    const backgrounds = [neutrals.paper[k]!, neutrals.surface[k]!];
    const texts = { ...roles, ink: neutrals.ink, muted: neutrals.muted };

    for (const [name, pair] of Object.entries(texts)) {
      test(`${name} reads at 4.5 : 1 on both backgrounds`, () => {
        for (const background of backgrounds) expect(contrast(pair[k]!, background)).toBeGreaterThanOrEqual(4.5);
      });
    }

    for (const [sight, matrix] of Object.entries(sights)) {
      test(`the five roles stay apart for ${sight}`, () => {
        const colours = Object.values(roles).map((pair) => seen(pair[k]!, matrix));
        const between = colours.flatMap((a, i) => colours.slice(i + 1).map((b) => distance(a, b)));
        expect(Math.min(...between)).toBeGreaterThan(10);
      });
    }

    test('the scale for weights is even in lightness and runs away from the background', () => {
      const lightness = weightStops[scheme].map((hex) => 100 * oklab(light(hex))[0]);
      const steps = lightness.slice(1).map((x, i) => x - lightness[i]!);
      const mean = (lightness[4]! - lightness[0]!) / 4;
      for (const step of steps) expect(Math.abs(step / mean - 1)).toBeLessThan(0.03);
      const paper = 100 * oklab(light(neutrals.paper[k]!))[0];
      expect(Math.abs(lightness[0]! - paper)).toBeLessThan(17);
      expect(Math.abs(lightness[4]! - paper)).toBeGreaterThan(70);
    });

    test('for no sight does a later step of the scale look like an earlier one', () => {
      for (const matrix of Object.values(sights)) {
        const stops = weightStops[scheme].map((hex) => seen(hex, matrix));
        stops.slice(1).forEach((stop, i) => expect(distance(stop, stops[i]!)).toBeGreaterThan(10));
      }
    });
  });
}

test('a weight’s class is its nearest step, and weights outside 0 to 1 take the ends', () => {
  expect(weightClass(0)).toBe('w0');
  expect(weightClass(0.5)).toBe(`w${weightSteps / 2}`);
  expect(weightClass(1)).toBe(`w${weightSteps}`);
  expect(weightClass(-0.1)).toBe('w0');
  expect(weightClass(1.1)).toBe(`w${weightSteps}`);
});

test('every colour can be replaced by the author and follows the scheme', () => {
  const css = properties(':host');
  for (const [name, [bright, dark]] of Object.entries({ ...roles, ...neutrals })) {
    expect(css).toContain(`--lb-${name}:var(--lookback-${name},light-dark(${bright},${dark}))`);
  }
});
