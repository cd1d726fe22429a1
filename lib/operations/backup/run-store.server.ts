import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { BackupReport, BackupRun, BackupTrigger } from "./contract";
import { BACKUP_LOCK } from "./store.server";

const KEPT_RUNS = 100;

/** The zone of times of day: that of the first tenancy; UTC without one. */
export async function findZone(): Promise<string> {
  const first = await getPrisma().tenancy.findFirst({
    where: { deletingAt: null },
    orderBy: { id: "asc" },
    select: { timeZone: true },
  });
  return first?.timeZone ?? "UTC";
}

/** Records a backup that a command made and verified. @param bytes size of the archive */
export async function recordMade(
  tx: Transaction,
  made: { report: BackupReport; bytes: number; startedAt: Date; requestedBy: string },
): Promise<void> {
  const { report, bytes, startedAt, requestedBy } = made;
  await tx.backupRun.create({
    data: { trigger: "command", startedAt, requestedBy, ...madeData(report, bytes) },
  });
}

function madeData({ file, rows, tables }: BackupReport, bytes: number) {
  const now = new Date();
  return {
    ...{ outcome: "made", finishedAt: now, verifiedAt: now, file, bytes, rows },
    ...{ tablesDone: tables, tablesTotal: tables },
  };
}

/** Records that a backup begins, and forgets old ones. @returns its id */
export async function beginRun(run: { trigger: BackupTrigger; requestedBy: string }): Promise<bigint> {
  const { id } = await getPrisma().backupRun.create({
    data: { ...run, outcome: "running", startedAt: new Date() },
  });
  await getPrisma().backupRun.deleteMany({ where: { id: { lte: id - BigInt(KEPT_RUNS) } } });
  return id;
}

/** Records how far a backup has come. */
export async function noteProgress(
  id: bigint,
  progress: { tablesDone: number; tablesTotal: number },
): Promise<void> {
  await getPrisma().backupRun.updateMany({ where: { id, outcome: "running" }, data: progress });
}

/** Records that a backup was made and verified. */
export async function finishRun(
  tx: Transaction,
  id: bigint,
  report: BackupReport,
  bytes: number,
): Promise<void> {
  await tx.backupRun.update({ where: { id }, data: madeData(report, bytes) });
}

/** Records why a backup failed, a sentence. */
export async function failRun(id: bigint, error: string): Promise<void> {
  await getPrisma().backupRun.update({
    where: { id },
    data: { outcome: "failed", finishedAt: new Date(), error },
  });
}

const CUT_SHORT = "It was cut short: the process that made it ended.";

/** Records what was running without the lock as failed; call it with the lock. */
export async function failCutShort(): Promise<void> {
  await getPrisma().backupRun.updateMany({
    where: { outcome: "running" },
    data: { outcome: "failed", finishedAt: new Date(), error: CUT_SHORT },
  });
}

/** The newest backup that was made; null if none is known. */
export async function findLastMade(): Promise<BackupRun | null> {
  const found = await getPrisma().backupRun.findFirst({
    where: { outcome: "made" },
    orderBy: { startedAt: "desc" },
  });
  return found as BackupRun | null;
}

/**
 * The newest runs, newest first. One that runs without the lock was cut short, and counts as failed.
 * @param scheduled leaves out those of commands
 */
export async function listRuns(take: number, scheduled = false): Promise<BackupRun[]> {
  const read = async () =>
    (await getPrisma().backupRun.findMany({
      where: scheduled ? { trigger: { not: "command" } } : {},
      orderBy: { id: "desc" },
      take,
    })) as BackupRun[];
  const found = await read();
  if (!found.some(({ outcome }) => outcome === "running") || (await isLocked())) return found;
  // The lock is released after the outcome is written, so a second look tells an end from a break.
  return (await read()).map((run) =>
    run.outcome === "running" ? { ...run, outcome: "failed", error: CUT_SHORT } : run,
  );
}

/** Returns true while some process makes a scheduled backup. */
async function isLocked(): Promise<boolean> {
  const rows = await getPrisma().$queryRaw<{ locked: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) + objid::bigint = ${BACKUP_LOCK}::bigint) AS locked`;
  return rows[0]?.locked ?? false;
}
