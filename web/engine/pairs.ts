// Sentence pairs from tab-separated text: one pair a line, source, tab, target, and if there is one, a third column that says whose
// they are. There is no quoting: a quotation mark is a character like any other. Lines end with LF, CRLF or CR; a BOM is taken away.
// What cannot be used is skipped and reported by its line; what is more than the limits ends in an error that names the limit.
import { LookbackError } from './errors.ts';
import { datasetLimits, tooLarge } from './limits.ts';
import type { Skipped, Vocabulary } from './types.ts';
import { clean, tokenise } from './words.ts';

/** How many skipped lines are listed; all are counted. */
const mostListed = 1000;
const longestSide = 40 * datasetLimits.tokens; // characters that a sentence of so many tokens will not have
const smallSet = 1000; // pairs under which every word counts
const excerptLength = 60;

/** How a text is read. */
export interface ReadOptions {
  source: string;
  target: string;
  minCount: number | undefined;
  maxLength: number;
  /** Tokens stand between spaces already: a corpus of the package. */
  segmented?: boolean;
  /** Source tokens of the shortest pair to take. */
  minLength?: number;
  /** Source tokens of the longest pair to take. */
  longestSource?: number;
}

/** What a text came to. */
export interface ReadPairs {
  count: number;
  vocabularies: { source: Vocabulary; target: Vocabulary };
  minCount: number;
  /** Of each pair: tokens of its source, of its target, 1 where it is held out, and its tokens' places in the vocabularies. */
  ids: Int32Array;
  /** Each pair as it was written: its source's words, those too that the vocabularies have not, a tab, its target's, and a tab and whose it is where that is said. */
  lines: string[];
  skipped: Skipped[];
  skippedCount: number;
  longest: { source: number; target: number };
  unknown: { source: number; target: number };
}

/** The words of one side by their first appearance: how often, and in which line first. */
class Words {
  readonly #places = new Map<string, number>();
  readonly counts: number[] = [];
  readonly lines: number[] = [];

  place(word: string, line: number): number {
    let place = this.#places.get(word);
    if (place === undefined) {
      this.#places.set(word, (place = this.counts.length));
      this.counts.push(0);
      this.lines.push(line);
    }
    this.counts[place]! += 1;
    return place;
  }

  /** The words that appear at least `minCount` times, the commonest first, after the symbols; and each word's place among them. */
  vocabulary(side: 'source' | 'target', language: string, minCount: number): { vocabulary: Vocabulary; places: Int32Array } {
    const symbols = side === 'source' ? ['<unk>'] : ['<bos>', '<eos>', '<unk>'];
    const kept = [...this.#places].filter(([, place]) => this.counts[place]! >= minCount);
    if (kept.length > datasetLimits.vocabulary) {
      const line = kept.map(([, place]) => this.lines[place]!).sort((a, b) => a - b)[datasetLimits.vocabulary]!;
      throw new LookbackError('bad-data', `The ${side}s have ${kept.length} different words that appear ${minCount === 1 ? 'at all' : `at least ${minCount} times`}, ` +
        `and a vocabulary may have ${datasetLimits.vocabulary}, passed in line ${line}: raise \`minCount\` (now ${minCount}), or give fewer pairs.`);
    }
    if (kept.length === 0) {
      throw new LookbackError('bad-data', `No word of the ${side}s appears ${minCount} times, so that all would be unknown: lower \`minCount\` (now ${minCount}), or give more pairs.`);
    }
    kept.sort(([a, i], [b, j]) => this.counts[j]! - this.counts[i]! || (a < b ? -1 : 1));
    const places = new Int32Array(this.counts.length).fill(symbols.length - 1);
    kept.forEach(([, place], k) => { places[place] = symbols.length + k; });
    return {
      vocabulary: {
        tokens: [...symbols, ...kept.map(([word]) => word)],
        bos: symbols.indexOf('<bos>'), eos: symbols.indexOf('<eos>'), unk: symbols.indexOf('<unk>'), language,
      },
      places,
    };
  }
}

/** The text of a file's bytes, UTF-8; in pieces, so that `rest` can let others have their turn. */
export async function textOf(bytes: Uint8Array, rest: () => Promise<void>): Promise<string> {
  if (bytes.length > datasetLimits.bytes) throw tooLarge(bytes.length);
  const head = bytes.subarray(0, 1000);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || head.filter((byte) => byte === 0).length > head.length / 5) {
    throw new LookbackError('bad-data', 'This is no text in UTF-8, but in UTF-16 or no text at all, from line 1 on: save it as UTF-8.');
  }
  const decoder = new TextDecoder();
  let text = '';
  for (let at = 0; at < bytes.length; at += 1 << 20) {
    text += decoder.decode(bytes.subarray(at, at + (1 << 20)), { stream: true });
    await rest();
  }
  return text + decoder.decode();
}

