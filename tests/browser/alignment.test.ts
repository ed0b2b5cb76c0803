// <lookback-alignment> as something to ask: reading it by pointer, keyboard, finger and screen reader, weights of the reader's own
// and what the decoder makes of them, the same source through training, and the view as files and as a link.
import fs from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { LookbackAlignment } from '../../web/elements/alignment/alignment.ts';
import { differing } from '../../web/elements/alignment/force.ts';
import { alignmentEn } from '../../web/i18n/alignment.en.ts';
import { alignmentZhHans } from '../../web/i18n/alignment.zh-Hans.ts';
import { alignmentZhHant } from '../../web/i18n/alignment.zh-Hant.ts';
import { article, articles } from './article.ts';
import { violations } from './axe.ts';
import { soon } from './figure.ts';

type Element = LookbackAlignment;

const tests = articles();
const trained = '<lookback-alignment model="models/reverse.safetensors"></lookback-alignment>';

async function open(figures: string, options: BrowserContextOptions & { lang?: string } = {}): Promise<{ page: Page; figure: Locator }> {
  const { lang = 'en', ...rest } = options;
  const { page } = await tests.open(article(`<main><h1>An article</h1>${figures}</main>`, { lang }), { viewport: { width: 1000, height: 1600 }, ...rest });
  const figure = page.locator('lookback-alignment').first();
  await figure.locator('.strip').waitFor();
  return { page, figure };
}

const main = (figure: Locator) => figure.locator('.main lookback-grid');
const strip = async (figure: Locator) => (await figure.locator('.strip').innerText()).replace(/\s+/g, ' ');
/** The middle of a square, on the page. */
async function middle(figure: Locator, row: number, column: number): Promise<{ x: number; y: number }> {
  const grid = main(figure);
  await grid.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const back = (await grid.locator('g.row rect.back').evaluateAll((list, row) => {
    const sorted = list.map((rect) => rect.getBoundingClientRect()).sort((a, b) => a.top - b.top);
    const { x, y, width, height } = sorted[row]!;
    return { x, y, width, height };
  }, row));
  const columns = await grid.evaluate((element) => (element as unknown as { alignment: { columns: string[] } }).alignment.columns.length);
  return { x: back.x + (back.width * (column + 0.5)) / columns, y: back.y + back.height / 2 };
}
const focus = (figure: Locator, row: number, column: number) =>
  main(figure).locator('table').evaluate((table: HTMLTableElement, [row, column]) => table.tBodies[0]!.rows[row!]!.cells[column! + 1]!.focus(), [row, column]);
const weights = (figure: Locator) => main(figure).evaluate((element) => (element as unknown as { alignment: { weights: number[][] } }).alignment.weights);
const written = (figure: Locator) => figure.evaluate((element) => (element as Element).look!.output.join(''));
const part = (figure: Locator, name: string) => figure.getByRole('button', { name, exact: true }).click();
const entropy = (row: number[]) => row.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0);

