// Somebody else's article, on another origin than the library, with the strict content security policy of a careful host and
// no isolation headers: one script, one tag. What the policy refuses is reported by the browser and fails the test.
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { figureOf, peaks, soon } from './figure.ts';
import { root, serve, type Served } from './serve.ts';

const article = fs.readFileSync(path.join(root, 'tests/browser/stranger.html'), 'utf8');

// The article's own script: it gives an alignment to the element.
const script = `
const element = document.querySelector('#own');
await customElements.whenDefined('lookback-alignment');
element.gold = [0, 2, 1];
element.alignment = {
  rows: ['the', 'European', 'area'], columns: ['la', 'zone', 'européenne'],
  weights: [[0.8, 0.15, 0.05], [0.1, 0.2, 0.7], [0.05, 0.9, 0.05]],
};`;

let browser: Browser;
let library: Served;
const articles: Served[] = [];

beforeAll(async () => {
  [browser, library] = await Promise.all([launchChromium(), serve(['dist'], { 'Access-Control-Allow-Origin': '*' })]);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([library, ...articles].map((served) => served?.close()));
});

const policy = (worker: string) =>
  `default-src 'self'; script-src 'self' ${library.origin} 'wasm-unsafe-eval'; connect-src 'self' ${library.origin}; worker-src ${worker}`;

/** Opens the article under a policy; `refused` collects what the browser says it blocked. */
async function open(contentSecurityPolicy: string, options: BrowserContextOptions = {}): Promise<{ page: Page; refused: string[]; errors: string[] }> {
  const served = await serve([], { 'Content-Security-Policy': contentSecurityPolicy }, {
    '/index.html': article.replaceAll('LIBRARY', library.origin), '/article.js': script,
  });
  articles.push(served);
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  const page = await context.newPage();
  const refused: string[] = [];
  const errors: string[] = [];
  page.on('console', (message) => { if (/Content Security Policy/.test(message.text())) refused.push(message.text()); });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${served.origin}/`);
  return { page, refused, errors };
}

describe('an article on another origin under a strict policy', () => {
  test('trains in a worker, on one thread, and shows the reversal', async () => {
    const { page, refused, errors } = await open(policy("blob: 'self'"));
    const figure = figureOf(page, 'lookback-trainer');
    await figure.until('untrained');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await soon(() => page.workers().length).toBe(1);
    await figure.root.getByRole('radio', { name: 'full speed' }).check();
    await figure.button('Start').click();
    await figure.until('trained', 60_000);
    expect(await figure.figure('Held-out right')).toBeGreaterThanOrEqual(99);
    await figure.digits.fill('718205');
    await soon(() => figure.written()).toEqual({ digits: '502817', verdict: '✓ right' });
    expect(peaks((await figure.weights()).weights).slice(0, 6)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(refused).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('where blob: workers are forbidden it trains on the page’s own thread, and says so', async () => {
    const { page, errors } = await open(policy("'self'"));
    const figure = figureOf(page, 'lookback-trainer');
    await figure.until('untrained');
    await soon(() => page.workers().length).toBe(0);
    await figure.root.getByText('More settings').click();
    expect(await figure.root.locator('details').innerText()).toContain('on the page\'s own thread, in slices, because');
    await figure.button('Start').click();
    await soon(() => figure.updates()).toBeGreaterThan(20);
    await figure.button('Pause').click();
    await figure.until('paused');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('draws an alignment that the article gives it', async () => {
    const { page, refused } = await open(policy("blob: 'self'"));
    const alignment = page.locator('lookback-alignment#own');
    await soon(() => alignment.locator('g.row').count()).toBe(3);
    expect(await alignment.locator('td').first().textContent()).toBe('0.800, true place');
    expect(refused).toEqual([]);
    await page.context().close();
  });

  test('takes the article’s colours and scheme, and its second script is harmless', async () => {
    const { page, errors } = await open(policy("blob: 'self'"), { colorScheme: 'dark' });
    const figure = page.locator('lookback-trainer');
    await figureOf(page, 'lookback-trainer').until('untrained');
    // The article says nothing of dark mode, so on its white page the figure stays light.
    expect(await figure.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(253, 252, 248)');
    await figure.evaluate((element) => element.setAttribute('scheme', 'dark'));
    expect(await figure.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(20, 22, 26)');
    await page.evaluate(() => document.documentElement.style.setProperty('--lookback-source', 'rgb(1, 2, 3)'));
    expect(await figure.locator('.own lookback-grid text.source').first().evaluate((text) => getComputedStyle(text).fill)).toBe('rgb(1, 2, 3)');
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
