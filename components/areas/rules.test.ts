import { expect, test } from "vitest";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { AreaState } from "@/lib/display/freshness/judge";
import { countWords, emptyHoursWords } from "./later-words";
import { absentWords, emptyChartWords, worstFirst } from "./rules";

const area = (name: string, state: AreaState) => ({ name, state });

test("areas with alerts come first, then silent ones, and equal ones keep their order", () => {
  const areas = [
    area("Bench 1", "healthy"),
    area("Bench 2", "no-data"),
    area("Bench 3", "low"),
    area("Bench 4", "high"),
    area("Bench 5", "healthy"),
    area("Bench 6", "high"),
  ];
  const names = worstFirst(areas, ({ state }) => state).map(({ name }) => name);
  expect(names).toEqual(["Bench 4", "Bench 6", "Bench 3", "Bench 2", "Bench 1", "Bench 5"]);
});

const none = { high: 0, medium: 0, low: 0, plain: 0 };

test("a count in the tree uses the word of its alerts", () => {
  const item = { severities: { ...none, high: 2 }, waiting: { ...none, high: 2 } };
  expect(countWords(ENGLISH, "high", { ...item, plants: none })).toBe("HIGH 2");
  expect(countWords(ENGLISH, "high", { ...item, plants: { ...none, high: 2 } })).toBe("CRITICAL 2");
  expect(countWords(ENGLISH, "high", { ...item, plants: { ...none, high: 1 } })).toBe("HIGH, CRITICAL 2");
});

test("a count in the tree includes how many are not acknowledged", () => {
  const item = { severities: { ...none, medium: 2 }, plants: { ...none, medium: 2 } };
  expect(countWords(ENGLISH, "medium", { ...item, waiting: none })).toBe("STRESS 2, acknowledged");
  expect(countWords(ENGLISH, "medium", { ...item, waiting: { ...none, medium: 1 } })).toBe(
    "STRESS 2, 1 not acknowledged",
  );
});

const clock = { zone: "Europe/Amsterdam", now: new Date("2026-11-22T12:00:00Z") };
const from = Date.parse("2026-09-28T00:00:00Z");

test("empty hours name the last reading and the next step", () => {
  expect(emptyHoursWords(ENGLISH, "HEALTH", "2026-09-02T10:00:00Z", from, clock)).toBe(
    "No readings in these eight weeks: the last one is from 2 Sep 2026. Choose 1 y in the charts to see it.",
  );
  expect(emptyHoursWords(ENGLISH, "HEALTH", "2025-09-02T10:00:00Z", from, clock)).not.toContain("1 y");
  expect(emptyHoursWords(ENGLISH, "PPFD", "2026-11-22T09:00:00Z", from, clock)).toBe(
    "No PPFD in these eight weeks, but readings until 10:00. Only selected plans include it. Choose another index.",
  );
});

test("charts after the last reading name it; with readings, each chart explains itself", () => {
  expect(emptyChartWords(ENGLISH, null, from, clock)).toBe("No readings from here yet.");
  expect(emptyChartWords(ENGLISH, "2026-09-02T10:00:00Z", from, clock)).toContain(
    "the last one is from 2 Sep 2026",
  );
  expect(emptyChartWords(ENGLISH, "2026-11-01T10:00:00Z", from, clock)).toBeUndefined();
});

test("names indices without a chart that only selected plans include", () => {
  expect(absentWords(ENGLISH, CHART_ORDER)).toBeNull();
  expect(
    absentWords(
      ENGLISH,
      CHART_ORDER.filter((index) => index !== "EFFICIENCY"),
    ),
  ).toBeNull();
  expect(
    absentWords(
      ENGLISH,
      CHART_ORDER.filter((index) => index !== "ALPHA"),
    ),
  ).toBe("No values in this period: Alpha. Only selected plans include it.");
  expect(absentWords(ENGLISH, ["HEALTH", "EFFICIENCY", "PRODUCTIVITY", "PPFD", "ALPHA", "PEI"])).toBe(
    "No values in this period: Daily light integral, Daily photosynthesis integral. Only selected plans include them.",
  );
});
