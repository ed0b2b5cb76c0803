// Text to tokens and back: words, numbers and punctuation, by a rule that is the same in every browser, except where a script
// writes no spaces: there the browser's Intl.Segmenter decides what a word is. For an ordinary sentence, cleaned,
// clean(detokenise(tokenise(sentence))) is that sentence again. Case is kept: "The" and "the" are two words.
//
//   words        letters and digits, with the hyphens and apostrophes inside them; numbers with their points, commas and colons
//                (3.5, 10:30); abbreviations with theirs (p.m., R&B); every other character is a token of its own
//   English      what an apostrophe shortens is a token of its own: I 'm, Tom 's, do n't
//   French       so is what loses its vowel (l' homme, qu' il; aujourd'hui is one word), and a pronoun after a hyphen (donne -le -moi)
//   Italian      so is what loses its vowel: dell' acqua
//   no spaces    Chinese, Japanese, Thai, Lao, Khmer, Burmese: each run of such letters by Intl.Segmenter; without one, letter by letter.
//                Put together, no space stands beside such a letter, whatever is on its other side: 我住在Zanzibar。 A gap between two
//                scripts is a matter of layout (CSS text-autospace), not a character; two Latin words keep theirs: 我住在New York。

const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]`;
const letter = String.raw`(?:(?!${unspaced})[\p{L}\p{M}\p{N}])`;
const end = String.raw`(?![\p{L}\p{N}])`;
const picture = String.raw`\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F]*`;

const shortened = `(?:n't|'(?:s|m|re|ve|ll|d))${end}`;
const elided = `(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'`;
const pronoun = `(?:-t)?-(?:je|tu|ils?|elles?|on|nous|vous|les?|la|lui|leur|moi|toi|y|en|ce)${end}`;

/** What a language has beside words and punctuation: tokens that are tried first, and the piece that a word may end in. */
interface Rule { first: string; tail?: RegExp }
const rules: Record<string, Rule> = {
  en: { first: shortened, tail: new RegExp(`^(\\p{L}.*?)(${shortened})$`, 'iu') },
  fr: { first: `${elided}|${pronoun}`, tail: new RegExp(`^(\\p{L}.*?)(${pronoun})$`, 'iu') },
  it: { first: `(?:[cdlmnstv]|un|gl|(?:a|da|de|ne|su|co|be|que)ll|quest|sant|com|cos|dov|anch)'` },
};

/** Whether a token is a word of its own, and can stand elsewhere: no piece of a word, and more than punctuation. */
export function isWord(token: string, language: string): boolean {
  const first = rules[primary(language)]?.first;
  return /[^\p{P}\p{S}]|\p{Extended_Pictographic}/u.test(token) && !(first && new RegExp(`^(?:${first})$`, 'iu').test(token));
}

const patterns = new Map<string, RegExp>();
/** One token at a time; a run without spaces counts as one. */
function pattern(language: string): RegExp {
  const base = primary(language);
  const first = rules[base]?.first;
  let found = patterns.get(base);
  if (!found) {
    found = new RegExp([
      ...(first ? [`(?<![\\p{L}\\p{N}])(?:${first})`] : []),
      String.raw`${unspaced}+`,
      String.raw`\p{L}\.(?:\p{L}\.)+|\p{L}&\p{L}${end}`,
      String.raw`\p{Nd}+(?:[.,:]\p{Nd}+)*(?!${letter})`,
      String.raw`${letter}+(?:['-]${letter}+)*`,
      String.raw`\p{RI}{2}|${picture}(?:\u200D${picture})*`,
      String.raw`\S\p{M}*`,
    ].join('|'), 'giu');
    patterns.set(base, found);
  }
  return found;
}

/** The first part of a language tag. */
const primary = (language: string): string => language.toLowerCase().split('-')[0]!;

/**
 * A text without what cannot be seen: composed (NFC), every kind of space a plain one, runs of them one, none at the ends;
 * without control characters, soft hyphens, zero-width spaces and marks of direction; a typographic apostrophe inside a word is a
 * plain one.
 */
export function clean(text: string): string {
  return text.normalize('NFC')
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(/[\p{Cc}\u00AD\u200B\u200E\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069]+/gu, '')
    .replace(/(?<=[\p{L}\p{N}])[’ʼ](?=[\p{L}\p{N}])/gu, "'")
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * A text's tokens, by the rule of its language (a tag such as 'en' or 'zh-Hant'; any other than those above has words and
 * punctuation only). With `known`, a word that is not is tried in lower case, then with a capital; and what the segmenter made of a
 * script without spaces is divided into longest known words, where that comes out; the marks that end the text are left out where
 * they are not known.
 */
export function tokenise(text: string, language: string, known?: (token: string) => boolean): string[] {
  const tail = rules[primary(language)]?.tail;
  const tokens: string[] = [];
  for (const [token] of clean(text).matchAll(pattern(language))) {
    if (startsUnspaced.test(token)) {
      tokens.push(...segments(token, language, known));
      continue;
    }
    const pieces: string[] = [];
    let rest = token;
    for (let match: RegExpExecArray | null; tail && (match = tail.exec(rest)); rest = match[1]!) pieces.unshift(match[2]!);
    tokens.push(rest, ...pieces);
  }
  if (!known) return tokens;
  const read = tokens.map((token) => cased(token, known));
  while (read.length > 1 && /^[.?!…。？！]$/.test(read.at(-1)!) && !known(read.at(-1)!)) read.pop();
  return read;
}

const startsUnspaced = new RegExp(`^${unspaced}`, 'u');
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');

function cased(token: string, known: (token: string) => boolean): string {
  if (known(token)) return token;
  const lower = token.toLowerCase();
  return [lower, lower.charAt(0).toUpperCase() + lower.slice(1)].find(known) ?? token;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The words of a run of letters without spaces. */
function segments(run: string, language: string, known?: (token: string) => boolean): string[] {
  if (typeof Intl.Segmenter !== 'function') return (known && longestWords(run, known)) ?? [...run];
  let segmenter = segmenters.get(language);
  if (!segmenter) segmenters.set(language, (segmenter = new Intl.Segmenter(supported(language), { granularity: 'word' })));
  const words = Array.from(segmenter.segment(run), ({ segment }) => segment);
  if (!known || words.every(known)) return words;
  return longestWords(run, known) ?? words.flatMap((word) => (known(word) ? [word] : longestWords(word, known) ?? [word]));
}

/** A language that the segmenter takes; what is no language tag takes the browser's own. */
function supported(language: string): string[] {
  try {
    return Intl.Segmenter.supportedLocalesOf(language);
  } catch {
    return [];
  }
}

/** A run as known words, each the longest that fits; undefined where one does not come out. */
function longestWords(run: string, known: (token: string) => boolean): string[] | undefined {
  const letters = [...run];
  const words: string[] = [];
  for (let at = 0; at < letters.length;) {
    let size = Math.min(8, letters.length - at);
    while (size > 0 && !known(letters.slice(at, at + size).join(''))) --size;
    if (size === 0) return undefined;
    words.push(letters.slice(at, at + size).join(''));
    at += size;
  }
  return words;
}

const wide = '\u3000-\u303F\uFF00-\uFFEF'; // punctuation of Chinese and Japanese, which brings its own space
const toTheLeft = new RegExp(`^(?:[,.;:!?…)\\]}%'’”»°/]|${shortened.replace(end, '$')})`, 'iu');
const toTheRight = /[(\[{¿¡“‘«$£€#@/]$/u;
const narrow = '\u202F';

/**
 * Tokens as a text of their language: a space between words, none where punctuation and the pieces of a word join on; in French a
 * narrow no-break space before ! ? ; : » % and after «. Straight double quotation marks open and close in turn.
 */
export function detokenise(tokens: readonly string[], language: string): string {
  const base = primary(language);
  const french = base === 'fr';
  const joinsOn = base === 'fr' || base === 'it' ? /\p{L}'$/u : undefined;
  const piece = french ? new RegExp(`^${pronoun}$`, 'iu') : undefined;
  let text = '';
  let quotes = 0;
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const closes = token === '"' && quotes % 2 === 1;
    if (before !== undefined) text += between(before, token, before === '"' && quotes % 2 === 1, closes);
    if (token === '"') quotes += 1;
    text += token;
  });
  return text;

  function between(left: string, right: string, opened: boolean, closes: boolean): string {
    if (opened || closes) return '';
    if (endsUnspaced.test(left) || startsUnspaced.test(right)) return '';
    if (new RegExp(`[${wide}]$`, 'u').test(left) || new RegExp(`^[${wide}]`, 'u').test(right)) return '';
    if (french && (left === '«' || (/^[!?;:»%]$/.test(right) && !/^[!?.…]$/.test(left)))) return narrow;
    if (toTheLeft.test(right) || toTheRight.test(left) || joinsOn?.test(left) || piece?.test(right)) return '';
    return ' ';
  }
}
