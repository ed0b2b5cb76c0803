// The English strings of the elements, whose shape every other dictionary has. Sentences take numbers as they are to be
// printed, and a count a second time as a number where English needs to know whether it is one. What a person can do wrong
// gets one sentence that says what to do next. The page's own text is in page.en.ts.

const invisibleNames = {
  0x00ad: 'a soft hyphen',
  0x200b: 'a zero-width space',
  0x200c: 'a zero-width non-joiner',
  0x200d: 'a zero-width joiner',
  0x200e: 'a mark for the direction of writing',
  0x200f: 'a mark for the direction of writing',
  0x2060: 'a word joiner',
  0x2800: 'an empty braille cell',
  0x3164: 'a filler',
  0xfe0e: 'a variation selector',
  0xfe0f: 'a variation selector',
};
export type InvisibleNames = Record<keyof typeof invisibleNames, string>;

const rules = new Intl.PluralRules('en');
const plural = (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other);
const updates = (text: string, count: number) => `${text} ${plural(count, 'update', 'updates')}`;
const asSaid = (message: string) => message;

// What the engine refused or could not do, by the code of its error. It says so in English, and mostly says it best.
const failures: Record<Failure, (message: string) => string> = {
  unsupported: () => 'This browser cannot run WebAssembly with SIMD, which this figure needs; a current browser can.',
  'load-failed': (message) => `What this figure needs could not be loaded; check the connection and try again. ${message}`,
  'bad-config': asSaid,
  'bad-task': asSaid,
  'bad-data': asSaid,
  'bad-model': asSaid,
  diverged: asSaid,
  'out-of-memory': asSaid,
  'too-slow': asSaid,
  internal: asSaid,
  other: asSaid,
};

/** The codes that have a sentence of their own, and `other` for the rest. */
export type Failure = 'unsupported' | 'load-failed' | 'bad-config' | 'bad-task' | 'bad-data' | 'bad-model' | 'diverged' | 'out-of-memory' | 'too-slow' | 'internal' | 'other';

