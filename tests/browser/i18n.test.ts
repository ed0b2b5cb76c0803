// The elements in their three languages, in a real browser: they follow the nearest `lang` wherever it changes, fetch a
// dictionary only where it is needed, take an author's own strings, and are as narrow and as accessible in Chinese.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en.ts';
import { zhHans } from '../../web/i18n/zh-Hans.ts';
import { zhHant } from '../../web/i18n/zh-Hant.ts';
import { article, articles } from './article.ts';
import { violations } from './axe.ts';
import { soon } from './figure.ts';
import type { Served } from './serve.ts';

const tests = articles();

interface Opened { page: Page; served: Served; trainer: Locator; phase(name: string): Promise<unknown> }

/** Opens an article whose language is `lang`; a script's error on the page fails the test that causes it. */
async function open(lang: string, { options = {}, headers = {}, elsewhere = false, before }:
{ options?: BrowserContextOptions; headers?: Record<string, string>; elsewhere?: boolean; before?: (page: Page) => Promise<unknown> } = {}): Promise<Opened> {
  const body = '<main><h1>1</h1><lookback-trainer></lookback-trainer><lookback-grid legend></lookback-grid></main>';
  const { page, served } = await tests.open(article(body, { lang, apart: elsewhere }), { apart: elsewhere, headers, before, reducedMotion: 'reduce', ...options });
  const trainer = page.locator('lookback-trainer');
  return { page, served, trainer, phase: (name) => trainer.locator(`.state[data-phase=${name}]`).waitFor({ timeout: 60_000 }) };
}

/** What an element says at present: its language, its first button, and the alignment and the chart within it. */
const spoken = (trainer: Locator) => trainer.evaluate((element) => {
  const { shadowRoot } = element;
  const inner = shadowRoot!.querySelector('.own lookback-grid')?.shadowRoot;
  return [
    shadowRoot!.querySelector('section')?.lang,
    shadowRoot!.querySelector('.primary')?.getAttribute('aria-label'),
    inner?.querySelector('.figure')?.getAttribute('lang'),
    inner?.querySelector('table')?.tHead?.rows[0]?.cells[0]?.textContent,
    inner?.querySelector('table')?.caption?.textContent,
    shadowRoot!.querySelector('lookback-chart')?.shadowRoot?.querySelector('text.x:last-of-type')?.textContent,
  ];
});
const saysIn = ({ lang, figure, grid, chart }: typeof en) => [lang, figure.start, lang, grid.corner, grid.caption, chart.updates];
const dictionaries = (served: Served) => [...served.sent.keys()].flatMap((name) => /zh-Han[st]/.exec(name) ?? []);
const setLang = (page: Page, selector: string, lang: string | null) =>
  page.locator(selector).evaluate((element, lang) => (lang === null ? element.removeAttribute('lang') : element.setAttribute('lang', lang)), lang);

