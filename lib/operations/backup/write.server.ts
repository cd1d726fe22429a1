import "server-only";
import { keyRing } from "@/lib/base/secrets/ring.server";
import { ArchiveWriter } from "./archive.server";
import {
  BACKUP_FORMAT,
  type BackupHeader,
  type BackupReport,
  type BackupSum,
  HEADER_NAME,
  SUMS_NAME,
  tableEntry,
} from "./contract";
import { dataFiles } from "./data-dir.server";
import { LongTransaction } from "./store.server";
import { Sum, sumOf } from "./sum.server";

/** Size of the pieces of a table in the archive, which bounds the memory of a backup. */
const CHUNK_BYTES = 4_000_000;

/**
 * Writes a backup: the spool first, because notifications applied meanwhile are in the database snapshot, which is taken
 * afterwards.
 * @param options `onBegin` is called with the number of tables, `onTable` for each table
 */
export async function writeBackup(
  path: string,
  options: {
    keysInside: boolean;
    now: Date;
    onBegin?: (tables: number) => void;
    onTable: (sum: BackupSum) => void;
  },
): Promise<BackupReport> {
  const archive = new ArchiveWriter(path, options.now);
  try {
    const files = await writeFiles(archive, options.keysInside);
    const tables = await LongTransaction.run("REPEATABLE READ READ ONLY", async (tx) => {
      const header = await headerOf(tx, options);
      await archive.add(HEADER_NAME, jsonOf(header));
      options.onBegin?.(header.tables.length);
      const sums: BackupSum[] = [];
      for (const table of header.tables) {
        const sum = await writeTable(archive, table.name, tx.copyOut(table));
        options.onTable(sum);
        sums.push(sum);
      }
      return sums;
    });
    const parts = [...files, ...tables];
    await archive.add(SUMS_NAME, jsonOf({ parts }));
    await archive.finish();
    return reportOf(path, options.now.toISOString(), parts);
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function writeFiles(archive: ArchiveWriter, keysInside: boolean): Promise<BackupSum[]> {
  const sums: BackupSum[] = [];
  for await (const { name, bytes } of dataFiles()) {
    if (name === "data/secret-keys" && !keysInside) continue;
    await archive.add(name, bytes);
    sums.push(sumOf(name, bytes));
  }
  return sums;
}

async function headerOf(
  tx: LongTransaction,
  { keysInside, now }: { keysInside: boolean; now: Date },
): Promise<BackupHeader> {
  return {
    format: BACKUP_FORMAT,
    takenAt: now.toISOString(),
    migrations: await tx.migrations(),
    tables: await tx.tables(),
    sequences: await tx.sequences(),
    keys: { ids: keyRing().map(({ id }) => id), inside: keysInside },
  };
}

async function writeTable(
  archive: ArchiveWriter,
  table: string,
  rows: AsyncIterable<Buffer>,
): Promise<BackupSum> {
  const sum = new Sum(`tables/${table}`);
  let waiting: Buffer[] = [];
  let size = 0;
  let written = 0;
  const flush = async () => {
    written += 1;
    await archive.add(tableEntry(table, written), Buffer.concat(waiting));
    waiting = [];
    size = 0;
  };
  for await (const bytes of rows) {
    sum.add(bytes);
    waiting.push(bytes);
    size += bytes.length;
    if (size >= CHUNK_BYTES) await flush();
  }
  if (size > 0) await flush();
  return sum.end();
}

/** Sums up a backup in figures. */
export function reportOf(file: string, takenAt: string, parts: readonly BackupSum[]): BackupReport {
  const tables = parts.filter(({ name }) => name.startsWith("tables/"));
  return {
    file,
    takenAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: parts.length - tables.length,
  };
}

const jsonOf = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`, "utf8");
