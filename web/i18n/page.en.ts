// The English text of the explorer page, as HTML: index.html names each piece by its key, and the build puts it in. A symbol
// stands in <i class="…"> of its role (source, target, weights, context, loss), so that it wears the same colour everywhere.

const h = '<i class="source">h</i><sub>j</sub>';
const s = '<i class="target">s</i>';
const e = '<i class="weights">e</i><sub>ij</sub>';
const alpha = '<i class="weights">α</i><sub>ij</sub>';
const c = '<i class="context">c</i><sub>i</sub>';

export const page = {
  lang: 'en',
  title: 'Looking back',
  description: 'Train a 2014 encoder-decoder in this page and watch its attention learn where to look.',
  subtitle: 'How a network finds out, by itself, which part of what it read it needs next',

  lead: `A network reads six digits and writes them in reverse. Before each digit it writes, it may look back at what it read, and
    it must choose where. Nobody tells it. This page trains such a network from random numbers, here and now; the squares
    show where it looks.`,

  figureQuestion: 'To write the digits in reverse, where does it look?',
  pictureBackward: 'From a trained model: writing 930394, the reverse of 493039, the largest weight of each row lies on the digit being written; the loss falls and the held-out accuracy rises to 100 % within 350 updates.',
  pictureForward: 'From a trained model whose encoder reads forward: the largest weight of each row lies one step late, on the digit just written.',
  fallback: `Here a network trains while you watch. It needs JavaScript and WebAssembly; without them, the text below still tells the
    whole story.`,

  taskTitle: 'The task',
  task1: `Six digits in, the same six in reverse out: <span class="source">4 9 3 0 3 9</span> becomes
    <span class="target">9 3 0 3 9 4</span>. It is a toy, chosen because we know where one has to look: at the last digit
    first, then step by step toward the front. A translation has no such answer key.`,
  task2: `One sequence in ten is set aside by a rule that looks only at its digits, and is never trained on. Every share called
    <em>held-out</em> is measured on those, so it cannot be memory. Of three digits or fewer there are too few to
    set any aside.`,

  modelTitle: 'The model',
  model1: `Sutskever, Vinyals and Le’s translator of 2014 had an <strong>encoder</strong> press the whole source into one vector, from
    which a <strong>decoder</strong> wrote the target. A long sentence has to fit into as many numbers as a short one. Bahdanau, Cho and
    Bengio kept what the encoder held after <em>every</em> word, the <strong>annotation</strong> ${h}, and let the decoder
    come back to all of them at every step. An annotation <em>holds</em> a word
    when the encoder had read it by then, so that it can be told from the annotation’s numbers.`,
  model2: `The decoder carries a state ${s} from step to step. Before it writes digit <i>i</i>, that state is a question, the
    <strong>query</strong>, and it is put to each annotation in turn:`,
  energyName: 'energy',
  energyText: `A small network compares the query with annotation <i>j</i> and gives one number ${e}. The matrices
    <i>W</i><sub>a</sub>, <i>U</i><sub>a</sub> and the vector <i>v</i><sub>a</sub> are learnt.`,
  weightName: 'weight',
  weightText: `A softmax (take exp of each, divide by their sum) turns a row of energies into weights ${alpha} between 0 and 1 that add
    up to 1. These are the squares of the figure.`,
  contextName: 'context',
  contextText: `The annotations, mixed in those shares, are the context ${c}: what the decoder read when it looked.`,
  stateName: 'state',
  stateText: `The last digit written and the context move the state on. The new state and the context together give each possible next
    digit a probability.`,
  model3: `Nothing in these lines says “look at the last digit first”. Training only makes the right digits a little more probable after
    every batch of 32 sequences. The <i class="loss">loss</i> is −ln of the probability given to the right token, averaged, in nats, the
    unit that goes with the natural logarithm. One that knows nothing and gives its twelve symbols, ten digits and the marks for start and end, the same chance has ln 12 = 2.485.`,
  noteGru: `The cells are GRUs (Cho and others, 2014): each step computes a candidate for the new state. The update gate
    says how much of the old state stays instead, the reset gate how much of the old state the candidate sees. With 32 numbers in the
    state the whole network has some fourteen thousand to learn.`,
  noteLetters: `The letters are Bahdanau’s: <i>i</i> counts what is written, <i>j</i> what was read.`,

  readTitle: 'How to read the squares',
  read1: `What was read stands across the top, what is written down the side, as in the third figure of Bahdanau’s paper. The
    more a square stands out, the larger its weight; every row adds up to 1. An outline marks the true place.
    Point at a row, tap it, or walk there with the arrow keys: the words it looks at rise, and a ribbon as wide as the weight runs
    to each.`,
  read2: `Before training every row is nearly even, about a sixth everywhere: it looks at everything and so at nothing. Then the rows
    sharpen into a stripe from the top right to the bottom left. That is the
    reversal, drawn by the network. The row called <em>end</em> says “nothing more to write”; where it looks is its own affair.`,
  read3: `Type digits of your own. If the network was trained on six, it has never met another length, and it shows.`,

  lagTitle: 'Clear, and one step late',
  lag1: `The encoder above reads from back to front, as Sutskever’s did. Here is one that reads from front to back, on four to eight
    digits mixed:`,
  lagQuestion: 'What if the encoder reads forward?',
  lag2: `It comes to write every digit correctly, and its stripe is clear, yet it lies one place beside the outlines: each row looks
    at the digit that was <em>just</em> written. This is no fault. Reading forward, the annotation of a digit holds that digit and
    what came before it, and the one before it is what a reversal needs next. So the decoder finds the digit it wrote last, and
    reads its neighbour out of the same vector.`,
  lag3: `Turn the encoder around and train again: the stripe moves onto the outlines. Reading backward, the annotation of a digit is
    the first to hold it, and it knows how far it is from the end, where the decoder begins. Then set the length to 6 alone and
    read forward: now places can be counted from either end, and the stripe, late at first, finds its way over.`,
  lag4: `Keep this in mind when a weight is offered as an explanation. It says which annotation was read. What that annotation holds is
    another question.`,

  translationTitle: 'Translation',
  translation1: `Digits were an exercise. Attention was made for this: a French adjective mostly follows its noun, so that
    <span class="source">the black cat</span> is <span class="target">le chat noir</span>, and the <span class="source">European
    Economic Area</span> runs backward as the <span class="target">zone économique européenne</span>. In a picture of the weights such
    places bend the diagonal.`,
  translation2: `A small grammar writes English sentences here together with their French, and with each pair it notes which words
    belong together. It does so before any training, and the network is never told. Start it, and it translates sentences
    that it never met, after some seconds.`,
  frenchQuestion: 'To write the French, where does it look?',
  pictureFrench: 'From a trained model: writing a French sentence, each word looks at the English word it translates; where the adjectives follow their noun the diagonal bends.',
  translation3: `A solid outline is a link that is sure: noun to noun, <span class="source">not</span> to both halves of
    <span class="target">ne … pas</span>. A dotted one is possible: <span class="target">le</span> translates
    <span class="source">the</span>, but that it is <span class="target">le</span> and not <span class="target">la</span>, the noun
    decides, and so looking at the noun is no mistake. A first version of this network, whose French was just as good, did so from some
    starting numbers and not from others; this one asks with the word it has just written already in mind, and nearly every word looks at its own
    counterpart.`,
  translation4: `How far the picture agrees with the grammar is counted by the <strong>alignment error rate</strong> (Och and Ney): 0 when
    each word looks where a link is and every sure link is found. Here each word may point at one place only, its largest weight, so where two links
    are sure one must be missed; the figure says what the best such picture comes to. <strong>BLEU</strong> compares the translations
    themselves with the references, from 0 to 100, by the runs of one to four words that they share.`,
  noteIbm: `Alignments were learnt long before attention: IBM Model 1 (Brown and others, 1993) counts which words keep company, by
    expectation–maximisation. It knows no order and no sentence, only words.`,
  translation5: `“Beside it: IBM Model 1” shows its alignment of the same two sentences, and the error rate of both stands among the
    measures. Of a word that comes twice in a sentence it cannot tell which is meant; attention, which asks with everything written so far, can.`,

  chineseTitle: 'The same words in another order',
  chinese1: `Between Chinese and English more differs than order. There are no articles and no plurals to copy, a classifier stands between number and
    noun, and who does what is said by order alone: <span class="source" lang="zh-Hans">我打狗</span> is
    <span class="target">I hit dogs</span>, and <span class="source" lang="zh-Hans">狗打我</span>, the same three words, is
    <span class="target">dogs hit me</span>. Train it, then type both.`,
  pictureChinese: 'From a trained model, two pictures: writing “I hit dogs” for 我打狗 each word looks straight across; writing “dogs hit me” for 狗打我 it does too, and now 狗, read first, is who hits.',
  chineseQuestion: 'To write the English, where does it look?',
  chinese2: `One word can be two. <span class="source" lang="zh-Hans">苹果</span> is eaten in <span class="source" lang="zh-Hans">吃苹果</span> and
    has a board of directors in <span class="source" lang="zh-Hans">苹果公司</span>. Its embedding, which is looked up, is the
    same in both, so their cosine is 1. Its annotation ${h} is what the encoder held when it read the word among the others,
    and the cosine of the two annotations is below 1: the table below the figure’s measures has it, as soon as the network is trained.`,
  chinese3: `The words are simplified Chinese; on a page in traditional Chinese they are shown, and may be typed, in that script.`,

  ownTitle: 'Your own sentences',
  own1: `A file of sentence pairs, one a line, the two sides apart by a tab, is enough. It is read, divided into words and learnt in this page and
    is sent nowhere.`,
  pictureOwn: 'From a model trained on some 400 sentence pairs from Tatoeba: where it looks while it writes the French of a sentence it has learnt. The loss of those it trains on falls steadily; that of held-out ones falls less and then no more.',
  ownQuestion: 'To write your sentences, where does it look?',
  own2: `A few thousand pairs are few. Watch the two lines of the loss: when the one of held-out sentences rises while the other still falls, the
    network is learning its sentences by heart, and the figure says so. With a few hundred pairs that comes soon. Among the tasks to choose are
    two sets of real people’s sentences, from Tatoeba: two and three thousand, whose training ends about where the held-out loss is lowest.`,

  measuredTitle: 'What is measured',
  measured1: `Every number here comes from the network training in this page; none is a sketch. <em>Held-out right</em> is the share of
    held-out sequences reproduced from the first digit to the end without one mistake. <em>Largest weight on the digit being written</em> is the share of
    steps, the end excluded, whose largest weight lies on the true place; <em>on the digit just written</em>, the share whose
    largest weight lies where the step before had to look. While it trains these are taken over 200 sequences, after the last update over 2000.`,
  measured2: `The same seed gives the same numbers in every browser, to the last digit.`,

  embedTitle: 'On a page of your own',
  embed1: 'Two lines put a figure into any article, on any host, without special headers:',
  embed2: `“Copy embed code”, among a figure’s settings, gives them with the settings as you left them; “Copy as an iframe” is for hosts
    that allow no scripts. The <a href="./api/index.html">reference</a> lists every attribute, and the calls by which the same
    engine trains in Node.`,

  sourcesTitle: 'Sources',
  sutskever: `I. Sutskever, O. Vinyals, Q. V. Le, <cite>Sequence to sequence learning with neural networks</cite>, NIPS 2014. Encoder, decoder,
    one vector between them; the source read in reverse.`,
  cho: `K. Cho and others, <cite>Learning phrase representations using RNN encoder–decoder for statistical machine
    translation</cite>, EMNLP 2014. The gated cell.`,
  bahdanau: `D. Bahdanau, K. Cho, Y. Bengio, <cite>Neural machine translation by jointly learning to align and translate</cite>, 2014, ICLR
    2015. The equations above and the picture. Their own encoder read both ways;
    this page’s first figure reads backward only.`,
  brown: `P. F. Brown, S. A. Della Pietra, V. J. Della Pietra, R. L. Mercer, <cite>The mathematics of statistical machine translation</cite>,
    Computational Linguistics 1993. IBM Model 1, the first of five.`,
  och: `F. J. Och, H. Ney, <cite>A systematic comparison of various statistical alignment models</cite>, Computational Linguistics 2003. Sure
    and possible links, and the error rate over them.`,
  luong: `M.-T. Luong, H. Pham, C. D. Manning, <cite>Effective approaches to attention-based neural machine translation</cite>, EMNLP 2015.
    A score can be a mere product of query and annotation, and the query is the new state rather than the one before it.`,
};
