// What the measurements print: tables, medians with their spread, and on what they were taken.
import os from 'node:os';

export { table } from '../demo/print.mjs';

const sorted = (values) => [...values].sort((a, b) => a - b);

/** The middle value; the mean of the two middle ones where there is an even number. */
export function median(values) {
  const all = sorted(values);
  const half = all.length >> 1;
  return all.length % 2 === 1 ? all[half] : (all[half - 1] + all[half]) / 2;
}

/** A number with three significant digits, at least. */
export function figure(value) {
  const digits = value === 0 || !Number.isFinite(value) ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Smallest and largest value. */
export const range = (values) => `${figure(Math.min(...values))} … ${figure(Math.max(...values))}`;

export const percent = (share) => `${Math.round(100 * share)} %`;

export const megabytes = (bytes) => bytes / 2 ** 20;

/** One line on what was measured on. */
export const machine = () =>
  `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}; Node ${process.versions.node}`;
