import type { OUTCOMES } from "@/lib/alerting/deliveries/contract";
import type { RateBar, Rates } from "@/lib/alerting/deliveries/list";
import { HOUR_MS, siteDay, siteHour } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** The outcomes of a bar from bottom to top: those that need attention are on top. */
export const STACK = [
  "accepted",
  "spooled",
  "duplicate",
  "quarantined",
  "rejected",
] as const satisfies (typeof OUTCOMES)[number][];

/** The number of deliveries in a bar. */
export const totalDeliveries = (bar: RateBar) => STACK.reduce((sum, outcome) => sum + bar[outcome], 0);

const MAX_STEPS = 4;

/** Round ticks of an axis from zero to the greatest value or slightly above, at least to 1. */
export function roundTicks(greatest: number): number[] {
  const rough = Math.max(greatest, 1) / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power, 1);
  const steps = Math.ceil(Math.max(greatest, 1) / step);
  return Array.from({ length: steps + 1 }, (_, nth) => nth * step);
}

/** The time of a bar: "Thu 21 Nov, 14:00 to 15:00", "Thu 21 Nov". */
export function barTime(
  { t, siteDayShort, timeOfDay }: Words,
  { at }: RateBar,
  { each, zone }: Pick<Rates, "each" | "zone">,
): string {
  const begin = new Date(at);
  const day = siteDayShort(begin, zone);
  if (each === "day") return day;
  return t("admin.deliveries.rates.hour", {
    day,
    from: timeOfDay(begin, zone),
    to: timeOfDay(new Date(begin.getTime() + HOUR_MS), zone),
  });
}

/** The label below a bar: the date at midnight or every second day, or every sixth hour; otherwise null. */
export function tickOf(
  { formatDayShort }: Words,
  { at }: RateBar,
  nth: number,
  { each, zone }: Pick<Rates, "each" | "zone">,
): { text: string; tall: boolean } | null {
  const begin = new Date(at);
  const date = formatDayShort(siteDay(begin, zone));
  if (each === "day") return nth % 2 === 0 ? { text: date, tall: true } : null;
  const hour = siteHour(begin, zone);
  if (hour === 0) return { text: date, tall: true };
  return hour % 6 === 0 ? { text: String(hour).padStart(2, "0"), tall: false } : null;
}
