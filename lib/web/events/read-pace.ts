/** In a storm a window or wall reads again so long after it began to read last: what came first is seen within two seconds. */
const STORM_MS = 1_400;
/** A storm that does not end in so long is no news any more: */
const LONG_MS = 10_000;
/** what it brings is read less often, as nobody reads a list that changes each second. */
const LONG_STORM_MS = 10_000;
/** A server that answers late is asked less: so many times what the last read took lies between two, up to that. */
const TIMES = 4;
/** Nobody looks at a hidden window; its title says how many alerts are open. */
const HIDDEN_MS = 10_000;
const JITTER = 0.1;
/** A storm makes all windows read at the same moments; so that they come apart again, each long wait is another. */
const LONG_JITTER = 0.3;

/**
 * When what events made old is read again: soon after the first event, and apart from the last read while they go
 * on. Times are milliseconds of a clock that only runs on.
 */
export class ReadPace {
  readonly #draw: () => number;
  /** Once for each wait: of many drawn anew at each event the least would count. */
  #chance: number;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** When the reads began that each had to wait for the pace. */
  #stormAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  #took = 0;

  /** @param draw a number from 0 to 1 by chance, so that many do not read at the same moment */
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

  /** It has been answered, or has failed. */
  end(now: number): void {
    this.#took = now - this.#begunAt;
  }

  /**
   * How long to wait from now until the next.
   * @param first how long after an event that comes alone
   */
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
