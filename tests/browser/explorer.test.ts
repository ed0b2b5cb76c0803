// The playground: its state as text goes out and comes back whole, its form offers what the engine accepts and nothing else, and its
// reader sets, trains, compares and passes on a link that makes the same picture again, to the last digit.
import fs from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { explorerEn } from '../../web/i18n/explorer.en.ts';
import { explorerZhHans } from '../../web/i18n/explorer.zh-Hans.ts';
import { explorerZhHant } from '../../web/i18n/explorer.zh-Hant.ts';
import { article, articles, type Opening } from './article.ts';
import { violations } from './axe.ts';
import { soon } from './figure.ts';
import { isolation, serve } from './serve.ts';

const tests = articles();
const small = 'hidden-size="8" embedding="4" batch-size="8" steps="60" pace="full"';

async function open(attributes = '', fragment = '', options: Opening = {}): Promise<{ page: Page; explorer: Locator }> {
  const { page, served } = await tests.open(article(`<main><h1>An article</h1><lookback-explorer ${attributes}></lookback-explorer></main>`),
    { viewport: { width: 1100, height: 1500 }, reducedMotion: 'reduce', ...options });
  if (fragment) {
    // As from a bookmark: the page is loaded with it.
    await page.goto('about:blank');
    await page.goto(`${served.origin}/${fragment}`, { waitUntil: 'load' });
  }
  const explorer = page.locator('lookback-explorer');
  await phase(explorer, 'untrained');
  return { page, explorer };
}

const phase = (explorer: Locator, name: string) => explorer.locator(`.now[data-phase=${name}]`).waitFor();
const updates = async (explorer: Locator) => (await explorer.locator('.updates dd').allInnerTexts()).map((text) => parseInt(text.replace(/\u202f/g, ''), 10));
const setting = (explorer: Locator, name: string) => explorer.locator(`.form [name=${name}]`);
const fragment = (page: Page) => new URL(page.url()).hash;
const openGroups = async (explorer: Locator) => { for (const group of await explorer.locator('.form summary').all()) await group.click(); };

