// The explorer as a reader meets it: the built page, trained in a real browser, its figures read off the screen.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { page as english } from '../../web/i18n/page.en.ts';
import { pageZhHans } from '../../web/i18n/page.zh-Hans.ts';
import { pageZhHant } from '../../web/i18n/page.zh-Hant.ts';
import { storyEn } from '../../web/i18n/story.en.ts';
import { storyZhHans } from '../../web/i18n/story.zh-Hans.ts';
import { storyZhHant } from '../../web/i18n/story.zh-Hant.ts';
import { en } from '../../web/i18n/en.ts';
import { zhHans } from '../../web/i18n/zh-Hans.ts';
import { zhHant } from '../../web/i18n/zh-Hant.ts';
import { violations } from './axe.ts';
import { figureOf, peaks, soon } from './figure.ts';
import { isolation, root, serve } from './serve.ts';
import { goTo, pressed, readThrough, story } from './story.ts';

const tests = story();
const { open, still, context } = tests;

describe('training', () => {
  test('starts by itself, takes some seconds, and ends with digits reversed and a stripe where it belongs', async () => {
    const page = await open();
    const figure = figureOf(page, '#backward');
    await figure.until('training');
    const began = Date.now();
    await page.waitForFunction(() => {
      const chart = document.querySelector('#backward')!.shadowRoot!.querySelector('lookback-chart')!;
      return (chart.shadowRoot!.querySelector('polyline')!.getAttribute('points') ?? '').split(' ').length > 20;
    });
    await figure.until('trained');
    const took = (Date.now() - began) / 1000;
    expect(took).toBeGreaterThan(5);
    expect(took).toBeLessThan(20);

    expect(await figure.updates()).toBe(350);
    expect(await figure.figure('Loss, nats')).toBeLessThan(0.1);
    expect(await figure.figure('Held-out right')).toBeGreaterThanOrEqual(99);
    expect(await figure.figure('Largest weight on the digit being written')).toBeGreaterThanOrEqual(98);
    expect(await figure.figure('Mean weight on the digit being written')).toBeGreaterThanOrEqual(0.85);

    await figure.digits.fill('718205');
    await soon(() => figure.written()).toEqual({ digits: '502817', verdict: '✓ right' });
    await soon(async () => (await figure.weights()).columns.join('')).toBe('718205');
    const { rows, weights } = await figure.weights();
    expect(rows.join(' ')).toBe('5 0 2 8 1 7 end');
    expect(peaks(weights).slice(0, 6)).toEqual([5, 4, 3, 2, 1, 0]);
    for (const row of weights) expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 1);
    expect(await figure.root.locator('.line').innerText()).toMatch(/reversal, 6 digits · GRU of 32, additive attention, backward encoder, .* seed 0 · .* shares of 2000 held-out sequences, after update 350 · now 350 of 350 updates/);
  });

  test('pauses, steps one update at a time, and rewinds to the same starting weights', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.root.evaluate((element) => Object.assign(element, { seed: 1 })); // one that does not end by itself
    await soon(async () => (await figure.weights()).weights.flat().every((w) => w > 0)).toBe(true);
    const start = await figure.weights();

    await figure.button('Step').click();
    await soon(() => figure.updates()).toBe(1);
    const first = await figure.value('Loss, nats');
    await figure.button('Start').or(figure.button('Go on')).click();
    await soon(() => figure.updates()).toBeGreaterThan(20);
    await figure.button('Pause').click();
    await figure.until('paused');
    const at = await figure.updates();
    const line = () => figure.root.locator('.line').innerText();
    await soon(line).toContain(`held-out sequences, after update ${at} · now ${at} of 350 updates`);
    await figure.button('Step').click();
    await soon(() => figure.updates()).toBe(at + 1);
    expect(await figure.state()).toBe('paused');
    await soon(line).toContain(`held-out sequences, after update ${at + 1} · now ${at + 1} of 350 updates`);

    await figure.button('Reset').click();
    await figure.until('untrained');
    expect(await figure.updates()).toBe(0);
    await soon(() => figure.weights()).toEqual(start);
    await figure.button('Step').click();
    await soon(() => figure.updates()).toBe(1);
    expect(await figure.value('Loss, nats')).toBe(first);
  });

  test('paused, its shares are those of a model stepped to the same update', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    const labels = ['Loss, nats', 'Held-out right', 'Largest weight on the digit being written', 'Mean weight on the digit being written'];
    const shares = async (update: number) => {
      await soon(() => figure.root.locator('.line').innerText()).toContain(`after update ${update} · now ${update} of`);
      return Promise.all(labels.map((label) => figure.value(label)));
    };
    await figure.until('untrained');
    await figure.button('Start').click();
    await soon(() => figure.updates()).toBeGreaterThan(8);
    await figure.button('Pause').click();
    await figure.until('paused');
    const at = await figure.updates();
    const paused = await shares(at);
    await figure.button('Reset').click();
    await figure.until('untrained');
    for (let step = 1; step <= at; step++) {
      await figure.button('Step').click();
      await soon(() => figure.updates()).toBe(step);
    }
    expect(await shares(at)).toEqual(paused);
  });

  test('an untrained model is stopped at a limit, which is said; only as many digits as the answer has are counted', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.root.evaluate((element) => Object.assign(element, { seed: 1 })); // one that does not end by itself
    await soon(async () => (await figure.written()).verdict).toMatch(/^× [1-6] of 6 wrong; no end, so stopped after \d+$/);
    await soon(() => figure.root.locator('.own .legend').innerText()).toMatch(/no end in \d+ rows; \d+ are not drawn/);
  });

  test('where no sequences are set aside, nothing is called held-out', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.root.evaluate((element) => Object.assign(element, { minLength: 2, maxLength: 3, steps: 40 }));
    await soon(() => figure.root.locator('.line').innerText()).toContain('2–3 digits');
    await figure.until('untrained');
    await figure.button('Start').click();
    await figure.until('trained');
    expect(await figure.figure('Right, of sequences it may have seen')).toBeGreaterThanOrEqual(0);
    await soon(() => figure.root.getByRole('status').textContent()).toMatch(/^Trained: 40 updates, .* right, of sequences it may have seen\.$/);
    expect(await figure.root.locator('.line').innerText()).toContain('shares of 2000 sequences it may have seen, after update 40');
    expect(await figure.root.locator('section').innerText()).not.toMatch(/held-out/i);
    await figure.root.evaluate((element) => Object.assign(element, { minLength: 2, maxLength: 5 }));
    await figure.until('untrained');
    await figure.button('Step').click();
    await soon(() => figure.root.locator('.line').innerText()).toContain('held out where longer than three digits, after update 1');
  });

  test('a forward encoder is as right, one step late; turned around, its stripe moves to the true place', async () => {
    const page = await still();
    const figure = figureOf(page, '#forward');
    await figure.root.scrollIntoViewIfNeeded();
    await figure.until('untrained');
    await figure.root.getByRole('radio', { name: 'full speed' }).check();
    await figure.button('Start').click();
    await figure.until('trained', 60_000);
    expect(await figure.figure('Held-out right')).toBeGreaterThan(95);
    expect(await figure.figure('Largest weight on the digit just written')).toBeGreaterThan(90);
    expect(await figure.figure('Largest weight on the digit being written')).toBeLessThan(30);
    expect(await figure.root.locator('.explain .shown').innerText()).toContain('one step late');
    await figure.digits.fill('718205');
    await soon(() => figure.written()).toEqual({ digits: '502817', verdict: '✓ right' });
    await soon(async () => peaks((await figure.weights()).weights).slice(1, 6)).toEqual([5, 4, 3, 2, 1]);

    await figure.root.getByRole('radio', { name: 'backward' }).check();
    await figure.until('untrained');
    await figure.button('Start').click();
    await figure.until('trained', 60_000);
    expect(await figure.figure('Largest weight on the digit being written')).toBeGreaterThan(90);
    await soon(async () => peaks((await figure.weights()).weights).slice(0, 6)).toEqual([5, 4, 3, 2, 1, 0]);
  });

  test('another direction, length or seed makes a new model, and says so', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    const status = figure.root.getByRole('status');
    await figure.until('untrained');
    await figure.button('Step').click();
    await soon(() => figure.updates()).toBe(1);

    await figure.root.getByRole('radio', { name: 'both ways' }).check();
    await soon(() => status.textContent()).toBe('New model: bidirectional encoder, 6 digits, seed 0. Untrained, ready to start.');
    await soon(() => figure.updates()).toBe(0);

    await figure.root.getByText('More settings').click();
    await figure.root.getByRole('textbox', { name: 'Length' }).fill('1-12');
    await figure.root.getByRole('textbox', { name: 'Length' }).press('Enter');
    await soon(() => status.textContent()).toContain('New model: bidirectional encoder, 1–12 digits, seed 0.');
    expect(await figure.digits.inputValue()).toHaveLength(12);

    await figure.root.getByRole('textbox', { name: 'Seed' }).fill('7');
    await figure.root.getByRole('textbox', { name: 'Seed' }).press('Enter');
    await soon(() => status.textContent()).toContain('seed 7.');
    await soon(() => figure.root.locator('.line').innerText()).toMatch(/1–12 digits .* bidirectional encoder, .* seed 7 /);
    await figure.button('Step').click();
    await soon(() => figure.updates()).toBe(1);
  });
});

