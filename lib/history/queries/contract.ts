import { z } from "zod";
import { INDICES } from "@/lib/base/core/indices";
import { endpoint } from "@/lib/base/request/endpoint";
import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import { queryFiltersSchema, queryTypeSchema, selectColumnsSchema } from "@/lib/service/contract";
import {
  cursorParameter,
  instant,
  instantParameter,
  limitParameter,
  pageOf,
  tenantParameter,
  wholeNumber,
} from "@/lib/web/http/query-schemas";

export const QUERY_STATUSES = [
  "queued",
  "submitted",
  "running",
  "downloading",
  "completed",
  "failed",
  "cancelled",
] as const;
export type QueryStatus = (typeof QUERY_STATUSES)[number];

/** Why a query was made: a person asked, the newest data were due, or older ones are being filled in. */
export const QUERY_PURPOSES = ["person", "sync", "backfill"] as const;
export type QueryPurpose = (typeof QUERY_PURPOSES)[number];

export const newQuerySchema = z.strictObject({
  tenant: tenantParameter,
  type: queryTypeSchema,
  filters: queryFiltersSchema.default({}),
  selectColumns: selectColumnsSchema.optional(),
});
export type NewQuery = z.input<typeof newQuerySchema>;

export const queryErrorSchema = z.object({
  call: z.string(),
  httpStatus: z.int().nullable(),
  message: z.string(),
  code: z.string(),
});
/** `code` is one of lib/service, or `deadline` or `not-connected`. */
export type QueryError = z.infer<typeof queryErrorSchema>;

export const querySchema = z.object({
  id: z.string(),
  queryId: z.string().nullable(),
  type: queryTypeSchema,
  filters: queryFiltersSchema.meta({ description: "As really sent: clamped" }),
  asked: queryFiltersSchema.optional(),
  selectColumns: selectColumnsSchema.nullable().optional(),
  status: z.enum(QUERY_STATUSES),
  serviceStatus: z.string().nullable(),
  rows: z.int().meta({ description: "stored + empty + rejected" }),
  stored: z.int().meta({ description: "Rows written or found equal" }),
  added: z.int().nullable().meta({
    description:
      "Of the stored rows, those whose value was not there before. Null: nothing is loaded yet, or it was before this was counted",
  }),
  improved: z.int().nullable().meta({
    description: "Of the stored rows, measured values that replaced interpolated ones",
  }),
  changed: z
    .int()
    .nullable()
    .meta({ description: "Of the stored rows, other values that replaced the last ones" }),
  unchanged: z.int().nullable().meta({
    description: "Of the stored rows, values that were there already, or did not replace a measured one",
  }),
  empty: z.int().meta({ description: "Rows without a value" }),
  rejected: z.int(),
  unrequested: z.int().nullable().meta({
    description:
      "Of the stored rows, those that the filters do not ask for: they came, and are not among the query's rows. Null: nothing is loaded yet, or it was before this was counted",
  }),
  bytes: z.int(),
  error: queryErrorSchema.nullable().meta({ description: "Why it failed, when it did" }),
  lastError: queryErrorSchema.nullable().meta({
    description: "Why the last call failed, while it waits for the next try",
  }),
  requestedBy: z.string(),
  purpose: z.enum(QUERY_PURPOSES),
  createdAt: instant,
  submittedAt: instant.nullable(),
  runningAt: instant.nullable(),
  downloadingAt: instant.nullable(),
  finishedAt: instant.nullable(),
  nextTryAt: instant.nullable(),
});
export type Query = z.infer<typeof querySchema>;

const oneQuery = z.object({ id: z.string() });

export const submitQuery = endpoint({
  method: "POST",
  path: "/api/v1/queries",
  summary: "Submit a query; it is run in the background",
  access: "grower",
  query: z.strictObject({ tenant: tenantParameter }),
  body: newQuerySchema,
  problems: ["conflict"],
  status: 202,
  answer: z.object({ id: z.string(), status: z.enum(QUERY_STATUSES) }),
});