/** What a link promises: the loss of the last batch, every weight as it is, and the model with where its training stands. */
async function shown(page: Page, explorer: Locator): Promise<{ lines: string[]; weights: unknown; model: string }> {
  const lines = (await explorer.locator('.line').allInnerTexts()).map((line) => line.trim());
  const weights = await explorer.evaluate((element: HTMLElement & { look?: { alignment: unknown } }) => element.look!.alignment);
  if (!(await explorer.locator('details.more').evaluate((details) => (details as HTMLDetailsElement).open))) await explorer.locator('details.more > summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), explorer.getByRole('button', { name: 'Download the model' }).click()]);
  return { lines, weights, model: fs.readFileSync(await download.path()).toString('base64') };
}

test('a link opened twice, and on one thread and on two, gives the same loss, weights and model to the last digit', async () => {
  const attributes = 'in-url pace="full"';
  const link = '#task=copy&min-length=3&max-length=5&cell=lstm&layers=2&dropout=0.1&seed=7&compare=cell:rnn;seed:8&updates=37';
  const all = [];
  for (const headers of [{}, {}, isolation]) {
    const { page, explorer } = await open(attributes, link, { headers });
    expect(await explorer.locator('.goal').innerText()).toBe(explorerEn.goal('37', 37));
    await explorer.locator('.primary').click();
    await phase(explorer, 'paused');
    expect(await updates(explorer)).toEqual([37, 37]);
    await soon(() => explorer.locator('.goal').innerText()).toBe(explorerEn.reached('37', 37));
    await soon(() => fragment(page)).toBe(link);
    all.push(await shown(page, explorer));
    await explorer.locator('.primary').click(); // and goes on from there
    await phase(explorer, 'training');
    await page.context().close();
  }
  expect(all[0]!.lines).toHaveLength(2);
  for (const line of all[0]!.lines) expect(line).toMatch(/loss of batch 37: \d\.\d{7} nats$/);
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
});

test('by the keyboard alone a reader sets, trains, compares and copies a link; the address follows, and takes back', async () => {
  const { page, explorer } = await open(`in-url ${small}`, '', { permissions: ['clipboard-read', 'clipboard-write'] });
  await explorer.locator('.form summary').first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('l'); // LSTM
  await soon(() => fragment(page)).toBe('#cell=lstm');
  await explorer.locator('.primary').focus();
  await page.keyboard.press('Enter');
  await phase(explorer, 'trained');
  await soon(() => fragment(page)).toBe('#cell=lstm&updates=60');
  const first = await explorer.locator('.run').first().innerText();

  await explorer.locator('button.compare').focus();
  await page.keyboard.press('Enter');
  await soon(() => explorer.locator('.differ').innerText()).toBe(explorerEn.same);
  await setting(explorer, 'encoder').focus();
  await page.keyboard.press('f'); // forward
  await soon(() => explorer.locator('.differ').innerText()).toBe(explorerEn.differ('encoder reads backward / forward'));
  await phase(explorer, 'untrained');
  expect(await updates(explorer), 'what was trained stays').toEqual([60, 0]);
  await explorer.locator('.primary').focus();
  await page.keyboard.press('Enter');
  await phase(explorer, 'trained');
  await soon(() => updates(explorer)).toEqual([60, 60]);
  for (const line of first.split('\n').filter((line) => /^\d\.\d{3}$/.test(line))) expect(await explorer.locator('.run').first().innerText()).toContain(line);
  const ends = explorer.locator('lookback-chart').evaluateAll((charts) => charts.map((chart) => `${chart.getAttribute('x-max')} ${chart.getAttribute('y-max')}`));
  const [loss, right, otherLoss, otherRight] = await ends;
  expect([otherLoss, otherRight]).toEqual([loss, right]);

  await explorer.locator('button.link').focus();
  await page.keyboard.press('Enter');
  await soon(() => explorer.locator('.link-made .label').innerText()).toContain(explorerEn.linkCopied);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).hash).toMatch(/^#cell=lstm&compare=cell:lstm;encoder:forward;embedding:4;hidden-size:8;batch-size:8;steps:60&updates=60&run=2$/);

  // Back to where it began, as by the browser's own buttons.
  await page.evaluate(() => { location.hash = ''; });
  await phase(explorer, 'untrained');
  await soon(() => updates(explorer)).toEqual([0]);
  expect(await setting(explorer, 'cell').inputValue()).toBe('gru');
  await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash);
  await soon(() => explorer.locator('.differ').innerText()).toBe(explorerEn.differ('encoder reads backward / forward'));
  await soon(() => explorer.locator('.goal').innerText()).toBe(explorerEn.goal('60', 60));
});

test('what does not go with the rest cannot be chosen, and a sentence says why; what is no number is refused', async () => {
  const { explorer } = await open(small);
  await openGroups(explorer);
  const disabled = (name: string, value: string) => setting(explorer, name).locator(`option[value="${value}"]`).evaluate((option) => (option as HTMLOptionElement).disabled);
  const why = (name: string) => explorer.locator(`#${name}-why`).innerText();
  expect(await setting(explorer, 'momentum').isDisabled()).toBe(true);
  expect(await why('momentum')).toBe(explorerEn.idle.noMomentum);
  await setting(explorer, 'encoder-hidden').fill('5');
  await setting(explorer, 'encoder-hidden').press('Enter');
  await soon(() => disabled('attention', 'dot')).toBe(true);
  expect(await why('attention')).toBe(explorerEn.why.sizes);
  expect(await disabled('bridge', 'state')).toBe(true);
  await setting(explorer, 'encoder-hidden').fill('');
  await setting(explorer, 'encoder-hidden').press('Enter');
  await soon(() => disabled('attention', 'dot')).toBe(false);
  await setting(explorer, 'attention').selectOption('none');
  await soon(() => setting(explorer, 'bridge').inputValue()).toBe('state');
  expect(await explorer.locator('.form .also').innerText()).toBe(explorerEn.startChanged);
  expect(await why('bridge')).toBe(explorerEn.why.nothing);
  expect(await setting(explorer, 'query').isDisabled()).toBe(true);
  await phase(explorer, 'untrained');
  await setting(explorer, 'learning-rate').fill('11');
  await setting(explorer, 'learning-rate').press('Enter');
  await soon(() => why('learning-rate')).toBe('Learning rate: a number above 0, at most 10.');
  expect(await setting(explorer, 'learning-rate').inputValue()).toBe('11');
  await setting(explorer, 'learning-rate').fill('0.02');
  await setting(explorer, 'learning-rate').press('Enter');
  await soon(() => explorer.locator('.line').innerText()).toContain('learning rate 0.02');
  await explorer.locator('.primary').click();
  await phase(explorer, 'trained');
});

