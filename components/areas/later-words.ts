/** Texts of the parts of the areas pages that load after the charts: the tree and the eight weeks of hours. Pure. */
import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { DAY_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { TreeArea } from "@/lib/farm/areas/contract";
import type { Clock } from "./rules";

const YEAR_MS = 365 * DAY_MS;

/** A count in a row of the tree in words: `CRITICAL 2, 1 not acknowledged`. */
export function countWords(
  { t }: Words,
  level: SeverityLevel,
  item: Pick<TreeArea, "severities" | "plants" | "waiting">,
): string {
  const [open, waiting] = [item.severities[level], item.waiting[level]];
  const severity = levelWords(level, item.severities, item.plants).join(", ");
  const standing = waiting === open ? "none" : waiting === 0 ? "all" : "other";
  return t("areas.row.count", { severity, open, waiting, standing });
}

/**
 * Why the eight weeks of hours are empty.
 * @param last the area's newest reading
 * @param from the first instant shown, epoch milliseconds
 */
export function emptyHoursWords(
  { t, siteTime }: Words,
  index: IndexName,
  last: string,
  from: number,
  { zone, now }: Clock,
): string {
  const { label, plan } = INDEX_FACTS[index];
  const at = new Date(last);
  const time = siteTime(at, zone, now);
  if (at.getTime() >= from)
    return t("areas.heat.noIndex", { index: label, time, plans: plan === "selected" ? "selected" : "other" });
  const isShown = now.getTime() - at.getTime() < YEAR_MS;
  return isShown
    ? t("areas.heat.before", { time, range: t("areas.charts.ranges.1y") })
    : t("areas.heat.longBefore", { time });
}
