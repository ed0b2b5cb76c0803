// <lookback-walkthrough> as its reader meets it: the example of the tutorials figure by figure, exact and as a hand carries it,
// numbers that open down to what was given, the exercise worked by the keyboard alone, why products are divided by √d, and a step of
// a trained model; nothing that axe finds, no sideways scrolling on a phone, and nothing left when it goes.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { walkthroughEn } from '../../web/i18n/walkthrough.en.ts';
import { walkthroughZhHans } from '../../web/i18n/walkthrough.zh-Hans.ts';
import { walkthroughZhHant } from '../../web/i18n/walkthrough.zh-Hant.ts';
import { article, articles, type Opening } from './article.ts';
import type { LookbackWalkthrough } from '../../web/elements/walkthrough/walkthrough.ts';
import { violations } from './axe.ts';
import { soon } from './figure.ts';

const { open } = articles();
const seed = {
  scores: ['2', '1', '3', '5'],
  exponentials: ['7.39', '2.72', '20.09', '148.41', '178.61'],
  weights: ['0.04', '0.02', '0.11', '0.83'],
  context: ['1.82', '0.96'],
};

interface Walkthrough { page: Page; figure: Locator; step(name: string): Locator; numbers(name: string): Promise<string[]> }

async function walkthrough(attributes = '', opening: Opening = {}, lang = 'en'): Promise<Walkthrough> {
  const { page } = await open(article(`<main><h1>1</h1><lookback-walkthrough ${attributes}></lookback-walkthrough></main>`, { lang }), opening);
  const figure = page.locator('lookback-walkthrough');
  const step = (name: string) => figure.locator(`[data-step=${name}]`);
  return { page, figure, step, numbers: (name) => step(name).locator('.values button.number').allInnerTexts() };
}

/** What has the focus, in whatever shadow: its name for a screen reader. */
const focused = (page: Page) => page.evaluate(() => {
  let at: Element | null = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
});

