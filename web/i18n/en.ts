// The English strings of the elements. Sentences take numbers already formatted; what a person can do wrong gets one
// sentence that says what to do next. The page's own text is in page.en.ts.

export const en = {
  alignment: {
    name: 'Alignment',
    caption: 'Weights of the alignment: a row for each target word, a column for each source word, each weight from 0 to 1.',
    corner: 'target \\ source',
    weight: 'weight',
    gold: 'true place',
    empty: 'no weights yet',
    end: 'end',
    unwritten: 'not written',
    more: (count: string) => `${count} more rows are not drawn`,
    looking: (target: string, source: string) => `writing ${target}, looking at ${source}`,
    help: 'Arrow keys move from cell to cell, Home and End along the row.',
  },

  chart: {
    updates: 'updates',
    latest: 'latest',
    none: 'nothing measured yet',
  },

  trainer: {
    question: {
      reverse: 'To write the digits in reverse, where does it look?',
      copy: 'To copy the digits, where does it look?',
      sort: 'To sort the digits, where does it look?',
    } as Record<string, string>,

    start: 'Start',
    pause: 'Pause',
    resume: 'Go on',
    again: 'Train again',
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
      training: 'training',
      paused: 'paused',
      waiting: 'out of sight',
      trained: 'trained',
      failed: 'failed',
    },
    updatesOf: (all: string) => `Updates of ${all}`,
    ofUpdates: (done: string, all: string) => `${done} of ${all} updates`,
    rate: 'Updates/s',
    loss: 'Loss, nats',
    heldOut: 'Held-out right',

    lossChart: 'Loss of each batch, nats per token',
    heldOutChart: 'Held-out sequences right, %',

    own: 'Your digits',
    writes: 'It writes',
    right: 'right',
    wrong: (count: string, all: string) => `${count} of ${all} wrong`,
    nothing: 'nothing',
    newLength: (lengths: string) => `Trained on ${lengths} only; another length is new to it.`,
    heldOutProbes: 'Three sequences it never trains on',
    shortProbes: 'Three sequences; of so few digits none are set aside',

    reads: 'The encoder reads',
    directions: { forward: 'forward', backward: 'backward', bidirectional: 'both ways' } as Record<string, string>,
    explain: {
      forward: 'Read forward, it looks one step late while it learns, at the digit just written, whose annotation also holds the one before it. With a single length it can count places, and moves on to the digit being written.',
      forwardMixed: 'Read forward, with lengths mixed, the stripe comes to lie one step late, on the digit just written: the annotation of that digit also holds the one before it, which is the next to write.',
      backward: 'Read backward, as Sutskever fed his sources, the stripe comes to lie on the digit being written: its annotation is the first to hold it.',
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
    threads: (count: number) => (count === 1 ? 'on one thread' : `on ${count} threads`),

    digits: (lengths: string) => `${lengths} digits`,
    oneDigit: '1 digit',
    measured: (count: string) => `shares of ${count} held-out sequences`,
    line: (parts: { cell: string; hidden: string; attention: string; direction: string; task: string; lengths: string; seed: string; batch: string; optimizer: string; rate: string; parameters: string }) =>
      `${parts.task}, ${parts.lengths} · ${parts.cell} of ${parts.hidden}, ${parts.attention} attention, ${parts.direction} encoder, ${parts.parameters} parameters · seed ${parts.seed} · ${parts.optimizer}, learning rate ${parts.rate}, batches of ${parts.batch}`,
    encoderName: { forward: 'forward', backward: 'backward', bidirectional: 'bidirectional' } as Record<string, string>,
    taskName: { reverse: 'reversal', copy: 'copying', sort: 'sorting' } as Record<string, string>,

    newModel: (direction: string, lengths: string, seed: string) => `New model: ${direction} encoder, ${lengths}, seed ${seed}.`,
    said: {
      loading: 'Loading the engine.',
      untrained: 'Untrained, ready to start.',
      training: (step: string, loss: string) => `Training: ${step} updates, loss ${loss} nats.`,
      started: 'Training.',
      paused: (step: string) => `Paused at ${step} updates.`,
      waiting: (step: string) => `Paused at ${step} updates while out of sight.`,
      stepped: (step: string, loss: string) => `${step} updates, loss ${loss} nats.`,
      trained: (step: string, right: string) => `Trained: ${step} updates, ${right} of held-out sequences right.`,
      failed: (reason: string) => `Failed. ${reason}`,
      reset: 'Back at the starting weights.',
    },

    errors: {
      empty: 'Type a few digits, such as 493039.',
      notDigits: (text: string) => `“${text}” is not a digit; use 0 to 9 only.`,
      tooLong: (count: string, limit: string) => `That is ${count} digits; the figure draws up to ${limit}, so type fewer.`,
      seed: 'The seed is a whole number from 0 to 9 007 199 254 740 991, such as 7.',
      length: (limit: string) => `The length is a number such as 6, or a range such as 1–12, from 1 to ${limit}.`,
      unsupported: 'This browser cannot run WebAssembly with SIMD, so the figure stays a picture; a current browser can run it.',
      load: 'The engine could not be loaded; check the connection and try again.',
      other: (message: string) => message,
    },
  },
};
