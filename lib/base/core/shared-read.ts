/** A read may take a third of the time at most, however many ask: between two it rests so many times as long as the last took. */
const RESTS = 2;

const LONGEST_REST_MS = 400;

type Running<T> = { version: number; begun: boolean; maxAge: number; keeps: boolean; promise: Promise<T> };

/**
 * One value that many ask for, read once for all who wait: for what a crowd polls and what is dear to read (counts,
 * overviews, freshness), so that the database feels one reader, however many ask; who comes during a read waits for
 * the next, or takes a value that is young enough. What must be read at once for each request, and is cheap, is
 * shared by `sharedInTurn`. `get(0)` answers with what was read after it was asked
 * for; a value may also be kept until it is said to be old. Never two readings run at a time, and in a storm they
 * keep apart by what they cost.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #now: () => number;
  #version = 0;
  #held: { value: T; version: number; at: number } | null = null;
  #running: Running<T> | null = null;
  #restUntil = Number.NEGATIVE_INFINITY;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** The least that lies between the beginnings of two readings, in milliseconds. */
  apart = 0;

  /** @param now milliseconds of a clock that only runs on */
  constructor(read: () => Promise<T>, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  /** From now on what is held is old, and what is being read too. */
  invalidate(): void {
    this.#version += 1;
  }

  /**
   * @param maxAge in milliseconds: an older value is read anew; 0: nothing that was read before now counts
   * @param keeps whether it is held for others, who may be content with it
   */
  async get(maxAge: number, keeps = maxAge > 0): Promise<T> {
    const held = this.#current(maxAge);
    if (held) return held.value;
    const running = this.#running;
    // What has not begun yet will hold all that changed until then.
    if (running && (!running.begun || (maxAge > 0 && running.version === this.#version))) {
      running.maxAge = Math.min(running.maxAge, maxAge);
      running.keeps ||= keeps;
      return running.promise;
    }
    return this.#start(running?.promise, maxAge, keeps);
  }

  /** What is held, however old it is, and a new read under way if it is; the first is waited for. */
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

  /** When the reading before is over, and has been followed by a rest. */
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
    // As of now, not as of when it was asked for: what changed while it waited is in it.
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
 * One read for all who ask in the same turn of the event loop, begun after each of them asked: for what decides on each
 * request (sessions, tenancies, screens), where nobody may be answered with what was read before, nobody should wait
 * for another's read, and a read costs little. What many poll, and what is dear to read, is shared by `SharedRead`.
 * @throws what the read throws, to each of them
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
 * One read for all keys that are asked for in the same turn of the event loop; it begins after each was asked for.
 * @param readAll gives what it finds by its key
 * @returns null for a key that it does not find
 * @throws what the read throws, to each of them
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