describe('the nearest lang', () => {
  test('is followed where it changes: the page’s, the element’s own, and away again', async () => {
    const { page, served, trainer, phase } = await open('en');
    await phase('untrained');
    await soon(() => spoken(trainer)).toEqual(saysIn(en));
    expect(dictionaries(served)).toEqual([]);

    await setLang(page, 'html', 'zh-TW');
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHant));
    expect(dictionaries(served)).toEqual(['zh-Hant']);
    await setLang(page, 'lookback-trainer', 'zh-CN');
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHans));
    expect(await page.locator('body > main > lookback-grid .legend').innerText()).toContain(zhHant.grid.weight);
    await setLang(page, 'html', 'en');
    await soon(() => page.locator('body > main > lookback-grid .legend').innerText()).toContain(en.grid.weight);
    expect(await spoken(trainer)).toEqual(saysIn(zhHans));
    await setLang(page, 'lookback-trainer', null);
    await soon(() => spoken(trainer)).toEqual(saysIn(en));
  });

  test('is found and followed through shadow roots, and when an element moves', async () => {
    const { page, trainer, phase } = await open('en');
    await phase('untrained');
    await page.evaluate(() => {
      const outer = document.createElement('div');
      outer.id = 'outer';
      outer.lang = 'zh-HK';
      const inner = document.createElement('div');
      inner.id = 'inner';
      outer.attachShadow({ mode: 'open' }).append(inner);
      inner.attachShadow({ mode: 'open' }).append(document.querySelector('lookback-trainer')!);
      document.body.append(outer);
    });
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHant));
    await setLang(page, '#outer', 'zh');
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHans));
    await setLang(page, '#inner', 'fr');
    await soon(() => spoken(trainer)).toEqual(saysIn(en));
    await setLang(page, '#inner', null);
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHans));
    await trainer.evaluate((element) => document.body.append(element));
    await soon(() => spoken(trainer)).toEqual(saysIn(en));
  });

  test('changes what is already said: a refusal, a failure, the figures in the table', async () => {
    const { page, trainer, phase } = await open('en');
    await phase('untrained');
    await trainer.locator('input[name=digits]').fill('12a');
    await trainer.getByText(en.figure.more).click();
    await trainer.locator('input[name=seed]').fill('x');
    await trainer.locator('input[name=seed]').press('Enter');
    await trainer.locator('input[name=length]').fill('3到99');
    await trainer.locator('input[name=length]').press('Enter');
    for (const [lang, { figure: { errors } }] of [['zh-Hant', zhHant], ['zh-Hans', zhHans], ['en', en]] as const) {
      await setLang(page, 'html', lang);
      await soon(() => trainer.locator('#note').innerText()).toBe(errors.notDigits('a'));
      expect(await trainer.locator('#setting-problem').innerText()).toBe(`${errors.length('20')} ${errors.seed}`);
    }
    await trainer.evaluate((element) => element.setAttribute('encoder', 'sideways'));
    await phase('failed');
    const reason = trainer.locator('.failure');
    const english = await reason.innerText();
    expect(english).toMatch(/encoder.*sideways/);
    await setLang(page, 'html', 'zh-CN');
    await soon(() => reason.innerText()).toBe("`encoder` 只能取 'forward'、'backward'、'bidirectional'，不能是 \"sideways\"。");
  });

  test('decides the faces, so that each script has its own shapes', async () => {
    const { page, trainer } = await open('zh-TW');
    const family = () => trainer.locator('.phase dt').evaluate((element) => getComputedStyle(element).fontFamily);
    await soon(family).toContain('Noto Sans CJK TC');
    await setLang(page, 'html', 'zh-CN');
    await soon(family).toContain('Noto Sans CJK SC');
    await page.evaluate(() => document.documentElement.style.setProperty('--lookback-sans', 'Kai'));
    await setLang(page, 'html', 'zh-TW');
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHant));
    expect(await family()).toBe('Kai');
  });
});

describe('a dictionary', () => {
  test('comes from another origin under a strict policy', async () => {
    const refused: string[] = [];
    const { trainer, phase } = await open('zh-CN', {
      elsewhere: true,
      headers: { 'Content-Security-Policy': `default-src 'self'; script-src 'self' ${tests.library.origin} 'wasm-unsafe-eval'; connect-src 'self' ${tests.library.origin}; worker-src blob: 'self'` },
      before: async (page) => page.on('console', (message) => { if (/Content Security Policy/.test(message.text())) refused.push(message.text()); }),
    });
    await phase('untrained');
    await soon(() => spoken(trainer)).toEqual(saysIn(zhHans));
    expect(refused).toEqual([]);
  });

  test('that does not arrive leaves the English standing', async () => {
    let asked = 0;
    const { trainer, phase } = await open('zh-CN', { before: (page) => page.route(/zh-Han/, (route) => { asked++; return route.abort(); }) });
    await phase('untrained');
    expect(asked).toBeGreaterThan(0);
    expect(await spoken(trainer)).toEqual(saysIn(en));
    await trainer.locator('.primary').click();
    await phase('training');
  });
});

