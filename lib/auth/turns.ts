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

  /** Does the work when it is its turn. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#line.push(resolve));
    try {
      return await work();
    } finally {
      // The next in line takes over the place, so that nobody slips in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
