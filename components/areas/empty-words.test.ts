import { expect, test } from "vitest";
import { emptyChartWords, emptyHoursWords } from "./empty-words";

const clock = { zone: "Europe/Amsterdam", now: new Date("2026-11-22T12:00:00Z") };
const from = Date.parse("2026-09-28T00:00:00Z");

test("hours without a value say when the last reading came and what to do", () => {
  expect(emptyHoursWords("Health", "2026-09-02T10:00:00Z", from, clock)).toBe(
    "No reading in these eight weeks: the last came 2 Sep 2026. The charts show it: choose 1 y.",
  );
  expect(emptyHoursWords("Health", "2025-09-02T10:00:00Z", from, clock)).not.toContain("1 y");
  expect(emptyHoursWords("PPFD", "2026-11-22T09:00:00Z", from, clock)).toBe(
    "No PPFD in these eight weeks, but readings until 10:00. Choose another index.",
  );
});

test("charts of a time after the last reading say so; where readings came each speaks for itself", () => {
  expect(emptyChartWords(null, from, clock)).toBe("No reading has ever come from here.");
  expect(emptyChartWords("2026-09-02T10:00:00Z", from, clock)).toContain("the last came 2 Sep 2026");
  expect(emptyChartWords("2026-11-01T10:00:00Z", from, clock)).toBeUndefined();
});
