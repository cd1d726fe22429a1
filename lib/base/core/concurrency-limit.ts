/** Runs at most `limit` tasks at once; the rest queue in order. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #running = 0;
  #queue: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of queued tasks. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** True if nothing runs or waits. */
  get idle(): boolean {
    return this.#running === 0;
  }

  /**
   * Runs a task once a slot is free.
   * @param signal takes the task out of the queue when it aborts
   * @throws the signal's reason, or what the task throws
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#limit) this.#running += 1;
    else await this.#wait(signal);
    try {
      return await task();
    } finally {
      // Hand the slot to the next in the queue, so that no newcomer overtakes it.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue = this.#queue.filter((one) => one !== begin);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queue.push(begin);
    });
  }
}
