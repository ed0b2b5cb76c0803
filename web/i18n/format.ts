// Numbers as the figures print them: a true minus sign, thin spaces between thousands, and a fixed count of digits
// after the point.

const thin = '\u202f'; // narrow no-break space

/** `x` with `digits` after the point: −1 234.50. */
export function number(x: number, digits = 0): string {
  if (!Number.isFinite(x)) return '–';
  const text = Math.abs(x).toFixed(digits);
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, thin) : whole;
  const sign = x < 0 && Number(text) !== 0 ? '\u2212' : '';
  return sign + grouped + (fraction === undefined ? '' : `.${fraction}`);
}

/** A share 0…1 as a percentage: 98.4 %. */
export function percent(share: number, digits = 1): string {
  return Number.isFinite(share) ? `${number(100 * share, digits)}${thin}%` : '–';
}
