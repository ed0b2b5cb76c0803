// What a figure shows of a task whose tokens are words, or characters: the reader's sentence and what the model writes for it, the
// reference where there is one with its links outlined, IBM Model 1 beside attention, the measures, and a bar for each length of a
// source. It is a file of its own, fetched by the first figure that has such a task.
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { Alignment, DatasetInput, Pair } from '../../engine/types.ts';
import { detokenise, tokenise } from '../../engine/words.ts';
import { number, percent, replaced, type Dictionary, type Replacements } from '../../i18n/index.ts';
import { sentenceStrings, type Strings } from '../../i18n/sentences.ts';
import { blank } from '../figure.ts';
import type { Look, Phase, Point, Session, Task } from '../session.ts';
import { lengthBars } from './bars.ts';
import { Ibm } from './ibm.ts';
import { isDataset, OwnPairs, report } from './pairs.ts';
import { crossings, knownLinks, type Drawn, type Known } from './links.ts';
import { inSimplified, inTraditional } from './script.ts';
import { styles } from './styles.ts';

export type { Strings } from '../../i18n/sentences.ts';

const longestSource = 60; // tokens
const mostListed = 500; // words of a vocabulary that is shown as a list
const unknownShown = 3; // words that are named
const generated = 'translate-zh-en'; // whose Chinese is shown in the page's script
const converted = 'tatoeba-en-zh'; // whose Chinese is in one script, whichever it was written in
const atRest: Phase[] = ['trained', 'given', 'paused']; // a model that has learnt, and stays as it is
const leastRows = 8; // of the picture: so many full squares fit beneath each other
const rise = 1.02; // how far above its lowest the held-out loss is when it counts as risen
const memory = 30; // updates in which what the mean of the training loss holds fades to a third
const leastGap = 0.1; // share of the held-out loss that the training loss lies below it when that is called over-fitting
const leastNats = 0.01; // and by which at least it does

/** What the figure is to its sentences. */
export interface Stage {
  figure: LitElement & { source: string | null; strings: { grid?: Replacements<Dictionary['grid']>; chart?: Replacements<Dictionary['chart']>; sentences?: Replacements<Strings> } | null };
  session: Session;
  words(): Dictionary['figure'];
  language(): string;
  say(sentence: string): void;
  /** What is wrong, in one sentence. */
  reason(error: unknown): string;
  /** Takes pairs of the reader's own to learn. */
  use(pairs: DatasetInput): void;
}

type Problem = { error: 'empty' } | { error: 'unknown'; words: string[]; tokens: string[] } | { error: 'tooLong'; count: number } | { error: 'other'; failure: unknown };

