// Weights that a reader, or a page's author, puts in the place of the model's own: as text (`2: 0 0 1; 4: 0.5 0.5 0`, the decoding
// step from 0, then a weight for each source word), and what becomes of a row when one of its weights is changed.

export type Force = { step: number; weights: number[] }[];

/** Reads the text; null where it says something else. */
export function readForce(text: string | null): Force | null {
  const force: Force = [];
  for (const part of (text ?? '').split(';')) {
    if (part.trim() === '') continue;
    const match = /^\s*(\d{1,4})\s*:\s*([\d.e\s,-]+)$/i.exec(part);
    const weights = match?.[2]!.trim().split(/[\s,]+/).map(Number) ?? [];
    if (!match || !weights.every((weight) => Number.isFinite(weight) && weight >= 0) || !weights.some((weight) => weight > 0)) return null;
    force.push({ step: Number(match[1]), weights });
  }
  return force;
}

/** The text of some steps' weights, four digits each; null for none. */
export function writeForce(force: Force): string | null {
  return force.length === 0 ? null : force.map(({ step, weights }) => `${step}: ${weights.map((weight) => Number(weight.toFixed(4))).join(' ')}`).join('; ');
}

/** Whether a row has all its weight in one place, or in none: nothing then says in what proportions the others stand. */
export const alone = (row: readonly number[], column: number): boolean => row.reduce((sum, w, j) => (j === column ? sum : sum + w), 0) <= 1e-9;

/**
 * A row with another weight in one place; the others share what is left in their proportions. Where they had nothing, it is in those
 * of `own`, the row that the model makes itself, and evenly where they had nothing there either.
 */
export function reweighted(row: readonly number[], column: number, weight: number, own: readonly number[] = row): number[] {
  const like = alone(row, column) ? (alone(own, column) ? row.map(() => 1) : own) : row;
  const others = like.reduce((sum, w, j) => (j === column ? sum : sum + w), 0);
  return like.map((w, j) => (j === column ? weight : (w * (1 - weight)) / others));
}

/** The same with all of it in one place. */
export const only = (row: readonly number[], column: number): number[] => row.map((_, j) => (j === column ? 1 : 0));

/** How a text differs from the one before it, place by place, as a figure counts what is wrong: places of the one before where it has something else or nothing, and how many tokens it goes on for. */
export function differing(before: readonly string[], now: readonly string[]): { places: number; of: number; more: number } {
  return { places: before.filter((token, i) => token !== now[i]).length, of: before.length, more: Math.max(0, now.length - before.length) };
}
