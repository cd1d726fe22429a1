import "server-only";
import { basename, join } from "node:path";
import { log } from "@/lib/base/request/log.server";
import { isDiskFull, newOwner, OwnerWatch, SpoolReserve } from "./disk/spool-host.server";
import { claim, type Disk, isMissing, machineDisk, Segment, syncFolder } from "./spool-segment.server";

/** A new segment begins when one has grown to this, bytes. */
const MAX_SEGMENT_BYTES = 8_000_000;
/** The most that waits in memory for the disk. */
const MAX_QUEUED_BYTES = 64_000_000;
/** Before the name of a segment that its process gave away. */
const GIVEN_AWAY = "left-";
/** Such a segment is dated back, so that it counts as abandoned on any machine, as after a restore. */
const GIVEN_AWAY_AT = new Date("2000-01-01T00:00:00Z");
const FILE_NAME = /^(.+?)\.(?:\d{8}\.segment|(probe))$/;
type Entry = { record: Buffer; receivedAt: number; resolve(): void; reject(error: unknown): void };

export type SpoolFigures = {
  /** Records not applied yet. */
  records: number;
  bytes: number;
  /** When the oldest of them was received, milliseconds since 1970. */
  oldest: number | null;
  /** The number of records that this process has appended. */
  total: number;
  /** Pieces of damaged records, copied to the folder `damaged`. */
  damaged: number;
  /** Files that the last attempt could not read, take over or remove. */
  unread: number;
  /** The error of the last attempt to write or read. */
  failure: string | null;
};

/**
 * Durable records in the files of a folder: each is flushed to the disk before it counts, so that it survives a crash
 * of the process or the system and a power cut. Each process writes its own files and takes over those of dead ones.
 */
