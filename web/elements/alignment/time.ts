// The same source at every recorded moment of training, from the near-even weights before the first update on: a slider, play and
// pause, a step either way, and another moment beside it. It looks back only while training stands still.
import { html, nothing, type TemplateResult } from 'lit';
import { number } from '../../i18n/index.ts';
import type { Look } from '../session.ts';
import type { Part, Tools } from './tools.ts';

const frame = 350; // ms between two moments of a replay, at least

export class Time implements Part {
  readonly #tools: Tools;
  #playing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waited: Look | null = null; // the look that was there when the next was asked for

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** The steps there are to look at: those recorded, and the present. */
  get #steps(): number[] {
    const { moments, stage } = this.#tools;
    const recorded = moments.map(({ step }) => step);
    return recorded.at(-1) === stage.session.step ? recorded : [...recorded, stage.session.step];
  }

  /** Which of them is shown. */
  get #place(): number {
    const steps = this.#steps;
    const at = this.#tools.moment(this.#tools.stage.figure.moment);
    return at === undefined ? steps.length - 1 : steps.indexOf(at);
  }

  follow(): void {
    const { grid, look, atRest } = this.#tools;
    grid?.toggleAttribute('glide', atRest);
    if (!atRest && this.#playing) this.#stop();
    if (this.#playing && this.#timer === undefined && look !== this.#waited) this.#timer = setTimeout(this.#next, frame);
  }

  rest(): void {
    this.#stop();
    this.#tools.grid?.removeAttribute('glide');
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#playing = false;
  }

  #show(place: number): void {
    const steps = this.#steps;
    const { figure } = this.#tools.stage;
    const at = Math.min(steps.length - 1, Math.max(0, place));
    this.#waited = this.#tools.look;
    figure.moment = at === steps.length - 1 ? null : steps[at]!;
    this.#tools.update();
  }

  #next = (): void => {
    this.#timer = undefined;
    if (!this.#playing) return;
    const last = this.#steps.length - 1;
    const place = this.#place;
    if (place >= last) {
      this.#stop();
      return this.#tools.update();
    }
    this.#show(place + 1);
    if (place + 1 >= last) this.#stop();
  };

  #play = (): void => {
    if (this.#playing) {
      this.#stop();
      return this.#tools.update();
    }
    this.#playing = true;
    if (this.#place >= this.#steps.length - 1) this.#show(0);
    else this.#next();
  };

  #stepped(by: number): void {
    this.#stop();
    this.#show(this.#place + by);
    this.#tools.stage.say(this.#name(this.#steps[this.#place]!));
  }

  #slid = (event: Event): void => {
    this.#stop();
    this.#show(Number((event.target as HTMLInputElement).value));
  };

  #otherSlid = (event: Event): void => {
    this.#tools.stage.figure.beside = String(this.#steps[Number((event.target as HTMLInputElement).value)]);
  };

  #otherChosen = (event: Event): void => {
    const { figure } = this.#tools.stage;
    figure.beside = (event.target as HTMLInputElement).checked ? '0' : null;
  };

  #name(step: number): string {
    const { strings, moments, stage } = this.#tools;
    if (step === 0) return strings.untrained;
    if (step === stage.session.step) return strings.present(number(step), step);
    return strings.momentIs(number(step), number(moments.find((moment) => moment.step === step)?.loss ?? NaN, 3), step);
  }

  render(): TemplateResult {
    const { strings, stage, atRest, recalled } = this.#tools;
    const { phase } = stage.session;
    const steps = this.#steps;
    if (!atRest || steps.length < 2) {
      // A model that is opened to be trained on stands still as one that was trained here does, and has no past either.
      const opened = phase === 'given' || (atRest && recalled);
      return html`<p class="say muted">${opened ? strings.noMoments : phase === 'training' ? strings.whileTraining : atRest ? nothing : strings.notTrained}</p>`;
    }
    const place = this.#place;
    const last = steps.length - 1;
    const { beside } = stage.figure;
    const other = beside !== null && /^\d+$/.test(beside) ? this.#tools.moment(Number(beside)) ?? steps[last]! : null;
    const slider = (name: string, label: string, at: number, slid: (event: Event) => void) => html`
      <label class="replay"><span class="label">${label}${strings.colon}<b>${this.#name(steps[at]!)}</b></span>
        <input type="range" name=${name} min="0" max=${last} step="1" .value=${String(at)} aria-label=${label} aria-valuetext=${this.#name(steps[at]!)} @input=${slid}></label>`;
    return html`
      ${slider('moment', strings.moment, place, this.#slid)}
      <div class="buttons">
        <button class="play" @click=${this.#play}>${this.#playing ? strings.pause : strings.play}</button>
        <button aria-disabled=${place === 0 ? 'true' : 'false'} @click=${() => this.#stepped(-1)}>${strings.back}</button>
        <button aria-disabled=${place === last ? 'true' : 'false'} @click=${() => this.#stepped(1)}>${strings.forward}</button>
      </div>
      <label class="check"><input type="checkbox" name="moment-beside" .checked=${other !== null} @change=${this.#otherChosen}><span>${strings.otherMoment}</span></label>
      ${other === null ? nothing : slider('other', strings.otherMoment, steps.indexOf(other), this.#otherSlid)}`;
  }
}
