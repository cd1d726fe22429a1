import { z } from "zod";

/** Version of the format; a program with another version rejects the file. */
export const BACKUP_FORMAT = 1;

export const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
export type BackupTable = z.infer<typeof tableSchema>;

/** Describes the backup's content; comes after the files of the data directory and before the tables. */
export const headerSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Time of the database snapshot, RFC 3339. */
  takenAt: z.string(),
  /** The migrations of that database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** The ids of the keys that seal its secrets, newest first, and whether the backup holds them. */
  keys: z.object({ ids: z.array(z.string()), inside: z.boolean() }),
});
export type BackupHeader = z.infer<typeof headerSchema>;

/** Checksum of a complete part: a table with its row count, or a file with 1. SHA-256 in hex. */
export const sumSchema = z.object({
  name: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
export type BackupSum = z.infer<typeof sumSchema>;

/** The last entry: a backup without it is incomplete. */
export const sumsSchema = z.object({ parts: z.array(sumSchema) });

/** Why a backup was made: by its schedule, an admin on the page, or a command. */
export type BackupTrigger = "schedule" | "page" | "command";

/** A backup that was made, failed, or is under way. */
export type BackupRun = {
  id: bigint;
  trigger: BackupTrigger;
  requestedBy: string;
  outcome: "running" | "made" | "failed";
  startedAt: Date;
  finishedAt: Date | null;
  /** Absolute path on the machine that made it. */
  file: string | null;
  bytes: bigint | null;
  rows: bigint | null;
  /** When the archive was read back and found whole. */
  verifiedAt: Date | null;
  error: string | null;
  tablesDone: number;
  tablesTotal: number;
};

/** Result of a backup or restore, in figures. */
export type BackupReport = { file: string; takenAt: string; tables: number; rows: number; files: number };

export const HEADER_NAME = "leafwatch-backup.json";
export const SUMS_NAME = "checksums.json";
export const tableEntry = (table: string, n: number) => `tables/${table}/${String(n).padStart(8, "0")}.copy`;
