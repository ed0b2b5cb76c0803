// Articles with figures in them, as pages of a test: a browser and the library are there for a file's tests, each article has an
// origin of its own, and all that was opened is closed after each test. An error that escapes on a page fails the test.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { serve, type Served } from './serve.ts';

export interface Opening extends BrowserContextOptions {
  /** Whether the library comes from another origin, which is put in place of `LIBRARY` in the text. */
  apart?: boolean;
  /** Headers of the article. */
  headers?: Record<string, string>;
  /** Called before the page goes anywhere. */
  before?: ((page: Page) => Promise<unknown>) | undefined;
  /** What is waited for: unless given, all that the article fetches by itself. */
  until?: 'commit' | 'load';
  /** Another browser than Chromium. */
  by?: Browser | undefined;
}

export interface Opened { page: Page; served: Served }

/** The text of an article: what stands in its body, with the script of all elements unless `script` is false. */
export function article(body: string, { lang = 'en', script = true, apart = false } = {}): string {
  const tag = script ? `<script type="module" src="${apart ? 'LIBRARY' : ''}/elements.js"></script>` : '';
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark"><title>An article</title>${tag}</head><body>${body}</body></html>`;
}

/** What the tests of a file open articles with; called once, outside of any test. */
export function articles(): { open(html: string, opening?: Opening): Promise<Opened>; readonly library: Served; readonly browser: Browser } {
  let browser: Browser;
  let library: Served;
  const opened: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    [browser, library] = await Promise.all([launchChromium(), serve(['dist'], { 'Access-Control-Allow-Origin': '*' })]);
  });
  afterAll(async () => {
    await browser?.close();
    await library?.close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
  });

  return {
    get library() { return library; },
    get browser() { return browser; },
    async open(html, { apart = false, headers = {}, before, by = browser, until = 'load', ...context } = {}) {
      const served = await serve(apart ? [] : ['dist'], headers, { '/index.html': html.replaceAll('LIBRARY', library.origin) });
      const made = await by.newContext({ viewport: { width: 1000, height: 900 }, ...context });
      opened.push(() => made.close(), () => served.close());
      const page = await made.newPage();
      page.on('pageerror', (error) => expect.soft(error.message, 'an error escaped on the page').toBe(''));
      await before?.(page);
      await page.goto(`${served.origin}/`, { waitUntil: until });
      return { page, served };
    },
  };
}