describe('what a reader can do wrong', () => {
  test('letters, nothing and 200 digits are refused in a sentence, and the next line of digits works', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    const note = figure.root.locator('#note');
    for (const [typed, sentence] of [
      ['12a456', '“a” is not a digit; use 0 to 9 only.'],
      ['', 'Type a few digits, such as 493039.'],
      ['7'.repeat(200), 'That is 200 digits; the figure draws up to 30, so type fewer.'],
      ['½', '“½” is not a digit'],
      ['49\u200b3', 'Among the digits is a zero-width space, which cannot be seen'],
    ] as const) {
      await figure.digits.fill(typed);
      await soon(() => note.innerText()).toContain(sentence);
      expect(await figure.digits.getAttribute('aria-invalid')).toBe('true');
      // What was written for another line does not stand beneath this one.
      expect(await figure.root.locator('.own .answer .digits').count()).toBe(0);
      expect((await figure.root.locator('.own .verdict').innerText()).trim()).toBe('');
      await figure.digits.fill('271828');
      await soon(() => note.innerText()).toBe('');
      await soon(async () => (await figure.weights()).columns.join('')).toBe('271828');
    }
    await figure.digits.fill('12');
    await soon(() => note.innerText()).toBe('It trains on 6 digits only; another length will be new to it.');
    expect(await figure.digits.getAttribute('aria-invalid')).toBe('false');
    await figure.button('Step').click();
    await soon(() => note.innerText()).toBe('Trained on 6 digits only; another length is new to it.');
  });

  test('a length or a seed that is none is refused, and the model stays', async () => {
    const page = await still();
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.button('Step').click();
    await soon(() => figure.updates()).toBe(1);
    await figure.root.getByText('More settings').click();
    const problem = figure.root.locator('#setting-problem');
    for (const [name, typed, sentence] of [
      ['Length', 'NaN', 'The length is a number such as 6, or a range such as 1–12, from 1 to 20.'],
      ['Length', '0', 'The length is a number'],
      ['Length', '1e9', 'The length is a number'],
      ['Seed', '-1', 'The seed is a whole number from 0'],
      ['Seed', 'seven', 'The seed is a whole number from 0'],
    ] as const) {
      const field = figure.root.getByRole('textbox', { name });
      await field.fill(typed);
      await field.press('Enter');
      await soon(() => problem.innerText()).toContain(sentence);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    expect(await figure.updates()).toBe(1);
    await figure.root.getByRole('textbox', { name: 'Length' }).fill('6');
    await figure.root.getByRole('textbox', { name: 'Seed' }).fill('3');
    await figure.root.getByRole('textbox', { name: 'Seed' }).press('Enter');
    await soon(() => problem.innerText()).toBe('');
    await soon(() => figure.updates()).toBe(0);
  });
});

