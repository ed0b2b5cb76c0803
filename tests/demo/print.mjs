// Tables and figures as the demonstrations print them.

/** Rows of cells in columns, right-aligned; the first row is the heading. */
export function table(rows) {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => String(row[c]).length)));
  const line = (row) => row.map((cell, c) => String(cell).padStart(widths[c])).join('  ');
  return [line(rows[0]), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.slice(1).map(line)].join('\n');
}

export const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Rows of weights, two decimals; the largest of a row in brackets. */
export function matrix(weights) {
  return weights.map((row) => row.map((weight) => (weight === Math.max(...row) ? `[${weight.toFixed(2)}]` : ` ${weight.toFixed(2)} `)).join(' '));
}
