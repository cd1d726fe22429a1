/** The texts of a wall, each with shorter variants for less room. Pure. */

import { badgeSince, placeOf } from "@/components/ui/alert-words";
import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { AreaState } from "@/lib/display/freshness/judge";
import type { WallAlert, WallArea, WallSnapshot } from "@/lib/display/wall/contract";
import type { Sources } from "./runtime/model";

const QUIET_WORDS = {
  healthy: "wall.state.healthy",
  "no-data": "wall.state.noData",
  unknown: "wall.state.unknown",
} as const satisfies Partial<Record<AreaState, PlainKey>>;

/** The word of a state; for an alert the same word as in a list. */
export function stateVariants(
  { t }: Words,
  state: AreaState,
  area: Pick<WallArea, "severities" | "plants">,
): string[] {
  if (state === "healthy" || state === "no-data" || state === "unknown") return [t(QUIET_WORDS[state])];
  return bothThenFirst(levelWords(state, area.severities, area.plants));
}

/** The word of a count of the tenancy. */
export const levelVariants = (
  level: SeverityLevel,
  { counts, plants }: Pick<WallSnapshot, "counts" | "plants">,
) => bothThenFirst(levelWords(level, counts, plants));

/** Both words, or only the first if there is less room. */
const bothThenFirst = (words: string[]) => [...new Set([words.join(", "), ...words.slice(0, 1)])];

/** `for 7 h 30 min`, and shorter. */
export function durationVariants({ t, formatDuration }: Words, since: string, now: Date): string[] {
  const length = formatDuration(now.getTime() - Date.parse(since));
  return [t("wall.state.for", { length }), length, length.split(" ").slice(0, 2).join(" ")];
}

/** How long an alert has had the severity beside which this stands. */
export const heldVariants = (words: Words, alert: WallAlert, now: Date) =>
  durationVariants(words, badgeSince(alert), now);

/** `new, 20 s ago`; after ten minutes without "new". */
export function newnessVariants({ t, formatAge }: Words, alert: WallAlert, now: Date): string[] {
  const since = new Date(badgeSince(alert));
  const age = formatAge(since, now);
  return now.getTime() - since.getTime() < 600_000 ? [t("wall.alerts.new", { age }), age] : [age];
}

/** The place of an alert with its parents, or why it is unknown. */
export function placeWords(words: Words, alert: WallAlert): { title: string; parents: string[] } {
  const place = placeOf(words, alert);
  return {
    title: place.title,
    parents: place.known ? place.detail.split(" › ").filter(Boolean) : [place.detail],
  };
}

/** The owner of an alert, else who acknowledged it, else that nobody did. */
export function ownerVariants({ t }: Words, alert: WallAlert): string[] {
  const { owner, acknowledgedBy, acknowledgedAt, snoozed } = alert;
  if (owner !== null) {
    const plain = [t("wall.alerts.assignedTo", { name: owner }), owner];
    return snoozed ? [t("wall.alerts.assignedToSnoozed", { name: owner }), ...plain] : plain;
  }
  if (acknowledgedBy !== null) {
    const plain = [t("wall.alerts.acknowledgedBy", { name: acknowledgedBy }), acknowledgedBy];
    return snoozed ? [t("wall.alerts.acknowledgedBySnoozed", { name: acknowledgedBy }), ...plain] : plain;
  }
  if (acknowledgedAt !== null) return [t("wall.alerts.acknowledged")];
  return [...(snoozed ? [t("wall.alerts.waitingSnoozed")] : []), t("wall.alerts.waiting")];
}

/** The time of the newest readings. */
export function readingsVariants(words: Words, { readings }: Sources, zone: string, now: Date): string[] {
  const { t, siteTime, formatAge } = words;
  const { until, expected, state } = readings;
  if (until === null) return [t("wall.readings.none")];
  const time = siteTime(until, zone, now);
  if (state === "late")
    return [
      t("wall.readings.late", { time, expected: siteTime(expected, zone, now) }),
      t("wall.readings.lateUntil", { time }),
      t("wall.readings.lateShort", { time }),
    ];
  if (state === "stale") return nextTryVariants(words, readings.nextTryAt, time, zone, now);
  const age = formatAge(until, now);
  return [
    t("wall.readings.untilWithAge", { time, age }),
    t("wall.readings.untilWithAgeShort", { time, age }),
    t("wall.readings.until", { time }),
  ];
}

/** The next try; the banner already says that readings stopped. */
function nextTryVariants(
  { t, siteTime }: Words,
  next: Date | null,
  time: string,
  zone: string,
  now: Date,
): string[] {
  const until = t("wall.readings.until", { time });
  if (next === null) return [t("wall.readings.noNextTry", { time }), until];
  if (next.getTime() <= now.getTime()) return [t("wall.readings.trying", { time }), until];
  const when = siteTime(next, zone, now);
  return [t("wall.readings.nextTry", { time, next: when }), t("wall.readings.nextTryShort", { next: when })];
}

