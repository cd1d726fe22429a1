import { type BatchPart, MAX_BATCH_READS, MAX_BATCH_URL_LENGTH, readBatch } from "@/lib/web/batch/contract";

type Options = {
  /** Reads one address: of a single read, or of a batch. */
  ask: (address: string, signal: AbortSignal | undefined) => Promise<unknown>;
  problem: (status: number, body: unknown) => Error;
  /** Returns true if no answer came: then single reads would get none either. */
  isUnanswered: (error: unknown) => boolean;
};

type Waiting = {
  address: string;
  signal: AbortSignal | undefined;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

type Known = { tag: string; answer: unknown };

/** Answers kept for revalidation. */
const MAX_KNOWN = 24;

/** Sends the reads that an event made old as one request, with their tags, so that unchanged answers are not sent again. */
export class ReadBatcher {
  readonly #options: Options;
  #gathers = false;
  #waiting: Waiting[] = [];
  #known = new Map<string, Known>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Batches the reads taken while `work` runs. */
  gather<T>(work: () => T): T {
    this.#gathers = true;
    try {
      return work();
    } finally {
      this.#gathers = false;
      this.#send();
    }
  }

  /** Adds a read to the batch; null outside of `gather`. */
  take(address: string, signal: AbortSignal | undefined): Promise<unknown> | null {
    if (!this.#gathers) return null;
    return new Promise((resolve, reject) => this.#waiting.push({ address, signal, resolve, reject }));
  }

  #send(): void {
    for (const group of groupByLength(this.#waiting.splice(0))) void this.#ask(group);
  }

  async #ask(group: Waiting[]): Promise<void> {
    let parts: BatchPart[] = [];
    try {
      parts = await this.#parts(group);
    } catch (error) {
      if (this.#options.isUnanswered(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // A server of another version: single reads say what is wrong.
    }
    for (const [n, one] of group.entries()) this.#settle(one, parts[n]);
  }

  async #parts(group: Waiting[]): Promise<BatchPart[]> {
    const search = new URLSearchParams();
    for (const { address } of group) search.append("read", address);
    for (const { address } of group) search.append("tag", this.#known.get(address)?.tag ?? "");
    const answer = await this.#options.ask(`${readBatch.path}?${search}`, signalOfAll(group));
    return (answer as { parts: BatchPart[] }).parts;
  }

  #settle({ address, signal, resolve, reject }: Waiting, part: BatchPart | undefined): void {
    const known = this.#known.get(address);
    if (part && part.status >= 400) reject(this.#options.problem(part.status, part.body));
    else if (part && part.status !== 304) {
      if (part.tag !== null) this.#remember(address, { tag: part.tag, answer: part.body });
      resolve(part.body);
    } else if (part && known?.tag === part.tag) resolve(known.answer);
    // No part, or an unchanged answer that is no longer kept.
    else this.#options.ask(address, signal).then(resolve, reject);
  }

  #remember(address: string, known: Known): void {
    this.#known.delete(address);
    this.#known.set(address, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Splits reads into batches of allowed length. */
function groupByLength(waiting: Waiting[]): Waiting[][] {
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

/** A signal that aborts once all reads of the group are aborted. */
function signalOfAll(group: Waiting[]): AbortSignal {
  const all = new AbortController();
  let left = group.length;
  for (const { signal } of group)
    signal?.addEventListener("abort", () => {
      left -= 1;
      if (left === 0) all.abort();
    });
  return all.signal;
}
