/** Texts of the charts of areas, and the order of areas: what the first page of an area needs. Pure. */
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { siteTime } from "@/lib/base/core/time";
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
