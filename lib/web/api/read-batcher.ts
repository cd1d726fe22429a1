import { type BatchPart, MAX_BATCH_READS, MAX_BATCH_URL_LENGTH, readBatch } from "@/lib/web/batch/contract";

type Options = {
  /** Reads one address, be it that of several reads. */
  ask: (address: string, signal: AbortSignal | undefined) => Promise<unknown>;
  problem: (status: number, body: unknown) => Error;
  /** Whether nobody answered, so that nobody would answer each by itself either. */
  isUnanswered: (error: unknown) => boolean;
};

type Waiting = {
  address: string;
  signal: AbortSignal | undefined;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

type Known = { tag: string; answer: unknown };

/** So many answers are kept to ask whether they still hold. */
const MOST_KNOWN = 24;

/**
 * Asks in one request for what an event made old, and remembers the answers' tags, so that what did not change does
 * not come again.
 */
export class ReadBatcher {
  readonly #options: Options;
  #gathers = false;
  #waiting: Waiting[] = [];
  #known = new Map<string, Known>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What is asked for while `work` runs goes out together. */
  within<T>(work: () => T): T {
    this.#gathers = true;
    try {
      return work();
    } finally {
      this.#gathers = false;
      this.#send();
    }
  }

  /** The answer to a read that is asked for within such work; null outside of any. */
  take(address: string, signal: AbortSignal | undefined): Promise<unknown> | null {
    if (!this.#gathers) return null;
    return new Promise((resolve, reject) => this.#waiting.push({ address, signal, resolve, reject }));
  }

  #send(): void {
    const waiting = this.#waiting.splice(0);
    for (const group of groupsOf(waiting)) void this.#ask(group);
  }

  async #ask(group: Waiting[]): Promise<void> {
    const parts = await this.#parts(group).catch((error: unknown) => {
      if (!this.#options.isUnanswered(error)) return null;
      for (const { reject } of group) reject(error);
      return "unanswered" as const;
    });
    if (parts === "unanswered") return;
    for (const [n, one] of group.entries()) {
      const part = parts?.[n];
      // A server of another version, or none: each by itself says what is wrong.
      if (!part) this.#options.ask(one.address, one.signal).then(one.resolve, one.reject);
      else this.#settle(one, part);
    }
  }

  async #parts(group: Waiting[]): Promise<BatchPart[]> {
    const search = new URLSearchParams();
    for (const { address } of group) search.append("read", address);
    for (const { address } of group) search.append("tag", this.#known.get(address)?.tag ?? "");
    const answer = await this.#options.ask(`${readBatch.path}?${search}`, signalOf(group));
    return (answer as { parts: BatchPart[] }).parts;
  }

  #settle({ address, signal, resolve, reject }: Waiting, { status, tag, body }: BatchPart): void {
    const known = this.#known.get(address);
    if (status >= 400) reject(this.#options.problem(status, body));
    else if (status !== 304) {
      if (tag !== null) this.#remember(address, { tag, answer: body });
      resolve(body);
    } else if (known?.tag === tag) resolve(known.answer);
    // What holds still was forgotten meanwhile.
    else this.#options.ask(address, signal).then(resolve, reject);
  }

  #remember(address: string, known: Known): void {
    this.#known.delete(address);
    this.#known.set(address, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Groups that an address has room for. */
function groupsOf(waiting: Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [];
  let room = 0;
  for (const one of waiting) {
    const length = encodeURIComponent(one.address).length;
    const last = groups.at(-1);
    room -= length;
    if (last && room >= 0 && last.length < MAX_BATCH_READS) last.push(one);
    else {
      groups.push([one]);
      room = MAX_BATCH_URL_LENGTH - length;
    }
  }
  return groups;
}

/** Ends the request when nobody wants any of its answers any more. */
function signalOf(group: Waiting[]): AbortSignal {
  const all = new AbortController();
  let left = group.length;
  for (const { signal } of group)
    signal?.addEventListener("abort", () => {
      left -= 1;
      if (left === 0) all.abort();
    });
  return all.signal;
}
