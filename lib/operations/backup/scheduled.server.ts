import "server-only";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { formatBytes } from "@/lib/base/core/numbers";
import { HOUR_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  BACKUP_NAMES,
  type BackupMember,
  type BackupRun,
  type BackupSettings,
  backupMembers,
  DEFAULT_BACKUPS,
} from "./contract";
import { madeNote, makeArchive } from "./make.server";
import * as store from "./run-store.server";
import { backupName, chooseOld, isOverdue, nextDue, takenAt } from "./schedule";
import { LongTransaction } from "./store.server";

const MEMBERS = Object.keys(BACKUP_NAMES) as BackupMember[];
const SHOWN_RUNS = 8;
const PROGRESS_EVERY_MS = 500;
/** Left free on the disk of the data folder, since notifications need it. */
const RESERVE_BYTES = 200e6;
/** A half archive of a killed process; a command may still be writing a younger one. */
const ABANDONED_MS = 24 * HOUR_MS;

const storedSchema = z.object({
  ...z.object(backupMembers).partial().shape,
  locked: z.array(z.string()).default([]),
});

type Stored = { settings: BackupSettings; set: Partial<BackupSettings>; locked: BackupMember[] };

function parseStored(stored: unknown): Stored {
  const { locked = [], ...named } = storedSchema.catch({ locked: [] }).parse(stored ?? {});
  const present = Object.entries(named).filter(([, value]) => value !== undefined);
  const set: Partial<BackupSettings> = Object.fromEntries(present);
  return {
    settings: { ...DEFAULT_BACKUPS, ...set },
    set,
    locked: MEMBERS.filter((member) => locked.includes(member)),
  };
}

/** The folder of scheduled backups, absolute. */
function backupFolder(): string {
  const { LEAFWATCH_BACKUP_DIR: given, LEAFWATCH_DATA_DIR: dataDir } = env();
  return resolve(given ?? join(dataDir, "backups"));
}

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
    store.readStored().then(parseStored),
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
    store.readStored().then(parseStored),
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

async function measureKept(folder: string): Promise<BackupState["kept"]> {
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

async function isOnDataDisk(folder: string): Promise<boolean> {
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
 * Changes when backups are made and how many are kept (role admin).
 * @throws AppError `conflict` on a setting locked by the provisioning file
 */
export async function saveBackupSettings(actor: Actor, wanted: BackupSettings): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const { settings, locked } = parseStored(await store.readStored(tx));
    const changed = MEMBERS.filter((member) => settings[member] !== wanted[member]);
    const refused = changed.find((member) => locked.includes(member));
    if (refused)
      throw new AppError("conflict", "This is set by the provisioning file. Change it there.", {
        parameter: refused,
      });
    if (changed.length === 0) return;
    await store.writeStored(tx, { ...wanted, locked });
    await recordAudit(tx, actor, {
      action: "backup.schedule-changed",
      target: "Backup",
      detail: Object.fromEntries(
        changed.map((one) => [BACKUP_NAMES[one], `${settings[one] ?? "off"} → ${wanted[one] ?? "off"}`]),
      ),
    });
  });
}

/**
 * Saves and locks the settings of the provisioning file; without a file nothing is locked. A time of day replaces an
 * interval, and the other way round.
 * @returns the names of the changed settings
 */
export async function provisionBackups(tx: Transaction, named: Partial<BackupSettings>): Promise<string[]> {
  const { settings, locked, set } = parseStored(await store.readStored(tx));
  const given = { ...named };
  if (given.at != null) given.everyHours ??= null;
  else if (given.everyHours != null) given.at ??= null;
  const members = MEMBERS.filter((member) => given[member] !== undefined);
  if (members.length === 0 && locked.length === 0) return [];
  const present = Object.fromEntries(members.map((member) => [member, given[member] ?? null]));
  await store.writeStored(tx, { ...set, ...present, locked: members });
  return members
    .filter((member) => given[member] !== settings[member])
    .map((member) => BACKUP_NAMES[member].toLowerCase());
}

/**
 * Asks for a backup now; a background job makes it (role admin).
 * @throws AppError `conflict` if one is under way
 */
