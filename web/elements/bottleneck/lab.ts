// What the bottleneck lab does: two models learn the same examples by the same recipe, update for update. One has nothing but a
// vector of fixed size between its encoder and its decoder (Sutskever et al. 2014; or Cho et al. 2014, who give it to every step);
// the other looks back (Bahdanau et al. 2015), and is made smaller until both have as many parameters.
import type { Evaluation, LoadOptions, ModelConfig } from '../../engine/types.ts';
import { borrow } from '../engines.ts';
import { worded } from '../input.ts';
import { Session, type Model, type Settings, type Task } from '../session.ts';
import { asLarge, hiddenSizes, recipe, shapes } from './recipe.ts';

/** What a model makes of the held-out sources of one length: the share that is right, of a task of words BLEU, both from 0 to 100. */
export interface Score { length: number; count: number; value: number }

const turnInterval = 4; // ms

class Half extends Session {
  /** The other one. */
  beside: Half | null = null;

  protected override readonly measuring = { interval: 800, count: 400, final: 4000 };

  /** By source length, as it was last measured. */
  get scores(): Score[] {
    return (this.evaluation?.byLength ?? []).filter(({ count }) => count > 0).sort((a, b) => a.length - b.length)
      .map(({ length, count, sequenceAccuracy, bleu }: Evaluation['byLength'][number] & { bleu?: number }) => ({ length, count, value: bleu ?? 100 * sequenceAccuracy }));
  }

  /** No update is made before the other has made as many. */
  protected override async turn(): Promise<void> {
    while (this.beside?.phase === 'training' && this.beside.step < this.step) await new Promise((go) => setTimeout(go, turnInterval));
  }

  /** Of a task of words, each length has its own BLEU. */
  protected override async evaluate(model: Model, task: Task, count: number): Promise<Evaluation> {
    if (!this.words) return super.evaluate(model, task, count);
    const evaluation = await super.evaluate(model, task, count / 4);
    const lengths = evaluation.byLength.filter(({ count }) => count > 0);
    const each = Math.ceil(count / 4 / lengths.length);
    const byLength = await Promise.all(lengths.map(async ({ length }) => {
      const { count, bleu, sequenceAccuracy, tokenAccuracy } = await model.evaluate(task.heldOut(each, { length }), { textScores: true });
      return { length, count, bleu, sequenceAccuracy, tokenAccuracy };
    }));
    return { ...evaluation, byLength };
  }
}

/** The model that looks back, with the one that cannot as its `fixed`. */
export class Lab extends Half {
  readonly fixed: Half;
  /** How the fixed vector is used: handed to the decoder once ('none'), or given to every step of it ('fixed'). */
  context: 'none' | 'fixed' = 'none';
  #asked = 0;

  constructor(changed: () => void) {
    super(0, changed, () => {});
    this.fixed = new Half(0, changed, () => {});
    this.beside = this.fixed;
    this.fixed.beside = this;
    this.full = this.fixed.full = true;
  }

  override async configure(settings: Settings, options: LoadOptions): Promise<void> {
    const asked = ++this.#asked;
    const words = worded(settings.task);
    const training = words ? settings.training : { ...recipe, ...settings.training };
    const { attention = shapes.looking.attention, attentionSize, ...shared } = settings.config;
    const hidden = shared.hidden ?? hiddenSizes[words ? 'words' : 'digits'];
    const fixed: ModelConfig = { ...shapes.fixed, ...shared, hidden, attention: this.context };
    const looking: ModelConfig = { ...shapes.looking, ...shared, hidden, attention, ...(attentionSize !== undefined && { attentionSize }) };
    const loan = borrow(options);
    // Where no sizes can be found, or there is no engine, the model itself says why it cannot be made.
    const matched = await loan.engine.then((engine) => asLarge(engine, settings, looking, fixed)).catch(() => looking);
    const both = asked === this.#asked
      ? [super.configure({ ...settings, model: null, training, config: matched }, options), this.fixed.configure({ ...settings, model: null, training, config: fixed }, options)] : [];
    loan.release();
    await Promise.all(both);
  }

  override async start(): Promise<void> { await Promise.all([super.start(), this.fixed.start()]); }
  override async pause(phase: 'paused' | 'waiting' = 'paused'): Promise<void> { await Promise.all([super.pause(phase), this.fixed.pause(phase)]); }
  override async stepOnce(): Promise<void> { await Promise.all([super.stepOnce(), this.fixed.stepOnce()]); }
  override async reset(): Promise<void> { await Promise.all([super.reset(), this.fixed.reset()]); }
  override async setFull(full: boolean): Promise<void> { await Promise.all([super.setFull(full), this.fixed.setFull(full)]); }
  override watch(tokens: string[]): void { super.watch(tokens); this.fixed.watch(tokens); }
  override async close(): Promise<void> {
    this.#asked++;
    await Promise.all([super.close(), this.fixed.close()]);
  }
}
