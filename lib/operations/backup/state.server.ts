import "server-only";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { BackupMember, BackupRun, BackupSettings } from "./contract";
import { backupFolder, isOnDataDisk, measureKept } from "./folder.server";
import * as store from "./run-store.server";
import { isOverdue, nextDue } from "./schedule";
import { backupSettings } from "./settings.server";

const SHOWN_RUNS = 8;

/** What stands about scheduled backups; times are instants. */
export type BackupState = {
  settings: BackupSettings;
  /** Set by the provisioning file. */
  locked: BackupMember[];
  folder: string;
  /** The zone of `at`, and of the days and weeks of which backups are kept. */
  zone: string;
  /** Null if none is scheduled. */
  nextAt: Date | null;
  /** True if one has been due for an hour and has not begun. */
  isOverdue: boolean;
  /** The newest first, also those of commands. */
  runs: BackupRun[];
  /** The newest run by the schedule or the page. */
  lastScheduled: BackupRun | null;
  /** Backups in the folder of this machine. */
  kept: { count: number; bytes: number };
  /** True if the folder lies on the disk of the data folder, as far as this machine knows. */
  isSameDisk: boolean;
};

/** Reads how backups stand (role admin). @throws AppError `forbidden` */
export async function readBackupState(actor: Actor): Promise<BackupState> {
  requireAccess(actor, "admin");
  const folder = backupFolder();
  const [stored, zone, runs, [lastScheduled = null], kept, isSameDisk] = await Promise.all([
    backupSettings.read(),
    store.findZone(),
    store.listRuns(SHOWN_RUNS),
    store.listRuns(1, true),
    measureKept(folder),
    isOnDataDisk(folder),
  ]);
  const { settings, locked } = stored;
  const now = new Date();
  const nextAt = nextDue(settings, lastScheduled, zone, now);
  const isLate = isOverdue(nextAt, now) && lastScheduled?.outcome !== "running";
  return { settings, locked, folder, zone, nextAt, isOverdue: isLate, runs, lastScheduled, kept, isSameDisk };
}

/** For the metrics: when the newest backup was taken (null without one), and whether the last failed or one is overdue. */
export async function readBackupFigures(): Promise<{ lastAt: Date | null; isFailing: boolean }> {
  const [made, stored, zone, [last = null]] = await Promise.all([
    store.findLastMade(),
    backupSettings.read(),
    store.findZone(),
    store.listRuns(1, true),
  ]);
  const now = new Date();
  const isLate = isOverdue(nextDue(stored.settings, last, zone, now), now);
  return {
    lastAt: made?.startedAt ?? null,
    isFailing: last?.outcome === "failed" || (isLate && last?.outcome !== "running"),
  };
}
