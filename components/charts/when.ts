import { siteDayShort, siteTime } from "@/lib/core/time";

/** When a value was: site time, and of what belongs to a whole day the day. */
export function whenOf(at: Date, daily: boolean, zone: string, now: Date): string {
  return daily ? siteDayShort(at, zone) : siteTime(at, zone, now);
}
