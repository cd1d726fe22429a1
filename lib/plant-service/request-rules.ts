/** What the service would refuse, ignore or clamp in a query, known before anything is sent. */
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

/** One thing to say about a member of a query, e.g. member `filters.indexNames`. */
export interface Finding {
  member: string;
  message: string;
}

const HOUR_MS = 3_600_000;
/** Oldest data of the service, in days (service-interface 8). */
const OLDEST_DAYS = 365;
/** Period asked for when `from` is left out, in hours (service-interface 2.3). */
const DEFAULT_HOURS = 48;

/** The columns of a type that may be selected, in the interface's order (service-interface 2.4). */
export function columnsOf(type: QueryType): string[] {
  return Object.keys(type === "chf" ? CHF_COLUMNS : INDICES_COLUMNS);
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
  if (filters.from && filters.to && Date.parse(filters.from) > Date.parse(filters.to)) {
    say("from", "from is after to");
  }
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

/**
 * What is wrong in a query, by member; an empty list means that it can be sent
 * (service-interface 2.3, 2.4 and 7).
 */
export function checkQueryRequest(request: QueryRequest): Finding[] {
  return [
    ...checkFilters(request.type, request.filters ?? {}),
    ...(request.selectColumns ? checkColumns(request.type, request.selectColumns) : []),
  ];
}

/** Members that the service will ignore without an error (service-interface 7), to be shown as a hint. */
export function ignoredMembers(request: QueryRequest): Finding[] {
  const { type, filters = {} } = request;
  const found: Finding[] = [];
  if (type === "indices" && filters.isDaytime !== undefined) {
    found.push({ member: "filters.isDaytime", message: "isDaytime is ignored for type indices" });
  }
  if (type === "chf" && filters.includeFilled !== undefined) {
    found.push({ member: "filters.includeFilled", message: "includeFilled is ignored for type chf" });
  }
  const daily = filters.indexNames?.every((name) => name === "DLI" || name === "DPI");
  if (type === "indices" && filters.includeFilled !== undefined && daily && filters.indexNames?.length) {
    found.push({ member: "filters.includeFilled", message: "includeFilled has no effect on DLI and DPI" });
  }
  return found;
}

/** The period that the service really answers for; both ends in it, epoch milliseconds, whole hours UTC. */
export interface QueryWindow {
  from: number;
  to: number;
  /** `from` lay before the oldest data. */
  fromClamped: boolean;
  /** `to` lay after the most recent data. */
  toClamped: boolean;
  /** Nothing is left: `from` lies after the most recent data, or after `to`. */
  empty: boolean;
}

/**
 * The period really answered (service-interface 2.3, 8; service-in-the-field "The most recent data").
 * @param asked epoch milliseconds; what is missing gets the service's default
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
  const from = Math.max(askedFrom, oldest);
  const to = Math.min(askedTo, newest);
  return { from, to, fromClamped: askedFrom < oldest, toClamped: askedTo > newest, empty: from > to };
}

/** The query as it is to be sent: times clamped and written out, members that would be ignored left away. */
export interface SentQuery {
  request: QueryRequest & { filters: QueryFilters & { from: string; to: string } };
  window: QueryWindow;
}

/**
 * Writes out a checked query as it is sent (service-interface 2.2, 2.3).
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

const STORED_WITH: Record<QueryType, readonly string[]> = {
  indices: ["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"],
  chf: ["measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId"],
};

/** Whether a column is asked for whatever is chosen, since rows have no key in the store without it. */
export function isAlwaysAskedFor(type: QueryType, column: string): boolean {
  return STORED_WITH[type].includes(column);
}

/**
 * The column choice to send so that the result can be stored: what was chosen, and time, place, job and
 * name or identity, without which a row has no key (service-in-the-field, CSV). Undefined: all columns.
 */
export function selectionForStore(
  type: QueryType,
  chosen: SelectColumns | undefined,
): SelectColumns | undefined {
  if (chosen?.include) return { include: [...new Set([...chosen.include, ...STORED_WITH[type]])] };
  const exclude = chosen?.exclude?.filter((name) => !isAlwaysAskedFor(type, name));
  return exclude?.length ? { exclude } : undefined;
}
