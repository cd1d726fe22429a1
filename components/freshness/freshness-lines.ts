import { formatAge, formatDuration, formatUntil, HOUR_MS, siteTime } from "@/lib/base/core/time";
import type { Freshness } from "@/lib/display/freshness/contract";
import {
  judgeArea,
  type NotificationsJudgement,
  type ReadingsJudgement,
} from "@/lib/display/freshness/judge";
import type { AreaOverview } from "@/lib/farm/areas/contract";

/** A source in the strip: the most important part, its form on a phone, and the rest where there is room. */
export type SourceLine = {
  tone: "fresh" | "late" | "stale" | "never";
  strong: string;
  shortStrong: string;
  rest: string;
};

export type Judged = {
  facts: Freshness;
  notifications: NotificationsJudgement;
  readings: ReadingsJudgement;
};

const toneOf = (state: ReadingsJudgement["state"]) => (state === "blind" ? "stale" : state);

const never = (rest = ""): SourceLine => ({
  tone: "never",
  strong: "never any",
  shortStrong: "never any",
  rest,
});

/** When a notification last came and when our address last answered, because silence alone proves nothing. */
export function notificationsLine(judged: Judged | null, zone: string, now: Date): SourceLine {
  if (!judged) return never();
  const { state, lastAt, answeredAt, diskFullSince } = judged.notifications;
  const tone = toneOf(state);
  const answered = answeredAt
    ? `endpoint ${state === "fresh" ? "" : "last "}answered ${siteTime(answeredAt, zone, now)}`
    : "endpoint not checked yet";
  if (state === "never") return never("no webhook secret is entered");
  if (diskFullSince) {
    const strong = `disk full since ${siteTime(diskFullSince, zone, now)}`;
    return { tone: "stale", strong, shortStrong: "disk full", rest: "new alerts may be lost" };
  }
  if (lastAt) {
    const age = formatAge(lastAt, now);
    return { tone, strong: `last ${age}`, shortStrong: age, rest: answered };
  }
  // Not green before the first notification: nothing is known to work.
  const waiting = { strong: "none yet", shortStrong: "none yet", rest: `waiting for the first; ${answered}` };
  return { tone: tone === "fresh" ? "never" : tone, ...waiting };
}

/** Until when readings reach, how old they are, and the next fetch; late and stopped ones say what was expected. */
export function readingsLine(judged: Judged | null, zone: string, now: Date): SourceLine {
  if (!judged) return never();
  const { until, state, expected, nextTryAt } = judged.readings;
  const { connected, syncEnabled, failures, lastError } = judged.facts.readings;
  const nextTry = nextTryAt ? `next try ${formatUntil(nextTryAt, now)}` : "no next try is planned";
  const trouble = failures > 0 && lastError ? `${lastError}; ${nextTry}` : null;
  if (!until) {
    if (trouble) return { ...never(trouble), tone: "late", shortStrong: "cannot fetch" };
    if (!connected) return never("the service is not connected");
    return never(syncEnabled ? "the first fetch is under way" : "fetching is switched off");
  }
  const tone = toneOf(state);
  const at = siteTime(until, zone, now);
  const age = formatAge(until, now);
  const next = nextTryAt ? `next fetch ${siteTime(nextTryAt, zone, now)}` : "no next fetch is planned";
  if (tone === "stale")
    return {
      tone,
      strong: `stopped at ${at}, ${age}`,
      shortStrong: `stopped ${at}`,
      rest: trouble ?? nextTry,
    };
  const shortStrong = `until ${at}`;
  if (tone === "late") {
    const rest = `expected ${siteTime(expected, zone, now)}; ${trouble ?? next}`;
    return { tone, strong: `late: until ${at}`, shortStrong, rest };
  }
  const rest = trouble ?? `as recent as the service gives; ${next}`;
  return { tone, strong: `until ${at}, ${age}`, shortStrong, rest };
}

const SILENT_AFTER_MS = 6 * HOUR_MS;
const MAX_NAMES = 3;

/** Areas that measure: those with readings, and those of the last level. */
function measuringAreas(areas: AreaOverview[]): AreaOverview[] {
  const parents = new Set(areas.map((area) => area.parent));
  return areas.filter((area) => area.hasReadings || !parents.has(area.path));
}

/** The number of areas that report, and the names of silent ones: six hours or more behind the newest reading. */
export function reportingWords(areas: AreaOverview[], now: Date) {
  const all = measuringAreas(areas);
  if (all.length === 0)
    return { count: "none yet", silent: "They come with the first readings", reporting: 0, total: 0 };
  const newest = Math.max(0, ...all.map((area) => (area.lastReadingAt ? Date.parse(area.lastReadingAt) : 0)));
  const silent = all.filter(
    ({ lastReadingAt }) => lastReadingAt === null || newest - Date.parse(lastReadingAt) >= SILENT_AFTER_MS,
  );
  const names = silent.slice(0, MAX_NAMES).map(({ name, lastReadingAt }) => {
    const age = lastReadingAt && formatDuration(now.getTime() - Date.parse(lastReadingAt));
    return age ? `${name}: no data for ${age}` : `${name}: never any`;
  });
  const more = silent.length > names.length ? [`${silent.length - names.length} more`] : [];
  const reporting = all.length - silent.length;
  return {
    count: `${reporting} of ${all.length} report`,
    silent: [...names, ...more].join("; ") || "None is silent",
    reporting,
    total: all.length,
  };
}

const CLAIMS = {
  healthy: "healthy",
  alert: "with an open alert",
  "no-data": "silent without one",
  unknown: "unknown",
} as const;

/** The states of the areas that measure: "4 healthy, 2 with an open alert, 1 silent without one." */
export function areaWords(areas: AreaOverview[], fresh: Judged, now: Date): string {
  const states = measuringAreas(areas).map((area) => {
    const state = judgeArea(area, fresh, fresh.facts.readings, now);
    return state in CLAIMS ? state : "alert";
  });
  const counted = Object.entries(CLAIMS).flatMap(([claim, words]) => {
    const count = states.filter((state) => state === claim).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return counted.length === 0 ? "" : `${counted.join(", ")}.`;
}
