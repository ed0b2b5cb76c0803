// Each element in an article, as its reader meets it: it waits to be asked, rests out of sight, is worked by the keyboard alone,
// and axe finds nothing in any language or scheme.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en.ts';
import { zhHans } from '../../web/i18n/zh-Hans.ts';
import { zhHant } from '../../web/i18n/zh-Hant.ts';
import { article, articles } from './article.ts';
import { violations } from './axe.ts';
import { figureOf, soon } from './figure.ts';
import { launchFirefox } from './firefox.ts';
import type { Served } from './serve.ts';

const tests = articles();
let served: Served; // of the last article

/** Opens an article with these figures. */
async function open(figures: string, options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>, by = tests.browser): Promise<Page> {
  const opened = await tests.open(article(`<main><h1>An article</h1>${figures}</main>`), { viewport: { width: 1000, height: 4400 }, before, by, ...options });
  served = opened.served;
  return opened.page;
}

const phase = (figure: Locator, name: string) => figure.locator(`[data-phase=${name}]`).waitFor();
const phases = (page: Page) => page.locator('[data-phase]').evaluateAll((list) => list.map((element) => (element as HTMLElement).dataset.phase));
const both = (attributes: string) => `<lookback-trainer ${attributes}></lookback-trainer><lookback-alignment ${attributes}></lookback-alignment>`;

describe('by itself', () => {
  test('no element trains without autostart, and one with it does', async () => {
    const page = await open(`${both('pace="full"')}${both('autostart pace="full"')}`);
    const trained = (await page.locator('[autostart]').all()).map((figure) => phase(figure, 'trained'));
    await Promise.all(trained);
    expect(await phases(page)).toEqual(['untrained', 'untrained', 'trained', 'trained']);
  });

  test('no element trains under reduced motion, and each does when asked', async () => {
    const page = await open(both('autostart'), { reducedMotion: 'reduce' });
    for (const figure of await page.locator('[autostart]').all()) await phase(figure, 'untrained');
    await page.waitForTimeout(500);
    expect(await phases(page)).toEqual(['untrained', 'untrained']);
    for (const figure of await page.locator('[autostart]').all()) {
      await figure.locator('.primary').click();
      await phase(figure, 'training');
    }
  });

  test('no element fetches anything while data is saved, and each does when asked', async () => {
    const page = await open(`${both('autostart')}<lookback-alignment autostart model="models/reverse.safetensors"></lookback-alignment>`, {}, (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })));
    await soon(() => phases(page)).toHaveLength(3);
    await page.waitForTimeout(500);
    expect(await phases(page)).toEqual(['idle', 'idle', 'idle']);
    expect(page.workers()).toHaveLength(0);
    expect([...served.sent.keys()].filter((name) => /worker|\.wasm|\.safetensors/.test(name))).toEqual([]);
    for (const figure of await page.locator('[autostart]').all()) {
      await figure.locator('.primary').click();
      await phase(figure, 'training');
    }
    expect(page.workers()).toHaveLength(1);
  });

  for (const name of ['lookback-trainer', 'lookback-alignment']) {
    test(`<${name}> is not loaded before it is seen, stops out of sight and goes on when it is back`, async () => {
      const page = await open(`<div style="height: 3000px"></div><${name} autostart></${name}>`, { viewport: { width: 1000, height: 800 } });
      const figure = page.locator(name);
      await page.waitForTimeout(300);
      expect(await phases(page)).toEqual(['idle']);
      expect(page.workers()).toHaveLength(0);
      await figure.evaluate((element) => {
        const told: unknown[] = Object.assign(element, { told: [] }).told;
        element.addEventListener('lookback-state', (event) => told.push((event as CustomEvent).detail));
      });
      await figure.scrollIntoViewIfNeeded();
      await phase(figure, 'training');
      await page.evaluate(() => window.scrollTo(0, 0));
      await phase(figure, 'waiting');
      await page.waitForTimeout(300);
      await figure.scrollIntoViewIfNeeded();
      await phase(figure, 'training');
      // Where it stopped it went on.
      const [stopped, on] = (await figure.evaluate((element) => (element as HTMLElement & { told: { phase: string; step: number }[] }).told)).slice(-2);
      expect(stopped!.phase).toBe('waiting');
      expect(on).toEqual({ phase: 'training', step: stopped!.step });
      await figure.evaluate((element) => element.remove());
      await soon(() => page.workers().length).toBe(0);
    });
  }
});