/** The age of the last alert and the time of our address's last answer. */
export function notificationsVariants(
  words: Words,
  { notifications }: Sources,
  zone: string,
  now: Date,
): string[] {
  const { t, siteTime } = words;
  const { state, lastAt, answeredAt, diskFullSince } = notifications;
  if (state === "never") return [t("wall.notifications.notConnected")];
  const last = lastAlertWords(words, lastAt, now);
  if (diskFullSince)
    return [
      t("wall.notifications.diskFull", { last, time: siteTime(diskFullSince, zone, now) }),
      t("wall.notifications.diskFullShort"),
    ];
  if (answeredAt === null)
    return [t("wall.notifications.neverAnswered", { last }), t("wall.notifications.addressNeverShort"), last];
  const time = siteTime(answeredAt, zone, now);
  if (state === "fresh") return [t("wall.notifications.answered", { last, time }), last];
  return [
    t("wall.notifications.lastAnswered", { last, time }),
    t("wall.notifications.addressLast", { time }),
  ];
}

function lastAlertWords({ t, formatAge }: Words, lastAt: Date | null, now: Date): string {
  if (lastAt === null) return t("wall.notifications.none");
  return t("wall.notifications.last", { age: formatAge(lastAt, now) });
}

/** The same in separate lines: the absence of alerts proves nothing, an answer of our address does. */
export function notificationLines(
  words: Words,
  { notifications }: Sources,
  zone: string,
  now: Date,
): string[][] {
  const { t, siteTime, formatAge } = words;
  const { state, lastAt, answeredAt, diskFullSince } = notifications;
  if (state === "never") return [[t("wall.notifications.notConnected")]];
  const last = [lastAlertWords(words, lastAt, now)];
  if (diskFullSince)
    return [last, [t("wall.notifications.diskFullSince", { time: siteTime(diskFullSince, zone, now) })]];
  if (answeredAt === null)
    return [last, [t("wall.notifications.addressNever"), t("wall.notifications.addressNeverShort")]];
  return [
    last,
    [
      t("wall.notifications.address", { time: formatAge(answeredAt, now) }),
      t("wall.notifications.addressShort", { time: siteTime(answeredAt, zone, now) }),
    ],
  ];
}

/** The newest outage of the last day, in which alerts may be missing; empty without one. */
export function outageVariants(
  { t, siteTime }: Words,
  outages: WallSnapshot["outages"],
  zone: string,
  now: Date,
): string[] {
  const newest = outages.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))[0];
  if (!newest) return [];
  const { startedAt, endedAt } = newest;
  const time = (at: string) => siteTime(new Date(at), zone, now);
  const sayWith = (more: number) =>
    t("wall.outage", {
      state: endedAt === null ? "other" : "over",
      from: time(startedAt),
      to: endedAt === null ? "" : time(endedAt),
      more,
    });
  const outage = sayWith(outages.length - 1);
  return [t("wall.outageMissing", { outage }), outage, sayWith(0)];
}

export type BannerWords = {
  variants: string[];
  /** The duration of the trouble, shown at the end of the line if it fits. */
  age: string | null;
  /** A second line for narrow screens. */
  below: string;
};

/** The more serious warning about a source that cannot be trusted; null if both sources can be. */
export function bannerWords(
  words: Words,
  { notifications, readings }: Sources,
  zone: string,
  now: Date,
): BannerWords | null {
  const { t, siteTime, formatDuration, formatAge } = words;
  const { diskFullSince, answeredAt, state } = notifications;
  if (diskFullSince && state !== "never") {
    const time = siteTime(diskFullSince, zone, now);
    const length = formatDuration(now.getTime() - diskFullSince.getTime());
    return {
      variants: [
        t("wall.banner.missingForDisk", { time }),
        t("wall.banner.missingSince", { time }),
        t("wall.notifications.diskFullShort"),
      ],
      age: length,
      below: t("wall.banner.diskFullFor", { time, length }),
    };
  }
  if (state === "stale") {
    const short = t("wall.banner.missing");
    if (answeredAt === null)
      return {
        variants: [t("wall.banner.missingForSilence"), short],
        age: null,
        below: t("wall.banner.silent"),
      };
    const time = siteTime(answeredAt, zone, now);
    const length = formatDuration(now.getTime() - answeredAt.getTime());
    return {
      variants: [t("wall.banner.missingSince", { time }), short],
      age: length,
      below: t("wall.banner.sinceFor", { time, length }),
    };
  }
  if (readings.state !== "stale" || readings.until === null) return null;
  const time = siteTime(readings.until, zone, now);
  const age = formatAge(readings.until, now);
  return {
    variants: [t("wall.banner.stoppedAt", { time }), t("wall.banner.stopped")],
    age,
    below: t("wall.banner.atWithAge", { time, age }),
  };
}

/** The label of an index; an unknown index keeps its name. */
export const indexWord = (index: string) => (isIndexName(index) ? INDEX_FACTS[index].label : index);
