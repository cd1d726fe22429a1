/** What the charts of an area say where they have nothing to draw: what is, since when, what next. Pure. */
import { siteTime } from "@/lib/core/time";

type Clock = { zone: string; now: Date };

/**
 * Of the charts.
 * @param last the area's newest reading, null without any
 * @param from the first instant shown, epoch milliseconds
 * @returns undefined where readings came in this time: then each index speaks for itself
 */
export function emptyChartWords(last: string | null, from: number, { zone, now }: Clock): string | undefined {
  if (last === null) return "No reading has ever come from here.";
  const at = new Date(last);
  if (at.getTime() >= from) return undefined;
  return `No reading in this time: the last came ${siteTime(at, zone, now)}. A longer time shows it.`;
}

const YEAR = 365 * 86_400_000;

/**
 * Of its hours in eight weeks.
 * @param label the index, as people read it
 * @param last the area's newest reading
 * @param from the first instant shown, epoch milliseconds
 */
export function emptyHoursWords(label: string, last: string, from: number, { zone, now }: Clock): string {
  const at = new Date(last);
  const when = siteTime(at, zone, now);
  if (at.getTime() >= from)
    return `No ${label} in these eight weeks, but readings until ${when}. Choose another index.`;
  const isShown = now.getTime() - at.getTime() < YEAR;
  const next = isShown ? "The charts show it: choose 1 y." : "The next one begins the picture anew.";
  return `No reading in these eight weeks: the last came ${when}. ${next}`;
}