test('a setting that there is not fails in a sentence, and a right one then works', async () => {
  const page = await still();
  const figure = figureOf(page, '#backward');
  await figure.until('untrained');
  await figure.root.evaluate((element) => element.setAttribute('encoder', 'sideways'));
  await figure.until('failed');
  expect(await figure.root.locator('.failure').innerText()).toMatch(/encoder.*sideways/);
  await figure.root.evaluate((element) => element.setAttribute('encoder', 'forward'));
  await figure.until('untrained');
  await figure.button('Step').click();
  await soon(() => figure.updates()).toBe(1);
});

describe('access', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      test(`axe finds nothing, ${colorScheme}, ${width} pixels`, async () => {
        const page = await still({ colorScheme, viewport: { width, height: 800 } });
        const figure = figureOf(page, '#backward');
        await figure.until('untrained');
        await figure.button('Start').click();
        await soon(() => figure.figure('Held-out right')).not.toBeNaN();
        await figure.button('Pause').click();
        await figure.until('paused');
        await figure.root.getByText('More settings').click();
        await figure.digits.fill('12a');
        expect(await violations(page)).toEqual([]);
      });
    }
  }

  test('at 360 pixels nothing scrolls sideways and every control is 44 pixels high', async () => {
    const page = await still({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.root.getByText('More settings').click();
    for (const digits of ['493039', '1'.repeat(30)]) {
      await figure.digits.fill(digits);
      await soon(async () => (await figure.weights()).columns.length).toBe(digits.length);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    const heights = await figure.root.locator('button, summary, .segments span, input:not([type=radio])').evaluateAll((list) => list.map((control) => control.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(8);
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
  });

  test('a tap picks the nearest cell and shows its value, outside the row', async () => {
    const page = await still({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
    const figure = figureOf(page, '#backward');
    await figure.until('untrained');
    await figure.root.evaluate((element) => Object.assign(element, { seed: 1 })); // one that does not end by itself
    const picture = figure.root.locator('.own lookback-grid svg');
    await picture.scrollIntoViewIfNeeded();
    await soon(async () => (await figure.weights()).weights.flat().every((w) => w > 0)).toBe(true);
    const cell = (await figure.root.locator('.own lookback-grid g.row').nth(2).locator('rect:not(.back)').nth(3).boundingBox())!;
    await page.touchscreen.tap(cell.x + cell.width / 2 + 3, cell.y + cell.height / 2 - 3);
    const value = figure.root.locator('.own lookback-grid .value');
    await soon(() => value.innerText()).toContain('looking at 0');
    const box = (await value.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(cell.y + cell.height);
  });
});

test('with forced colours the chosen segment still differs from the others', async () => {
  const page = await still({ forcedColors: 'active' });
  const figure = figureOf(page, '#backward');
  await figure.until('untrained');
  for (const name of ['pace', 'encoder']) {
    const look = (checked: string) => figure.root.locator(`input[name=${name}]${checked} + span`).first().evaluate((span) => getComputedStyle(span).backgroundColor);
    expect(await look(':checked')).not.toBe(await look(':not(:checked)'));
  }
});

describe('calm', () => {
  test('controls stay where they are while numbers change, and nothing jumps', async () => {
    const page = await open({ before: (page) => page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    }) });
    const figure = figureOf(page, '#backward');
    const boxes = () => figure.root.locator('button, .segments span, input, dt, lookback-grid, lookback-chart, summary, .explain, .line').evaluateAll((list) =>
      list.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }));
    await figure.until('training');
    const before = await boxes();
    await soon(() => figure.updates()).toBeGreaterThan(150);
    expect(await boxes()).toEqual(before);
    await figure.until('trained');
    expect(await boxes()).toEqual(before);
    const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
    expect(shift).toBeLessThanOrEqual(0.02);
  });

  for (const [where, headers] of [['anywhere', {}], ['where there are threads', isolation]] as const) {
    test(`what is fetched before the figure lives is small, ${where}`, async () => {
      const served = await serve(['dist/site'], headers);
      const page = await still();
      await page.goto(`${served.origin}/`);
      await figureOf(page, '#backward').until('untrained');
      const gzipped = (type: string) => [...served.sent.keys()].filter((name) => name.endsWith(type))
        .reduce((sum, name) => sum + gzipSync(fs.readFileSync(path.join(root, 'dist/site', name)), { level: 9 }).length, 0);
      expect(gzipped('.js')).toBeGreaterThan(0);
      expect(gzipped('.js')).toBeLessThan(60 * 1024);
      expect(gzipped('.wasm')).toBeGreaterThan(0);
      expect(gzipped('.wasm')).toBeLessThanOrEqual(150_000);
      await served.close();
    });
  }

  test('nothing trains by itself under reduced motion or data saving; Start does', async () => {
    const calm = await still();
    await figureOf(calm, '#backward').until('untrained');
    const saving = await open({ before: (page) => page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })) });
    const figure = figureOf(saving, '#backward');
    await saving.waitForTimeout(1000);
    expect(await figureOf(calm, '#backward').state()).toBe('untrained');
    expect(await figure.state()).toBe('not loaded');
    expect(saving.workers()).toHaveLength(0);
    await figure.button('Start').click();
    await figure.until('training');
  });

  test('a figure out of sight does nothing, pauses when it leaves and goes on when it is back', async () => {
    const page = await open();
    const first = figureOf(page, '#backward');
    await first.until('training');
    expect(await figureOf(page, '#forward').state()).toBe('not loaded');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await first.until('out of sight');
    const at = await first.updates();
    await page.locator('#forward').scrollIntoViewIfNeeded();
    await figureOf(page, '#forward').until('untrained');
    expect(page.workers().filter((worker) => !/-threads-/.test(worker.url())), 'the figures share one engine').toHaveLength(1);
    expect(await first.updates()).toBe(at);
    await page.evaluate(() => window.scrollTo(0, 0));
    await first.until('training');
    await first.until('trained');
    expect(await first.updates()).toBe(350);
  });

  test('a hidden tab pauses and loses nothing; a second tab trains to the same numbers', async () => {
    const browser = await context();
    const [one, two] = [await browser.newPage(), await browser.newPage()];
    // A driven browser calls every tab visible, so the page is told here what a browser tells one that is behind another.
    const hide = (page: Page, hidden: boolean) => page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
    await one.goto(`${tests.origin}/`);
    const first = figureOf(one, '#backward');
    await first.until('training');
    await hide(one, true);
    await first.until('out of sight');
    const at = await first.updates();

    await two.goto(`${tests.origin}/`);
    const second = figureOf(two, '#backward');
    await second.root.getByRole('radio', { name: 'full speed' }).check();
    await second.until('trained', 60_000);
    expect(await first.updates()).toBe(at);

    await hide(one, false);
    await first.until('trained');
    for (const label of ['Loss, nats', 'Held-out right', 'Largest weight on the digit being written', 'Mean weight on the digit being written']) {
      expect(await first.value(label)).toBe(await second.value(label));
    }
  });

  test('elements that are removed leave no worker behind', async () => {
    const page = await open();
    await figureOf(page, '#backward').until('training');
    expect(page.workers().length).toBeGreaterThan(0);
    await page.evaluate(() => document.querySelectorAll('lookback-trainer').forEach((element) => element.remove()));
    await soon(() => page.workers().length).toBe(0);
  });
});

