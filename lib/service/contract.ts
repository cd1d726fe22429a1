/** The types of the plant-monitoring service: requests, columns, indices and result rows. */
import { z } from "zod";
import { INDICES } from "@/lib/base/core/indices";

/** The eight index names (docs/spec/service-interface.md "Indices"). Results may carry others. */
export const INDEX_NAMES = INDICES;

/** The numeric columns of a ChF measurement with their meaning, in the interface's order. */
const CHF_VALUES = {
  f0: "Minimum fluorescence: all PSII reaction centers open, very low light",
  fm: "Maximum fluorescence: all centers closed, saturating light pulse",
  fv: "Variable fluorescence (fm minus f0)",
  qe: "Quantum efficiency of PSII, light-adapted",
  fv_fm: "Maximum quantum yield of PSII (fv over fm), dark-adapted",
  f0x: "Minimal fluorescence, light-adapted (F0 prime)",
  fvx_fmx: "Light-adapted ratio FV' over FM'",
  qp: "Photochemical quenching",
  f0x_f0: "Ratio F0' over F0",
  fqx_fmx: "Ratio FQ' over FM'",
  npq: "Non-photochemical quenching",
  ql: "Lake-model quenching",
  qcn: "Parameter of non-photochemical quenching",
  fv_f0: "Ratio FV over F0",
} as const;
/** A numeric column of a ChF measurement. */
export type ChfValueColumn = keyof typeof CHF_VALUES;
/** The names of the numeric columns, in the interface's order. */
export const CHF_VALUE_COLUMNS = Object.keys(CHF_VALUES) as readonly ChfValueColumn[];

/**
 * The columns of type `chf` that may be selected, with their meaning
 * (docs/spec/service-interface.md "Columns of type chf").
 */
export const CHF_COLUMNS = {
  measurementId: "Unique identifier of the measurement",
  timestamp: "Time of the record (UTC)",
  timestampIso: "Time of the record (UTC) in ISO 8601",
  deviceId: "Sensor that made the measurement",
  controlAreaPathName: "Full path of the control area the measurement stands for",
  jobId: "Growth job of the measurement",
  ...CHF_VALUES,
} as const;
/** A column of type `chf`. */
export type ChfColumn = keyof typeof CHF_COLUMNS;

/**
 * The columns of type `indices` that may be selected, with their meaning
 * (docs/spec/service-interface.md "Columns of type indices").
 */
export const INDICES_COLUMNS = {
  timestamp: "Time of the record (UTC)",
  timestampIso: "Time of the record (UTC) in ISO 8601",
  controlAreaPathName: "Full path of the control area",
  jobId: "Growth job of the index value",
  indexName: "Name of the index",
  indexValue: "Value of the index for the time, job and control area",
} as const;

export const queryTypeSchema = z.enum(["chf", "indices"]);
/** The two kinds of data that can be asked for (docs/spec/service-interface.md "Submit"): measurements or indices. */
export type QueryType = z.infer<typeof queryTypeSchema>;

const instant = z.iso.datetime({ offset: true });
const names = z.array(z.string().min(1));

export const queryFiltersSchema = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  controlAreaPathNames: names.optional(),
  indexNames: names.optional(),
  devices: names.optional(),
  jobId: z.string().min(1).optional(),
  isDaytime: z.boolean().optional(),
  includeFilled: z.boolean().optional(),
});
/**
 * Filters of a query (docs/spec/service-interface.md "Filters"). Times are RFC 3339; `request-rules` judges the
 * combinations.
 */
export type QueryFilters = z.infer<typeof queryFiltersSchema>;

export const selectColumnsSchema = z.strictObject({ include: names.optional(), exclude: names.optional() });
/**
 * Column choice of a query (docs/spec/service-interface.md "Column choice"): one of the two, which `request-rules`
 * checks.
 */
export type SelectColumns = z.infer<typeof selectColumnsSchema>;

/** Body of `POST {base_url}/query` (docs/spec/service-interface.md "Submit"). */
export type QueryRequest = {
  type: QueryType;
  filters?: QueryFilters;
  selectColumns?: SelectColumns;
};

/** The meaning of a status of the service; `unknown` keeps polling. */
export type QueryState = "running" | "done" | "failed" | "cancelled" | "unknown";

/** Authentication of the client at the token endpoint: by HTTP Basic, or with the credentials in the form body. */
export type TokenAuth = "basic" | "post";

/** One row of an `indices` result. */
export interface IndexRow {
  /** Instant of the record, epoch milliseconds. */
  at: number;
  /** Hash-delimited control area path; `devices#<deviceId>` for older results. */
  path: string;
  /** Growth job, "" if the result names none. */
  jobId: string;
  /** The name in the spelling of the result, one of the eight or not. */
  indexName: string;
  /** Null: the row has no value. */
  value: number | null;
  /** True: interpolated; null: the result does not say. */
  filled: boolean | null;
}

/** One row of a `chf` result. */
export interface MeasurementRow {
  measurementId: string;
  /** Instant of the record, epoch milliseconds. */
  at: number;
  /** Sensor, "" if the result names none. */
  deviceId: string;
  /** Hash-delimited control area path; `devices#<deviceId>` if only the sensor is known. */
  path: string;
  /** Growth job, "" if the result names none. */
  jobId: string;
  /** All numeric columns; null if absent or without a value. */
  values: Record<ChfValueColumn, number | null>;
  /** Unknown columns as text; null without any. */
  extra: Record<string, string> | null;
}

/** A row that could not be read. */
interface Rejection {
  /** Line of the (unpacked) CSV or NDJSON, or number of the element in JSON; from 1. */
  line: number;
  reason: string;
  /** The unchanged row, truncated to 500 characters. */
  raw: string;
}

/** Counts of a result, filled in while it is read. */
export interface ResultSummary {
  format: "csv" | "json" | "ndjson" | "empty" | null;
  gzip: boolean;
  /** Bytes after unpacking. */
  bytes: number;
  /** All rows, with those without a value and the rejected ones. */
  rows: number;
  /** Rows of type `indices` without a value. */
  empty: number;
  rejected: number;
  /** The first thousand rejected rows. */
  rejections: Rejection[];
  /** Names of columns that the interface does not list, without their prefix; at most a hundred. */
  unknownColumns: string[];
  /** Index names beside the eight, with their number of rows; at most a hundred names. */
  unknownIndexNames: Record<string, number>;
}
