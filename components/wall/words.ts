import { badgeWordOf, beganAt, placeOf } from "@/components/alerts/words";
import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import { segmentsOf } from "@/lib/base/core/paths";
import { formatDuration, siteTime } from "@/lib/base/core/time";
import type { AreaState } from "@/lib/display/freshness/judge";
import type { WallAlert, WallArea, WallSnapshot } from "@/lib/display/wall/contract";
import type { Sources } from "./model";

/** What a wall says: pure words, each with shorter ways for less room. */

const spanTo = (since: string, now: Date) => formatDuration(now.getTime() - Date.parse(since));

const QUIET_WORDS = { healthy: "Healthy", "no-data": "No data", unknown: "Unknown" };

/** The state as the word of a tile; of an alert the word that it has in a list. */
export function stateWays(state: AreaState, area: Pick<WallArea, "severities" | "plants">): string[] {
  if (state === "healthy" || state === "no-data" || state === "unknown") return [QUIET_WORDS[state]];
  return waysOf(levelWords(state, area.severities, area.plants));
}

/** The word of a count of the whole tenancy. */
export const levelWays = (
  level: SeverityLevel,
  { counts, plants }: Pick<WallSnapshot, "counts" | "plants">,
) => waysOf(levelWords(level, counts, plants));

/** Both words, then the first alone: there is an alert that has it. */
const waysOf = (words: string[]) => [...new Set([words.join(", "), ...words.slice(0, 1)])];

/** `for 7 h 30 min`, or shorter. */
export function forHowLong(since: string, now: Date): string[] {
  const span = spanTo(since, now);
  return [`for ${span}`, span, span.split(" ").slice(0, 2).join(" ")];
}

/** `new, 20 s ago`, and from ten minutes on only how long ago. */
export function newWords(alert: WallAlert, now: Date): string[] {
  const since = alert.severitySince ?? beganAt(alert);
  const age = now.getTime() - Date.parse(since);
  const ago = `${formatDuration(age)} ago`;
  return age < 600_000 ? [`new, ${ago}`, ago] : [ago];
}

/** Where an alert is: its name, what that lies in, and whether that is known. */
export function placeWords(alert: WallAlert): { title: string; parents: string[] } {
  const place = placeOf(alert);
  return {
    title: place.title,
    parents: place.known ? place.detail.split(" › ").filter(Boolean) : [place.detail],
  };
}

/** Who has it. */
export function whoHasIt({ owner, acknowledgedBy, snoozed }: WallAlert): string[] {
  const name = owner ?? acknowledgedBy;
  if (name === null) return ["Nobody has it yet", "Nobody yet"];
  return [`${name} has it${snoozed ? ", put off" : ""}`, `${name} has it`, name];
}

/** The word of its badge, in capitals as all severities are. */
export const severityWord = (alert: WallAlert) => badgeWordOf(alert);

/** When the newest readings are of, by their state. */
export function readingsWays({ readings }: Sources, zone: string, now: Date): string[] {
  const { until, expected, state } = readings;
  if (until === null) return ["No readings yet"];
  const at = siteTime(until, zone, now);
  if (state === "late") {
    const long = `Readings late: until ${at}; expected ${siteTime(expected, zone, now)}`;
    return [long, `Readings late: until ${at}`, `Readings late: ${at}`, `Late: ${at}`];
  }
  if (state === "stale") return nextTryWays(readings.nextTryAt, at, zone, now);
  const age = formatDuration(now.getTime() - until.getTime());
  return [`Readings until ${at}, ${age} ago`, `Until ${at}, ${age} ago`, `Readings until ${at}`];
}

/** Readings that stopped are said over the picture: here is what comes next. */
function nextTryWays(next: Date | null, at: string, zone: string, now: Date): string[] {
  if (next === null) return [`Readings until ${at}, no next try`, `Readings until ${at}`];
  if (next.getTime() <= now.getTime()) return [`Readings until ${at}, trying now`, `Readings until ${at}`];
  return [
    `Readings until ${at}, next try ${siteTime(next, zone, now)}`,
    `Next try ${siteTime(next, zone, now)}`,
  ];
}

/** When a notification was last heard, by the state of our address. */
export function notificationsWays({ notifications }: Sources, zone: string, now: Date): string[] {
  const { state, lastAt, answeredAt, diskFullSince } = notifications;
  if (state === "never") return ["Alerts not connected"];
  const heard = heardWords(lastAt, now);
  if (diskFullSince) return [`${heard}, disk full since ${siteTime(diskFullSince, zone, now)}`, "Disk full"];
  if (answeredAt === null) return [`${heard}, address silent`, "Address silent", heard];
  const at = siteTime(answeredAt, zone, now);
  if (state === "fresh") return [`${heard}, address answered ${at}`, heard];
  return [`${heard}, address last answered ${at}`, `Address last answered ${at}`];
}

function heardWords(lastAt: Date | null, now: Date): string {
  if (lastAt === null) return "No alert heard yet";
  return `Alerts heard ${formatDuration(now.getTime() - lastAt.getTime())} ago`;
}

/** When one last came, and when our address last answered: each in a line of its own, since silence proves nothing. */
export function notificationLines({ notifications }: Sources, zone: string, now: Date): string[][] {
  const { state, lastAt, answeredAt, diskFullSince } = notifications;
  if (state === "never") return [["Alerts not connected"]];
  const heard = heardWords(lastAt, now);
  if (diskFullSince) return [[heard], [`Disk full since ${siteTime(diskFullSince, zone, now)}`]];
  if (answeredAt === null) return [[heard], ["Our address has not answered yet", "Address silent"]];
  const age = `${formatDuration(now.getTime() - answeredAt.getTime())} ago`;
  return [[heard], [`Our address answered ${age}`, `Address answered ${siteTime(answeredAt, zone, now)}`]];
}

export type BannerWords = {
  ways: string[];
  /** How long it has been so; stands at the end of the line where there is room. */
  age: string | null;
  /** What a line below says where only the shortest way has room. */
  below: string;
};

/** What a source that can't be trusted says over the whole picture; the graver of the two. */
export function bannerOf({ notifications, readings }: Sources, zone: string, now: Date): BannerWords | null {
  const { diskFullSince } = notifications;
  if (diskFullSince && notifications.state !== "never") {
    const since = `since ${siteTime(diskFullSince, zone, now)}`;
    const age = formatDuration(now.getTime() - diskFullSince.getTime());
    const missing = `Alerts may be missing ${since}`;
    return {
      ...{ ways: [`${missing}: disk full`, missing, "Disk full"], age },
      below: `Disk full ${since}, ${age}`,
    };
  }
  if (notifications.state === "stale") {
    const at = notifications.answeredAt;
    if (at === null)
      return {
        ...{ ways: ["Alerts may be missing: our address is silent", "Alerts may be missing"], age: null },
        below: "Our address is silent",
      };
    const since = `since ${siteTime(at, zone, now)}`;
    const age = formatDuration(now.getTime() - at.getTime());
    return {
      ...{ ways: [`Alerts may be missing ${since}`, "Alerts may be missing"], age },
      below: `${since}, ${age}`,
    };
  }
  if (readings.state !== "stale" || readings.until === null) return null;
  const age = `${formatDuration(now.getTime() - readings.until.getTime())} ago`;
  const at = `at ${siteTime(readings.until, zone, now)}`;
  return { ways: [`Readings stopped ${at}`, "Readings stopped"], age, below: `${at}, ${age}` };
}

/** The title of a page of areas: where they are. */
export const placeTitle = (place: string | null, snapshot: WallSnapshot): string[] =>
  place === null ? [snapshot.name] : segmentsOf(place);
