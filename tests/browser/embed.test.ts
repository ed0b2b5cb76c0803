// Figures on their way to other pages: what stands in their place before a script has run, the page for iframes, and the code
// that a reader copies.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { article, articles } from './article.ts';
import { soon } from './figure.ts';

const tests = articles();

/** Opens a page of another origin than the library. */
async function open(body: string, { options = {}, before, lang = 'en' }: { options?: BrowserContextOptions; before?: (page: Page) => Promise<unknown>; lang?: string } = {}): Promise<Page> {
  const { page } = await tests.open(article(body, { lang, script: false }), { apart: true, until: 'commit', viewport: { width: 900, height: 900 }, reducedMotion: 'reduce', before, ...options });
  return page;
}

const script = '<script type="module" src="LIBRARY/elements.js"></script>';
const heights = (page: Page) => page.locator('lookback-alignment, lookback-trainer').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));

describe('before a script has run', () => {
  const article = `${script}<link rel="stylesheet" href="LIBRARY/elements.css">
    <lookback-alignment><img src="LIBRARY/pictures/reverse.svg" width="330" height="360" alt="Its alignment"></lookback-alignment>
    <lookback-trainer><img src="LIBRARY/pictures/training.svg" width="640" height="350" alt="A trained model"></lookback-trainer>
    <lookback-trainer min-length="1" max-length="12" encoder="bidirectional"></lookback-trainer><p id="after">After.</p>`;
  const sentences = `${['translate-en-fr', 'translate-zh-en', 'tatoeba-en-fr', 'dates', 'own'].map((task) => `<lookback-trainer task="${task}"></lookback-trainer><lookback-alignment task="${task}"></lookback-alignment>`).join('')}`;

  for (const lang of ['en', 'zh-Hans', 'zh-Hant']) {
    test(`a picture of a real run stands in each figure's place, at its size at every width, in ${lang}`, async () => {
      let release!: () => void;
      const held = new Promise<void>((resolve) => { release = resolve; });
      const page = await open(`${article}${sentences}`, { lang, before: (page) => page.route('**/elements.js', async (route) => { await held; await route.continue(); }) });
      await page.waitForFunction(() => [...document.images].length === 2 && [...document.images].every((image) => image.complete && image.naturalWidth > 0));
      const widths = [320, 345, 380, 440, 500, 600, 800, 1100];
      const at = async (): Promise<number[][]> => {
        const all: number[][] = [];
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          all.push(await heights(page));
        }
        return all;
      };
      const before = await at();
      expect(Math.min(...before.flat())).toBeGreaterThan(400);
      release();
      await page.waitForFunction(() => [...document.querySelectorAll('lookback-alignment, lookback-trainer')].every((each) => each.shadowRoot?.querySelector('section')));
      for (const figure of await page.locator('lookback-alignment, lookback-trainer').all()) {
        await figure.scrollIntoViewIfNeeded();
        await figure.locator('section:not(.coming)').locator('[data-phase=untrained], #pairs').waitFor();
      }
      await page.waitForTimeout(300); // a figure of sentences comes in parts
      expect(await at()).toEqual(before);
    });
  }

  test('where there is no WebAssembly the picture stays, with the reason, and nothing moves', async () => {
    const page = await open(article, { before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')) });
    const figure = page.locator('lookback-alignment');
    await soon(() => figure.locator('[role=status]').innerText()).toContain('cannot run WebAssembly with SIMD');
    const image = await figure.locator('img').boundingBox();
    expect(image).toMatchObject({ width: 330, height: 360 });
    expect((await heights(page)).slice(0, 2)).toEqual([45.25 * 16, 69.25 * 16]);
  });

  test('where the library\'s files are missing the picture stays too, and trying again works', async () => {
    const page = await open(article, { before: (page) => page.route('**/*.wasm', (route) => route.abort()) });
    const figure = page.locator('lookback-alignment');
    await soon(() => figure.locator('[role=status]').innerText()).toContain('could not be loaded');
    await soon(() => figure.locator('img').isVisible()).toBe(true);
    await page.unroute('**/*.wasm');
    await figure.getByRole('button', { name: 'Try again' }).click();
    await figure.locator('[data-phase=training]').waitFor();
  });
});

describe('the page for iframes', () => {
  const host = (query: string) => `<iframe id="figure" src="LIBRARY/embed.html?${query}" title="A figure" width="100%" height="300"></iframe>
    <script>addEventListener('message', ({ data, source }) => {
      if (source === figure.contentWindow && data.lookback === 'height') figure.height = data.height;
    });</script>`;
  const inside = (page: Page) => page.frameLocator('#figure');

  test('shows the figure that its address names, and the host makes room for it', async () => {
    const page = await open(host('figure=alignment&model=models/reverse.safetensors&source=718205&lang=zh-TW&scheme=dark'));
    const figure = inside(page).locator('lookback-alignment');
    await figure.locator('[data-phase=given]').waitFor();
    await soon(() => figure.locator('.digits').innerText()).toBe('502817');
    expect(await figure.locator('.status').innerText()).toContain('現成的模型');
    expect(await inside(page).locator('body').evaluate((body) => getComputedStyle(body.parentElement!).colorScheme)).toBe('dark');
    await soon(async () => {
      const [frame, content] = [await page.locator('#figure').evaluate((frame: HTMLIFrameElement) => frame.clientHeight), await inside(page).locator('html').evaluate((html) => html.getBoundingClientRect().height)];
      return Math.abs(frame - content);
    }).toBeLessThan(1);
    await figure.locator('summary').click();
    await soon(() => inside(page).locator('html').evaluate((html) => html.scrollHeight <= html.clientHeight)).toBe(true);
  });

  test('takes no script from its address', async () => {
    const evil = encodeURIComponent('data:text/javascript,postMessage("ready")');
    const page = await open(host(`figure=trainer&worker-url=${evil}&wasm-url=${evil}&onclick=alert(1)&style=color:red&steps=60&pace=full`));
    const figure = inside(page).locator('lookback-trainer');
    await figure.locator('[data-phase=untrained]').waitFor();
    expect(await figure.evaluate((element) => element.getAttributeNames().sort())).toEqual(['pace', 'steps']);
    const odd = await open(host('hidden&inert&contenteditable&STEPS=70'));
    await inside(odd).locator('lookback-alignment [data-phase=untrained]').waitFor();
    expect(await inside(odd).locator('lookback-alignment').evaluate((element) => element.getAttributeNames())).toEqual(['steps']);
  });

  test('names the figures that there are, where its address names none of them', async () => {
    const page = await open(host('figure=grid&steps=70'));
    await soon(() => inside(page).locator('main').innerText()).toBe("There is no figure 'grid'; `figure` is one of 'alignment', 'bottleneck', 'explorer', 'trainer', 'walkthrough'.");
    const lab = await open(host('figure=Bottleneck'));
    await inside(lab).locator('lookback-bottleneck').waitFor();
  });
});

describe('the code that a reader copies', () => {
  const copied = async (page: Page, button: string): Promise<string> => {
    const figure = page.locator('lookback-trainer');
    await figure.getByRole('button', { name: button }).click();
    await figure.getByText('Copied.').last().waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(await figure.locator('textarea').inputValue()).toBe(text);
    return text;
  };

  test('makes the same figure on another page, as an element and as an iframe, and cites it', async () => {
    const page = await open(`${script}<lookback-trainer id="mine" class="wide" min-length="4" max-length="5" steps="77"></lookback-trainer>`, {
      options: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const figure = page.locator('lookback-trainer');
    await figure.locator('[data-phase=untrained]').waitFor();
    await figure.getByRole('radio', { name: 'forward' }).check();
    await figure.getByText('More settings').click();
    await figure.getByRole('textbox', { name: 'Seed' }).fill('5');
    await figure.getByRole('textbox', { name: 'Seed' }).press('Enter');
    await soon(() => figure.locator('.line').innerText()).toContain('seed 5');
    const line = await figure.locator('.line').innerText();
    await figure.locator('input[name=digits]').fill('2468');
    expect(line).toContain('forward encoder');

    const code = await copied(page, 'Copy embed code');
    expect(code).toBe(`<script type="module" src="${tests.library.origin}/elements.js"></script>\n<lookback-trainer min-length="4" max-length="5" steps="77" source="2468" seed="5" encoder="forward"></lookback-trainer>`);
    const elsewhere = await open(code);
    await soon(() => elsewhere.locator('lookback-trainer .line').innerText()).toBe(line);

    const frame = await copied(page, 'Copy as an iframe');
    expect(frame).toMatch(/^<iframe src="http[^"]*embed\.html\?figure=trainer&amp;[^"]*" title="[^"]+" width="100%" height="\d+"/);
    const framed = await open(frame);
    await soon(() => framed.frameLocator('iframe').locator('lookback-trainer .line').innerText()).toBe(line);
    // It is as high as the figure in it, which opens folded.
    const [given, needed] = [Number(/ height="(\d+)"/.exec(frame)![1]), await framed.frameLocator('iframe').locator('html').evaluate((html) => html.getBoundingClientRect().height)];
    expect(Math.abs(given / needed - 1)).toBeLessThan(0.02);

    const entry = await copied(page, 'Cite');
    expect(entry).toMatch(/^@misc\{lookback,\n.*Lookback.*seed 5.*year = \{20\d\d\}.*\n\}$/s);
  });

  test('stands there selected where the page has no clipboard', async () => {
    const page = await open(`${script}<lookback-trainer></lookback-trainer>`, {
      before: (page) => page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('denied')) } })),
    });
    const figure = page.locator('lookback-trainer');
    await figure.locator('[data-phase=untrained]').waitFor();
    await figure.getByText('More settings').click();
    await figure.getByRole('button', { name: 'Copy embed code' }).click();
    await figure.getByText('The text is selected').waitFor();
    expect(await figure.locator('textarea').evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toContain('<lookback-trainer');
  });
});

