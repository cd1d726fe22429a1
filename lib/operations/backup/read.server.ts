import "server-only";
import { join } from "node:path";
import { AppError } from "@/lib/base/core/errors";
import { MIGRATIONS_TABLE } from "@/lib/base/db/migrate.server";
import { type MigrationFile, readMigrationFiles } from "@/lib/base/db/migration-files.server";
import { readArchive } from "./archive.server";
import {
  type BackupHeader,
  type BackupReport,
  type BackupSum,
  type BackupTable,
  HEADER_NAME,
  headerSchema,
  SUMS_NAME,
  sumsSchema,
} from "./contract";
import { isDataFile, type Stage } from "./data-dir.server";
import type { LongTransaction } from "./store.server";
import { Sum, sumOf } from "./sum.server";
import { BrokenArchive } from "./tar.server";
import { reportOf } from "./write.server";

type Entry = { name: string; bytes: Buffer };

/** Reads a backup: first its header, then its parts in order. */
export class BackupReader {
  readonly #path: string;
  readonly #entries: AsyncGenerator<Entry>;
  #ahead: Entry | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#entries = readArchive(path);
  }

  /**
   * Reads the header; files before it go to the stage.
   * @throws AppError `bad-request` if the file is not a backup
   */
  async header(stage: Pick<Stage, "put">): Promise<BackupHeader> {
    let entry = await this.next();
    for (; entry && isDataFile(entry.name); entry = await this.next())
      await stage.put(entry.name, entry.bytes);
    const parsed = entry?.name === HEADER_NAME ? headerSchema.safeParse(jsonIn(entry.bytes)) : undefined;
    if (parsed?.success) return parsed.data;
    throw this.fault("it is no backup of Leafwatch, or one of another version");
  }

  /** The next file; undefined at the end. */
  async next(): Promise<Entry | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead) return ahead;
    try {
      const { value, done } = await this.#entries.next();
      return done ? undefined : value;
    } catch (error) {
      if (error instanceof BrokenArchive) throw this.fault(error.message);
      throw this.fault(error instanceof Error ? error.message : String(error));
    }
  }

  /** Reads the remaining files of a table, whose first was already read. */
  async *rowsOf(first: Entry): AsyncGenerator<Buffer> {
    const folder = folderOf(first.name);
    for (let entry: Entry | undefined = first; entry; entry = await this.next()) {
      if (folderOf(entry.name) !== folder) {
        this.#ahead = entry;
        return;
      }
      yield entry.bytes;
    }
  }

  async close(): Promise<void> {
    await this.#entries.return(undefined);
  }

  fault(why: string): AppError {
    return new AppError("bad-request", `The backup ${this.#path} cannot be used: ${why}.`);
  }
}

/**
 * Loads a backup into newly created tables, then reads everything back and compares checksums.
 * @param onTable called for each table
 */
export async function loadBackup(
  reader: BackupReader,
  { header, tx, path, stage }: { header: BackupHeader; tx: LongTransaction; path: string; stage: Stage },
  onTable: (sum: BackupSum) => void,
): Promise<BackupReport> {
  const tables = new Map(header.tables.map((table) => [`tables/${table.name}`, table]));
  const loaded: BackupSum[] = [...stage.sums];
  let expected: BackupSum[] | undefined;
  for (let entry = await reader.next(); entry; entry = await reader.next()) {
    const table = tables.get(folderOf(entry.name));
    if (table) {
      const sum = await loadTable(tx, table, reader.rowsOf(entry));
      onTable(sum);
      loaded.push(sum);
    } else if (entry.name === SUMS_NAME) expected = sumsSchema.parse(jsonIn(entry.bytes)).parts;
    else throw reader.fault(`it holds ${entry.name}, which is not known here`);
  }
  if (!expected) throw reader.fault("it is cut short");
  requireSame(reader, expected, loaded);
  await readBack(reader, tx, header, expected);
  for (const sequence of header.sequences) await tx.setSequence(sequence);
  return reportOf(path, header.takenAt, expected);
}

/**
 * Reads a backup back from its disk and compares every part with its checksum; changes nothing.
 * @throws AppError `bad-request` if it is not whole
 */
export async function verifyBackup(path: string): Promise<void> {
  const reader = new BackupReader(path);
  try {
    const found: BackupSum[] = [];
    await reader.header({ put: async (name, bytes) => void found.push(sumOf(name, bytes)) });
    for (let entry = await reader.next(); entry; entry = await reader.next()) {
      if (entry.name === SUMS_NAME)
        return requireSame(reader, sumsSchema.parse(jsonIn(entry.bytes)).parts, found);
      const sum = new Sum(folderOf(entry.name));
      for await (const bytes of reader.rowsOf(entry)) sum.add(bytes);
      found.push(sum.end());
    }
    throw reader.fault("it is cut short");
  } finally {
    await reader.close();
  }
}

async function loadTable(
  tx: LongTransaction,
  table: BackupTable,
  rows: AsyncIterable<Buffer>,
): Promise<BackupSum> {
  const sum = new Sum(`tables/${table.name}`);
  await tx.copyIn(table, summed(rows, sum));
  return sum.end();
}

async function* summed(rows: AsyncIterable<Buffer>, sum: Sum): AsyncGenerator<Buffer> {
  for await (const bytes of rows) {
    sum.add(bytes);
    yield bytes;
  }
}

/** Compares the parts that were read with the checksums. Tables without rows have no files. */
function requireSame(
  reader: BackupReader,
  expected: readonly BackupSum[],
  found: readonly BackupSum[],
): void {
  for (const part of expected) {
    const same = found.find(({ name }) => name === part.name);
    if (part.bytes === 0 && !same) continue;
    if (same?.sha256 !== part.sha256 || same.rows !== part.rows)
      throw reader.fault(`${part.name} is not what was written into it`);
  }
}

/** Reads each table back from the database and compares it byte by byte. */
async function readBack(
  reader: BackupReader,
  tx: LongTransaction,
  header: BackupHeader,
  expected: readonly BackupSum[],
): Promise<void> {
  for (const table of header.tables) {
    const sum = new Sum(`tables/${table.name}`);
    for await (const bytes of tx.copyOut(table)) sum.add(bytes);
    const { sha256, rows } = sum.end();
    const part = expected.find(({ name }) => name === `tables/${table.name}`);
    if (part?.sha256 !== sha256 || part.rows !== rows)
      throw reader.fault(`the database gives ${table.name} back otherwise than it was written into it`);
  }
}

/** The migrations of a backup's database. @throws AppError if this program does not have them */
export async function migrationsOf(
  reader: BackupReader,
  header: BackupHeader,
): Promise<{ files: MigrationFile[]; table: string }> {
  const own = await readMigrationFiles(join(process.cwd(), "prisma", "migrations"));
  const files = header.migrations.map(({ name, checksum }) => {
    const file = own.find((one) => one.name === name);
    if (!file || file.checksum !== checksum)
      throw reader.fault(`a newer Leafwatch made it (migration ${name}): restore it with that version`);
    return file;
  });
  return { files, table: MIGRATIONS_TABLE };
}

const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/"));

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
