import "server-only";
import { mkdir, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { log } from "@/lib/http/log.server";
import { isGone, newOwner } from "./spool-owner.server";
import { claim, type Opener, Segment, syncFolder } from "./spool-segment.server";

/** A segment is begun anew when it has grown to this. */
const LARGEST_SEGMENT = 8_000_000;
/** What may wait for the disk in memory. */
const MOST_WAITING_BYTES = 64_000_000;
const FILE_NAME = /^(.+?)\.(?:\d{8}\.segment|(probe))$/;

type Entry = { record: Buffer; receivedAt: number; resolve(): void; reject(error: unknown): void };

export type SpoolFigures = {
  /** What waits to be applied. */
  records: number;
  bytes: number;
  /** When the oldest of it was received, milliseconds since 1970. */
  oldest: number | null;
  /** How many records this process has written. */
  total: number;
  /** Why nothing can be written, or could not at the last try. */
  failure: string | null;
};

/**
 * Records in files of a folder, each appended and flushed to the disk before it counts, so that they survive
 * the process, the system and the power. Each process writes files of its own; those of a process that is gone
 * are taken over.
 */
export class Spool {
  readonly #folder: string;
  readonly #opener: Opener | undefined;
  readonly #owner = newOwner();
  #waiting: Entry[] = [];
  #waitingBytes = 0;
  #flushing = false;
  #numbered = 0;
  #total = 0;
  #failure: string | null = null;
  /** The one that is written to. */
  #active: Segment | undefined;
  /** All that hold records, oldest first. */
  #segments: Segment[] = [];

  constructor(folder: string, opener?: Opener) {
    this.#folder = folder;
    this.#opener = opener;
  }

  get folder(): string {
    return this.#folder;
  }

  /**
   * Makes a record durable. Those that come while the disk is busy go with the next flush, all together.
   * @param receivedAt milliseconds since 1970
   * @throws Error when the disk is full or refuses
   */
  append(record: Buffer, receivedAt: number): Promise<void> {
    if (this.#waitingBytes > MOST_WAITING_BYTES)
      return Promise.reject(new Error("Too many records wait for the disk"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, receivedAt, resolve, reject });
      this.#waitingBytes += record.length;
      if (!this.#flushing) void this.#flush();
    });
  }

  /** The oldest segment with records that wait for their first try, or their next. */
  next(): Segment | undefined {
    return this.#segments.find(({ records }) => records > 0);
  }

  figures(): SpoolFigures {
    const waiting = this.#segments;
    return {
      records: waiting.reduce((sum, { records, stuck }) => sum + records + stuck, 0),
      bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
      oldest: waiting.reduce<number | null>((oldest, one) => earlier(oldest, one.oldest), null),
      total: this.#total,
      failure: this.#failure,
    };
  }

  /** Removes files whose records are all applied. */
  async removeApplied(): Promise<void> {
    if (!this.#flushing && this.#active?.records === 0) this.#active = undefined;
    const done = this.#segments.filter(
      (one) => one.records === 0 && one.stuck === 0 && one !== this.#active && !this.#flushing,
    );
    this.#segments = this.#segments.filter((one) => !done.includes(one));
    for (const segment of done) await segment.remove();
  }

  /** Tries again what could not be applied. */
  retryStuck(): void {
    for (const segment of this.#segments) if (segment.stuck > 0) segment.rewind();
  }

  /**
   * Takes over what processes left behind that are gone, and gives a sign of life for what is this one's.
   * @param receivedAt when a record was received, milliseconds since 1970
   */
  async takeOver(receivedAt: (record: Buffer) => number): Promise<void> {
    for (const segment of this.#segments) await segment.touch().catch(() => undefined);
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.sort()) {
      const [, owner, probe] = FILE_NAME.exec(name) ?? [];
      if (owner === undefined || owner === this.#owner) continue;
      const path = join(this.#folder, name);
      const touchedAt = await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now);
      if (!isGone(owner, touchedAt, Date.now())) continue;
      if (probe) await unlink(path).catch(() => undefined);
      else await this.#takeOver(path, receivedAt);
    }
  }

  /** Tries whether something could be written, so that a full disk is known before it matters. */
  async probe(): Promise<void> {
    if (this.#segments.length > 0) return;
    try {
      await this.#makeFolder();
      const segment = await Segment.create(join(this.#folder, `${this.#owner}.probe`), this.#opener);
      await segment.append([Buffer.alloc(4_096)]).finally(() => segment.remove());
      this.#failure = null;
    } catch (error) {
      this.#failed(error);
    }
  }

  async #takeOver(path: string, receivedAt: (record: Buffer) => number): Promise<void> {
    const mine = this.#newPath();
    if (!(await claim(path, mine))) return;
    const segment = await Segment.takeOver(mine, receivedAt);
    log.info({ records: segment?.records ?? 0 }, "What a process left in the spool is taken over");
    if (segment) this.#segments.unshift(segment);
    else await unlink(mine);
    this.#segments.sort((a, b) => (a.oldest ?? Number.MAX_VALUE) - (b.oldest ?? Number.MAX_VALUE));
  }

  async #flush(): Promise<void> {
    this.#flushing = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#write(group);
    }
    this.#flushing = false;
  }

  async #write(group: Entry[]): Promise<void> {
    try {
      // A file that another process took over is given up; the next one is new and so still ours.
      for (let tries = 1; !(await this.#append(group)); tries += 1)
        if (tries === 3) throw new Error("Other processes take over the spool of this one");
      this.#failure = null;
      for (const { resolve } of group) resolve();
    } catch (error) {
      await this.#giveUpActive();
      this.#failed(error);
      for (const { reject } of group) reject(error);
    }
  }

  async #append(group: Entry[]): Promise<boolean> {
    const segment = await this.#writable();
    const kept = await segment.append(group.map(({ record }) => record));
    if (!kept) {
      this.#active = undefined;
      this.#segments = this.#segments.filter((one) => one !== segment);
      await segment.close();
      return false;
    }
    segment.oldest = group.reduce((oldest, { receivedAt }) => earlier(oldest, receivedAt), segment.oldest);
    this.#total += group.length;
    return true;
  }

  async #writable(): Promise<Segment> {
    if (this.#active && this.#active.size < LARGEST_SEGMENT && this.#active.stuck === 0) return this.#active;
    await this.#makeFolder();
    this.#active = await Segment.create(this.#newPath(), this.#opener);
    this.#segments.push(this.#active);
    return this.#active;
  }

  /** What was written in part is cut off; what the disk does with the rest is not trusted any more. */
  async #giveUpActive(): Promise<void> {
    const segment = this.#active;
    this.#active = undefined;
    await segment?.cut().catch(() => undefined);
  }

  async #makeFolder(): Promise<void> {
    const made = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(join(this.#folder, ".."));
  }

  #failed(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error);
    if (this.#failure === null) log.error({ err: error }, "The spool cannot be written");
    // The path says where on this machine it is; that is for the log alone.
    this.#failure = cause.replace(/, \w+ '.*$/, "");
  }

  #newPath(): string {
    this.#numbered += 1;
    return join(this.#folder, `${this.#owner}.${String(this.#numbered).padStart(8, "0")}.segment`);
  }
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
