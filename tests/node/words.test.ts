// Text to tokens and back: the rule of words.ts by examples, and over every sentence of the corpora.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { clean, detokenise, tokenise } from '../../web/engine/words.ts';

/** Language, text, and its tokens between spaces. */
const examples: [string, string, string][] = [
  ['en', "I don't know, Tom's can't.", "I do n't know , Tom 's ca n't ."],
  ['en', "We'll see: it's five o'clock (I'd say)!", "We 'll see : it 's five o'clock ( I 'd say ) !"],
  ['en', 'It costs $3.50 at 10:30 p.m. in the U.S., "they" said...', 'It costs $ 3.50 at 10:30 p.m. in the U.S. , " they " said . . .'],
  ['en', 'A well-known R&B singer, 100% sure.', 'A well-known R&B singer , 100 % sure .'],
  ['en', "The boys' room", "The boys ' room"],
  ['fr', "L'homme qu'il a vu aujourd'hui, c'est quelqu'un.", "L' homme qu' il a vu aujourd'hui , c' est quelqu'un ."],
  ['fr', 'Donne-le-moi\u202f! A-t-il dit «\u202foui\u202f»\u202f? Peut-être.', 'Donne -le -moi ! A -t-il dit « oui » ? Peut-être .'],
  ['fr', 'Est-ce que tu as 10\u202f%\u202f?!', 'Est -ce que tu as 10 % ? !'],
  ['it', "L'acqua dell'uomo.", "L' acqua dell' uomo ."],
  ['de', "Wie geht's, Herr Müller-Schmidt?", "Wie geht's , Herr Müller-Schmidt ?"],
  ['und', "l'homme don't", "l'homme don't"],
  ['zh', '我爱吃苹果。', '我 爱 吃 苹果 。'],
  ['zh-Hans', '汤姆去了3次！', '汤姆 去了 3 次 ！'],
  ['zh', '我住在Zanzibar，不在New York。', '我 住在 Zanzibar ， 不在 New York 。'],
  ['ja', 'これはペンです。', 'これ は ペン です 。'],
  ['th', 'ภาษาไทย', 'ภาษา ไทย'],
  ['ko', '안녕하세요 친구.', '안녕하세요 친구 .'],
  ['en', '👩‍👩‍👧 🇫🇷 👍🏽 ok', '👩‍👩‍👧 🇫🇷 👍🏽 ok'],
];

for (const [language, text, tokens] of examples) {
  test(`${language}: ${text}`, () => {
    expect(tokenise(text, language).join(' ')).toBe(tokens);
    expect(detokenise(tokens.split(' '), language)).toBe(text);
    // What is divided already stays so.
    if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]/u.test(text)) expect(tokenise(tokens, language).join(' ')).toBe(tokens);
  });
}

test('what cannot be seen is taken away, and what is written in two ways is written in one', () => {
  expect(clean(' e\u0301a\u00a0b\u202fc\u2009\u3000d\u00ade\u200bf\u0007\ufeff\u200e\t\ng ')).toBe('éa b c def g');
  expect(clean('l’homme ‘oui’')).toBe("l'homme ‘oui’");
  expect(clean('\u00a0\u200b\u00ad')).toBe('');
  expect(tokenise('', 'en')).toEqual([]);
  expect(detokenise([], 'fr')).toBe('');
});

test('case is kept; a word that is not known is tried in other cases', () => {
  const known = (token: string): boolean => ['the', 'Tom', 'NASA'].includes(token);
  expect(tokenise('The the TOM tom Nasa', 'en')).toEqual(['The', 'the', 'TOM', 'tom', 'Nasa']);
  expect(tokenise('The the TOM tom Nasa', 'en', known)).toEqual(['the', 'the', 'Tom', 'Tom', 'Nasa']);
});

test('the marks that end a text are left out where they are not known, and are tokens where they are', () => {
  const known = (...words: string[]) => (token: string): boolean => words.includes(token);
  for (const mark of ['.', '?', '!', '…', '。', '？', '！', '...', '?!']) expect(tokenise(`I see${mark}`, 'en', known('I', 'see')), mark).toEqual(['I', 'see']);
  expect(tokenise('I see.', 'en', known('I', 'see', '.'))).toEqual(['I', 'see', '.']);
  expect(tokenise('I see.?', 'en', known('I', 'see', '.'))).toEqual(['I', 'see', '.']);
  expect(tokenise('I. see,', 'en', known('I', 'see'))).toEqual(['I', '.', 'see', ',']);
  expect(tokenise('我爱。', 'zh', known('我', '爱'))).toEqual(['我', '爱']);
  expect(tokenise('.', 'en', known('I'))).toEqual(['.']);
});

test('a run without spaces is divided into known words where the segmenter takes others', () => {
  const known = (...words: string[]) => (token: string): boolean => words.includes(token);
  expect(tokenise('我去了', 'zh', known('我', '去', '了'))).toEqual(['我', '去', '了']);
  expect(tokenise('苹果公司', 'zh', known('苹果公司'))).toEqual(['苹果公司']);
  expect(tokenise('苹果公司', 'zh', known('苹果', '公司'))).toEqual(['苹果', '公司']);
  expect(tokenise('我去了北京', 'zh', known('我', '去', '了')).slice(0, 3)).toEqual(['我', '去', '了']);
});

for (const [name, ...languages] of [['tatoeba-en-fr', 'en', 'fr'], ['tatoeba-en-zh', 'en', 'zh-Hans']] as const) {
  test(`${name}: every sentence is divided as the rule has it and comes back`, () => {
    const text = fs.readFileSync(new URL(`../../web/data/${name}.tsv`, import.meta.url), 'utf8');
    const lines = text.trimEnd().split('\n').map((line) => line.split('\t'));
    expect(lines.length).toBeGreaterThan(2000);
    expect(new Set(lines.map(([source]) => source)).size).toBe(lines.length);
    for (const line of lines) {
      expect(line).toHaveLength(3);
      expect(line[2]).toMatch(/^CC-BY 2\.0 \(France\) Attribution: tatoeba\.org #\d+ \(.+\) & #\d+ \(.+\)$/);
      languages.forEach((language, side) => {
        const tokens = line[side]!.split(' ');
        const back = detokenise(tokens, language);
        expect(detokenise(tokenise(back, language), language)).toBe(back);
        // Where there are no spaces, another segmenter may divide otherwise.
        if (language !== 'zh-Hans') expect(tokenise(back, language)).toEqual(tokens);
      });
    }
    if (languages[1] === 'zh-Hans') expect(text).not.toMatch(/[們這個說嗎國時來學會沒麼湯]/);
  });
}