test('a refused entry stays with its sentence, of its run alone, until it is corrected or fits', async () => {
  const { page, explorer } = await open(small);
  await openGroups(explorer);
  const type = async (name: string, text: string) => {
    await setting(explorer, name).fill(text);
    await setting(explorer, name).press('Enter');
  };
  const why = (name: string) => explorer.locator(`#${name}-why.problem`).allInnerTexts();
  await type('hidden-size', 'abc');
  await soon(() => why('hidden-size')).toEqual([expect.stringMatching(/^State s, size: a whole number from 1 to 1.?024\.$/)]);
  await type('length', '0');
  await soon(() => why('length')).toHaveLength(1);
  await setting(explorer, 'cell').selectOption('lstm');
  await soon(() => explorer.locator('.line').innerText()).toContain('LSTM');
  expect(await setting(explorer, 'hidden-size').inputValue()).toBe('abc');
  expect(await why('hidden-size')).toHaveLength(1);
  const model = explorer.locator('details.group').first();
  expect(await model.locator('summary').innerText(), 'open').not.toContain(explorerEn.refused);
  await model.locator('summary').click();
  expect(await explorer.locator('details.group summary').allInnerTexts(), 'closed').toEqual([expect.stringContaining(`× ${explorerEn.refused}`), expect.not.stringContaining('×'), expect.not.stringContaining('×')]);
  await model.locator('summary').click();
  expect(await setting(explorer, 'length').inputValue()).toBe('0');
  await explorer.locator('button.compare').click();
  await soon(() => setting(explorer, 'hidden-size').inputValue()).toBe('8');
  expect(await why('hidden-size')).toEqual([]);
  await explorer.getByRole('radio', { name: 'first run' }).focus();
  await page.keyboard.press('Space');
  await soon(() => setting(explorer, 'hidden-size').inputValue()).toBe('abc');
  await type('hidden-size', '9');
  await soon(() => why('hidden-size')).toEqual([]);
  await type('hidden-size', '10');
  await setting(explorer, 'encoder').selectOption('bidirectional');
  await type('hidden-size', '7');
  await soon(() => why('hidden-size')).toEqual([explorerEn.why.odd]);
  await setting(explorer, 'optimizer').selectOption('sgd');
  await soon(() => setting(explorer, 'momentum').isDisabled()).toBe(false);
  expect(await why('hidden-size')).toEqual([explorerEn.why.odd]);
  await setting(explorer, 'encoder').selectOption('forward');
  await soon(() => explorer.locator('.differ').innerText()).toContain('state s, size 7 / 8');
  expect(await why('hidden-size')).toEqual([]);
  expect(await setting(explorer, 'length').inputValue()).toBe('0');
});

test('what is being typed stays in its field while a run trains', async () => {
  const { page, explorer } = await open('steps="100000" hidden-size="8"');
  await openGroups(explorer);
  await explorer.locator('.primary').click();
  await soon(async () => (await updates(explorer))[0]!).toBeGreaterThan(2);
  for (const [name, text] of [['hidden-size', '16'], ['length', '4-5']] as const) {
    await setting(explorer, name).fill('');
    for (const key of text) {
      const before = (await updates(explorer))[0]!;
      await page.keyboard.press(key);
      await soon(async () => (await updates(explorer))[0]!).toBeGreaterThan(before);
    }
    expect(await setting(explorer, name).inputValue()).toBe(text);
    await page.keyboard.press('Enter');
    await soon(() => explorer.locator('.line').innerText()).toContain(name === 'length' ? '4–5 digits' : 'GRU of 16');
    await soon(async () => (await updates(explorer))[0]!).toBeGreaterThan(2);
  }
});

