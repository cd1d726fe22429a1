/** Site time as a form field holds it: `2026-10-07T00:00`. Instants are epoch milliseconds. */
import { HOUR_MS, instantOf, offsetAt } from "@/lib/base/core/time";

/** Amounts by which clocks are put back: an hour, or half an hour on Lord Howe Island. */
const PUT_BACK = [HOUR_MS, HOUR_MS / 2];

/** Site time of an instant, by the minute. */
export function hourText(at: number, zone: string): string {
  return new Date(at + offsetAt(new Date(at), zone)).toISOString().slice(0, 16);
}

/**
 * The instant of a field's text; the first one where the clock shows that time twice.
 * @returns null for text that is no time, or outside 1970 to 2199, such as a year that is still being typed
 */
export function instantOfMinute(text: string, zone: string): number | null {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  if (!day || Number.isNaN(Date.parse(day)) || day < "1970-01-02" || day >= "2200") return null;
  return instantOf(day, zone, Number(hour), Number(minute)).getTime();
}

/** As {@link instantOfMinute}, without the minutes. */
export function instantOfHour(text: string, zone: string): number | null {
  return instantOfMinute(text.replace(/:\d\d.*$/, ":00"), zone);
}

/** The other instant with the same site time, on the night when clocks are put back; else null. */
export function sameOnTheClock(at: number, zone: string): number | null {
  const shown = hourText(at, zone);
  const others = PUT_BACK.flatMap((shift) => [at + shift, at - shift]);
  return others.find((other) => hourText(other, zone) === shown) ?? null;
}