for (const name of ['Chromium', 'Firefox']) describe(`by the keyboard alone, in ${name}`, () => {
  const chromium = name === 'Chromium';
  let driven: Browser;
  beforeAll(async () => { driven = chromium ? tests.browser : await launchFirefox(); });
  afterAll(async () => { if (!chromium) await driven?.close(); });

  /** What has the focus, in whatever shadow: its tag and its name. */
  const focused = (page: Page) => page.evaluate(() => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return `${at?.tagName.toLowerCase()} ${at?.getAttribute('aria-label') ?? at?.getAttribute('name') ?? at?.textContent?.trim() ?? ''}`.trim();
  });
  const tab = async (page: Page, to: string) => {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(to);
  };
  const type = async (page: Page, text: string) => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };

  /** From the field of digits, whose digits become 314159, into the alignment as into a grid, and through it. */
  async function walk(page: Page, grid: Locator): Promise<void> {
    const place = () => grid.evaluate((element) => {
      const cell = element.shadowRoot!.activeElement as HTMLTableCellElement | null;
      return cell && [(cell.parentElement as HTMLTableRowElement).sectionRowIndex, cell.cellIndex - 1];
    });
    await type(page, '314159');
    await soon(() => grid.locator('thead th').allTextContents()).toEqual(['target \\ source', ...'314159']);
    await page.keyboard.press('Tab');
    expect(await place()).toEqual([0, 0]);
    for (const [keys, at] of [
      [['ArrowDown', 'End'], [1, 5]], [['ArrowLeft'], [1, 4]], [['ArrowUp', 'ArrowUp'], [0, 4]], [['Control+End'], [6, 5]], [['Home'], [6, 0]],
      [['ArrowRight'], [6, 1]], [['Control+Home'], [0, 0]],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      expect(await place()).toEqual(at);
    }
    expect(await grid.locator('.value').innerText()).toMatch(/^α = [01]\.\d{3}, writing \w+, looking at 3$/);
    expect(await grid.locator('rect.ring').evaluate((ring) => getComputedStyle(ring).visibility)).toBe('visible');
    await page.keyboard.press('Escape');
    expect(await grid.locator('.value').evaluate((value) => getComputedStyle(value).visibility)).toBe('hidden');
  }

  /** From the summary of the settings: length, seed, and what takes the figure to another page. */
  async function settings(page: Page, figure: Locator): Promise<void> {
    const line = () => figure.locator('.line').innerText();
    await tab(page, 'summary More settings');
    await page.keyboard.press('Enter');
    await figure.locator('input[name=length]').waitFor(); // it is fetched when it is asked for
    const { localName } = await figure.evaluate(({ localName }) => ({ localName }));
    if (localName === 'lookback-alignment') await tab(page, 'select task');
    await tab(page, 'input length');
    await type(page, '4');
    await tab(page, 'input seed');
    await soon(line).toContain('4 digits');
    await type(page, '7');
    await page.keyboard.press('Enter');
    await soon(line).toContain('seed 7');
    await tab(page, 'button Download the model');
    await tab(page, 'button Open a model');
    const text = figure.locator('.share textarea');
    for (const [button, key, copied] of [
      ['Copy embed code', 'Enter', new RegExp(`^<script type="module" src=".*/elements\\.js"></script>\\n<${localName} .*seed="7".*></${localName}>$`, 's')],
      ['Copy as an iframe', 'Space', /^<iframe src=".*embed\.html\?.*seed=7.*<\/iframe>$/s],
      ['Cite', 'Enter', /^@misc\{lookback,.*4 digits.*seed 7/s],
    ] as const) {
      await tab(page, `button ${button}`);
      await page.keyboard.press(key);
      await soon(() => text.inputValue()).toMatch(copied);
      if (chromium) expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text.inputValue());
    }
    await tab(page, 'textarea To copy');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement)).toBe(await page.evaluate(() => document.body)); // no trap
  }

  // BiDi cannot allow a page of Firefox to read the clipboard.
  const options: BrowserContextOptions = chromium ? { permissions: ['clipboard-read', 'clipboard-write'] } : {};

  test('<lookback-trainer>', async () => {
    const page = await open('<lookback-trainer></lookback-trainer>', options, undefined, driven);
    const figure = figureOf(page, 'lookback-trainer');
    await figure.until('untrained');
    await tab(page, 'button Start');
    await page.keyboard.press('Enter');
    await figure.until('training');
    await page.keyboard.press('Space');
    await figure.until('paused');
    const at = await figure.updates();
    await tab(page, 'button Step');
    await page.keyboard.press('Enter');
    await soon(() => figure.updates()).toBe(at + 1);
    await tab(page, 'button Reset');
    await page.keyboard.press('Enter');
    await figure.until('untrained');
    await tab(page, 'input pace');
    await page.keyboard.press('ArrowRight');
    expect(await figure.root.getByRole('radio', { name: 'full speed' }).isChecked()).toBe(true);
    await tab(page, 'select task');
    await tab(page, 'input digits');
    await walk(page, figure.root.locator('.own lookback-grid'));
    // Past the three probes, whose alignments are grids too, to the encoder's direction.
    for (let k = 0; k < 4; k++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('input encoder');
    await page.keyboard.press('ArrowLeft');
    await soon(() => figure.root.locator('.line').innerText()).toContain('forward encoder');
    await settings(page, figure.root);
  });

  test('<lookback-alignment>', async () => {
    const page = await open('<lookback-alignment></lookback-alignment>', options, undefined, driven);
    const figure = page.locator('lookback-alignment');
    await phase(figure, 'untrained');
    await tab(page, 'button Start');
    await page.keyboard.press('Enter');
    await phase(figure, 'training');
    await page.keyboard.press('Space');
    await phase(figure, 'paused');
    await tab(page, 'input digits');
    await walk(page, figure.locator('lookback-grid'));
    for (const name of ['Each step', 'Question it', 'Over time', 'Export']) await tab(page, `button ${name}`);
    await settings(page, figure);
  });

  test('<lookback-alignment> with a finished model is trained anew', async () => {
    const page = await open('<lookback-alignment model="models/reverse.safetensors" pace="full" steps="20"></lookback-alignment>', options, undefined, driven);
    const figure = page.locator('lookback-alignment');
    await phase(figure, 'given');
    await tab(page, 'button Train it anew');
    await page.keyboard.press('Space');
    await phase(figure, 'trained');
    expect(await focused(page)).toBe('button Train again');
  });
});

