// What is read off a row or a column of weights: sums, the entropy −Σ α ln α in nats, and where the largest lies.
import type { Alignment } from '../../engine/types.ts';

export interface Row { sum: number; entropy: number; peak: number; at: number }

export function readRow(weights: readonly number[]): Row {
  const peak = Math.max(...weights);
  return {
    sum: weights.reduce((sum, w) => sum + w, 0),
    entropy: weights.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0),
    peak,
    at: weights.indexOf(peak),
  };
}

/** How much a source word was looked at in all: Σ_i α_ij. */
export const columnSum = ({ weights }: Alignment, column: number): number => weights.reduce((sum, row) => sum + (row[column] ?? 0), 0);
