import "server-only";
import { join } from "node:path";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import type { JobPayloads } from "@/lib/base/queue/contract";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { backupFolder, prepareFolder, removeOld } from "./folder.server";
import { madeNote, makeArchive } from "./make.server";
import * as store from "./run-store.server";
import { backupName, nextDue } from "./schedule";
import { backupSettings } from "./settings.server";
import { LongTransaction } from "./store.server";

const PROGRESS_EVERY_MS = 500;

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
  const { settings } = await backupSettings.read();
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
  const last = await store.findLastMade();
  await prepareFolder(folder, last?.bytes == null ? null : Number(last.bytes));
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
  const { settings } = await backupSettings.read();
  await removeOld(folder, settings, await store.findZone());
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
