import { formatAge, formatDuration, formatUntil, HOUR_MS, siteTime } from "@/lib/base/core/time";
import type { Freshness } from "@/lib/display/freshness/contract";
import {
  judgeArea,
  type NotificationsJudgement,
  type ReadingsJudgement,
} from "@/lib/display/freshness/judge";
import type { AreaOverview } from "@/lib/farm/areas/contract";

/** What the strip says of a source: a strong part that matters most, a rest where there is room. */
export type SourceLine = {
  name: "Notifications" | "Readings";
  shortName: string;
  tone: "fresh" | "late" | "stale" | "never";
  strong: string;
  /** For a phone. */
  shortStrong: string;
  rest: string;
};

export type Judged = {
  facts: Freshness;
  notifications: NotificationsJudgement;
  readings: ReadingsJudgement;
};

const toneOf = (state: ReadingsJudgement["state"]): SourceLine["tone"] =>
  state === "blind" ? "stale" : state;

const never = (name: SourceLine["name"], shortName: string, rest = ""): SourceLine => ({
  name,
  shortName,
  tone: "never",
  strong: "never any",
  shortStrong: "never any",
  rest,
});

/** Before the first has come nothing is known to work: no green, and what is waited for. */
const notYet = (tone: SourceLine["tone"], answered: string): SourceLine => ({
  ...never("Notifications", "Alerts", `waiting for the first; ${answered}`),
  tone: tone === "fresh" ? "never" : tone,
  strong: "none yet",
  shortStrong: "none yet",
});

/** Notifications: when one last came and when our address last answered; silence alone proves nothing. */
export function notificationsLine(judged: Judged | null, zone: string, now: Date): SourceLine {
  if (!judged) return never("Notifications", "Alerts");
  const { state, lastAt, answeredAt, diskFullSince } = judged.notifications;
  const answered = answeredAt
    ? `endpoint ${state === "fresh" ? "" : "last "}answered ${siteTime(answeredAt, zone, now)}`
    : "endpoint not checked yet";
  if (state === "never") return never("Notifications", "Alerts", "no webhook secret is entered");
  if (diskFullSince)
    return {
      ...{ name: "Notifications", shortName: "Alerts", tone: "stale", shortStrong: "disk full" },
      strong: `disk full since ${siteTime(diskFullSince, zone, now)}`,
      rest: "new alerts may be lost",
    };
  if (!lastAt) return notYet(toneOf(state), answered);
  return {
    name: "Notifications",
    shortName: "Alerts",
    tone: toneOf(state),
    strong: `last ${formatAge(lastAt, now)}`,
    shortStrong: formatAge(lastAt, now),
    rest: answered,
  };
}

/** Readings: until when, how old, and when the next fetch comes; late and stopped say what was expected. */
export function readingsLine(judged: Judged | null, zone: string, now: Date): SourceLine {
  const { until, state, expected, nextTryAt } = judged?.readings ?? {};
  if (!judged || !until || !state || !expected) return neverRead(judged, now);
  const at = siteTime(until, zone, now);
  const next = nextTryAt ? `next fetch ${siteTime(nextTryAt, zone, now)}` : "no next fetch is planned";
  const trouble = troubleOf(judged, now);
  const line = { name: "Readings", shortName: "Readings", tone: toneOf(state) } as const;
  if (state === "stale" || state === "blind")
    return {
      ...line,
      strong: `stopped at ${at}, ${formatAge(until, now)}`,
      shortStrong: `stopped ${at}`,
      rest: trouble ?? nextTryWords(nextTryAt ?? null, now),
    };
  if (state === "late")
    return {
      ...line,
      strong: `late: until ${at}`,
      shortStrong: `until ${at}`,
      rest: `expected ${siteTime(expected, zone, now)}; ${trouble ?? next}`,
    };
  return {
    ...line,
    strong: `until ${at}, ${formatAge(until, now)}`,
    shortStrong: `until ${at}`,
    rest: trouble ?? `as recent as the service gives; ${next}`,
  };
}

/** What the last fetch failed of and when the next try comes; null when it did not fail. */
function troubleOf({ facts: { readings }, readings: judged }: Judged, now: Date): string | null {
  if (readings.failures === 0 || !readings.lastError) return null;
  return `${readings.lastError}; ${nextTryWords(judged.nextTryAt, now)}`;
}

const nextTryWords = (at: Date | null, now: Date) =>
  at ? `next try ${formatUntil(at, now)}` : "no next try is planned";

function neverRead(judged: Judged | null, now: Date): SourceLine {
  const trouble = judged && troubleOf(judged, now);
  const line = never("Readings", "Readings", trouble ?? firstFetch(judged));
  return trouble ? { ...line, tone: "late", shortStrong: "cannot fetch" } : line;
}

function firstFetch(judged: Judged | null): string {
  if (!judged) return "";
  const { connected, syncEnabled } = judged.facts.readings;
  if (!connected) return "the service is not connected";
  return syncEnabled ? "the first fetch is under way" : "fetching is switched off";
}

const SILENT_AFTER_MS = 6 * HOUR_MS;

/** Areas that measure: with readings of their own, or a last level that never had any. */
function measuring(areas: AreaOverview[]): AreaOverview[] {
  const parents = new Set(areas.map((area) => area.parent));
  return areas.filter((area) => area.hasReadings || !parents.has(area.path));
}

/**
 * How many areas report, and which do not.
 * @param now judges what is silent: no reading for six hours behind the newest one of all
 */
export function reportingWords(
  areas: AreaOverview[],
  now: Date,
): { count: string; silent: string; reporting: number; total: number; silentAreas: AreaOverview[] } {
  const all = measuring(areas);
  if (all.length === 0)
    return {
      count: "none yet",
      silent: "They come with the first readings",
      reporting: 0,
      total: 0,
      silentAreas: [],
    };
  const newest = Math.max(0, ...all.map((area) => (area.lastReadingAt ? Date.parse(area.lastReadingAt) : 0)));
  const silentAreas = all.filter(
    (area) => area.lastReadingAt === null || newest - Date.parse(area.lastReadingAt) >= SILENT_AFTER_MS,
  );
  const names = silentAreas
    .slice(0, 3)
    .map((area) =>
      area.lastReadingAt === null
        ? `${area.name}: never any`
        : `${area.name}: no data for ${formatDuration(now.getTime() - Date.parse(area.lastReadingAt))}`,
    );
  const more = silentAreas.length - names.length;
  const reporting = all.length - silentAreas.length;
  return {
    count: `${reporting} of ${all.length} report`,
    silent:
      silentAreas.length === 0 ? "None is silent" : names.join("; ") + (more > 0 ? `; ${more} more` : ""),
    reporting,
    total: all.length,
    silentAreas,
  };
}

const CLAIMS = {
  healthy: "healthy",
  alert: "with an open alert",
  "no-data": "silent without one",
  unknown: "unknown",
} as const;

/** What the areas that measure may claim: "4 healthy, 2 with an open alert, 1 silent without one". */
export function areaWords(areas: AreaOverview[], fresh: Judged, now: Date): string {
  const claims = measuring(areas).map((area) => {
    const state = judgeArea(area, fresh, fresh.facts.readings, now);
    return state in CLAIMS ? (state as keyof typeof CLAIMS) : "alert";
  });
  const counted = (Object.keys(CLAIMS) as (keyof typeof CLAIMS)[])
    .map((claim) => ({ claim, count: claims.filter((one) => one === claim).length }))
    .filter(({ count }) => count > 0);
  if (counted.length === 0) return "";
  return `${counted.map(({ claim, count }) => `${count} ${CLAIMS[claim]}`).join(", ")}.`;
}