export async function requestBackup(actor: Actor): Promise<void> {
  requireAccess(actor, "admin");
  const [last] = await store.listRuns(1, true);
  if (last?.outcome === "running") throw new AppError("conflict", "A backup is under way already.");
  await transaction((tx) => recordAudit(tx, actor, { action: "backup.requested", target: "Backup" }));
  await enqueue("make-backup", { trigger: "page", by: actor.name }, { key: "make-backup" });
}

/** Queues a backup if one is due (role admin); any process may run it. */
export async function queueDueBackup(actor: Actor): Promise<void> {
  requireAccess(actor, "admin");
  if (await isDue())
    await enqueue("make-backup", { trigger: "schedule", by: actor.name }, { key: "make-backup" });
}

async function isDue(): Promise<boolean> {
  const { settings } = parseStored(await store.readStored());
  const [last = null] = await store.listRuns(1, true);
  if (last?.outcome === "running") return false;
  const now = new Date();
  const next = nextDue(settings, last, await store.findZone(), now);
  return next !== null && next <= now;
}

/**
 * Makes a backup, reads it back, and then removes those that are kept no longer (role admin). Two never run at once: the
 * second one ends without effect. A failure is recorded, and leaves older backups in place.
 */
export async function runBackup(actor: Actor, { trigger, by }: JobPayloads["make-backup"]): Promise<void> {
  requireAccess(actor, "admin");
  await LongTransaction.run("READ COMMITTED", async (tx) => {
    if (!(await tx.tryBackupLock())) return;
    await store.failCutShort();
    if (trigger === "schedule" && !(await isDue())) return;
    const id = await store.beginRun({ trigger, requestedBy: by });
    try {
      await makeInto(backupFolder(), id, actor);
    } catch (error) {
      log.error({ err: error }, "A backup failed");
      await store.failRun(id, error instanceof Error ? error.message : String(error));
    }
  });
}

async function makeInto(folder: string, id: bigint, actor: Actor): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await removeAbandoned(folder);
  await requireRoom(folder);
  const now = new Date();
  const progress = new Progress(id);
  const { report, bytes } = await makeArchive(join(folder, backupName(now)), {
    now,
    makesFolder: true,
    onBegin: (tables) => progress.begin(tables),
    onTable: () => progress.add(),
  }).finally(() => progress.end());
  await transaction(async (tx) => {
    await store.finishRun(tx, id, report, bytes);
    await recordAudit(tx, actor, madeNote(report));
  });
  await removeOld(folder);
}

/** Writes progress twice a second at most. */
class Progress {
  readonly #id: bigint;
  #total = 0;
  #done = 0;
  #writtenAt = 0;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(id: bigint) {
    this.#id = id;
  }

  begin(tables: number): void {
    this.#total = tables;
    this.#write();
  }

  add(): void {
    this.#done += 1;
    if (performance.now() - this.#writtenAt >= PROGRESS_EVERY_MS) this.#write();
  }

  /** Waits for the last write, so that none follows the outcome. */
  async end(): Promise<void> {
    await this.#writing;
  }

  #write(): void {
    this.#writtenAt = performance.now();
    const progress = { tablesDone: this.#done, tablesTotal: this.#total };
    this.#writing = this.#writing.then(() => store.noteProgress(this.#id, progress)).catch(() => undefined);
  }
}

/**
 * Refuses to begin what would probably fill the disk.
 * @throws AppError `unavailable`
 */
async function requireRoom(folder: string): Promise<void> {
  const disk = await statfs(folder).catch(() => null);
  const last = await store.findLastMade();
  if (!disk || !last?.bytes) return;
  const free = disk.bavail * disk.bsize;
  const needed = Number(last.bytes) * 1.1 + ((await isOnDataDisk(folder)) ? RESERVE_BYTES : 0);
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
async function removeOld(folder: string): Promise<void> {
  const { settings } = parseStored(await store.readStored());
  const zone = await store.findZone();
  for (const name of chooseOld(await readdir(folder), settings, zone))
    await rm(join(folder, name)).catch((error: unknown) =>
      log.warn({ err: error, name }, "An old backup could not be removed"),
    );
}
