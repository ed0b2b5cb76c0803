// The examples as somebody copies them: the article and the iframe's host from a static server with the package's dist beside
// them, the Vite app built against the installed tarball. And the reference, under a policy that allows the host's files alone.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { install } from '../install.ts';
import { launchChromium } from './chromium.ts';
import { figureOf, soon } from './figure.ts';
import { root, serve, type Served } from './serve.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-examples-'));
const host = path.join(folder, 'host'); // what a static host has
const served: Served[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  fs.mkdirSync(path.join(folder, 'app'));
  await install(path.join(folder, 'app'));
  for (const name of ['article', 'iframe']) {
    fs.cpSync(path.join(root, 'examples', name), path.join(host, name), { recursive: true });
    fs.cpSync(path.join(folder, 'app/node_modules/lookback/dist'), path.join(host, name, 'lookback'), { recursive: true });
  }
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await browser?.close();
  await Promise.all(served.map((each) => each.close()));
  fs.rmSync(folder, { recursive: true });
});

/** Opens a page of a folder served with these headers; an error or a warning on its console fails the test. */
async function open(from: string, page: string, headers: Record<string, string> = {}, options: BrowserContextOptions = {}): Promise<Page> {
  const here = await serve([path.relative(root, from)], headers, { '/favicon.ico': '' });
  served.push(here);
  const opened = await (await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options })).newPage();
  opened.on('pageerror', (error) => expect.soft(error.message, 'an error escaped on the page').toBe(''));
  opened.on('console', (message) => expect.soft(['error', 'warning'].includes(message.type()) ? message.text() : '').toBe(''));
  await opened.goto(`${here.origin}/${page}`);
  return opened;
}

test('the article: a finished figure that the page reads, and one to train, in the author’s colours and words', async () => {
  const page = await open(host, 'article/');
  const finished = page.locator('#finished');
  await soon(() => page.locator('#written').innerText()).toBe('8 2 8 1 7 2');
  expect(await page.locator('#looked').innerText()).toBe('8');
  expect(await finished.locator('[slot=question]').isVisible()).toBe(true);
  expect(await finished.locator('[slot=caption]').isVisible()).toBe(true);
  expect(await finished.locator('img').isVisible()).toBe(false);
  expect(await finished.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(246, 248, 243)');
  expect(await finished.locator('lookback-grid text.target').first().evaluate((text) => getComputedStyle(text).fill)).toBe('rgb(138, 58, 18)');
  expect(await finished.getByRole('button', { name: 'Train it anew' }).evaluate((button) => getComputedStyle(button).borderRadius)).toBe('24px');

  await finished.getByRole('textbox').first().fill('123456');
  await soon(() => page.locator('#written').innerText()).toBe('6 5 4 3 2 1');

  await page.locator('#untrained').scrollIntoViewIfNeeded();
  const figure = figureOf(page, '#untrained');
  await figure.until('untrained');
  await figure.root.getByRole('radio', { name: 'full speed' }).check();
  await figure.button('Teach it').click();
  await figure.until('trained', 60_000);
  await figure.button('Teach it again').waitFor();
  expect(await figure.root.locator('.line').innerText()).toContain('seed 3');
});

test('the article without scripts shows its pictures, at the size it says', async () => {
  const page = await open(host, 'article/', {}, { javaScriptEnabled: false });
  for (const [id, name] of [['finished', 'reverse'], ['untrained', 'lag']]) {
    const picture = page.locator(`#${id} img`);
    expect(await picture.isVisible()).toBe(true);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(fs.readFileSync(path.join(host, `article/lookback/pictures/${name}.svg`), 'utf8'))!;
    expect([await picture.getAttribute('width'), await picture.getAttribute('height')]).toEqual([width, height]);
  }
});

test('the iframe’s host gives it the height of its figure', async () => {
  const page = await open(host, 'iframe/');
  const iframe = page.locator('iframe');
  const inside = page.frameLocator('iframe');
  await soon(() => inside.locator('.digits').innerText()).toBe('828172');
  const height = () => inside.locator('html').evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
  await soon(async () => Number(await iframe.getAttribute('height')) - (await height())).toBe(0);
  expect(await height()).toBeGreaterThan(300);
  await page.setViewportSize({ width: 400, height: 900 });
  await inside.locator('summary').click();
  await soon(async () => Number(await iframe.getAttribute('height')) - (await height())).toBe(0);
  expect(await inside.locator('html').evaluate((html) => html.scrollHeight <= innerHeight)).toBe(true);
});

test('the Vite app, built against the package, trains and draws the stripe', async () => {
  const app = path.join(folder, 'app');
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'examples/vite/package.json'), 'utf8')) as { scripts: object; dependencies: object };
  expect(manifest).toMatchObject({ scripts: { build: 'vite build --base ./' }, dependencies: { lookback: 'file:../..' } });
  for (const name of ['index.html', 'main.js']) fs.copyFileSync(path.join(root, 'examples/vite', name), path.join(app, name));
  await build({ root: app, base: './', configFile: false, logLevel: 'silent' });
  const page = await open(app, 'dist/');
  expect(await page.locator('lookback-alignment .primary').count(), 'a picture of what it is given').toBe(0);
  await page.locator('output', { hasText: '493039 → 930394' }).waitFor({ timeout: 60_000 });
  expect(await page.locator('output').innerText()).toMatch(/(100\.0|99\.\d) % of 1,000 unseen/);
  expect(await page.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value / bar.max)).toBe(1);
  // The table follows the picture once a second.
  await soon(() => page.locator('lookback-alignment table').evaluate((table: HTMLTableElement) => [...table.tBodies[0]!.rows].slice(0, 6).map((row) => {
    const weights = [...row.cells].slice(1).map((cell) => parseFloat(cell.textContent ?? ''));
    return weights.indexOf(Math.max(...weights));
  }))).toEqual([5, 4, 3, 2, 1, 0]);
});

test('the reference runs in any folder under a strict policy, and its search finds a method', async () => {
  const page = await open(path.join(root, 'dist'), 'site/api/', { 'Content-Security-Policy': "default-src 'self'" });
  await page.getByRole('link', { name: 'lookback-trainer' }).first().click();
  await page.getByRole('heading', { name: 'Custom properties' }).waitFor();
  await page.getByRole('button', { name: 'Search' }).or(page.locator('#tsd-search-trigger')).first().click();
  await page.locator('#tsd-search-input').fill('gradientByDistance');
  await page.locator('#tsd-search-results li').first().click();
  await page.locator('h3, h1', { hasText: 'gradientByDistance' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/site/api/interfaces/Model.html');
});

test('no page of the reference scrolls sideways at 360 pixels', async () => {
  const api = path.join(root, 'dist/site/api');
  const names = (fs.readdirSync(api, { recursive: true }) as string[]).filter((name) => /^(index|(documents|functions|classes)\/.*|interfaces\/(Engine|Model|Task|Trainer))\.html$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  const page = await open(path.join(root, 'dist'), 'site/api/', {}, { viewport: { width: 360, height: 800 } });
  const here = page.url();
  for (const name of names) {
    await page.goto(here + name, { waitUntil: 'domcontentloaded' });
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360);
    // Nor does it hide what is beyond.
    expect.soft(await page.locator('.col-content :is(td, h1, h2, h3, p, li)').evaluateAll((all) => all.filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent)), name).toEqual([]);
  }
});
