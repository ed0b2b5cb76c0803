// What a reader types is read or refused, numbers are printed as the style asks, and the elements' module loads where there is
// no DOM. None of this needs a browser.
import { describe, expect, test } from 'vitest';
import { answer, readDigits, readLengths, readSeed } from '../../web/elements/input.ts';
import { dictionary, number, percent } from '../../web/i18n/index.ts';
import { en } from '../../web/i18n/en.ts';

describe('lengths', () => {
  test.each([
    ['6', 6, 6], [' 12 ', 12, 12], ['1-12', 1, 12], ['1–12', 1, 12], ['2 − 9', 2, 9], ['3 to 5', 3, 5], ['20', 20, 20], ['１－１２', 1, 12],
  ])('%j is %i to %i', (text, min, max) => {
    expect(readLengths(text)).toEqual({ min, max });
  });

  test.each(['', '0', '21', '12-1', '1-', 'six', '6.5', '-3', '1e1', '1-2-3', 'NaN', '99999999999'])('%j is refused', (text) => {
    expect(readLengths(text)).toBeNull();
  });
});

describe('seeds', () => {
  test.each([['0', 0], ['42', 42], [' 9007199254740991 ', 9007199254740991], ['9 007 199 254 740 991', 9007199254740991], ['１２３', 123]])('%j is %i', (text, seed) => {
    expect(readSeed(text)).toBe(seed);
  });

  test.each(['', 'seven', '-1', '1.5', '1,5', '1,000', '1 5', 'NaN', '1e3', '9007199254740992', 'Infinity'])('%j is refused', (text) => {
    expect(readSeed(text)).toBeNull();
  });
});

describe('digits', () => {
  test('come with or without spaces and commas, full-width ones too', () => {
    for (const text of ['493039', '4 9 3 0 3 9', '4,9,3,0,3,9', '４９３０３９']) {
      expect(readDigits(text)).toEqual({ tokens: ['4', '9', '3', '0', '3', '9'] });
    }
  });

  test('are refused with what is wrong', () => {
    expect(readDigits('  ')).toEqual({ error: 'empty' });
    expect(readDigits('12a4')).toEqual({ error: 'notDigits', found: 'a' });
    expect(readDigits('-5')).toEqual({ error: 'notDigits', found: '-' });
    expect(readDigits('49½')).toEqual({ error: 'notDigits', found: '½' });
    expect(readDigits('Ａ1')).toEqual({ error: 'notDigits', found: 'Ａ' });
    for (const whole of ['1\ufe0f\u20e3', '👩‍👩‍👧‍👦', '🇩🇪', '1\u0301']) expect(readDigits(`49${whole}3`)).toEqual({ error: 'notDigits', found: whole });
    expect(readDigits('\u030149')).toEqual({ error: 'notDigits', found: '◌\u0301' });
    for (const code of [0xad, 0x200b, 0x200d, 0x200e, 0x2060, 0xfe0f, 0x2800, 0]) {
      expect(readDigits(`49${String.fromCodePoint(code)}3`)).toEqual({ error: 'invisible', code });
    }
    expect(readDigits('7'.repeat(200))).toEqual({ error: 'tooLong', count: 200 });
  });
});

test('the answer of each task, and where each of its digits comes from', () => {
  const source = ['4', '9', '3', '0', '3', '9'];
  expect(answer('reverse', source)).toEqual({ target: ['9', '3', '0', '3', '9', '4'], gold: [5, 4, 3, 2, 1, 0] });
  expect(answer('copy', source)).toEqual({ target: source, gold: [0, 1, 2, 3, 4, 5] });
  expect(answer('sort', source)).toEqual({ target: ['0', '3', '3', '4', '9', '9'], gold: [3, 2, 4, 0, 1, 5] });
});

test('numbers have a true minus, thin spaces and a fixed count of digits', () => {
  expect(number(-1.5, 2)).toBe('\u22121.50');
  expect(number(-0.0001, 2)).toBe('0.00');
  expect(number(12345.678, 1)).toBe('12\u202f345.7');
  expect(number(2500)).toBe('2500');
  expect(number(NaN, 3)).toBe('–');
  expect(percent(0.98449)).toBe('98.4\u202f%');
});

test('what cannot be seen has a name', () => {
  const { invisible, invisibleName } = en.figure.errors;
  expect(invisible(invisibleName(0x200b))).toBe('Among the digits is a zero-width space, which cannot be seen; clear the field and type them anew.');
  expect(invisibleName(7)).toBe('an invisible character (U+0007)');
});

test('a language without a dictionary gets the English one', () => {
  for (const tag of ['en', 'en-GB', 'xx', '', null]) expect(dictionary(tag)).toBe(en);
});

test('the elements’ module loads where there is no DOM, and the packaged one leaves no trace of one', async () => {
  const packaged = (await import(new URL('../../dist/elements.js', import.meta.url).href)) as Record<string, unknown>;
  expect(typeof packaged.LookbackTrainer).toBe('function');
  expect([typeof document, typeof customElements, typeof HTMLElement]).toEqual(['undefined', 'undefined', 'undefined']);
  const source = await import('../../web/elements/index.ts');
  expect(typeof source.LookbackTrainer).toBe('function');
});
