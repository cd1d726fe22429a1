/** So many failures running, and the database counts as away. */
const FAILURES = 3;
/** While it is away and nothing else finds out, one request at a time tries it, this often. */
const TRY_EVERY_MS = 500;

/** Whether it is worth waiting for the database, learnt from how storing went. Times are milliseconds. */
export class DatabaseGate {
  #failures = 0;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #nextTry = 0;

  get away(): boolean {
    return this.#failures >= FAILURES;
  }

  /** Something was stored. */
  succeeded(now: number): void {
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
