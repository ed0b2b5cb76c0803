// <lookback-grid> alone: its squares, its labels, its table, its focus, and how little it does to repaint.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('of up to 24 words none is left out, on a phone too', async () => {
  const seen = () => element().evaluate((figure) => [...figure.shadowRoot!.querySelectorAll<SVGTextElement>('text.source')].filter((text) => getComputedStyle(text).visibility === 'visible').map((text) => text.textContent));
  for (const sentence of ['we do not look', 'they love cats .', '我 吃 苹果', Array.from({ length: 24 }, (_, k) => `mot${k}`).join(' ')]) {
    const columns = sentence.split(' ');
    for (const [inlineSize, blockSize] of [[328, 400], [600, 400]]) {
      await draw({ rows: columns, columns, weights: columns.map(() => columns.map(() => 1 / columns.length)) }, { fit: true });
      await element().evaluate((figure, [inlineSize, blockSize]) => Object.assign(figure.style, { inlineSize: `${inlineSize}px`, blockSize: `${blockSize}px` }), [inlineSize, blockSize]);
      await soon(() => element().locator('svg').evaluate((svg) => svg.getBoundingClientRect().width)).toBeLessThanOrEqual(inlineSize! + 1);
      expect(await seen(), `${sentence}, ${inlineSize}`).toEqual(columns);
    }
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

test('the value of the last row stands above it: below are the legend, and what a figure says there', async () => {
  await draw(european);
  const last = element().locator('g.row').nth(4).locator('rect:not(.back)').first();
  const lowest = (await last.boundingBox())!;
  await last.hover();
  const above = (await element().locator('.value').boundingBox())!;
  expect(above.y + above.height).toBeLessThanOrEqual(lowest.y);
  expect(above.y).toBeGreaterThanOrEqual((await element().boundingBox())!.y);
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

const square = (n: number, word: (k: number) => string = String) => ({
  rows: Array.from({ length: n }, (_, i) => word(n - 1 - i)),
  columns: Array.from({ length: n }, (_, j) => word(j)),
  weights: Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i + j === n - 1 ? 0.9 : 0.1 / Math.max(1, n - 1)))),
});

