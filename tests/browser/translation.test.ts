// Toy translation as a reader meets it: a translator trained in the page, its alignment with the grammar's links outlined, pairs of
// the reader's own with every fault a file may have, a model that leaves as a file and goes on from it.
import fs from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { article, articles } from './article.ts';
import { violations } from './axe.ts';
import { peaks, soon } from './figure.ts';

const tests = articles();

/** Opens an article with one figure. */
async function open(attributes: string, { lang = 'en', name = 'trainer', ...options }: BrowserContextOptions & { lang?: string; name?: string } = {}): Promise<{ page: Page; figure: Locator }> {
  const { page } = await tests.open(article(`<main><h1>An article</h1><lookback-${name} ${attributes}></lookback-${name}></main>`, { lang }),
    { viewport: { width: 1100, height: 1600 }, reducedMotion: 'reduce', ...options });
  return { page, figure: page.locator(`lookback-${name}`) };
}

const phase = (figure: Locator, name: string, timeout = 60_000) => figure.locator(`[data-phase=${name}]`).waitFor({ timeout });
const sentence = (figure: Locator) => figure.locator('input[name=sentence]');
const written = async (figure: Locator) => (await figure.locator('.written').innerText()).trim();
const measure = async (figure: Locator, label: string) => (await figure.locator('.measures > div', { has: figure.page().locator('dt', { hasText: new RegExp(`^${label}$`) }) }).locator('dd').innerText()).trim();

/** The header of a model's file and what follows it, and such a file of both. */
const parts = (file: Buffer): { header: { __metadata__?: Record<string, string> }; rest: Buffer } => {
  const end = 8 + Number(file.readBigUInt64LE(0));
  return { header: JSON.parse(file.subarray(8, end).toString()) as { __metadata__?: Record<string, string> }, rest: file.subarray(end) };
};
const whole = (header: object, rest: Buffer): Buffer => {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Math.ceil(text.length / 8) * 8));
  return Buffer.concat([length, Buffer.from(text.toString().padEnd(Math.ceil(text.length / 8) * 8)), rest]);
};

/** The weights of the picture, by its table. */
const weights = (figure: Locator) => figure.locator('.own lookback-grid table').evaluate((table: HTMLTableElement) => {
  const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => cell.textContent ?? '');
  const body = [...table.tBodies[0]!.rows].map(cells);
  return { columns: cells(table.tHead!.rows[0]!).slice(1), rows: body.map((row) => row[0]!), weights: body.map((row) => row.slice(1).map(parseFloat)) };
});