describe('reading it', () => {
  test('pointer, keyboard and finger read the same square: its weight, and the sums, entropy and peak of its row and column', async () => {
    const { page, figure } = await open(trained, { hasTouch: true });
    expect(await strip(figure)).toBe(alignmentEn.hint);
    const all = await weights(figure);
    const [row, column] = [1, 4];
    const peak = all[row]!.indexOf(Math.max(...all[row]!));
    const expected = `α = ${all[row]![column]!.toFixed(3)}, writing “3”, looking at “3”; its row: sum 1.000, entropy ${entropy(all[row]!).toFixed(3)} nats, peak ${all[row]![peak]!.toFixed(3)} at “3”; its column: sum ${all.reduce((sum, each) => sum + each[column]!, 0).toFixed(3)}`;
    const at = await middle(figure, row, column);
    await page.mouse.move(at.x, at.y);
    await soon(() => strip(figure)).toBe(expected);
    // The row in focus draws its ribbons and lifts its words.
    expect(await main(figure).locator('path.ribbon').evaluateAll((list) => list.filter((ribbon) => ribbon.getAttribute('d')).length)).toBeGreaterThan(0);
    await page.mouse.move(5, 5);
    await soon(() => strip(figure)).toBe(alignmentEn.hint);

    await focus(figure, row, column - 1);
    await page.keyboard.press('ArrowRight');
    await soon(() => strip(figure)).toBe(expected);
    await page.keyboard.press('Escape');
    await soon(() => strip(figure)).toBe(alignmentEn.hint);

    await page.touchscreen.tap(at.x + 4, at.y - 4);
    await soon(() => strip(figure)).toBe(expected);
  });

  test('a finger steps from square to square with controls of 44 pixels, and the room for them was there before', async () => {
    const { page, figure } = await open(trained, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 1600 } });
    const { height } = (await figure.boundingBox())!;
    const steppers = figure.locator('.steppers button');
    for (const box of await steppers.evaluateAll((list) => list.map((each) => each.getBoundingClientRect()))) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    const at = await middle(figure, 2, 2);
    await page.touchscreen.tap(at.x, at.y);
    await figure.getByRole('button', { name: alignmentEn.right }).tap();
    await figure.getByRole('button', { name: alignmentEn.down }).tap();
    const all = await weights(figure);
    await soon(() => strip(figure)).toContain(`α = ${all[3]![3]!.toFixed(3)}, writing “3”, looking at “0”`);
    await soon(() => main(figure).locator('.value').innerText()).toContain(all[3]![3]!.toFixed(3));
    for (let k = 0; k < 9; k++) await figure.getByRole('button', { name: alignmentEn.left }).tap();
    await soon(() => strip(figure)).toContain(`α = ${all[3]![0]!.toFixed(3)}, writing “3”, looking at “4”`);
    expect((await figure.boundingBox())!.height).toBe(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const box of await figure.locator('.row-of button').evaluateAll((list) => list.map((each) => each.getBoundingClientRect()))) expect(box.height).toBeGreaterThanOrEqual(44);
  });

  test('the name of an arithmetic breaks where its words are long, beside the button that closes it', async () => {
    const { page } = await tests.open(article('<main><h1>An article</h1><lookback-alignment></lookback-alignment></main>'), { viewport: { width: 360, height: 900 } });
    const figure = page.locator('lookback-alignment');
    await figure.evaluate((element: Element) => {
      const words = ['Donaudampfschifffahrtsgesellschaft', 'Bundesverfassungsgericht'];
      element.alignment = { rows: words, columns: words, weights: [[0.9, 0.1], [0.1, 0.9]] };
    });
    await figure.locator('.strip').waitFor();
    await focus(figure, 0, 0);
    await page.keyboard.press('Enter');
    const [title, close] = [figure.locator('.arithmetic .head .say'), figure.getByRole('button', { name: alignmentEn.close })];
    await close.waitFor();
    expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
    expect((await title.boundingBox())!.x + (await title.boundingBox())!.width).toBeLessThanOrEqual((await close.boundingBox())!.x);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('Enter opens the arithmetic of a weight, which follows the arrow keys: e, its exponential, the sum, and their quotient', async () => {
    const { page, figure } = await open(trained);
    const opened: Promise<unknown> = page.evaluate(() => new Promise((resolve) => document.addEventListener('lookback-open', (event) => resolve((event as CustomEvent).detail), { once: true })));
    await focus(figure, 2, 3);
    await page.keyboard.press('Enter');
    expect(await opened).toEqual({ row: 2, column: 3 });
    const sums = figure.locator('.sums');
    const read = async () => {
      const of = async (name: string) => Number((await sums.locator(name).innerText()).replace(/[\s\u202f]/g, '').replace('−', '-'));
      return { e: await of('.e'), x: await of('.x'), s: await of('.s'), a: await of('.a') };
    };
    const all = await weights(figure);
    const check = async (row: number, column: number) => {
      await soon(async () => (await read()).a).toBeCloseTo(all[row]![column]!, 3);
      const { e, x, s, a } = await read();
      // All of them are rounded to three places.
      expect(Math.abs(Math.exp(e) - x)).toBeLessThan(0.0006 * x + 0.001);
      expect(Math.abs(x / s - a)).toBeLessThan(0.0005 + 0.002);
    };
    await check(2, 3);
    await page.keyboard.press('ArrowRight');
    await check(2, 4);
    await page.keyboard.press('Escape');
    await soon(() => sums.count()).toBe(0);

    // By its number in the line, too; and where a page takes it over, nothing opens here.
    await focus(figure, 0, 5);
    await figure.locator('.strip .number').click();
    await check(0, 5);
    await figure.getByRole('button', { name: alignmentEn.close }).click();
    await page.evaluate(() => document.addEventListener('lookback-open', (event) => event.preventDefault()));
    await focus(figure, 1, 1);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
    expect(await sums.count()).toBe(0);
  });

  test('each step has its sum, entropy and peak in a table, each source word how much it was looked at', async () => {
    const { figure } = await open(trained);
    await part(figure, alignmentEn.names.steps);
    const all = await weights(figure);
    const tables = figure.locator('.tables table');
    const rows = async (k: number) => (await tables.nth(k).locator('tbody tr').evaluateAll((list) => list.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent))));
    expect(await rows(0)).toEqual(all.map((row, i) => [['9', '3', '0', '3', '9', '4', 'end'][i], '1.000', entropy(row).toFixed(3), Math.max(...row).toFixed(3), [...'493039'][row.indexOf(Math.max(...row))]]));
    expect(await rows(1)).toEqual([...'493039'].map((digit, j) => [digit, all.reduce((sum, row) => sum + row[j]!, 0).toFixed(3)]));
  });

  test('the ideal alignment, or IBM Model 1, stands beside it', async () => {
    const { page, figure } = await open(trained);
    await part(figure, alignmentEn.names.steps);
    const second = () => figure.locator('.second lookback-grid').evaluate((element) => (element as unknown as { alignment: { rows: string[]; weights: number[][] } }).alignment);
    await figure.getByRole('radio', { name: alignmentEn.besides.ideal }).check();
    await soon(() => figure.locator('.second').count()).toBe(1);
    expect((await second()).weights).toEqual([5, 4, 3, 2, 1, 0, -1].map((at) => [0, 1, 2, 3, 4, 5].map((j) => Number(j === at))));
    await figure.getByRole('radio', { name: alignmentEn.besides.ibm }).check();
    // Digits that occur once are found; the two 9s and the two 3s share their weight, for it knows no order.
    await soon(async () => (await second())?.weights[2]?.[3] ?? 0).toBeGreaterThan(0.8);
    // Its name takes two lines where there is little room; the rows stay level.
    await page.setViewportSize({ width: 700, height: 1600 });
    const tops = await figure.locator('lookback-grid').evaluateAll((grids) => grids.map((grid) => grid.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
    expect(await figure.locator('.second > .label').evaluate((label) => label.getBoundingClientRect().height)).toBeGreaterThan(25);
    const { weights: ibm } = await second();
    expect(ibm[0]![1]).toBeCloseTo(ibm[0]![5]!, 6);
    await figure.getByRole('radio', { name: alignmentEn.besides.none }).check();
    await soon(() => figure.locator('.second').count()).toBe(0);
  });

  test('of a sentence, what stands beside it is in the script of the page; where words belong together is known of a typed one too', async () => {
    const { figure } = await open('<lookback-alignment task="translate-zh-en" source="我爱吃苹果"></lookback-alignment>', { lang: 'zh-Hant' });
    await figure.getByRole('button', { name: alignmentZhHant.names.steps }).click();
    await figure.getByRole('radio', { name: alignmentZhHant.besides.ideal }).check();
    const second = () => figure.locator('.second lookback-grid').evaluate((element) => (element as unknown as { alignment: { rows: string[]; columns: string[]; weights: number[][] } }).alignment);
    await soon(async () => (await second()).rows.join(' ')).toBe('I love eating apples <eos>');
    const { columns, weights: ideal } = await second();
    expect(columns.join('')).toContain('蘋果');
    expect(ideal[0]![0]).toBe(1);
    expect(ideal.at(-1)).toEqual(columns.map(() => 0));
  });

  test('a model without attention has no weights to read, and says so', async () => {
    const { figure } = await open('<lookback-alignment attention="none" bridge="state"></lookback-alignment>');
    await soon(() => strip(figure)).toBe(alignmentEn.noWeights);
    for (const name of [alignmentEn.names.steps, alignmentEn.names.question]) {
      await part(figure, name);
      await soon(() => figure.locator('.panel').innerText()).toContain(alignmentEn.noWeights);
    }
  });

  test('an alignment that a page gives is read and taken along in the same way, without an engine', async () => {
    const { page, figure } = await (async () => {
      const { page } = await tests.open(article('<main><h1>An article</h1><lookback-alignment></lookback-alignment></main>'));
      const figure = page.locator('lookback-alignment');
      await figure.evaluate((element) => Object.assign(element, { alignment: { rows: ['the', 'area'], columns: ['la', 'zone'], weights: [[0.9, 0.1], [0.25, 0.75]] }, gold: [0, 1] }));
      await figure.locator('.strip').waitFor();
      return { page, figure };
    })();
    await focus(figure, 1, 1);
    await soon(() => strip(figure)).toBe('α = 0.750, writing “area”, looking at “zone”; its row: sum 1.000, entropy 0.562 nats, peak 0.750 at “zone”; its column: sum 0.850');
    await page.keyboard.press('Enter');
    await soon(() => figure.locator('.arithmetic').innerText()).toContain(alignmentEn.noArithmetic);
    expect(await figure.locator('.row-of > button').allInnerTexts()).toEqual([alignmentEn.names.steps, alignmentEn.names.export]);
    expect(page.workers()).toHaveLength(0);
  });
});