describe('from 1 by 1 to 60 by 60', () => {
  const words: [name: string, word: (k: number) => string][] = [['digits', (k) => String(k % 10)], ['long words', (k) => `électroménager${k}`], ['Chinese', (k) => ['我们', '喜欢', '图书馆', '的', '书'][k % 5]!]];
  for (const [name, word] of words) {
    test(`${name}: no two labels touch, nothing leaves the figure, and the focused row names its words`, async () => {
      for (const n of [1, 2, 9, 24, 30, 60]) {
        await draw(square(n, word), { label: name });
        // Upright labels are boxes; of those turned by 45° two touch when they are closer than a line is high.
        const { apart, inside, cell, shown } = await element().evaluate((figure) => {
          const all = [...figure.shadowRoot!.querySelectorAll<SVGTextElement>('text')].filter((text) => getComputedStyle(text).visibility === 'visible');
          const gaps = (list: SVGTextElement[], at: (text: SVGTextElement) => number, room: (a: SVGTextElement, b: SVGTextElement) => number) =>
            list.slice(1).map((text, k) => Math.abs(at(text) - at(list[k]!)) - room(list[k]!, text));
          const [targets, sources] = ['target', 'source'].map((role) => all.filter((text) => text.classList.contains(role))) as [SVGTextElement[], SVGTextElement[]];
          const size = (text: SVGTextElement) => Number(text.getAttribute('font-size'));
          const width = (text: SVGTextElement) => text.getComputedTextLength();
          const outer = figure.getBoundingClientRect();
          const { cells } = { cells: figure.shadowRoot!.querySelector('g.row rect.back')!.getBoundingClientRect() };
          return {
            apart: Math.min(99,
              ...gaps(targets, (text) => Number(text.getAttribute('y')), size),
              ...gaps(sources, (text) => Number(text.getAttribute('x')), (a, b) => (/-45/.test(a.getAttribute('transform') ?? '') ? size(a) * 1.39 : a.classList.contains('turned') ? size(a) : (width(a) + width(b)) / 2))),
            inside: all.every((text) => { const box = text.getBoundingClientRect(); return box.left >= outer.left - 1 && box.right <= outer.right + 1 && box.top >= outer.top - 1; }),
            cell: cells.height,
            shown: [targets.length, sources.length],
          };
        });
        expect(apart, `${n}`).toBeGreaterThanOrEqual(0);
        expect(inside, `${n}`).toBe(true);
        expect(cell).toBeGreaterThanOrEqual(4);
        expect(Math.min(...shown)).toBeGreaterThanOrEqual(n <= 24 ? n : 12);
        // The row in focus and the word it looks at most are named, whether their labels were left out or not.
        const row = Math.floor(n / 2);
        await element().locator('table').evaluate((table: HTMLTableElement, [row, column]) => table.tBodies[0]!.rows[row!]!.cells[column! + 1]!.focus(), [row, n - 1 - row]);
        for (const label of ['text.target.active', 'g.lift.strong text']) expect(await element().locator(label).first().evaluate((text) => getComputedStyle(text).visibility), `${n} ${label}`).toBe('visible');
        expect(await element().locator('.value').innerText()).toMatch(/^α = [01]\.\d{3}/);
      }
    });
  }

  test('more squares than elements bear are painted on a canvas, in the same colours, and the table has them all', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: 'light' });
      await draw(square(30), { gold: Array.from({ length: 30 }, (_, i) => 29 - i) });
      await element().evaluate((figure, scheme) => figure.style.setProperty('--lookback-color-scheme', scheme), colorScheme);
      await soon(() => element().locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(300);
      expect(await element().locator('g.row rect:not(.back):not(.gold)').count()).toBe(0);
      const paint = () => element().evaluate((figure) => {
        const root = figure.shadowRoot!;
        const canvas = root.querySelector('canvas')!;
        const pen = canvas.getContext('2d')!;
        const back = [...root.querySelectorAll('g.row rect.back')];
        const scale = canvas.width / canvas.getBoundingClientRect().width;
        const at = (i: number, j: number) => {
          const box = back[i]!.getBoundingClientRect();
          const origin = canvas.getBoundingClientRect();
          return [...pen.getImageData((box.left - origin.left + (box.width * (j + 0.5)) / 30) * scale, (box.top - origin.top + box.height / 2) * scale, 1, 1).data.slice(0, 3)];
        };
        const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
        const expected = (name: string) => {
          const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
          rect.setAttribute('class', name);
          root.querySelector('svg')!.append(rect);
          probe.fillStyle = getComputedStyle(rect).fill;
          rect.remove();
          probe.fillRect(0, 0, 1, 1);
          return [...probe.getImageData(0, 0, 1, 1).data.slice(0, 3)];
        };
        return { on: at(3, 26), off: at(3, 4), dark: expected('w58'), pale: expected('w0') };
      });
      // Both are rounded to 8 bits, by two paths of the browser's.
      const apart = (a: number[], b: number[]) => Math.max(...a.map((c, k) => Math.abs(c - b[k]!)));
      await soon(async () => { const { on, dark } = await paint(); return apart(on, dark); }).toBeLessThanOrEqual(2);
      const { off, pale } = await paint();
      expect(apart(off, pale)).toBeLessThanOrEqual(2);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await element().getByRole('gridcell').count()).toBe(900);
    // The row in focus has its own squares again, where the canvas has them.
    const back = (await element().locator('g.row rect.back').nth(7).boundingBox())!;
    await page.mouse.move(back.x + back.width * 0.5, back.y + back.height / 2);
    const first = (await element().locator('g.row.active rect:not(.back):not(.gold)').first().boundingBox())!;
    expect(Math.abs(first.y + first.height / 2 - back.y - back.height / 2)).toBeLessThan(1);
    expect(await element().locator('g.row.active rect:not(.back):not(.gold)').count()).toBe(30);
  });

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`on a canvas a row passes to its new weights in some 200 ms where that is asked for, and at once under reduced motion: ${reducedMotion}`, async () => {
      await page.emulateMedia({ reducedMotion });
      try {
        await draw(square(30));
        await soon(() => element().locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(300);
        const seen = await element().evaluate(async (figure) => {
          const target = figure as HTMLElement & { alignment: { weights: number[][] }; updateComplete: Promise<unknown> };
          const root = target.shadowRoot!;
          const canvas = root.querySelector('canvas')!;
          const scale = canvas.width / canvas.getBoundingClientRect().width;
          const colour = () => {
            const back = root.querySelectorAll('g.row rect.back')[2]!.getBoundingClientRect();
            const origin = canvas.getBoundingClientRect();
            const [r, g, b] = canvas.getContext('2d')!.getImageData((back.left - origin.left + back.width * (4.5 / 30)) * scale, (back.top - origin.top + back.height / 2) * scale, 1, 1).data;
            return r! + g! + b!;
          };
          const change = async (w: number) => {
            const before = colour();
            target.alignment = { ...target.alignment, weights: target.alignment.weights.map((row, i) => (i === 2 ? row.map((_, j) => (j === 4 ? w : (1 - w) / 29)) : row)) };
            const begun = performance.now();
            await target.updateComplete;
            const found = [{ at: performance.now() - begun, colour: colour() }];
            while (performance.now() - begun < 450) {
              await new Promise(requestAnimationFrame);
              found.push({ at: performance.now() - begun, colour: colour() });
            }
            const after = found.at(-1)!.colour;
            return { between: new Set(found.map((each) => each.colour).filter((c) => c !== before && c !== after)).size, arrived: found.find((each) => each.colour === after)!.at, moved: before - after };
          };
          const plain = await change(1);
          target.toggleAttribute('glide', true);
          return { plain, glided: await change(0) };
        });
        expect(seen.plain.between).toBe(0);
        expect(Math.min(seen.plain.moved, -seen.glided.moved)).toBeGreaterThan(100);
        if (reducedMotion === 'reduce') expect(seen.glided.between).toBe(0);
        else {
          expect(seen.glided.between).toBeGreaterThan(2);
          expect(seen.glided.arrived).toBeGreaterThan(120);
          expect(seen.glided.arrived).toBeLessThan(350);
        }
      } finally {
        await page.emulateMedia({ reducedMotion: 'reduce' });
      }
    });
  }

  test('long words that begin alike are told apart, and so are those that begin and end alike', async () => {
    const labels = (role: string) => element().locator(`text.${role}`).allTextContents();
    await draw(square(60, (k) => `électroménager${k}`));
    for (const role of ['source', 'target']) {
      const texts = await labels(role);
      expect(new Set(texts).size).toBe(60);
      expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(15);
    }
    expect((await labels('source'))[37]).toBe('électr…nager37');
    const alike = ['internationalisation', 'internationalization', 'a'];
    await draw({ rows: ['a'], columns: alike, weights: [[0.2, 0.3, 0.5]] });
    expect(await labels('source')).toEqual(['intern…isation', 'intern…ization', 'a']);
    await draw({ rows: ['a'], columns: ['unquestionably', 'incomprehensibilities'], weights: [[0.5, 0.5]] });
    expect(await labels('source')).toEqual(['unquestionably', 'incomprehensi…']);
  });

  test('repainting 60 by 60 leaves most of a frame, and so does moving through it', async () => {
    await draw(square(60));
    await soon(() => element().locator('canvas').count()).toBe(1);
    const { repaint, move } = await element().evaluate(async (figure) => {
      const target = figure as HTMLElement & { alignment: { weights: number[][] }; updateComplete: Promise<unknown> };
      const middle = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!;
      const spent: number[] = [];
      for (let frame = 0; frame < 30; frame++) {
        await new Promise(requestAnimationFrame);
        const began = performance.now();
        target.alignment = { ...target.alignment, weights: target.alignment.weights.map((row) => row.map((w) => (w * 7.3 + 0.1 * frame) % 1)) };
        await target.updateComplete;
        target.getBoundingClientRect();
        spent.push(performance.now() - began);
      }
      const svg = target.shadowRoot!.querySelector('svg')!;
      const box = svg.getBoundingClientRect();
      const moved: number[] = [];
      for (let k = 0; k < 30; k++) {
        await new Promise(requestAnimationFrame);
        const began = performance.now();
        svg.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', clientX: box.left + box.width * (0.2 + 0.02 * k), clientY: box.top + box.height * (0.2 + 0.02 * k) }));
        target.getBoundingClientRect();
        moved.push(performance.now() - began);
      }
      return { repaint: middle(spent), move: middle(moved) };
    });
    expect(repaint).toBeLessThan(25);
    expect(move).toBeLessThan(16);
  });
});