describe('English to French', () => {
  test('is learnt in the page; a sentence is translated, its true links are outlined, and it is measured', async () => {
    const { figure } = await open('task="translate-en-fr" pace="full"');
    await phase(figure, 'untrained');
    await soon(() => sentence(figure).inputValue()).not.toBe('');
    await figure.locator('.primary').click();
    await phase(figure, 'trained');
    expect(Number(await measure(figure, 'BLEU'))).toBeGreaterThan(90);
    const rate = Number(await measure(figure, 'Alignment error rate'));
    expect(rate).toBeLessThan(0.15);

    // The sentence it began with is held out, and one whose words move.
    await soon(() => figure.locator('.sentence .verdict').innerText()).toContain('as the reference');
    expect(await figure.locator('.reference').innerText()).toBe(await written(figure));
    const outlines = (kind: string) => figure.locator(`.own lookback-grid rect.gold${kind}:not(.under):not([visibility=hidden])`).count();
    expect(await outlines(':not(.possible)')).toBeGreaterThan(3);
    expect(await figure.locator('.own lookback-grid .legend').innerText()).toMatch(/true place[\s\S]*possible place/);
    await soon(() => figure.locator('.own lookback-grid table').innerText()).toMatch(/0\.\d+, true place/);

    const before = await sentence(figure).inputValue();
    await figure.getByRole('button', { name: 'Another example' }).click();
    await soon(() => sentence(figure).inputValue()).not.toBe(before);
    await soon(() => figure.locator('.sentence .verdict').innerText()).toContain('reference');

    // Accuracy by length: a bar and a row of its table for each length there is.
    const rows = await figure.locator('.bars tbody tr').count();
    expect(rows).toBeGreaterThan(5);
    expect(await figure.locator('.bars svg rect').count()).toBe(rows);

    // The term of three words runs reversed: each of its French words looks at its own, from right to left.
    await sentence(figure).fill('he works in the European Economic Area');
    await soon(() => written(figure)).toBe('il travaille dans la zone économique européenne');
    await soon(async () => (await weights(figure)).columns.at(-1)).toBe('Area');
    const { columns, rows: target, weights: alpha } = await weights(figure);
    const looked = peaks(alpha).map((at) => columns[at]);
    expect(looked.slice(target.indexOf('zone'), target.indexOf('zone') + 3)).toEqual(['Area', 'Economic', 'European']);
    // It is no sentence of the held-out ones that were drawn, and has its reference and links all the same.
    expect(await figure.locator('.reference').innerText()).toBe('il travaille dans la zone économique européenne');
    await soon(() => figure.locator('.own lookback-grid table').innerText()).toMatch(/0\.\d+, true place/);
    expect(await figure.locator('.sentence .verdict').innerText()).toContain('as the reference');
    await sentence(figure).fill('he works he works');
    await soon(() => figure.locator('.reference').count()).toBe(0);

    await sentence(figure).fill('he sees the dragon');
    await soon(() => figure.locator('#note').innerText()).toContain('“dragon” is a word it does not know');
    expect(await sentence(figure).getAttribute('aria-invalid')).toBe('true');
    // What was written for another sentence, and its picture, do not stand under this one.
    const nothing = async () => {
      await soon(() => written(figure)).toBe('');
      expect(await figure.locator('.sentence .verdict').innerText()).toBe('');
      await soon(async () => (await weights(figure)).weights.flat().every(Number.isNaN)).toBe(true);
      expect(await figure.evaluate((element) => (element as HTMLElement & { look: unknown }).look)).toBeNull();
    };
    await nothing();
    expect((await weights(figure)).columns).toEqual(['he', 'sees', 'the', 'dragon']);
    await sentence(figure).fill('');
    await soon(() => figure.locator('#note').innerText()).toContain('Type a sentence');
    await nothing();

    // A full stop ends a sentence and is no word of it; that of an unknown word is not named either.
    for (const end of ['.', '?', ' !', '。', '...']) {
      await sentence(figure).fill(`he works in the European Economic Area${end}`);
      await soon(() => written(figure)).toBe('il travaille dans la zone économique européenne');
      expect(await figure.locator('.reference').innerText()).toBe('il travaille dans la zone économique européenne');
      expect(await figure.locator('#note').innerText()).toBe('');
    }
    await sentence(figure).fill('he sees the dragon.');
    await soon(() => figure.locator('#note').innerText()).toMatch(/^“dragon” is a word/);

    // Few words leave room for the rows of a longer answer.
    await sentence(figure).fill('cats');
    await soon(() => written(figure)).not.toBe('');
    await soon(async () => (await weights(figure)).rows.length).toBe(8);
    expect(await figure.locator('.own lookback-grid .legend').innerText()).not.toContain('not drawn');
  });

  test('an unknown word of many letters breaks where it is named, and nothing scrolls sideways', async () => {
    const { page, figure } = await open('task="translate-en-fr"', { viewport: { width: 360, height: 740 } });
    await phase(figure, 'untrained');
    for (const letters of [60, 300]) {
      await sentence(figure).fill('a'.repeat(letters));
      await soon(() => figure.locator('#note').innerText()).toContain(`“${'a'.repeat(letters)}”`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });

  test('with a beam, asked by the keyboard alone', async () => {
    const { page, figure } = await open('task="translate-en-fr" pace="full" steps="40"');
    await phase(figure, 'untrained');
    await figure.locator('select[name=task]').focus();
    await page.keyboard.press('Home'); // the first task of all
    await soon(() => figure.evaluate((element) => (element as HTMLElement & { task: string }).task)).toBe('reverse');
    await figure.locator('input[name=digits]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await soon(() => figure.evaluate((element) => (element as HTMLElement & { task: string }).task)).toBe('translate-en-fr');
    await sentence(figure).waitFor();
    await phase(figure, 'untrained');
    await figure.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await figure.locator('input[name=beam]').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await soon(() => figure.locator('#beam-problem').innerText()).toContain('1 to 8');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await soon(() => figure.locator('#beam-problem').isHidden()).toBe(true);
    await soon(() => written(figure)).not.toBe('');
  });
});

describe('a page in Chinese', () => {
  test('shows and takes the words in its script; order alone decides who does what; one word has two annotations', async () => {
    const { figure } = await open('task="translate-zh-en" pace="full" source="我打狗"', { lang: 'zh-Hant' });
    await phase(figure, 'untrained');
    await figure.locator('.primary').click();
    await phase(figure, 'trained');
    await soon(() => written(figure)).toBe('I hit dogs');
    await sentence(figure).fill('狗打我');
    await soon(() => written(figure)).toBe('dogs hit me');
    for (const text of ['我愛吃蘋果', '我爱吃苹果']) {
      await sentence(figure).fill(text);
      await soon(() => written(figure)).toBe('I love eating apples');
      await soon(async () => (await weights(figure)).columns).toEqual(['我', '愛', '吃', '蘋果']);
    }
    const cosines = figure.locator('.cosine');
    expect(await cosines.locator('caption').innerText()).toContain('「吃蘋果」裡的蘋果與「蘋果公司」裡的蘋果');
    const [embedding, annotation] = (await cosines.locator('td').allInnerTexts()).map(Number);
    expect(embedding).toBe(1);
    expect(annotation).toBeLessThan(0.99);
    // The same on a page in the other script.
    await figure.evaluate(() => { document.documentElement.lang = 'zh-Hans'; });
    await soon(async () => (await weights(figure)).columns).toEqual(['我', '爱', '吃', '苹果']);
  });
});

describe('real sentences', () => {
  test('begin with one whose words are all known, and so do those that follow', async () => {
    for (const task of ['tatoeba-en-fr', 'tatoeba-en-zh']) {
      const { figure } = await open(`task="${task}"`);
      await phase(figure, 'untrained');
      for (let k = 0; k < 5; k++) {
        await soon(() => sentence(figure).inputValue()).not.toBe('');
        expect(await figure.locator('#note').innerText()).toBe('');
        await figure.getByRole('button', { name: 'Another example' }).click();
      }
    }
  });

  test('stand as they were written, words that the model does not know too; what it writes for them is not right', async () => {
    const { figure } = await open('task="own" pace="full" steps="150"');
    // A name of its own in each, which is read and written as <unk>: so many pairs that words that appear once are.
    const names = Array.from({ length: 1200 }, (_, k) => `Q${String.fromCharCode(97 + k % 26)}${k}`);
    await figure.locator('#pairs').fill(names.map((name) => `I see ${name}.\tJe vois ${name}.`).join('\n'));
    await figure.getByRole('button', { name: 'Use these pairs' }).click();
    await phase(figure, 'untrained');
    await figure.locator('.primary').click();
    await phase(figure, 'trained');
    await soon(() => written(figure)).toMatch(/^Je vois /);
    const text = await sentence(figure).inputValue();
    const name = /^I see (Q[a-z]\d+)\.$/.exec(text)?.[1];
    expect(names, text).toContain(name);
    expect(await figure.locator('.reference').innerText()).toBe(`Je vois ${name}.`);
    expect(await figure.locator('#note').innerText()).toContain(`“${name}” is a word it does not know`);
    expect(await figure.locator('.verdict').innerText()).toMatch(/^×/);
    expect(await measure(figure, 'BLEU')).not.toMatch(/^100/);
    // Typed, it is the same pair.
    await sentence(figure).fill(`I see ${name}`);
    await sentence(figure).fill(text);
    await soon(() => figure.locator('.reference').innerText()).toBe(`Je vois ${name}.`);
  });

  test('are learnt by heart in part, which is said: the losses beside each other, their gap, and that the second rises', async () => {
    const { figure } = await open('task="tatoeba-en-fr" pace="full" steps="60"');
    const trained = async () => {
      await phase(figure, 'untrained');
      expect(await figure.locator('.overfits').innerText()).toBe('');
      await figure.locator('.primary').click();
      await phase(figure, 'trained', 120_000);
      return figure.locator('.overfits').innerText();
    };
    expect(await trained()).toMatch(/^The loss of its training sentences is [\d.]+, that of held-out ones [\d.]+: it does not over-fit yet\.$/);
    // By its own recipe.
    await figure.evaluate((element) => Object.assign(element, { steps: null }));
    const said = await trained();
    const losses = /^The loss of its training sentences is ([\d.]+), that of held-out ones ([\d.]+)\. The gap, ([\d.]+) nats, is over-fitting/.exec(said);
    expect(losses, said).not.toBeNull();
    const [training, heldOut, gap] = losses!.slice(1).map(Number);
    expect(gap).toBeCloseTo(heldOut! - training!, 2);
    expect(gap).toBeGreaterThan(0.5);
    expect(await measure(figure, 'Loss of held-out sentences, nats')).toBe(heldOut!.toFixed(3));
    // And three times as long.
    await figure.evaluate((element) => Object.assign(element, { steps: 1830 }));
    expect(await trained()).toMatch(/^It over-fits: the loss of held-out sentences was lowest, [\d.]+, after update \d+, and is [\d.]+ now/);
  });
});

test('real sentences that are not where the page says are named, with the attribute that says where', async () => {
  const { figure } = await open('task="tatoeba-en-fr" data-url="/nowhere/"');
  await soon(() => figure.locator('[role=status]').innerText()).toMatch(/check the connection and try again\. .*corpus could not be loaded from .*\/nowhere\/tatoeba-en-fr\.tsv .*`data-url`/);
});

describe('pairs of the reader\'s own', () => {
  const give = async (figure: Locator, name: string, text: string) => {
    await figure.locator('.pairs input[type=file]').setInputFiles({ name, mimeType: 'text/tab-separated-values', buffer: Buffer.from(text) });
  };
  const plain = Array.from({ length: 60 }, (_, k) => `I see ${k} cats.\tJe vois ${k} chats.\tNobody, page ${k}`);

  test('limits first; then what was read, and each line that was not with its reason', async () => {
    const { page, figure } = await open('task="own" pace="full" steps="20"');
    await soon(() => figure.locator('#pairs-limits').innerText()).toMatch(/16 MB, 100\s000 pairs.*60 words/);
    expect(await figure.locator('.primary').count()).toBe(1);
    await figure.locator('.primary').click(); // asks for pairs instead
    await figure.locator('#pairs').waitFor();

    const hostile = ['\ufeffI am here.\tJe suis ici.', '', 'no tab at all', 'one side\t', ...plain, plain[0]!, `${'long '.repeat(80)}\tlong`];
    await figure.locator('#pairs').fill(hostile.join('\r\n'));
    await figure.getByRole('button', { name: 'Use these pairs' }).click();
    await phase(figure, 'untrained');
    expect(await figure.locator('.report > p').innerText()).toMatch(/^61 pairs read, \d+ of them held out\..*5 lines were skipped:$/);
    const skipped = await figure.locator('.skipped tbody tr').evaluateAll((rows) => rows.map((row) => [...(row as HTMLTableRowElement).cells].slice(0, 2).map((cell) => cell.textContent)));
    expect(skipped).toEqual([['2', 'it is empty'], ['3', 'it has no tab, and so no translation'], ['4', 'one side is empty'], ['65', 'the same pair stands above'], ['66', 'a sentence is too long']]);
    expect(await figure.locator('.attribution').innerText()).toMatch(/^From: Nobody, page \d+$/);
    expect(await violations(page)).toEqual([]);

    await figure.locator('.primary').click();
    await phase(figure, 'trained');
    await sentence(figure).fill('I see 7 dragons.');
    await soon(() => figure.locator('#note').innerText()).toContain('“dragons” is a word it does not know and reads as <unk>');
  });

  test('beyond a limit is a sentence that names it, and the next file is read', async () => {
    const { figure } = await open('task="own" pace="full" steps="20"');
    await figure.locator('#pairs').waitFor();
    await figure.locator('.primary').click(); // without pairs: to where they go
    await soon(() => figure.evaluate((element) => element.shadowRoot!.activeElement?.id)).toBe('pairs');
    await give(figure, 'many.tsv', Array.from({ length: 100_001 }, (_, k) => `${k}\t${k}`).join('\n'));
    await soon(() => figure.locator('.failure').innerText()).toMatch(/100,?\s?000/);
    await give(figure, 'few.tsv', plain.join('\n'));
    await phase(figure, 'untrained');
    expect(await figure.locator('.report > p').innerText()).toContain('No line was skipped');
  });

  test('that cannot be used are refused in the language of the page', async () => {
    const { figure } = await open('task="own" pace="full" steps="20"', { lang: 'zh-Hant' });
    const use = figure.getByRole('button', { name: '用這些句對' });
    await figure.locator('#pairs').fill('nothing here');
    await use.click();
    await soon(() => figure.locator('.failure').innerText()).toContain('這裡沒有讀到句對；請每行寫一對，原文在前，譯文在後，中間用定位字元（Tab）隔開。第 1 行就不是這樣。');
    await figure.locator('#pairs').fill(plain.join('\n'));
    await use.click();
    await phase(figure, 'untrained');
    await figure.locator('#pairs').fill('a\tb\nc\td');
    await use.click();
    await soon(() => figure.locator('.refused').innerText()).toMatch(/^沒有一對句子可以留作測試.* 原來的句對和模型都還在。$/);
    await figure.evaluate(() => { document.documentElement.lang = 'zh-Hans'; });
    await soon(() => figure.locator('.refused').innerText()).toMatch(/^没有一对句子可以留作测试.* 原来的句对和模型都还在。$/);
  });

  test('that cannot be used are refused in a sentence, and the pairs, the model and its training stay', async () => {
    const { figure } = await open('task="own" pace="full" steps="4000"');
    await figure.locator('#pairs').fill(plain.join('\n'));
    const use = figure.getByRole('button', { name: 'Use these pairs' });
    await use.click();
    await phase(figure, 'untrained');
    const read = await figure.locator('.report > p').innerText();
    const step = async () => Number((await figure.locator('.updates dd').innerText()).replace(/\D/g, ''));
    await figure.locator('.primary').click();
    await soon(step).toBeGreaterThan(20);
    const refused = figure.locator('.refused');
    const dropped = (name: string, text: string) => figure.evaluate((element, [name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text!], name!));
      element.shadowRoot!.querySelector('section')!.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, [name, text]);
    await dropped('empty.tsv', '');
    await soon(() => refused.innerText()).toMatch(/^There is no pair in this text: .* stay, and their model with them\.$/);
    await phase(figure, 'training');
    await figure.locator('.primary').click();
    await phase(figure, 'paused');
    const stood = await step();
    expect(await refused.count()).toBe(0); // something else was done since
    for (const [text, sentence] of [['nothing here', /^There is no pair in this text/], ['a\tb\nc\td', /^No pair is held out for testing/]] as const) {
      await figure.locator('#pairs').fill(text);
      await use.click();
      await soon(() => refused.innerText()).toMatch(sentence);
    }
    expect(await refused.evaluate((element) => element.nextElementSibling?.className)).toBe('report'); // of the pairs from before
    expect(await figure.locator('.report > p').innerText()).toBe(read);
    expect(await step()).toBe(stood);
    await figure.locator('.primary').click();
    await soon(step).toBeGreaterThan(stood);
    // Others that can be are taken.
    await figure.locator('#pairs').fill(plain.slice(0, 40).join('\n'));
    await use.click();
    await soon(() => figure.locator('.report > p').innerText()).toMatch(/^40 pairs read/);
    expect(await refused.count()).toBe(0);
    await soon(step).toBeGreaterThan(0);
  });

  test('a file of another kind than was asked for is opened as what it is, or refused in a sentence', async () => {
    const first = await open('task="translate-en-fr" pace="full" steps="20" hidden-size="8"');
    await phase(first.figure, 'untrained');
    await first.figure.locator('.primary').click();
    await phase(first.figure, 'trained');
    await first.figure.locator('summary').first().click();
    const line = await first.figure.locator('.line').innerText();
    const [download] = await Promise.all([first.page.waitForEvent('download'), first.figure.getByRole('button', { name: 'Download the model' }).click()]);
    const model = fs.readFileSync(await download.path());
    await first.figure.locator('.files input[type=file]').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('neither a model nor pairs') });
    await soon(() => first.figure.locator('.failure').innerText()).toMatch(/^There is no pair in this text: .* This figure keeps its model of English to French\.$/);
    await phase(first.figure, 'trained');
    expect(await first.figure.locator('.line').innerText()).toBe(line);

    const { figure } = await open('task="own"');
    const asked = figure.locator('.pairs input[type=file]');
    await asked.waitFor({ state: 'attached' });
    const { header, rest } = parts(model);
    header.__metadata__!.task = JSON.stringify({ name: 'own', options: { seed: 0 } });
    await asked.setInputFiles({ name: 'own.safetensors', mimeType: 'application/octet-stream', buffer: whole(header, rest) });
    await soon(() => figure.locator('.failure').innerText()).toMatch(/^This file is a model of pairs that somebody gave, and this figure has none yet: .*\.$/);
    await asked.setInputFiles({ name: 'model.safetensors', mimeType: 'application/octet-stream', buffer: model });
    await phase(figure, 'trained');
    expect(await figure.locator('.line').innerText()).toBe(line);
  });
});

