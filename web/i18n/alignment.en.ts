// The English strings of what an alignment can be asked: reading, changing, replaying and taking it along. They arrive with the
// code that shows them. Their shape is the other languages' too.

const rules = new Intl.PluralRules('en');
const plural = (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other);

export const alignmentEn = {
  tools: 'What to ask of it',
  names: { steps: 'Each step', question: 'Question it', time: 'Over time', export: 'Export' },
  quoted: (word: string) => `“${word}”`,

  // The line under the picture.
  hint: 'Point at a square, tap it, or walk there with the arrow keys to read its weight; Enter opens its arithmetic.',
  noWeights: 'This model has no attention, and so no weights to read.',
  unwritten: 'nothing written here yet',
  open: (row: string, column: string, weight: string) => `The arithmetic of ${weight}, writing ${row}, looking at ${column}`,
  reading: (weight: string, writing: string, row: string, column: string) => `${weight}, ${writing}; ${row}; ${column}`,
  writing: (row: string, column: string) => `writing ${row}, looking at ${column}`,
  ofRow: (parts: { sum: string; entropy: string; peak: string; at: string }) =>
    `its row: sum ${parts.sum}, entropy ${parts.entropy} nats, peak ${parts.peak} at ${parts.at}`,
  ofColumn: (sum: string) => `its column: sum ${sum}`,
  steppers: 'Move from square to square',
  up: 'Target word before',
  down: 'Next target word',
  left: 'Source word before',
  right: 'Next source word',

  // Each step.
  stepsCaption: 'Each decoding step: what its weights add up to, how spread they are, and where the largest lies',
  columnsCaption: 'Each source word: how much it was looked at in all',
  target: 'Target',
  source: 'Source',
  sum: 'Sum',
  entropy: 'Entropy, nats',
  peak: 'Largest',
  at: 'at',
  entropyHelp: (columns: string, most: string) => `An entropy of 0 is a look at one word only; ${most} nats is an even look at all ${columns}.`,
  beside: 'Beside it',
  besides: { none: 'nothing', ideal: 'the ideal', ibm: 'IBM Model 1' },
  noIdeal: 'Which words belong together is not known for this source.',
  idealLabel: 'Ideal: all the weight on the true place',
  ibmLabel: 'IBM Model 1 of what was written: no order, no attention',
  ownLabel: 'Without your change',
  shownLabel: 'Attention',
  changedLabel: 'With your change',
  untrained: 'untrained',
  // In the line of the figure’s state: what the picture is of, and that it is changed.
  shown: (moment: string) => `picture: ${moment}`,
  changed: 'weights changed by you',
  momentLabel: (step: string, count: number) => `after ${step} ${plural(count, 'update', 'updates')}`,

  // Its arithmetic.
  arithmetic: (row: string, column: string) => `The weight on ${column} when ${row} is written`,
  energy: 'The score of the query and this annotation, its energy',
  exponential: 'Its exponential',
  shifted: (most: string) => `Its exponential; the row’s largest energy, ${most}, is taken off first, which changes no weight`,
  total: 'The sum of the row’s exponentials',
  more: (text: string, count: number) => `${text} more ${plural(count, 'term', 'terms')}`,
  share: 'The weight is its share of that sum',
  setByYou: 'You set the weights of this row yourself, so no score stands behind them.',
  noArithmetic: 'These weights came without a model, so there is no score to show.',
  asOf: (step: string, count: number) => `As of ${step} ${plural(count, 'update', 'updates')}.`,
  close: 'Close',

  // Question it.
  questionHow: 'Choose a square, then drag it up or down, type its weight, or let the decoder look only there. The other weights of the row keep their proportions, or, where all of them are 0, get those that the model gave them, and the decoder writes on from there.',
  questionKeys: 'In the picture: + and − change the weight, Space looks only there, Backspace takes the last change back.',
  chooseSquare: 'No square is chosen yet.',
  weightOf: (row: string, column: string) => `Weight on ${column}, writing ${row}`,
  only: 'Look only here',
  undo: 'Undo',
  reset: 'Reset all',
  weightProblem: 'A weight is a number from 0 to 1, such as 0.5.',
  oneColumn: 'With one source word its weight is always 1.',
  ownBeside: 'The model’s own alignment beside it',
  before: 'Without your change',
  now: 'With it',
  nothing: 'nothing',
  same: 'It writes the same.',
  differs: (count: string, all: string, n: number) => `${count} of ${all} ${plural(n, 'differs', 'differ')}.`,
  longer: (count: string) => `It writes ${count} more.`,
  between: ' ', // two such sentences
  unchanged: 'Nothing is changed.',
  forceProblem: 'The `force` of this figure does not fit its source: write it as step: weights, one weight a source word, such as 0: 0 0 1.',

  // Over time.
  moment: 'Moment',
  colon: ': ',
  play: 'Play',
  pause: 'Pause',
  back: 'Back',
  forward: 'Forward',
  momentIs: (step: string, loss: string, count: number) => `after ${step} ${plural(count, 'update', 'updates')}, loss ${loss} nats`,
  present: (step: string, count: number) => `now, after ${step} ${plural(count, 'update', 'updates')}`,
  otherMoment: 'Another moment beside it',
  noMoments: 'A finished model brings no moments of its training along: train it anew, and they are recorded.',
  notTrained: 'Nothing has been learnt yet: train it first, then replay how the picture came about.',
  whileTraining: 'While it trains the picture is of the present: pause to look back.',

  // Export.
  svg: 'SVG',
  png: 'PNG',
  csv: 'Weights as CSV',
  link: 'Copy a link',
  linkText: 'Link to this view',
  copied: 'Copied.',
  copyYourself: 'The link is selected: copy it with the keyboard or the menu.',
  ownPairs: 'The link names the settings; your own pairs, or a model from your own file, are not in it.',
  saved: (name: string) => `Saved as ${name}.`,
  colours: 'An SVG keeps light and dark and opens alone; a PNG is drawn as the page is now; the CSV holds every weight in full.',
  pictureTitle: (source: string, output: string) => `Alignment: ${source}, written as ${output}`,
};

export type AlignmentStrings = typeof alignmentEn;
