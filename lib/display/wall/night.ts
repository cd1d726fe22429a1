import { siteHour } from "@/lib/base/core/time";

const BEGINS = 22;
const ENDS = 6;

/** Whether a wall is dimmed: from 22:00 to 06:00 of the site. */
export function isNight(at: Date, zone: string): boolean {
  const hour = siteHour(at, zone);
  return hour >= BEGINS || hour < ENDS;
}
