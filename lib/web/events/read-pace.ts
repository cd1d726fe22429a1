/** Between the starts of two reads while events go on, so that each change is seen within two seconds. */
const STORM_MS = 1_400;
/** After this time a storm counts as long, */
const LONG_MS = 10_000;
/** and is read less often: nobody follows a list that changes every second. Also the longest wait. */
const LONG_STORM_MS = 10_000;
/** A slow server is read less often: the wait is this many times the duration of the last read. */
const TIMES = 4;
/** For a hidden window, of which only the count in the title shows. */
const HIDDEN_MS = 10_000;
const JITTER = 0.1;
/** A storm synchronises the reads of all windows; large jitter on long waits spreads them again. */
const LONG_JITTER = 0.3;

/**
 * Decides when reads that events made old are repeated: soon after a single event, and at a distance while events go on.
 * Times are monotonic milliseconds.
 */
export class ReadPace {
  readonly #draw: () => number;
  /** Drawn once per wait: drawn at each event, the smallest would count. */
  #chance: number;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** When the storm began: since then each read had to wait. */
  #stormAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  #took = 0;

  /** @param draw random numbers from 0 to 1, which spread the reads of many clients */
  constructor(draw: () => number = Math.random) {
    this.#draw = draw;
    this.#chance = draw();
  }

  /** A read begins. */
  begin(now: number): void {
    if (!this.#isHeld) this.#stormAt = now;
    this.#isHeld = false;
    this.#begunAt = now;
    this.#chance = this.#draw();
  }

  /** The read has been answered or has failed. */
  end(now: number): void {
    this.#took = now - this.#begunAt;
  }

  /** Milliseconds from now until the next read. @param first the wait after a single event */
  wait(now: number, first: number, hidden = false): number {
    const wait = this.#begunAt + (hidden ? HIDDEN_MS : this.#apart()) - now;
    this.#isHeld ||= wait > first;
    return Math.max(first, wait);
  }

  #apart(): number {
    const least = this.#begunAt - this.#stormAt < LONG_MS ? STORM_MS : LONG_STORM_MS;
    const apart = Math.min(Math.max(least, this.#took * TIMES), LONG_STORM_MS);
    const jitter = apart < LONG_STORM_MS ? JITTER : LONG_JITTER;
    return apart * (1 - jitter + 2 * jitter * this.#chance);
  }
}
