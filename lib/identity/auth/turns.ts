/** Lets so much work run at once; what comes on top waits in the order in which it came. */
export class Turns {
  readonly #atOnce: number;
  #running = 0;
  #line: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Whether nothing runs, so that nothing waits either. */
  get idle(): boolean {
    return this.#running === 0;
  }

  /**
   * Does the work when it is its turn.
   * @param signal leaves the line once it aborts
   * @throws the signal's reason, or what the work throws
   */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      // The next in line takes over the place, so that nobody slips in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#line = this.#line.filter((one) => one !== begin);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#line.push(begin);
    });
  }
}
