// Contrast of two colours as WCAG 2 defines it: (L₁ + 0.05) / (L₂ + 0.05), L the relative luminance, the larger one above.

export type Triple = [number, number, number];

const channels = (hex: string): Triple => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255) as Triple;
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** Linear RGB, 0 to 1, of `#rrggbb`. */
export const light = (hex: string): Triple => channels(hex).map(linear) as Triple;

/** Contrast of two colours `#rrggbb`, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [a, b].map((hex) => {
    const [red, green, blue] = light(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  }) as [number, number];
  return Math.max(x, y) / Math.min(x, y);
}