test('an author’s strings win over every dictionary’s, one by one, and can say which language they are in', async () => {
  const { page, trainer, phase } = await open('zh-TW');
  await phase('untrained');
  await trainer.evaluate((element) => Object.assign(element, {
    strings: { start: 'Los', errors: { empty: 'Nichts da.' }, grid: { caption: 'Gewichte' }, chart: { updates: 'Schritte' } },
  }));
  const own = (words: typeof en) => [words.lang, 'Los', words.lang, words.grid.corner, 'Gewichte', 'Schritte'];
  await soon(() => spoken(trainer)).toEqual(own(zhHant));
  await trainer.locator('input[name=digits]').fill('');
  await soon(() => trainer.locator('#note').innerText()).toBe('Nichts da.');
  await trainer.locator('input[name=digits]').fill('a');
  await soon(() => trainer.locator('#note').innerText()).toBe(zhHant.figure.errors.notDigits('a'));
  await setLang(page, 'html', 'en');
  await soon(() => spoken(trainer)).toEqual(own(en));
  await trainer.evaluate((element) => Object.assign(element, { strings: { lang: 'de', start: 'Los' } }));
  await soon(async () => (await spoken(trainer)).slice(0, 2)).toEqual(['de', 'Los']);
  await trainer.evaluate((element) => Object.assign(element, { strings: null }));
  await soon(() => spoken(trainer)).toEqual(saysIn(en));
});

test('without WebAssembly the reason is given in the page’s language', async () => {
  const { trainer } = await open('zh-TW', { before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')) });
  await soon(() => trainer.getByRole('status').innerText()).toBe(zhHant.figure.failures.unsupported(''));
});

for (const words of [en, zhHans, zhHant]) {
  describe(words.lang, () => {
    for (const width of [1280, 360]) {
      test(`at ${width} pixels nothing scrolls sideways, axe finds nothing, and all is in the one language`, async () => {
        const { page, trainer, phase } = await open(words.lang, { options: { viewport: { width, height: 800 } } });
        await soon(() => spoken(trainer)).toEqual(saysIn(words));
        const narrow = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // No control, label or verdict is cut off.
        const whole = async () => soon(() => trainer.locator('button, .segments span, dt, dd, .verdict, legend').evaluateAll((list) =>
          list.filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.textContent))).toEqual([]);
        await phase('untrained');
        await soon(() => trainer.locator('.probes .verdict').last().innerText()).toMatch(/^× /);
        await narrow();
        await whole();
        await trainer.getByText(words.figure.more).click();
        await trainer.getByRole('radio', { name: words.figure.full }).check();
        await trainer.getByRole('button', { name: words.figure.start }).click();
        await phase('trained');
        await narrow();
        await whole();
        await trainer.locator('input[name=digits]').fill('1'.repeat(30));
        await soon(() => trainer.locator('.own .verdict').innerText()).toMatch(/^× /);
        await narrow();
        await trainer.locator('input[name=digits]').fill('12a');
        await trainer.locator('input[name=seed]').fill('x');
        await trainer.locator('input[name=seed]').press('Enter');
        await narrow();

        expect(await violations(page)).toEqual([]);

        if (words === en) return;
        // All that stands in the figure, for eyes or for a screen reader; what the engine says in English is marked as English.
        const texts = await trainer.evaluate((element) => {
          const found: string[] = [];
          const visit = (node: Node): void => {
            if (node instanceof Element && (node.tagName === 'STYLE' || (node.getAttribute('lang') ?? 'zh').startsWith('en'))) return;
            if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent!.trim());
            if (node instanceof Element) for (const name of ['aria-label', 'title']) found.push(node.getAttribute(name) ?? '');
            if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot);
            node.childNodes.forEach(visit);
          };
          visit(element);
          return found.filter((text) => /[a-z]/i.test(text));
        });
        const names = /\b(WebAssembly|SIMD|Sutskever|GRU|Adam|token|Home|End|iframe)\b/g;
        expect(texts.length).toBeGreaterThan(3);
        expect(texts.filter((text) => /[a-z]/i.test(text.replace(names, '').replace(/“a”|「a」/, '')))).toEqual([]);
      });
    }
  });
}