test('attention taken away and given back leaves nothing changed that the form moved', async () => {
  const { page, explorer } = await open('in-url');
  await openGroups(explorer);
  const choose = async (name: string, value: string) => {
    await setting(explorer, name).selectOption(value);
    await soon(() => setting(explorer, name).inputValue()).toBe(value);
  };
  const start = () => setting(explorer, 'bridge').inputValue();
  await soon(start).toBe('zero');
  for (const value of ['additive', 'dot', 'fixed']) {
    await choose('attention', 'none');
    await soon(start).toBe('state');
    await choose('attention', value);
    await soon(start).toBe('zero');
    expect(await explorer.locator('.form .also').count()).toBe(0);
  }
  await choose('attention', 'additive');
  await choose('query', 'current');
  await choose('input-feeding', 'true');
  await soon(() => fragment(page)).toBe('#query=current&input-feeding=true');
  await choose('attention', 'none');
  await soon(() => fragment(page)).toBe('#attention=none&bridge=state');
  await choose('attention', 'additive');
  await soon(() => fragment(page)).toBe('#query=current&input-feeding=true');
  // In a second run, made while the first has none; what the reader sets meanwhile is the reader's.
  await choose('attention', 'none');
  await explorer.locator('button.compare').click();
  await soon(() => explorer.locator('.differ').count()).toBe(1);
  await choose('attention', 'additive');
  await soon(start).toBe('zero');
  await choose('attention', 'none');
  await choose('bridge', 'tanh');
  await choose('attention', 'additive');
  expect(await start()).toBe('tanh');
  // And of a link that leaves the start to the form.
  await page.evaluate(() => { location.hash = '#attention=none&seed=4'; });
  await soon(() => fragment(page)).toBe('#attention=none&bridge=state&seed=4');
  await choose('attention', 'additive');
  await soon(() => fragment(page)).toBe('#seed=4');
});

test('over the empty curve of a model that was opened stands why there is none, until it trains on', async () => {
  const maker = await open('pace="full" steps="60" updates="40" hidden-size="8" embedding="4"');
  await maker.explorer.locator('.primary').click();
  await phase(maker.explorer, 'paused');
  const buffer = Buffer.from((await shown(maker.page, maker.explorer)).model, 'base64');
  for (const [lang, words, button] of [['en', explorerEn, 'Go on'], ['zh-Hans', explorerZhHans, '继续'], ['zh-Hant', explorerZhHant, '繼續']] as const) {
    const { page, explorer } = await open(`lang="${lang}" pace="full"`, '', { viewport: { width: lang === 'en' ? 1100 : 360, height: 1500 } });
    expect(await explorer.locator('.uncharted').count()).toBe(0);
    await explorer.locator('details.more > summary').click();
    await explorer.locator('.files input[type=file]').setInputFiles({ name: 'lookback-reverse-40.safetensors', mimeType: 'application/octet-stream', buffer });
    await phase(explorer, 'paused');
    await soon(() => explorer.locator('.uncharted').allInnerTexts()).toEqual([words.uncharted(button, '40')]);
    expect(await explorer.locator('.primary').getAttribute('aria-label')).toBe(button);
    const [inner, outer] = await Promise.all([explorer.locator('.uncharted').boundingBox(), explorer.locator('lookback-chart').first().boundingBox()]);
    expect(inner!.y).toBeGreaterThan(outer!.y);
    expect(inner!.y + inner!.height).toBeLessThan(outer!.y + outer!.height);
    await explorer.locator('.primary').click();
    await phase(explorer, 'trained');
    expect(await explorer.locator('.uncharted').count()).toBe(0);
    // What stands at its end when it is opened.
    if (lang !== 'en') continue;
    const ended = Buffer.from((await shown(page, explorer)).model, 'base64');
    await explorer.locator('.files input[type=file]').setInputFiles({ name: 'lookback-reverse-60.safetensors', mimeType: 'application/octet-stream', buffer: ended });
    await soon(() => explorer.locator('.uncharted').allInnerTexts()).toEqual([words.unchartedEnd('Train again')]);
    await explorer.locator('.primary').click();
    await soon(() => explorer.locator('.uncharted').count()).toBe(0);
  }
});