export const en = {
  /** The language of these strings, as the elements' content bears it. */
  lang: 'en',

  grid: {
    name: 'Alignment',
    caption: 'Weights of the alignment: a row for each target word, a column for each source word, each weight from 0 to 1.',
    corner: 'target \\ source',
    weight: 'weight',
    gold: 'true place',
    goldWeight: (weight: string) => `${weight}, true place`,
    possible: 'possible place',
    possibleWeight: (weight: string) => `${weight}, possible place`,
    end: 'end',
    unwritten: 'not written',
    more: (text: string, count: number) => `${text} more ${plural(count, 'row is', 'rows are')} not drawn`,
    endless: (text: string, all: string, count: number) => `no end in ${all} rows; ${text} ${plural(count, 'is', 'are')} not drawn`,
    // Follows the weight's letter.
    value: (weight: string, target: string, source: string) => ` = ${weight}, writing ${target}, looking at ${source}`,
    help: 'Arrow keys move from cell to cell, Home and End along the row.',
  },

  chart: {
    updates: 'updates',
    none: (label: string) => `${label}: nothing measured yet`,
  },

  figure: {
    question: {
      reverse: 'To write the digits in reverse, where does it look?',
      copy: 'To copy the digits, where does it look?',
      sort: 'To sort the digits, where does it look?',
      'translate-en-fr': 'To write the French, where does it look?',
      'translate-fr-en': 'To write the English, where does it look?',
      'translate-zh-en': 'To write the English, where does it look?',
      'tatoeba-en-fr': 'To write real French, where does it look?',
      'tatoeba-en-zh': 'To write real Chinese, where does it look?',
      dates: 'To write the date, where does it look?',
      own: 'To write your sentences, where does it look?',
    },

    task: 'Task',
    start: 'Start',
    pause: 'Pause',
    resume: 'Go on',
    again: 'Train again',
    anew: 'Train it anew',
    retry: 'Try again',
    step: 'Step',
    stepTitle: 'Make one update',
    reset: 'Reset',
    resetTitle: 'Back to the same starting weights',

    state: 'State',
    states: {
      idle: 'not loaded',
      loading: 'loading',
      untrained: 'untrained',
      given: 'ready-made',
      training: 'training',
      paused: 'paused',
      waiting: 'out of sight',
      trained: 'trained',
      failed: 'failed',
    },
    updatesOf: (all: string) => `Updates of ${all}`,
    ofUpdates: (done: string, all: string) => `now ${done} of ${all} updates`,
    rate: 'Updates/s',
    loss: 'Loss, nats',
    heldOut: 'Held-out right',
    seen: 'Right, of sequences it may have seen',

    lossChart: 'Loss of each batch, nats per token',
    heldOutChart: 'Held-out sequences right, %',
    seenChart: 'Right, of sequences it may have seen, %',

    own: 'Your digits',
    ownAlignment: (digits: string) => `Your digits: ${digits}`,
    writes: 'It writes',
    right: 'right',
    wrong: (count: string, all: string) => `${count} of ${all} wrong`,
    // These follow the count of wrong digits.
    over: (count: string) => `, and ${count} too many`,
    endless: (limit: string) => `; no end, so stopped after ${limit}`,
    tooLong: 'goes on too long',
    nothing: 'nothing',
    newLength: (lengths: string) => `Trained on ${lengths} only; another length is new to it.`,
    willBeNew: (lengths: string) => `It trains on ${lengths} only; another length will be new to it.`,
    heldOutProbes: 'Three sequences it never trains on',
    shortProbes: 'Three sequences; of so few digits none are set aside',

    reads: 'The encoder reads',
    directions: { forward: 'forward', backward: 'backward', bidirectional: 'both ways' },
    explain: {
      forward: 'Read forward, it looks one step late while it learns, at the digit just written: the encoder had read the digit before it by then, so this annotation holds both. With a single length it can count places, and moves on to the digit being written.',
      forwardMixed: 'Read forward, with lengths mixed, the stripe comes to lie one step late, on the digit just written: the encoder had read the digit before it by then, so this annotation holds both, and that one is the next to write.',
      backward: 'Read backward, as Sutskever fed his sources, the stripe comes to lie on the digit being written: its annotation, the encoder’s state just after it read the digit, is the first to hold it.',
      bidirectional: 'Read both ways, an annotation holds the digits on both sides, so more than one place would do, and the stripe is a little paler.',
      other: 'Which way the encoder reads decides which annotations hold a digit, and so where the decoder can find it.',
    },
    hit: 'Largest weight on the digit being written',
    late: 'Largest weight on the digit just written',
    goldWeight: 'Mean weight on the digit being written',

    more: 'More settings',
    length: 'Length',
    lengthHelp: 'one length, 6, or a range, 1–12',
    seed: 'Seed',
    seedHelp: 'a whole number; same seed, same numbers',
    pace: 'Pace',
    watch: 'to watch',
    full: 'full speed',
    paceTitle: 'To watch: slow while most is learnt, then faster',

    runs: (threads: string) => `The arithmetic runs in WebAssembly with SIMD, ${threads}.`,
    threads: (text: string, count: number) => plural(count, 'on one thread', `on ${text} threads`),
    // Why there is one thread, by the engine's name of the cause.
    reasons: {
      asked: 'One thread was asked for.',
      'one-core': 'This machine has one processor core.',
      'own-file': 'The page names the file of one thread only.',
      'not-isolated': 'More threads need a page that is cross-origin isolated.',
      'no-shared-memory': 'More threads need a browser whose WebAssembly has shared memory.',
      'other-origin': 'More threads need the library on the page’s own origin.',
      'no-worker': 'No worker could be started here, so it computes on the page’s own thread, in slices.',
      failed: 'More threads could not be started here.',
    },

    download: 'Download the model',
    openModel: 'Open a model',
    copyElement: 'Copy embed code',
    copyFrame: 'Copy as an iframe',
    cite: 'Cite',
    toCopy: 'To copy',
    copied: 'Copied.',
    copyYourself: 'The text is selected: copy it with the keyboard or the menu.',

    digits: (lengths: string, longest: number) => `${lengths} ${plural(longest, 'digit', 'digits')}`,
    heldOutSequences: (text: string, count: number) => `${text} held-out ${plural(count, 'sequence', 'sequences')}`,
    mixedSequences: (text: string, count: number) => `${text} ${plural(count, 'sequence', 'sequences')}, held out where longer than three digits`,
    seenSequences: (text: string, count: number) => `${text} ${plural(count, 'sequence', 'sequences')} it may have seen`,
    measured: (sequences: string, at: string) => `shares of ${sequences}, after update ${at}`,
    measuredGiven: (sequences: string, right: string) => `${right} of ${sequences} right`,
    taskLine: (task: string, lengths: string) => `${task}, ${lengths}`,
    wordTaskLine: (task: string) => task,
    givenLine: (task: string) => `${task}, a finished model`,
    modelLine: (parts: { cell: string; hidden: string; attention: string; direction: string; parameters: string }) =>
      `${parts.cell} of ${parts.hidden}, ${parts.attention}, ${parts.direction} encoder, ${parts.parameters} parameters`,
    trainingLine: (parts: { seed: string; batch: string; optimizer: string; rate: string }) =>
      `seed ${parts.seed} · ${parts.optimizer}, learning rate ${parts.rate}, batches of ${parts.batch}`,
    encoderName: { forward: 'forward', backward: 'backward', bidirectional: 'bidirectional' },
    attentionName: {
      none: 'no attention',
      fixed: 'fixed-vector context',
      additive: 'additive attention',
      dot: 'dot attention',
      general: 'general attention',
      concat: 'concat attention',
      'scaled-dot': 'scaled-dot attention',
    },
    taskName: {
      reverse: 'reversal', copy: 'copying', sort: 'sorting',
      'translate-en-fr': 'English to French',
      'translate-fr-en': 'French to English',
      'translate-zh-en': 'Chinese to English',
      'tatoeba-en-fr': 'English to French, real sentences',
      'tatoeba-en-zh': 'English to Chinese, real sentences',
      dates: 'dates',
      own: 'your own pairs',
    },

    newModel: (direction: string, lengths: string, seed: string) => `New model: ${direction} encoder, ${lengths}, seed ${seed}.`,
    said: {
      loading: 'Loading the engine.',
      untrained: 'Untrained, ready to start.',
      given: 'Shows a finished model.',
      training: (step: string, loss: string, count: number) => `Training: ${updates(step, count)}, loss ${loss} nats.`,
      started: 'Training.',
      paused: (step: string, count: number) => `Paused at ${updates(step, count)}.`,
      waiting: (step: string, count: number) => `Paused at ${updates(step, count)} while out of sight.`,
      stepped: (step: string, loss: string, count: number) => `${updates(step, count)}, loss ${loss} nats.`,
      trained: (step: string, right: string, count: number) => `Trained: ${updates(step, count)}, ${right} of held-out sequences right.`,
      trainedSeen: (step: string, right: string, count: number) => `Trained: ${updates(step, count)}, ${right} right, of sequences it may have seen.`,
      failed: (reason: string) => `Failed. ${reason}`,
      reset: 'Back at the starting weights.',
    },

    // What the reader typed.
    errors: {
      empty: 'Type a few digits, such as 493039.',
      notDigits: (text: string) => `“${text}” is not a digit; use 0 to 9 only.`,
      invisible: (name: string) => `Among the digits is ${name}, which cannot be seen; clear the field and type them anew.`,
      invisibleName: (code: number) => (invisibleNames as Record<number, string>)[code] ?? `an invisible character (U+${code.toString(16).toUpperCase().padStart(4, '0')})`,
      tooLong: (count: string, limit: string) => `That is ${count} digits; the figure draws up to ${limit}, so type fewer.`,
      seed: 'The seed is a whole number from 0 to 9 007 199 254 740 991, without a comma or a point, such as 7.',
      length: (limit: string) => `The length is a number such as 6, or a range such as 1–12, from 1 to ${limit}.`,
      alignment: 'The property `alignment` is `{ rows, columns, weights }`: words down, words across, and for each row as many weights, from 0 to 1, as there are columns.',
    },

    failures,
  },
};
