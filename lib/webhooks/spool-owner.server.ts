import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Segments of a process that this one cannot see count as left behind after this time without a sign of life. */
const SILENT_MS = 60_000;
const OWNER = /^(\d+)-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/;

/**
 * A name for this process that no other has: its id and start time, the machine (or container) whose ids these
 * are, and something random.
 */
export function newOwner(): string {
  return `${process.pid}-${startOf(process.pid) ?? 0}-${machine()}-${randomBytes(4).toString("hex")}`;
}

/**
 * Whether the process that made a file of the spool is gone.
 * @param touchedAt when the file was last touched, milliseconds since 1970
 */
export function isGone(owner: string, touchedAt: number, now: number): boolean {
  const [, pid, started, home] = OWNER.exec(owner) ?? [];
  if (home !== machine()) return now - touchedAt > SILENT_MS;
  return startOf(Number(pid)) !== Number(started);
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
  const parts = [hostname(), attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))];
  parts.push(attempt(() => readlinkSync("/proc/self/ns/pid")));
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 8);
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