describe('by hand', () => {
  test('it opens with the example of the tutorials, every figure of it', async () => {
    const { numbers, figure } = await walkthrough();
    for (const [name, values] of Object.entries(seed)) await soon(() => numbers(name)).toEqual(values);
    expect(await figure.locator('.given input').evaluateAll((list) => list.map((input) => (input as HTMLInputElement).value))).toEqual(['2', '1', '1', '0', '0', '1', '1', '1', '2', '1']);
    const explanation = await figure.locator('.explain').innerText();
    for (const text of ['[1.82, 0.96]', '[1.81, 0.96]', '1.8157']) expect(explanation).toContain(text);
  });

  test('carrying rounded numbers it gives what a hand gives, and the exact ones again', async () => {
    const { numbers, figure, step } = await walkthrough('carry');
    await soon(() => numbers('context')).toEqual(['1.81', '0.96']);
    expect(await numbers('weights')).toEqual(seed.weights);
    await step('context').locator('.values button').first().click();
    expect(await step('context').locator('.numeric').innerText()).toMatch(/^= 0\.04\s*\+ 0\s*\+ 0\.11\s*\+ 1\.66\s*= 1\.81$/);
    await figure.locator('summary').click();
    await figure.getByRole('checkbox', { name: walkthroughEn.carry }).uncheck();
    await soon(() => numbers('context')).toEqual(seed.context);
  });

  test('with h₄ edited to [0, 0] every result is right again', async () => {
    const { numbers, figure } = await walkthrough();
    await soon(() => numbers('context')).toEqual(seed.context);
    const fields = figure.locator('.given input');
    await fields.nth(8).fill('0');
    await fields.nth(9).fill('0');
    const exp = [2, 1, 3, 0].map(Math.exp);
    const sum = exp.reduce((a, b) => a + b);
    const weights = exp.map((x) => x / sum);
    const two = (x: number) => x.toFixed(2);
    await soon(() => numbers('context')).toEqual([two(weights[0]! + weights[2]!), two(weights[1]! + weights[2]!)]);
    expect(await numbers('scores')).toEqual(['2', '1', '3', '0']);
    expect(await numbers('exponentials')).toEqual([...exp.slice(0, 3).map(two), '1', two(sum)]);
    expect(await numbers('weights')).toEqual(weights.map(two));
    // What is no number is said, and what was there stays.
    for (const text of ['2²', '½', '２ ３']) {
      await fields.nth(0).fill(text);
      expect(await fields.nth(0).getAttribute('aria-invalid'), text).toBe('true');
    }
    await fields.nth(0).fill('two');
    expect(await figure.locator('#hand-note').innerText()).toBe(`${walkthroughEn.badNumber} ${walkthroughEn.stale}`);
    expect(await fields.nth(0).getAttribute('aria-invalid')).toBe('true');
    expect(await numbers('scores')).toEqual(['2', '1', '3', '0']);
  });

  test('while a field holds no figure the results are shown as those of the last good ones, and so is what is copied', async () => {
    const { numbers, figure, step } = await walkthrough();
    await soon(() => numbers('context')).toEqual(seed.context);
    const colour = () => step('context').locator('.values button').first().evaluate((button) => getComputedStyle(button).color);
    const before = await colour();
    await figure.locator('.given input').first().fill('two');
    await soon(() => figure.locator('.working .explain').innerText()).toBe(walkthroughEn.stale);
    expect(await colour()).not.toBe(before);
    expect(await numbers('context')).toEqual(seed.context);
    await figure.locator('summary').click();
    const text = figure.locator('.taking textarea');
    for (const [name, mark, expected] of [[walkthroughEn.copyText, '', 'e₄ = 2·2 + 1·1 = 5'], [walkthroughEn.copyLatex, '% ', '2 \\cdot 2 + 1 \\cdot 1 = 5'], [walkthroughEn.copyNumpy, '# ', 's = np.array([2, 1], dtype=float)']] as const) {
      await figure.getByRole('button', { name }).click();
      await soon(async () => (await text.inputValue()).split('\n')[0]).toBe(`${mark}${walkthroughEn.stale}`);
      expect(await text.inputValue()).toContain(expected);
    }
    await figure.locator('.given input').first().fill('3');
    await soon(() => numbers('scores')).toEqual(['3', '1', '4', '7']);
    expect(await colour()).toBe(before);
    await figure.getByRole('button', { name: walkthroughEn.copyNumpy }).click();
    await soon(() => text.inputValue()).toMatch(/s = np\.array\(\[3, 1\]/);
    expect(await text.inputValue()).not.toContain(walkthroughEn.stale);
  });

  test('a long figure is seen whole, and of eight numbers no comma stands alone at 360 pixels', async () => {
    const { figure, step, numbers } = await walkthrough('hand-query="1 0 0 0 0 0 0 -12345.6789" hand-annotations="1 2 3 4 5 6 7 0.0001; 0 1 0 0 1 0 0 -0.00025"', { viewport: { width: 360, height: 800 } });
    await soon(() => numbers('scores')).toHaveLength(2);
    for (const field of await figure.locator('.given input').all()) expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
    for (const term of await step('context').locator('.bracket .term').all()) {
      const apart = await term.evaluate((span) => {
        const middles = [...span.childNodes].filter((node) => !(node instanceof Comment) && node.textContent!.trim()).map((node) => {
          const range = document.createRange();
          range.selectNode(node);
          const { top, bottom } = range.getBoundingClientRect();
          return (top + bottom) / 2;
        });
        return Math.max(...middles) - Math.min(...middles);
      });
      expect(apart, await term.innerText()).toBeLessThan(12);
    }
  });

  test('the example’s words are in the script of the page, also once a figure of theirs was changed', async () => {
    for (const [lang, words] of [['en', '我爱吃苹果'], ['zh-Hant', '我愛吃蘋果']] as const) {
      const { figure, numbers } = await walkthrough('', {}, lang);
      await soon(() => numbers('context')).toEqual(seed.context);
      await soon(async () => (await figure.locator('.word').allInnerTexts()).join('')).toBe(words);
      await figure.locator('.given input').nth(2).fill('3');
      await soon(async () => (await numbers('scores'))[0]).toBe('6');
      expect((await figure.locator('.word').allInnerTexts()).join('')).toBe(words);
    }
  });

  test('the closing sentence names the weight that a hand has, whichever is shown', async () => {
    const { figure, numbers } = await walkthrough('hand-query="1 1" hand-annotations="1 0; 0.4 0.3; 0.1 0.2; 9 -8" decimals="1"');
    await soon(() => numbers('weights')).toHaveLength(4);
    const text = await figure.locator('.explain').innerText();
    const [, symbol, weight] = /By hand the weight (α.), for one, is (\S+);/.exec(text)!;
    await figure.evaluate((element: LookbackWalkthrough) => { element.carry = true; });
    await soon(async () => (await numbers('weights'))['₁₂₃₄'.indexOf(symbol![1]!)]).toBe(weight);
  });

  test('a number opens down to what was given, in 50 ms, and Escape closes it', async () => {
    const { page, numbers, figure, step } = await walkthrough();
    await soon(() => numbers('context')).toEqual(seed.context);
    const heard = figure.evaluate((element) => new Promise((resolve) => element.addEventListener('lookback-number', (event) => resolve((event as CustomEvent).detail), { once: true })));
    await step('weights').locator('.values button').nth(3).focus();
    const took = await figure.evaluate((element) => new Promise<number>((resolve) => {
      const button = (element.shadowRoot!.activeElement as HTMLButtonElement);
      const begun = performance.now();
      button.click();
      requestAnimationFrame(() => { void element.getBoundingClientRect(); setTimeout(() => resolve(performance.now() - begun)); });
    }));
    expect(took).toBeLessThan(50);
    expect(await heard).toEqual({ symbol: 'α₄', value: expect.closeTo(0.83095, 4), open: true });
    const opened = step('weights').locator('.arithmetic');
    const line = (k: number) => opened.nth(k).locator(':scope > .numeric').innerText();
    expect(await line(0)).toBe('= 148.41 / 178.61 = 0.83');
    // By keyboard: on to the exponential, to its exponent, and to the product it comes from.
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('148.41, exp e₄: how it is made');
    await page.keyboard.press('Enter');
    expect((await line(1)).replace(/\s/g, '')).toBe('=e5=148.41');
    for (let k = 0; k < 2; k++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('5, e₄: how it is made');
    await page.keyboard.press('Space');
    expect(await line(2)).toBe('= 2·2 + 1·1 = 5');
    expect(await opened.nth(2).locator('button').count()).toBe(0); // given figures do not open
    expect(await opened.nth(2).locator('math').count()).toBe(2);
    await page.keyboard.press('Escape');
    await soon(() => opened.count()).toBe(2);
    expect(await focused(page)).toBe('5, e₄: how it is made');
    await page.keyboard.press('Escape');
    await soon(() => opened.count()).toBe(1);
    await page.keyboard.press('Escape');
    await soon(() => opened.count()).toBe(0);
    expect(await focused(page)).toBe('0.83, α₄: how it is made');
  });

  test('every score, with its parameters, in the letters of the papers and as q, k and v', async () => {
    const { figure, numbers, step } = await walkthrough();
    await soon(() => numbers('context')).toEqual(seed.context);
    await figure.locator('summary').click();
    const scores: Record<string, string[]> = {
      'scaled-dot': [2, 1, 3, 5].map((x) => (x / Math.SQRT2).toFixed(2)),
      general: ['2', '1', '3', '5'],
      additive: [[3, 1], [2, 2], [3, 2], [4, 2]].map(([a, b]) => (Math.tanh(a!) + Math.tanh(b!)).toFixed(2)),
      concat: [[3, 1], [2, 2], [3, 2], [4, 2]].map(([a, b]) => (Math.tanh(a!) + Math.tanh(b!)).toFixed(2)),
    };
    for (const names of ['papers', 'qkv']) {
      for (const [score, energies] of Object.entries(scores)) {
        await figure.locator('select[name=score]').selectOption(score);
        await soon(() => numbers('scores')).toEqual(energies);
      }
      await figure.getByRole('checkbox', { name: walkthroughEn.names }).setChecked(names === 'papers');
    }
    // A parameter changed by the reader: W_a of general doubles the first number of h.
    await figure.locator('select[name=score]').selectOption('general');
    await figure.locator('input[name="W_a 0 0"]').fill('2');
    await soon(() => numbers('scores')).toEqual(['4', '1', '5', '9']);
    expect(await figure.evaluate((element: LookbackWalkthrough) => element.handWa)).toBe('2 0; 0 1');
    await step('scores').locator('.values button').first().click();
    expect(await step('scores').locator('.symbolic math').first().textContent()).toContain('W');
    // Up to eight numbers and as many annotations as the reader adds.
    await figure.locator('select[name=dimensions]').selectOption('8');
    await figure.getByRole('button', { name: walkthroughEn.addAnnotation }).click();
    await soon(() => numbers('scores')).toEqual(['4', '1', '5', '9', '0']);
    expect(await figure.locator('.given input').count()).toBe(6 * 8);
    await figure.getByRole('button', { name: walkthroughEn.reset }).click();
    await soon(() => numbers('context')).toEqual(seed.context);
  });

  test('it takes what an author gives, and says what it cannot read', async () => {
    const { numbers, figure } = await walkthrough('hand-query="1 0 0" hand-annotations="1 0 0; 0 1 0; 0 0 1" hand-words="red green blue" decimals="4"');
    await soon(() => numbers('weights')).toEqual(['0.5761', '0.2119', '0.2119']);
    expect(await figure.locator('.word').allInnerTexts()).toEqual(['red', 'green', 'blue']);
    await figure.evaluate((element: LookbackWalkthrough) => { element.handAnnotations = '1 0; 0 x'; });
    await soon(() => figure.locator('#hand-note').innerText()).toBe(walkthroughEn.badAttribute('hand-annotations', 1));
    await figure.evaluate((element: LookbackWalkthrough) => { element.handScore = 'cosine'; });
    await soon(() => figure.locator('#hand-note').innerText())
      .toBe(`The attribute hand-score names no score, so the dot product stands here; there are dot, scaled-dot, general, additive, concat. ${walkthroughEn.badAttribute('hand-annotations', 1)}`);
  });

  test('its numbers leave as text, LaTeX and NumPy', async () => {
    const { page, figure, numbers } = await walkthrough('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await soon(() => numbers('context')).toEqual(seed.context);
    await figure.locator('summary').click();
    const text = figure.locator('.taking textarea');
    for (const [name, expected] of [
      [walkthroughEn.copyText, /e₄ = 2·2 \+ 1·1 = 5\b/], [walkthroughEn.copyLatex, /\\frac\{148\.41\}\{178\.61\} = 0\.83/], [walkthroughEn.copyNumpy, /import numpy as np[^]*h @ s/],
    ] as const) {
      await figure.getByRole('button', { name }).click();
      await soon(() => text.inputValue()).toMatch(expected);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text.inputValue());
    }
  });

  test('in the exercise a right answer stays as it was written, and opens no further than what was found', async () => {
    const { figure, step } = await walkthrough('exercise');
    const answer = (symbol: string) => figure.locator(`input[aria-label^="${walkthroughEn.answer(symbol)}"]`);
    for (const [symbol, text] of [['exp e₂', '2,718'], ['α₂', '.02'], ['Σ', '17'], ['c[1]', '1.81']] as const) await answer(symbol).fill(text);
    await figure.getByRole('button', { name: walkthroughEn.check, exact: true }).click();
    const opening = (symbol: string) => figure.getByRole('button', { name: new RegExp(`${symbol.replace(/[[\]]/g, '\\$&')}: how`) });
    const lines = async (name: string) => (await step(name).locator('.numeric').allInnerTexts()).map((line) => line.replace(/\s/g, ''));
    await opening('c[1]').click();
    expect(await lines('context')).toEqual(['=?+?+?+?=1.81']);
    await opening('α₂').click();
    expect(await lines('weights')).toEqual(['=2,718/?=.02']);
    await step('weights').locator('.numeric button').click(); // the exponential, which was found: its score was not
    expect(await lines('weights')).toEqual(['=2,718/?=.02', '=e?=2,718']);
    expect(await step('weights').locator('.numeric button').count()).toBe(1);
    expect(await step('weights').locator('.numeric [role=img]').first().getAttribute('aria-label')).toBe(walkthroughEn.notFound('Σ'));
    await answer('e₂').fill('1');
    await figure.getByRole('button', { name: walkthroughEn.check, exact: true }).click();
    await soon(() => lines('weights')).toEqual(['=2,718/?=.02', '=e1=2,718']);
    await figure.getByRole('button', { name: walkthroughEn.reveal }).click();
    await soon(() => lines('weights')).toEqual(['=2.72/178.61=0.02', '=e1=2.72']);
  });

  test('the exercise is worked by the keyboard alone', async () => {
    const { page, figure, numbers } = await walkthrough();
    await soon(() => numbers('context')).toEqual(seed.context);
    const tab = async (times = 1) => { for (let k = 0; k < times; k++) await page.keyboard.press('Tab'); };
    const until = async (name: RegExp) => {
      for (let k = 0; k < 80 && !name.test(await focused(page)); k++) await tab();
      expect(await focused(page)).toMatch(name);
    };
    await until(/^More$/);
    await page.keyboard.press('Enter');
    const wanted = figure.getByRole('checkbox', { name: walkthroughEn.exercise });
    for (let k = 0; k < 20 && !(await wanted.evaluate((box) => box.matches(':focus'))); k++) await tab();
    await page.keyboard.press('Space');
    await soon(() => figure.locator('.answer-field input').count()).toBe(4 + 5 + 4 + 8 + 2);
    // Back up to the first field, and through them all; one of them wrong at first.
    const first = figure.locator('.answer-field input').first();
    for (let k = 0; k < 60 && !(await first.evaluate((input) => input.matches(':focus'))); k++) await page.keyboard.press('Shift+Tab');
    const answers = [...seed.scores, ...seed.exponentials, '0.04', '0.2', '0.11', '0.83', '0.04', '0', '0', '0.02', '0.11', '0.11', '1.66', '0.83', '1.81', '0.96'];
    for (const [k, answer] of answers.entries()) {
      expect(await focused(page)).toMatch(/^Your /);
      await page.keyboard.type(answer);
      if (k + 1 < answers.length) await tab();
    }
    await page.keyboard.press('Enter');
    const verdict = figure.locator('.verdict-line');
    expect(await figure.locator('.answer-field .wrong').allInnerTexts()).toEqual(['×']);
    await soon(() => verdict.innerText()).toBe(walkthroughEn.wrongStep('3', walkthroughEn.steps.weights, 'α₂'));
    expect(await figure.locator('.answer-field input').count()).toBe(1);
    // One that is left empty is marked as well.
    const wrong = figure.locator('.answer-field input');
    await wrong.fill('');
    await figure.getByRole('button', { name: walkthroughEn.check }).click();
    await soon(() => verdict.innerText()).toBe(walkthroughEn.missing('1', 1));
    expect(await figure.locator('.answer-field .wrong').allInnerTexts()).toEqual(['?']);
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    for (let k = 0; k < 60 && !(await wrong.evaluate((input) => input.matches(':focus'))); k++) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('.02');
    await page.keyboard.press('Enter');
    await soon(() => verdict.innerText()).toBe(walkthroughEn.allRight);
    expect(await figure.locator('.answer-field input').count()).toBe(0);
  });
});

describe('why √d', () => {
  test('the variance grows as d, and the scale keeps the largest weight where it was', async () => {
    const { page, figure } = await walkthrough('view="scale"');
    const rows = () => figure.locator('.table tbody tr').evaluateAll((list) => list.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => Number((cell.textContent ?? '').replace('\u2212', '-').replace(/\s/g, '')))));
    await soon(async () => (await rows()).at(-1)![2]).toBeGreaterThan(200);
    for (const [d, mean, variance, peak, scaled] of await rows() as number[][]) {
      expect(Math.abs(mean!)).toBeLessThan(0.05 * Math.sqrt(d!));
      expect(variance! / d!).toBeGreaterThan(0.85);
      expect(variance! / d!).toBeLessThan(1.15);
      expect(scaled!).toBeLessThan(0.36);
      if (d! >= 64) expect(peak!).toBeGreaterThan(0.8);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await figure.locator('.table').evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    const before = JSON.stringify(await rows());
    await figure.getByRole('button', { name: walkthroughEn.drawAgain }).click();
    await soon(async () => JSON.stringify(await rows())).not.toBe(before);
  });
});

describe('in a trained model', () => {
  test('at 360 pixels each strip has its smallest and largest number below it, in the height of its name', async () => {
    const { figure, step } = await walkthrough('view="model" model="models/reverse.safetensors"', { viewport: { width: 360, height: 800 } });
    await step('output').locator('.top tr').first().waitFor();
    for (const strip of await figure.locator('.opening > .strip').all()) {
      const [svg, range, box] = await Promise.all([strip.locator('svg').boundingBox(), strip.locator('.range').boundingBox(), strip.boundingBox()]);
      expect(range!.y).toBeGreaterThanOrEqual(svg!.y + svg!.height);
      expect(box!.height).toBeLessThanOrEqual(44);
    }
    expect(await step('read').locator('.range').first().innerText()).toMatch(/^−?\d\.\d{3} … −?\d\.\d{3}$/);
    await figure.getByRole('button', { name: walkthroughEn.copyLatex }).click();
    await soon(() => figure.locator('.taking textarea').inputValue()).toMatch(new RegExp(`^% ${walkthroughEn.roundedToShow}\n`));
  });

  test('of a sum of a few more than are listed at a time, all terms are', async () => {
    const { step } = await walkthrough('view="model" cell="rnn" hidden-size="64"');
    await step('output').locator('.top tr').first().waitFor();
    await step('cell').locator('.vector-name').first().click();
    await step('cell').locator('.terms button.number').first().click();
    await step('cell').locator('.arithmetic .arithmetic .numeric button').last().click(); // of 64 products and a bias
    await step('cell').getByRole('button', { name: walkthroughEn.terms('65', 65) }).click();
    await soon(() => step('cell').locator('.terms:not(.short) > li').count()).toBe(65);
    expect(await step('cell').getByRole('button', { name: / more$/ }).count()).toBe(0);
  });

  test('a step of the finished model, from its word down to an embedding', async () => {
    const { figure, step, numbers } = await walkthrough('view="model" model="models/reverse.safetensors" row="2"');
    await soon(() => figure.locator('.rows label').allInnerTexts()).toEqual([...'930394', 'end']);
    expect(await figure.getByRole('radio', { name: walkthroughEn.rowName('2', '3') }).isChecked()).toBe(true);
    // The weights add up to one, and the largest is on the digit being written.
    const weights = (await numbers('weights')).slice(-6).map(Number);
    expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 2);
    expect(weights.indexOf(Math.max(...weights))).toBe(4);
    expect(await step('output').locator('.top th').first().innerText()).toBe('3');
    // From the first annotation's first number down: its gate, the sum of its inputs, the embedding.
    await step('read').locator('.vector-name').first().click();
    const open = async (at: Locator) => { await at.click(); };
    await open(step('read').locator('.terms button.number').first());
    const opened = step('read').locator('.arithmetic .arithmetic');
    await soon(() => opened.count()).toBe(1);
    expect(await opened.first().locator(':scope > .numeric').innerText()).toMatch(/^= \(1 − [\d.]+\s*\)·\(?[−\d.]+\s*\)? \+ [\d.]+\s*·\(?[−\d.]+\s*\)?= [−\d.]+$/);
    await open(opened.first().locator(':scope > .numeric button').nth(1));
    await open(opened.nth(1).locator(':scope > .numeric button').first());
    // A sum of as many products as an embedding has numbers, and the bias.
    const sum = opened.nth(2);
    await soon(() => sum.locator(':scope > .symbolic').count()).toBe(1);
    expect(await sum.locator('.strip, :scope > .numeric .term').count()).toBeGreaterThan(2);
  });

  test('a model that ends at once is given the answer to write, and says so', async () => {
    const { figure, step, numbers } = await walkthrough('view="model" cell="rnn" attention="none" query="previous" bridge="state"');
    await soon(() => figure.locator('.trained').innerText()).toContain(walkthroughEn.dictated('9 3 0 3 9 4'));
    await soon(() => step('output').locator('.top tr').count()).toBe(6);
    expect(await numbers('weights')).toEqual([]);
    expect(await step('scores').innerText()).toContain(walkthroughEn.noWeights);
  });

  test('a symbol leads to its definition, in its colour; pointing at it marks it wherever it stands', async () => {
    for (const [attributes, expected] of [['model="models/reverse.safetensors"', ['r', 'z', 'n', 'v_a', 'α', 'c', 'ℓ']], ['cell="lstm" attention="general" query="current"', ['i', 'f', 'g', 'o', 'm', 'W_a', 'h~', 'L']]] as const) {
      const { page, figure, step } = await walkthrough(`view="model" ${attributes}`);
      await step('output').locator('.top tr').first().waitFor();
      await step('weights').locator('.values button').last().click();
      const symbolic = step('weights').locator('.symbolic [data-of="α"]').first();
      await symbolic.hover();
      await soon(() => step('weights').locator('.marked').count()).toBeGreaterThan(6);
      expect(await figure.locator('.marked:not([data-of="α"])').count()).toBe(0);
      await symbolic.click();
      const defined = figure.locator('.symbols dt:focus');
      await soon(() => defined.getAttribute('data-defines')).toBe('α');
      const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);
      expect(await colour(defined.locator('mrow[data-of]').first())).toBe(await colour(symbolic));
      // Whatever symbol is drawn has one.
      const missing = await figure.evaluate((element) => {
        const root = element.shadowRoot!;
        const defines = new Set([...root.querySelectorAll<HTMLElement>('[data-defines]')].map((each) => each.dataset.defines));
        return [...root.querySelectorAll<HTMLElement>('[data-of]')].map((each) => each.dataset.of!).filter((name) => !defines.has(name) && !defines.has(name.split('_')[0]));
      });
      expect(missing).toEqual([]);
      expect(await figure.locator('[data-defines]').evaluateAll((list) => list.map((each) => (each as HTMLElement).dataset.defines))).toEqual(expect.arrayContaining([...expected]));
      await page.close();
    }
  });

  test('words of a Chinese source are in the script of the page', async () => {
    const { figure, step } = await walkthrough('view="model" task="translate-zh-en" source="我爱吃苹果"', {}, 'zh-Hant');
    await soon(() => step('read').locator('.opening span.source').allInnerTexts()).toEqual(['我', '愛', '吃', '蘋果']);
    expect((await step('weights').locator('.worded > .source').allInnerTexts()).slice(0, 4)).toEqual(['我', '愛', '吃', '蘋果']);
    expect(await figure.locator('#sentence').inputValue()).toBe('我愛吃蘋果');
  });

  test('the untrained two-way network on 1 … 7, its halves marked', async () => {
    const { figure, step } = await walkthrough('view="model"');
    await figure.getByRole('button', { name: walkthroughEn.preset }).click();
    await soon(() => step('read').locator('.opening span.source').allInnerTexts()).toEqual([...'1234567']);
    await soon(() => step('read').locator('.halves span').allInnerTexts()).toEqual(['', `→ ${walkthroughEn.halves.forward}`, `← ${walkthroughEn.halves.backward}`]);
    expect(await step('read').locator('path.middle').count()).toBe(7);
    expect(await figure.locator('.line').innerText()).toContain('RNN');
  });

  test('a number opens in 50 ms while a model of 30 digits trains', async () => {
    const { figure, step } = await walkthrough('view="model" min-length="20" max-length="20" source="493039172856049381724930391728" steps="2000" pace="full"');
    await soon(() => step('read').locator('.opening').count()).toBe(30);
    await figure.locator('.primary').click();
    await figure.locator('[data-phase=training]').waitFor();
    const times = await figure.evaluate(async (element) => {
      const root = element.shadowRoot!;
      const found: number[] = [];
      for (let k = 0; k < 9; k++) {
        const button = root.querySelectorAll<HTMLButtonElement>('[data-step=scores] .worded > button.number')[k]!;
        const begun = performance.now();
        button.click();
        await (element as unknown as { updateComplete: Promise<boolean> }).updateComplete;
        await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
        found.push(performance.now() - begun);
      }
      return found.sort((a, b) => a - b);
    });
    expect(await figure.locator('[data-phase=training]').count()).toBe(1);
    expect(times[4]).toBeLessThan(50);
  });
});