/** And all that arrive when their section comes near. */
const late = ['#order', '#memory', '#bottleneck', '#hand', '#scale', '#chain'];

/** The rows of the nth table for screen readers in a figure, cell by cell. */
const tableIn = (page: Page, id: string, n: number) => page.locator(`${id} .sr table`).nth(n).locator('tbody tr')
  .evaluateAll((rows) => rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent ?? '')));

/** The lines of a picture, point by point, as shares of the height between its plot's lowest and highest rule. */
async function linesOf(page: Page, picture: string): Promise<number[][]> {
  const drawn = await (await page.request.get(`${tests.origin}/lookback/pictures/${picture}.svg`)).text();
  const rules = [...drawn.matchAll(/class="rule" d="M\d+ ([\d.]+)H/g)].map(([, y]) => Number(y));
  const [bottom, top] = [Math.max(...rules), Math.min(...rules)];
  return [...drawn.matchAll(/class="\w+ line" d="(M[^"]+L[^"]+)"/g)].map(([, d]) => [...d!.matchAll(/ ([\d.]+)/g)].map(([, y]) => (bottom - Number(y)) / (bottom - top)));
}

/** A share as it is printed: 26 %, 3 · 10⁻¹². */
function shareOf(text: string): number {
  const power = /^(\d+)\s·\s10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/.exec(text);
  return power ? Number(power[1]) / 10 ** Number([...power[2]!].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)).join('')) : parseFloat(text) / 100;
}

