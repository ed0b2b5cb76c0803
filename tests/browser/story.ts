// The story as pages of a test: a browser and the built site are there for a file's tests, a script's error or a message on the
// console fails the test that causes it, and all that was opened is closed after each test.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { soon } from './figure.ts';
import { isolation, serve, type Served } from './serve.ts';

export interface Opening extends BrowserContextOptions {
  /** Called before the page goes anywhere. */
  before?: (page: Page) => Promise<unknown>;
  /** The page of the site; its first unless given. */
  file?: string;
  /** What is waited for: unless given, all that the page fetches by itself. */
  until?: 'commit' | 'load';
}

interface Story {
  open(opening?: Opening): Promise<Page>;
  /** The same, where nothing trains by itself. */
  still(opening?: Opening): Promise<Page>;
  /** An empty context, whose pages may have errors. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  readonly origin: string;
}

/** What the tests of a file open the story with; called once, outside of any test. */
export function story(): Story {
  let site: Served;
  let browser: Browser;
  const opened: BrowserContext[] = [];

  beforeAll(async () => {
    [site, browser] = await Promise.all([serve(['dist/site'], isolation), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });

  const context = async (options: BrowserContextOptions = {}) => {
    const made = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    opened.push(made);
    return made;
  };
  const open = async ({ before, file = '', until = 'load', ...options }: Opening = {}) => {
    const page = await (await context(options)).newPage();
    page.on('pageerror', (error) => expect.soft(error.message, 'an error escaped on the page').toBe(''));
    page.on('console', (message) => expect.soft(['error', 'warning'].includes(message.type()) ? message.text() : '').toBe(''));
    await before?.(page);
    await page.goto(`${site.origin}/${file}`, { waitUntil: until });
    return page;
  };
  return { open, still: (opening) => open({ reducedMotion: 'reduce', ...opening }), context, get origin() { return site.origin; } };
}

/** The figures of the page that need a press, in their order, and the name of their button. */
export const pressed: readonly (readonly [id: string, button: string])[] = [
  ['#order', 'Compare'], ['#memory', 'Measure'], ['#bottleneck', 'Start'], ['#forward', 'Start'], ['#french', 'Start'], ['#chinese', 'Start'], ['#chain', 'Measure'],
];
/** Goes down to a figure as a reader does, and waits until it has arrived and shows what it shows before a press. */
export async function goTo(page: Page, id: string): Promise<Locator> {
  await page.locator(id).scrollIntoViewIfNeeded();
  return arrived(page, id);
}

async function arrived(page: Page, id: string): Promise<Locator> {
  const figure = page.locator(id);
  await soon(() => figure.evaluate((element) => (element.shadowRoot?.querySelector('section') ?? null) !== null)).toBe(true);
  return figure;
}

/** Goes from top to bottom as a reader does, and starts every figure on the way. */
export async function readThrough(page: Page): Promise<void> {
  for (const id of await page.locator('figure > [id]').evaluateAll((list) => list.map((element) => `#${element.id}`))) {
    await page.evaluate((id) => new Promise<void>((done) => {
      const aim = () => document.querySelector(id)!.getBoundingClientRect().top - 80;
      const go = () => {
        const left = aim();
        if (Math.abs(left) < 2 || (left > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1)) return done();
        scrollBy(0, Math.sign(left) * Math.min(Math.abs(left), 120));
        requestAnimationFrame(go);
      };
      go();
    }), id);
    await arrived(page, id);
    const name = pressed.find(([each]) => each === id)?.[1];
    if (name) await page.locator(id).getByRole('button', { name }).first().press('Enter');
    await page.waitForTimeout(1500);
  }
}