test('a bad link is named in sentences and the rest of it holds; settings that do not go together give way', async () => {
  const { page, explorer } = await open('in-url steps="60"', '#seed=5&cell=transformer&zzz=1&min-length=9&max-length=3&panel=steps');
  const bad = explorer.locator('.bad');
  await soon(() => bad.innerText()).toContain(explorerEn.bad('cell', 'transformer'));
  expect(await bad.innerText()).toContain(explorerEn.bad('zzz', '1'));
  expect(await bad.innerText()).toContain(explorerEn.bad('min-length', '9'));
  await soon(() => explorer.locator('.line').innerText()).toMatch(/6 digits · GRU .* seed 5/);
  await explorer.getByRole('region', { name: 'Each step' }).waitFor();
  await page.evaluate(() => { location.hash = '#attention=dot&encoder-hidden=5&seed=6'; });
  await soon(() => bad.innerText()).toMatch(/^The link’s settings do not go together, so the task’s own are used\. A dot product needs/);
  await phase(explorer, 'untrained');
  await soon(() => explorer.locator('.line').innerText()).toMatch(/additive attention.* seed 6/);
});

test('the address has the settings of a model that was opened, not those that stood there before', async () => {
  const maker = await open('in-url pace="full"', '#updates=40&embedding=12&hidden-size=16&attention=dot&query=previous');
  await maker.explorer.locator('.primary').click();
  await phase(maker.explorer, 'paused');
  const made = await shown(maker.page, maker.explorer);
  const { page, explorer } = await open('in-url pace="full"', '#updates=2&cell=lstm');
  await explorer.locator('details.more > summary').click();
  const buffer = Buffer.from(made.model, 'base64');
  await explorer.locator('.files input[type=file]').setInputFiles({ name: 'lookback-reverse-40.safetensors', mimeType: 'application/octet-stream', buffer });
  await phase(explorer, 'paused');
  await soon(() => updates(explorer)).toEqual([40]);
  await soon(() => fragment(page)).toBe('#embedding=12&hidden-size=16&attention=dot&query=previous&updates=40');
  expect(await setting(explorer, 'cell').inputValue()).toBe('gru');
  expect(await explorer.evaluate((element: HTMLElement & { link?: string | null }) => element.link!)).toBe(page.url());
});

test('an address that is changed while a run trains is followed to where it says; a setting changed then is written at once', async () => {
  const { page, explorer } = await open('in-url steps="100000"');
  await explorer.locator('.primary').click();
  await soon(async () => (await updates(explorer))[0]!).toBeGreaterThan(10);
  await page.evaluate(() => { location.hash = '#task=sort&updates=7'; });
  await soon(() => updates(explorer)).toEqual([7]);
  await phase(explorer, 'paused');
  await explorer.locator('.primary').click();
  await soon(async () => (await updates(explorer))[0]!).toBeGreaterThan(7);
  await openGroups(explorer);
  await setting(explorer, 'cell').selectOption('lstm');
  await phase(explorer, 'training');
  await soon(() => fragment(page)).toBe('#task=sort&cell=lstm');
  await phase(explorer, 'training');
  await page.evaluate(() => { location.hash = '#task=sort&cell=lstm&updates=5'; });
  await soon(() => updates(explorer)).toEqual([5]);
  await phase(explorer, 'paused');
});

