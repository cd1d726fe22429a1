import "server-only";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoredNotification } from "@/lib/alerting/webhooks/contract";
import { type ImportedSpool, importSpool, packNotifications } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { keyRing } from "@/lib/base/secrets/ring.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { BackupHeader, BackupReport, BackupRun, BackupSum } from "./contract";
import {
  ACCEPTED,
  dataDirContents,
  dropCutShort,
  placeFiles,
  restoresCutShort,
  Stage,
} from "./data-dir.server";
import { fileStamp, madeNote, makeArchive } from "./make.server";
import { BackupReader, loadBackup, migrationsOf } from "./read.server";
import { findLastMade, recordMade } from "./run-store.server";
import { applyNewerMigrations, LongTransaction } from "./store.server";

export { queueDueBackup, requestBackup, runBackup } from "./scheduled.server";
export { provisionBackups, saveBackupSettings } from "./settings.server";
export { type BackupState, readBackupFigures, readBackupState } from "./state.server";

type OnTable = (sum: BackupSum) => void;

/**
 * Backs up everything into one compressed archive, readable only by its owner: a snapshot of the database, the spool,
 * and the keys unless the environment provides them (role admin). Works while the app runs. It is read back afterwards.
 * @param target the file, or a folder in which it is named by the time. A target that ends with a slash is a folder, and
 *   is created if it is missing
 * @throws AppError `forbidden`, `conflict` if the file exists, `unavailable` if it cannot be written or read back;
 *   an incomplete file is deleted
 */
export async function makeBackup(
  actor: Actor,
  { target, onTable }: { target: string; onTable: OnTable },
): Promise<BackupReport> {
  requireAccess(actor, "admin");
  const now = new Date();
  const inFolder = target.endsWith("/") || isFolder(target);
  const path = inFolder ? join(target, `leafwatch-${fileStamp(now)}.tar.gz`) : target;
  const { report, bytes } = await makeArchive(path, { now, makesFolder: inFolder, onTable });
  await transaction(async (tx) => {
    await recordMade(tx, { report, bytes, startedAt: now, requestedBy: actor.name });
    await recordAudit(tx, actor, madeNote(report));
  });
  return report;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The newest backup that was made, by whatever way (role admin); null if none is known. */
export function lastBackup(actor: Actor): Promise<BackupRun | null> {
  requireAccess(actor, "admin");
  return findLastMade();
}

/** Describes in words the data that a restore would replace; empty if there is none (role admin). */
export async function whatStandsInTheWay(actor: Actor): Promise<string[]> {
  requireAccess(actor, "admin");
  const { used, foreign, running } = await settledContents();
  if (running > 0)
    throw new AppError("conflict", "Leafwatch runs on this database: stop every process of it first.");
  if (foreign.length > 0)
    throw new AppError(
      "conflict",
      `The database holds tables that are not Leafwatch's (${foreign.slice(0, 3).join(", ")}): name an empty one in DATABASE_URL.`,
    );
  const { keys, spooled } = await dataDirContents();
  return [
    ...(used ? ["the database, with its tenancies and users"] : []),
    ...(keys !== null && env().LEAFWATCH_SECRET_KEYS_FILE !== undefined
      ? ["the keys in the data folder"]
      : []),
    ...(spooled > 0 ? ["notifications that wait in the spool"] : []),
  ];
}

/** Waits for connections of a process that was just stopped to disappear. */
async function settledContents() {
  const look = () => LongTransaction.run("REPEATABLE READ READ ONLY", (tx) => tx.contents());
  let seen = await look();
  for (let again = 0; seen.running > 0 && again < 10; again++) {
    await sleep(200);
    seen = await look();
  }
  return seen;
}

/**
 * Restores a backup into an empty database and data directory, or, with `replace`, over existing data: then earlier
 * keys and spool are put aside, together with the notifications accepted since the backup. All or nothing, keys and
 * spool included: the database is loaded and read back in one transaction, and the files follow after its commit, at
 * the next start if this one is interrupted. Newer migrations are applied afterwards (role admin).
 * @returns figures; `aside` is the folder with the earlier keys and spool, `accepted` the notifications put aside there
 * @throws AppError `conflict` if existing data is in the way, `bad-request` if the backup cannot be used,
 *   `unavailable` if only the next start can find out whether it was restored
 */
export async function restoreBackup(
  actor: Actor,
  { file, replace, onTable }: { file: string; replace: boolean; onTable: OnTable },
): Promise<BackupReport & { aside: string | null; accepted: PutAside; applied: string[] }> {
  const inTheWay = await whatStandsInTheWay(actor);
  if (inTheWay.length > 0 && !replace)
    throw new AppError(
      "conflict",
      `A restore would replace ${inTheWay.join(", ")}: use an empty database and data folder, or --replace.`,
    );
  if (!existsSync(file)) throw new AppError("not-found", `There is no file ${file}.`);
  const reader = new BackupReader(file);
  const stage = new Stage(new Date());
  let loaded: { report: BackupReport; accepted: PutAside } | undefined;
  let failure: unknown;
  try {
    const header = await reader.header(stage);
    requireKeys(header);
    const migrations = await migrationsOf(reader, header);
    await LongTransaction.run("READ COMMITTED", async (tx) => {
      await tx.awaitRestores();
      const accepted = await keepAccepted(tx, stage, header.takenAt);
      await tx.dropAll();
      await tx.applyMigrations(migrations.files, migrations.table);
      const report = await loadBackup(reader, { header, tx, path: file, stage }, onTable);
      await stage.seal();
      await tx.noteRestore(stage.id);
      loaded = { report, accepted };
    });
  } catch (error) {
    failure = error;
  } finally {
    await reader.close();
  }
  if (!stage.sealed) await stage.drop();
  const settled = stage.sealed ? await settleRestores(actor) : null;
  if (!loaded || !settled?.done) throw failure;
  const applied = await applyNewerMigrations();
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "backup.restored",
      target: "Backup",
      detail: { takenAt: loaded?.report.takenAt ?? "", rows: String(loaded?.report.rows) },
    }),
  );
  return { ...loaded.report, accepted: loaded.accepted, aside: settled.aside, applied };
}

