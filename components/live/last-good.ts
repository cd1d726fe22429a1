import { siteTimeWithAge } from "@/lib/base/core/time";

/**
 * How old is what stands on the page although it could not be read again.
 * @param readAt epoch milliseconds; 0 where it was never read
 */
export function lastGoodWords(readAt: number, zone: string, now: Date): string {
  return readAt > 0
    ? `Shown as of ${siteTimeWithAge(new Date(readAt), zone, now)}.`
    : "Nothing was read yet.";
}
