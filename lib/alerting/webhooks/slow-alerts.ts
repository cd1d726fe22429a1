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