describe('questioning it', () => {
  test('looking only at one place renormalises its row, and the decoder writes on from there; the differences are marked', async () => {
    const { page, figure } = await open(trained);
    await part(figure, alignmentEn.names.question);
    const told = page.evaluate(() => new Promise<{ force: unknown; before: string[]; output: string[] }>((resolve) => document.addEventListener('lookback-question', (event) => resolve((event as CustomEvent).detail), { once: true })));
    const at = await middle(figure, 2, 5);
    await page.mouse.click(at.x, at.y);
    await figure.getByRole('button', { name: alignmentEn.only }).click();
    await soon(() => weights(figure).then((all) => all[2])).toEqual([0, 0, 0, 0, 0, 1]);
    const now = await written(figure);
    expect(now.slice(0, 3)).toBe('939'); // the third is the digit that it was made to look at
    expect(await figure.locator('.before').innerText()).toBe('930394');
    expect(await figure.locator('.after').innerText()).toBe(now);
    expect(await figure.locator('.after mark').first().innerText()).toBe('9');
    expect(await figure.locator('.before del').first().innerText()).toBe('0');
    // One count of what differs, the figure's own: place by place.
    const places = [...'930394'].filter((digit, i) => digit !== now[i]).length;
    const more = Math.max(0, now.length - 6);
    expect(await figure.locator('.outcome').innerText()).toBe([alignmentEn.differs(String(places), '6', places), ...(more ? [alignmentEn.longer(String(more))] : [])].join(' '));
    expect(await figure.locator('.verdict').innerText()).toContain(`${places} of 6 wrong`);
    expect(await figure.locator('.after mark').count()).toBe(places + more);
    expect(await told).toEqual({ force: [{ step: 2, weights: [0, 0, 0, 0, 0, 1] }], before: [...'930394'], output: [...now] });
    expect(await figure.locator('.status').innerText()).toContain(alignmentEn.changed);
    // Its own stands beside it on request.
    await figure.getByRole('checkbox').check();
    await soon(() => figure.locator('.second lookback-grid').evaluate((element) => (element as unknown as { alignment: { weights: number[][] } | null }).alignment?.weights[2]?.[3] ?? 0)).toBeGreaterThan(0.5);
    await figure.getByRole('button', { name: alignmentEn.undo }).click();
    await soon(() => written(figure)).toBe('930394');
    expect(await figure.evaluate((element) => (element as Element).force)).toBe(null);
    await soon(() => figure.locator('[role=status]').last().textContent()).toBe(alignmentEn.unchanged);
  });

  test('a digit that is left out shifts all that follow: each place is counted, as the figure counts it', () => {
    expect(differing([...'930394'], [...'903942'])).toEqual({ places: 5, of: 6, more: 0 });
    expect(differing(['a', 'b'], ['a', 'b', 'c'])).toEqual({ places: 0, of: 2, more: 1 });
    expect(differing(['a', 'b'], [])).toEqual({ places: 2, of: 2, more: 0 });
  });

  test('after a look at one place only, a weight that is typed or dragged gives the others what the model gave them', async () => {
    const { page, figure } = await open(trained);
    await part(figure, alignmentEn.names.question);
    const before = (await weights(figure))[1]!;
    const share = (weight: number) => before.map((w, j) => (j === 2 ? weight : (w * (1 - weight)) / (1 - before[2]!)));
    await focus(figure, 1, 2);
    await figure.getByRole('button', { name: alignmentEn.only }).click();
    await soon(async () => (await weights(figure))[1]).toEqual([0, 0, 1, 0, 0, 0]);
    // The label is of what is drawn: the words of this moment, not of the one before.
    expect(await figure.locator('.field span').filter({ hasText: 'Weight on' }).innerText()).toBe(alignmentEn.weightOf(`“${(await written(figure))[1]}”`, '“3”'));
    const field = figure.locator('input[name=weight]');
    await field.fill('0.4');
    await field.press('Enter');
    await soon(async () => (await weights(figure))[1]![2]).toBeCloseTo(0.4, 3);
    for (const [j, w] of share(0.4).entries()) expect((await weights(figure))[1]![j]!).toBeCloseTo(w, 3);
    await figure.getByRole('button', { name: alignmentEn.only }).click();
    await soon(async () => (await weights(figure))[1]).toEqual([0, 0, 1, 0, 0, 0]);
    const at = await middle(figure, 1, 2);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    for (let k = 1; k <= 8; k++) await page.mouse.move(at.x, at.y + 10 * k);
    await page.mouse.up();
    await soon(async () => (await weights(figure))[1]![2]).toBeCloseTo(0.5, 3);
    for (const [j, w] of share(0.5).entries()) expect((await weights(figure))[1]![j]!).toBeCloseTo(w, 3);
  });

  test('what is read of a change is read of what is drawn, not of what was drawn before', async () => {
    const { figure } = await open(trained);
    await part(figure, alignmentEn.names.steps);
    await figure.evaluate((element) => Object.assign(element, { force: '2: 0 0 0 0 0 1' }));
    await soon(() => written(figure)).not.toBe('930394');
    const now = await written(figure);
    await figure.page().waitForTimeout(100);
    const lines = await figure.locator('.tables table').first().locator('tbody tr').evaluateAll((list) => list.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent)));
    expect(lines.map(([token]) => token)).toEqual([...now, 'end']);
    expect(lines[2]!.slice(2)).toEqual(['0.000', '1.000', '9']);
  });

  test('a weight that is typed leaves the others their proportions; what is none is refused in a sentence', async () => {
    const { page, figure } = await open(trained);
    await part(figure, alignmentEn.names.question);
    const before = (await weights(figure))[1]!;
    await focus(figure, 1, 0);
    const field = figure.locator('input[name=weight]');
    await field.fill('0.4');
    await field.press('Enter');
    await soon(async () => (await weights(figure))[1]![0]).toBeCloseTo(0.4, 3);
    const after = (await weights(figure))[1]!;
    expect(after.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
    for (const j of [1, 2, 3, 4, 5]) expect(after[j]!).toBeCloseTo((before[j]! * 0.6) / (1 - before[0]!), 3);
    for (const wrong of ['1.2', 'much', '']) {
      await field.fill(wrong);
      await field.press('Enter');
      await soon(() => figure.locator('#weight-problem').innerText()).toBe(alignmentEn.weightProblem);
      expect((await weights(figure))[1]![0]).toBeCloseTo(0.4, 3);
    }
    await page.waitForTimeout(50);
  });

  test('a square is dragged up and down, and along; what is dragged is one change to undo', async () => {
    const { page, figure } = await open(trained);
    await part(figure, alignmentEn.names.question);
    const at = await middle(figure, 0, 0);
    const before = (await weights(figure))[0]![0]!;
    const drag = async (x: number, y: number) => {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      for (let k = 1; k <= 8; k++) await page.mouse.move(at.x + (x * k) / 8, at.y - (y * k) / 8);
      await page.mouse.up();
    };
    await drag(0, 80);
    await soon(async () => (await weights(figure))[0]![0]).toBeCloseTo(before + 0.5, 2);
    await drag(-40, 0);
    await soon(async () => (await weights(figure))[0]![0]).toBeCloseTo(before + 0.25, 2);
    await figure.getByRole('button', { name: alignmentEn.undo }).click();
    await soon(async () => (await weights(figure))[0]![0]).toBeCloseTo(before + 0.5, 2);
    await figure.getByRole('button', { name: alignmentEn.reset }).click();
    await soon(async () => (await weights(figure))[0]![0]).toBeCloseTo(before, 6);
    await figure.getByRole('button', { name: alignmentEn.undo }).click();
    await soon(async () => (await weights(figure))[0]![0]).toBeCloseTo(before + 0.5, 2);
  });

  test('by the keyboard alone', async () => {
    const { page, figure } = await open(trained);
    await figure.getByRole('button', { name: alignmentEn.names.question }).focus();
    await page.keyboard.press('Enter');
    await figure.locator('input[name=weight]').waitFor();
    await focus(figure, 3, 2);
    const before = (await weights(figure))[3]!;
    for (let k = 0; k < 4; k++) {
      const now = (await weights(figure))[3]![2]!;
      await page.keyboard.press('-');
      await soon(async () => (await weights(figure))[3]![2]).toBeCloseTo(now - 0.05, 2);
    }
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await soon(async () => (await weights(figure))[3]).toEqual([0, 1, 0, 0, 0, 0]);
    expect((await written(figure))[3]).toBe('9');
    for (let k = 0; k < 5; k++) await page.keyboard.press('Backspace');
    await soon(async () => (await weights(figure))[3]).toEqual(before);
  });

  test('its row moves for 200 ms, and not at all under reduced motion', async () => {
    for (const [reducedMotion, lasts] of [['no-preference', '0.2s'], ['reduce', '0s']] as const) {
      const { figure } = await open(trained, { reducedMotion });
      const square = main(figure).locator('g.row rect:not(.back):not(.gold)').first();
      const duration = () => square.evaluate((rect) => getComputedStyle(rect).transitionDuration.split(',')[0]!.trim());
      expect(await duration()).toBe('0s');
      await part(figure, alignmentEn.names.question);
      await soon(duration).toBe(lasts);
      await part(figure, alignmentEn.names.question);
      await soon(duration).toBe('0s');
    }
  });

  test('100 tries on a trained model: made to look at another digit, it writes that digit', async () => {
    const { figure } = await open(trained);
    const { tries, right } = await figure.evaluate(async (element) => {
      const asked = element as Element;
      const soon = async (done: () => boolean) => { while (!done()) await new Promise((resolve) => setTimeout(resolve, 2)); };
      let tries = 0;
      let right = 0;
      let state = 12345;
      const random = (n: number) => (state = (state * 48271) % 2147483647) % n;
      while (tries < 100) {
        const source = Array.from({ length: 6 }, () => String(random(10)));
        const step = random(6);
        const column = random(6);
        if (source[column] === source[5 - step]) continue;
        asked.force = null;
        const field = asked.shadowRoot!.querySelector<HTMLInputElement>('input[name=digits]')!;
        field.value = source.join('');
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await soon(() => asked.look?.source.join('') === source.join('') && asked.force === null);
        const weights = source.map((_, j) => Number(j === column));
        asked.force = `${step}: ${weights.join(' ')}`;
        await soon(() => JSON.stringify(asked.look?.asked.force) === JSON.stringify([{ step, weights }]));
        tries++;
        if (asked.look!.output[step] === source[column]) right++;
      }
      return { tries, right };
    });
    console.log(`intervention: ${right} of ${tries} write the digit that they are made to look at`);
    expect(right / tries).toBeGreaterThanOrEqual(0.98);
  });

  test('a page may set the weights; those that do not fit are named, and another source lets them go', async () => {
    const { figure } = await open('<lookback-alignment model="models/reverse.safetensors" force="0: 1 0 0 0 0 0"></lookback-alignment>');
    await soon(async () => (await weights(figure))[0]).toEqual([1, 0, 0, 0, 0, 0]);
    expect((await written(figure))[0]).toBe('4');
    await figure.evaluate((element) => Object.assign(element, { force: '0: 1 0' }));
    await soon(() => figure.locator('.tools .problem').first().innerText()).toBe(alignmentEn.forceProblem);
    await soon(() => written(figure)).toBe('930394');
    await figure.evaluate((element) => Object.assign(element, { force: '0: 1 0 0 0 0 0' }));
    await soon(() => written(figure)).not.toBe('930394');
    await figure.locator('input[name=digits]').fill('123456');
    await soon(() => written(figure)).toBe('654321');
    expect(await figure.evaluate((element) => (element as Element).force)).toBe(null);
  });
});