/** Reads pairs; `rest` is awaited after every few lines, and may let others have their turn. */
export async function readPairs(text: string, options: ReadOptions, rest: () => Promise<void>): Promise<ReadPairs> {
  const words = { source: new Words(), target: new Words() };
  const skipped: Skipped[] = [];
  let skippedCount = 0;
  const lines: string[] = [];
  const places: number[] = []; // of each pair: lengths, whether it is held out, then places by first appearance
  const seen = new Map<string, number>();
  let shortestLeft = Infinity; // source tokens of the shortest and the longest pair that was left for its length
  let longestLeft = 0;
  const longest = { source: 0, target: 0 };
  const split = (side: string, language: string): string[] => (options.segmented ? side.split(' ') : tokenise(side, language));

  let number = 0;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const ends = /\r\n?|\n/g;
  while (at < text.length) {
    ends.lastIndex = at;
    const end = ends.exec(text);
    const line = text.slice(at, end?.index ?? text.length);
    at = end ? ends.lastIndex : text.length;
    number += 1;
    const skip = (code: Skipped['code'], reason: string): void => {
      skippedCount += 1;
      if (skipped.length >= mostListed) return;
      const excerpt = clean(line.slice(0, 4 * excerptLength)).replace(/\p{Cs}/gu, '\uFFFD').slice(0, excerptLength);
      skipped.push({ line: number, code, reason, ...(excerpt && { text: excerpt }) });
    };
    read(line, skip);
    if (number % 16 === 0) await rest();
  }

  function read(line: string, skip: (code: Skipped['code'], reason: string) => void): void {
    if (/^\s*$/.test(line)) return skip('empty-line', 'The line is empty.');
    if (/[\p{Cs}\uFFFD]/u.test(line)) return skip('broken-character', 'A character of this line is broken: half a character, or bytes that are not UTF-8.');
    const columns = line.split('\t');
    if (columns.length < 2) return skip('missing-column', 'There is no tab in this line, so it has no target.');
    const [left, right] = [columns[0]!, columns[1]!];
    if (number === 1 && isHeader(left, right)) return skip('header', 'The first line names the columns.');
    for (const [side, name] of [[left, 'source'], [right, 'target']] as const) {
      if (side.length > longestSide) return skip('too-long', `The ${name} has ${side.length} characters; a sentence may have ${options.maxLength} tokens.`);
    }
    const [source, target] = [clean(left), clean(right)];
    if (source === '' || target === '') return skip('empty-column', `The ${source === '' ? 'source' : 'target'} is empty.`);
    const sides = { source: split(source, options.source), target: split(target, options.target) };
    for (const name of ['source', 'target'] as const) {
      if (sides[name].length > options.maxLength) return skip('too-long', `The ${name} has ${sides[name].length} tokens; a sentence may have ${options.maxLength}.`);
    }
    if (sides.source.length < (options.minLength ?? 1) || sides.source.length > (options.longestSource ?? Infinity)) {
      shortestLeft = Math.min(shortestLeft, sides.source.length);
      longestLeft = Math.max(longestLeft, sides.source.length);
      return;
    }
    const key = `${sides.source.join(' ')}\t${sides.target.join(' ')}`;
    const first = seen.get(key);
    if (first !== undefined) return skip('duplicate', `The same pair is in line ${first}.`);
    if (seen.size === datasetLimits.pairs) {
      throw new LookbackError('bad-data', `There are more than ${datasetLimits.pairs} pairs, the most that a dataset may have: line ${number} is one too many. Give a part of the file.`);
    }
    seen.set(key, number);
    places.push(sides.source.length, sides.target.length, Number(heldOut(sides.source, options.segmented)));
    for (const name of ['source', 'target'] as const) {
      for (const word of sides[name]) places.push(words[name].place(word, number));
      longest[name] = Math.max(longest[name], sides[name].length);
    }
    const attribution = clean((columns[2] ?? '').slice(0, 500));
    lines.push(attribution === '' ? key : `${key}\t${attribution}`);
  }

  const count = seen.size;
  if (count === 0 && longestLeft > 0) {
    throw new LookbackError('bad-task', `No source has \`minLength\` (${options.minLength ?? 1}) to \`maxLength\` (${options.longestSource ?? options.maxLength}) tokens: here they have ${shortestLeft} to ${longestLeft}.`);
  }
  if (count === 0) {
    const why = skipped[0] ? ` Line ${skipped[0].line}: ${skipped[0].reason}` : '';
    throw new LookbackError('bad-data', `There is no pair in this text: give one a line, source and target with a tab between them.${why}`);
  }
  seen.clear();
  if (count === 1 && places[2] === 1) {
    const repeated = skipped.filter(({ code }) => code === 'duplicate').length;
    const others = repeated === 0 ? '' : ` (${repeated === 1 ? 'one line repeats' : `${repeated === mostListed ? `${mostListed} lines or more` : `${repeated} lines`} repeat`} it)`;
    throw new LookbackError('bad-data', `There is only one pair in this text${others}, and it is kept for testing, as one source in ten is, by a hash of it: give more pairs.`);
  }
  const minCount = options.minCount ?? (count < smallSet ? 1 : 2);
  await rest();
  const source = words.source.vocabulary('source', options.source, minCount);
  await rest();
  const target = words.target.vocabulary('target', options.target, minCount);
  await rest();
  const ids = new Int32Array(places.length);
  const share = { source: [0, 0], target: [0, 0] }; // words that become <unk>, and all
  for (let p = 0, pairs = 0; p < places.length; ++pairs) {
    if (pairs % 1000 === 0) await rest();
    const sizes = { source: places[p]!, target: places[p + 1]! };
    ids[p] = sizes.source;
    ids[p + 1] = sizes.target;
    ids[p + 2] = places[p + 2]!;
    p += 3;
    for (const [name, side] of [['source', source], ['target', target]] as const) {
      for (const until = p + sizes[name]; p < until; ++p) {
        ids[p] = side.places[places[p]!]!;
        share[name][0]! += Number(ids[p] === side.vocabulary.unk);
        share[name][1]! += 1;
      }
    }
  }
  return {
    count, minCount, ids, lines, skipped, skippedCount, longest,
    vocabularies: { source: source.vocabulary, target: target.vocabulary },
    unknown: { source: share.source[0]! / share.source[1]!, target: share.target[0]! / share.target[1]! },
  };
}

