import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
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

const never = ({ t }: Words, rest = ""): SourceLine => ({
  tone: "never",
  strong: t("freshness.strip.neverAny"),
  shortStrong: t("freshness.strip.neverAny"),
  rest,
});

/** When a notification last came and when our address last answered, because silence alone proves nothing. */
export function notificationsLine(words: Words, judged: Judged | null, zone: string, now: Date): SourceLine {
  const { t, siteTime, formatAge } = words;
  if (!judged) return never(words);
  const { state, lastAt, answeredAt, diskFullSince } = judged.notifications;
  const tone = toneOf(state);
  if (state === "never") return never(words, t("freshness.strip.noSecret"));
  if (diskFullSince)
    return {
      tone: "stale",
      strong: t("freshness.strip.diskFullSince", { time: siteTime(diskFullSince, zone, now) }),
      shortStrong: t("freshness.strip.diskFull"),
      rest: t("freshness.strip.mayBeLost"),
    };
  const time = answeredAt && siteTime(answeredAt, zone, now);
  const answered =
    time === null
      ? t("freshness.strip.notChecked")
      : state === "fresh"
        ? t("freshness.strip.answered", { time })
        : t("freshness.strip.lastAnswered", { time });
  if (lastAt) {
    const age = formatAge(lastAt, now);
    return { tone, strong: t("freshness.strip.last", { age }), shortStrong: age, rest: answered };
  }
  const none = t("freshness.strip.noneYet");
  // Not green before the first notification: nothing is known to work.
  return {
    tone: tone === "fresh" ? "never" : tone,
    ...{ strong: none, shortStrong: none, rest: t("freshness.strip.waiting", { answered }) },
  };
}

/** Until when readings reach, how old they are, and the next fetch; late and stopped ones say what was expected. */
export function readingsLine(words: Words, judged: Judged | null, zone: string, now: Date): SourceLine {
  const { t, siteTime, formatAge, formatUntil } = words;
  if (!judged) return never(words);
  const { until, state, expected, nextTryAt } = judged.readings;
  const { connected, syncEnabled, failures, lastError } = judged.facts.readings;
  const nextTry = nextTryAt
    ? t("freshness.strip.nextTry", { when: formatUntil(nextTryAt, now) })
    : t("freshness.strip.noNextTry");
  const trouble = failures > 0 && lastError ? `${lastError}; ${nextTry}` : null;
  if (!until) {
    if (trouble)
      return { ...never(words, trouble), tone: "late", shortStrong: t("freshness.strip.cannotFetch") };
    if (!connected) return never(words, t("freshness.strip.notConnected"));
    return never(words, syncEnabled ? t("freshness.strip.firstFetch") : t("freshness.strip.fetchingOff"));
  }
  const tone = toneOf(state);
  const time = siteTime(until, zone, now);
  const age = formatAge(until, now);
  if (tone === "stale")
    return {
      tone,
      strong: t("freshness.strip.stopped", { time, age }),
      shortStrong: t("freshness.strip.stoppedShort", { time }),
      rest: trouble ?? nextTry,
    };
  const next = nextTryAt
    ? t("freshness.strip.nextFetch", { time: siteTime(nextTryAt, zone, now) })
    : t("freshness.strip.noNextFetch");
  const shortStrong = t("freshness.strip.until", { time });
  if (tone === "late") {
    const due = t("freshness.strip.expected", { time: siteTime(expected, zone, now) });
    return {
      ...{ tone, shortStrong },
      strong: t("freshness.strip.late", { time }),
      rest: `${due}; ${trouble ?? next}`,
    };
  }
  return {
    ...{ tone, shortStrong },
    strong: t("freshness.strip.untilWithAge", { time, age }),
    rest: trouble ?? `${t("freshness.strip.upToDate")}; ${next}`,
  };
}

const SILENT_AFTER_MS = 6 * HOUR_MS;
const MAX_NAMES = 3;

/** Areas that measure: those with readings, and those of the last level. */
function measuringAreas(areas: AreaOverview[]): AreaOverview[] {
  const parents = new Set(areas.map((area) => area.parent));
  return areas.filter((area) => area.hasReadings || !parents.has(area.path));
}

/** The number of areas that report, and the names of silent ones: six hours or more behind the newest reading. */
export function reportingWords({ t, formatDuration }: Words, areas: AreaOverview[], now: Date) {
  const all = measuringAreas(areas);
  if (all.length === 0)
    return {
      count: t("freshness.strip.noneYet"),
      silent: t("freshness.areas.withFirst"),
      reporting: 0,
      total: 0,
    };
  const newest = Math.max(0, ...all.map((area) => (area.lastReadingAt ? Date.parse(area.lastReadingAt) : 0)));
  const silent = all.filter(
    ({ lastReadingAt }) => lastReadingAt === null || newest - Date.parse(lastReadingAt) >= SILENT_AFTER_MS,
  );
  const names = silent.slice(0, MAX_NAMES).map(({ name, lastReadingAt }) => {
    const age = lastReadingAt && formatDuration(now.getTime() - Date.parse(lastReadingAt));
    return age ? t("freshness.areas.silentFor", { name, age }) : t("freshness.areas.neverAny", { name });
  });
  const more =
    silent.length > names.length ? [t("freshness.areas.more", { count: silent.length - names.length })] : [];
  const reporting = all.length - silent.length;
  return {
    count: t("freshness.areas.reporting", { count: reporting, all: all.length }),
    silent: silent.length === 0 ? t("freshness.areas.noneSilent") : `${[...names, ...more].join("; ")}.`,
    reporting,
    total: all.length,
  };
}

const CLAIMS = {
  healthy: "freshness.areas.healthy",
  alert: "freshness.areas.withAlert",
  "no-data": "freshness.areas.silent",
  unknown: "freshness.areas.unknown",
} as const;

/** The states of the areas that measure: "4 healthy, 2 with an open alert, 1 silent, no open alert." */
export function areaWords({ t }: Words, areas: AreaOverview[], fresh: Judged, now: Date): string {
  const states = measuringAreas(areas).map((area) => {
    const state = judgeArea(area, fresh, fresh.facts.readings, now);
    return state in CLAIMS ? state : "alert";
  });
  const counted = Object.entries(CLAIMS).flatMap(([claim, words]) => {
    const count = states.filter((state) => state === claim).length;
    return count > 0 ? [t(words, { count })] : [];
  });
  return counted.length === 0 ? "" : `${counted.join(", ")}.`;
}
