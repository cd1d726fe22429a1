/** So many who ask the same within a second or two are a crowd. */
const CROWD = 5;
const WINDOW_MS = 1_000;

/**
 * Whether many ask for the same thing: by how many they are, so that one who asks often, such as a program that
 * polls, is none and waits for nobody. Times are milliseconds of a clock that only runs on.
 */
export class Crowd {
  #began = Number.NEGATIVE_INFINITY;
  #now = new Set<string>();
  #before = 0;

  /** Somebody asks. @returns whether they are one of a crowd */
  add(who: string, now: number): boolean {
    const windows = Math.floor((now - this.#began) / WINDOW_MS);
    if (windows >= 1) {
      this.#before = windows === 1 ? this.#now.size : 0;
      this.#now = new Set();
      this.#began = now;
    }
    this.#now.add(who);
    return Math.max(this.#now.size, this.#before) >= CROWD;
  }
}
