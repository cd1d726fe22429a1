/** The texts of a wall, each with shorter variants for less room. Pure. */

import { badgeSince, placeOf } from "@/components/ui/alert-words";
import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { formatDuration, siteTime } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { AreaState } from "@/lib/display/freshness/judge";
import type { WallAlert, WallArea, WallSnapshot } from "@/lib/display/wall/contract";
import type { Sources } from "./runtime/model";

const QUIET_WORDS = { healthy: "Healthy", "no-data": "No data", unknown: "Unknown" };

/** The word of a state; for an alert the same word as in a list. */
export function stateVariants(state: AreaState, area: Pick<WallArea, "severities" | "plants">): string[] {
  if (state === "healthy" || state === "no-data" || state === "unknown") return [QUIET_WORDS[state]];
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
export function durationVariants(since: string, now: Date): string[] {
  const span = formatDuration(now.getTime() - Date.parse(since));
  return [`for ${span}`, span, span.split(" ").slice(0, 2).join(" ")];
}

/** How long an alert has had the severity beside which this stands. */
export const heldVariants = (alert: WallAlert, now: Date) => durationVariants(badgeSince(alert), now);

/** `new, 20 s ago`; after ten minutes without "new". */
export function newnessVariants(alert: WallAlert, now: Date): string[] {
  const age = now.getTime() - Date.parse(badgeSince(alert));
  const ago = `${formatDuration(age)} ago`;
  return age < 600_000 ? [`new, ${ago}`, ago] : [ago];
}

/** The place of an alert with its parents, or why it is unknown. */
export function placeWords(words: Words, alert: WallAlert): { title: string; parents: string[] } {
  const place = placeOf(words, alert);
  return {
    title: place.title,
    parents: place.known ? place.detail.split(" › ").filter(Boolean) : [place.detail],
  };
}

/** The owner of an alert, or who acknowledged it. */
export function ownerVariants({ owner, acknowledgedBy, snoozed }: WallAlert): string[] {
  const name = owner ?? acknowledgedBy;
  if (name === null) return [...(snoozed ? ["Nobody yet, snoozed"] : []), "Nobody yet"];
  return [`${name} has it${snoozed ? ", snoozed" : ""}`, `${name} has it`, name];
}

/** The time of the newest readings. */
export function readingsVariants({ readings }: Sources, zone: string, now: Date): string[] {
  const { until, expected, state } = readings;
  if (until === null) return ["No readings yet"];
  const at = siteTime(until, zone, now);
  if (state === "late") {
    const long = `Readings late: until ${at}; expected ${siteTime(expected, zone, now)}`;
    return [long, `Readings late: until ${at}`, `Readings late: ${at}`, `Late: ${at}`];
  }
  if (state === "stale") return nextTryVariants(readings.nextTryAt, at, zone, now);
  const age = formatDuration(now.getTime() - until.getTime());
  return [`Readings until ${at}, ${age} ago`, `Until ${at}, ${age} ago`, `Readings until ${at}`];
}

/** The next try; the banner already says that readings stopped. */
function nextTryVariants(next: Date | null, at: string, zone: string, now: Date): string[] {
  if (next === null) return [`Readings until ${at}, no next try`, `Readings until ${at}`];
  if (next.getTime() <= now.getTime()) return [`Readings until ${at}, trying now`, `Readings until ${at}`];
  return [
    `Readings until ${at}, next try ${siteTime(next, zone, now)}`,
    `Next try ${siteTime(next, zone, now)}`,
  ];
}

/** The age of the last alert and the time of our address's last answer. */
export function notificationsVariants({ notifications }: Sources, zone: string, now: Date): string[] {
  const { state, lastAt, answeredAt, diskFullSince } = notifications;
  if (state === "never") return ["Alerts not connected"];
  const heard = lastAlertWords(lastAt, now);
  if (diskFullSince) return [`${heard}, disk full since ${siteTime(diskFullSince, zone, now)}`, "Disk full"];
  if (answeredAt === null) return [`${heard}, address silent`, "Address silent", heard];
  const at = siteTime(answeredAt, zone, now);
  if (state === "fresh") return [`${heard}, address answered ${at}`, heard];
  return [`${heard}, address last answered ${at}`, `Address last answered ${at}`];
}

function lastAlertWords(lastAt: Date | null, now: Date): string {
  if (lastAt === null) return "No alert heard yet";
  return `Alerts heard ${formatDuration(now.getTime() - lastAt.getTime())} ago`;
}

/** The same in separate lines: the absence of alerts proves nothing, an answer of our address does. */
export function notificationLines({ notifications }: Sources, zone: string, now: Date): string[][] {
  const { state, lastAt, answeredAt, diskFullSince } = notifications;
  if (state === "never") return [["Alerts not connected"]];
  const heard = lastAlertWords(lastAt, now);
  if (diskFullSince) return [[heard], [`Disk full since ${siteTime(diskFullSince, zone, now)}`]];
  if (answeredAt === null) return [[heard], ["Our address has not answered yet", "Address silent"]];
  const age = `${formatDuration(now.getTime() - answeredAt.getTime())} ago`;
  return [[heard], [`Our address answered ${age}`, `Address answered ${siteTime(answeredAt, zone, now)}`]];
}

/** The newest outage of the last day, in which alerts may be missing; empty without one. */
export function outageVariants(outages: WallSnapshot["outages"], zone: string, now: Date): string[] {
  const newest = outages.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))[0];
  if (!newest) return [];
  const from = siteTime(new Date(newest.startedAt), zone, now);
  const when =
    newest.endedAt === null ? `since ${from}` : `${from}–${siteTime(new Date(newest.endedAt), zone, now)}`;
  const more = outages.length > 1 ? ` and ${outages.length - 1} more` : "";
  const outage = `Outage ${when}${more}`;
  return [`${outage}: alerts may be missing`, outage, `Outage ${when}`];
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
  { notifications, readings }: Sources,
  zone: string,
  now: Date,
): BannerWords | null {
  const { diskFullSince } = notifications;
  if (diskFullSince && notifications.state !== "never") {
    const since = `since ${siteTime(diskFullSince, zone, now)}`;
    const age = formatDuration(now.getTime() - diskFullSince.getTime());
    const missing = `Alerts may be missing ${since}`;
    return {
      variants: [`${missing}: disk full`, missing, "Disk full"],
      age,
      below: `Disk full ${since}, ${age}`,
    };
  }
  if (notifications.state === "stale") {
    const at = notifications.answeredAt;
    if (at === null)
      return {
        variants: ["Alerts may be missing: our address is silent", "Alerts may be missing"],
        age: null,
        below: "Our address is silent",
      };
    const since = `since ${siteTime(at, zone, now)}`;
    const age = formatDuration(now.getTime() - at.getTime());
    return {
      variants: [`Alerts may be missing ${since}`, "Alerts may be missing"],
      age,
      below: `${since}, ${age}`,
    };
  }
  if (readings.state !== "stale" || readings.until === null) return null;
  const age = `${formatDuration(now.getTime() - readings.until.getTime())} ago`;
  const at = `at ${siteTime(readings.until, zone, now)}`;
  return { variants: [`Readings stopped ${at}`, "Readings stopped"], age, below: `${at}, ${age}` };
}

/** The label of an index; an unknown index keeps its name. */
export const indexWord = (index: string) => (isIndexName(index) ? INDEX_FACTS[index].label : index);
