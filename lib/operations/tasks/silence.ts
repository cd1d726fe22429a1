/** Two signs of life that did not come. */
const DEAD_AFTER_MS = 25_000;

/** Somebody who gives signs of life: each changes `beat`, and `ended` says that none will come any more. */
export type Living = { id: string; beat: string; ended: boolean };

/**
 * Who has gone silent, as this process has seen it itself: what is written of a sign of life is by a clock that may be
 * set, so that its age says nothing.
 */
export class SilenceWatch {
  #seen = new Map<string, { beat: string; since: number }>();

  /**
   * @param now milliseconds of a clock that only runs on
   * @returns the ids of those that have ended, or were seen without a new sign of life for 25 s
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
