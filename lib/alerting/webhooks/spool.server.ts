import "server-only";
import { join } from "node:path";
import { log } from "@/lib/base/request/log.server";
import { isNoRoom, newOwner, OwnerWatch, SpoolReserve } from "./spool-host.server";
import { claim, type Disk, isMissing, machineDisk, Segment, syncFolder } from "./spool-segment.server";

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
  /** Pieces of files that held records once, kept aside in the folder `damaged`. */
  damaged: number;
  /** Files that could not be read, taken over or removed at the last try. */
  unread: number;
  /** Why something cannot be written or read, or could not at the last try. */
  failure: string | null;
};

/**
 * Records in files of a folder, each appended and flushed to the disk before it counts, so that they survive
 * the process, the system and the power. Each process writes files of its own; those of a process that is gone
 * are taken over.
 */
export class Spool {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #owner = newOwner();
  readonly #others = new OwnerWatch();
  readonly #reserve: SpoolReserve;
  #waiting: Entry[] = [];
  #waitingBytes = 0;
  #flushing = false;
  #numbered = 0;
  #total = 0;
  #damaged = 0;
  #failure: string | null = null;
  /** Whether the failure is that the disk has no room. */
  #isFull = false;
  /** Files of others that could not be taken over at the last look, each with the reason. */
  #refused = new Map<string, string>();
  /** Files of others under a name of this process, that could be neither read nor given back. */
  readonly #claimed = new Set<string>();
  /** Files that were begun without success, and may be there without a record in them. */
  readonly #unmade = new Set<string>();
  /** The one that is written to. */
  #active: Segment | undefined;
  /** All that hold records, oldest first. */
  #segments: Segment[] = [];