describe('the story, by keyboard alone', () => {
  test('two sentences of the same words: their sums are the same, their states are not', async () => {
    const page = await still();
    const figure = await goTo(page, '#order');
    const status = figure.getByRole('status');
    await figure.getByRole('button', { name: 'Compare' }).focus();
    await page.keyboard.press('Enter');
    await soon(() => status.innerText()).toMatch(/^The two bags are the same to the last digit\. The two last states differ by up to \d\.\d{3}\.$/);
    const [one, two] = [await tableIn(page, '#order', 0), await tableIn(page, '#order', 1)];
    const values = (rows: string[][], k: number) => rows[k]!.slice(1).map((text) => Number(text.replace('−', '-')));
    expect(one.map(([name]) => name)).toEqual(['Bag of words: its embeddings added up', 'Last state: what has read all of it in order', 'embedding, 我', 'embedding, 打', 'embedding, 狗']);
    expect(values(one, 0)).toEqual(values(two, 0));
    values(one, 0).forEach((sum, k) => expect(Math.abs(sum - values(one, 2)[k]! - values(one, 3)[k]! - values(one, 4)[k]!)).toBeLessThanOrEqual(0.0025));
    const apart = Math.max(...values(one, 1).map((x, k) => Math.abs(x - values(two, 1)[k]!)));
    expect(Math.abs(apart - Number(/up to (\d\.\d+)\.$/.exec(await status.innerText())![1]))).toBeLessThan(0.0015);

    const second = figure.getByRole('textbox', { name: 'Second sentence' });
    await second.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('我打猫');
    await page.keyboard.press('Enter');
    await soon(() => status.innerText()).toMatch(/^These are different words, so the bags differ too/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('我打老虎');
    await page.keyboard.press('Enter');
    await soon(() => status.innerText()).toMatch(/does not know “老虎”/);
    const counts = await figure.locator('table.counts tbody tr').allInnerTexts();
    expect(counts.map((row) => row.split(/\s*\t\s*/).map((text) => text.replace(/\u202f/g, '')))).toEqual([['3 words', '312', '936'], ['5 words', '312', '1560'], ['10 words', '312', '3120'], ['50 words', '312', '15600']]);
  });

  test('a gradient reaches further in an LSTM; what is read last can be read off, what was read first cannot', async () => {
    const page = await still();
    const figure = await goTo(page, '#memory');
    await figure.getByRole('button', { name: 'Measure' }).focus();
    await page.keyboard.press('Enter');
    const status = figure.getByRole('status');
    await soon(() => status.innerText()).toMatch(/Reading off/);
    await expect.poll(() => status.innerText(), { timeout: 40_000 }).toMatch(/^19 steps back, .* arrives in the RNN, .* in the LSTM\. Of the first digit/);
    const gradient = await tableIn(page, '#memory', 0);
    expect(gradient).toHaveLength(20);
    expect(gradient[0]).toEqual(['0', '100\u202f%', '100\u202f%']);
    expect(shareOf(gradient[19]![1]!)).toBeLessThan(1e-4);
    expect(shareOf(gradient[19]![2]!)).toBeGreaterThan(100 * shareOf(gradient[19]![1]!));
    const probes = await tableIn(page, '#memory', 1);
    expect(probes.map(([place]) => Number(place))).toEqual([1, 3, 5, 7, 9, 12, 14, 16, 18, 20]);
    // The picture that stood here before shows the same: two curves of shares on a scale of six decades, two of per cent.
    const shown = await linesOf(page, 'memory');
    expect(shown.map((line) => line.length)).toEqual([20, 20, 10, 10]);
    for (const cell of [1, 2]) {
      gradient.forEach((row, k) => expect(Math.abs(1 + Math.log10(shareOf(row[cell]!)) / 6 - shown[cell - 1]![k]!)).toBeLessThan(0.04));
      probes.forEach((row, k) => expect(Math.abs(parseFloat(row[cell]!) / 100 - shown[cell + 1]![k]!)).toBeLessThan(0.01));
      expect(parseFloat(probes[0]![cell]!)).toBeLessThan(30);
      expect(parseFloat(probes[9]![cell]!)).toBeGreaterThan(90);
    }
    await figure.getByRole('radio', { name: 'untrained' }).focus();
    await page.keyboard.press('ArrowRight');
    await soon(() => status.innerText()).toMatch(/trains: \d+ of 200 updates|Reading off/);
    await expect.poll(() => status.innerText(), { timeout: 40_000 }).toMatch(/^19 steps back/);
    expect(await figure.locator('.line').innerText()).toContain('after 200 updates');
    expect(parseFloat((await tableIn(page, '#memory', 1))[0]![2]!), 'trained, the LSTM keeps the digit that is to be written first').toBeGreaterThan(30);
  });

  test('the chain is counted and the times are measured', async () => {
    const page = await still();
    const figure = await goTo(page, '#chain');
    await figure.getByRole('button', { name: 'Measure' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => figure.getByRole('status').innerText(), { timeout: 30_000 }).toMatch(/^At 60 words the encoder takes .* ms and one look .* ms/);
    expect(await tableIn(page, '#chain', 0)).toEqual([5, 10, 20, 30, 40, 50, 60].map((length) => [String(length), String(length), '1']));
    const times = (await tableIn(page, '#chain', 1)).map((row) => row.map(Number));
    expect(times).toHaveLength(7);
    for (const [, encoder, look] of times) expect(encoder).toBeGreaterThan(look!);
    expect(times[6]![1]).toBeGreaterThan(3 * times[0]![1]!);
  });

  test('the lab, the walkthrough and every trainer do what Enter and Space ask', async () => {
    const page = await still();
    for (const [id, name] of pressed.filter(([, button]) => button === 'Start')) {
      const figure = figureOf(page, id);
      await goTo(page, id);
      await figure.until('untrained');
      await figure.button(name).focus();
      await page.keyboard.press('Enter');
      await soon(() => figure.updates()).toBeGreaterThan(0);
      await figure.button('Pause').focus();
      await page.keyboard.press('Space');
      await figure.until('paused');
    }
    await goTo(page, '#hand');
    const weight = page.locator('#hand').getByRole('button', { name: /^0\.83\b/ });
    await weight.first().focus();
    await page.keyboard.press('Enter');
    await soon(() => page.locator('#hand').getByRole('group', { name: /^How α/ }).first().innerText()).toMatch(/148\.41[\s\S]*178\.61[\s\S]*0\.83/);
    await goTo(page, '#scale');
    await page.locator('#scale').getByRole('button', { name: 'Draw again' }).focus();
    await page.keyboard.press('Enter');
    await soon(() => page.locator('#scale .line').innerText()).toMatch(/draw 1$/);
  });
});

describe('the whole page', () => {
  for (const [colorScheme, width] of [['light', 1280], ['dark', 360]] as const) {
    test(`axe finds nothing and nothing scrolls sideways with all figures there, ${colorScheme}, ${width} pixels`, async () => {
      const page = await still({ colorScheme, viewport: { width, height: 800 } });
      await readThrough(page);
      await page.addStyleTag({ content: 'section { content-visibility: visible !important; }' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page)).toEqual([]);
    });
  }

  test('what the first figure does not need arrives later', async () => {
    const served = await serve(['dist/site'], isolation);
    const page = await still();
    await page.goto(`${served.origin}/`);
    await figureOf(page, '#backward').until('untrained');
    expect([...served.sent.keys()].filter((name) => /bottleneck|walkthrough|order|memory|chain/.test(name) && name.endsWith('.js'))).toEqual([]);
    for (const id of late) await goTo(page, id);
    await served.close();
  });
});

const figures = '#backward #order #memory #bottleneck #hand #forward #french #chinese #own #scale #chain'.split(' ');

describe('before its scripts have run', () => {
  for (const [file, text, story, words] of [['', english, storyEn, en], ['zh-Hans.html', pageZhHans, storyZhHans, zhHans], ['zh-Hant.html', pageZhHant, storyZhHant, zhHant]] as const) {
    test(`every figure has the room that it will need, at every width, and then speaks the page’s language: ${text.lang}`, async () => {
      let release!: () => void;
      const held = new Promise<void>((resolve) => { release = resolve; });
      const page = await still({ before: (page) => page.route('**/*.js', async (route) => { await held; await route.continue(); }), file, until: 'commit' });
      await page.waitForFunction(() => document.querySelectorAll('figure > [id] > img').length === 11 && getComputedStyle(document.body).margin === '0px');
      const long = async () => {
        const all: number[] = [];
        for (const width of [360, 420, 500, 620, 700, 800, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await page.waitForTimeout(100);
          all.push(await page.evaluate(() => document.documentElement.scrollHeight));
        }
        return all;
      };
      const expected = await long();
      await page.addStyleTag({ content: 'section { content-visibility: visible !important; }' });
      // What the scroll bar says before the sections are laid out; a machine without Chinese faces sets that text a fifth longer.
      for (const [k, height] of (await long()).entries()) expect(Math.abs(expected[k]! / height - 1), `${k}`).toBeLessThan(0.25);
      const heights = async () => {
        const all: Record<string, number[]> = {};
        for (const width of [320, 400, 560, 760, 900, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await page.waitForTimeout(200); // a picture follows its width
          all[width] = await page.locator('figure > [id]').evaluateAll((list) => list.map((element) => Math.round(element.getBoundingClientRect().height)));
        }
        return all;
      };
      const before = await heights();
      expect(before[1280]).toHaveLength(figures.length);
      release();
      for (const id of figures) {
        await goTo(page, id);
        await soon(() => page.locator(id).evaluate((element) => element.shadowRoot!.querySelector('section:not(.coming)')?.getAttribute('lang'))).toBe(text.lang);
      }
      await page.waitForTimeout(300); // a figure of sentences comes in parts
      expect(await heights()).toEqual(before);

      const status = (id: string) => page.locator(id).getByRole('status');
      await soon(() => status('#memory').innerText()).toBe(story.memory.before);
      expect(await page.locator('#bottleneck').getByRole('button', { name: words.figure.start, exact: true }).count()).toBe(1);
      await page.locator('#order').getByRole('button', { name: story.order.compare }).click();
      await soon(() => status('#order').innerText()).toMatch(new RegExp(`^${story.order.sameWords('\\d\\.\\d{3}')}$`));
      if (text === english) return; // which is looked at with every figure started
      for (const [width, colorScheme] of [[1280, 'light'], [360, 'dark']] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violations(page)).toEqual([]);
      }
    });

    test(`without scripts, each step is there to be read and a picture of a real run stands in every figure’s place, ${text.lang}`, async () => {
      const page = await open({ javaScriptEnabled: false, file });
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(text.title);
      for (const key of ['order', 'memory', 'pipe', 'bottleneck', 'model', 'lag', 'translation', 'scores', 'chain'] as const) {
        expect(await page.getByRole('heading', { level: 2 }).filter({ hasText: text[`${key}Title`] }).first().isVisible(), key).toBe(true);
        const first = text[`${key}1`].replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').slice(0, 20);
        expect(await page.locator('p').filter({ hasText: first }).first().isVisible(), key).toBe(true);
      }
      for (const id of figures) {
        const image = page.locator(`${id} > img`);
        await image.scrollIntoViewIfNeeded();
        await soon(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
        const { size, natural, alt } = await image.evaluate((img: HTMLImageElement) =>
          ({ size: [Number(img.getAttribute('width')), Number(img.getAttribute('height'))], natural: [img.naturalWidth, img.naturalHeight], alt: img.alt }));
        expect(size, id).toEqual(natural);
        expect(alt, id).not.toBe('');
        const svg = await page.request.get(new URL((await image.getAttribute('src'))!, page.url()).href);
        expect(await svg.text(), id).toContain(`xml:lang="${text.lang}"`);
        expect(await page.locator(`${id} > [slot=question]`).isVisible(), id).toBe(true);
        expect(await page.locator(`${id} > p`).isVisible(), id).toBe(true);
      }
    });
  }
});

test('the playground has the room that it will need, at every width and in each language', async () => {
  for (const file of ['playground.html', 'playground-zh-Hans.html', 'playground-zh-Hant.html']) {
    let release!: () => void;
    const held = new Promise<void>((resolve) => { release = resolve; });
    const page = await still({ before: (page) => page.route('**/*.js', async (route) => { await held; await route.continue(); }), file, until: 'commit' });
    await page.waitForFunction(() => document.querySelector('#playground > img') && getComputedStyle(document.body).margin === '0px');
    const heights = async () => {
      const all: Record<string, number> = {};
      for (const width of [320, 360, 400, 480, 560, 760, 900, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForTimeout(200); // a picture follows its width
        all[width] = await page.locator('#playground').evaluate((element) => Math.round(element.getBoundingClientRect().height));
      }
      return all;
    };
    const before = await heights();
    release();
    await page.locator('#playground .now[data-phase=untrained]').waitFor();
    expect.soft(await heights(), file).toEqual(before);
  }
});

test('each language is named in its own and leads to its page', async () => {
  const page = await open({ javaScriptEnabled: false });
  const names = [english, pageZhHans, pageZhHant].map(({ lang, languageName, title }) => ({ lang, name: languageName, title }));
  for (const { lang, name, title } of [...names.slice(1), names[0]!]) {
    await page.locator('nav.languages').getByRole('link', { name }).click();
    await page.waitForURL(lang === 'en' ? /index\.html$/ : new RegExp(`${lang}\\.html$`));
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect(await page.title()).toBe(title);
    expect(await page.locator('nav.languages').getByRole('link').allInnerTexts()).toEqual(names.filter((each) => each.lang !== lang).map((each) => each.name));
    expect(await page.locator('link[rel=alternate]').evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '))))
      .toEqual(['en ./index.html', 'zh-Hans ./zh-Hans.html', 'zh-Hant ./zh-Hant.html', 'x-default ./index.html']);
  }
});

describe('where it cannot run', () => {
  test('without WebAssembly the author’s fallback stands in the figure’s place, with the reason', async () => {
    const page = await open({ before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')) });
    const figure = page.locator('#backward');
    await soon(() => figure.getByRole('status').innerText()).toContain('cannot run WebAssembly with SIMD');
    expect(await figure.getByText('Here a network trains while you watch.').isVisible()).toBe(true);
    expect(await figure.locator('[slot=question]').isVisible()).toBe(true);
    expect(await figure.getByRole('button').count()).toBe(0);
    // It stands in the column of the text.
    const [text, sentence] = await Promise.all([page.locator('.lead').boundingBox(), figure.getByText('Here a network trains').boundingBox()]);
    expect(Math.abs(sentence!.x - text!.x)).toBeLessThanOrEqual(2);
    expect(sentence!.width).toBeLessThanOrEqual(text!.width + 2);
  });

  test('without WebAssembly every picture stays where it stood, with the reason', async () => {
    const page = await still({ before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')) });
    for (const id of figures.filter((id) => id !== '#own')) {
      await goTo(page, id);
      await soon(() => page.locator(id).evaluate((element) => element.shadowRoot!.querySelector('.fallback :is([role=status], [role=alert])')?.textContent)).toContain('cannot run WebAssembly with SIMD');
      await soon(() => page.locator(`${id} > img`).evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0 && img.checkVisibility())).toBe(true);
    }
  });

  test('a file that does not arrive is named in a sentence, and trying again works', async () => {
    const page = await (await context({ reducedMotion: 'reduce' })).newPage();
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(`${tests.origin}/`);
    const figure = figureOf(page, '#backward');
    await soon(() => figure.root.getByRole('status').innerText()).toContain('could not be loaded; check the connection and try again');
    await soon(() => figure.root.getByText('Here a network trains while you watch.').isVisible()).toBe(true);
    await page.unroute('**/*.wasm');
    await figure.button('Try again').click();
    await figure.until('training');
  });
});
