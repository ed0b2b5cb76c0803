// The bottleneck lab as its reader meets it: two models of one size learn side by side, one vector fails where attention does not,
// and what the reader sets moves the cliff.
import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { en } from '../../web/i18n/en.ts';
import { bottleneckEn } from '../../web/i18n/bottleneck.en.ts';
import { bottleneckZhHans } from '../../web/i18n/bottleneck.zh-Hans.ts';
import { bottleneckZhHant } from '../../web/i18n/bottleneck.zh-Hant.ts';
import { article, articles } from './article.ts';
import { violations } from './axe.ts';
import { soon } from './figure.ts';
import { root } from './serve.ts';

const tests = articles();

async function open(attributes = '', options: BrowserContextOptions = {}): Promise<{ page: Page; lab: Locator }> {
  const { page } = await tests.open(article(`<main><h1>An article</h1><lookback-bottleneck ${attributes}></lookback-bottleneck></main>`), { viewport: { width: 1100, height: 1600 }, reducedMotion: 'reduce', ...options });
  const lab = page.locator('lookback-bottleneck');
  await phase(lab, 'untrained');
  return { page, lab };
}

const phase = (lab: Locator, name: string) => lab.locator(`[data-phase=${name}]`).waitFor({ timeout: 110_000 });
const updates = async (lab: Locator) => Number((await lab.locator('.updates dd').innerText()).replace(/\D/g, ''));

/** The table behind the picture: by length, the score of the one vector and of attention. */
const scores = (lab: Locator) => lab.locator('table').evaluate((table: HTMLTableElement) =>
  [...table.tBodies[0]!.rows].map((row) => [...row.cells].map((cell) => Number(cell.textContent)) as [number, number, number]));

const parameters = async (lab: Locator) => (await lab.locator('.model dl > div:first-child dd').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')));

test('with its own settings one vector falls below half at some length under 14, and attention does not at 20', async () => {
  const { lab } = await open();
  const [one, other] = await parameters(lab) as [number, number];
  expect(Math.abs(one - other) / one).toBeLessThanOrEqual(0.02);
  await lab.locator('.primary').click();
  await phase(lab, 'trained');
  const rows = await scores(lab);
  expect(rows.map(([length]) => length)).toEqual(Array.from({ length: 19 }, (_, k) => k + 2));
  for (const [length, fixed, attention] of rows) {
    if (length <= 4) expect(fixed, `length ${length}`).toBeGreaterThanOrEqual(95);
    if (length === 20) expect(attention).toBeGreaterThanOrEqual(95);
  }
  // The picture of the build shows the same, on a plot of 206 units of height.
  const drawn = fs.readFileSync(path.join(root, 'dist/pictures/bottleneck.svg'), 'utf8');
  const lines = [...drawn.matchAll(/class="(?:context|weights) line" d="([^"]+)"/g)].map(([, d]) => [...d!.matchAll(/ ([\d.]+)/g)].map(([, y]) => 100 * (1 - (Number(y) - 50) / 206)));
  await soon(async () => (await scores(lab)).flatMap(([, fixed, attention], k) => [fixed - lines[0]![k]!, attention - lines[1]![k]!]).filter((apart) => !(Math.abs(apart) < 0.1))).toEqual([]);
  const from = rows[rows.findLastIndex(([, fixed]) => fixed >= 50) + 1]![0];
  expect(from).toBeLessThan(14);
  expect(await lab.locator('.finding').innerText()).toContain(`from length ${from} on`);
});

test('both see as many updates, by the keyboard alone; another size or another use of the vector makes two new models of one size', async () => {
  const { page, lab } = await open('steps="60"');
  await lab.locator('.primary').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // Step
  await soon(() => updates(lab)).toBe(1);
  const losses = () => lab.locator('.model dl > div:nth-child(2) dd').allInnerTexts();
  await soon(losses).not.toContain('–');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter'); // Start
  await phase(lab, 'trained');
  const trained = await losses();
  for (const [choose, name] of [
    [() => lab.locator('select[name=hidden]').selectOption('16'), 'size'],
    [() => lab.getByRole('radio', { name: bottleneckEn.contexts.fixed }).focus().then(() => page.keyboard.press('Space')), 'use'],
    [() => lab.getByRole('radio', { name: en.figure.directions.bidirectional }).focus().then(() => page.keyboard.press('Space')), 'direction'],
  ] as const) {
    await choose();
    await phase(lab, 'untrained');
    await soon(async () => { const [one, other] = await parameters(lab) as [number, number]; return Math.abs(one - other) / one; }).toBeLessThanOrEqual(0.02);
    await lab.locator('.primary').press('Enter');
    await phase(lab, 'trained');
    expect(await losses(), name).not.toEqual(trained);
  }
  expect(await lab.locator('.line').innerText()).toContain('one vector of 16, given at every step');
});

test('moved about with other figures while all train, they wait and go on, and the page answers all the while', async () => {
  const figures = '<lookback-alignment></lookback-alignment><lookback-trainer task="translate-en-fr"></lookback-trainer><lookback-bottleneck></lookback-bottleneck>';
  const { page } = await tests.open(article(`<main><h1>An article</h1><div id="one">${figures}</div><div id="two"></div></main>`), { viewport: { width: 1100, height: 900 } });
  const all = ['alignment', 'trainer', 'bottleneck'].map((name) => page.locator(`lookback-${name}`));
  for (const figure of all) {
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('.primary').click();
    await page.waitForTimeout(500);
  }
  await page.evaluate(async () => {
    scrollTo(0, 0);
    const moving = [...document.querySelectorAll('#one > *')];
    for (let k = 0; k < 30; k++) {
      document.querySelector(k % 2 ? '#one' : '#two')!.append(moving[k % 3]!);
      await new Promise((go) => setTimeout(go, 60));
    }
  });
  const lab = all[2]!;
  await lab.scrollIntoViewIfNeeded();
  await soon(() => updates(lab)).toBeGreaterThan(60);
});

test('of sentences it draws BLEU by source length', async () => {
  const { lab } = await open('task="translate-en-fr" steps="200"');
  await lab.locator('.primary').click();
  await phase(lab, 'trained');
  const rows = await scores(lab);
  expect(rows.length).toBeGreaterThan(4);
  for (const [length, fixed, attention] of rows) for (const bleu of [fixed, attention]) expect(bleu, `length ${length}`).toSatisfy((value: number) => value >= 0 && value <= 100);
  expect(rows.some(([, , attention]) => attention > 0)).toBe(true);
  expect(await lab.locator('.finding').innerText()).toContain('BLEU');
});

test('axe finds nothing in any language, light or dark, and nothing scrolls sideways at 360 pixels', async () => {
  const { page, lab } = await open('steps="20"', { viewport: { width: 360, height: 2000 } });
  await lab.locator('.primary').click();
  await phase(lab, 'trained');
  await lab.locator('summary').click();
  for (const [lang, words] of [['en', bottleneckEn], ['zh-Hans', bottleneckZhHans], ['zh-Hant', bottleneckZhHant]] as const) {
    await page.evaluate((lang) => { document.documentElement.lang = lang; }, lang);
    await soon(() => lab.locator('.question').innerText()).toBe(words.question);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const beyond = await lab.locator('svg.scores').evaluate((svg) => {
      const { left, right } = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('text')].filter((text) => { const box = text.getBoundingClientRect(); return box.left < left || box.right > right; }).map(({ textContent }) => textContent);
    });
    expect(beyond, 'of the labels').toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${lang}, ${colorScheme}`).toEqual([]);
    }
  }
});
