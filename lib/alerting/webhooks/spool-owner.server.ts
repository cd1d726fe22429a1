import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

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
