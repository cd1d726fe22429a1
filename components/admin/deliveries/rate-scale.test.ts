import { expect, test } from "vitest";
import type { RateBar } from "@/lib/alerting/deliveries/list";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { barTime, roundTicks, tickOf, totalDeliveries } from "./rate-scale";

const bar = (at: string, counts: Partial<RateBar> = {}): RateBar => ({
  ...{ at, accepted: 0, duplicate: 0, quarantined: 0, spooled: 0, rejected: 0 },
  ...counts,
});
const hours = { each: "hour", zone: "Europe/Amsterdam" } as const;

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [37, [0, 10, 20, 30, 40]],
  [3_600, [0, 1_000, 2_000, 3_000, 4_000]],
])("an axis up to %d has few round ticks", (greatest, ticks) => {
  expect(roundTicks(greatest)).toEqual(ticks);
});

test("counts all outcomes of a bar once", () => {
  expect(
    totalDeliveries(
      bar("2026-11-20T10:00:00Z", { accepted: 5, duplicate: 1, quarantined: 2, spooled: 3, rejected: 4 }),
    ),
  ).toBe(15);
});

test("labels a bar in the site's hours, and with the date where the site's day begins", () => {
  expect(barTime(ENGLISH, bar("2026-11-20T10:00:00Z"), hours)).toBe("Fri 20 Nov, 11:00 to 12:00");
  expect(tickOf(ENGLISH, bar("2026-11-20T23:00:00Z"), 3, hours)).toEqual({ text: "21 Nov", tall: true });
  expect(tickOf(ENGLISH, bar("2026-11-20T05:00:00Z"), 3, hours)).toEqual({ text: "06", tall: false });
  expect(tickOf(ENGLISH, bar("2026-11-20T06:00:00Z"), 3, hours)).toBeNull();
});