test('on paper a figure is its picture and its figures, without a button', async () => {
  const page = await open(`${script}<lookback-trainer></lookback-trainer><lookback-alignment model="LIBRARY/models/reverse.safetensors"></lookback-alignment>`);
  await page.locator('lookback-trainer [data-phase=untrained]').waitFor();
  await page.locator('lookback-alignment').scrollIntoViewIfNeeded();
  await page.locator('lookback-alignment [data-phase=given]').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['lookback-trainer', 'lookback-alignment']) {
    const figure = page.locator(name);
    expect(await figure.locator('button:visible, input:visible, summary:visible').count(), name).toBe(0);
    expect(await figure.locator('lookback-grid svg').first().isVisible(), name).toBe(true);
    expect(await figure.locator('.line').isVisible(), name).toBe(true);
  }
});

describe('an author’s slip', () => {
  test('a model that is not there is named, and one is trained in its stead', async () => {
    const page = await open(`${script}<lookback-alignment model="nowhere.safetensors" steps="60" pace="full">A picture.</lookback-alignment>`);
    const figure = page.locator('lookback-alignment');
    await figure.locator('[data-phase=failed]').waitFor();
    expect(await figure.locator('.failure').innerText()).toMatch(/nowhere\.safetensors \(the server answers 404\)/);
    await figure.getByRole('button', { name: 'Train it anew' }).click();
    await figure.locator('[data-phase=trained]').waitFor({ timeout: 60_000 });
  });

  test('a setting that cannot be is refused at once, by the attribute’s name and as it was written', async () => {
    const slips: [attributes: string, sentence: RegExp][] = [
      ['hidden-size="abc"', /`hidden-size`.*abc/], ['batch-size="0"', /`batch-size`.*0/], ['optimizer="foo"', /`optimizer`.*foo/],
      ['steps="0"', /`steps`.*0/], ['cell="foo"', /`cell`.*foo/], ['min-length="0"', /`min-length`.*0/], ['seed="-1"', /`seed`.*-1/],
      ['max-length="0"', /^`max-length` .*0\.$/],
      ['min-length="7" max-length="5"', /^`min-length` \(7\) must not be above `max-length` \(5\)\.$/],
      ['task="translate-en-it"', /^There is no task 'translate-en-it'; there are 'reverse', .*'translate-en-fr', .*'tatoeba-en-zh', 'dates', 'own'\.$/],
    ];
    const page = await open(script + slips.map(([attributes]) => `<lookback-alignment ${attributes}></lookback-alignment>`).join(''), { options: { viewport: { width: 900, height: 6000 } } });
    for (const [k, [attributes, sentence]] of slips.entries()) {
      await soon(() => page.locator('lookback-alignment').nth(k).locator('.failure').innerText()).toMatch(sentence);
      expect(attributes).toContain('=');
    }
  });

  test('whatever a model writes, nothing scrolls sideways at 360 pixels', async () => {
    const figures = [1, 3, 6].map((seed) => `<lookback-alignment seed="${seed}"></lookback-alignment>`).join('');
    const page = await open(`${script}${figures}<lookback-alignment min-length="2" max-length="20"></lookback-alignment>`, { options: { viewport: { width: 360, height: 4000 } } });
    for (const figure of await page.locator('lookback-alignment').all()) await figure.locator('[data-phase=untrained]').waitFor();
    await page.locator('lookback-alignment').first().locator('input[name=digits]').fill('123456789012345678901234567890');
    await soon(() => page.locator('lookback-alignment').first().locator('.verdict').innerText()).toContain('of 30 wrong');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('an attribute that goes leaves the figure as it was before it came', async () => {
    const given: Record<string, string> = { task: 'sort', 'min-length': '3', 'max-length': '9', seed: '4', 'hidden-size': '12', attention: 'dot', beam: '4', tools: 'none', source: '123' };
    for (const name of ['trainer', 'alignment', 'bottleneck', 'explorer', 'walkthrough']) {
      const own = name === 'walkthrough' ? 'view="model"' : '';
      const page = await open(`${script}<lookback-${name} ${own}></lookback-${name}><p></p>`, { options: { viewport: { width: 900, height: 2000 } } });
      const figure = page.locator(`lookback-${name}`);
      const shown = () => figure.locator('.line').first().innerText();
      await soon(shown).toMatch(name === 'walkthrough' ? /seed 0.*rounded only to be shown/ : /seed 0/); // its numbers are there
      const before = await shown();
      await figure.evaluate((element, given) => { for (const [key, value] of Object.entries(given)) element.setAttribute(key, value); }, given);
      await soon(shown).toMatch(/seed 4/);
      await figure.evaluate((element, given) => { for (const key of Object.keys(given)) element.removeAttribute(key); }, given);
      await soon(shown).toBe(before);
      expect(await figure.evaluate((element) => (element as HTMLElement & { seed: number }).seed), name).toBe(0);
      await page.context().close();
    }
  });

  test('what a model writes for sixty digits is seen whole at 360 pixels', async () => {
    const page = await open(`${script}<lookback-trainer min-length="50" max-length="60"></lookback-trainer>`, { options: { viewport: { width: 360, height: 4000 } } });
    const answers = page.locator('lookback-trainer .answer');
    await soon(() => answers.locator('.digits').count()).toBe(4);
    for (const answer of await answers.all()) {
      expect(await answer.evaluate((box) => {
        const [outer, inner] = [box.getBoundingClientRect(), box.querySelector('.digits')!.getBoundingClientRect()];
        return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
      }), await answer.innerText()).toBe(true);
    }
  });
});