export class Sentences {
  readonly #stage: Stage;
  #task: Task | null = null;
  #text = '';
  #own = false; // typed by the reader, and so left as it is
  #tokens: string[] = [];
  #pair: Pair | null = null; // the known translation of these tokens
  #links: Known | null = null;
  #linked = false; // the task knows which words belong together
  #outlined: { look: Look | null; links: Known; known: Known } | null = null; // the last that was made
  #problem: Problem | null = null;
  #pairs: OwnPairs;
  #ibm: Ibm;
  #beside: 'curves' | 'ibm' = 'curves';
  #typing = 0;
  #examples: Pair[] = [];
  #example = 0;
  #words: string[] = []; // of the source's vocabulary, where they are few
  #longest = ''; // word of the target's vocabulary
  #beamProblem = false;
  #cosine: { step: number; embedding: number; annotation: number } | null = null;
  #asked = NaN; // update whose cosines are known or on their way
  #losses: { step: number; training: number; heldOut: number }[] = [];
  #recent = NaN; // the training loss, a moving mean
  #at = 0; // update of its last value

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#pairs = new OwnPairs(stage.use, this.#arrived);
    this.#ibm = new Ibm(stage.session, this.#arrived);
    const root = stage.figure.renderRoot as ShadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.styleSheet!];
  }

  // ---- what changes --------------------------------------------------------------------------------------------------------

  /** The session changed: with a new task, its first sentence; with a model at rest, what is computed of it. */
  follow(): void {
    const { task, phase, step } = this.#stage.session;
    if (task && task !== this.#task) this.#begin(task);
    if (!task) return;
    if (this.#linked && atRest.includes(phase)) void this.#ibm.measure();
    if (task.name === generated && atRest.includes(phase) && step !== this.#asked) void this.#compare(step);
  }

  /** The sentence as a text, for a link; null where it is the one that was chosen to begin with. */
  get text(): string | null {
    return this.#task && (this.#own || this.#example !== 0) ? this.#text : this.#stage.figure.source;
  }

  /** Another sentence, of a link. */
  take(text: string): void {
    this.#own = true;
    if (this.#task) void this.#read(text);
  }

  /** A new figure for the charts, or null: what over-fitting is told by. */
  point(point: Point | null): void {
    if (!point) {
      this.#losses = [];
      this.#recent = NaN;
      this.#cosine = null;
      this.#asked = NaN;
      return;
    }
    if (point.loss !== undefined) {
      const before = Number.isNaN(this.#recent) ? 0 : Math.exp((this.#at - point.step) / memory);
      this.#recent = before ? before * this.#recent + (1 - before) * point.loss : point.loss;
      this.#at = point.step;
    }
    if (point.heldOutLoss !== undefined) this.#losses.push({ step: point.step, training: this.#recent, heldOut: point.heldOutLoss });
  }

  #begin(task: Task): void {
    const before = this.#task?.name;
    this.#task = task;
    // Those whose words are all known come first.
    const { source: read, target: written } = task.vocabularies;
    const [reads, writes] = [new Set(read.tokens), new Set(written.tokens)];
    const whole = ({ source, target }: Pair) => source.every((word) => reads.has(word)) && target.every((word) => writes.has(word));
    const { examples } = this.#stage.session;
    this.#linked = examples.some((pair) => knownLinks(pair) !== null);
    this.#examples = [...examples.filter(whole), ...examples.filter((pair) => !whole(pair))];
    const { tokens } = written;
    const known = read.tokens;
    this.#words = known.length > mostListed ? [] : known.filter((token) => !token.startsWith('<')).sort((a, b) => a.localeCompare(b));
    this.#longest = tokens.reduce((longest, token) => (token.length > longest.length && token.length <= 14 ? token : longest), '');
    // A sentence stays while it is the reader's or one of the task's.
    const stays = this.#own || this.#examples.some((pair) => pair.source.join(' ') === this.#tokens.join(' '));
    if (before === task.name && this.#text !== '' && stays) return void this.#read(this.#text);
    this.#example = 0;
    const { source } = this.#stage.figure;
    if (source !== null) return void this.#read(source);
    // To begin with, the sentence whose words move most among the shorter ones.
    const short = this.#examples.filter((pair) => pair.source.length <= 9);
    const first = short.reduce((best, pair) => (crossings(pair) > crossings(best) ? pair : best), short[0] ?? this.#examples[0] ?? { source: [], target: [] });
    this.#show(first);
  }

  /** Takes a sentence with its reference. */
  #show(pair: Pair): void {
    this.#typing++;
    this.#text = this.#joined(pair.source, 'source');
    this.#own = false;
    this.#problem = null;
    this.#take(pair.source, pair);
  }

  #take(tokens: string[], pair: Pair | null): void {
    this.#tokens = tokens;
    this.#pair = pair;
    this.#links = this.#pair && knownLinks(this.#pair);
    this.#stage.session.watch(this.#problem ? [] : tokens);
    this.#stage.figure.requestUpdate();
  }

  /** Takes what the reader typed, or says what is wrong with it; what was written for another sentence does not stand beneath it. */
  async #read(text: string): Promise<void> {
    const task = this.#task!;
    const turn = ++this.#typing;
    this.#text = text;
    const plain = task.name === generated ? inSimplified(text) : text;
    let tokens: string[] = [];
    let pair: Pair | null = null;
    let problem: Problem | null = null;
    try {
      tokens = await task.parse(plain);
      pair = await task.find(tokens);
    } catch (error) {
      problem = this.#fault(task, plain, error);
    }
    if (turn !== this.#typing || task !== this.#task) return;
    this.#problem = problem;
    this.#take(problem?.error === 'unknown' ? problem.tokens : tokens, pair);
  }

  /** What is wrong with a text, in the reader's own terms where that can be told. */
  #fault(task: Task, text: string, error: unknown): Problem {
    const { tokens: known, language, unk } = task.vocabularies.source;
    const all = new Set(known);
    const tokens = language ? tokenise(text, language, (token) => all.has(token)) : [...text.trim()];
    if (tokens.length === 0) return { error: 'empty' };
    if (tokens.length > longestSource) return { error: 'tooLong', count: tokens.length };
    const unknown = [...new Set(tokens.filter((token) => !all.has(token)))];
    if (unknown.length > 0 && unk < 0) return { error: 'unknown', words: unknown, tokens };
    return { error: 'other', failure: error };
  }

  /** The two annotations of one word, in two phrases, and its embedding in both. */
  async #compare(step: number): Promise<void> {
    this.#asked = step;
    const { model } = this.#stage.session;
    if (!model) return;
    try {
      const [first, second] = await Promise.all([model.trace(['吃', '苹果']), model.trace(['苹果', '公司'])]);
      const row = (trace: typeof first, name: string, at: number) => {
        const { data, shape } = trace.tensors[name]!;
        return data.subarray(at * shape[1]!, (at + 1) * shape[1]!);
      };
      const between = (name: string) => cosine(row(first, name, 1), row(second, name, 0));
      if (step !== this.#asked || model !== this.#stage.session.model) return;
      this.#cosine = { step, embedding: between('source.embedding'), annotation: between('annotations') };
      this.#stage.figure.requestUpdate();
    } catch {
      this.#asked = NaN; // the model went meanwhile
    }
  }

  // ---- what the reader does ------------------------------------------------------------------------------------------------

  #typed = (event: Event): void => {
    this.#own = true;
    void this.#read((event.target as HTMLInputElement).value);
  };

  #another = (): void => {
    if (this.#examples.length === 0) return;
    this.#example = (this.#example + 1) % this.#examples.length;
    const pair = this.#examples[this.#example]!;
    this.#show(pair);
    this.#stage.say(this.#joined(pair.source, 'source'));
  };

  #besideChosen = (event: Event): void => {
    this.#beside = (event.target as HTMLInputElement).value as 'curves' | 'ibm';
    this.#stage.figure.requestUpdate();
  };

  #beamChosen = (event: Event): void => {
    const width = Number((event.target as HTMLInputElement).value);
    this.#beamProblem = !(Number.isInteger(width) && width >= 1 && width <= 8);
    if (!this.#beamProblem) this.#stage.session.setBeam(width);
    this.#stage.figure.requestUpdate();
  };

  // ---- words ---------------------------------------------------------------------------------------------------------------

  #arrived = (): void => this.#stage.figure.requestUpdate();

  get strings(): Strings {
    const strings = sentenceStrings(this.#stage.language(), this.#arrived);
    const own = this.#stage.figure.strings?.sentences;
    return own ? replaced(strings, own) : strings;
  }

  get #traditional(): boolean {
    return this.#task?.name === generated && this.#stage.language() === 'zh-Hant';
  }

  /** A text of the source, in the page's script. */
  shown = (text: string): string => (this.#traditional ? inTraditional(text) : text);

  /** Tokens of a side as a text. */
  #joined(tokens: readonly string[], side: 'source' | 'target'): string {
    const { language, tokens: all } = this.#task!.vocabularies[side];
    const text = language ? detokenise(tokens, language) : tokens.join(all.every((token) => token.length === 1 || token.startsWith('<')) ? '' : ' ');
    return side === 'source' ? this.shown(text) : text;
  }

  #lang(side: 'source' | 'target'): string | typeof nothing {
    const language = this.#task?.vocabularies[side].language;
    if (!language) return nothing;
    return side === 'source' && this.#traditional ? 'zh-Hant' : language === 'zh' ? 'zh-Hans' : language;
  }

  // ---- what it shows -------------------------------------------------------------------------------------------------------

  /** The reader's own pairs, where they are the task: where to give others, why the last were refused, and what was read of those there are. */
  pairs(refused = ''): TemplateResult {
    const { strings } = this;
    return html`${this.#pairs.form(strings)}${refused ? html`<p class="problem refused">${refused}</p>` : nothing}${this.#task && isDataset(this.#task) ? report(this.#task, strings) : nothing}`;
  }

  /** The reader's sentence, what the model writes for it, and what it should write. */
  own(): TemplateResult {
    const { strings } = this;
    const look = this.#look;
    return html`
      <div class="sentence">
        <div class="field text">
          <label for="sentence">${strings.own}</label>
          <input id="sentence" name="sentence" autocomplete="off" autocapitalize="off" spellcheck="false" lang=${this.#lang('source')} .value=${this.#own ? this.#text : this.shown(this.#text)} @input=${this.#typed}
            aria-invalid=${this.#problem ? 'true' : 'false'} aria-describedby="note">
          <button title=${strings.anotherTitle} @click=${this.#another}>${strings.another}</button>
        </div>
        <p class=${`note ${this.#problem ? 'problem' : ''}`} id="note" role="alert">${this.#problem ? this.#refusal(this.#problem) : look?.unknown.length ? this.#unknown(look) : nothing}</p>
        <p class=${`line-of answer-text ${atRest.includes(this.#stage.session.phase) ? '' : 'changing'}`}><span class="label">${strings.writes}</span> <span class="written" lang=${this.#lang('target')}>${look ? this.#written(look) : nothing}</span></p>
        <p class="line-of"><span class="label">${strings.reference}</span> ${this.#pair
          ? html`<span class="reference" lang=${this.#lang('target')}>${this.#joined(this.#pair.target, 'target')}</span>`
          : html`<span class="label">${this.#task && !this.#problem ? strings.noReference : nothing}</span>`}</p>
        <p class="verdict">${look && this.#pair ? this.#verdict(look, this.#pair) : nothing}</p>
        ${this.#task && isDataset(this.#task) ? html`<p class="label attribution">${this.#pair?.attribution ? strings.from(this.#pair.attribution) : nothing}</p>` : nothing}
        ${this.#task?.name === converted ? html`<p class="label script">${strings.simplified}</p>` : nothing}
      </div>`;
  }

  /** What it looks at at present, if that is of the present sentence. */
  get #look(): Look | null {
    const look = this.#stage.session.looks[0] ?? null;
    return look && look.source.join(' ') === this.#tokens.join(' ') ? look : null;
  }

  /** What it wrote; where that is no word it knows, the source word it looked at most, marked. */
  #written({ output, text, replacements }: Look): TemplateResult {
    if (output.length === 0) return html`<i>${this.strings.nothing}</i>`;
    if (replacements.length === 0) return html`${text}`;
    const words = output.map((token, i) => replacements.find(({ row }) => row === i)?.word ?? token);
    let before = '';
    return html`${words.map((word, i) => {
      const whole = this.#joined(words.slice(0, i + 1), 'target');
      const piece = whole.slice(before.length);
      before = whole;
      return word === output[i] ? piece : html`${piece.slice(0, piece.length - word.length)}<mark title=${this.strings.replaced(word)}>${word}</mark>`;
    })}`;
  }

  #unknown({ source, unknown }: Look): string {
    return this.strings.unknownWords(this.#quoted(unknown.map((place) => source[place]!)), Math.min(unknown.length, unknownShown));
  }

  #quoted(words: string[]): string {
    const language = this.#stage.language();
    return words.slice(0, unknownShown).map((word) => (language === 'zh-Hant' ? `「${word}」` : `“${word}”`)).join(language.startsWith('zh') ? '、' : ', ');
  }

  #verdict(look: Look, pair: Pair): TemplateResult {
    const { strings } = this;
    if (look.output.join(' ') === pair.target.join(' ')) return html`✓ ${strings.same}`;
    return html`<span class="wrong">× ${look.truncated ? strings.endless(number(look.output.length)) : strings.differs}</span>`;
  }

  #refusal(problem: Problem): string {
    const { errors } = this.strings;
    switch (problem.error) {
      case 'empty': return errors.empty;
      case 'unknown': return errors.unknown(this.#quoted(problem.words), Math.min(problem.words.length, unknownShown));
      case 'tooLong': return errors.tooLong(number(problem.count), String(longestSource));
      case 'other': return this.#stage.reason(problem.failure);
    }
  }

  /** What the picture shows: the alignment of attention, with the links of the reference where what is written is the reference. */
  get drawn(): Drawn {
    const look = this.#look;
    const known = this.#known(look);
    return { alignment: this.#inScript(look?.alignment ?? blank(this.#tokens)), gold: known?.sure ?? null, possible: known?.possible ?? null, reserveRows: this.#rows };
  }

  /** The picture of it. */
  grid(): TemplateResult {
    const { alignment, gold, possible, reserveRows } = this.drawn;
    return html`
      <lookback-grid fit legend lang=${this.#stage.language()} .strings=${this.#stage.figure.strings?.grid ?? null} .label=${this.strings.ownAlignment(this.shown(this.#text))}
        .alignment=${alignment} .gold=${gold} .possible=${possible} .reserveRows=${reserveRows} .reserveLabel=${this.#longest}></lookback-grid>`;
  }

  /** The links of each row whose word is the reference's at its place: beside another word they would outline nothing that is true. */
  #known(look: Look | null): Known | null {
    if (!this.#links || !this.#pair) return null;
    if (this.#outlined?.look === look && this.#outlined.links === this.#links) return this.#outlined.known;
    const { target } = this.#pair;
    const here = (rows: number[][]) => rows.map((places, i) => (look && look.output[i] === target[i] ? places : []));
    const known = { sure: here(this.#links.sure), possible: here(this.#links.possible) };
    this.#outlined = { look, links: this.#links, known };
    return known;
  }

  /** Rows to keep room for: those of the reference, or some more than words were read, and one for the end; and all that fit beside few words. */
  get #rows(): number {
    return Math.max(leastRows, (this.#pair ? this.#pair.target.length : this.#tokens.length + 3) + 1);
  }

  /** The choice of what stands beside the alignment, and IBM Model 1's where that was chosen. */
  beside(): TemplateResult {
    const { strings } = this;
    const choice = (value: 'curves' | 'ibm') => html`
      <label><input type="radio" name="beside" value=${value} .checked=${this.#beside === value} @change=${this.#besideChosen}><span>${strings[value]}</span></label>`;
    return html`
      <fieldset class="segments"><legend>${strings.beside}</legend>${choice('curves')}${choice('ibm')}</fieldset>
      ${this.showsIbm ? this.#ibmGrid(strings) : nothing}`;
  }

  /** Whether IBM Model 1 stands in the place of the curves. */
  get showsIbm(): boolean {
    return this.#beside === 'ibm';
  }

  #ibmGrid(strings: Strings): TemplateResult {
    const look = this.#look;
    if (look) this.#ibm.align(look.source, look.output);
    const made = this.#ibm.alignment;
    // That of another sentence is not shown beside this one.
    const fits = made !== null && made.columns.join(' ') === this.#tokens.join(' ');
    const alignment = fits ? made : blank(this.#tokens);
    const known = this.#known(look);
    return html`
      <div class="ibm">
        <p class="label">${strings.ibmExplain}</p>
        <lookback-grid fit legend lang=${this.#stage.language()} .strings=${this.#stage.figure.strings?.grid ?? null} .label=${strings.ibmAlignment(this.shown(this.#text))}
          .alignment=${this.#inScript(alignment)} .gold=${known?.sure ?? null} .possible=${known?.possible ?? null} .reserveRows=${this.#rows} .reserveLabel=${this.#longest}></lookback-grid>
      </div>`;
  }

  #inScript(alignment: Alignment | null): Alignment | null {
    return this.#traditional && alignment ? { ...alignment, columns: alignment.columns.map(inTraditional) } : alignment;
  }

  lengths(): TemplateResult {
    return lengthBars(this.#stage.session.evaluation, this.strings);
  }

  /** What was measured of held-out sentences, and what follows from it. */
  measures(): TemplateResult {
    const { strings } = this;
    const { evaluation } = this.#stage.session;
    const rows: [string, string][] = this.#linked ? [
      [strings.bleu, number(evaluation?.bleu ?? NaN, 1)],
      [strings.error, number(evaluation?.alignmentErrorRate ?? NaN, 3)],
      [strings.best, number(evaluation?.bestAlignmentErrorRate ?? NaN, 3)],
      [strings.ibmError, number(this.#ibm.errorRate ?? NaN, 3)],
      [strings.moved, percent(evaluation?.invertedHit ?? NaN)],
    ] : [
      [strings.tokenAccuracy, percent(evaluation?.tokenAccuracy ?? NaN)],
      [strings.chrf, number(evaluation?.chrf ?? NaN, 1)],
      [strings.bleu, number(evaluation?.bleu ?? NaN, 1)],
    ];
    rows.push([strings.lossHeldOut, number(evaluation?.loss ?? NaN, 3)]);
    return html`
      <dl class="measures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${this.#task?.name === generated ? this.#cosines(strings) : nothing}`;
  }

  /** Of sentences that are few enough to be learnt by heart, whether they are. */
  overfits(): TemplateResult | typeof nothing {
    return this.#task && isDataset(this.#task) ? html`<p class="overfits">${this.#overfitting()}</p>` : nothing;
  }

  /** The training loss beside the held-out one, in words: whether the second has risen from its lowest while the first went on falling, or what lies between them. */
  #overfitting(): string {
    const losses = this.#losses;
    const now = losses.at(-1);
    if (!now || Number.isNaN(now.training)) return '';
    const lowest = losses.reduce((low, at) => (at.heldOut < low.heldOut ? at : low));
    const { strings } = this;
    const gap = now.heldOut - now.training;
    const wide = gap > Math.max(leastNats, leastGap * now.heldOut);
    if (!wide || now.heldOut < rise * lowest.heldOut || !(now.training < lowest.training)) {
      return (wide ? strings.gap : strings.noGap)(number(now.training, 3), number(now.heldOut, 3), number(gap, 3));
    }
    return strings.overfits(number(lowest.heldOut, 3), number(lowest.step), number(now.heldOut, 3), number(lowest.training, 3), number(now.training, 3));
  }

  #cosines(strings: Strings): TemplateResult {
    const shown = this.shown;
    const rows: [string, number | undefined][] = [[strings.cosineEmbedding, this.#cosine?.embedding], [strings.cosineAnnotation, this.#cosine?.annotation]];
    return html`
      <table class="cosine">
        <caption>${strings.cosine(shown('苹果'), shown('吃苹果'), shown('苹果公司'))}</caption>
        <tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${number(value ?? NaN, 3)}</td></tr>`)}</tbody>
      </table>`;
  }

  /** Beam width, and the words there are. */
  settings(): TemplateResult {
    const { strings } = this;
    const words = this.#words;
    return html`
      <label class="field"><span>${strings.beam}</span>
        <input class="narrow" name="beam" inputmode="numeric" autocomplete="off" .value=${String(this.#stage.session.beam)} @change=${this.#beamChosen}
          aria-invalid=${this.#beamProblem ? 'true' : 'false'} aria-describedby="beam-help beam-problem">
        <small id="beam-help">${strings.beamHelp}</small></label>
      <p class="note problem" id="beam-problem" role="alert" ?hidden=${!this.#beamProblem}>${this.#beamProblem ? strings.beamProblem : nothing}</p>
      ${words.length ? html`
        <details>
          <summary>${strings.knows(number(words.length))}</summary>
          <p class="known" tabindex="0" lang=${this.#lang('source')}>${this.shown(words.join(' · '))}</p>
        </details>` : nothing}`;
  }
}

/** The cosine of the angle between two vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((x, k) => {
    const y = b[k]!;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  });
  return ab / Math.sqrt(aa * bb);
}
