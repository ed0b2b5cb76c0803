// Other people's pages. The packed tarball is installed into an empty folder, served from there as the library's origin, and
// used by articles whose authors do not control their server's headers: from another origin, under a strict content security
// policy, with and without workers, isolated and not, in a frame, twice, through a bundler, under a sub-path. Each trains to its
// end, opens a finished model, and shows the reversal; what a policy refuses and what escapes on the page fails the test.
// Chromium and Firefox, by the same tests.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en.ts';
import { install } from '../install.ts';
import { launchChromium } from './chromium.ts';
import { peaks, soon } from './figure.ts';
import { launchFirefox } from './firefox.ts';
import { isolation, root, serve, type Served } from './serve.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lookback-strangers-'));
const host = path.join(folder, 'host'); // a static host: whatever lies in it
const anyone = { 'Access-Control-Allow-Origin': '*' };
let dist = '';
let library: Served;

/** One script, three tags; `more` are further scripts and figures. */
const article = (from: string, { scripts = '', figures = three(from) } = {}) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Somebody's article</title>
  <script type="module" src="${from}/elements.js"></script>
  ${scripts}
</head>
<body><h1>Somebody's article</h1>${figures}</body>
</html>`;

const three = (from: string) => `
  <lookback-trainer pace="full" steps="200"></lookback-trainer>
  <lookback-alignment id="own" pace="full" steps="200"></lookback-alignment>
  <lookback-alignment id="finished" model="${from}/models/reverse.safetensors"></lookback-alignment>`;

/** The policy of a careful host, with what `worker-src` is to allow. */
const policy = (workers: string) => ({
  'Content-Security-Policy': `default-src 'self'; script-src 'self' ${library.origin} 'wasm-unsafe-eval'; connect-src 'self' ${library.origin}; worker-src ${workers}`,
});

beforeAll(async () => {
  const installed = await install(folder);
  dist = path.join(installed, 'dist');
  library = await serve([dist], { ...anyone, 'Cross-Origin-Resource-Policy': 'cross-origin' });
  // The same files again, in other places; the built site, in a folder of a host that knows nothing of it.
  fs.mkdirSync(path.join(host, 'some/where'), { recursive: true });
  fs.cpSync(dist, path.join(host, 'copy'), { recursive: true });
  fs.symlinkSync(path.join(root, 'dist/site'), path.join(host, 'some/where/site'));
  // A project of somebody else's, built by Vite as it comes, and for any folder.
  const project = path.join(folder, 'project');
  fs.mkdirSync(path.join(project, 'public/models'), { recursive: true });
  fs.cpSync(path.join(dist, 'models/reverse.safetensors'), path.join(project, 'public/models/reverse.safetensors'));
  fs.writeFileSync(path.join(project, 'index.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>A project</title>${three('.')}
    <p id="engine"></p><script type="module" src="/main.js"></script>`);
  fs.writeFileSync(path.join(project, 'main.js'), `import 'lookback/elements';
    import { load } from 'lookback';
    const engine = await load();
    const model = await engine.model({}, await engine.task('reverse'));
    const { step } = await model.trainer().step();
    document.querySelector('#engine').textContent = engine.info.place + ', ' + step;
    engine.dispose();`);
  for (const [base, to] of [['/', 'host/built'], ['./', 'host/some/where/else']]) {
    await build({ root: project, configFile: false, base, logLevel: 'warn', build: { outDir: path.join(folder, to!), emptyOutDir: true } });
  }
});

afterAll(async () => {
  await library?.close();
  fs.rmSync(folder, { recursive: true });
});

// BiDi cannot tell a page of Firefox which scheme its reader prefers: the whole browser prefers the dark one.
const launchDark = () => launchFirefox({ firefoxUserPrefs: { 'ui.systemUsesDarkTheme': 1 } });

