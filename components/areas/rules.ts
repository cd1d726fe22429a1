/** Texts of the charts of areas, and the order of areas: what the first page of an area needs. Pure. */
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import type { Words } from "@/lib/base/words/words";
import type { AreaState } from "@/lib/display/freshness/judge";

const ORDER: AreaState[] = ["high", "medium", "low", "plain", "no-data", "unknown", "healthy"];

/** Worst first, those without data before the healthy ones; equal ones keep their order. */
export function worstFirst<T>(items: readonly T[], stateOf: (item: T) => AreaState): T[] {
  const rank = (item: T) => ORDER.indexOf(stateOf(item));
  return items.toSorted((one, other) => rank(one) - rank(other));
}

export type Clock = { zone: string; now: Date };

/**
 * Why the charts are empty.
 * @param last the area's newest reading, null if there is none
 * @param from the first instant shown, epoch milliseconds
 * @returns undefined if readings came in this period, so that each chart explains itself
 */
export function emptyChartWords(
  { t, siteTime }: Words,
  last: string | null,
  from: number,
  { zone, now }: Clock,
): string | undefined {
  if (last === null) return t("areas.charts.never");
  const at = new Date(last);
  if (at.getTime() >= from) return undefined;
  return t("areas.charts.before", { time: siteTime(at, zone, now) });
}

/**
 * Names the indices without values in this period that the licence may not include.
 * @returns null if there are none
 */
export function absentWords({ t }: Words, shown: readonly string[]): string | null {
  const absent = CHART_ORDER.filter(
    (index) => !shown.includes(index) && INDEX_FACTS[index].plan === "selected",
  );
  if (absent.length === 0) return null;
  const indices = absent.map((index) => INDEX_FACTS[index].label).join(", ");
  return t("areas.charts.absent", { count: absent.length, indices });
}
