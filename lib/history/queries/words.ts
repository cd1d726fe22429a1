/** Texts about queries: titles, periods, steps, and what to do after a failure. Pure. */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { formatCount } from "@/lib/base/core/numbers";
import { formatDay, formatDayShort, formatDuration, siteDay, timeOfDay } from "@/lib/base/core/time";
import { describePlaces } from "@/lib/base/places/places";
import type { QueryType } from "@/lib/service/contract";
import type { Preset, Query, QueryForm, QueryStatus } from "./contract";

/** Returns true if a status is final. */
export function isOver(status: QueryStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** `Wed 7 Oct` without its weekday: `7 Oct`, with the year where it is not this one. */
function dayWords(day: string, now: Date, zone: string): string {
  return day.slice(0, 4) === siteDay(now, zone).slice(0, 4) ? formatDayShort(day) : formatDay(day);
}

/** `7 Oct 00:00` in the zone, with the year unless it is the current one. */
export function hourWords(at: Date, zone: string, now: Date): string {
  return `${dayWords(siteDay(at, zone), now, zone)} ${timeOfDay(at, zone)}`;
}

/** The UTC time to go with a site time: `22:00`, with the day where it differs. */
export function utcBeside(at: Date, zone: string): string {
  const day = siteDay(at, "UTC");
  const time = timeOfDay(at, "UTC");
  return day === siteDay(at, zone) ? time : `${formatDayShort(day)} ${time}`;
}

/** `14:36:02` in site time. */
export function secondWords(at: Date, zone: string): string {
  return timeOfDay(at, zone).replace(/^\d\d:\d\d/, `$&:${String(at.getUTCSeconds()).padStart(2, "0")}`);
}

/** A period in days of the site: `13 Oct`, `7 to 13 Oct`, `30 Sep to 7 Oct`. An end at midnight belongs to the day before. */
export function periodWords(from: Date, to: Date, zone: string, now: Date): string {
  const first = siteDay(from, zone);
  const atMidnight = timeOfDay(to, zone) === "00:00" && to > from;
  const last = siteDay(atMidnight ? new Date(to.getTime() - 1) : to, zone);
  const end = dayWords(last, now, zone);
  if (first === last) return end;
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))} to ${end}`;
  const begin = first.slice(0, 4) === last.slice(0, 4) ? formatDayShort(first) : formatDay(first);
  return `${begin} to ${end}`;
}

const TYPE_WORDS = { indices: "Indices", chf: "Fluorescence" } as const;

/**
 * The areas of a query, as places are said everywhere: `Glasshouse 2 › Zone B`, `Zone B › Bench 14–17`,
 * `Zone B, 3 benches`, `all areas`.
 */
export function areaWords(paths: readonly string[] | undefined): string {
  const place = describePlaces(paths ?? []);
  if (place === null) return "all areas";
  // Titles stand alone, where names repeat from house to house.
  const above = place.tail === "" ? place.above.slice(-1) : [];
  return [...above, place.name].map((name) => name || "(no name)").join(" › ") + place.tail;
}

/** The title of a query: `Indices, Zone B, 7 to 13 Oct`. */
export function queryTitle(query: Pick<Query, "type" | "filters">, zone: string, now: Date): string {
  const { from, to, controlAreaPathNames, isDaytime } = query.filters;
  const parts = [TYPE_WORDS[query.type], areaWords(controlAreaPathNames)];
  if (from && to) parts.push(periodWords(new Date(from), new Date(to), zone, now));
  if (query.type === "chf" && isDaytime !== undefined) parts.push(isDaytime ? "plant day" : "plant night");
  return parts.join(", ");
}

/** The rolling periods in words. */
export const PRESET_WORDS: Record<Preset, string> = {
  "24h": "last 24 hours",
  "7d": "last 7 days",
  "14d": "last 14 days",
  "30d": "last 30 days",
  "90d": "last 90 days",
  "1y": "last year",
};

/** The title of a form: `Indices, last 7 days, Zone B`. */
export function formTitle(form: QueryForm, zone: string, now: Date): string {
  const { type, last, from, to, areas } = form;
  const isFixed = from !== null && to !== null;
  const period = isFixed ? periodWords(new Date(from), new Date(to), zone, now) : PRESET_WORDS[last];
  return [TYPE_WORDS[type], period, areaWords(areas)].join(", ");
}

/** Labels of the chosen indices; `all` without a choice. */
export function indexWords(names: readonly string[] | undefined): string {
  if (!names) return "all";
  return names.map((name) => (isIndexName(name) ? INDEX_FACTS[name].label : name)).join(", ");
}

/**
 * The effect of the stored rows in words: `38 new, 12 measured in place of interpolated, 2 changed, 300 as before`,
 * `all as before`; null where nothing was counted or stored.
 */
export function outcomeWords({
  added,
  improved,
  changed,
  unchanged,
}: Pick<Query, "added" | "improved" | "changed" | "unchanged">): string | null {
  const kinds: [count: number | null, words: string][] = [
    [added, "new"],
    [improved, "measured in place of interpolated"],
    [changed, "changed"],
    [unchanged, "as before"],
  ];
  const [first, ...more] = kinds.filter(([count]) => (count ?? 0) > 0);
  if (!first) return null;
  if (more.length === 0) return first[0] === 1 ? `1 ${first[1]}` : `all ${first[1]}`;
  return [first, ...more].map(([count, words]) => `${formatCount(count ?? 0)} ${words}`).join(", ");
}

type StoredCounts = Pick<Query, "stored" | "unrequested">;

/** Says that the service sent rows that were not requested; null where it did not, or they were not counted. */
export function unrequestedWords({ unrequested }: StoredCounts): string | null {
  if (!unrequested) return null;
  return unrequested === 1
    ? "1 row that came was not asked for: of another area, time, job, index or sensor. It is stored, and not shown here."
    : `${formatCount(unrequested)} rows that came were not asked for: of another area, time, job, index or sensor. They are stored, and not shown here.`;
}

/** Why a query that stored rows shows none. */
export function noRowWords({ stored, unrequested }: StoredCounts): string {
  return unrequested === stored
    ? "None of the rows that came was asked for. They are stored under their own areas."
    : "No stored row fits this query now.";
}

/**
 * Why more or fewer rows are shown than were received; null where the numbers agree. Fewer: repeated rows are one value,
 * or values were replaced since. More: the store had matching rows already, or got them since.
 */
export function otherCountWords({ stored, unrequested }: StoredCounts, shown: number): string | null {
  const fewer = stored - (unrequested ?? 0) - shown;
  if (fewer === 0) return null;
  return fewer < 0
    ? `All stored rows that fit are shown: ${formatCount(-fewer)} more than this query brought.`
    : `${formatCount(fewer)} fewer ${fewer === 1 ? "row is" : "rows are"} shown than came: a value that came again is one row, and rows stand as they are stored now.`;
}

export type QueryStep = {
  id: "queued" | "submitted" | "running" | "downloading" | "stored";
  name: string;
  state: "done" | "running" | "waiting";
  /** When it happened, how long it took, or since when it runs. */
  time: string | null;
};

const STEPS = [
  { id: "queued", name: "Queued", at: "createdAt" },
  { id: "submitted", name: "Submitted", at: "submittedAt" },
  { id: "running", name: "Running", at: "runningAt" },
  { id: "downloading", name: "Downloading", at: "downloadingAt" },
  { id: "stored", name: "Stored", at: "finishedAt" },
] as const;

/** The steps of an active query, each with its time (docs/spec/http-contract.md "Queries"). */
export function querySteps(query: Query, zone: string): QueryStep[] {
  const current = STEPS.findIndex((step) => step.id === query.status);
  return STEPS.map(({ id, name, at }, index) => {
    const began = query[at];
    if (index > current) return { id, name, state: "waiting", time: null };
    if (index === current)
      return { id, name, state: "running", time: began && `since ${timeOfDay(new Date(began), zone)}` };
    return { id, name, state: "done", time: doneTime(query, id, began, zone) };
  });
}

function doneTime(query: Query, id: QueryStep["id"], began: string | null, zone: string): string | null {
  // A service without a status endpoint goes from submitted to the download.
  if (began === null) return id === "running" ? "not told" : null;
  if (id !== "running" || query.downloadingAt === null) return secondWords(new Date(began), zone);
  return formatDuration(Date.parse(query.downloadingAt) - Date.parse(began));
}

/** The reason why an active query waits. */
export function progressWords({ status, serviceStatus }: Pick<Query, "status" | "serviceStatus">): string {
  const says = serviceStatus ? ` It says ${serviceStatus}.` : "";
  if (status === "queued") return "Waiting to be submitted.";
  if (status === "submitted") return `The service has it and has not begun yet.${says}`;
  if (status === "running") return `The service works on it.${says}`;
  return "The service does not say how many rows there will be.";
}

const AGAIN = "Run it again in some minutes.";
const TEST = "An admin can test the connection step by step.";

const NEXT: Record<string, string> = {
  "token-refused": "The service does not take our client: an admin enters its secret again.",
  "bad-request": "Change the query by what the service says, then run it.",
  "rate-limited": `The service was asked too often. ${AGAIN}`,
  unavailable: `The service is being maintained or is overloaded. ${AGAIN}`,
  "server-error": `It is a fault on the service's side. ${AGAIN}`,
  unreachable: `${TEST} Run it again when the service answers.`,
  timeout: `${TEST} Run it again when the service answers.`,
  "bad-answer": `Something else than the service may have answered. ${TEST}`,
  "query-failed": "The service gave it up. Run it again; a shorter period or fewer areas may help.",
  "result-expired": "The result was gone before it was read, twice. Run it again.",
  "download-cut": "The download broke off several times. Run it again; a shorter period may help.",
  "refused-address": "The result lies at an address that must not be called. An admin can allow its host.",
  deadline: "Run it again for a shorter period, or an admin sets a longer deadline.",
  "not-connected": "An admin enters the service's address and client under Admin, Tenancies.",
};

/** The scope that each type needs (docs/spec/service-interface.md "Submit"). */
const SCOPES: Record<QueryType, string> = { indices: "data.indices:query", chf: "data.chf:query" };

/** The next step after a failure, by the code of its error. */
export function nextAfter(code: string, type: QueryType): string {
  if (code === "scope-missing")
    return `Our client may not ask for this data: an admin asks whoever runs the service for the scope ${SCOPES[type]}, or for a licence that holds it. Until then it would be refused again.`;
  return NEXT[code] ?? TEST;
}

/** Errors that repeat until the query, the connection or the licence is changed. */
const PERMANENT = new Set([
  "scope-missing",
  "bad-request",
  "token-refused",
  "refused-address",
  "not-connected",
]);

/** Returns true if the same query may succeed when it is run again. */
export const mayHelpAgain = (code: string): boolean => !PERMANENT.has(code);
