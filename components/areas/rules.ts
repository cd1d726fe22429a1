/** Texts of the pages of areas, and the order of areas. Pure. */
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import { INDEX_FACTS, type IndexName, lackWords } from "@/lib/base/core/indices";
import { DAY_MS, siteTime } from "@/lib/base/core/time";
import type { AreaState } from "@/lib/display/freshness/judge";
import type { TreeArea } from "@/lib/farm/areas/contract";

const YEAR_MS = 365 * DAY_MS;

const ORDER: AreaState[] = ["high", "medium", "low", "plain", "no-data", "unknown", "healthy"];

/** Worst first, those without data before the healthy ones; equal ones keep their order. */
export function worstFirst<T>(items: readonly T[], stateOf: (item: T) => AreaState): T[] {
  const rank = (item: T) => ORDER.indexOf(stateOf(item));
  return items.toSorted((one, other) => rank(one) - rank(other));
}

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

type Clock = { zone: string; now: Date };

/**
 * Why the charts are empty.
 * @param last the area's newest reading, null if there is none
 * @param from the first instant shown, epoch milliseconds
 * @returns undefined if readings came in this time, so that each chart explains itself
 */
export function emptyChartWords(last: string | null, from: number, { zone, now }: Clock): string | undefined {
  if (last === null) return "No reading has ever come from here.";
  const at = new Date(last);
  if (at.getTime() >= from) return undefined;
  return `No reading in this time: the last came ${siteTime(at, zone, now)}. A longer time shows it.`;
}

/**
 * Names the indices without values in this time that the licence may not include.
 * @returns null if there are none
 */
export function absentWords(shown: readonly string[]): string | null {
  const absent = CHART_ORDER.filter(
    (index) => !shown.includes(index) && INDEX_FACTS[index].plan === "selected",
  );
  if (absent.length === 0) return null;
  const labels = absent.map((index) => INDEX_FACTS[index].label).join(", ");
  return `No values in this time: ${labels}. Only selected plans include ${absent.length === 1 ? "it" : "them"}.`;
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