for (const [name, launch] of [['Chromium', launchChromium], ['Firefox', launchDark]] as const) {
  describe(name, () => {
    const chromium = name === 'Chromium';
    let browser: Browser;
    const opened: (() => Promise<unknown>)[] = [];

    beforeAll(async () => { browser = await launch(); });
    afterAll(() => browser?.close());
    afterEach(async () => { await Promise.all(opened.splice(0).map((close) => close())); });

    interface Opened { page: Page; served: Served; refused: string[]; errors: string[] }

    /** Serves pages and folders as an origin of its own and opens `at`; `refused` collects what the browser says it blocked. */
    async function open(pages: Record<string, string>, headers: Record<string, string> = {}, { at = '/', folders = [] as string[], options = {} as BrowserContextOptions } = {}): Promise<Opened> {
      const served = await serve(folders, headers, pages);
      const context = await browser.newContext({ viewport: { width: 1200, height: 2600 }, ...options });
      opened.push(() => context.close(), () => served.close());
      const page = await context.newPage();
      const refused: string[] = [];
      const errors: string[] = [];
      // Chromium prints what a policy blocks; Firefox reports it among the page's errors, in words of its own.
      page.on('console', (message) => { if (/Content Security Policy|^refused: /.test(message.text())) refused.push(message.text()); });
      page.on('pageerror', ({ message }) => (/^The page’s settings blocked/.test(message) ? refused : errors).push(message));
      await page.addInitScript(() => document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.log(`refused: ${violatedDirective} ${blockedURI}`)));
      await page.goto(`${served.origin}${at}`);
      return { page, served, refused, errors };
    }

    test('on another origin: trains, opens a finished model, and three figures share one engine', async () => {
      const { page, refused, errors } = await open({ '/index.html': article(library.origin) });
      await works(page);
      await says(page, 'not-isolated');
      if (chromium) expect(page.workers()).toHaveLength(1); // BiDi names no workers
      expect([refused, errors]).toEqual([[], []]);
    });

    test('under the strict policy of a careful host', async () => {
      const { page, refused, errors } = await open({ '/index.html': article(library.origin) }, policy("blob: 'self'"));
      await works(page);
      await says(page, 'not-isolated');
      expect([refused, errors]).toEqual([[], []]);
    });

    test('draws what the article gives it, in the article’s colours and scheme', async () => {
      const drawn = '<lookback-alignment id="drawn" legend></lookback-alignment><lookback-trainer></lookback-trainer>';
      const script = `
        const element = document.querySelector('#drawn');
        await customElements.whenDefined('lookback-alignment');
        element.gold = [0, 2, 1];
        element.alignment = {
          rows: ['the', 'European', 'area'], columns: ['la', 'zone', 'européenne'],
          weights: [[0.8, 0.15, 0.05], [0.1, 0.2, 0.7], [0.05, 0.9, 0.05]],
        };`;
      const { page, refused, errors } = await open({
        '/index.html': article(library.origin, { scripts: '<script type="module" src="article.js"></script>', figures: drawn }), '/article.js': script,
      }, policy("blob: 'self'"), { options: { colorScheme: 'dark' } });
      expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
      const alignment = page.locator('#drawn');
      await soon(() => alignment.locator('g.row').count()).toBe(3);
      expect(await alignment.locator('td').first().textContent()).toBe('0.800, true place');
      const trainer = page.locator('lookback-trainer');
      await phase(trainer, 'untrained');
      // The article says nothing of dark mode, so on its white page the figure stays light.
      const paper = () => trainer.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await paper()).toBe('rgb(253, 252, 248)');
      await trainer.evaluate((element) => element.setAttribute('scheme', 'dark'));
      expect(await paper()).toBe('rgb(20, 22, 26)');
      await page.evaluate(() => document.documentElement.style.setProperty('--lookback-source', 'rgb(1, 2, 3)'));
      expect(await trainer.locator('.own lookback-grid text.source').first().evaluate((text) => getComputedStyle(text).fill)).toBe('rgb(1, 2, 3)');
      expect([refused, errors]).toEqual([[], []]);
    });

    test('where blob: workers are forbidden: in slices on the page’s own thread, which is never held for 50 ms', async () => {
      const { page, refused, errors } = await open({ '/index.html': article(library.origin) }, policy("'self'"));
      /** Trains, and gives the durations of all tasks of more than 50 ms meanwhile; Chromium alone reports them. */
      const training = async () => {
        await phase(page.locator('#finished'), 'given');
        await page.evaluate(() => {
          const long: number[] = Object.assign(globalThis, { long: [] }).long;
          if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
          new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
        });
        await works(page);
        return page.evaluate(() => (globalThis as unknown as { long: number[] }).long);
      };
      let long = await training();
      // Another program may hold up one training, and not each of three.
      for (let again = 0; again < 2 && long.length > 0; again++) {
        await page.reload();
        long = await training();
      }
      expect(long).toEqual([]);
      if (chromium) expect(await page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain('longtask');
      await says(page, 'no-worker');
      expect(refused.length).toBeGreaterThan(0);
      for (const message of refused) expect(message).toMatch(/worker-src.*blob|blob:.*worker-src/s);
      expect(errors).toEqual([]);
    });

    test('where blob: workers are forbidden a model whose single update would hold the page is refused in a sentence', async () => {
      const large = '<lookback-trainer hidden-size="512"></lookback-trainer><lookback-alignment id="own" hidden-size="512"></lookback-alignment>';
      const { page, errors } = await open({ '/index.html': article(library.origin, { figures: large }) }, policy("'self'"));
      for (const figure of [page.locator('lookback-trainer'), page.locator('#own')]) {
        await phase(figure, 'failed');
        expect(await figure.locator('.failure').innerText()).toMatch(/^One update would hold this page up for about \d+ ms, since no worker could be started here: take a smaller batch or a smaller model\.$/);
        // What fits is taken up at once.
        await figure.evaluate((element) => element.setAttribute('hidden-size', '16'));
        await figure.locator('[data-phase=untrained]').waitFor();
        await figure.locator('.primary').click();
        await phase(figure, 'training');
        await figure.locator('.primary').click();
        await phase(figure, 'paused');
      }
      expect(errors).toEqual([]);
    });

    test('on its own origin without isolation: one thread, and why', async () => {
      const { page, refused, errors } = await open({ '/index.html': article('.') }, {}, { folders: [dist] });
      await works(page);
      await says(page, 'not-isolated');
      expect([refused, errors]).toEqual([[], []]);
    });

    test('on its own origin with isolation: threads', async () => {
      const { page, refused, errors } = await open({ '/index.html': article('.') }, isolation, { folders: [dist] });
      await works(page);
      const cores = await page.evaluate(() => navigator.hardwareConcurrency);
      await says(page, cores > 1 ? Math.min(4, cores) : 'one-core');
      expect([refused, errors]).toEqual([[], []]);
    });

    test('isolated, with the library elsewhere: one thread, and why', async () => {
      const { page, refused, errors } = await open({ '/index.html': article(library.origin) }, isolation);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      await works(page);
      await says(page, 'other-origin');
      expect([refused, errors]).toEqual([[], []]);
    });

    test('two copies of the script, by another URL and from another folder, do no harm', async () => {
      const scripts = `<script type="module" src="${library.origin}/elements.js?again"></script><script type="module" src="copy/elements.js"></script>`;
      const { page, served, refused, errors } = await open({ '/index.html': article(library.origin, { scripts }) }, {}, { folders: [host] });
      await works(page);
      expect([...served.sent.keys()]).toContain('/copy/elements.js');
      if (chromium) expect(page.workers()).toHaveLength(1);
      expect([refused, errors]).toEqual([[], []]);
    });

    test('inside an iframe of another origin', async () => {
      const framed = await serve([], {}, { '/index.html': article(library.origin) });
      opened.push(() => framed.close());
      const { page, refused, errors } = await open({ '/index.html': `<!doctype html><title>A page</title><h1>A page</h1><iframe src="${framed.origin}/" width="1100" height="2400"></iframe>` });
      const frame = page.frames()[1]!;
      await works(frame);
      await says(frame, 'not-isolated');
      expect([refused, errors]).toEqual([[], []]);
    });

    test('the package’s page for an iframe, on a host that allows no scripts', async () => {
      const source = (query: string) => `${library.origin}/embed.html?pace=full&steps=200&${query}`;
      const frames = ['figure=trainer', 'figure=alignment', 'figure=alignment&model=models/reverse.safetensors'];
      const { page, refused, errors } = await open({
        '/index.html': `<!doctype html><title>A page</title><h1>A page</h1>${frames.map((query) => `<iframe src="${source(query).replaceAll('&', '&amp;')}" width="1100" height="760"></iframe>`).join('')}`,
      }, { 'Content-Security-Policy': `script-src 'none'; frame-src ${library.origin}` });
      const [trainer, own, finished] = page.frames().slice(1).map((frame) => frame.locator('lookback-trainer, lookback-alignment')) as [Locator, Locator, Locator];
      await work(trainer, own, finished);
      expect([refused, errors]).toEqual([[], []]);
    });

    test('with worker and wasm of the article’s own, no blob: is needed and the library’s are not fetched', async () => {
      library.sent.clear();
      const asset = (name: RegExp) => `copy/assets/${fs.readdirSync(path.join(host, 'copy/assets')).find((file) => name.test(file))}`;
      const urls = `worker-url="${asset(/^worker-[\w-]{8}\.js$/)}" wasm-url="${asset(/^lookback-[\w-]{8}\.wasm$/)}"`;
      const { page, served, refused, errors } = await open({ '/index.html': article(library.origin, { figures: three(library.origin).replaceAll(' pace', ` ${urls} pace`).replace(' model', ` ${urls} model`) }) },
        policy("'self'"), { folders: [host] });
      await works(page);
      await says(page, 'own-file');
      const large = (sent: Map<string, number>) => [...sent.keys()].filter((file) => /worker-|\.wasm$/.test(file));
      expect(large(served.sent)).toHaveLength(2);
      expect(large(library.sent)).toEqual([]);
      expect([refused, errors]).toEqual([[], []]);
    });

    for (const [where, at, folder] of [['at the root of its host', '/', 'built'], ['under a sub-path', '/some/where/else/', '']] as const) {
      test(`built by Vite from an installed package, ${where}`, async () => {
        const { page, refused, errors } = await open({}, {}, { at, folders: [path.join(host, folder)] });
        await works(page);
        await soon(() => page.locator('#engine').innerText()).toBe('worker, 1');
        expect([refused, errors]).toEqual([[], []]);
      });
    }

    test('the built site, under a sub-path of a plain host', async () => {
      const { page, refused, errors } = await open({}, {}, { at: '/some/where/site/', folders: [host] });
      const trainer = page.locator('lookback-trainer').first();
      await trainer.locator('input[name=pace]').last().check();
      await phase(trainer, 'trained');
      await reverse(trainer);
      expect([refused, errors]).toEqual([[], []]);
    });
  });
}

