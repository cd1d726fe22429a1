import "server-only";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "@/lib/base/core/errors";
import { formatBytes } from "@/lib/base/core/numbers";
import { HOUR_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import type { BackupSettings } from "./contract";
import { chooseOld, takenAt } from "./schedule";

/** Left free on the disk of the data folder, since notifications need it. */
const RESERVE_BYTES = 200e6;
/** A half archive of a killed process; a command may still be writing a younger one. */
const ABANDONED_MS = 24 * HOUR_MS;

/** The folder of scheduled backups, absolute. */
export function backupFolder(): string {
  const { LEAFWATCH_BACKUP_DIR: given, LEAFWATCH_DATA_DIR: dataDir } = env();
  return resolve(given ?? join(dataDir, "backups"));
}

/** Backups in the folder: how many, and their size together. */
export async function measureKept(folder: string): Promise<{ count: number; bytes: number }> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => takenAt(name) !== null);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { count: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** True if the folder lies on the disk of the data folder, as far as this machine knows. */
export async function isOnDataDisk(folder: string): Promise<boolean> {
  const deviceOf = (path: string) =>
    stat(path).then(
      ({ dev }) => dev,
      () => null,
    );
  const [own, data] = await Promise.all([deviceOf(folder), deviceOf(env().LEAFWATCH_DATA_DIR)]);
  // Without a folder yet: the default one will lie in the data folder.
  return own === null ? env().LEAFWATCH_BACKUP_DIR === undefined : own === data;
}

/**
 * Makes the folder ready for another backup.
 * @param lastBytes the size of the newest backup; null without one
 * @throws AppError `unavailable` if it would probably fill the disk
 */
export async function prepareFolder(folder: string, lastBytes: number | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await removeAbandoned(folder);
  await requireRoom(folder, lastBytes);
}

async function requireRoom(folder: string, lastBytes: number | null): Promise<void> {
  const disk = await statfs(folder).catch(() => null);
  if (!disk || !lastBytes) return;
  const free = disk.bavail * disk.bsize;
  const needed = lastBytes * 1.1 + ((await isOnDataDisk(folder)) ? RESERVE_BYTES : 0);
  if (free >= needed) return;
  throw new AppError(
    "unavailable",
    `The disk of ${folder} has too little room for a backup (${formatBytes(free)} free, ${formatBytes(needed)} needed): make room, keep fewer, or set LEAFWATCH_BACKUP_DIR to a folder on a larger one.`,
  );
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^leafwatch-.*\.tar\.gz\.part$/.test(one))) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
}

/** Removes backups that are kept no longer. What cannot be removed is logged and stays. */
export async function removeOld(folder: string, settings: BackupSettings, zone: string): Promise<void> {
  for (const name of chooseOld(await readdir(folder), settings, zone))
    await rm(join(folder, name)).catch((error: unknown) =>
      log.warn({ err: error, name }, "An old backup could not be removed"),
    );
}
