import { addDays, instantOf, siteDay } from "@/lib/base/core/time";

/** Minutes after midnight on the site's clock; null: none. */
export type QuietHours = { quietFrom: number | null; quietTo: number | null };

/**
 * When the quiet hours end that an instant lies in; null when it lies in none. They begin and end when the
 * site's clock first shows the time, so that an hour that is shown twice is quiet only once.
 */
export function quietUntil({ quietFrom, quietTo }: QuietHours, at: Date, zone: string): Date | null {
  if (quietFrom === null || quietTo === null) return null;
  const today = siteDay(at, zone);
  const overMidnight = quietTo <= quietFrom;
  for (const day of [addDays(today, -1), today]) {
    const from = clockAt(day, quietFrom, zone);
    const to = clockAt(overMidnight ? addDays(day, 1) : day, quietTo, zone);
    if (from <= at && at < to) return to;
  }
  return null;
}

function clockAt(day: string, minutes: number, zone: string): Date {
  return instantOf(day, zone, Math.floor(minutes / 60), minutes % 60);
}