type Place = Page | Frame;
const figures = ['lookback-trainer', '#own', '#finished'];

/** Waits until a figure is so far; one that fails says why. */
async function phase(figure: Locator, name: string): Promise<void> {
  await figure.locator(`[data-phase=${name}], [data-phase=failed]`).waitFor({ timeout: 60_000 });
  if (name !== 'failed') expect(await figure.locator('.failure').textContent()).toBe('');
}


/** What a figure shows for its reader's digits. */
const shown = (figure: Locator) => figure.evaluate((element) => {
  const { shadowRoot } = element;
  const table = shadowRoot!.querySelector('lookback-grid')!.shadowRoot!.querySelector('table')!;
  return {
    digits: shadowRoot!.querySelector('.answer .digits')?.textContent?.trim(),
    verdict: shadowRoot!.querySelector('.verdict')?.textContent?.trim(),
    columns: [...table.tHead!.rows[0]!.cells].slice(1).map((cell) => cell.textContent).join(''),
    weights: [...table.tBodies[0]!.rows].map((row) => [...row.cells].slice(1).map((cell) => parseFloat(cell.textContent!))),
  };
});

/** What is typed stands in reverse, and the weights lie where it came from. */
async function reverse(...figures: Locator[]): Promise<void> {
  for (const figure of figures) await figure.locator('input[name=digits]').fill('718205');
  for (const figure of figures) {
    await soon(async () => {
      const { weights, ...rest } = await shown(figure);
      return { ...rest, peaks: peaks(weights).slice(0, 6) };
    }).toEqual({ digits: '502817', verdict: '✓ right', columns: '718205', peaks: [5, 4, 3, 2, 1, 0] });
  }
}

