// The English text of the playground's page, as HTML, and what the story's page says where it leads there.
export const playgroundEn = {
  lang: 'en',
  languageName: 'English',
  otherLanguages: 'This page in other languages',
  otherPages: 'Other pages',
  story: 'The story',
  playground: 'The playground',
  title: 'The playground',
  description: 'Every option of the 2014 encoder-decoder models, trained in this page, two side by side, and a link that makes the same picture again.',
  lead: 'Everything that the story sets for you is yours to set here: the cell, the way the encoder reads, the attention and its order, the recipe, the task. Change one thing, and look at what changes.',
  question: 'What changes when you change a setting?',
  picture: 'From a trained model: an alignment of six digits and their reverse, with the loss and the held-out accuracy while it was trained.',
  fallback: 'Here a network trains while you watch, with settings of your own. It needs JavaScript and WebAssembly.',
  notesTitle: 'Three things to know',
  notes1: '<strong>Compare</strong> adds a second run that begins as a copy of the first. Both learn from the same task, update for update, and their curves have the same axes, so that what differs in the picture is what you made differ.',
  notes2: '<strong>Copy link</strong> gives the address of what you see: settings, seed, number of updates, sentence, and what is open. Whoever opens it trains the same model here, and gets the same numbers to the last digit, in any browser and on any number of threads.',
  notes3: 'A model can leave as a file and come back, with where its training stands. In PyTorch it gives the same outputs.',
  invite: 'What did the story not try? In the playground every setting is open, and two models train side by side.',
};

/** The text in a language. */
export type PlaygroundPage = { [key in keyof typeof playgroundEn]: string };
