/** The rules by which the service rejects, ignores or clamps parts of a query, applied before it is sent. Pure. */
import { HOUR_MS } from "@/lib/base/core/time";
import {
  CHF_COLUMNS,
  INDEX_NAMES,
  INDICES_COLUMNS,
  type QueryFilters,
  type QueryRequest,
  type QueryType,
  type SelectColumns,
} from "./contract";
import { toServiceTime, wholeHour } from "./service-time";

/** A fault in a member of a query, such as `filters.indexNames`. */
export interface Finding {
  member: string;
  message: string;
}

/** Age of the service's oldest data, in days (docs/spec/service-interface.md "Limits"). */
const OLDEST_DAYS = 365;
/** Default of `from`, in hours before now (docs/spec/service-interface.md "Filters"). */
const DEFAULT_HOURS = 48;

/**
 * The columns of a type that may be selected, in the interface's order
 * (docs/spec/service-interface.md "Column choice").
 */
export function columnsOf(type: QueryType): string[] {
  return Object.keys(type === "chf" ? CHF_COLUMNS : INDICES_COLUMNS);
}

/**
 * The faults of a query; without any it can be sent (docs/spec/service-interface.md "Filters", "Column choice" and
 * "Errors").
 */
export function checkQueryRequest(request: QueryRequest): Finding[] {
  return [
    ...checkFilters(request.type, request.filters ?? {}),
    ...(request.selectColumns ? checkColumns(request.type, request.selectColumns) : []),
  ];
}

function checkFilters(type: QueryType, filters: QueryFilters): Finding[] {
  const found: Finding[] = [];
  const say = (member: keyof QueryFilters, message: string) =>
    found.push({ member: `filters.${member}`, message });
  if (filters.indexNames && type !== "indices") say("indexNames", "indexNames is for type indices only");
  if (filters.devices && type !== "chf") say("devices", "devices is for type chf only");
  for (const name of filters.indexNames ?? []) {
    if (!(INDEX_NAMES as readonly string[]).includes(name)) say("indexNames", `"${name}" is no index name`);
  }
  for (const member of ["controlAreaPathNames", "indexNames", "devices"] as const) {
    const list = filters[member];
    if (list?.length === 0) say(member, `${member} is empty: name at least one, or leave it out for all`);
    if (list?.some((entry) => entry === "")) say(member, `${member} holds an empty name`);
  }
  if (filters.jobId === "") say("jobId", "jobId is empty: leave it out for all jobs");
  // The service compares whole hours.
  const [from, to] = [filters.from, filters.to].map((at) => at && wholeHour(Date.parse(at)));
  if (from && to && from > to) say("from", "from is after to");
  return found;
}

function checkNames(member: string, names: string[], type: QueryType): Finding[] {
  const known = columnsOf(type);
  const wrong = names.filter((name) => !known.includes(name));
  return wrong.map((name) => ({
    member,
    message:
      name === "isFilled"
        ? "isFilled comes with every result of type indices and cannot be selected"
        : `"${name}" is no column of type ${type}`,
  }));
}

function checkColumns(type: QueryType, columns: SelectColumns): Finding[] {
  const { include, exclude } = columns;
  if (include && exclude) {
    return [{ member: "selectColumns", message: "Give either include or exclude, not both" }];
  }
  const names = include ?? exclude;
  if (!names) return [{ member: "selectColumns", message: "Give one of include and exclude" }];
  const member = include ? "selectColumns.include" : "selectColumns.exclude";
  const found = checkNames(member, names, type);
  if (names.length === 0) found.push({ member, message: "Name at least one column" });
  if (exclude && columnsOf(type).every((name) => exclude.includes(name))) {
    found.push({ member, message: "This leaves no column" });
  }
  return found;
}

/** The period that the service answers for: whole hours UTC in epoch milliseconds, both ends inclusive. */
export interface QueryWindow {
  from: number;
  to: number;
  /** `from` was outside the available data. */
  fromClamped: boolean;
  /** `to` was outside the available data. */
  toClamped: boolean;
  /** Nothing is left: `from` is after `to`. */
  empty: boolean;
}

/**
 * Clamps a period to the available data, as the service does
 * (docs/spec/service-interface.md "Filters", "Errors" and "Limits"; docs/spec/service-in-the-field.md "Newest data").
 * @param asked epoch milliseconds; a missing end gets the service's default
 * @param now epoch milliseconds
 * @param delayHours hours by which the tenancy's newest data lags
 */
export function clampWindow(
  asked: { from?: number | null; to?: number | null },
  now: number,
  delayHours: number,
): QueryWindow {
  const newest = wholeHour(now - delayHours * HOUR_MS);
  const oldest = wholeHour(now - OLDEST_DAYS * 24 * HOUR_MS);
  const askedFrom = wholeHour(asked.from ?? now - DEFAULT_HOURS * HOUR_MS);
  const askedTo = wholeHour(asked.to ?? newest);
  const clamp = (at: number) => Math.min(Math.max(at, oldest), newest);
  const [from, to] = [clamp(askedFrom), clamp(askedTo)];
  return { from, to, fromClamped: from !== askedFrom, toClamped: to !== askedTo, empty: from > to };
}

/** The fault of a period of which clamping leaves nothing, at the member to change; null where something is left. */
export function emptyPeriod({ from, to }: QueryFilters, window: QueryWindow): Finding | null {
  if (!window.empty) return null;
  const begin = `${from ? "it" : "without from it"} begins at ${toServiceTime(window.from)}`;
  const end = `${to ? "it" : "without to it"} ends at ${toServiceTime(window.to)}`;
  return {
    member: from ? "filters.from" : "filters.to",
    message: `Nothing is left of this period: ${begin}, and ${end}, which is earlier. Give a from that is not after to`,
  };
}

/** A query as it is sent: with clamped times, without members that the service ignores. */
export interface SentQuery {
  request: QueryRequest & { filters: QueryFilters & { from: string; to: string } };
  window: QueryWindow;
}

/**
 * Makes a checked query ready to be sent (docs/spec/service-interface.md "Submit" and "Filters").
 * @param now epoch milliseconds
 * @param delayHours see {@link clampWindow}
 */
export function toSentQuery(request: QueryRequest, now: number, delayHours: number): SentQuery {
  const { from, to, isDaytime, includeFilled, ...rest } = request.filters ?? {};
  const window = clampWindow(
    { from: from ? Date.parse(from) : null, to: to ? Date.parse(to) : null },
    now,
    delayHours,
  );
  const filters = {
    ...rest,
    ...(request.type === "chf" && isDaytime !== undefined ? { isDaytime } : {}),
    ...(request.type === "indices" && includeFilled !== undefined ? { includeFilled } : {}),
    from: toServiceTime(window.from),
    to: toServiceTime(window.to),
  };
  return { request: { ...request, filters }, window };
}

/** Columns without which a row has no key. */
const KEY_COLUMNS: Record<QueryType, readonly string[]> = {
  indices: ["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"],
  chf: ["measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId"],
};

/**
 * The column choice to send: the chosen columns and those that a stored row's key needs
 * (docs/spec/service-in-the-field.md "Result content"). Undefined: all columns.
 */
export function columnsToStore(
  type: QueryType,
  chosen: SelectColumns | undefined,
): SelectColumns | undefined {
  if (chosen?.include) return { include: [...new Set([...chosen.include, ...KEY_COLUMNS[type]])] };
  const exclude = chosen?.exclude?.filter((name) => !KEY_COLUMNS[type].includes(name));
  return exclude?.length ? { exclude } : undefined;
}
