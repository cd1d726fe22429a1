import "server-only";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordAudit } from "@/lib/audit/service.server";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { AppError } from "@/lib/core/errors";
import { transaction } from "@/lib/db/transaction.server";
import { env } from "@/lib/env/env.server";
import { keyRing } from "@/lib/secrets/ring.server";
import type { BackupHeader, BackupReport, BackupSum } from "./contract";
import { dataDirContents, Stage } from "./data-dir.server";
import { BackupReader, loadBackup, migrationsOf } from "./read.server";
import { applyNewerMigrations, LongTransaction } from "./store.server";
import { writeBackup } from "./write.server";

type OnTable = (sum: BackupSum) => void;

/**
 * Backs everything up into one packed archive that only its owner can read: the database as it is at one moment, the
 * spool, and the keys where they are ours (role admin). The app may go on.
 * @param target the file, or a folder in which it gets a name with the time
 * @throws AppError `forbidden`, `conflict` when the file is there already
 */
export async function makeBackup(
  actor: Actor,
  { target, onTable }: { target: string; onTable: OnTable },
): Promise<BackupReport> {
  requireAccess(actor, "admin");
  const now = new Date();
  const path = isFolder(target) ? join(target, `leafwatch-${stampOf(now)}.tar.gz`) : target;
  if (existsSync(path)) throw new AppError("conflict", `${path} is there already: name another file.`);
  const report = await writeBackup(path, {
    keysInside: env().LEAFWATCH_SECRET_KEYS_FILE !== undefined,
    now,
    onTable,
  });
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "backup.made",
      target: "Backup",
      detail: { rows: String(report.rows), tables: String(report.tables) },
    }),
  );
  return report;
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
 * beside the database is put aside then. All of it, or nothing: the database is changed in one transaction, and read
 * back before it counts. Newer migrations are applied afterwards (role admin).
 * @returns what was restored; `aside` is where the earlier keys and spool are
 * @throws AppError `conflict` when something is in the way, `bad-request` when the backup cannot be used
 */
export async function restoreBackup(
  actor: Actor,
  { file, replace, onTable }: { file: string; replace: boolean; onTable: OnTable },
): Promise<BackupReport & { aside: string | null; applied: string[] }> {
  const inTheWay = await whatStandsInTheWay(actor);
  if (inTheWay.length > 0 && !replace)
    throw new AppError(
      "conflict",
      `A restore would replace ${inTheWay.join(", ")}: use an empty database and data folder, or --replace.`,
    );
  if (!existsSync(file)) throw new AppError("not-found", `There is no file ${file}.`);
  const reader = new BackupReader(file);
  const stage = new Stage();
  try {
    const header = await reader.header(stage);
    requireKeys(header);
    const migrations = await migrationsOf(reader, header);
    let aside: string | null = null;
    const report = await LongTransaction.run("READ COMMITTED", async (tx) => {
      await tx.dropAll();
      await tx.applyMigrations(migrations.files, migrations.table);
      const loaded = await loadBackup(reader, { header, tx, path: file, stage }, onTable);
      aside = await stage.settle(new Date());
      return loaded;
    });
    const applied = await applyNewerMigrations();
    await transaction((tx) =>
      recordAudit(tx, actor, {
        action: "backup.restored",
        target: "Backup",
        detail: { takenAt: header.takenAt, rows: String(report.rows) },
      }),
    );
    return { ...report, aside, applied };
  } finally {
    await stage.drop();
    await reader.close();
  }
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
