// IBM Model 1 beside attention: its alignment of a sentence and of what the model wrote for it, and its error rate on held-out pairs.
// It is learnt in the engine, from pairs like those that the model trains on, when it is first asked for and anew for another task.
import type { Alignment, IbmModel1 } from '../../engine/types.ts';
import type { Session, Task } from '../session.ts';

const learntFrom = 2000; // training pairs
const measuredOn = 200; // held-out pairs
const pause = 400; // ms between two alignments while what is written changes

export class Ibm {
  errorRate: number | null = null;
  /** Of the last source and output that were asked for, or of those before them. */
  alignment: Alignment | null = null;
  #task: Task | null = null;
  #measuredTask: Task | null = null;
  #key = ''; // of what was asked for last
  #busy = false;
  #next: { source: string[]; output: string[] } | null = null;

  constructor(private readonly session: Session, private readonly changed: () => void) {}

  /** Its error rate on held-out pairs, once for a task whose links are known. */
  async measure(): Promise<void> {
    const { task } = this.session;
    if (!task || task === this.#measuredTask) return;
    this.#measuredTask = task;
    this.errorRate = null;
    const made = await this.#learn(task, task.heldOut(measuredOn));
    if (task !== this.#measuredTask) return;
    this.errorRate = made?.alignmentErrorRate ?? null;
    this.changed();
  }

  /** Asks for the alignment of a sentence and what was written for it; the last asked for is the one that comes. */
  align(source: string[], output: string[]): void {
    const { task } = this.session;
    const key = `${source.join(' ')}\t${output.join(' ')}`;
    if (!task || source.length === 0 || output.length === 0 || (key === this.#key && task === this.#task)) return;
    this.#key = key;
    this.#task = task;
    this.#next = { source, output };
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#next && this.#task) {
      const { source, output } = this.#next;
      this.#next = null;
      const { tokens, unk } = this.#task.vocabularies.source;
      const known = new Set(tokens);
      // It has learnt what the model reads.
      const read = source.map((word) => (known.has(word) ? word : tokens[unk] ?? word));
      const made = await this.#learn(this.#task, [{ source: read, target: output }]);
      this.alignment = made && { ...made.alignments[0]!, columns: source };
      this.changed();
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
    this.#busy = false;
  }

  /** Null where the task or the engine went meanwhile. */
  async #learn(task: Task, align: Parameters<NonNullable<Awaited<Session['engine']>>['ibmModel1']>[0]): Promise<IbmModel1 | null> {
    try {
      return await (await this.session.engine)!.ibmModel1(task.trainingExamples(learntFrom), { align });
    } catch {
      return null;
    }
  }
}
