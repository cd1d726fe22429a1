import "server-only";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

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
