/**
 * One value that many ask for: read once for all who wait, and kept until it is said to be old. Who asks after
 * something changed never gets what was read before it.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #now: () => number;
  #version = 0;
  #held: { value: T; version: number; at: number } | null = null;
  #running: { version: number; promise: Promise<T> } | null = null;

  /** @param now milliseconds of a clock that only runs on */
  constructor(read: () => Promise<T>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** From now on what is held is old, and what is being read too. */
  invalidate(): void {
    this.#version += 1;
  }

  /** @param maxAge in milliseconds: an older value is read anew */
  async get(maxAge: number): Promise<T> {
    const held = this.#current(maxAge);
    if (held) return held.value;
    const running = this.#running;
    if (running?.version === this.#version) return running.promise;
    // What is under way began before the change: the next read waits for it, so that never two run at a time.
    return this.#start(running?.promise, maxAge);
  }

  /** What is held, however old it is, and a new read under way if it is; the first is waited for. */
  async getSoon(maxAge: number): Promise<T> {
    const held = this.#held;
    const current = this.get(maxAge);
    if (!held) return current;
    current.catch(() => undefined);
    return held.value;
  }

  #start(before: Promise<unknown> | undefined, maxAge: number): Promise<T> {
    const version = this.#version;
    const promise = Promise.resolve(before)
      .catch(() => undefined)
      .then(() => {
        const held = this.#current(maxAge);
        return held ? held.value : this.#readNow();
      });
    const running = { version, promise };
    this.#running = running;
    const ended = () => {
      if (this.#running === running) this.#running = null;
    };
    promise.then(ended, ended);
    return promise;
  }

  #current(maxAge: number): { value: T } | null {
    const held = this.#held;
    return held && held.version === this.#version && this.#now() - held.at <= maxAge ? held : null;
  }

  async #readNow(): Promise<T> {
    // As of now, not as of when it was asked for: what changed while it waited is in it.
    const version = this.#version;
    const at = this.#now();
    const value = await this.#read();
    this.#held = { value, version, at };
    return value;
  }
}
