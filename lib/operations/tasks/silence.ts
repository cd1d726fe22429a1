/** Two missed heartbeats. */
const DEAD_AFTER_MS = 25_000;

/** A process with a heartbeat: each one changes `beat`; after `ended` there is none. */
export type Living = { id: string; beat: string; ended: boolean };

/**
 * Finds processes that stopped their heartbeat, by this process's own observation. Ages by the stored times would be
 * wrong when a clock is set.
 */
export class SilenceWatch {
  #seen = new Map<string, { beat: string; since: number }>();

  /**
   * @param now milliseconds of a monotonic clock
   * @returns the ids of those that have ended, or were observed for 25 s without a new heartbeat
   */
  look(all: readonly Living[], now: number): string[] {
    const before = this.#seen;
    this.#seen = new Map(
      all.map(({ id, beat }) => {
        const known = before.get(id);
        return [id, known?.beat === beat ? known : { beat, since: now }];
      }),
    );
    const silent = ({ id }: Living) => now - (this.#seen.get(id)?.since ?? now) >= DEAD_AFTER_MS;
    return all.filter((one) => one.ended || silent(one)).map(({ id }) => id);
  }
}
