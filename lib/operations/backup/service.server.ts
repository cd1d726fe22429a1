import "server-only";
import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
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
import type { BackupHeader, BackupReport, BackupSum } from "./contract";
import {
  ACCEPTED,
  dataDirContents,
  dropCutShort,
  placeFiles,
  restoresCutShort,
  Stage,
} from "./data-dir.server";
import { BackupReader, loadBackup, migrationsOf } from "./read.server";
import { applyNewerMigrations, LongTransaction } from "./store.server";
import { writeBackup } from "./write.server";

type OnTable = (sum: BackupSum) => void;

/**
 * Backs everything up into one packed archive that only its owner can read: the database as it is at one moment, the
 * spool, and the keys where they are ours (role admin). The app may go on.
 * @param target the file, or a folder in which it gets a name with the time; one that ends with a slash is a folder,
 *   and is made where it is missing
 * @throws AppError `forbidden`, `conflict` when the file is there already, `unavailable` when it cannot be written:
 *   nothing is left of it then
 */
export async function makeBackup(
  actor: Actor,
  { target, onTable }: { target: string; onTable: OnTable },
): Promise<BackupReport> {
  requireAccess(actor, "admin");
  const now = new Date();
  const inFolder = target.endsWith("/") || isFolder(target);
  const path = inFolder ? join(target, `leafwatch-${stampOf(now)}.tar.gz`) : target;
  if (existsSync(path)) throw new AppError("conflict", `${path} is there already: name another file.`);
  const keysInside = env().LEAFWATCH_SECRET_KEYS_FILE !== undefined;
  if (inFolder) await mkdir(target, { recursive: true, mode: 0o700 }).catch((error) => refuse(error, path));
  const report = await writeBackup(path, { keysInside, now, onTable }).catch((error) => refuse(error, path));
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "backup.made",
      target: "Backup",
      detail: { rows: String(report.rows), tables: String(report.tables) },
    }),
  );
  return report;
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

/** What the system says of files in a sentence; all else as it is. */
function refuse(error: unknown, path: string): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = FILE_FAULTS[code];
  if (words === undefined) throw error;
  throw new AppError("unavailable", `The backup could not be written to ${path}: ${words}.`, {
    cause: error,
  });
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const stampOf = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");

/** What a restore would put something else in the place of, in words; empty where there is nothing. */
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

/** The connections of a process that was stopped a moment ago are gone a moment later. */
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
 * Restores a backup into an empty database and data directory, or over what is there when `replace` is set: what was
 * beside the database is put aside then, with the notifications that came after the backup. All of it or nothing, keys
 * and spool included: the database is changed in one transaction, and read back before it counts; when it is committed
 * the files follow, at the next start where this is cut short. Newer migrations are applied afterwards (role admin).
 * @returns what was restored; `aside` is where the earlier keys and spool are, and `accepted` how many notifications
 *   came after the backup
 * @throws AppError `conflict` when something is in the way, `bad-request` when the backup cannot be used,
 *   `unavailable` when the next start has to find out whether it was restored
 */
export async function restoreBackup(
  actor: Actor,
  { file, replace, onTable }: { file: string; replace: boolean; onTable: OnTable },
): Promise<BackupReport & { aside: string | null; accepted: number; applied: string[] }> {
  const inTheWay = await whatStandsInTheWay(actor);
  if (inTheWay.length > 0 && !replace)
    throw new AppError(
      "conflict",
      `A restore would replace ${inTheWay.join(", ")}: use an empty database and data folder, or --replace.`,
    );
  if (!existsSync(file)) throw new AppError("not-found", `There is no file ${file}.`);
  const reader = new BackupReader(file);
  const stage = new Stage(new Date());
  let loaded: { report: BackupReport; accepted: number } | undefined;
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
 * Finishes restores that were cut short where the database is from them, and takes back the others (role admin). Only
 * for whoever holds the data directory.
 * @returns whether one was finished, and where what it replaced is; null without any
 * @throws AppError `unavailable` when that cannot be found out, or the files cannot be put in their places
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
 * Takes in again the notifications that a restore put aside, while the app runs or not (role admin). What is known
 * already changes nothing.
 * @param folder as `restoreBackup` named it
 * @throws AppError `not-found` without any, `unavailable` when the database takes no more of them
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

/** What is being committed this moment counts. */
const askRestoredBy = () =>
  LongTransaction.run("READ COMMITTED", async (tx) => {
    await tx.awaitRestores();
    return tx.restoredBy();
  });

/** Notifications are put aside in files of about this size. */
const ASIDE_BYTES = 8_000_000;

/** Puts aside what the backup does not have of the notifications. @returns how many */
async function keepAccepted(tx: LongTransaction, stage: Stage, since: string): Promise<number> {
  let count = 0;
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
    count += page.length;
    size += page.reduce((sum, { body }) => sum + body.length, 0);
    if (size >= ASIDE_BYTES) await flush();
  }
  await flush();
  return count;
}

/** Keys that are not in the backup have to come from the environment. */
function requireKeys({ keys }: BackupHeader): void {
  const given = env().LEAFWATCH_SECRET_KEYS_FILE === undefined ? keyRing().map(({ id }) => id) : null;
  if (given === null && keys.inside) return;
  if (given !== null && (keys.ids.length === 0 || given.includes(keys.ids[0] ?? ""))) return;
  throw new AppError(
    "bad-request",
    `The secrets of this backup are sealed under the key ${keys.ids[0]}, which ${keys.inside ? "the backup itself holds: run this without LEAFWATCH_SECRET_KEYS" : "LEAFWATCH_SECRET_KEYS does not hold: give it the keys of the installation that was backed up"}.`,
  );
}