describe('through training', () => {
  const short = '<lookback-alignment steps="60" pace="full"></lookback-alignment>';
  const train = async (figure: Locator) => {
    await figure.locator('.primary').click();
    await figure.locator('[data-phase=trained]').waitFor();
  };

  test('the slider replays the same source from the near-even weights before the first update on, and a second moment stands beside', async () => {
    const { page, figure } = await open(short);
    const untrained = await weights(figure);
    await part(figure, alignmentEn.names.time);
    await soon(() => figure.locator('.panel').innerText()).toBe(alignmentEn.notTrained);
    await train(figure);
    const present = await weights(figure);
    const slider = figure.locator('input[name=moment]');
    await slider.waitFor();
    const last = Number(await slider.getAttribute('max'));
    expect(last).toBeGreaterThan(10);
    await slider.fill('0');
    await soon(() => weights(figure)).toEqual(untrained);
    for (const row of untrained) for (const w of row) expect(Math.abs(w - 1 / 6)).toBeLessThan(0.05);
    expect(await slider.getAttribute('aria-valuetext')).toBe('untrained');
    expect(await figure.locator('.status').innerText()).toContain('picture: untrained');
    const step = await figure.evaluate((element) => (element as Element).moment);
    expect(step).toBe(0);

    await figure.getByRole('button', { name: alignmentEn.forward }).click();
    await soon(() => slider.getAttribute('aria-valuetext')).toMatch(/^after 1 update, loss \d\.\d{3} nats$/);
    await figure.getByRole('checkbox').check();
    const second = () => figure.locator('.second lookback-grid').evaluate((element) => (element as unknown as { alignment: { weights: number[][] } | null }).alignment?.weights);
    await soon(second).toEqual(untrained);
    await figure.locator('input[name=other]').fill(String(last));
    await soon(second).toEqual(present);
    await slider.focus();
    await page.keyboard.press('End');
    await soon(() => weights(figure)).toEqual(present);
    expect(await figure.evaluate((element) => (element as Element).moment)).toBe(null);
  });

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`play goes from moment to moment up to the present, and pauses; ${reducedMotion}`, async () => {
      const { figure } = await open(short, { reducedMotion });
      await train(figure);
      await part(figure, alignmentEn.names.time);
      const slider = figure.locator('input[name=moment]');
      await slider.waitFor();
      const last = Number(await slider.inputValue());
      await figure.getByRole('button', { name: alignmentEn.play }).click();
      await soon(() => slider.inputValue().then(Number)).toBeLessThan(3);
      await soon(() => slider.inputValue().then(Number)).toBeGreaterThan(1);
      const square = main(figure).locator('g.row rect:not(.back):not(.gold)').first();
      expect(await square.evaluate((rect) => parseFloat(getComputedStyle(rect).transitionDuration))).toBe(reducedMotion === 'reduce' ? 0 : 0.2);
      await figure.getByRole('button', { name: alignmentEn.pause, exact: true }).last().click();
      const stopped = await slider.inputValue();
      await figure.page().waitForTimeout(900);
      expect(await slider.inputValue()).toBe(stopped);
      await slider.fill(String(last - 2));
      await figure.getByRole('button', { name: alignmentEn.play }).click();
      await soon(() => slider.inputValue().then(Number)).toBe(last);
      await soon(() => figure.getByRole('button', { name: alignmentEn.play }).count()).toBe(1);
    });
  }

  test('training on shows the present again; a finished model says that it has no moments', async () => {
    const { figure } = await open(`${short}${trained}`);
    await train(figure);
    await part(figure, alignmentEn.names.time);
    await figure.locator('input[name=moment]').fill('2');
    await soon(() => figure.locator('.status').innerText()).toContain('picture:');
    await train(figure);
    await soon(() => figure.locator('.status').innerText()).not.toContain('picture:');
    const other = figure.page().locator('lookback-alignment').nth(1);
    await other.locator('.strip').waitFor();
    await part(other, alignmentEn.names.time);
    await soon(() => other.locator('.panel').innerText()).toBe(alignmentEn.noMoments);
  });

  test('a model whose training was saved with it says so too, and remembers what is trained from there on', async () => {
    const { page, figure } = await open('<lookback-alignment steps="60" pace="20"></lookback-alignment>', { acceptDownloads: true });
    await figure.locator('.primary').click();
    await soon(() => figure.evaluate((element) => Number(/(\d+) of 60/.exec((element as Element).shadowRoot!.querySelector('.status')!.textContent!)?.[1]))).toBeGreaterThan(2);
    await figure.locator('.primary').click();
    await figure.locator('[data-phase=paused]').waitFor();
    await figure.locator('summary').click();
    const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: 'Download the model' }).click()]);
    const bytes = fs.readFileSync(await download.path());
    const opened = figure.evaluate((element) => new Promise<void>((resolve) => element.addEventListener('lookback-state', (event) => { if ((event as CustomEvent<{ phase: string }>).detail.phase === 'paused') resolve(); })));
    await figure.locator('.files input[type=file]').setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer: bytes });
    await opened;
    await part(figure, alignmentEn.names.time);
    await soon(() => figure.locator('.panel').innerText()).toBe(alignmentEn.noMoments);
    await figure.locator('.primary').click();
    await figure.locator('[data-phase=trained]').waitFor();
    await soon(() => figure.locator('input[name=moment]').count()).toBe(1);
  });
});

