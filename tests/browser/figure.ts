// Reads a trainer figure off the screen, by what a reader sees: its labels, its numbers, the table behind its picture.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Figure {
  root: Locator;
  button(name: string | RegExp): Locator;
  /** The value beside a label, such as `State` or `Loss, nats`. */
  value(label: string): Promise<string>;
  /** The same, as a number: 98.4 for `98.4 %`, NaN for `–`. */
  figure(label: string): Promise<number>;
  state(): Promise<string>;
  until(state: string, timeout?: number): Promise<void>;
  updates(): Promise<number>;
  digits: Locator;
  /** The digits it wrote for the reader's own sequence, and the verdict. */
  written(): Promise<{ digits: string; verdict: string }>;
  /** The weights of the reader's own alignment, from its table: a row of numbers for each target row. */
  weights(): Promise<{ rows: string[]; columns: string[]; weights: number[][] }>;
}

const numeric = (text: string) => (text === '–' ? NaN : Number(text.replace(/[\s\u202f%]/g, '').replace('\u2212', '-')));

/** The figure in `element`, such as `#backward`. */
export function figureOf(page: Page, element: string): Figure {
  const root = page.locator(element);
  const cell = (label: string) => root.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) }).locator('dd').first();
  const value = async (label: string) => ((await cell(label).textContent()) ?? '').trim();
  const figure = async (label: string) => numeric(await value(label));
  const state = async () => (await value('State')).replace(/^\S+\s/, '');
  return {
    root,
    button: (name) => root.getByRole('button', { name }),
    value,
    figure,
    state,
    async until(wanted, timeout = 30_000) {
      await root.locator('.phase dd', { hasText: new RegExp(`^\\S+ ${wanted}$`) }).waitFor({ timeout });
    },
    updates: () => figure('Updates of'),
    digits: root.getByRole('textbox', { name: 'Your digits' }),
    async written() {
      const own = root.locator('.own');
      return { digits: (await own.locator('.digits').innerText()).trim(), verdict: (await own.locator('.verdict').innerText()).trim() };
    },
    weights: () => root.locator('.own lookback-grid table').evaluate((table: HTMLTableElement) => {
      const cells = (row: HTMLTableRowElement) => [...row.cells].map((td) => td.textContent ?? '');
      const body = [...table.tBodies[0]!.rows].map(cells);
      return {
        columns: cells(table.tHead!.rows[0]!).slice(1),
        rows: body.map((row) => row[0]!),
        weights: body.map((row) => row.slice(1).map((text) => parseFloat(text))),
      };
    }),
  };
}

/** The column of each row's largest weight. */
export const peaks = (weights: number[][]): number[] => weights.map((row) => row.indexOf(Math.max(...row)));

/** What `value` gives, asked again until it is as expected or ten seconds have passed. */
export const soon = <T>(value: () => T | Promise<T>) => expect.poll(value, { timeout: 10_000 });
