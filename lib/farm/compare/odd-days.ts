import { addDays, DAY_MS, HOUR_MS, siteDay, startOfDay } from "@/lib/base/core/time";

/** The clock changes twice a year: more are not looked through. */
const MOST_DAYS = 1_100;

/**
 * The site's days that do not have 24 hours.
 * @param from epoch milliseconds
 * @param to epoch milliseconds
 * @returns the days, `YYYY-MM-DD`, in order, with their hours
 */
export function oddDays(from: number, to: number, zone: string): { day: string; hours: number }[] {
  const found: { day: string; hours: number }[] = [];
  let day = siteDay(new Date(from), zone);
  let begin = startOfDay(day, zone).getTime();
  for (let count = 0; begin <= to && count < MOST_DAYS; count++) {
    const next = addDays(day, 1);
    const end = startOfDay(next, zone).getTime();
    if (end - begin !== DAY_MS) found.push({ day, hours: (end - begin) / HOUR_MS });
    [day, begin] = [next, end];
  }
  return found;
}