describe('taking it along', () => {
  const save = async (page: Page, figure: Locator, name: string): Promise<Buffer> => {
    const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name, exact: true }).click()]);
    return fs.readFileSync(await download.path());
  };

  test('the SVG opens alone, has its own colours and matches the weights; the PNG and the CSV do too', async () => {
    const { page, figure } = await open(trained, { acceptDownloads: true });
    await part(figure, alignmentEn.names.export);
    const all = await weights(figure);
    const svg = await save(page, figure, alignmentEn.svg);
    const alone = await tests.browser.newPage();
    try {
      for (const [scheme, low, high] of [['light', 'paler', 'darker'], ['dark', 'darker', 'paler']] as const) {
        await alone.emulateMedia({ colorScheme: scheme });
        await alone.goto(`data:image/svg+xml;base64,${svg.toString('base64')}`);
        const seen = await alone.evaluate(() => [...document.querySelectorAll('rect[data-weight]')].map((rect) => {
          const [r, g, b] = getComputedStyle(rect).fill.match(/\d+/g)!.map(Number) as [number, number, number];
          return { weight: Number((rect as SVGElement).dataset.weight), light: r + g + b, x: Number(rect.getAttribute('x')), y: Number(rect.getAttribute('y')), title: rect.textContent };
        }));
        expect(seen.map(({ weight }) => weight)).toEqual(all.flat());
        const sorted = [...seen].sort((a, b) => a.weight - b.weight);
        sorted.slice(1).forEach((square, k) => {
          const [from, to] = [sorted[k]!.light, square.light];
          if (square.weight > sorted[k]!.weight + 0.02) expect(low === 'paler' ? from - to : to - from, `${scheme} ${high}`).toBeGreaterThan(0);
        });
        expect(seen[0]!.title).toBe(`α = ${all[0]![0]!.toFixed(3)}: 9 ← 4`);
        const words = await alone.evaluate(() => [...document.querySelectorAll('text')].map((text) => text.textContent));
        expect(words).toEqual([...'493039', '9', '3', '0', '3', '9', '4', 'end']);
        expect(await alone.evaluate(() => document.querySelector('title')!.textContent)).toBe('Alignment: 4 9 3 0 3 9, written as 9 3 0 3 9 4');
      }
    } finally {
      await alone.close();
    }

    const png = await save(page, figure, alignmentEn.png);
    const pixels = await page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d')!;
      pen.drawImage(image, 0, 0);
      const at = (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)];
      return { width: image.width, height: image.height, corner: at(2, 2), data: Array.from({ length: image.height }, (_, y) => at(image.width - 60, y).join()) };
    }, png.toString('base64'));
    expect(pixels.width).toBeGreaterThan(400);
    expect(pixels.corner).toEqual([0xfd, 0xfc, 0xf8]);
    expect(new Set(pixels.data).size).toBeGreaterThan(5); // the last column's squares are of several colours

    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await save(page, figure, alignmentEn.png);
    expect(await page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      pen.drawImage(image, 0, 0);
      return [...pen.getImageData(2, 2, 1, 1).data.slice(0, 3)];
    }, dark.toString('base64'))).toEqual([0x14, 0x16, 0x1a]);

    const csv = (await save(page, figure, alignmentEn.csv)).toString('utf8');
    expect(csv).toBe(`\ufefftarget \\ source,${[...'493039'].join()}\r\n${all.map((row, i) => `${['9', '3', '0', '3', '9', '4', '<eos>'][i]},${row.join()}\r\n`).join('')}`);
  });

  test('the link makes the same view again: settings, source, moment, changed weights', async () => {
    const { page, figure } = await open('<lookback-alignment steps="50" pace="full" seed="3" source="718205" encoder="bidirectional"></lookback-alignment>', { permissions: ['clipboard-read', 'clipboard-write'] });
    await figure.locator('.primary').click();
    await figure.locator('[data-phase=trained]').waitFor();
    await part(figure, alignmentEn.names.time);
    await figure.locator('input[name=moment]').fill('12');
    await soon(() => figure.locator('.status').innerText()).toContain('picture:');
    await part(figure, alignmentEn.names.question);
    await focus(figure, 1, 2);
    await figure.getByRole('button', { name: alignmentEn.only }).click();
    await soon(async () => (await weights(figure))[1]).toEqual([0, 0, 1, 0, 0, 0]);
    const [shown, output] = [await weights(figure), await written(figure)];
    await part(figure, alignmentEn.names.export);
    await figure.getByRole('button', { name: alignmentEn.link }).click();
    await figure.locator('textarea.link').waitFor();
    const link = await figure.locator('textarea.link').inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(link).toMatch(/\/embed\.html\?figure=alignment&/);
    const again = await page.context().newPage();
    await again.goto(link);
    const same = again.locator('lookback-alignment');
    await same.locator('[data-phase=trained]').waitFor();
    await soon(() => weights(same)).toEqual(shown);
    expect(await written(same)).toBe(output);
    expect(await same.locator('.line').innerText()).toBe(await figure.locator('.line').innerText());
  });
});

