/** Texts about queries: titles, periods, steps, and what to do after a failure. Pure. */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { formatDay, formatDayShort, siteDay, timeOfDay } from "@/lib/base/core/time";
import { describePlaces } from "@/lib/base/places/places";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
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
export function secondWords({ timeOfDay }: Words, at: Date, zone: string): string {
  return timeOfDay(at, zone).replace(/^\d\d:\d\d/, `$&:${String(at.getUTCSeconds()).padStart(2, "0")}`);
}

/** A period in days of the site: `13 Oct`, `7 to 13 Oct`, `30 Sep to 7 Oct`. An end at midnight belongs to the day before. */
export function periodWords(words: Words, from: Date, to: Date, zone: string, now: Date): string {
  const first = siteDay(from, zone);
  const atMidnight = timeOfDay(to, zone) === "00:00" && to > from;
  const last = siteDay(atMidnight ? new Date(to.getTime() - 1) : to, zone);
  const end = dayWords(last, now, zone);
  if (first === last) return end;
  if (first.slice(0, 7) === last.slice(0, 7))
    return words.t("queries.period", { from: String(Number(first.slice(8))), to: end });
  const begin = first.slice(0, 4) === last.slice(0, 4) ? formatDayShort(first) : formatDay(first);
  return words.t("queries.period", { from: begin, to: end });
}

// The last choice of a message is always called "other".
const typeChoice = (type: QueryType) => (type === "chf" ? "chf" : "other");

/**
 * The areas of a query, as places are said everywhere: `Glasshouse 2 › Zone B`, `Zone B › Bench 14–17`,
 * `Zone B, 3 benches`, `all areas`.
 */
export function areaWords(words: Words, paths: readonly string[] | undefined): string {
  const { t } = words;
  const place = describePlaces(words, paths ?? []);
  if (place === null) return t("queries.allAreas");
  // Titles stand alone, where names repeat from house to house.
  const above = place.tail === "" ? place.above.slice(-1) : [];
  return [...above, place.name].map((name) => name || t("queries.noName")).join(" › ") + place.tail;
}

/** The title of a query: `Indices, Zone B, 7 to 13 Oct`. */
export function queryTitle(
  words: Words,
  { type, filters }: Pick<Query, "type" | "filters">,
  zone: string,
  now: Date,
): string {
  const { from, to, controlAreaPathNames, isDaytime } = filters;
  const isDated = from !== undefined && to !== undefined;
  const light = isDaytime ? "day" : "night";
  return words.t("queries.name", {
    type: typeChoice(type),
    areas: areaWords(words, controlAreaPathNames),
    dated: isDated ? "yes" : "other",
    period: isDated ? periodWords(words, new Date(from), new Date(to), zone, now) : "",
    light: type === "chf" && isDaytime !== undefined ? light : "other",
  });
}

/** The rolling periods in words. */
export const PRESET_WORDS: Record<Preset, PlainKey> = {
  "24h": "queries.last.24h",
  "7d": "queries.last.7d",
  "14d": "queries.last.14d",
  "30d": "queries.last.30d",
  "90d": "queries.last.90d",
  "1y": "queries.last.1y",
};

/** The title of a form: `Indices, last 7 days, Zone B`. */
export function formTitle(words: Words, form: QueryForm, zone: string, now: Date): string {
  const { type, last, from, to, areas } = form;
  const isFixed = from !== null && to !== null;
  const period = isFixed
    ? periodWords(words, new Date(from), new Date(to), zone, now)
    : words.t(PRESET_WORDS[last]);
  return words.t("queries.formName", { type: typeChoice(type), period, areas: areaWords(words, areas) });
}

/** Labels of the chosen indices; `all` without a choice. */
export function indexWords({ t }: Words, names: readonly string[] | undefined): string {
  if (!names) return t("queries.request.all");
  return names.map((name) => (isIndexName(name) ? INDEX_FACTS[name].label : name)).join(", ");
}

/**
 * The effect of the stored rows in words: `38 new, 12 measured, replacing interpolated, 300 already stored`; null where
 * nothing was counted or stored.
 */
export function outcomeWords(
  { t }: Words,
  query: Pick<Query, "added" | "improved" | "changed" | "unchanged">,
): string | null {
  const kinds = OUTCOMES.map(([kind, key]) => ({ kind, key, count: query[kind] ?? 0 }));
  const [first, ...more] = kinds.filter(({ count }) => count > 0);
  if (!first) return null;
  if (more.length === 0 && first.count > 1)
    return t("queries.outcome.all", { kind: first.kind === "unchanged" ? "other" : first.kind });
  return [first, ...more].map(({ key, count }) => t(key, { count })).join(", ");
}

const OUTCOMES = [
  ["added", "queries.outcome.added"],
  ["improved", "queries.outcome.improved"],
  ["changed", "queries.outcome.changed"],
  ["unchanged", "queries.outcome.unchanged"],
] as const;

type StoredCounts = Pick<Query, "stored" | "unrequested">;

