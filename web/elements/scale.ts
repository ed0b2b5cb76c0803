// The scale for weights where there is no CSS to mix it: in a picture that stands alone, and on a canvas.
import { weightSteps, weightStops } from './theme.ts';

// OKLab of sRGB and back (Ottosson, 2020), as CSS mixes colours.
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const curved = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
type Triple = [number, number, number];
const times = (m: readonly Triple[], v: Triple): Triple => m.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as Triple;
const toCones: Triple[] = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const toLab: Triple[] = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]];
const fromLab: Triple[] = [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.291485548]];
const fromCones: Triple[] = [[4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965], [-0.0041960863, -0.7034186147, 1.707614701]];
const oklab = (hex: string): Triple =>
  times(toLab, times(toCones, [1, 3, 5].map((k) => linear(parseInt(hex.slice(k, k + 2), 16) / 255)) as Triple).map(Math.cbrt) as Triple);
const hex = (lab: Triple): string => `#${times(fromCones, times(fromLab, lab).map((c) => c ** 3) as Triple)
  .map((c) => Math.round(255 * Math.min(1, Math.max(0, curved(c)))).toString(16).padStart(2, '0')).join('')}`;

/** The colour of step k of the scale (0 to `weightSteps`), where there is no CSS to mix it: 0 for light, 1 for dark. */
export function weightColour(k: number, scheme: 0 | 1): string {
  const stops = scheme === 0 ? weightStops.light : weightStops.dark;
  const at = (4 * k) / weightSteps;
  const low = Math.min(3, Math.floor(at));
  const [from, to] = [oklab(stops[low]!), oklab(stops[low + 1]!)];
  return hex(from.map((c, i) => c + (at - low) * (to[i]! - c)) as Triple);
}
