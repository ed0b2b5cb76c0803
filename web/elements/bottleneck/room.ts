// How high <lookback-bottleneck> is at least, in rem by its width in rem; a test measures it.
import type { Room } from '../room.ts';

export const bottleneckRoom: Room = {
  steps: [[0, 86.25], [20, 82.5], [28, 81.75], [30, 77.5], [35, 68], [38, 71.75], [46, 56.5]],
  words: [[0, 69.25], [35, 64.5], [46, 52.5]],
  noted: [[0, 69.25], [35, 64.5], [46, 52.5]],
  asks: [[0, 69.25], [35, 64.5], [46, 52.5]],
};