test('a model leaves as a file, is opened again, and its training goes on where it was', async () => {
  const { page, figure } = await open('task="translate-en-fr" pace="full" steps="120" hidden-size="16"');
  await phase(figure, 'untrained');
  await figure.locator('.primary').click();
  await soon(async () => Number((await figure.locator('.updates dd').innerText()).replace(/\D/g, ''))).toBeGreaterThan(20);
  await figure.locator('.primary').click();
  await phase(figure, 'paused');
  const step = Number((await figure.locator('.updates dd').innerText()).replace(/\D/g, ''));
  await figure.locator('summary').first().click();
  const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: 'Download the model' }).click()]);
  expect(download.suggestedFilename()).toBe(`lookback-translate-en-fr-${step}.safetensors`);
  const bytes = fs.readFileSync(await download.path());
  await figure.locator('.primary').click();
  await phase(figure, 'trained');
  const loss = () => figure.locator('.state .loss dd').innerText();
  const uninterrupted = await loss();

  // On another page, opened by its button: it stands where it stood, and comes to the same loss.
  const again = await open('task="reverse" pace="full"');
  await phase(again.figure, 'untrained');
  await again.figure.locator('summary').first().click();
  const [chooser] = await Promise.all([again.page.waitForEvent('filechooser'), again.figure.getByRole('button', { name: 'Open a model' }).click()]);
  await chooser.setFiles({ name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer: bytes });
  await phase(again.figure, 'paused');
  expect(Number((await again.figure.locator('.updates dd').innerText()).replace(/\D/g, ''))).toBe(step);
  expect(await again.figure.locator('select[name=task]').inputValue()).toBe('translate-en-fr');
  await again.figure.locator('.primary').click();
  await phase(again.figure, 'trained');
  expect(await again.figure.locator('.state .loss dd').innerText()).toBe(uninterrupted);

  // What is no model is refused in a sentence, and the figure keeps its own.
  await again.figure.locator('.files input[type=file]').setInputFiles({ name: 'lookback-translate-en-fr-1.safetensors', mimeType: 'application/octet-stream', buffer: Buffer.from('no model') });
  await soon(() => again.figure.locator('.failure').innerText()).toMatch(/not a model file.*\.$/);
  await phase(again.figure, 'trained');
  expect(await again.figure.locator('.state .loss dd').innerText()).toBe(uninterrupted);
});

