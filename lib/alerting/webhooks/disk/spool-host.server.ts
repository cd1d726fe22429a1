import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { open, stat, statfs, truncate, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

/** Interval at which a process checks the spool files of others, and touches its own as a sign of life. */
export const CHECK_EVERY_MS = 15_000;

/** A process on another host counts as gone after four missed signs of life. */
const SILENT_MS = 4 * CHECK_EVERY_MS;

/** The most that counts of the time between two checks: a process that was suspended has observed nothing. */
const MAX_CHECK_MS = 2 * CHECK_EVERY_MS;

/** A restore dates its segments back, so that they count as abandoned at once. */
const RESTORED_BEFORE = Date.UTC(2001, 0, 1);

const OWNER = /^(\d+)-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/;

/** Makes a unique name for this process: its id and start time, a hash of its host or container, and random bytes. */
export function newOwner(): string {
  return `${process.pid}-${startTimeOf(process.pid) ?? 0}-${hostHash()}-${randomBytes(4).toString("hex")}`;
}

/**
 * Tells which owners of spool files are gone. An owner in another container or on another host, whose process id means
 * nothing here, is watched: it touches its files as long as it lives. Clocks are never compared.
 */
export class OwnerWatch {
  readonly #seen = new Map<string, { touchedAt: number; at: number; silentMs: number }>();
  readonly #now: () => number;

  /** @param now a monotonic clock, milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns true if the process that owns a file of the spool is gone.
   * @param touchedAt when the file was last touched, milliseconds of any clock
   */
  isGone(file: string, owner: string, touchedAt: number): boolean {
    const [, pid, started, home] = OWNER.exec(owner) ?? [];
    if (home === hostHash()) return startTimeOf(Number(pid)) !== Number(started);
    if (touchedAt < RESTORED_BEFORE) return true;
    const at = this.#now();
    const last = this.#seen.get(file);
    const silentMs = last?.touchedAt === touchedAt ? last.silentMs + Math.min(at - last.at, MAX_CHECK_MS) : 0;
    this.#seen.set(file, { touchedAt, at, silentMs });
    return silentMs >= SILENT_MS;
  }

  /** Forgets the files that are no longer there. */
  keepOnly(files: readonly string[]): void {
    for (const file of this.#seen.keys()) if (!files.includes(file)) this.#seen.delete(file);
  }
}

/** The start time of a process in clock ticks; 0 where the system does not tell it, undefined without the process. */
function startTimeOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : Number(fields[19]);
  } catch {
    return process.platform !== "linux" && isAlive(pid) ? 0 : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A hash of what process ids belong to: this container since the boot of its host. */
function hostHash(): string {
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const pids = attempt(() => readlinkSync("/proc/self/ns/pid"));
  const known = process.platform !== "linux" || (boot !== "" && pids !== "");
  const parts = [hostname(), boot, pids, known ? "" : unknownHost];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 8);
}

/** Unique to this process, so that it recognizes only itself if its namespace cannot be read. */
const unknownHost = randomBytes(8).toString("hex");

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

const MEGABYTE = 1_048_576;

/** Enough for some 20,000 notifications. */
const RESERVE_BYTES = 32 * MEGABYTE;

/** The reserve takes at most an eighth of the free space. */
const MAX_SHARE = 8;

/** The reserve shrinks in steps, so that other writers on a full disk get little of it. */
const STEP_BYTES = MEGABYTE;

/** Less free space than this counts as none, however much the reserve holds. */
const MIN_BYTES = 65_536;

/** Disk space reserved for the spool: a file beside the segments that shrinks on a full disk and grows again later. */
export class SpoolReserve {
  readonly #path: string;
  #isShort = false;

  /** @param folder the spool's */
  constructor(folder: string) {
    this.#path = join(folder, "reserve");
  }

  /** True if some of it was released and the disk has not had ample space since. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /**
   * Creates or refills it, as far as there is ample space.
   * @throws Error when the disk is full or refuses
   */
  async fill(): Promise<void> {
    const size = await this.#size();
    const { bavail, bsize } = await statfs(dirname(this.#path));
    const free = bavail * bsize;
    const wanted = Math.min(RESERVE_BYTES, Math.floor((free + size) / MAX_SHARE));
    if (wanted - size >= STEP_BYTES || (size === 0 && wanted > 0)) await this.#grow(size, wanted);
    if (free >= Math.max(size, MIN_BYTES)) this.#isShort = false;
  }

  /** Records that the disk is full. @returns whether something is left to release */
  async ranOut(): Promise<boolean> {
    this.#isShort = true;
    return (await this.#size()) > 0;
  }

  /** Releases some of it to the disk. @returns false when nothing is left */
  async release(): Promise<boolean> {
    if (!(await this.ranOut())) return false;
    const size = await this.#size();
    await (size > STEP_BYTES ? truncate(this.#path, size - STEP_BYTES) : unlink(this.#path));
    return true;
  }

  async #size(): Promise<number> {
    return stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /** Writes random bytes, which no file system compresses. */
  async #grow(from: number, to: number): Promise<void> {
    const file = await open(this.#path, "a", 0o600);
    try {
      const bytes = randomBytes(STEP_BYTES);
      for (let size = from; size < to; size += STEP_BYTES)
        await file.appendFile(bytes.subarray(0, to - size));
      await file.sync();
    } catch (error) {
      await file.truncate(from).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }
}

/** Admins are warned below this much free space, bytes. */
export const LOW_SPACE_BYTES = 2e9;

/** The disk counts as full below this. */
const FULL_BYTES = 1_000_000;

/** The same for the disk of the embedded database, which stops when it cannot create its next WAL file of 16 MiB. */
const FULL_WITH_DATABASE_BYTES = 20_000_000;

/** The free space for notifications. */
export type DiskState = {
  /** Bytes free on the disk of the spool, or of the embedded database if that is less; null if unknown. */
  free: number | null;
  /** Since when there is space for nothing but the spool's reserve. */
  fullSince: Date | null;
};

/** Returns true for the error of a full disk or quota. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
}

/**
 * Reads the bytes free on the disk of the spool, or of the embedded database if that is less.
 * @param spool its folder
 * @returns also whether the disk counts as full
 */
export async function readFreeSpace(spool: string): Promise<{ free: number | null; isFull: boolean }> {
  const dataDir = dirname(spool);
  const [own, around, database] = await Promise.all([spool, dataDir, join(dataDir, "postgres")].map(freeAt));
  const beside = own ?? around ?? null;
  const isFull =
    (beside !== null && beside < FULL_BYTES) || (database != null && database < FULL_WITH_DATABASE_BYTES);
  const known = [beside, database].filter((bytes) => bytes != null);
  return { free: known.length === 0 ? null : Math.min(...known), isFull };
}

async function freeAt(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