  constructor(folder: string, disk: Disk = machineDisk) {
    this.#folder = folder;
    this.#disk = disk;
    this.#reserve = new SpoolReserve(folder);
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

  /** The segments with records that wait for their first try, or their next, oldest first. */
  waiting(): Segment[] {
    return this.#segments.filter(({ records, fault }) => records > 0 && fault === null);
  }

  figures(): SpoolFigures {
    const segments = this.#segments;
    const faults = [...segments.flatMap(({ fault }) => fault ?? []), ...this.#refused.values()];
    return {
      records: segments.reduce((sum, { records, stuck }) => sum + records + stuck, 0),
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      oldest: segments.reduce<number | null>((oldest, one) => earlier(oldest, one.oldest), null),
      total: this.#total,
      damaged: this.#damaged,
      unread: faults.length,
      failure: this.#failure ?? unreadFailure(faults),
    };
  }

  /** Whether the disk has no room for more than what is left of the reserve, or not even that. */
  get isOutOfRoom(): boolean {
    return this.#reserve.isShort || (this.#failure !== null && this.#isFull);
  }

  /** Holds room on the disk for the time when it is full. @throws Error when it is full or refuses */
  async fillReserve(): Promise<void> {
    await this.#makeFolder();
    await this.#reserve.fill();
  }

  /** Removes files whose records are all applied. */
  async removeApplied(): Promise<void> {
    if (!this.#flushing && this.#active?.records === 0 && this.#active.stuck === 0) this.#active = undefined;
    const done = this.#segments.filter(
      ({ records, stuck, path }) => records === 0 && stuck === 0 && path !== this.#active?.path,
    );
    for (const segment of done) await this.#remove(segment);
    await this.#countDamaged();
  }

  /** Tries again what could not be applied, read or removed. */
  async retry(): Promise<void> {
    for (const segment of this.#segments) segment.retry();
    await this.removeApplied();
    for (const path of this.#unmade)
      await this.#disk.unlink(path).then(
        () => this.#unmade.delete(path),
        (error: unknown) => isMissing(error) && this.#unmade.delete(path),
      );
  }

  /** Leaves a file to the process that took it over. */
  forget(segment: Segment): void {
    this.#segments = this.#segments.filter((one) => one !== segment);
  }

  /**
   * Takes over what processes left behind that are gone, and gives a sign of life for what is this one's. What cannot
   * be taken over is given back, and tried again with the next call.
   * @param receivedAt when a record was received, milliseconds since 1970
   */
  async takeOver(receivedAt: (record: Buffer) => number): Promise<void> {
    for (const segment of this.#segments) await segment.touch().catch(() => undefined);
    const refused = new Map<string, string>();
    const attempt = (path: string, work: () => Promise<void>) =>
      work().catch((error: unknown) => {
        if (!this.#refused.has(path))
          log.error({ err: error, path }, "A file of the spool could not be taken over");
        refused.set(path, causeOf(error));
      });
    for (const path of this.#claimed) await attempt(path, () => this.#open(path, receivedAt));
    await attempt(this.#folder, async () => {
      for (const path of await this.#leftBehind())
        await attempt(path, () => this.#takeOver(path, receivedAt));
    });
    this.#refused = refused;
  }

  /** Tries whether something could be written, so that a full disk is known before it matters. */
  async probe(): Promise<void> {
    if (this.#segments.length > 0 && this.#failure === null) return;
    try {
      await this.#makeFolder();
      const path = join(this.#folder, `${this.#owner}.probe`);
      // One that could not be removed is no reason to find the disk broken.
      await this.#disk.unlink(path).catch(() => undefined);
      const segment = await Segment.create(path, this.#disk);
      await segment.append([Buffer.alloc(4_096)]).finally(() => segment.remove());
      this.#failure = null;
    } catch (error) {
      // The reserve takes what comes.
      if (isNoRoom(error) && (await this.#reserve.ranOut())) this.#failure = null;
      else this.#failed(error);
    }
  }

  /** Files of processes that are gone. */
  async #leftBehind(): Promise<string[]> {
    const found: string[] = [];
    const names = await this.#namesIn(this.#folder);
    this.#others.keepOnly(names);
    for (const name of names.sort()) {
      const [, owner, probe] = FILE_NAME.exec(name) ?? [];
      if (owner === undefined || owner === this.#owner) continue;
      const path = join(this.#folder, name);
      const touchedAt = await this.#disk.stat(path).then(({ mtimeMs }) => mtimeMs, Date.now);
      if (!this.#others.isGone(name, owner, touchedAt)) continue;
      if (probe) await this.#disk.unlink(path).catch(() => undefined);
      else found.push(path);
    }
    return found;
  }

  async #takeOver(path: string, receivedAt: (record: Buffer) => number): Promise<void> {
    const mine = this.#newPath();
    if (!(await claim(path, mine, this.#disk))) return;
    this.#claimed.add(mine);
    try {
      await this.#open(mine, receivedAt);
    } catch (error) {
      // Another process may have the room or the file handles that this one lacks.
      await claim(mine, path, this.#disk).then(
        () => this.#claimed.delete(mine),
        () => undefined,
      );
      throw error;
    }
  }

  async #open(mine: string, receivedAt: (record: Buffer) => number): Promise<void> {
    const segment = await Segment.takeOver(mine, this.#disk, receivedAt);
    if (segment) {
      log.info({ records: segment.records }, "What a process left in the spool is taken over");
      this.#segments.unshift(segment);
      this.#segments.sort((a, b) => (a.oldest ?? Number.MAX_VALUE) - (b.oldest ?? Number.MAX_VALUE));
    } else await this.#disk.unlink(mine);
    this.#claimed.delete(mine);
  }

  async #namesIn(folder: string): Promise<string[]> {
    try {
      return await this.#disk.readdir(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async #countDamaged(): Promise<void> {
    const names = await this.#namesIn(join(this.#folder, "damaged")).catch(() => null);
    this.#damaged = names?.length ?? this.#damaged;
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
      await this.#appendSomewhere(group);
      this.#failure = null;
      for (const { resolve } of group) resolve();
    } catch (error) {
      await this.#giveUpActive();
      if (isNoRoom(error) && (await this.#reserve.release().catch(() => false))) return this.#write(group);
      this.#failed(error);
      for (const { reject } of group) reject(error);
    }
  }

  /** A file that another process took over is given up; the next one is new and so still ours. */
  async #appendSomewhere(group: Entry[]): Promise<void> {
    for (let tries = 1; !(await this.#append(group)); tries += 1)
      if (tries === 3) throw new Error("Other processes take over the spool of this one");
  }

  async #append(group: Entry[]): Promise<boolean> {
    const segment = await this.#writable();
    const kept = await segment.append(group.map(({ record }) => record));
    if (!kept) {
      this.#active = undefined;
      this.forget(segment);
      await segment.end();
      return false;
    }
    segment.oldest = group.reduce((oldest, { receivedAt }) => earlier(oldest, receivedAt), segment.oldest);
    this.#total += group.length;
    return true;
  }

  async #writable(): Promise<Segment> {
    if (this.#active && this.#active.size < LARGEST_SEGMENT && this.#active.stuck === 0) return this.#active;
    await this.#active?.end();
    this.#active = undefined;
    await this.#makeFolder();
    const path = this.#newPath();
    try {
      this.#active = await Segment.create(path, this.#disk);
    } catch (error) {
      this.#unmade.add(path);
      throw error;
    }
    this.#segments.push(this.#active);
    return this.#active;
  }

  /** What was written in part is cut off; what the disk does with the rest is not trusted any more. */
  async #giveUpActive(): Promise<void> {
    const segment = this.#active;
    this.#active = undefined;
    await segment?.end();
    if (segment && !segment.isKept) await this.#remove(segment);
  }

  /** A file that cannot be removed stays known, and is tried again. */
  async #remove(segment: Segment): Promise<void> {
    try {
      await segment.remove();
      this.forget(segment);
    } catch (error) {
      if (segment.fault === null) log.error({ err: error }, "A file of the spool cannot be removed");
      segment.fault = causeOf(error);
    }
  }

  async #makeFolder(): Promise<void> {
    const made = await this.#disk.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(join(this.#folder, ".."), this.#disk);
  }

  #failed(error: unknown): void {
    if (this.#failure === null) log.error({ err: error }, "The spool cannot be written");
    this.#isFull = isNoRoom(error);
    this.#failure = causeOf(error);
  }

  #newPath(): string {
    this.#numbered += 1;
    return join(this.#folder, `${this.#owner}.${String(this.#numbered).padStart(8, "0")}.segment`);
  }
}

/** What an error of the disk says, without the path: where on this machine it is, is for the log alone. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.message : String(error);
  return cause.replace(/, \w+ '.*$/, "");
}

function unreadFailure(faults: readonly string[]): string | null {
  const [first] = faults;
  if (first === undefined) return null;
  const files = faults.length === 1 ? "1 file of the spool" : `${faults.length} files of the spool`;
  return `${files} cannot be read or removed (${first})`;
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
