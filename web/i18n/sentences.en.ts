// The English strings of what a figure shows of sentences, and of nothing else: they arrive with the first task of words. Their
// shape is the other languages' too.

const rules = new Intl.PluralRules('en');
const plural = (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other);

export const sentencesEn = {
  own: 'Your sentence',
  another: 'Another example',
  anotherTitle: 'A sentence that it never trains on, with its reference',
  writes: 'It writes',
  reference: 'Reference',
  noReference: 'none is known for this sentence',
  same: 'as the reference',
  differs: 'not as the reference',
  endless: (limit: string) => `no end, so stopped after ${limit} words`,
  nothing: 'nothing',
  ownAlignment: (sentence: string) => `Alignment of attention: ${sentence}`,

  beside: 'Beside it',
  curves: 'curves',
  ibm: 'IBM Model 1',
  ibmAlignment: (sentence: string) => `Alignment of IBM Model 1: ${sentence}`,
  ibmExplain: 'IBM Model 1 (1993) learns word by word which source word a target word comes from, without order and without a sentence’s sense. The words down the side are those that the model wrote.',

  beam: 'Beam width',
  beamHelp: '1 to 8; with 1 it is greedy',
  beamProblem: 'The beam width is a whole number from 1 to 8.',
  knows: (count: string) => `The ${count} words it knows`,

  heldOutLoss: 'on held-out sentences',
  byLength: 'Held-out sentences right, by source length, %',
  byLengthNone: 'Held-out sentences right, by source length: nothing measured yet',
  tokens: 'Source length, tokens',
  right: 'Right, %',
  count: 'Sentences',

  bleu: 'BLEU',
  chrf: 'chrF',
  tokenAccuracy: 'Held-out tokens right',
  lossHeldOut: 'Loss of held-out sentences, nats',
  error: 'Alignment error rate',
  best: 'The best there can be with one link a word',
  ibmError: 'Alignment error rate of IBM Model 1',
  moved: 'Moved words whose largest weight is on their own source',
  overfits: (lowest: string, at: string, now: string, from: string, to: string) =>
    `It over-fits: the loss of held-out sentences was lowest, ${lowest}, after update ${at}, and is ${now} now, while that of its training sentences fell from ${from} to ${to}. What it still learns are those sentences by heart.`,
  gap: (training: string, heldOut: string, gap: string) =>
    `The loss of its training sentences is ${training}, that of held-out ones ${heldOut}. The gap, ${gap} nats, is over-fitting: what it has learnt of those sentences and not of the language.`,
  noGap: (training: string, heldOut: string, _gap: string) =>
    `The loss of its training sentences is ${training}, that of held-out ones ${heldOut}: it does not over-fit yet.`,

  cosine: (word: string, first: string, second: string) => `One word, two annotations: ${word} in ${first} and in ${second}. Cosine, 1 where two vectors point the same way`,
  cosineEmbedding: 'of its two embeddings',
  cosineAnnotation: 'of its two annotations',

  pairs: 'Your sentence pairs',
  pairsHow: 'One pair a line: a sentence, a tab, its translation; after another tab, if you like, whose it is. Everything stays in this page.',
  pairsLimits: (limits: { megabytes: string; pairs: string; tokens: string; words: string; memory: string }) =>
    `At most ${limits.megabytes} MB, ${limits.pairs} pairs, ${limits.words} different words a side, and ${limits.memory} MB of memory; a line with a sentence of more than ${limits.tokens} words is skipped. One source in ten is held out.`,
  sourceLanguage: 'Language of the source',
  targetLanguage: 'Language of the target',
  usePairs: 'Use these pairs',
  chooseFile: 'Choose a file',
  pairsRead: (text: string, heldOut: string, count: number) => `${text} ${plural(count, 'pair', 'pairs')} read, ${heldOut} of them held out.`,
  pairsWords: (parts: { source: string; target: string; unknown: string; memory: string }) =>
    `A model of them knows ${parts.source} different words of the sources and ${parts.target} of the targets; at most ${parts.unknown} of a side’s words are too rare and are read as <unk>. Training takes about ${parts.memory} MB.`,
  noneSkipped: 'No line was skipped.',
  skippedLines: (text: string, count: number) => `${text} ${plural(count, 'line was', 'lines were')} skipped:`,
  skipped: 'Lines that were skipped',
  moreSkipped: (text: string, count: number) => `and ${text} more ${plural(count, 'line', 'lines')}`,
  line: 'Line',
  reason: 'Why',
  begins: 'How it begins',
  skippedReasons: {
    'empty-line': 'it is empty',
    'missing-column': 'it has no tab, and so no translation',
    'empty-column': 'one side is empty',
    'too-long': 'a sentence is too long',
    duplicate: 'the same pair stands above',
    'broken-character': 'it holds half a character',
    header: 'it names the columns',
  },
  from: (whose: string) => `From: ${whose}`,
  simplified: 'The Chinese was written in both scripts; here all of it is in simplified characters.',
  unknownWords: (words: string, count: number) => `${words} ${plural(count, 'is a word', 'are words')} it does not know and reads as <unk>.`,
  replaced: (word: string) => `${word}: an unknown word, in whose place stands the source word it looked at most`,

  errors: {
    empty: 'Type a sentence, or take another example.',
    unknown: (words: string, count: number) => `${words} ${plural(count, 'is a word', 'are words')} it does not know; “More settings” lists those it does.`,
    tooLong: (count: string, limit: string) => `That is ${count} words; it reads up to ${limit}, so type fewer.`,
  },
};

export type Strings = typeof sentencesEn;
