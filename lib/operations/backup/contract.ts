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

const count = (most: number) =>
  z.int("has to be a whole number").min(0, "has to be 0 or more").max(most, `has to be ${most} or less`);

/** When backups are made and how many are kept. `at` and `everyHours` null: none is scheduled. */
export const backupMembers = {
  /** Time of day in the zone of the first tenancy. */
  at: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "has to be a time such as 02:40")
    .nullable(),
  everyHours: z
    .int("has to be a whole number of hours")
    .min(1, "has to be 1 hour or more")
    .max(168, "has to be 168 hours or less")
    .nullable(),
  /** The newest backup of each of so many days and weeks is kept. */
  keepDaily: count(366).min(1, "has to be 1 or more"),
  keepWeekly: count(520),
};

export const backupSettingsSchema = z
  .strictObject(backupMembers)
  .refine(({ at, everyHours }) => at === null || everyHours === null, {
    path: ["everyHours"],
    error: "has to be left out: a time of day is set",
  });
export type BackupSettings = z.output<typeof backupSettingsSchema>;
export type BackupMember = keyof BackupSettings;

export const DEFAULT_BACKUPS: BackupSettings = { at: null, everyHours: null, keepDaily: 7, keepWeekly: 4 };

/** Names of the settings in the audit and in commands. */
export const BACKUP_NAMES: Record<BackupMember, string> = {
  at: "Every day at",
  everyHours: "Every so many hours",
  keepDaily: "Daily backups kept",
  keepWeekly: "Weekly backups kept",
};

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