describe('access and room', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in any part, in any language, ${colorScheme}`, async () => {
      const { page, figure } = await open('<lookback-alignment steps="30" pace="full"></lookback-alignment>', { colorScheme, reducedMotion: 'reduce' });
      await figure.locator('.primary').click();
      await figure.locator('[data-phase=trained]').waitFor();
      await focus(figure, 1, 1);
      await page.keyboard.press('Enter');
      await figure.locator('.sums').waitFor();
      for (const [lang, words] of [['en', alignmentEn], ['zh-Hans', alignmentZhHans], ['zh-Hant', alignmentZhHant]] as const) {
        await page.evaluate((lang) => { document.documentElement.lang = lang; }, lang);
        for (const name of ['steps', 'question', 'time', 'export'] as const) {
          const button = figure.getByRole('button', { name: words.names[name], exact: true });
          await button.click();
          await figure.locator('.panel:not(.arithmetic)').waitFor();
          if (name === 'steps') await figure.getByRole('radio', { name: words.besides.ideal }).check();
          if (name === 'export') await figure.getByRole('button', { name: words.csv }).click();
          if (name === 'question') await figure.getByRole('button', { name: words.only }).click();
          expect(await violations(page), `${lang}, ${name}`).toEqual([]);
          expect(await button.getAttribute('aria-expanded')).toBe('true');
        }
      }
    });
  }

  for (const width of [320, 360, 480, 760, 1100]) {
    test(`nothing moves below it when what can be asked arrives, whatever is read, at ${width} pixels, also with a finger`, async () => {
      for (const hasTouch of [false, true]) {
        const { page } = await tests.open(article('<main><lookback-alignment model="models/reverse.safetensors"></lookback-alignment><p id="after">After.</p></main>'), {
          viewport: { width, height: 1800 }, hasTouch, isMobile: hasTouch,
          before: (page) => page.route('**/chunks/tools-*', async (route) => { await new Promise((resolve) => setTimeout(resolve, 700)); await route.continue(); }),
        });
        const figure = page.locator('lookback-alignment');
        await figure.locator('[data-phase=given]').waitFor();
        const after = () => page.locator('#after').evaluate((element) => element.getBoundingClientRect().top);
        const before = await after();
        await figure.locator('.strip').waitFor();
        expect(await after()).toBe(before);
        for (const lang of ['en', 'zh-Hans', 'zh-Hant']) {
          await page.evaluate((lang) => { document.documentElement.lang = lang; }, lang);
          await focus(figure, 1, 4);
          await page.waitForTimeout(150);
          expect(await after(), lang).toBe(before);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });
  }

  test('a page says which parts are offered', async () => {
    const { figure } = await open('<lookback-alignment tools="time export" model="models/reverse.safetensors"></lookback-alignment>');
    expect(await figure.locator('.row-of > button').allInnerTexts()).toEqual([alignmentEn.names.time, alignmentEn.names.export]);
    await figure.evaluate((element) => Object.assign(element, { tools: 'none' }));
    await soon(() => figure.locator('.tools *').count()).toBe(0);
  });
});
