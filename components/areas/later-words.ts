/** Texts of the parts of the areas pages that load after the charts: the tree and the eight weeks of hours. Pure. */
import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import { INDEX_FACTS, type IndexName, lackWords } from "@/lib/base/core/indices";
import { DAY_MS, siteTime } from "@/lib/base/core/time";
import type { TreeArea } from "@/lib/farm/areas/contract";
import type { Clock } from "./rules";

const YEAR_MS = 365 * DAY_MS;

/** A count in a row of the tree in words: `CRITICAL 2, 1 not acknowledged`. */
export function countWords(
  level: SeverityLevel,
  item: Pick<TreeArea, "severities" | "plants" | "waiting">,
): string {
  const [open, waiting] = [item.severities[level], item.waiting[level]];
  const words = `${levelWords(level, item.severities, item.plants).join(", ")} ${open}`;
  if (waiting === open) return words;
  return `${words}, ${waiting === 0 ? "acknowledged" : `${waiting} not acknowledged`}`;
}

/**
 * Why the eight weeks of hours are empty.
 * @param last the area's newest reading
 * @param from the first instant shown, epoch milliseconds
 */
export function emptyHoursWords(index: IndexName, last: string, from: number, { zone, now }: Clock): string {
  const { label } = INDEX_FACTS[index];
  const at = new Date(last);
  const when = siteTime(at, zone, now);
  if (at.getTime() >= from)
    return `No ${label} in these eight weeks, but readings until ${when}.${lackWords(index)} Choose another index.`;
  const isShown = now.getTime() - at.getTime() < YEAR_MS;
  const next = isShown ? "The charts show it: choose 1 y." : "The next one begins the picture anew.";
  return `No reading in these eight weeks: the last came ${when}. ${next}`;
}