/** Says that the service sent rows that were not requested; null where it did not, or they were not counted. */
export function unrequestedWords({ t }: Words, { unrequested }: StoredCounts): string | null {
  if (!unrequested) return null;
  return t("queries.outcome.unrequested", { count: unrequested });
}

/** Why a query that stored rows shows none. */
export function noRowWords({ t }: Words, { stored, unrequested }: StoredCounts): string {
  return t(unrequested === stored ? "queries.outcome.noneRequested" : "queries.outcome.noRow");
}

/**
 * Why more or fewer rows are shown than were received; null where the numbers agree. Fewer: repeated rows are one value,
 * or values were replaced since. More: the store had matching rows already, or got them since.
 */
export function otherCountWords(
  { t }: Words,
  { stored, unrequested }: StoredCounts,
  shown: number,
): string | null {
  const fewer = stored - (unrequested ?? 0) - shown;
  if (fewer === 0) return null;
  return fewer < 0
    ? t("queries.outcome.more", { count: -fewer })
    : t("queries.outcome.fewer", { count: fewer });
}

/** The states of queries in words. */
export const STATUS_WORDS = {
  queued: "queries.status.queued",
  submitted: "queries.status.submitted",
  running: "queries.status.running",
  downloading: "queries.status.downloading",
  completed: "queries.status.completed",
  failed: "queries.status.failed",
  cancelled: "queries.status.cancelled",
} as const satisfies Record<QueryStatus, PlainKey>;

export type QueryStep = {
  id: "queued" | "submitted" | "running" | "downloading" | "stored";
  name: string;
  state: "done" | "running" | "waiting";
  /** When it happened, how long it took, or since when it runs. */
  time: string | null;
};

const STEPS = [
  { id: "queued", name: STATUS_WORDS.queued, at: "createdAt" },
  { id: "submitted", name: STATUS_WORDS.submitted, at: "submittedAt" },
  { id: "running", name: STATUS_WORDS.running, at: "runningAt" },
  { id: "downloading", name: STATUS_WORDS.downloading, at: "downloadingAt" },
  { id: "stored", name: "queries.status.stored", at: "finishedAt" },
] as const;

/** The steps of an active query, each with its time (docs/spec/http-contract.md "Queries"). */
export function querySteps(words: Words, query: Query, zone: string): QueryStep[] {
  const current = STEPS.findIndex((step) => step.id === query.status);
  return STEPS.map(({ id, name: key, at }, index) => {
    const began = query[at];
    const name = words.t(key);
    if (index > current) return { id, name, state: "waiting", time: null };
    if (index === current)
      return {
        ...{ id, name, state: "running" },
        time: began && words.t("queries.progress.since", { time: words.timeOfDay(new Date(began), zone) }),
      };
    return { id, name, state: "done", time: doneTime(words, query, id, began, zone) };
  });
}

function doneTime(
  words: Words,
  query: Query,
  id: QueryStep["id"],
  began: string | null,
  zone: string,
): string | null {
  // A service without a status endpoint goes from submitted to the download.
  if (began === null) return id === "running" ? words.t("queries.progress.notReported") : null;
  if (id !== "running" || query.downloadingAt === null) return secondWords(words, new Date(began), zone);
  return words.formatDuration(Date.parse(query.downloadingAt) - Date.parse(began));
}

/** The reason why an active query waits. */
export function progressWords(
  { t }: Words,
  { status, serviceStatus }: Pick<Query, "status" | "serviceStatus">,
): string {
  const service = { known: serviceStatus ? "yes" : "other", status: serviceStatus ?? "" } as const;
  if (status === "queued") return t("queries.progress.queued");
  if (status === "submitted") return t("queries.progress.submitted", service);
  if (status === "running") return t("queries.progress.running", service);
  return t("queries.progress.downloading");
}

const NEXT: Record<string, PlainKey> = {
  "token-refused": "queries.next.tokenRefused",
  "bad-request": "queries.next.badRequest",
  "rate-limited": "queries.next.rateLimited",
  unavailable: "queries.next.unavailable",
  "server-error": "queries.next.serverError",
  unreachable: "queries.next.unreachable",
  timeout: "queries.next.unreachable",
  "bad-answer": "queries.next.badAnswer",
  "query-failed": "queries.next.queryFailed",
  "result-expired": "queries.next.resultExpired",
  "download-cut": "queries.next.downloadCut",
  "refused-address": "queries.next.refusedAddress",
  deadline: "queries.next.deadline",
  "not-connected": "queries.next.notConnected",
};

/** The scope that each type needs (docs/spec/service-interface.md "Submit"). */
const SCOPES: Record<QueryType, string> = { indices: "data.indices:query", chf: "data.chf:query" };

/** The next step after a failure, by the code of its error. */
export function nextAfter({ t }: Words, code: string, type: QueryType): string {
  if (code === "scope-missing") return t("queries.next.scopeMissing", { scope: SCOPES[type] });
  return t(NEXT[code] ?? "queries.next.test");
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