/**
 * Finishes interrupted restores that the database committed, and undoes the others (role admin). Only the holder of the
 * data directory may call it.
 * @returns null if there was none; `done` is true if one was finished, `aside` the folder with the files it replaced
 * @throws AppError `unavailable` if the database cannot tell, or the files cannot be moved
 */
export async function settleRestores(actor: Actor): Promise<{ done: boolean; aside: string | null } | null> {
  requireAccess(actor, "admin");
  const cut = await restoresCutShort();
  if (cut.length === 0) return null;
  try {
    const restoredBy = cut.some(({ plan }) => plan) ? await askRestoredBy() : null;
    let settled: { done: boolean; aside: string | null } = { done: false, aside: null };
    for (const one of cut) {
      if (one.plan && one.plan.id === restoredBy) settled = { done: true, aside: await placeFiles(one) };
      else await dropCutShort(one);
    }
    return settled;
  } catch (error) {
    throw new AppError(
      "unavailable",
      `A restore was cut short and cannot be settled (${error instanceof Error ? error.message : String(error)}): mend that and start again, which finishes it or takes it back.`,
      { cause: error },
    );
  }
}

/**
 * Applies the notifications that a restore put aside, whether the app runs or not (role admin). Known ones change
 * nothing.
 * @param folder as `restoreBackup` returned it
 * @throws AppError `not-found` if it holds none, `unavailable` if the database stops accepting them
 */
export async function replayAside(actor: Actor, folder: string): Promise<ImportedSpool> {
  requireAccess(actor, "admin");
  const taken = await importSpool(folder);
  const { accepted, duplicate, quarantined } = taken;
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "backup.replayed",
      target: "Backup",
      detail: {
        accepted: String(accepted),
        duplicate: String(duplicate),
        quarantined: String(quarantined),
      },
    }),
  );
  return taken;
}

/** Reads which restore the database is from; waits for one that is committing. */
const askRestoredBy = () =>
  LongTransaction.run("READ COMMITTED", async (tx) => {
    await tx.awaitRestores();
    return tx.restoredBy();
  });

/** Approximate size of the files of notifications put aside. */
const ASIDE_BYTES = 8_000_000;

/** How many notifications came after the backup, and how many in the hour before it, which it may hold. */
type PutAside = { after: number; before: number };

/** Puts aside the notifications that the backup may not hold. */
async function keepAccepted(tx: LongTransaction, stage: Stage, since: string): Promise<PutAside> {
  const takenAt = new Date(since);
  const counts = { after: 0, before: 0 };
  let files = 0;
  let waiting: StoredNotification[] = [];
  let size = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    files += 1;
    await stage.putAside(`${ACCEPTED}/${String(files).padStart(8, "0")}.segment`, packNotifications(waiting));
    [waiting, size] = [[], 0];
  };
  for await (const page of tx.acceptedSince(since)) {
    waiting.push(...page);
    for (const { receivedAt } of page) counts[receivedAt >= takenAt ? "after" : "before"] += 1;
    size += page.reduce((sum, { body }) => sum + body.length, 0);
    if (size >= ASIDE_BYTES) await flush();
  }
  await flush();
  return counts;
}

/** Requires the environment to provide keys that are not in the backup. */
function requireKeys({ keys }: BackupHeader): void {
  const given = env().LEAFWATCH_SECRET_KEYS_FILE === undefined ? keyRing().map(({ id }) => id) : null;
  if (given === null && keys.inside) return;
  if (given !== null && (keys.ids.length === 0 || given.includes(keys.ids[0] ?? ""))) return;
  throw new AppError(
    "bad-request",
    `The secrets of this backup are sealed under the key ${keys.ids[0]}, which ${keys.inside ? "the backup itself holds: run this without LEAFWATCH_SECRET_KEYS" : "LEAFWATCH_SECRET_KEYS does not hold: give it the keys of the installation that was backed up"}.`,
  );
}
