import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { BackupReport, BackupRun } from "./contract";

/** Records a backup that a command made and verified. @param bytes size of the archive */
export async function recordMade(
  tx: Transaction,
  made: { report: BackupReport; bytes: number; startedAt: Date; requestedBy: string },
): Promise<void> {
  const { report, bytes, startedAt, requestedBy } = made;
  const now = new Date();
  await tx.backupRun.create({
    data: {
      ...{ trigger: "command", outcome: "made", startedAt, requestedBy, finishedAt: now, verifiedAt: now },
      ...{ file: report.file, bytes, rows: report.rows },
      ...{ tablesDone: report.tables, tablesTotal: report.tables },
    },
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