/** The three figures of a page work. */
const works = (place: Place) => work(...figures.map((name) => place.locator(name)) as [Locator, Locator, Locator]);

/** Trains two figures to their end; they and the third, which has a finished model, reverse what is typed. */
async function work(trainer: Locator, own: Locator, finished: Locator): Promise<void> {
  for (const figure of [trainer, own]) {
    await phase(figure, 'untrained');
    await figure.locator('.primary').click();
  }
  await phase(finished, 'given');
  for (const figure of [trainer, own]) await phase(figure, 'trained');
  await reverse(trainer, own, finished);
}

/** What the figures say of their threads: how many there are, or why there is one. */
async function says(place: Place, cause: keyof typeof en.figure.reasons | number): Promise<void> {
  const { runs, threads, reasons } = en.figure;
  const expected = typeof cause === 'number' ? runs(threads(String(cause), cause)) : `${runs(threads('1', 1))} ${reasons[cause]}`;
  for (const figure of figures) {
    // It stands behind the figure's settings, which come when they are opened.
    const settings = place.locator(`${figure} details`).last();
    if (await settings.getAttribute('open') === null) await settings.locator('summary').press('Enter');
    await soon(async () => (await settings.textContent())!.replace(/\s+/g, ' ')).toContain(expected);
  }
}