test('Enter asks for the arithmetic of its weight, and a pinned square stays in focus without pointer or keyboard', async () => {
  await draw(european);
  await element().evaluate((figure) => {
    const told: unknown[] = Object.assign(window, { told: [] }).told;
    for (const name of ['lookback-open', 'lookback-cell']) document.addEventListener(name, (event) => told.push([name, (event as CustomEvent).detail]));
    figure.shadowRoot!.querySelector<HTMLElement>('td[tabindex="0"]')!.focus();
  });
  for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
  const told = () => page.evaluate(() => (window as unknown as { told: unknown[] }).told);
  expect((await told()).at(-1)).toEqual(['lookback-open', { row: 1, column: 3 }]);
  expect(await told()).toContainEqual(['lookback-cell', { row: 1, column: 3, weight: 0.8, held: true }]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await soon(() => element().locator('.focused').count()).toBe(0);
  await element().evaluate((figure) => Object.assign(figure, { pinned: { row: 2, column: 1 } }));
  await soon(() => element().locator('.value').innerText()).toBe('α = 0.090, writing Economic, looking at zone');
  expect(await element().locator('rect.ring').evaluate((ring) => getComputedStyle(ring).visibility)).toBe('visible');
  await element().evaluate((figure) => Object.assign(figure, { pinned: null }));
  await soon(() => element().locator('.focused').count()).toBe(0);
});