export class Spool {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #owner = newOwner();
  readonly #owners = new OwnerWatch();
  readonly #reserve: SpoolReserve;
  #queue: Entry[] = [];
  #queuedBytes = 0;
  #flushing = false;
  #numbered = 0;
  #total = 0;
  #damaged = 0;
  #failure: string | null = null;
  /** True if the failure is a full disk. */
  #isFull = false;
  /** Files of other processes that the last poll could not take over, each with the reason. */
  #refused = new Map<string, string>();
  /** Files claimed from other processes that could be neither read nor given back. */
  readonly #claimed = new Set<string>();
  /** Files whose creation failed, and which may exist without a record. */
  readonly #failedFiles = new Set<string>();
  /** The segment that is written to. */
  #active: Segment | undefined;
  /** All segments with records, oldest first. */
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
   * Makes a record durable. Records that arrive during a flush share the next one.
   * @param receivedAt milliseconds since 1970
   * @throws Error when the disk is full or fails
   */
  append(record: Buffer, receivedAt: number): Promise<void> {
    if (this.#queuedBytes > MAX_QUEUED_BYTES)
      return Promise.reject(new Error("Too many records wait for the disk"));
    return new Promise((resolve, reject) => {
      this.#queue.push({ record, receivedAt, resolve, reject });
      this.#queuedBytes += record.length;
      if (!this.#flushing) void this.#flush();
    });
  }

  /** The readable segments with pending records, oldest first. */
  pending(): Segment[] {
    return this.#segments.filter(({ records, fault }) => records > 0 && fault === null);
  }

  figures(): SpoolFigures {
    const segments = this.#segments;
    const faults = [...segments.flatMap(({ fault }) => fault ?? []), ...this.#refused.values()];
    return {
      records: segments.reduce((sum, { records, stuck }) => sum + records + stuck, 0),
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      oldest: segments.reduce<number | null>((oldest, one) => earliest(oldest, one.oldest), null),
      total: this.#total,
      damaged: this.#damaged,
      unread: faults.length,
      failure: this.#failure ?? unreadFailure(faults),
    };
  }

  /** True if the disk only has space for the rest of the reserve, or less. */
  get isOutOfRoom(): boolean {
    return this.#reserve.isShort || (this.#failure !== null && this.#isFull);
  }

  /** Creates or refills the reserve for a full disk. @throws Error when the disk is full or fails */
  async fillReserve(): Promise<void> {
    await this.#makeFolder();
    await this.#reserve.fill();
  }

  /** Removes segments whose records are all applied. */
  async removeApplied(): Promise<void> {
    if (!this.#flushing && this.#active?.records === 0 && this.#active.stuck === 0) this.#active = undefined;
    const done = this.#segments.filter(
      ({ records, stuck, path }) => records === 0 && stuck === 0 && path !== this.#active?.path,
    );
    for (const segment of done) await this.#remove(segment);
    await this.#countDamaged();
  }

  /** Retries what could not be applied, read or removed. */
  async retry(): Promise<void> {
    for (const segment of this.#segments) segment.retry();
    await this.removeApplied();
    for (const path of this.#failedFiles)
      await this.#disk.unlink(path).then(
        () => this.#failedFiles.delete(path),
        (error: unknown) => isMissing(error) && this.#failedFiles.delete(path),
      );
  }

  /** Drops a segment that another process took over. */
  forget(segment: Segment): void {
    this.#segments = this.#segments.filter((one) => one !== segment);
  }

  /**
   * Takes over the segments of dead processes, and touches this one's as a sign of life. A segment that cannot be taken
   * over is given back and retried by the next call.
   */
  async takeOver(): Promise<void> {
    for (const segment of this.#segments) await segment.touch().catch(() => undefined);
    const refused = new Map<string, string>();
    const attempt = (path: string, work: () => Promise<void>) =>
      work().catch((error: unknown) => {
        if (!this.#refused.has(path))
          log.error({ err: error, path }, "A file of the spool could not be taken over");
        refused.set(path, describeDiskError(error));
      });
    for (const path of this.#claimed) await attempt(path, () => this.#open(path));
    await attempt(this.#folder, async () => {
      for (const path of await this.#findAbandoned()) await attempt(path, () => this.#takeOver(path));
    });
    this.#refused = refused;
  }

  /**
   * Gives all segments away to the process that drains this folder, as if this one had died.
   * @throws Error when the disk fails; what was not given away stays and can be given away again
   */
  async giveAway(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = true;
    try {
      this.#active = undefined;
      for (const segment of [...this.#segments]) {
        await segment.end();
        const left = join(this.#folder, GIVEN_AWAY + basename(segment.path));
        if (await claim(segment.path, left, this.#disk))
          await this.#disk.utimes(left, GIVEN_AWAY_AT, GIVEN_AWAY_AT);
        this.forget(segment);
      }
    } finally {
      this.#flushing = false;
      if (this.#queue.length > 0) void this.#flush();
    }
  }

  /** Returns true if another process has given segments away in this folder. */
  async hasGifts(): Promise<boolean> {
    const names = await this.#namesIn(this.#folder).catch(() => []);
    return names.some((name) => name.startsWith(GIVEN_AWAY));
  }

  /** Tests whether the spool can be written, so that a full disk is known before it matters. */
  async probe(): Promise<void> {
    if (this.#segments.length > 0 && this.#failure === null) return;
    try {
      await this.#makeFolder();
      const path = join(this.#folder, `${this.#owner}.probe`);
      // A leftover that cannot be removed does not mean that the disk is broken.
      await this.#disk.unlink(path).catch(() => undefined);
      const segment = await Segment.create(path, this.#disk);
      await segment.append([Buffer.alloc(4_096)]).finally(() => segment.remove());
      this.#failure = null;
    } catch (error) {
      // The reserve has space for what arrives.
      if (isDiskFull(error) && (await this.#reserve.ranOut())) this.#failure = null;
      else this.#failed(error);
    }
  }

  /** Finds the files of dead processes. */
  async #findAbandoned(): Promise<string[]> {
    const found: string[] = [];
    const names = await this.#namesIn(this.#folder);
    this.#owners.keepOnly(names);
    for (const name of names.sort()) {
      const [, owner, probe] = FILE_NAME.exec(name) ?? [];
      if (owner === undefined || owner === this.#owner) continue;
      const path = join(this.#folder, name);
      const touchedAt = await this.#disk.stat(path).then(({ mtimeMs }) => mtimeMs, Date.now);
      if (!this.#owners.isGone(name, owner, touchedAt)) continue;
      if (probe) await this.#disk.unlink(path).catch(() => undefined);
      else found.push(path);
    }
    return found;
  }

  async #takeOver(path: string): Promise<void> {
    const mine = this.#newPath();
    if (!(await claim(path, mine, this.#disk))) return;
    this.#claimed.add(mine);
    try {
      await this.#open(mine);
    } catch (error) {
      // Another process may have the memory or the file handles that this one lacks.
      await claim(mine, path, this.#disk).then(
        () => this.#claimed.delete(mine),
        () => undefined,
      );
      throw error;
    }
  }

  async #open(mine: string): Promise<void> {
    const segment = await Segment.takeOver(mine, this.#disk);
    if (segment) {
      log.info({ records: segment.records }, "Took over the spool files of another process");
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
    while (this.#queue.length > 0) {
      const group = this.#queue;
      this.#queue = [];
      this.#queuedBytes = 0;
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
      await this.#abandonActive();
      if (isDiskFull(error) && (await this.#reserve.release().catch(() => false))) return this.#write(group);
      this.#failed(error);
      for (const { reject } of group) reject(error);
    }
  }

  /** Appends to a new segment when another process took over the current one. */
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
    segment.oldest = group.reduce((oldest, { receivedAt }) => earliest(oldest, receivedAt), segment.oldest);
    this.#total += group.length;
    return true;
  }

  async #writable(): Promise<Segment> {
    if (this.#active && this.#active.size < MAX_SEGMENT_BYTES && this.#active.stuck === 0)
      return this.#active;
    await this.#active?.end();
    this.#active = undefined;
    await this.#makeFolder();
    const path = this.#newPath();
    try {
      this.#active = await Segment.create(path, this.#disk);
    } catch (error) {
      this.#failedFiles.add(path);
      throw error;
    }
    this.#segments.push(this.#active);
    return this.#active;
  }

  /** Cuts off a partial write and starts another segment: after a failed flush the file is not trusted. */
  async #abandonActive(): Promise<void> {
    const segment = this.#active;
    this.#active = undefined;
    await segment?.end();
    if (segment && !segment.isKept) await this.#remove(segment);
  }

  /** A file that cannot be removed stays listed and is retried. */
  async #remove(segment: Segment): Promise<void> {
    try {
      await segment.remove();
      this.forget(segment);
    } catch (error) {
      if (segment.fault === null) log.error({ err: error }, "A file of the spool cannot be removed");
      segment.fault = describeDiskError(error);
    }
  }

  async #makeFolder(): Promise<void> {
    const made = await this.#disk.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(join(this.#folder, ".."), this.#disk);
  }

  #failed(error: unknown): void {
    if (this.#failure === null) log.error({ err: error }, "The spool cannot be written");
    this.#isFull = isDiskFull(error);
    this.#failure = describeDiskError(error);
  }

  #newPath(): string {
    this.#numbered += 1;
    return join(this.#folder, `${this.#owner}.${String(this.#numbered).padStart(8, "0")}.segment`);
  }
}

/** The message of a disk error without its path, which only the log may show. */
export function describeDiskError(error: unknown): string {
  const cause = error instanceof Error ? error.message : String(error);
  return cause.replace(/, \w+ '.*$/, "");
}

function unreadFailure(faults: readonly string[]): string | null {
  const [first] = faults;
  if (first === undefined) return null;
  const files = faults.length === 1 ? "1 file of the spool" : `${faults.length} files of the spool`;
  return `${files} cannot be read or removed (${first})`;
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
