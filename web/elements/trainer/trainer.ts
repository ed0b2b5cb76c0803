// <lookback-trainer>: a reader trains a small encoder-decoder in the page and watches its alignment appear. It shows the state
// of training, the loss and the held-out accuracy as they change, the alignment of the reader's own digits and of three
// sequences that are never trained on, and lets the reader turn the encoder around, which moves the stripe.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { EncoderDirection } from '../../engine/types.ts';
import { number, percent, type Dictionary } from '../../i18n/index.ts';
import type { Point } from '../session.ts';
import type { LookbackChart } from '../chart/chart.ts';
import '../chart/chart.ts';
import { define } from '../define.ts';
import { blank, Figure } from '../figure.ts';
import '../grid/grid.ts';
import { room } from '../room.ts';
import { styles } from '../styles.ts';
import { theme } from '../theme.ts';
import { layout } from './layout.ts';
import { trainerRoom } from './room.ts';

const directions: EncoderDirection[] = ['forward', 'backward', 'bidirectional'];

/** A model in training, with its loss, its accuracy, and its alignments as they form. */
export class LookbackTrainer extends Figure {
  static override styles = [theme, styles, room(trainerRoom), layout];

  protected override readonly kind = 'trainer';
  protected override readonly choosesAbove = true;

  #parts = 0; // of a figure of sentences, that are there
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(3);
  }

  protected override charted(point: Point | null): void {
    this.sentences?.point(point);
    const [loss, right] = this.renderRoot?.querySelectorAll<LookbackChart>('lookback-chart') ?? [];
    if (!point) {
      loss?.clear();
      right?.clear();
      return;
    }
    if (point.loss !== undefined) loss?.add(point.step, point.loss);
    if (point.right !== undefined) right?.add(point.step, 100 * point.right);
    if (point.heldOutLoss !== undefined && this.worded) loss?.add(point.step, point.heldOutLoss, true);
  }

  protected override body(words: Dictionary['figure']): TemplateResult {
    return html`
      ${this.#controls(words)}
      ${this.ownPairs()}
      ${this.asks ? this.failure() : this.#body(words)}`;
  }

  #body(words: Dictionary['figure']): TemplateResult {
    return html`
      ${this.#state(words)}
      ${this.failure()}
      ${this.worded ? this.#sentences(words) : this.#digits(words)}
      ${this.more(words)}
      <p class="line" part="line">${this.line(words)}</p>`;
  }

  /** Of a task of digits: the reader's own, the curves, three held-out sequences, and which way the encoder reads. */
  #digits(words: Dictionary['figure']): TemplateResult {
    return html`
      <div class="main">
        <div class="own">
          ${this.digitsField(words)}
          ${this.ownAnswer(words)}
          ${this.ownGrid(words)}
          ${this.ownNote(words)}
        </div>
        ${this.#charts(words, '')}
        ${this.#probes(words)}
      </div>
      ${this.#encoderChoice(words)}`;
  }

  /** Of a task of words: the reader's sentence beside the curves, the measures, and which way the encoder reads. */
  #sentences(words: Dictionary['figure']): TemplateResult {
    const { sentences } = this;
    if (!sentences || this.#parts === 0) return html``;
    const part = (number: number, made: () => unknown) => (number <= this.#parts ? made() : nothing);
    return html`
      <div class="main">
        <div class="own">${sentences.own()}${part(2, () => sentences.grid())}</div>
        <div class="beside">
          ${sentences.beside()}
          <div class="curves" ?hidden=${sentences.showsIbm}>
            ${part(3, () => this.#charts(words, sentences.strings.heldOutLoss))}
            ${part(4, () => sentences.lengths())}
          </div>
        </div>
      </div>
      ${sentences.overfits()}
      ${part(5, () => html`
        <div class="encoder">
          ${this.#encoders(words)}
          <div>${sentences.measures()}</div>
        </div>`)}`;
  }

  protected override get ready(): boolean {
    return super.ready && (!this.worded || !this.sentences || this.asks || this.#parts === 5);
  }

  /** A figure of sentences comes in parts, one after the other, so that making it holds nobody up. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.worded || !this.sentences || this.asks || this.#parts === 5) return;
    this.#next ??= setTimeout(() => {
      this.#next = undefined;
      this.#parts++;
      this.requestUpdate();
    });
  }

  #charts(words: Dictionary['figure'], second: string): TemplateResult {
    const { steps } = this.session;
    return html`
      <lookback-chart .strings=${this.strings?.chart ?? null} label=${words.lossChart} .second=${second} colour="loss" x-max=${steps || 350} y-max="3" digits="3"></lookback-chart>
      <lookback-chart .strings=${this.strings?.chart ?? null} label=${this.allSeen ? words.seenChart : words.heldOutChart} colour="target" x-max=${steps || 350} y-max="100" digits="1" dots></lookback-chart>`;
  }

  #controls(words: Dictionary['figure']): TemplateResult {
    const { session } = this;
    const pace = (full: boolean, text: string) => html`
      <label><input type="radio" name="pace" .checked=${session.full === full} @change=${() => void session.setFull(full)}><span>${text}</span></label>`;
    return html`
      <div class="controls">
        <div class="buttons">
          ${this.primaryButton(words)}
          <button title=${words.stepTitle} aria-disabled=${session.phase === 'trained' ? 'true' : 'false'} @click=${this.step}>${words.step}</button>
          <button title=${words.resetTitle} @click=${this.reset}>${words.reset}</button>
        </div>
        <fieldset class="segments" title=${words.paceTitle}>
          <legend>${words.pace}</legend>
          ${pace(false, words.watch)}
          ${pace(true, words.full)}
        </fieldset>
        ${this.taskChoice(words)}
      </div>`;
  }

  #state(words: Dictionary['figure']): TemplateResult {
    const { phase, step, steps, rate, loss, evaluation } = this.session;
    return html`
      <dl class="state" data-phase=${phase}>
        <div class="phase"><dt>${words.state}</dt><dd>${this.stateText}</dd></div>
        <div class="updates"><dt>${words.updatesOf(number(steps || 350))}</dt><dd>${number(phase === 'given' ? NaN : step)}</dd></div>
        <div><dt>${words.rate}</dt><dd>${number(rate)}</dd></div>
        <div class="loss"><dt>${words.loss}</dt><dd>${number(loss, 3)}</dd></div>
        <div class="right"><dt>${this.allSeen ? words.seen : words.heldOut}</dt><dd>${percent(evaluation?.sequenceAccuracy ?? NaN)}</dd></div>
      </dl>`;
  }

  #probes(words: Dictionary['figure']): TemplateResult {
    const { probes, looks } = this.session;
    const shown = probes.length ? probes : [[], [], []];
    return html`
      <div class="probes">
        <p class="label" id="probes">${this.allSeen ? words.shortProbes : words.heldOutProbes}</p>
        <ol aria-labelledby="probes" class=${this.maxLength > 20 ? 'long longer' : this.maxLength > 8 ? 'long' : ''}>
          ${shown.map((source, k) => {
            const look = looks[k + 1];
            return html`
              <li>
                <lookback-grid fit .strings=${this.strings?.grid ?? null} .cellSize=${28} .label=${source.join(' ')} .alignment=${look?.alignment ?? blank(source)}
                  .gold=${this.golds(source)} .reserveRows=${(source.length || this.maxLength) + 1} .reserveColumns=${this.maxLength}></lookback-grid>
                <p class="answer">${look ? this.digits(look, words) : nothing}</p>
                <p class="verdict">${look ? this.verdict(look, words, false) : nothing}</p>
              </li>`;
          })}
        </ol>
      </div>`;
  }

  #encoders(words: Dictionary['figure']): TemplateResult {
    return html`
      <fieldset class="segments">
        <legend>${words.reads}</legend>
        ${directions.map((direction) => html`
          <label><input type="radio" name="encoder" value=${direction} .checked=${direction === this.direction} @change=${() => { this.encoder = direction; }}><span>${words.directions[direction]}</span></label>`)}
      </fieldset>`;
  }

  #encoderChoice(words: Dictionary['figure']): TemplateResult {
    const chosen = this.direction;
    const { evaluation } = this.session;
    const mixed = this.minLength !== this.maxLength;
    const { explain } = words;
    const shown = this.task !== 'reverse' ? explain.other : chosen === 'forward' && mixed ? explain.forwardMixed : explain[chosen];
    const measures: [string, string][] = [
      [words.hit, percent(evaluation?.alignmentHit ?? NaN)],
      [words.late, percent(evaluation?.lagHit ?? NaN)],
      [words.goldWeight, number(evaluation?.goldWeight ?? NaN, 3)],
    ];
    return html`
      <div class="encoder">
        ${this.#encoders(words)}
        <div class="explain">
          ${Object.values(words.explain).map((sentence) => html`<p class=${sentence === shown ? 'shown' : ''} aria-hidden=${sentence === shown ? 'false' : 'true'}>${sentence}</p>`)}
        </div>
        <dl class="measures">${measures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      </div>`;
  }
}

define('lookback-trainer', LookbackTrainer);

declare global {
  interface HTMLElementTagNameMap { 'lookback-trainer': LookbackTrainer }
}
