/** Distinct callers in this or the previous window that make a burst. */
const BURST = 5;
const WINDOW_MS = 1_000;

/**
 * Detects that many callers ask for the same thing, which is then read once a second: without it the `load` benchmark
 * used up the database connections (docs/decisions.md, 2026-11-24). Counts distinct callers, so a single program that
 * polls is no burst. Times are monotonic milliseconds.
 */
export class BurstDetector {
  #began = Number.NEGATIVE_INFINITY;
  #now = new Set<string>();
  #before = 0;

  /** Counts a caller. @returns true if the call is part of a burst */
  add(who: string, now: number): boolean {
    const windows = Math.floor((now - this.#began) / WINDOW_MS);
    if (windows >= 1) {
      this.#before = windows === 1 ? this.#now.size : 0;
      this.#now = new Set();
      this.#began = now;
    }
    this.#now.add(who);
    return Math.max(this.#now.size, this.#before) >= BURST;
  }
}
