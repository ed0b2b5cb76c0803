// Numbers as the figures print them, the same in every language: a true minus sign, thin spaces between thousands, a point, and
// a fixed count of digits after it. Intl rounds and groups; the signs are ours.

const thin = '\u202f'; // narrow no-break space
const signs: Partial<Record<Intl.NumberFormatPartTypes, string>> = { group: thin, minusSign: '\u2212' };
const formats: Intl.NumberFormat[] = []; // by the digits after the point

/** `x` with `digits` after the point: −12 345.60. */
export function number(x: number, digits = 0): string {
  if (!Number.isFinite(x)) return '–';
  const format = formats[digits] ??= new Intl.NumberFormat('en', {
    minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative', useGrouping: 'min2',
  });
  return format.formatToParts(x).map(({ type, value }) => signs[type] ?? value).join('');
}

/** A share 0…1 as a percentage: 98.4 %. */
export function percent(share: number, digits = 1): string {
  return Number.isFinite(share) ? `${number(100 * share, digits)}${thin}%` : '–';
}
