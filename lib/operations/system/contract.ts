import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { BACKUP_NAMES, type BackupMember, backupMembers } from "@/lib/operations/backup/contract";
import { instant } from "@/lib/web/http/query-schemas";

const bytes = z.number().meta({ description: "Bytes" });

/** How something stands: `ok`, `warn` (works, needs attention) or `bad` (does not work). */
const findingSchema = z.object({
  state: z.enum(["ok", "warn", "bad"]),
  is: z.string().meta({ description: "What was looked at and how it stands" }),
  do: z.string().optional().meta({ description: "What to do about it" }),
  page: z
    .object({ href: z.string(), name: z.string() })
    .optional()
    .meta({ description: "The page of Leafwatch on which that is done" }),
});
export type SystemFinding = z.infer<typeof findingSchema>;

/** The findings that are not in order, errors first. */
export const needingAttention = (findings: readonly SystemFinding[]): SystemFinding[] =>
  (["bad", "warn"] as const).flatMap((state) => findings.filter((one) => one.state === state));

/** A disk that a folder lies on. */
const diskSchema = z.object({
  name: z.string(),
  folder: z.string(),
  free: bytes.nullable(),
  total: bytes.nullable(),
});

/** The receiver before the app, as it said itself in the data directory. */
const receiverSchema = z
  .object({
    is: z.enum(["running", "stopped", "silent"]),
    startedAt: instant,
    at: instant.meta({ description: "Its last sign of life" }),
    app: z.enum(["up", "away"]).meta({ description: "Whether the app answers it" }),
    waiting: z.int().meta({ description: "Notifications that it holds for the app" }),
    oldestAt: instant.nullable().meta({ description: "When the oldest in its spool came" }),
    failure: z.string().nullable().meta({ description: "What keeps its spool from being written" }),
  })
  .meta({ description: "null if none was ever used with this data folder" });

/** What moves while a backup or a rotation of keys is under way. */
const progressMembers = {
  backup: z
    .object({ at: instant, file: z.string(), bytes, by: z.string(), verifiedAt: instant.nullable() })
    .nullable()
    .meta({ description: "The newest backup" }),
  backups: z.object({
    settings: z.object(backupMembers),
    locked: z.array(z.enum(Object.keys(BACKUP_NAMES) as [BackupMember])).meta({
      description: "Settings of the provisioning file",
    }),
    folder: z.string(),
    zone: z.string().meta({ description: "The zone of the time of day" }),
    nextAt: instant.nullable(),
    kept: z.object({ count: z.int(), bytes }).meta({ description: "Scheduled backups in the folder" }),
    runs: z.array(
      z.object({
        id: z.string(),
        trigger: z.enum(["schedule", "page", "command"]),
        by: z.string(),
        outcome: z.enum(["running", "made", "failed"]),
        startedAt: instant,
        finishedAt: instant.nullable(),
        bytes: bytes.nullable(),
        verifiedAt: instant.nullable(),
        error: z.string().nullable(),
        tablesDone: z.int(),
        tablesTotal: z.int(),
      }),
    ),
  }),
  keys: z
    .object({
      source: z.enum(["file", "environment"]),
      file: z.string().nullable(),
      newest: z.string(),
      older: z.array(z.string()),
      secrets: z.object({ opened: z.int(), lost: z.int(), older: z.int() }),
      run: z
        .object({
          by: z.string(),
          startedAt: instant,
          finishedAt: instant.nullable(),
          done: z.int(),
          of: z.int(),
          lost: z.int(),
          error: z.string().nullable(),
        })
        .nullable(),
    })
    .meta({ description: "Ids of the keys that seal secrets; never a key" }),
};

export const readSystem = endpoint({
  method: "GET",
  path: "/api/v1/system",
  summary:
    "How the installation stands: version, disks, sizes, the last backup, jobs, clocks, certificates, findings",
  access: "admin",
  expensive: true,
  answer: z.object({
    at: instant,
    version: z.string(),
    commit: z.string().nullable(),
    build: z.string(),
    node: z.string(),
    postgres: z.string(),
    host: z.string().meta({ description: "The machine of the process that answers" }),
    startedAt: instant.meta({ description: "Start of the process that answers" }),
    findings: z.array(findingSchema).meta({ description: "As `npm run admin -- doctor` says them" }),
    disks: z.array(diskSchema),
    limits: z
      .object({ low: bytes, full: bytes })
      .meta({ description: "Free space below which doctor warns" }),
    sizes: z.object({
      database: bytes,
      tables: z.array(z.object({ name: z.string(), bytes, rows: z.number() })).meta({
        description: "The largest, with an estimate of their rows",
      }),
      spool: z.object({ records: z.int(), bytes }),
    }),
    ...progressMembers,
    receiver: receiverSchema.nullable(),
    jobs: z.object({
      waiting: z.int(),
      running: z.int(),
      failed: z.int(),
      oldestAt: instant.nullable().meta({ description: "Since when the oldest due job waits" }),
      failing: z
        .array(z.object({ id: z.string(), task: z.string(), attempts: z.int(), nextTryAt: instant }))
        .meta({ description: "Jobs that failed and are tried again" }),
    }),
    clocks: z.array(z.object({ name: z.string(), aheadMs: z.number().nullable(), finding: findingSchema })),
    certificates: z.array(
      z.object({
        name: z.string(),
        host: z.string(),
        until: instant.nullable(),
        checkedAt: instant,
        finding: findingSchema,
      }),
    ),
  }),
});
export type SystemView = z.infer<typeof readSystem.answer & {}>;

export const readProgress = endpoint({
  method: "GET",
  path: "/api/v1/system/progress",
  summary: "The backups and keys of the system alone, to follow a backup or a rotation that is under way",
  access: "admin",
  answer: z.object(progressMembers),
});
