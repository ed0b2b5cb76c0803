// <lookback-grid> alone: its squares, its labels, its table, its focus, and how little it does to repaint.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weightStops } from '../../web/elements/theme.ts';
import { launchChromium } from './chromium.ts';
import { soon } from './figure.ts';
import { contrast } from './contrast.ts';
import { serve, type Served } from './serve.ts';

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>alignment</title>
<script type="module" src="/elements.js"></script>
<style>body { margin: 20px; inline-size: 600px }</style><lookback-grid legend></lookback-grid>`;

const european = {
  rows: ['the', 'European', 'Economic', 'Area', '<eos>'],
  columns: ['la', 'zone', 'économique', 'européenne'],
  weights: [[0.9, 0.05, 0.03, 0.02], [0.02, 0.08, 0.1, 0.8], [0.01, 0.09, 0.85, 0.05], [0.02, 0.9, 0.04, 0.04], [0.25, 0.25, 0.25, 0.25]],
};

let served: Served;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [served, browser] = await Promise.all([serve(['dist'], {}, { '/index.html': html }), launchChromium()]);
  page = await browser.newPage({ viewport: { width: 700, height: 700 }, reducedMotion: 'reduce' });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const element = () => page.locator('lookback-grid');

async function draw(data: { rows: string[]; columns: string[]; weights: number[][] } | null, more: Record<string, unknown> = {}): Promise<void> {
  await page.goto(`${served.origin}/`);
  await element().evaluate(async (figure, [data, more]) => {
    await customElements.whenDefined('lookback-grid');
    Object.assign(figure, { alignment: data }, more);
    await (figure as unknown as { updateComplete: Promise<unknown> }).updateComplete;
  }, [data, more] as const);
}

test('larger weights are darker, all squares square, and the legend says from what to what', async () => {
  await draw(european);
  const cells = await element().locator('g.row').evaluateAll((rows) => rows.map((row) =>
    [...row.querySelectorAll('rect:not(.back):not(.gold)')].map((rect) => {
      const [, lightness] = /oklab\(([\d.]+)/.exec(getComputedStyle(rect).fill) ?? [];
      const { width, height } = rect.getBoundingClientRect();
      return { lightness: Number(lightness), square: Math.abs(width - height) < 0.01 };
    })));
  const flat = european.weights.flatMap((row, i) => row.map((w, j) => ({ w, ...cells[i]![j]! })));
  for (const { square } of flat) expect(square).toBe(true);
  const sorted = [...flat].sort((a, b) => a.w - b.w);
  sorted.slice(1).forEach((cell, k) => {
    if (cell.w > sorted[k]!.w + 0.02) expect(cell.lightness).toBeLessThan(sorted[k]!.lightness);
  });
  expect((await element().locator('.legend').innerText()).replace(/\s+/g, ' ')).toContain('α weight 0 1');
});

test('short words stand upright, long ones are turned and still inside the figure', async () => {
  await draw({ rows: ['4', '9'], columns: ['9', '4'], weights: [[0, 1], [1, 0]] });
  expect(await element().locator('text.source.turned').count()).toBe(0);
  await draw(european);
  expect(await element().locator('text.source.turned').count()).toBe(4);
  const [outer, ...words] = await element().evaluate((figure) => [figure, ...figure.shadowRoot!.querySelectorAll('text')].map((e) => {
    const { left, right, top } = e.getBoundingClientRect();
    return { left, right, top };
  }));
  for (const word of words) {
    expect(word.left).toBeGreaterThanOrEqual(outer!.left - 1);
    expect(word.right).toBeLessThanOrEqual(outer!.right + 1);
    expect(word.top).toBeGreaterThanOrEqual(outer!.top - 1);
  }
});

test('a screen reader meets a table of the same words and weights', async () => {
  await draw(european, { gold: [0, 3, 2, 1, -1], label: 'English from French' });
  const grid = element().getByRole('grid', { name: 'English from French' });
  expect(await grid.getByRole('columnheader').allTextContents()).toEqual(['target \\ source', ...european.columns]);
  expect(await grid.getByRole('rowheader').allTextContents()).toEqual(['the', 'European', 'Economic', 'Area', 'end']);
  expect(await grid.getByRole('gridcell').allTextContents()).toEqual(european.weights.flatMap((row, i) =>
    row.map((w, j) => w.toFixed(3) + ([0, 3, 2, 1, -1][i] === j ? ', true place' : ''))));
});

test('pointing at a row lifts its words and draws a ribbon as wide as each weight; leaving undoes it', async () => {
  await draw(european);
  const cell = element().locator('g.row').nth(1).locator('rect:not(.back)').nth(3);
  const row = (await cell.boundingBox())!;
  await cell.hover();
  expect(await element().locator('.value').innerText()).toBe('α = 0.800, writing European, looking at européenne');
  const widths = await element().locator('path.ribbon').evaluateAll((ribbons) => ribbons.map((ribbon) => Number(ribbon.getAttribute('stroke-width'))));
  expect(widths[3]! / widths[2]!).toBeCloseTo(8, 1);
  expect(await element().locator('g.lift').nth(3).evaluate((lift) => new DOMMatrix(getComputedStyle(lift).transform).f)).toBeCloseTo(-5.6, 1);
  const value = (await element().locator('.value').boundingBox())!;
  expect(value.y).toBeGreaterThanOrEqual(row.y + row.height);
  await page.mouse.move(690, 690);
  await soon(() => element().locator('path.ribbon').count()).toBe(0);
});

test('true places are outlines around their squares', async () => {
  await draw(european, { gold: [0, 3, 2, 1, -1] });
  const outlines = await element().locator('g.row').evaluateAll((rows) => rows.map((row) => {
    const gold = row.querySelector('rect.gold')!;
    const cells = [...row.querySelectorAll('rect:not(.back):not(.gold)')];
    if (gold.getAttribute('visibility') === 'hidden') return -1;
    return cells.findIndex((cell) => Math.abs(Number(cell.getAttribute('x')) - Number(gold.getAttribute('x'))) <= 1);
  }));
  expect(outlines).toEqual([0, 3, 2, 1, -1]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the outline of a true place is seen on the darkest and the palest square, ${colorScheme}`, async () => {
    await draw(european, { gold: [0, 3, 2, 1, -1] });
    await element().evaluate((figure, scheme) => figure.style.setProperty('--lookback-color-scheme', scheme), colorScheme);
    const hex = (colour: string) => `#${/(\d+), (\d+), (\d+)/.exec(colour)!.slice(1).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
    const [under, over] = (await element().locator('g.row').first().locator('rect.gold').evaluateAll((list) => list.map((rect) => {
      const { stroke, strokeWidth } = getComputedStyle(rect);
      return { stroke, width: parseFloat(strokeWidth) };
    })));
    // Beside the ink stands a band of paper at least a pixel wide; one of the two differs from whatever square they are on.
    expect(under!.width - over!.width).toBeGreaterThanOrEqual(2);
    for (const square of [...weightStops[colorScheme]]) {
      expect(Math.max(contrast(square, hex(under!.stroke)), contrast(square, hex(over!.stroke)))).toBeGreaterThan(3);
    }
    expect(contrast(hex(under!.stroke), hex(over!.stroke))).toBeGreaterThan(7);
  });
}

test('before there are weights it keeps the size it will have', async () => {
  await draw({ rows: [], columns: ['4', '9', '3'], weights: [] }, { reserveRows: 4 });
  const before = await element().boundingBox();
  expect(await element().getByRole('gridcell').allTextContents()).toEqual(new Array(12).fill('–'));
  await element().evaluate((figure) => Object.assign(figure, {
    alignment: { rows: ['3', '9', '4', '<eos>'], columns: ['4', '9', '3'], weights: [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0.3, 0.3, 0.4]] },
  }));
  await soon(() => element().locator('rect.none').count()).toBe(0);
  expect(await element().boundingBox()).toEqual(before);
  // More rows than there is room for are counted.
  await element().evaluate((figure) => Object.assign(figure, { alignment: { rows: new Array(9).fill('1'), columns: ['4', '9', '3'], weights: new Array(9).fill([0.2, 0.3, 0.5]) } }));
  await soon(() => element().locator('.legend').innerText()).toContain('no end in 9 rows; 5 are not drawn');
  await element().evaluate((figure) => Object.assign(figure, { alignment: { rows: [...new Array(8).fill('1'), '<eos>'], columns: ['4', '9', '3'], weights: new Array(9).fill([0.2, 0.3, 0.5]) } }));
  await soon(() => element().locator('.legend').innerText()).toContain('5 more rows are not drawn');
  expect(await element().boundingBox()).toEqual(before);
});

test('thirty repaints a second of a 12 by 13 figure reuse its squares and take little of each frame', async () => {
  await draw(null);
  const { made, perFrame } = await element().evaluate(async (figure) => {
    const target = figure as HTMLElement & { alignment: unknown; updateComplete: Promise<unknown> };
    const columns = [...'493039172856'];
    const rows = [...columns, '<eos>'];
    const set = (phase: number) => {
      target.alignment = { rows, columns, weights: rows.map((_, i) => columns.map((_, j) => 0.5 + 0.5 * Math.sin(phase + i + j))) };
      return target.updateComplete;
    };
    await set(0);
    let made = 0;
    const watch = new MutationObserver((records) => { made += records.filter((record) => record.type === 'childList' && record.target.nodeName !== 'TD').length; });
    watch.observe(target.shadowRoot!.querySelector('svg')!, { childList: true, subtree: true });
    let spent = 0;
    for (let frame = 1; frame <= 60; frame++) {
      await new Promise(requestAnimationFrame);
      const began = performance.now();
      await set(frame / 5);
      target.getBoundingClientRect(); // style and layout included
      spent += performance.now() - began;
    }
    watch.disconnect();
    return { made, perFrame: spent / 60 };
  });
  expect(made).toBe(0);
  expect(perFrame).toBeLessThan(8);
});