describe('a model of another task', () => {
  const file = (bytes: Uint8Array, name = 'mine.safetensors') => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  /** The file that a figure saves. */
  const saved = async (page: Page, figure: Locator): Promise<Buffer> => {
    await figure.locator('summary').first().click();
    const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: 'Download the model' }).click()]);
    return fs.readFileSync(await download.path());
  };
  const task = (figure: Locator) => figure.evaluate((element) => (element as HTMLElement & { task: string }).task);
  const failure = (figure: Locator) => figure.locator('.failure').innerText();

  test('is opened as what it is, with its lengths and its seed, whatever the file is called', async () => {
    const first = await open('task="sort" min-length="3" max-length="5" seed="4" pace="full" hidden-size="8" steps="50"');
    await phase(first.figure, 'untrained');
    await first.figure.locator('.primary').click();
    await phase(first.figure, 'trained');
    const bytes = await saved(first.page, first.figure);
    const line = await first.figure.locator('.line').innerText();
    const { figure } = await open('task="translate-zh-en"');
    await phase(figure, 'untrained');
    await figure.locator('summary').first().click();
    await figure.locator('.files input[type=file]').setInputFiles(file(bytes));
    await phase(figure, 'trained');
    expect(await figure.locator('.line').innerText()).toBe(line);
    expect(await task(figure)).toBe('sort');
    // A setting that is changed makes a new model, as ever.
    await figure.locator('input[value=forward]').check();
    await phase(figure, 'untrained');
    expect(await figure.locator('.line').innerText()).toContain('forward encoder');
  });

  test('that this figure cannot have is refused in a sentence that names both, and its own stays and trains on', async () => {
    const own = await open('task="own" pace="full" steps="20"');
    await own.figure.locator('#pairs').fill(Array.from({ length: 60 }, (_, k) => `I see ${k} cats.\tJe vois ${k} chats.`).join('\n'));
    await own.figure.getByRole('button', { name: 'Use these pairs' }).click();
    await phase(own.figure, 'untrained');
    const bytes = await saved(own.page, own.figure);

    const { figure } = await open('task="translate-en-fr" pace="full" steps="400"');
    await phase(figure, 'untrained');
    await figure.locator('summary').first().click();
    const input = figure.locator('.files input[type=file]');
    await input.setInputFiles(file(bytes));
    await soon(() => failure(figure)).toMatch(/^This file is a model of pairs that somebody gave, and this figure is of English to French, whose model it keeps: .*\.$/);
    await phase(figure, 'untrained');
    await figure.locator('.primary').click();
    await phase(figure, 'training');
    expect(await figure.locator('.failure').isVisible()).toBe(false);
    // Of a file from before, which names no task, the words are looked at.
    const length = Number(bytes.readBigUInt64LE(0));
    const header = JSON.parse(bytes.subarray(8, 8 + length).toString());
    expect(JSON.parse(header.__metadata__.task)).toMatchObject({ name: 'own', options: { seed: 0 } });
    delete header.__metadata__.task;
    const text = Buffer.from(JSON.stringify(header).padEnd(length));
    await input.setInputFiles(file(Buffer.concat([bytes.subarray(0, 8), text, bytes.subarray(8 + length)])));
    await soon(() => failure(figure)).toMatch(/^This file does not say of which task its model is, and it is not of English to French, .*\.$/);
    await phase(figure, 'trained');
    expect(await task(figure)).toBe('translate-en-fr');

    // Other pairs than those it was trained on.
    await own.figure.locator('#pairs').fill(Array.from({ length: 60 }, (_, k) => `We see ${k} dogs.\tNous voyons ${k} chiens.`).join('\n'));
    await own.figure.getByRole('button', { name: 'Use these pairs' }).click();
    await soon(() => sentence(own.figure).inputValue()).toContain('dogs');
    await own.figure.locator('.files input[type=file]').setInputFiles(file(bytes));
    await soon(() => failure(own.figure)).toMatch(/^This file is a model of other pairs than these/);
    await phase(own.figure, 'untrained');
  });
});

for (const [lang, colorScheme] of [['en', 'light'], ['zh-Hans', 'dark'], ['zh-Hant', 'light']] as const) {
  test(`axe finds nothing, and nothing is wider than a phone, in ${lang}, ${colorScheme}`, async () => {
    const { page, figure } = await open('task="translate-zh-en"', { lang, colorScheme, viewport: { width: 360, height: 1600 } });
    await phase(figure, 'untrained');
    await figure.locator('summary').first().click();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await figure.locator('input[value=ibm]').check();
    await figure.locator('.ibm lookback-grid').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}
