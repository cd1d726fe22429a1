import "server-only";
import { existsSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import type { AuditNote } from "@/lib/identity/audit/contract";
import type { BackupReport, BackupSum } from "./contract";
import { verifyBackup } from "./read.server";
import { writeBackup } from "./write.server";

/**
 * Writes an archive under a temporary name, flushes and renames it, and reads it back.
 * @param options `makesFolder`: its folder is created if it is missing
 * @returns also its size in bytes
 * @throws AppError `conflict` if the file exists, `unavailable` if it cannot be written or read back; nothing of it is left
 */
export async function makeArchive(
  path: string,
  options: {
    now: Date;
    makesFolder: boolean;
    onBegin?: (tables: number) => void;
    onTable: (sum: BackupSum) => void;
  },
): Promise<{ report: BackupReport; bytes: number }> {
  if (existsSync(path)) throw new AppError("conflict", `${path} is there already: name another file.`);
  if (options.makesFolder)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error) => refuse(error, path));
  const keysInside = env().LEAFWATCH_SECRET_KEYS_FILE !== undefined;
  const report = await writeBackup(path, { ...options, keysInside }).catch((error) => refuse(error, path));
  await verifyBackup(path).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw new AppError(
      "unavailable",
      `The backup was written to ${path} and could not be read back (${error instanceof Error ? error.message : String(error)}): look at that disk, or name another place.`,
      { cause: error },
    );
  });
  return { report, bytes: statSync(path).size };
}

const FILE_FAULTS: Record<string, string> = {
  ENOSPC: "the disk is full: make room, or name another place",
  EDQUOT: "this user may take no more room there: make room, or name another place",
  EMFILE: "too many files are open: raise the limit (ulimit -n)",
  EIO: "the disk failed: name another place, and look at this one",
  EACCES: "this user may not write there: correct the folder's rights, or name another place",
  EROFS: "it is read-only there: name another place",
  ENOENT: "there is no such folder: make it, or end its name with a slash",
  ENOTDIR: "a part of the path is a file: name another place",
  EEXIST: "a part of the path is a file: name another place",
};

/** Words errors of the file system as sentences; throws others unchanged. */
function refuse(error: unknown, path: string): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = FILE_FAULTS[code];
  if (words === undefined) throw error;
  throw new AppError("unavailable", `The backup could not be written to ${path}: ${words}.`, {
    cause: error,
  });
}

/** A time in a file's name: `2026-11-22T031700Z`. */
export const fileStamp = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");

/** The audit entry of a backup that was made. */
export const madeNote = ({ rows, tables }: BackupReport): AuditNote => ({
  action: "backup.made",
  target: "Backup",
  detail: { rows: String(rows), tables: String(tables) },
});
