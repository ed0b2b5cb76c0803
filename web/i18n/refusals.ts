// What the engine refuses of what a reader gives it (pairs, a model's file, a setting), told apart by its English sentences, which
// have the values in them: for the languages in which a figure says it anew. A sentence that is not among them stays the engine's.

const patterns = {
  manyWords: /^The (source|target)s have (\d+) different words that appear (?:at all|at least (\d+) times), and a vocabulary may have (\d+), passed in line (\d+):/,
  rareWords: /^No word of the (source|target)s appears (\d+) times,/,
  encoding: /^This is no text in UTF-8,/,
  manyPairs: /^There are more than (\d+) pairs, .+: line (\d+) is one too many\./,
  noPairs: /^There is no pair in this text: [^.]+\.(?: Line (\d+):)?/,
  onePair: /^There is only one pair in this text/,
  noneToTrain: /^There is no pair to train on among these (\d+):/,
  noneHeldOut: /^No pair is held out for testing,/,
  memory: /^These pairs and an update of a model that suits them would take about (\d+) MB of memory, and there are (\d+):/,
  largeFile: /^The file has (\d+) bytes, and it may have (\d+):/,
  unreadable: /^The file could not be read \((.+)\):/,
  language: /^`(source|target)` must be the tag of a language, .+, not (.+)\.$/,
  noModel: /^This is not a model file that can be read:/,
  otherModel: /^The model's vocabularies are not those of the task /,
  missingModel: /^The model could not be loaded from (.+) \((.+)\):/,
  range: /^`([\w-]+)` must be a (whole )?number from (\S+) to (\S+), not (.+)\.$/,
  choice: /^`([\w-]+)` must be one of (.+'), not (.+)\.$/,
};

/** The sentence of a language for each of them, of the values that were found: undefined where one is not said. */
export type Refusals = Record<keyof typeof patterns, (...found: (string | undefined)[]) => string>;

/** The engine's sentence in those words; undefined where they have none for it. */
export function refusal(message: string, words: Refusals): string | undefined {
  for (const [name, pattern] of Object.entries(patterns)) {
    const found = pattern.exec(message);
    if (found) return words[name as keyof Refusals](...found.slice(1));
  }
  return undefined;
}
