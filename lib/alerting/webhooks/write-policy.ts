/** Circuit breakers and order of writing notifications. Pure; times are milliseconds of a monotonic clock. */

/** The circuit breaker opens after this many failures in a row. */
const MAX_FAILURES = 3;
/** While it is open, one request in this time probes the database. */
const PROBE_EVERY_MS = 500;

/** Circuit breaker for the intake database: opens after 3 failures, probes every 500 ms. */
export class DatabaseCircuitBreaker {
  #failures = 0;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #nextProbe = 0;
  #isFull = false;

  get isOpen(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  /** True if the database reported a full disk and has stored nothing since. */
  get isFull(): boolean {
    return this.#isFull;
  }

  recordFull(): void {
    this.#isFull = true;
  }

  recordSuccess(now: number): void {
    this.#isFull = false;
    this.#failures = 0;
    this.#lastSuccess = now;
  }

  /** Counts an attempt that failed or took too long, unless a later one has succeeded since it began. */
  recordFailure(begun: number): void {
    if (this.#lastSuccess < begun) this.#failures += 1;
  }

  /** Returns true if a request that arrives now goes to the database. While the breaker is open, only a probe does. */
  allowsAttempt(now: number): boolean {
    if (!this.isOpen) return true;
    if (now < this.#nextProbe) return false;
    this.#nextProbe = now + PROBE_EVERY_MS;
    return true;
  }
}

/** After this many timeouts, notifications of an alert go to quarantine without being applied. */
const MAX_TIMEOUTS = 3;
/** Pause before the next attempt. */
const PAUSE_MS = 10_000;
/** The time in which notifications of the alert are quarantined at once. */
const QUARANTINE_MS = 600_000;

/** The way to store the next notification of an alert. */
export type Advice = "try" | "alone" | "wait" | "quarantine";

/** Circuit breakers of single alerts whose notifications the database does not store in time. */
export class SlowAlerts {
  readonly #entries = new Map<string, { timeouts: number; until: number }>();

  recordTimeout(alert: string, now: number): void {
    const timeouts = (this.#entries.get(alert)?.timeouts ?? 0) + 1;
    this.#entries.set(alert, {
      timeouts,
      until: now + (timeouts < MAX_TIMEOUTS ? PAUSE_MS : QUARANTINE_MS),
    });
  }

  recordSuccess(alert: string): void {
    this.#entries.delete(alert);
  }

  advise(alert: string, now: number): Advice {
    const entry = this.#entries.get(alert);
    if (!entry) return "try";
    if (now >= entry.until) return "alone";
    return entry.timeouts < MAX_TIMEOUTS ? "wait" : "quarantine";
  }
}

/**
 * Takes items from several lists in turn, so that a long list does not delay the short ones.
 * @param limit per list
 * @returns the items; the order within each list is kept
 */
export function roundRobin<T>(lists: Iterable<readonly T[]>, limit: number = Number.POSITIVE_INFINITY): T[] {
  const taken: T[] = [];
  let left = [...lists];
  for (let round = 0; round < limit && left.length > 0; round += 1) {
    left = left.filter((list) => list.length > round);
    for (const list of left) taken.push(...list.slice(round, round + 1));
  }
  return taken;
}
