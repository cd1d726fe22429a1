import { badgeSince, badgeWordOf, beganAt, levelOf, placeOf, titleAmong } from "@/components/ui/alert-words";
import { levelWords, SEVERITY_LEVELS } from "@/components/ui/severity";
import type { Alert } from "@/lib/alerting/alerts/contract";
import type { HandoverCounts } from "@/lib/alerting/handover/contract";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { shortName } from "@/lib/base/core/text";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

const NEW_MS = 2 * HOUR_MS;

type Counts = { open: number; nobody: number; bySeverity: SeverityCounts; plants: SeverityCounts };

/**
 * The sentence that answers "what needs me now": how many of the worst alerts there are, and who has the newest of them.
 * @param alerts the open alerts, worst first; null if only some of them are known, so that nobody can say who has them
 * @param areas the paths of all areas, to tell a place from others of its name
 */
export function headlineFor(
  words: Words,
  counts: Counts,
  alerts: Alert[] | null,
  now: Date,
  areas: readonly string[] = [],
): string {
  const { t } = words;
  const level = SEVERITY_LEVELS.find((candidate) => counts.bySeverity[candidate] > 0);
  if (!level) return t("now.headline.none");
  const [first = "", second] = levelWords(level, counts.bySeverity, counts.plants);
  const severity = second === undefined ? first : t("now.headline.or", { first, second });
  const open = t("now.headline.open", { count: counts.bySeverity[level], severity });
  if (alerts === null) return open;
  const worst = alerts.filter((alert) => levelOf(alert) === level);
  return `${open} ${whoHasThem(words, worst, counts, now, areas)}`;
}

function whoHasThem(
  words: Words,
  worst: Alert[],
  counts: Counts,
  now: Date,
  areas: readonly string[],
): string {
  const { t, formatDuration } = words;
  const ageOf = (alert: Alert) => now.getTime() - Date.parse(badgeSince(alert));
  const somebody = t("now.headline.somebody");
  const newest = worst
    .filter((alert) => alert.attention && (alert.owner === null || alert.roseSinceAcknowledged))
    .sort((one, other) => ageOf(one) - ageOf(other))[0];
  if (newest) {
    const place = placeOf(words, newest).known
      ? titleAmong(words, newest, areas)
      : t("now.headline.unplaced");
    if (newest.roseSinceAcknowledged)
      return t("now.headline.rose", { place, name: shortName(newest.acknowledgedBy ?? somebody) });
    if (now.getTime() - Date.parse(beganAt(newest)) < NEW_MS) return t("now.headline.new", { place });
    const length = formatDuration(ageOf(newest));
    return badgeSince(newest) === beganAt(newest)
      ? t("now.headline.old", { place, length })
      : t("now.headline.oldAtSeverity", { place, length, severity: badgeWordOf(newest) });
  }
  const given = worst.find(({ attention }) => attention);
  if (given)
    return t("now.headline.assigned", {
      place: titleAmong(words, given, areas),
      name: shortName(given.owner ?? somebody),
    });
  if (worst.some((alert) => alert.snoozed)) return t("now.headline.inHand");
  if (counts.nobody > 0) return t("now.headline.milderWait", { worst: worst.length, count: counts.nobody });
  return t("now.headline.allAcknowledged");
}

const NEWS = [
  ["opened", "now.news.opened"],
  ["rose", "now.news.gotWorse"],
  ["taken", "now.news.acknowledged"],
  ["closed", "now.news.closed"],
] as const;

/** "2 opened, 1 got worse, 3 closed"; null if nothing happened. */
export function newsWords({ t }: Words, counts: HandoverCounts): string | null {
  const words = NEWS.filter(([key]) => counts[key] > 0).map(([key, word]) => t(word, { count: counts[key] }));
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
export function changeWords(
  { t, formatCount }: Words,
  now: number,
  before: number | null,
): { long: string; short: string } | null {
  if (before === null) return null;
  const change = now - before;
  if (change === 0)
    return {
      long: now === 0 ? t("now.change.noneEither") : t("now.change.same"),
      short: t("now.change.none"),
    };
  const signed = `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))}`;
  return {
    long: t("now.change.sinceYesterday", { change: signed }),
    short: t("now.change.inDay", { change: signed }),
  };
}
