import { addDays, formatDayShort, instantOf, siteDay, startOfDay, weekdayOf } from "@/lib/core/time";

const DAY = 86_400_000;
const twoDigits = (hour: number) => String(hour).padStart(2, "0");

/** A mark below the plot. Midnights are tall and carry the date; hours are short. */
export type TimeTick = { t: number; label: string; midnight: boolean };

/** How much room a label needs, in pixels. */
const HOUR_LABEL = 34;
const DATE_LABEL = 58;

/**
 * Ticks of a time axis in the site's own time: midnights, and 06, 12 and 18 where there is room.
 * @param width of the plot in pixels
 */
export function timeTicks(from: number, to: number, timeZone: string, width: number): TimeTick[] {
  const perDay = (width * DAY) / Math.max(to - from, 1);
  const midnights = midnightsBetween(from, to, timeZone);
  const every = Math.max(1, Math.ceil(DATE_LABEL / perDay));
  const dates = midnights
    .filter((_, index) => index % every === 0)
    .map((t) => ({ t, label: dateLabel(t, timeZone, to - from), midnight: true }));
  return [...dates, ...hourTicks(midnights, from, to, timeZone, perDay)].sort((a, b) => a.t - b.t);
}

function hourTicks(
  midnights: number[],
  from: number,
  to: number,
  timeZone: string,
  perDay: number,
): TimeTick[] {
  const hours = perDay >= 4 * HOUR_LABEL ? [6, 12, 18] : perDay >= 2 * HOUR_LABEL + 24 ? [12] : [];
  const days = [from, ...midnights].map((t) => siteDay(new Date(t), timeZone));
  return [...new Set(days)].flatMap((day) =>
    hours
      .map((hour) => ({
        t: instantOf(day, timeZone, hour).getTime(),
        label: twoDigits(hour),
        midnight: false,
      }))
      .filter((tick) => tick.t >= from && tick.t <= to),
  );
}

/** Local midnights within the bounds; a day may have 23 or 25 hours. */
export function midnightsBetween(from: number, to: number, timeZone: string): number[] {
  const found: number[] = [];
  let day = siteDay(new Date(from), timeZone);
  let midnight = startOfDay(day, timeZone).getTime();
  while (midnight <= to) {
    if (midnight >= from) found.push(midnight);
    day = addDays(day, 1);
    midnight = startOfDay(day, timeZone).getTime();
  }
  return found;
}

function dateLabel(t: number, timeZone: string, span: number): string {
  const day = siteDay(new Date(t), timeZone);
  return span <= 15 * DAY ? `${weekdayOf(day)} ${Number(day.slice(-2))}` : formatDayShort(day);
}
