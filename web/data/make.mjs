// Makes the corpora anew from Tatoeba's sentences: node web/data/make.mjs tatoeba-eng-fra.tsv tatoeba-eng-cmn.tsv, two files with
// English, a translation and their attribution in each line. Which pairs are in a corpus, its own third column says; the
// other two are written from the originals: the Chinese in simplified characters (by the program opencc), every sentence divided into
// tokens by web/engine/words.ts, which stand between spaces. README.md says how the pairs were chosen.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { module: { tokenise, detokenise, clean } } = await runnerImport(here('../engine/words.ts'));

/** Traditional characters to simplified ones. Two that OpenCC leaves: 著 as a particle is 着, 甚么 is 什么. */
const simplified = (texts) => execFileSync('opencc', ['-c', 't2s'], { input: texts.join('\n'), encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .map((text) => text.replace(/著(?![名作])/g, '着').replaceAll('甚么', '什么'));

/** Punctuation of a Chinese sentence in its own width, and no spaces. */
const chinesePunctuation = (text) => text.replace(/\s+/g, '')
  .replace(/(?<=\p{sc=Han})[.?!,]/gu, (mark) => ({ '.': '。', '?': '？', '!': '！', ',': '，' })[mark]);

/** Chinese pronouns are words of their own, which the segmenter joins to what is beside them now and then; but not in these words. */
const pronouns = /吉他|其他|他人|自我|你好|[我你他她它]们?/gu;
const apart = (token) => {
  const pieces = [];
  let at = 0;
  for (const { 0: found, index } of token.matchAll(pronouns)) {
    if (found.length === 2 && !found.endsWith('们')) continue;
    pieces.push(token.slice(at, index), found);
    at = index + found.length;
  }
  return [...pieces, token.slice(at)].filter((piece) => piece !== '');
};

/** Pairs that were chosen and left out again, by their sentences' numbers: loose, odd or rude translations. */
const leftOut = new Set(`68203+1160777 56999+5254679 66998+5617148 68734+825158 449185+824495 1879781+7768196 68537+793207 2238072+501581
  2453+1778258 871646+871134 37320+900257 349064+7772071 1164098+5092558 315459+7771928 2092546+5091361 51842+782764
  433518+844993 240634+844993 2111829+8090732 2187249+2190208 2203737+6463072 2202860+4451091 2203050+5060207`.split(/\s+/));
const numbers = (attribution) => [...attribution.matchAll(/#(\d+)/g)].map(([, number]) => number).join('+');

const originals = process.argv.slice(2);
if (originals.length !== 2) throw new Error('Give the English-French file and the English-Chinese one: node web/data/make.mjs FRENCH CHINESE');
for (const [name, language, file] of [['tatoeba-en-fr', 'fr', originals[0]], ['tatoeba-en-zh', 'zh-Hans', originals[1]]]) {
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));
  const chosen = new Set(fs.readFileSync(here(`${name}.tsv`), 'utf8').trimEnd().split('\n').map((line) => line.split('\t')[2])
    .filter((attribution) => !leftOut.has(numbers(attribution))));
  const pairs = lines.filter(([, , attribution]) => chosen.has(attribution));
  if (pairs.length !== chosen.size) throw new Error(`${file} has ${pairs.length} of the ${chosen.size} pairs of ${name}.`);
  const targets = language === 'fr' ? pairs.map(([, text]) => text) : simplified(pairs.map(([, text]) => text)).map(chinesePunctuation);
  const written = pairs.map(([source, , attribution], i) => {
    const sides = [[source, 'en'], [targets[i], language]].map(([text, tag]) => {
      const tokens = tokenise(text, tag).flatMap((token) => (tag === 'zh-Hans' ? apart(token) : [token]));
      const back = clean(detokenise(tokens, tag));
      if (back !== clean(text)) throw new Error(`“${text}” would come back as “${back}”: leave it out.`);
      return tokens.join(' ');
    });
    return [...sides, attribution].join('\t');
  });
  fs.writeFileSync(here(`${name}.tsv`), `${written.join('\n')}\n`);
  console.log(`${name}: ${written.length} pairs`);
}