const utf8 = new TextEncoder();
const letters = new Uint8Array(4 * longestSide);

/**
 * The house rule: a hash of the words as they are written, between spaces, is 0 modulo 10. FNV-1a alone divides the corpora; but its
 * lowest bit is the parity of the letters' lowest bits, so that of lists as regular as `1 1`, `2 2`, … it holds out none at all: the
 * reader's own are divided by its bits mixed (MurmurHash3's last step).
 */
function heldOut(words: string[], corpus: boolean | undefined): boolean {
  let hash = 2166136261;
  const { written } = utf8.encodeInto(words.join(' '), letters);
  for (let i = 0; i < written; ++i) hash = Math.imul(hash ^ letters[i]!, 16777619);
  if (!corpus) {
    hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
    hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) % 10 === 0;
}

const titles = new Set(['source', 'target', 'src', 'tgt', 'trg', 'input', 'output', 'sentence', 'translation', 'text', 'original',
  'english', 'french', 'français', 'anglais', 'german', 'deutsch', 'spanish', 'español', 'italian', 'italiano', 'portuguese', 'japanese', 'chinese',
  'mandarin', '中文', '英文', '日本語', 'en', 'fr', 'de', 'es', 'it', 'pt', 'ja', 'zh', 'eng', 'fra', 'deu', 'spa', 'ita', 'por', 'jpn', 'cmn']);

/** Two names of columns, such as "English" and "French". */
const isHeader = (left: string, right: string): boolean =>
  [left, right].every((title) => titles.has(clean(title).toLowerCase().replace(/^"(.*)"$/, '$1').replace(/[_ ]?(sentence|text|[12])$/, '')));
