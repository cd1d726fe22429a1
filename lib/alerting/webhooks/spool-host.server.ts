import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { open, stat, statfs, truncate, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

/** A process that this one cannot see is gone after a minute in which it gave no sign of life. */
const SILENT_MS = 60_000;

/** The most that counts of the time between two looks: a process that stood still has observed nothing. */
const LONGEST_LOOK_MS = 30_000;

/** A restore dates its segments back, so that they count as left behind at once. */
const RESTORED_BEFORE = Date.UTC(2001, 0, 1);

const OWNER = /^(\d+)-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/;

/**
 * A name for this process that no other has: its id and start time, the machine (or container) whose ids these
 * are, and something random.
 */
export function newOwner(): string {
  return `${process.pid}-${startOf(process.pid) ?? 0}-${machine()}-${randomBytes(4).toString("hex")}`;
}

/**
 * Tells which makers of spool files are gone. One whose process ids mean nothing here, in another container or on
 * another machine, is watched: its files change their times as long as it lives. Clocks are never compared.
 */
export class OwnerWatch {
  readonly #seen = new Map<string, { touchedAt: number; at: number; silentMs: number }>();
  readonly #now: () => number;

  /** @param now a clock in milliseconds that nobody can set */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Whether the process that made a file of the spool is gone.
   * @param touchedAt when the file was last touched, in milliseconds of whatever clock
   */
  isGone(file: string, owner: string, touchedAt: number): boolean {
    const [, pid, started, home] = OWNER.exec(owner) ?? [];
    if (home === machine()) return startOf(Number(pid)) !== Number(started);
    if (touchedAt < RESTORED_BEFORE) return true;
    const at = this.#now();
    const last = this.#seen.get(file);
    const silentMs =
      last?.touchedAt === touchedAt ? last.silentMs + Math.min(at - last.at, LONGEST_LOOK_MS) : 0;
    this.#seen.set(file, { touchedAt, at, silentMs });
    return silentMs >= SILENT_MS;
  }

  /** Forgets the files that are no longer there. */
  keepOnly(files: readonly string[]): void {
    for (const file of this.#seen.keys()) if (!files.includes(file)) this.#seen.delete(file);
  }
}

/** When a process started, in the system's own count; 0 where that is not told, undefined when there is none. */
function startOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : Number(fields[19]);
  } catch {
    return process.platform !== "linux" && isAnswering(pid) ? 0 : undefined;
  }
}

function isAnswering(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Process ids are those of one container since its machine's start. */
function machine(): string {
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const pids = attempt(() => readlinkSync("/proc/self/ns/pid"));
  const known = process.platform !== "linux" || (boot !== "" && pids !== "");
  const parts = [hostname(), boot, pids, known ? "" : untold];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 8);
}

/** Where the system does not tell which processes it shows, this process knows itself alone. */
const untold = randomBytes(8).toString("hex");

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

const MEGABYTE = 1_048_576;

/** Room for some twenty thousand notifications. */
const RESERVE_BYTES = 32 * MEGABYTE;

/** A small disk keeps seven eighths of its room for everything else. */
const SHARE = 8;

/** Given back in steps: whoever else waits for room then gets little of it. */
const STEP_BYTES = MEGABYTE;

/** Less room than this is none, whatever stands in the reserve. */
const LEAST_BYTES = 65_536;

/**
 * Room that is held for the spool on its disk: a file beside the segments that shrinks when the disk is full, and
 * grows again when there is room.
 */
export class SpoolReserve {
  readonly #path: string;
  #isShort = false;

  /** @param folder the spool's */
  constructor(folder: string) {
    this.#path = join(folder, "reserve");
  }

  /** Whether some of it was given back and there has not been ample room since. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /**
   * Makes it, or fills it up, as far as there is ample room.
   * @throws Error when the disk is full or refuses
   */
  async fill(): Promise<void> {
    const size = await this.#size();
    const { bavail, bsize } = await statfs(dirname(this.#path));
    const free = bavail * bsize;
    const wanted = Math.min(RESERVE_BYTES, Math.floor((free + size) / SHARE));
    if (wanted - size >= STEP_BYTES || (size === 0 && wanted > 0)) await this.#grow(size, wanted);
    if (free >= Math.max(size, LEAST_BYTES)) this.#isShort = false;
  }

  /** The disk was found full. @returns whether something is left to give back */
  async ranOut(): Promise<boolean> {
    this.#isShort = true;
    return (await this.#size()) > 0;
  }

  /** Gives some of it back to the disk. @returns false when nothing is left of it */
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

  /** With bytes that no file system stores in less room. */
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

/** With less free, an admin is warned, bytes. */
export const LOW_ROOM_BYTES = 2e9;

/** With less free, the disk counts as full. */
const FULL_BYTES = 1_000_000;

/** The same where the embedded database lies there: it ends when it cannot make its next log file of 16 MiB. */
const FULL_WITH_DATABASE_BYTES = 20_000_000;

/** What room there is to keep notifications in. */
export type DiskState = {
  /** Bytes that are free beside the spool, or beside the embedded database where that is less; null where nobody can say. */
  free: number | null;
  /** Since when there is no room for more than the spool's reserve. */
  fullSince: Date | null;
};

/** Errors of the system that say: no room, of the disk or of what one may use of it. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
}

/**
 * Bytes that are free beside the spool, or beside the embedded database where that is less.
 * @param spool its folder
 * @returns also from where on the disk counts as full
 */
export async function readRoom(spool: string): Promise<{ free: number | null; isFull: boolean }> {
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