describe('everywhere', () => {
  const views = ['hand', 'scale', 'model'] as const;

  test('axe finds nothing in any view, in any language, light or dark, with numbers open', async () => {
    const { page, figure, numbers, step } = await walkthrough('model="models/reverse.safetensors"', { reducedMotion: 'reduce', viewport: { width: 1000, height: 4400 } });
    await soon(() => numbers('context')).toEqual(seed.context);
    for (const view of views) {
      await figure.evaluate((element: LookbackWalkthrough, name) => { element.view = name; }, view);
      if (view === 'hand') {
        await figure.locator('summary').click();
        await step('weights').locator('.values button').nth(3).click();
      } else if (view === 'model') {
        await step('weights').locator('.values button').last().click();
        await step('read').locator('.vector-name').first().click();
      } else await soon(() => figure.locator('.chart circle').count()).toBe(9);
      for (const [lang, words] of [['en', walkthroughEn], ['zh-Hans', walkthroughZhHans], ['zh-Hant', walkthroughZhHant]] as const) {
        await page.evaluate((tag) => { document.documentElement.lang = tag; }, lang);
        await soon(() => figure.locator('.question').innerText()).toBe(words.question[view]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page), `${view}, ${lang}, ${colorScheme}`).toEqual([]);
        }
      }
    }
    await figure.evaluate((element: LookbackWalkthrough) => { element.view = 'hand'; element.exercise = true; });
    await soon(() => figure.locator('.answer-field').count()).toBe(23);
    expect(await violations(page), 'exercise').toEqual([]);
  });

  test('no view scrolls sideways at 360 pixels, in any language, with numbers open', async () => {
    for (const lang of ['en', 'zh-Hans', 'zh-Hant']) {
      const { page, figure, step, numbers } = await walkthrough('hand-query="1 0 0 0 0 0 0 2" hand-annotations="1 2 3 4 5 6 7 8; 0 1 0 0 1 0 0 -1.5" hand-score="general" model="models/reverse.safetensors"', { viewport: { width: 360, height: 800 } }, lang);
      await soon(() => numbers('scores')).toHaveLength(2);
      await figure.locator('summary').click();
      for (const name of ['scores', 'weights', 'context']) await step(name).locator('.values button').first().click();
      for (const view of views) {
        await figure.evaluate((element: LookbackWalkthrough, name) => { element.view = name; }, view);
        if (view === 'scale') await soon(() => figure.locator('.chart circle').count()).toBe(9);
        if (view === 'model') await step('scores').locator('.worded > button.number').first().click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${lang}, ${view}`).toBeLessThanOrEqual(0);
      }
    }
  });

  test('the room that is kept before the script is the figure’s own, and nothing below it moves', async () => {
    for (const [width, attributes] of [[360, ''], [700, ''], [1000, ''], [360, 'view="scale"'], [1000, 'view="model" model="models/reverse.safetensors"'],
      [360, 'view="model" min-length="20" max-length="20"'], [700, 'view="model" task="translate-en-fr"'], [1000, 'view="model" task="translate-zh-en"'],
      [1000, 'view="model" cell="lstm" layers="2"'], [700, 'view="model" layers="3" attention="concat"'], [360, 'view="model" attention="scaled-dot" cell="lstm"']] as const) {
      const html = article(`<link rel="stylesheet" href="/elements.css"><lookback-walkthrough ${attributes}></lookback-walkthrough><p id="below">1</p>`, { script: false });
      const { page } = await open(html, { viewport: { width, height: 900 } });
      const below = () => page.locator('#below').evaluate((element) => element.getBoundingClientRect().top);
      const before = await below();
      await page.addScriptTag({ type: 'module', url: '/elements/walkthrough.js' });
      await page.locator('lookback-walkthrough .number, lookback-walkthrough circle').first().waitFor();
      if (attributes.includes('model')) await page.locator('lookback-walkthrough [data-step=output] .top tr').first().waitFor();
      await page.waitForTimeout(200);
      expect(Math.abs((await below()) - before), `${width}, ${attributes}`).toBeLessThan(1);
    }
  });

  test('where there is no WebAssembly the author’s picture stands there, with the reason', async () => {
    const html = article('<lookback-walkthrough><img src="/pictures/reverse.svg" width="330" height="360" alt="A picture"></lookback-walkthrough>');
    const { page } = await open(html, { before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')) });
    await soon(() => page.locator('lookback-walkthrough [role=alert]').allInnerTexts()).toContainEqual(expect.stringContaining('cannot run WebAssembly with SIMD'));
    expect(await page.locator('lookback-walkthrough img').isVisible()).toBe(true);
  });

  test('where a file does not arrive it says so, and trying again works', async () => {
    const { page } = await open(article('<lookback-walkthrough></lookback-walkthrough>'), { before: (page) => page.route('**/*.wasm', (route) => route.abort()) });
    const again = page.locator('lookback-walkthrough').getByRole('button', { name: walkthroughEn.retry });
    await again.waitFor();
    await page.unroute('**/*.wasm');
    await again.click();
    await page.locator('lookback-walkthrough [data-step=context] button.number').first().waitFor();
  });

  test('its code takes along what the reader made of it, and opens so elsewhere', async () => {
    const { page, figure, numbers } = await walkthrough();
    await soon(() => numbers('context')).toEqual(seed.context);
    await figure.locator('.given input').first().fill('3');
    await soon(() => numbers('scores')).toEqual(['3', '1', '4', '7']);
    await figure.locator('summary').click();
    await figure.getByRole('button', { name: 'Copy as an iframe' }).click();
    const code = await figure.locator('.share textarea').inputValue();
    const address = /src="([^"]+)"/.exec(code)![1]!.replaceAll('&amp;', '&');
    expect(new URL(address).searchParams.get('hand-query')).toBe('3 1');
    await page.goto(address);
    await soon(() => page.locator('lookback-walkthrough [data-step=scores] .values button').allInnerTexts()).toEqual(['3', '1', '4', '7']);
    await figure.locator('summary').click();
    await figure.getByRole('button', { name: 'Cite' }).click();
    expect(await figure.locator('.share textarea').inputValue()).toContain('By hand');
  });

  test('removed, it frees its engine; a page with none open has no worker', async () => {
    const { page, figure, numbers } = await walkthrough('model="models/reverse.safetensors"');
    await soon(() => numbers('context')).toEqual(seed.context);
    await figure.evaluate((element: LookbackWalkthrough) => { element.view = 'model'; });
    await figure.locator('.rows').waitFor();
    expect(page.workers()).toHaveLength(1); // both views share it
    await figure.evaluate((element) => element.remove());
    await soon(() => page.workers().length).toBe(0);
  });

  test('nothing is fetched for it before it is seen', async () => {
    const { page, served } = await open(article('<div style="height: 3000px"></div><lookback-walkthrough></lookback-walkthrough>'));
    await page.waitForTimeout(300);
    expect([...served.sent.keys()].filter((name) => /views|walkthrough\.zh|worker|\.wasm/.test(name))).toEqual([]);
    await page.locator('lookback-walkthrough').scrollIntoViewIfNeeded();
    await page.locator('lookback-walkthrough .number').first().waitFor();
  });
});