export const listQueries = endpoint({
  method: "GET",
  path: "/api/v1/queries",
  summary: "Queries, newest first",
  access: "viewer",
  query: z.strictObject({
    tenant: tenantParameter,
    purpose: z.enum(QUERY_PURPOSES).optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  answer: pageOf(querySchema),
});

export const readQuery = endpoint({
  method: "GET",
  path: "/api/v1/queries/{id}",
  summary: "One query and how far it is",
  access: "viewer",
  params: oneQuery,
  answer: querySchema,
});

/** The chosen columns of a row. */
const cells = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const queryRows = endpoint({
  method: "GET",
  path: "/api/v1/queries/{id}/rows",
  summary: "Stored rows that the query's filters select, oldest first",
  access: "viewer",
  expensive: true,
  params: oneQuery,
  query: z.strictObject({ limit: limitParameter, cursor: cursorParameter }),
  answer: z.object({
    columns: z.array(z.string()),
    items: z.array(cells),
    nextCursor: z.string().nullable(),
  }),
});

/** Counts of rows by hour, from which the page finds any row by its number. */
export const queryRowHours = endpoint({
  method: "GET",
  path: "/api/v1/queries/{id}/rows/hours",
  summary: "How many stored rows the query's filters select in each hour of UTC",
  access: "viewer",
  expensive: true,
  params: oneQuery,
  query: z.strictObject({ from: instantParameter.optional() }),
  answer: z.object({
    columns: z.array(z.string()),
    total: z.int().meta({ description: "Rows counted in this answer" }),
    first: instant.nullable().meta({ description: "The first hour that has rows" }),
    counts: z.array(z.int()).meta({ description: "Rows of each hour from `first` on" }),
    next: instant.nullable().meta({
      description:
        "So many rows take several answers: ask again with `from` at this instant. Null: all are counted",
    }),
  }),
});

export const queryRowWindow = endpoint({
  method: "GET",
  path: "/api/v1/queries/{id}/rows/window",
  summary: "Stored rows of a part of the query's time, oldest first",
  access: "viewer",
  expensive: true,
  params: oneQuery,
  query: z.strictObject({
    from: instantParameter,
    to: instantParameter,
    skip: wholeNumber(0, 999_999_999).default(0),
    limit: limitParameter,
  }),
  answer: z.object({ items: z.array(cells) }),
});

/** A file format of the rows of a query. */
export type ExportFormat = "csv" | "xlsx" | "jsonl" | "parquet";

const exported = (format: ExportFormat, contentType: string, name: string) =>
  endpoint({
    method: "GET",
    path: `/api/v1/queries/{id}/rows.${format}`,
    summary: `Stored rows that the query's filters select, oldest first, streamed as ${name}`,
    access: "viewer",
    expensive: true,
    params: oneQuery,
    contentType,
  });

export const exportRowsCsv = exported("csv", "text/csv", "CSV");
export const exportRowsXlsx = exported("xlsx", XLSX_TYPE, "an Excel workbook, a column for each index");
export const exportRowsJsonl = exported("jsonl", "application/x-ndjson", "lines of JSON");
export const exportRowsParquet = exported("parquet", "application/vnd.apache.parquet", "Parquet");

export const queryAreas = endpoint({
  method: "GET",
  path: "/api/v1/queries/{id}/areas",
  summary: "Areas in which the query's filters select stored rows",
  access: "viewer",
  params: oneQuery,
  answer: z.object({ items: z.array(z.object({ path: z.string() })) }),
});

export const queryRejects = endpoint({
  method: "GET",
  path: "/api/v1/queries/{id}/rejects",
  summary: "Rows of the result that could not be stored",
  access: "viewer",
  params: oneQuery,
  answer: z.object({ items: z.array(z.object({ line: z.int(), reason: z.string(), text: z.string() })) }),
});

export const PRESETS = ["24h", "7d", "14d", "30d", "90d", "1y"] as const;
export type Preset = (typeof PRESETS)[number];
export const LIGHTS = ["any", "day", "night"] as const;

const names = z.array(z.string().min(1).max(1_000)).max(1_000);
const at = z.int().nullable().meta({ description: "Epoch milliseconds; null: as `last` says" });

/** The form of a query: null means not chosen, an empty list all. */
const formSchema = z.strictObject({
  type: queryTypeSchema,
  last: z.enum(PRESETS).meta({ description: "The period up to the newest data" }),
  from: at,
  to: at,
  areas: names,
  /** Null means all that the licence includes, also indices outside the interface. */
  indices: z.array(z.enum(INDICES)).nullable(),
  devices: names,
  light: z.enum(LIGHTS),
  job: z.string().max(1_000),
  /** Includes interpolated values. */
  filled: z.boolean(),
  include: names.nullable(),
  exclude: names.nullable(),
});
export type QueryForm = z.infer<typeof formSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, "is empty: give it a name")
  .max(80, "is longer than 80 characters");

export const newSavedSchema = z.strictObject({ tenant: tenantParameter, name: nameSchema, form: formSchema });
export type NewSaved = z.output<typeof newSavedSchema>;

export const renamedSavedSchema = z.strictObject({ id: z.string().min(1), name: nameSchema });

const savedQuerySchema = z.object({
  id: z.string(),
  name: z.string(),
  form: formSchema,
  createdBy: z.string(),
  createdAt: instant,
});
export type SavedQuery = z.infer<typeof savedQuerySchema>;

export const listSavedQueries = endpoint({
  method: "GET",
  path: "/api/v1/saved-queries",
  summary: "Queries that people of the tenancy gave a name, by name",
  access: "viewer",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({ items: z.array(savedQuerySchema) }),
});
