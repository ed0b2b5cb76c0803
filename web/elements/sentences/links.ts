// The alignment that is known of a pair, as a grid outlines it: the source positions of each target row.
import type { Alignment, Pair } from '../../engine/types.ts';

export interface Known { sure: number[][]; possible: number[][] }

/** What a grid is given of an alignment: itself, the places outlined, and rows to keep room for (0: as many as there are). */
export interface Drawn {
  alignment: Alignment | null;
  gold: readonly (number | readonly number[])[] | null;
  possible: readonly (readonly number[])[] | null;
  reserveRows: number;
}

/** Sure and possible places of each target token; null where nothing is known. */
export function knownLinks({ sure, possible = [] }: Pair): Known | null {
  return sure?.some((places) => places.length > 0) ? { sure, possible } : null;
}

/** How many pairs of a sentence's sure links cross: what bends the diagonal. */
export function crossings(pair: Pair): number {
  const links = pair.sure?.flatMap((places, target) => places.map((source) => ({ target, source }))) ?? [];
  return links.filter((a, i) => links.slice(i + 1).some((b) => (a.target - b.target) * (a.source - b.source) < 0)).length;
}
