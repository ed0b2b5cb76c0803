// Something asked for again and again, by a key that says of what: one question at a time is under way, and the last that was asked
// is the one whose answer comes.

export class Latest<T> {
  /** The last answer, and what it answers. */
  value: T | null = null;
  key = '';
  #asked = '';
  #next: (() => Promise<T>) | null = null;
  #busy = false;

  constructor(private readonly arrived: () => void) {}

  /** Asks, unless that was asked last; the answer to this key, where it is there. */
  ask(key: string, make: () => Promise<T>): T | null {
    if (key !== this.#asked) {
      this.#asked = key;
      this.#next = make;
      if (!this.#busy) void this.#work();
    }
    return key === this.key ? this.value : null;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#next) {
      const make = this.#next;
      const key = this.#asked;
      this.#next = null;
      try {
        this.value = await make();
        this.key = key;
      } catch {
        this.value = null; // what it was asked of is gone
        this.key = '';
      }
      this.arrived();
    }
    this.#busy = false;
  }
}
