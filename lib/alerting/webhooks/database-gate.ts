/** So many failures running, and the database counts as away. */
const FAILURES = 3;
/** While it is away and nothing else finds out, one request at a time tries it, this often. */
const TRY_EVERY_MS = 500;

/** Whether it is worth waiting for the database, learnt from how storing went. Times are milliseconds of a clock that only runs on. */
export class DatabaseGate {
  #failures = 0;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #nextTry = 0;
  #isFull = false;

  get away(): boolean {
    return this.#failures >= FAILURES;
  }

  /** Whether it said that its disk is full, and has stored nothing since. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** It said that its disk is full. */
  ranFull(): void {
    this.#isFull = true;
  }

  /** Something was stored. */
  succeeded(now: number): void {
    this.#isFull = false;
    this.#failures = 0;
    this.#lastSuccess = now;
  }

  /** Storing failed, or took too long, for what was begun at that time; success since then outweighs it. */
  failed(begun: number): void {
    if (this.#lastSuccess < begun) this.#failures += 1;
  }

  /** Whether a request that comes now goes to the database: while it is away one now and then does. */
  admits(now: number): boolean {
    if (!this.away) return true;
    if (now < this.#nextTry) return false;
    this.#nextTry = now + TRY_EVERY_MS;
    return true;
  }
}