test('a second run that is added, or changed, while training is under way trains along', async () => {
  const { explorer } = await open('steps="100000" hidden-size="8"');
  await explorer.locator('.primary').click();
  await soon(async () => (await updates(explorer))[0]!).toBeGreaterThan(5);
  await explorer.locator('button.compare').click();
  await soon(async () => (await updates(explorer))[1] ?? 0).toBeGreaterThan(0);
  await openGroups(explorer);
  await setting(explorer, 'cell').selectOption('rnn');
  await soon(() => explorer.locator('.line').last().innerText()).toContain('RNN');
  await soon(async () => (await updates(explorer))[1]!).toBeGreaterThan(0);
  await phase(explorer, 'training');
  await explorer.locator('.primary').click();
  await phase(explorer, 'paused');
  // Nor does it begin by itself where training stands still.
  await setting(explorer, 'cell').selectOption('lstm');
  await soon(() => explorer.locator('.line').last().innerText()).toContain('LSTM');
  await phase(explorer, 'paused');
  expect((await updates(explorer))[1]).toBe(0);
});

test('a link without attention has the decoder start from the last state, as the form does', async () => {
  const { page, explorer } = await open('in-url', '#attention=none&updates=3');
  expect(await setting(explorer, 'bridge').inputValue()).toBe('state');
  expect(await explorer.locator('.bad').innerText()).toBe('');
  await explorer.locator('.primary').click();
  await phase(explorer, 'paused');
  expect(await updates(explorer)).toEqual([3]);
  await soon(() => fragment(page)).toBe('#attention=none&bridge=state&updates=3');
});

describe('in an article', () => {
  test('it leaves the address alone, and its link leads to a page with it', async () => {
    const { page, explorer } = await open(`${small} seed="3"`, '#updates=7');
    expect(await explorer.locator('.goal').innerText()).toBe('');
    await explorer.getByRole('button', { name: 'Step', exact: true }).click();
    await soon(() => updates(explorer)).toEqual([1]);
    await explorer.getByRole('button', { name: 'Over time' }).click();
    await page.waitForTimeout(900);
    expect(fragment(page)).toBe('#updates=7');
    const link = await explorer.evaluate((element: HTMLElement & { link?: string | null }) => element.link!);
    await page.goto(link);
    const there = page.locator('lookback-explorer');
    await phase(there, 'untrained');
    expect(await there.locator('.goal').innerText()).toBe(explorerEn.goal('1', 1));
    await there.getByRole('region', { name: 'Over time' }).waitFor();
    await there.locator('.primary').click();
    await phase(there, 'paused');
    expect(await updates(there)).toEqual([1]);
    expect(await there.locator('.line').innerText()).toContain('seed 3');
  });

  test('it rests out of sight, with both runs, goes on when it is back, and leaves nothing when it goes', async () => {
    const { page, explorer } = await open('compare="encoder:forward" steps="5000" hidden-size="8"', '', { viewport: { width: 1000, height: 700 } });
    await explorer.locator('.primary').click();
    await soon(async () => Math.min(...await updates(explorer))).toBeGreaterThan(2);
    await page.evaluate(() => { document.body.style.paddingBlockStart = '9000px'; });
    await phase(explorer, 'waiting');
    const before = await updates(explorer);
    await page.waitForTimeout(400);
    expect(await updates(explorer)).toEqual(before);
    await explorer.scrollIntoViewIfNeeded();
    await phase(explorer, 'training');
    expect(Math.abs(before[0]! - before[1]!)).toBeLessThanOrEqual(60);
    await explorer.evaluate((element) => element.remove());
    await soon(() => page.workers().length).toBe(0);
  });
});

