// The English strings of the bottleneck lab; their shape is the other languages' too.

export const bottleneckEn = {
  question: 'How long a sequence goes through one vector?',
  fixed: 'one vector',
  attention: 'with attention',
  right: 'Held-out sequences right, %, by length',
  bleu: 'BLEU of held-out sentences, by source length',
  sourceLength: 'Source length, tokens',

  hidden: 'Numbers in the one vector',
  context: 'The decoder gets it',
  contexts: { none: 'once', fixed: 'at every step' },

  parameters: 'Parameters',
  loss: 'Loss, nats',
  seconds: 'Seconds',
  writes: (model: string) => `${model} writes`,
  model: (hidden: string) => `GRU of ${hidden}`,

  before: 'Both models are untrained. They will see the same sequences, update for update, and have about as many parameters.',
  falls: (from: string, longest: string, score: string) =>
    `Through one vector, less than half comes out right from length ${from} on. With attention it is ${score} % at length ${longest}.`,
  stands: (longest: string, fixed: string, attention: string) =>
    `At length ${longest}, ${fixed} % come out right through one vector, ${attention} % with attention.`,
  fallsBleu: (from: string, longest: string, score: string) =>
    `Through one vector, BLEU is below 50 from length ${from} on. With attention it is ${score} at length ${longest}.`,
  standsBleu: (longest: string, fixed: string, attention: string) =>
    `At length ${longest}, BLEU is ${fixed} through one vector, ${attention} with attention.`,
  exempt: 'Of sequences of three digits or fewer none are held out; those here it may have seen.',

  line: (parts: { task: string; direction: string; fixed: string; attention: string; training: string }) =>
    `${parts.task} · ${parts.direction} encoder · ${parts.fixed} · ${parts.attention} · ${parts.training}`,
  fixedLine: (hidden: string, parameters: string, context: string) => `one vector of ${hidden}, ${context}, ${parameters} parameters`,
  contextLine: { none: 'handed over once', fixed: 'given at every step' },
  attentionLine: (attention: string, hidden: string, parameters: string) => `${attention}, states of ${hidden}, ${parameters} parameters`,
  measured: (count: string, at: string) => `shares of ${count} sources, after update ${at}`,
};

export type Strings = typeof bottleneckEn;
