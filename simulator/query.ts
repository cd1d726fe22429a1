// Query submissions: checks the body, applies defaults, clamps to the window of available data.
import { ApiError, isObject } from "./http";
import { DAY, floorHour, HOUR } from "./time";
import { INDEX_NAMES } from "./world/plants";

export type QueryType = "chf" | "indices";

export interface QuerySpec {
  type: QueryType;
  /** Whole hours; both ends belong to the period. */
  from: number;
  to: number;
  controlAreaPathNames: string[] | undefined;
  indexNames: string[] | undefined;
  devices: string[] | undefined;
  jobId: string | undefined;
  isDaytime: boolean | undefined;
  includeFilled: boolean;
  /** In the order of COLUMNS. */
  columns: string[];
  /** The submission named columns. */
  columnsChosen: boolean;
}

export const COLUMNS: Record<QueryType, readonly string[]> = {
  chf: [
    "measurementId",
    "timestamp",
    "timestampIso",
    "deviceId",
    "controlAreaPathName",
    "jobId",
    "f0",
    "fm",
    "fv",
    "qe",
    "fv_fm",
    "f0x",
    "fvx_fmx",
    "qp",
    "f0x_f0",
    "fqx_fmx",
    "npq",
    "ql",
    "qcn",
    "fv_f0",
  ],
  indices: ["timestamp", "timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"],
};

const FILTERS = [
  "from",
  "to",
  "controlAreaPathNames",
  "indexNames",
  "devices",
  "jobId",
  "isDaytime",
  "includeFilled",
];
const DEFAULT_FROM_HOURS = 48;
const OLDEST_DAYS = 365;

/** Reads the type of a submission, so that its scope can be checked before its filters. */
export function parseType(body: Record<string, unknown>): QueryType {
  if (body.type === "chf" || body.type === "indices") return body.type;
  throw new ApiError(400, 'type must be "chf" or "indices".');
}

/** Reads a submission at `now`; throws ApiError 400. `delayHours`: age of the newest data. */
export function parseQuery(body: Record<string, unknown>, now: number, delayHours: number): QuerySpec {
  const type = parseType(body);
  rejectUnknown(body, ["type", "filters", "selectColumns"], "member");
  const filters = optionalObject(body.filters, "filters");
  rejectUnknown(filters, FILTERS, "filter");
  if (filters.indexNames !== undefined && type !== "indices")
    throw new ApiError(400, "filters.indexNames is only for queries of type indices.");
  if (filters.devices !== undefined && type !== "chf")
    throw new ApiError(400, "filters.devices is only for queries of type chf.");
  return {
    type,
    ...period(filters, now, delayHours),
    controlAreaPathNames: texts(filters.controlAreaPathNames, "controlAreaPathNames"),
    indexNames: indexNames(filters.indexNames),
    devices: texts(filters.devices, "devices"),
    jobId: text(filters.jobId, "jobId"),
    isDaytime: type === "chf" ? flag(filters.isDaytime, "isDaytime") : undefined,
    includeFilled: type === "indices" ? (flag(filters.includeFilled, "includeFilled") ?? true) : true,
    columns: selectColumns(type, body.selectColumns),
    columnsChosen: body.selectColumns !== undefined,
  };
}

function period(
  filters: Record<string, unknown>,
  now: number,
  delayHours: number,
): { from: number; to: number } {
  const newest = floorHour(now - delayHours * HOUR);
  // The first whole hour inside the window.
  const oldest = Math.ceil((now - OLDEST_DAYS * DAY) / HOUR) * HOUR;
  const from = instant(filters.from, "from") ?? now - DEFAULT_FROM_HOURS * HOUR;
  const to = instant(filters.to, "to") ?? newest;
  if (filters.from !== undefined && filters.to !== undefined && from > to)
    throw new ApiError(400, "filters.from must not be after filters.to.");
  const clamp = (ms: number) => Math.min(Math.max(floorHour(ms), oldest), newest);
  return { from: Math.max(floorHour(from), oldest), to: clamp(to) };
}

function selectColumns(type: QueryType, value: unknown): string[] {
  const all = COLUMNS[type];
  if (value === undefined) return [...all];
  const selection = optionalObject(value, "selectColumns");
  rejectUnknown(selection, ["include", "exclude"], "member of selectColumns");
  const include = texts(selection.include, "include");
  const exclude = texts(selection.exclude, "exclude");
  if ((include === undefined) === (exclude === undefined))
    throw new ApiError(400, "selectColumns must hold exactly one of include and exclude.");
  const unknown = [...(include ?? []), ...(exclude ?? [])].find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new ApiError(400, `selectColumns names "${unknown}", which is no column of type ${type}.`);
  const columns = all.filter((name) => (include ? include.includes(name) : !exclude?.includes(name)));
  if (columns.length === 0) throw new ApiError(400, "selectColumns leaves no column.");
  return columns;
}

function rejectUnknown(value: Record<string, unknown>, known: readonly string[], what: string): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ApiError(400, `Unknown ${what} "${unknown}".`);
}

function optionalObject(value: unknown, name: string): Record<string, unknown> {
  if (value === undefined) return {};
  if (isObject(value)) return value;
  throw new ApiError(400, `${name} must be an object.`);
}

function indexNames(value: unknown): string[] | undefined {
  const names = texts(value, "indexNames");
  const unknown = names?.find((name) => !INDEX_NAMES.some((known) => known === name));
  if (unknown !== undefined)
    throw new ApiError(400, `filters.indexNames holds "${unknown}", which is no index.`);
  return names;
}

function texts(value: unknown, name: string): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === "string")) {
    throw new ApiError(400, `${name} must be an array of strings.`);
  }
  return value;
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new ApiError(400, `filters.${name} must be a string.`);
}

function flag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw new ApiError(400, `filters.${name} must be true or false.`);
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function instant(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  const ms = typeof value === "string" && RFC_3339.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms))
    throw new ApiError(400, `filters.${name} must be a date-time like 2026-05-03T21:00:00Z.`);
  return ms;
}