test('an alignment that cannot be drawn is refused in a sentence, in the language of the page, and a right one is drawn', async () => {
  const page = await open('<lookback-alignment id="drawn"></lookback-alignment>');
  const give = (alignment: unknown) => page.locator('#drawn').evaluate((element, given) => Object.assign(element, { alignment: given }), alignment);
  for (const wrong of ['the', [], {}, { rows: ['a'], columns: ['b'], weights: [] }, { rows: ['a'], columns: ['b'], weights: [[2]] }, { rows: ['a'], columns: ['b'], weights: [['1']] }, { rows: [1], columns: ['b'], weights: [[1]] }]) {
    await give(wrong);
    await soon(() => page.locator('#drawn .problem').allInnerTexts()).toEqual([en.figure.errors.alignment]);
  }
  await page.evaluate(() => { document.documentElement.lang = 'zh-Hant'; });
  await soon(() => page.locator('#drawn .problem').allInnerTexts()).toEqual([zhHant.figure.errors.alignment]);
  await give({ rows: ['a'], columns: ['b'], weights: [[1]] });
  await soon(() => page.locator('#drawn .problem').count()).toBe(0);
  await page.locator('#drawn table').waitFor({ state: 'attached' });
});

test('axe finds nothing in any element, in any language, light or dark, with everything open', async () => {
  const page = await open(`${both('pace="full" steps="20"')}<lookback-alignment id="drawn" legend label="By hand"></lookback-alignment>`, { reducedMotion: 'reduce' });
  for (const figure of await page.locator('[pace]').all()) {
    await figure.locator('.primary').click();
    await phase(figure, 'trained');
    await figure.locator('summary').click();
    await figure.locator('.share button').first().click();
    await figure.locator('.share textarea').waitFor();
    await figure.locator('input[name=digits]').fill('12a');
  }
  await page.locator('#drawn').evaluate((element) => Object.assign(element, { alignment: { rows: ['the', 'area'], columns: ['la', 'zone'], weights: [[0.9, 0.1], [0.2, 0.8]] }, gold: [0, 1] }));
  for (const words of [en, zhHans, zhHant]) {
    await page.evaluate((lang) => { document.documentElement.lang = lang; }, words.lang);
    await soon(() => page.locator('.more, summary').allInnerTexts()).toEqual([words.figure.more, words.figure.more]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${words.lang}, ${colorScheme}`).toEqual([]);
    }
  }
});
