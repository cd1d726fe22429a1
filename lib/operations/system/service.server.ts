import "server-only";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { findReceiver, getIntake } from "@/lib/alerting/webhooks/service.server";
import { env } from "@/lib/base/env/env.server";
import { ensureQueue } from "@/lib/base/queue/service.server";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { type BackupState, lastBackup, readBackupState } from "@/lib/operations/backup/service.server";
import { examine, lookOutside, NO_SPACE_BYTES, readServer } from "@/lib/operations/doctor/service.server";
import { countQueuedJobs, LOW_SPACE_BYTES } from "@/lib/operations/health/service.server";
import { readKeyState } from "@/lib/operations/rotation/service.server";
import { buildInfo } from "@/lib/web/http/version.server";
import type { readProgress, readSystem } from "./contract";
import { readQueue, readSizes } from "./store.server";

type Answer = AnswerOf<typeof readSystem>;

/**
 * Reads how the installation stands (role admin): facts of the process that answers and of what all processes share, and
 * doctor's findings. Calls the configured addresses once an hour at most (docs/spec/http-contract.md "System").
 * @throws AppError `forbidden`
 */
export async function readSystemState(actor: Actor): Promise<Answer> {
  requireAccess(actor, "admin");
  const now = new Date();
  await ensureQueue();
  const [findings, outside, server, sizes, spool, disks, receiver, progress, counts, queue] =
    await Promise.all([
      examine(actor, null),
      lookOutside(now),
      readServer(),
      readSizes(),
      getIntake().figures(),
      readDisks(),
      findReceiver(now.getTime()),
      readSystemProgress(actor),
      countQueuedJobs(),
      readQueue(),
    ]);
  const { version, commit, build, node } = buildInfo();
  return {
    ...{ at: now.toISOString(), version, commit: commit || null, build, node, findings, disks },
    postgres: server?.version ?? "",
    host: hostname(),
    startedAt: new Date(now.getTime() - process.uptime() * 1_000).toISOString(),
    limits: { low: LOW_SPACE_BYTES, full: NO_SPACE_BYTES },
    sizes: { ...sizes, spool: { records: spool.records, bytes: spool.bytes } },
    ...progress,
    receiver: receiver && {
      ...{ is: receiver.is, app: receiver.app, waiting: receiver.waiting, failure: receiver.failure },
      startedAt: new Date(receiver.startedAt).toISOString(),
      at: new Date(receiver.at).toISOString(),
      oldestAt: receiver.oldest === null ? null : new Date(receiver.oldest).toISOString(),
    },
    jobs: {
      ...counts,
      oldestAt: queue.oldestAt?.toISOString() ?? null,
      failing: queue.failing.map((one) => ({ ...one, nextTryAt: one.nextTryAt.toISOString() })),
    },
    clocks: outside.clocks,
    certificates: outside.certificates.map(({ until, checkedAt, ...one }) => ({
      ...one,
      until: until?.toISOString() ?? null,
      checkedAt: checkedAt.toISOString(),
    })),
  };
}

/**
 * Reads only what moves while a backup or a rotation of keys is under way (role admin).
 * @throws AppError `forbidden`
 */
export async function readSystemProgress(actor: Actor): Promise<AnswerOf<typeof readProgress>> {
  requireAccess(actor, "admin");
  const [backup, backups, keys] = await Promise.all([
    lastBackup(actor),
    readBackupState(actor),
    readKeyState(actor),
  ]);
  return {
    backup: backup && {
      at: backup.startedAt.toISOString(),
      file: backup.file ?? "",
      bytes: Number(backup.bytes ?? 0),
      by: backup.requestedBy,
      verifiedAt: backup.verifiedAt?.toISOString() ?? null,
    },
    backups: backupsView(backups),
    keys,
  };
}

function backupsView(state: BackupState): Answer["backups"] {
  const { settings, locked, folder, zone, nextAt, kept, runs } = state;
  return {
    ...{ settings, locked, folder, zone, kept },
    nextAt: nextAt?.toISOString() ?? null,
    runs: runs.map((run) => ({
      id: String(run.id),
      trigger: run.trigger,
      by: run.requestedBy,
      outcome: run.outcome,
      startedAt: run.startedAt.toISOString(),
      finishedAt: run.finishedAt?.toISOString() ?? null,
      bytes: run.bytes === null ? null : Number(run.bytes),
      verifiedAt: run.verifiedAt?.toISOString() ?? null,
      error: run.error,
      tablesDone: run.tablesDone,
      tablesTotal: run.tablesTotal,
    })),
  };
}

/** The disks of the data folder and, where it is another one, of the spool. */
async function readDisks(): Promise<Answer["disks"]> {
  const data = env().LEAFWATCH_DATA_DIR;
  const [around, spool] = await Promise.all([
    diskOf("Data folder", data),
    diskOf("Spool", join(data, "spool")),
  ]);
  const isSame = spool.total === null || (spool.total === around.total && spool.free === around.free);
  return isSame ? [around] : [around, spool];
}

async function diskOf(name: string, folder: string): Promise<Answer["disks"][number]> {
  const facts = await statfs(folder).catch(() => null);
  return {
    ...{ name, folder },
    free: facts && facts.bavail * facts.bsize,
    total: facts && facts.blocks * facts.bsize,
  };
}
