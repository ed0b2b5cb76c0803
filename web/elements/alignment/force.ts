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

/** A row with another weight in one place; the others share what is left in their proportions, or evenly where they had nothing. */
export function reweighted(row: readonly number[], column: number, weight: number): number[] {
  const others = row.reduce((sum, w, j) => (j === column ? sum : sum + w), 0);
  return row.map((w, j) => (j === column ? weight : others > 1e-9 ? (w * (1 - weight)) / others : (1 - weight) / (row.length - 1)));
}

/** The same with all of it in one place. */
export const only = (row: readonly number[], column: number): number[] => row.map((_, j) => (j === column ? 1 : 0));

/** What two texts have in common, in order: for each token of either, whether the other has it too (longest common subsequence). */
export function common(a: readonly string[], b: readonly string[]): [inA: boolean[], inB: boolean[]] {
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) longest[i]![j] = a[i] === b[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  }
  const [inA, inB] = [a.map(() => false), b.map(() => false)];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) inA[i++] = inB[j++] = true;
    else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) i++;
    else j++;
  }
  return [inA, inB];
}
