// How high <lookback-alignment> is at least, in rem by its width in rem; a test measures it.
import type { Room } from '../room.ts';

export const alignmentRoom: Room = {
  steps: [[0, 63.75], [30, 55.75], [46, 45.25]],
  words: [[0, 73], [26, 71.25], [30, 66.75], [46, 62.25]],
  noted: [[0, 77], [20, 75.75], [26, 74.25], [30, 69.5], [46, 65.25]],
  asks: [[0, 39.75], [20.5, 38.25], [22.5, 36.75], [30, 32.75], [35, 29.75], [46, 28.5], [56.25, 25.5]],
};
