import { badgeSince, badgeWordOf, beganAt, levelOf, placeOf, titleAmong } from "@/components/ui/alert-words";
import { levelWords, SEVERITY_LEVELS } from "@/components/ui/severity";
import type { Alert } from "@/lib/alerting/alerts/contract";
import type { HandoverCounts } from "@/lib/alerting/handover/contract";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { shortName } from "@/lib/base/core/text";
import { formatDuration, HOUR_MS } from "@/lib/base/core/time";

const NEW_MS = 2 * HOUR_MS;

type Counts = { open: number; nobody: number; bySeverity: SeverityCounts; plants: SeverityCounts };

/**
 * The sentence that answers "what needs me now": how many of the worst alerts there are, and who has the newest of them.
 * @param alerts the open alerts, worst first; null if only some of them are known, so that nobody can say who has them
 * @param areas the paths of all areas, to tell a place from others of its name
 */
export function headlineFor(
  counts: Counts,
  alerts: Alert[] | null,
  now: Date,
  areas: readonly string[] = [],
): string {
  const level = SEVERITY_LEVELS.find((candidate) => counts.bySeverity[candidate] > 0);
  if (!level) return "No alert is open.";
  const count = counts.bySeverity[level];
  const words = levelWords(level, counts.bySeverity, counts.plants).join(" or ");
  const first = `${count} ${words} ${count === 1 ? "alert is" : "alerts are"} open.`;
  if (alerts === null) return first;
  return `${first} ${whoHasThem(
    alerts.filter((alert) => levelOf(alert) === level),
    counts,
    now,
    areas,
  )}`;
}

function whoHasThem(worst: Alert[], counts: Counts, now: Date, areas: readonly string[]): string {
  const ageOf = (alert: Alert) => now.getTime() - Date.parse(badgeSince(alert));
  const newest = worst
    .filter((alert) => alert.attention && (alert.owner === null || alert.roseSinceAcknowledged))
    .sort((one, other) => ageOf(one) - ageOf(other))[0];
  if (newest) {
    const place = placeOf(newest);
    const name = place.known ? titleAmong(newest, areas) : "One of unknown place";
    if (newest.roseSinceAcknowledged)
      return `${name} rose after ${shortName(newest.acknowledgedBy ?? "somebody")} took it.`;
    if (now.getTime() - Date.parse(beganAt(newest)) < NEW_MS)
      return place.plural ? `${name} are new and nobody has them.` : `${name} is new and nobody has it.`;
    const state = badgeSince(newest) === beganAt(newest) ? "open" : badgeWordOf(newest);
    return `Nobody has ${place.known ? name : "one of unknown place"}, ${state} for ${formatDuration(ageOf(newest))}.`;
  }
  const given = worst.find(({ attention }) => attention);
  if (given)
    return `${titleAmong(given, areas)} is assigned to ${shortName(given.owner ?? "somebody")}, not acknowledged.`;
  if (worst.some((alert) => alert.snoozed)) return "Each of them is in hand or snoozed.";
  if (counts.nobody > 0)
    return `Somebody has ${worst.length === 1 ? "it" : "each of them"}; nobody has ${counts.nobody} of lower weight.`;
  return "Somebody has every open alert.";
}

const NEWS = [
  ["opened", "opened"],
  ["rose", "got worse"],
  ["taken", "acknowledged"],
  ["closed", "closed"],
] as const;

/** "2 opened, 1 got worse, 3 closed"; null if nothing happened. */
export function newsWords(counts: HandoverCounts): string | null {
  const words = NEWS.filter(([key]) => counts[key] > 0).map(([key, word]) => `${counts[key]} ${word}`);
  return words.length > 0 ? words.join(", ") : null;
}

/** What is new of an open alert since an instant; null if nothing is. */
export function judgeNews(
  alert: Pick<Alert, "raisedAt" | "firstEventAt" | "severitySince">,
  from: string,
): "new" | "worse" | null {
  const start = Date.parse(from);
  if (Date.parse(beganAt(alert)) >= start) return "new";
  return alert.severitySince !== null && Date.parse(alert.severitySince) >= start ? "worse" : null;
}

/**
 * "+2 since yesterday", "same as yesterday", "none yesterday either"; on a phone "+2 in 24 h", "no change".
 * @param before null if yesterday is unknown
 * @returns null if yesterday is unknown
 */
export function changeWords(now: number, before: number | null): { long: string; short: string } | null {
  if (before === null) return null;
  const change = now - before;
  if (change === 0 && now === 0) return { long: "none yesterday either", short: "no change" };
  if (change === 0) return { long: "same as yesterday", short: "no change" };
  const signed = `${change > 0 ? "+" : "−"}${Math.abs(change)}`;
  return { long: `${signed} since yesterday`, short: `${signed} in 24 h` };
}
