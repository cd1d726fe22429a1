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

/** After so many tries that took too long, the notifications of an alert are set aside. */
const MOST_TRIES = 3;

/** Until the next try; what is stuck in the spool is tried again in the meantime. */
const PAUSE_MS = 10_000;

/** So long what comes for it is set aside at once. */
const ASIDE_MS = 600_000;

type Entry = { tries: number; until: number };

/** Alerts whose notifications the database does not store in time, by their keys. Times are milliseconds of any clock. */
export class SlowAlerts {
  readonly #entries = new Map<string, Entry>();

  /** Storing something of it took too long. */
  failed(alert: string, now: number): void {
    const tries = (this.#entries.get(alert)?.tries ?? 0) + 1;
    this.#entries.set(alert, { tries, until: now + (tries < MOST_TRIES ? PAUSE_MS : ASIDE_MS) });
  }

  /** Something of it was stored. */
  succeeded(alert: string): void {
    this.#entries.delete(alert);
  }

  /** What is to be done with more of it: to try it, to try it without others, to let it wait, or to set it aside. */
  advise(alert: string, now: number): "try" | "alone" | "wait" | "aside" {
    const entry = this.#entries.get(alert);
    if (!entry) return "try";
    if (now >= entry.until) return "alone";
    return entry.tries < MOST_TRIES ? "wait" : "aside";
  }
}

/**
 * Takes from several lists in turn, so that a long one does not hold the short ones up.
 * @param most of each list
 * @returns what was taken; the order within each list is kept
 */
export function inTurns<T>(lists: Iterable<readonly T[]>, most: number = Number.POSITIVE_INFINITY): T[] {
  const taken: T[] = [];
  let left = [...lists];
  for (let turn = 0; turn < most && left.length > 0; turn += 1) {
    left = left.filter((list) => list.length > turn);
    for (const list of left) taken.push(...list.slice(turn, turn + 1));
  }
  return taken;
}
