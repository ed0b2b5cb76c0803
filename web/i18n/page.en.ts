// The English text of the explorer page, as HTML: index.html names each piece by its key, and the build puts it in. A symbol
// stands in <i class="…"> of its role (source, target, weights, context, loss), so that it wears the same colour everywhere.

/** The letters of the equations as the text has them, the same in every language. */
export const symbols = {
  h: '<i class="source">h</i><sub>j</sub>',
  s: '<i class="target">s</i>',
  e: '<i class="weights">e</i><sub>ij</sub>',
  alpha: '<i class="weights">α</i><sub>ij</sub>',
  a: '<i class="weights">α</i>',
  c: '<i class="context">c</i><sub>i</sub>',
  ht: '<i class="source">h</i><sub>t</sub>',
  htBefore: '<i class="source">h</i><sub>t−1</sub>',
};
const { h, s, e, alpha, a, c, ht, htBefore } = symbols;

export const page = {
  lang: 'en',
  languageName: 'English',
  otherLanguages: 'This page in other languages',
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

  orderTitle: 'Order matters',
  order1: `Before it learns anything, a network has to be able to tell sentences apart. Each word is looked up and becomes a row of
    numbers, its <strong>embedding</strong>. The simplest thing to do with the embeddings of a sentence is to add them up. But a sum
    has no order: <span class="source" lang="zh-Hans">我打狗</span>, I hit dogs, and <span class="source" lang="zh-Hans">狗打我</span>, dogs hit me,
    are the same three words, so their sums are the same to the last digit. Such a sum is called a <em>bag of words</em>, and no
    network behind it can undo what it lost.`,
  order2: `A <strong>recurrent network</strong> reads one word after another. It keeps a row of numbers, the <strong>state</strong> ${ht}, and each word
    moves it on:`,
  order3: `<i class="source">x</i><sub>t</sub> is the embedding of word <i>t</i>, ${htBefore} the state before it, and <i>f</i> keeps every number between −1 and 1.
    Now it matters what came first. The network below is untrained, so its states mean nothing yet; but they already differ.`,
  orderQuestion: 'Are the same words in another order the same sentence?',
  pictureOrder: 'Measured: the embeddings of 我打狗 and of 狗打我, added up, are the same twelve numbers; the last states of a recurrent network that read them are not.',
  orderFallback: `With scripts, you can compare sentences of your own here. Of 我打狗 and 狗打我 the two sums are the same to the last digit, the two states are
    not.`,
  order4: `The matrices <i>W</i> and <i>U</i> and the vector <i>b</i> are the same at every word. So five words and fifty need no different
    network, and the count of what is learnt does not grow with the sentence: the table has it beside that of a network with a set of its own for
    each place. Such a network would also have a longest sentence, and what it learnt of a word in third place would be of no use
    in fourth.`,
  order5: `The price is that the words must be read one after another. It is small here, and will not stay small.`,

  memoryTitle: 'One state carries everything',
  memory1: `When the last word has been read, the state is all there is: whatever the network is to know of the first word must
    have come through every step since. Two things can be measured about that.`,
  memory2: `The first is how far a <strong>gradient</strong> reaches. Training asks, of each state, how a small change of it would change the loss, and
    carries the answer back from the end, a step at a time. Each step multiplies it by the slope of that step. Where such factors are mostly below 1
    it shrinks away, and the first words are hardly learnt from; where they are above 1 it may grow beyond measure. The second is what a reader of the state could still tell:
    a <em>linear probe</em> is trained to name the digit at one place from the last state alone, and tested on sequences that it has not
    seen.`,
  noteSketch: `Tutorials draw the second as a curve on which 2 % of the first word is left after 50. That curve is a sketch. The points of this
    figure are measured.`,
  memoryQuestion: 'What is left of a word at the end of the sentence?',
  pictureMemory: 'Measured on two untrained networks and 20 digits: the share of the gradient that arrives falls steeply in the RNN and more slowly in the LSTM; off the last state the last digits are read right and the first ones hardly better than guessed.',
  memoryFallback: `With scripts, both curves are measured here anew. Untrained, over five seeds, 3 · 10⁻¹² of the last state’s gradient arrives 39 steps
    back in a vanilla RNN and 4 · 10⁻⁴ in an LSTM of the same size.`,
  memory3: `The vanilla RNN is the equation above. The <strong>LSTM</strong> carries a second row of numbers, its memory, which a step
    changes by adding to it: gates, numbers between 0 and 1, say how much of it stays, how much of the new is written and how much is
    shown. Where the gate that forgets is open, a gradient passes almost unchanged. Untrained, 19 steps back, some 2 % of it is left in the LSTM and 2 · 10⁻⁶ in the RNN. Choose
    40 digits: at 39 steps it is 5 · 10⁻⁴ against 4 · 10⁻¹². It shrinks more slowly, and is not kept.`,
  noteLstm: `Three gates and what they let in: four sets of parameters in place of one. Nothing promises that a gradient neither vanishes nor
    grows; the path is only more direct.`,
  memory4: `Choose the networks after 200 updates. On 20 digits the LSTM has learnt to let the gradient through, from 27 to 97 % of it over five seeds; on 40 it has not,
    at most 2 · 10⁻⁴. In the RNN still less arrives than before. And look at the probe. The LSTM’s last state holds the last digits, and often the first one too, which the task needs
    next; what lies between is nearly lost. A state of 32 numbers keeps what training pays for, as far as there is room. In the RNN all
    but the last digits are guessed.`,
  memory5: `So a better cell helps, and does not change the plan: everything still goes through one state.`,

  pipeTitle: 'Two networks and one pipe',
  pipe1: `To translate, the output is another sequence, with a length and an order of its own. Sutskever, Vinyals and Le’s answer of 2014 was two networks. An
    <strong>encoder</strong> reads the source, and its last state goes to a <strong>decoder</strong>, which writes the target from it, one word at a time, each
    time with the word it wrote before in hand. All that the second knows of the source, the first has put into that one vector.`,
  pipe2: `They found one thing that sounds odd: it works better when the source is read backward, from its last word to its first.
    Nothing is added; but the first word is then read last, is freshest in the vector, and is what the decoder needs first. The way from
    the beginning of one to the beginning of the other has become short.`,
  pipe3: `It is so here too. Networks that copy ten to twelve digits through a fixed vector, five of each kind, come to a held-out loss of 0.308 when they read
    forward and 0.119 when they read backward. With attention, which is still to come, both are below 0.001. In the lab below the
    direction is a switch.`,
  notePaper: `In their translations from English to French, reversal raised BLEU, a score of translations from 0 to 100 (step 7), from 25.9 to 30.6 and lowered the
    perplexity, exp of the loss, from 5.8 to 4.7.`,
  pipe4: `That a trick with the order of reading helps so much shows where the trouble is: in the pipe.`,

  bottleneckTitle: 'The bottleneck',
  bottleneck1: `The vector in the middle has a fixed size. A sequence of five has to fit into it, and so has one of fifty. This is the
    <strong>bottleneck</strong>: whatever the length of the source, all of it must pass through the same few numbers before the first word is written.
    A better cell does not widen it, since the decoder still cannot get at the words themselves.`,
  bottleneck2: `Here two networks learn side by side to copy sequences of 2 to 20 digits: the same sequences, as many updates, parameters within 2 % of each
    other. One has a single vector of 24 numbers between its two halves; its decoder gets it once, before it begins to write. The other may look back at the source. Start them, and
    watch the share that comes out right, for each length.`,
  pictureBottleneck: 'Measured after 3,000 updates: through one vector the share of held-out sequences that is right falls from all to almost none as they grow longer; with attention it stays near all up to length 20.',
  bottleneckQuestion: 'How long a sequence goes through one vector?',
  bottleneck3: `At the last of 3,000 updates the network with one vector gets short sequences right, and less than half of those from nine or ten digits on. The one that
    looks back gets 99 % of those of twenty. Some of what is missing is training: four times as many updates, 12,000, move the cliff to 14 to 16 digits. But twice the
    numbers, 48, move it as far with 3,000. It is still there. (Three seeds each.)`,
  bottleneck4: `Make the vector larger and the cliff moves right; with 16 numbers it stands at six or seven digits. Turn the encoder around; let the decoder get the vector at every step,
    as Cho and others did. The cliff moves and stays a cliff. The same was seen in translation: the BLEU of such networks falls as
    sentences grow longer (Cho and others, 2014), and Bahdanau, Cho and Bengio took the one vector to be the reason.`,

  modelTitle: 'Looking back',
  model1: `Their remedy was to keep what the encoder held after <em>every</em> word, the <strong>annotation</strong> ${h}, and to let the decoder
    come back to all of them at every step. An annotation <em>holds</em> a word when the encoder had read it by then, so that it can be told from the
    annotation’s numbers. Since the annotation has read the word among others, one word can have two: 苹果 is a fruit in one sentence and a company in another.`,
  model2: `The decoder carries a state ${s} from step to step. Before it writes word <i>i</i>, or, in the first figure, digit <i>i</i>, that state is a question, the
    <strong>query</strong>, and it is put to each annotation in turn:`,
  energyName: 'energy',
  energyText: `A small network compares the query with annotation <i>j</i> and gives one number ${e}. The matrices
    <i>W</i><sub>a</sub>, <i>U</i><sub>a</sub> and the vector <i>v</i><sub>a</sub> are learnt; the small a, for alignment, only tells them from other matrices. tanh squeezes
    each number in between −1 and 1. <i>v</i><sub>a</sub><sup>⊤</sup> makes one number of them: each is multiplied by one of <i>v</i><sub>a</sub>, and all are added up (⊤ lays the vector on its side).`,
  weightName: 'weight',
  weightText: `A softmax turns a row of energies into weights ${alpha} between 0 and 1 that add up to 1: each energy <i>x</i> becomes exp(<i>x</i>), 2.718… to
    the power <i>x</i>, which is never negative, and is divided by the sum of them all. These are the squares of the figure.`,
  contextName: 'context',
  contextText: `The annotations, mixed in those shares, are the context ${c}: what the decoder read when it looked.`,
  stateName: 'state',
  stateText: `The last digit written and the context move the state on. The new state and the context together give each possible next
    digit a probability.`,
  model3: `Nothing in these lines says “look at the last digit first”. Training only makes the right digits a little more probable after
    every batch of 32 sequences. The <i class="loss">loss</i> is −ln of the probability given to the right digit or mark, averaged; ln, the natural logarithm, undoes exp, and
    its unit is the nat. A network that knows nothing and gives its twelve symbols, ten digits and the marks for start and end, the same chance has ln 12 = 2.485.`,
  hand1: `Once by hand, with numbers small enough for paper. <span class="source" lang="zh-Hans">我爱吃苹果</span> is to become
    <span class="target">I love eating apples</span>, and the last word is next. Say the annotations of the four words are
    <span class="source">我 [1, 0]</span>, <span class="source">爱 [0, 1]</span>, <span class="source">吃 [1, 1]</span>, <span class="source">苹果 [2, 1]</span>, and the query is
    <span class="target">[2, 1]</span>. To keep it short the energy is the plain product of query and annotation, component by component and added up: for
    <span class="source">吃</span>, 2 · 1 + 1 · 1 = 3; for <span class="source">苹果</span>, 2 · 2 + 1 · 1 = 5.`,
  hand2: `The four energies are 2, 1, 3 and 5. Their exponentials are 7.39, 2.72, 20.09 and 148.41, together 178.61. Divided by that sum they are the
    weights 0.04, 0.02, 0.11 and 0.83: the 0.83 of <span class="source">苹果</span> is 148.41 / 178.61. A fair lead in energy, 5 against 3, has become a large one in weight, because exp
    turns a difference into a ratio.`,
  handWords: '我 爱 吃 苹果',
  handQuestion: 'One query, four annotations: how does the context come about?',
  pictureHand: 'The example worked out: scores 2, 1, 3 and 5; exponentials 7.39, 2.72, 20.09 and 148.41, together 178.61; weights 0.04, 0.02, 0.11 and 0.83; the context [1.82, 0.96].',
  handFallback: `With scripts, every number of the example opens here to the arithmetic behind it, and every figure can be changed.`,
  hand3: `The context is 0.04 · [1, 0] + 0.02 · [0, 1] + 0.11 · [1, 1] + 0.83 · [2, 1], close to the annotation of <span class="source">苹果</span>. Its first component is 1.81 when every
    result is rounded before it goes on, and 1.82 when only the last is; both are right. “Carry rounded numbers” switches between the two.`,
  hand4: `That the context is near <span class="source">苹果</span> does not yet make <span class="target">apples</span> the next word: the rest of the decoder has its say. And for the next word there will be another
    query, and other weights.`,
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
  noteLine: `The small line under a figure says on what it was measured. A GRU is a kind of cell (step 5), <em>additive</em> a way to compare (step 8), Adam
    the rule by which an update changes the numbers, the seed the number that all chance starts from. The loss, in nats, says how little the network expected the
    right digit: 0 if it was sure of it (step 5).`,

  lagTitle: 'Clear, and one step late',
  lag1: `The encoder of the first figure reads from back to front, as Sutskever’s did. Here is one that reads from front to back, on four to eight
    digits mixed:`,
  lagQuestion: 'What if the encoder reads forward?',
  lag2: `It comes to write every digit correctly, and its stripe is clear, yet it lies one place beside the outlines: each row looks
    at the digit that was <em>just</em> written. Before the first row nothing has been written: it looks where it should, and the share of looks at the digit just written leaves it
    out, so that the two shares can come to more than 100 %. The lag is no fault. Reading forward, the annotation of a digit holds that digit and
    what came before it, and the one before it is what a reversal needs next. So the decoder finds the digit it wrote last, and
    reads its neighbour out of the same vector.`,
  lag3: `Turn the encoder around and train again: the stripe moves onto the outlines, where it is a little
    paler: some seven tenths of the weight lie there, most of the rest on either side. Reading backward, the annotation of a digit is
    the first to hold it, and it knows how far it is from the end, where the decoder begins. Then set the length to 6 alone and
    read forward. Now an annotation that knows how far it is from the front knows how far it is from the end as well, which it did not while the lengths were mixed; the decoder can count, and the
    stripe, late at first, finds its way over.`,
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
    decides, and so looking at the noun is no mistake; nor is it when <span class="target">pas</span> looks at <span class="source">do</span>, which English has only beside <span class="source">not</span>.`,
  translation4: `How far the picture agrees with the grammar is counted by the <strong>alignment error rate</strong> (Och and Ney): 0 when
    each word looks where a link is and every sure link is found. A word may point at one place only, its largest weight, and where two links
    are sure it must miss one; the figure says what the best such picture comes to. <strong>BLEU</strong> compares the translations
    with the references, from 0 to 100, by the runs of one to four words that they share.`,
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
    same in both: their cosine is 1. Its annotation ${h} was made among the other words, and the cosine of the two is below 1, as the table below the measures shows once the
    network is trained.`,
  chinese3: `The words are simplified Chinese; on a page in traditional Chinese they are shown, and may be typed, in that script.`,

  ownTitle: 'Your own sentences',
  own1: `A file of sentence pairs, one a line, the two sides apart by a tab, is enough. It is read, divided into words and learnt in this page and
    is sent nowhere.`,
  pictureOwn: 'From a model trained on some 400 sentence pairs from Tatoeba: where it looks while it writes the French of a sentence it has learnt. The loss of those it trains on falls steadily; that of held-out ones falls less and then no more.',
  ownQuestion: 'To write your sentences, where does it look?',
  own2: `A few thousand pairs are few. When the loss of held-out sentences rises while the other still falls, the
    network is learning its sentences by heart, and the figure says so; with a few hundred pairs that comes soon. Among the tasks are
    two sets of real people’s sentences, from Tatoeba: two and three thousand, whose training ends about where the held-out loss is lowest.`,

  scoresTitle: 'Three ways to score',
  scores1: `What compares a query with an annotation may be simpler than Bahdanau’s small network. Three scores are in use; what follows them, softmax and
    sum, is the same for all.`,
  scoresCaption: 'The energy of one query and one annotation',
  scoreName: 'score',
  scoreEnergy: 'energy',
  scorePaper: 'from',
  additiveName: 'additive',
  additiveEnergy: `<i>v</i><sub>a</sub><sup>⊤</sup> tanh(<i>W</i><sub>a</sub> <i class="target">s</i> + <i>U</i><sub>a</sub> <i class="source">h</i>)`,
  additivePaper: 'Bahdanau, Cho, Bengio 2014',
  dotName: 'dot product',
  dotEnergy: `<i class="target">s</i><sup>⊤</sup> <i class="source">h</i>`,
  dotPaper: 'Luong, Pham, Manning 2015',
  scaledName: 'scaled dot product',
  scaledEnergy: `<i class="target">s</i><sup>⊤</sup> <i class="source">h</i> / √<i>d</i>`,
  scaledPaper: 'Vaswani and others 2017',
  scores2: `The dot product learns nothing of its own and is one matrix product for all queries and annotations at once. But it grows with the number <i>d</i> of
    components it adds up. If these are independent, with mean 0 and variance 1 (the mean of their squares is 1), the variance of the product is <i>d</i>, so energies of ±√<i>d</i> are common. With
    <i>d</i> = 256 that is ±16, and a softmax of such numbers puts nearly all of its weight on one place before anything has been learnt. Hardly a
    gradient comes through there: the slope of a weight ${a} by its energy is ${a}(1 − ${a}), almost 0 where ${a} is near 0 or 1. Divided by √<i>d</i> the energies have variance 1 again, whatever <i>d</i> is. That is what √<i>d</i> is for.`,
  scaleQuestion: 'Why are the products divided by √d?',
  pictureScale: 'Measured: the variance of the products grows as d does; the mean largest weight of softmax grows with it toward 1 and, once the products are divided by √d, stays where it is.',
  scaleFallback: `With scripts, vectors are drawn at random here for several <i>d</i>, and the variance of their products and what softmax makes of them is measured with and without √<i>d</i>.`,
  scores3: `In the last of these papers the query is called <i>q</i>, and the annotation appears twice: as the key <i>k</i> that the query is compared with, and as the value <i>v</i>
    that is summed. “Say q, k and v”, in the figure by hand, puts these letters on what you have already seen.`,

  chainTitle: 'Why the Transformer needed no recurrence',
  chain1: `An annotation needs the state before it, which needs the one before that. For a source of <i>T</i> words that is a chain of <i>T</i> steps, none of which can
    begin before the last is done, however many processors there are. A look back is different. No energy needs another energy, so all
    places can be compared at once, and softmax and sum follow: one step, whatever <i>T</i> is.`,
  chainQuestion: 'How many steps must wait for one another?',
  pictureChain: 'Counted and measured: the longest chain of a recurrent encoder is as long as the source, that of a look is 1; the encoder’s time grows with the length and lies above that of a look.',
  chainFallback: `With scripts, the longest chain of steps that wait for one another is counted here for several lengths, and the time of encoder and look is measured.`,
  chain2: `The times say less, and want to be read with care. Both grow with the length: one core does the work of all places one after another, even where it need not. At sixty
    words the encoder has 5.7 times as many multiplications to do as the look; on the machine on which this was written, one core of an Intel Xeon, it took 10 to 12 times as long. Some of
    that is the chain: what waits cannot be joined into one large product, and the places of a look can. On a processor with thousands of units the work of a look can be shared
    among them; a chain leaves all but a few of them waiting.`,
  chain3: `Attention does not ask where its annotations come from. Vaswani and others took the recurrence out and called what was left the Transformer. In it the words of a sentence look at each other, each
    asking with a vector of its own as the query, and all places can be treated side by side; only in writing does each word still wait for the one before. Any two words are then one step apart,
    and no gradient has to pass through fifty.`,
  chain4: `One thing was lost with it. A weighted sum over places is the same in whatever order they stand: it is a bag again, as at the start of this page. So the place of each
    word has to be put into its embedding. Order matters still; it is only said otherwise.`,

  measuredTitle: 'What is measured',
  measured1: `Every number in a figure comes from a network in this page, as you watch; none is a sketch. <em>Held-out right</em> is the share of
    held-out sequences reproduced from the first digit to the end without one mistake. <em>Largest weight on the digit being written</em> is the share of
    steps, the end excluded, whose largest weight lies on the true place; <em>on the digit just written</em>, the share whose
    largest weight lies where the step before had to look. While it trains these are taken over 200 sequences, after the last update over 2000.`,
  measured2: `The same seed gives the same numbers in every browser, to the last digit, times apart. Numbers in the text that no figure shows were measured with the same
    engine outside the page: how far a gradient reaches and reading backward over five seeds, the bottleneck over three.`,
  measured3: `Not measured here: translation of real text at the size of the papers, with their vocabularies of tens of thousands of words and their weeks of training. The tasks of this page are small
    on purpose, so that the true answer is known. Two pictures that are often shown were sketches to begin with, and are not repeated as facts: the curve on which 2 % of the first
    word survives 50 steps, and a table of BLEU falling from 34 to 18 with the length of the sentence.`,

  embedTitle: 'On a page of your own',
  embed1: 'Two lines put a figure into any article, on any host, without special headers:',
  embed2: `“Copy embed code”, among a figure’s settings, gives them with the settings as you left them; “Copy as an iframe” is for hosts
    that allow no scripts. The <a href="./api/index.html">reference</a> lists every attribute, and the calls by which the same
    engine trains in Node.`,

  sourcesTitle: 'Sources',
  compareCaption: 'What the papers measured, and what is measured here',
  comparePaper: 'question',
  compareThere: 'in the paper',
  compareHere: 'here',
  compareBahdanau: 'one vector, or looking back?',
  compareBahdanauThere: `BLEU 17.82 with one vector, 26.75 with attention, English to French, trained on sentences of up to 50 words (Bahdanau and others)`,
  compareBahdanauHere: `copying 2 to 20 digits: one vector of 24 below half right from length 9 or 10 on, attention 99 % at length 20`,
  compareSutskever: 'source read forward, or backward?',
  compareSutskeverThere: `BLEU 25.9 forward, 30.6 backward, English to French (Sutskever and others)`,
  compareSutskeverHere: `copying 10 to 12 digits through one vector: held-out loss 0.308 forward, 0.119 backward; with attention both below 0.001`,
  compareBrown: 'are the weights an alignment?',
  compareBrownThere: `a figure of some sentences, no error rate (Bahdanau and others)`,
  compareBrownHere: `generated English to French, five seeds: alignment error rate 0.021 in the median, IBM Model 1 0.048 to 0.052, at best 0.007 to 0.008`,
  compareVaswani: 'how many steps wait for one another?',
  compareVaswaniThere: `O(n) for a recurrent layer, O(1) for self-attention (Vaswani and others, table 1)`,
  compareVaswaniHere: `counted: T for a recurrent encoder, 1 for a look; times beside them`,
  compareNote: `The numbers of a row stand side by side, and are not of one scale: BLEU of real translations in one column, toys with known answers in the other. What can be compared is which of two
    is better, and whether it is clear.`,
  sutskever: `I. Sutskever, O. Vinyals, Q. V. Le, <cite>Sequence to sequence learning with neural networks</cite>, NIPS 2014. Encoder, decoder,
    one vector between them; the source read in reverse.`,
  cho: `K. Cho and others, <cite>Learning phrase representations using RNN encoder–decoder for statistical machine
    translation</cite>, EMNLP 2014. The gated cell, and one vector given to every step.`,
  choProperties: `K. Cho, B. van Merriënboer, D. Bahdanau, Y. Bengio, <cite>On the properties of neural machine translation: encoder–decoder
    approaches</cite>, SSST-8 2014. The quality of such translations falls with the length of the sentence.`,
  vaswani: `A. Vaswani and others, <cite>Attention is all you need</cite>, NIPS 2017. The division by √d; attention without recurrence.`,
  hochreiter: `S. Hochreiter, J. Schmidhuber, <cite>Long short-term memory</cite>, Neural Computation 1997. The LSTM.`,
  alain: `G. Alain, Y. Bengio, <cite>Understanding intermediate layers using linear classifier probes</cite>, 2016. The linear probe.`,
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

/** The text of the page in a language. */
export type Page = { [key in keyof typeof page]: string };