test('every number of the run that is chosen opens; another task takes the second run along', async () => {
  const { page, explorer } = await open(`in-url ${small} compare="encoder:bidirectional;hidden-size:8"`);
  await explorer.getByRole('radio', { name: 'every number' }).focus();
  await page.keyboard.press('Space');
  await explorer.locator('.numbers .steps').waitFor();
  expect(await explorer.locator('.halves').count()).toBe(1);
  await explorer.getByRole('radio', { name: 'second run' }).focus();
  await page.keyboard.press('Space');
  await soon(() => explorer.locator('.heat.both').count()).toBe(1);
  await soon(() => fragment(page)).toBe('#run=2&view=numbers');
  await setting(explorer, 'task').selectOption('translate-zh-en');
  await soon(() => explorer.locator('section > .line').allInnerTexts()).toEqual([expect.stringMatching(/^First run: Chinese to English .* bidirectional/), expect.stringMatching(/^Second run: Chinese to English/)]);
  await phase(explorer, 'untrained');
  await explorer.locator('input[name=sentence]').fill('我打狗');
  await soon(() => decodeURIComponent(fragment(page))).toContain('source=我打狗');
  await setting(explorer, 'task').selectOption('sort');
  await phase(explorer, 'untrained');
  await soon(() => explorer.evaluate((element: HTMLElement & { look?: { source: string[] } | null }) => element.look?.source.join(''))).toBe('493039');
  await soon(() => explorer.locator('.numbers .target').first().isVisible()).toBe(true);
});

test('the page of the playground leads to the story and back, and holds its figure', async () => {
  const site = await serve(['dist/site']);
  const page = await tests.browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } });
  try {
    for (const [file, story] of [['playground.html', 'index.html'], ['playground-zh-Hans.html', 'zh-Hans.html'], ['playground-zh-Hant.html', 'zh-Hant.html']] as const) {
      await page.goto(`${site.origin}/${file}`);
      await phase(page.locator('lookback-explorer'), 'untrained');
      await page.getByRole('navigation').first().getByRole('link').click();
      await soon(() => new URL(page.url()).pathname).toBe(`/${story}`);
      await page.getByRole('navigation').first().getByRole('link').click();
      await soon(() => new URL(page.url()).pathname).toBe(`/${file}`);
    }
  } finally {
    await page.close();
    await site.close();
  }
});

test('nothing moves by itself from loading until two runs are trained, on a phone, in any language', async () => {
  const site = await serve(['dist/site']);
  try {
    for (const file of ['playground.html', 'playground-zh-Hans.html', 'playground-zh-Hant.html']) {
      const page = await tests.browser.newPage({ viewport: { width: 360, height: 800 } });
      await page.addInitScript(() => {
        const seen = { shift: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      // Its strings come last, as on a slow line.
      await page.route(/explorer\.zh-Han[st]-.*\.js$/, async (route) => { await new Promise((go) => setTimeout(go, 300)); await route.continue(); });
      await page.goto(`${site.origin}/${file}#compare=encoder:forward&pace=full`);
      const explorer = page.locator('lookback-explorer');
      await phase(explorer, 'training');
      await explorer.locator('.line').last().scrollIntoViewIfNeeded();
      await phase(explorer, 'trained');
      await soon(() => explorer.locator('.line').last().innerText()).toMatch(/350.*\d\.\d{7}/);
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift), file).toBeLessThan(0.005);
      await page.close();
    }
  } finally {
    await site.close();
  }
});

test('axe finds nothing in any language, light or dark, and nothing scrolls sideways at 360 pixels', async () => {
  const { page, explorer } = await open(`${small} compare="encoder:forward"`, '', { viewport: { width: 360, height: 2000 } });
  await explorer.locator('.primary').click();
  await phase(explorer, 'trained');
  await openGroups(explorer);
  await setting(explorer, 'clip-norm').fill('x');
  await setting(explorer, 'clip-norm').press('Enter');
  await explorer.locator('details.more > summary').click();
  for (const [lang, words] of [['en', explorerEn], ['zh-Hans', explorerZhHans], ['zh-Hant', explorerZhHant]] as const) {
    await page.evaluate((lang) => { document.documentElement.lang = lang; }, lang);
    await soon(() => explorer.locator('.question').innerText()).toBe(words.question);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${lang}, ${colorScheme}`).toEqual([]);
    }
  }
  const heights = await explorer.locator('button, summary, .segments span, .form select, .form input').evaluateAll((list) => list.map((control) => control.getBoundingClientRect().height).filter((height) => height > 0));
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
});
