// The English strings of a file that is opened, a model or pairs, which arrive when one is. Their shape is the other languages' too.

export const moreEn = {
  otherTask: (file: string, own: string) => `This file is a model of ${file}, and this figure is of ${own}, whose model it keeps: open the file in a figure of ${file}.`,
  ownPairs: (own: string, file: string) => `This file is a model of pairs that somebody gave, and this figure is of ${own}, whose model it keeps: choose “${file}” as the task, give it those pairs, then open the file.`,
  otherPairs: 'This file is a model of other pairs than these, whose model the figure keeps: use the pairs that it was trained on, then open the file.',
  pairsFirst: 'This file is a model of pairs that somebody gave, and this figure has none yet: give the pairs that it was trained on, then open the file.',
  noPairs: (own: string) => `This figure is of ${own}, takes no pairs, and keeps its model: give the pairs to a figure that has your own as a task.`,
  pairsKept: (why: string) => `${why} The pairs from before stay, and their model with them.`,
  modelKept: (why: string, own: string) => `${why} This figure keeps its model of ${own}.`,
  unnamed: (own: string) => `This file does not say of which task its model is, and it is not of ${own}, whose model the figure keeps: choose its task, then open the file.`,
  /** What the engine refused, in this language's own sentence, where there is one; the engine's are English. */
  refusal: (_message: string): string | undefined => undefined,
};

export type Strings = typeof moreEn;
