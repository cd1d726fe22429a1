import { expect, test } from "vitest";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { absentWords, emptyChartWords, emptyHoursWords } from "./empty-words";

const clock = { zone: "Europe/Amsterdam", now: new Date("2026-11-22T12:00:00Z") };
const from = Date.parse("2026-09-28T00:00:00Z");

test("hours without a value say when the last reading came and what to do", () => {
  expect(emptyHoursWords("HEALTH", "2026-09-02T10:00:00Z", from, clock)).toBe(
    "No reading in these eight weeks: the last came 2 Sep 2026. The charts show it: choose 1 y.",
  );
  expect(emptyHoursWords("HEALTH", "2025-09-02T10:00:00Z", from, clock)).not.toContain("1 y");
  expect(emptyHoursWords("PPFD", "2026-11-22T09:00:00Z", from, clock)).toBe(
    "No PPFD in these eight weeks, but readings until 10:00. Only selected plans include it. Choose another index.",
  );
});

test("charts of a time after the last reading say so; where readings came each speaks for itself", () => {
  expect(emptyChartWords(null, from, clock)).toBe("No reading has ever come from here.");
  expect(emptyChartWords("2026-09-02T10:00:00Z", from, clock)).toContain("the last came 2 Sep 2026");
  expect(emptyChartWords("2026-11-01T10:00:00Z", from, clock)).toBeUndefined();
});

test("indices that have no chart are told where only selected plans include them", () => {
  expect(absentWords(CHART_ORDER)).toBeNull();
  expect(absentWords(CHART_ORDER.filter((index) => index !== "EFFICIENCY"))).toBeNull();
  expect(absentWords(CHART_ORDER.filter((index) => index !== "ALPHA"))).toBe(
    "No values in this time: Alpha. Only selected plans include it.",
  );
  expect(absentWords(["HEALTH", "EFFICIENCY", "PRODUCTIVITY", "PPFD", "ALPHA", "PEI"])).toBe(
    "No values in this time: Daily light integral, Daily photosynthesis integral. Only selected plans include them.",
  );
});
