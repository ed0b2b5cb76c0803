// The English strings of the figures that belong to the page alone: order, memory and chain. Their shape is the other
// languages' too; the page's text is in page.en.ts.

export const storyEn = {
  failed: 'This could not be measured:',
  retry: 'Try again',
  working: 'Measuring …',

  order: {
    question: 'Are the same words in another order the same sentence?',
    compare: 'Compare',
    first: 'First sentence',
    second: 'Second sentence',
    pairs: 'Or one of these pairs',
    ownPair: 'your own',
    embedding: 'embedding',
    each: 'The embeddings that were read, word for word',
    bag: 'Bag of words: its embeddings added up',
    last: 'Last state: what has read all of it in order',
    value: (place: string) => `number ${place}`,
    legend: 'Each square is one number: blue above zero, orange below, the fuller the further away.',
    before: 'Two rows for each sentence: the sum of its words’ embeddings, and the state that read them one after the other.',
    sameWords: (difference: string) => `The two bags are the same to the last digit. The two last states differ by up to ${difference}.`,
    otherWords: (bag: string, state: string) => `These are different words, so the bags differ too, by up to ${bag}; the last states by up to ${state}.`,
    sameSentence: 'That is the same sentence twice, so nothing differs.',
    empty: 'Write a sentence into both fields.',
    unknownWord: (word: string) => `This small language does not know “${word}”; its words are among these pairs.`,
    parameters: 'Parameters that read the source',
    words: (text: string, count: number) => `${text} ${count === 1 ? 'word' : 'words'}`,
    shared: 'one set for all places',
    unshared: 'a set for each place',
    line: (parameters: string) => `An untrained vanilla RNN, embeddings and states of 12 numbers, forward, seed 0: ${parameters} parameters in W, U and two vectors b. The sums are made in double precision.`,
  },

  memory: {
    question: 'What is left of a word at the end of the sentence?',
    measure: 'Measure',
    length: 'Digits in a sequence',
    when: 'Networks',
    moments: { before: 'untrained', after: 'after 200 updates' },
    gradient: 'Gradient that arrives, as a share of the last state’s (log scale)',
    back: 'steps back from the last',
    probe: 'Digits read off the last state, %',
    position: 'place in the sequence',
    rnn: 'RNN',
    lstm: 'LSTM',
    chance: 'guessing',
    before: 'Two networks of the same size read a sequence of digits, forward, one digit a step.',
    training: (cell: string, done: string, all: string) => `The ${cell} trains: ${done} of ${all} updates.`,
    probing: (done: string, all: string) => `Reading off: ${done} of ${all} places.`,
    finding: (parts: { steps: string; rnn: string; lstm: string }) => `${parts.steps} steps back, ${parts.rnn} of the gradient arrives in the RNN, ${parts.lstm} in the LSTM.`,
    found: (parts: { first: string; rnn: string; lstm: string; lastRnn: string; lastLstm: string }) =>
      `Of the first digit ${parts.rnn} is read right off the RNN’s last state and ${parts.lstm} off the LSTM’s; of the last digit ${parts.lastRnn} and ${parts.lastLstm}. Guessing has 10 %.`,
    line: (parts: { length: string; updates: string }) =>
      `Copying ${parts.length} digits through a fixed vector; state of 32, forward encoder, seed 0, ${parts.updates} · gradient: of the first target token’s loss, mean over 64 sequences · read off: a linear probe, trained on 1,000 sequences and tested on 300 held-out ones`,
    untrained: 'no update',
    trained: 'after 200 updates of 64, Adam 0.005',
  },

  chain: {
    question: 'How many steps must wait for one another?',
    measure: 'Measure',
    length: 'words in the source',
    links: 'Longest chain of steps, each waiting for the last',
    time: 'Time for one sentence, milliseconds',
    encoder: 'recurrent encoder',
    attention: 'one look back',
    before: 'Steps are counted; the time is what your machine takes.',
    finding: (parts: { length: string; encoder: string; attention: string; ratio: string }) =>
      `At ${parts.length} words the encoder takes ${parts.encoder} ms and one look ${parts.attention} ms: ${parts.ratio} times as long.`,
    grows: (parts: { length: string; encoder: string; attention: string }) =>
      `From 5 words to ${parts.length} the encoder’s time grows ${parts.encoder}-fold, that of a look ${parts.attention}-fold.`,
    line: 'Measured in this browser, one sentence at a time on one thread: GRU of 64, forward, additive attention, untrained; the encoder from words to annotations, a look from annotations to one context. The smallest of three means over 200 passes.',
  },
};

export type Strings = typeof storyEn;
