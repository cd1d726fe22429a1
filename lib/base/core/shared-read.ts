/** Pause after a read, in multiples of its duration, so that reads take a third of the time at most. */
const RESTS = 2;

const LONGEST_REST_MS = 400;

type Running<T> = { version: number; begun: boolean; maxAge: number; keeps: boolean; promise: Promise<T> };

/**
 * Shares one expensive read (counts, overviews, freshness) among many callers, so that the database sees a single reader.
 * A caller during a read waits for the next one, or takes a value that is young enough; `get(0)` always returns a value
 * read after the call. Reads never overlap, and pause in proportion to their cost. Cheap reads that every request needs at
 * once are shared by `sharedInTurn`.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #now: () => number;
  #version = 0;
  #held: { value: T; version: number; at: number } | null = null;
  #running: Running<T> | null = null;
  #restUntil = Number.NEGATIVE_INFINITY;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** Minimum time between the starts of two reads, in milliseconds. */
  apart = 0;

  /** @param now monotonic milliseconds */
  constructor(read: () => Promise<T>, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  /** Marks the held value, and the read in progress, as old. */
  invalidate(): void {
    this.#version += 1;
  }

  /**
   * @param maxAge in milliseconds; 0 requires a read that starts after the call
   * @param keeps whether the value is held for other callers
   */
  async get(maxAge: number, keeps = maxAge > 0): Promise<T> {
    const held = this.#current(maxAge);
    if (held) return held.value;
    const running = this.#running;
    // A read that has not started will include every change until then.
    if (running && (!running.begun || (maxAge > 0 && running.version === this.#version))) {
      running.maxAge = Math.min(running.maxAge, maxAge);
      running.keeps ||= keeps;
      return running.promise;
    }
    return this.#start(running?.promise, maxAge, keeps);
  }

  /** Returns the held value at any age, and refreshes it in the background if it is old; only the first read is awaited. */
  async getSoon(maxAge: number): Promise<T> {
    const held = this.#held;
    const current = this.get(maxAge);
    if (!held) return current;
    current.catch(() => undefined);
    return held.value;
  }

  #start(before: Promise<unknown> | undefined, maxAge: number, keeps: boolean): Promise<T> {
    const promise = this.#after(before).then(() => {
      running.begun = true;
      running.version = this.#version;
      const held = this.#current(running.maxAge);
      return held ? held.value : this.#readNow(running);
    });
    const running: Running<T> = { version: this.#version, begun: false, maxAge, keeps, promise };
    this.#running = running;
    const ended = () => {
      if (this.#running === running) this.#running = null;
    };
    running.promise.then(ended, ended);
    return running.promise;
  }

  /** Waits for the previous read and its pause. */
  async #after(before: Promise<unknown> | undefined): Promise<void> {
    await before?.catch(() => undefined);
    const rest = Math.max(this.#restUntil, this.#begunAt + this.apart) - this.#now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }

  #current(maxAge: number): { value: T } | null {
    const held = this.#held;
    if (maxAge <= 0 || !held || held.version !== this.#version) return null;
    return this.#now() - held.at <= maxAge ? held : null;
  }

  async #readNow(running: Running<T>): Promise<T> {
    // Version and time of the start of the read, not of the call: changes in between are included.
    const version = this.#version;
    const at = this.#now();
    this.#begunAt = at;
    try {
      const value = await this.#read();
      if (running.keeps) this.#held = { value, version, at };
      return value;
    } finally {
      const ended = this.#now();
      this.#restUntil = ended + Math.min((ended - at) * RESTS, LONGEST_REST_MS);
    }
  }
}

/**
 * Shares one cheap read among all callers in the same turn of the event loop. It starts after all these calls, so no
 * caller gets an older value. For reads that decide about each request (sessions, tenancies, screens); for expensive
 * reads see `SharedRead`.
 * @throws what the read throws, to every caller
 */
export function sharedInTurn<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= new Promise((resolve) => {
      setImmediate(() => {
        asked = null;
        resolve(read());
      });
    });
    return asked;
  };
}

/**
 * Batches the keys requested in the same turn of the event loop into one read.
 * @param readAll returns the values found, by key
 * @returns null for a key without a value
 * @throws what the read throws, to every caller
 */
export function batchedInTurn<K, V>(
  readAll: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | null> {
  let keys = new Set<K>();
  const read = sharedInTurn(() => {
    const asked = [...keys];
    keys = new Set();
    return readAll(asked);
  });
  return async (key) => {
    keys.add(key);
    return (await read()).get(key) ?? null;
  };
}
