import { expect, test } from "vitest";
import { windowOfDays } from "./days-window";

const ZONE = "Europe/Amsterdam";
const NOW = Date.parse("2026-11-21T05:23:00Z");
const text = (window: { from: number; to: number }) =>
  [window.from, window.to].map((at) => new Date(at).toISOString().slice(0, 16));

test("chosen days are whole site days across a clock change, and end with this hour", () => {
  const days = (first: string, last: string) => windowOfDays(first, last, ZONE, NOW);
  const shown = days("2026-10-25", "2026-10-25");
  expect("from" in shown && (shown.to - shown.from) / 3_600_000).toBe(25);
  const today = days("2026-11-20", "2026-11-21");
  expect("from" in today && text(today)).toEqual(["2026-11-19T23:00", "2026-11-21T06:00"]);
  for (const [first, last] of [
    ["2026-11-02", "2026-11-01"],
    ["2026-11-22", "2026-11-23"],
    ["", "2026-11-01"],
    ["2024-01-01", "2026-01-01"],
  ] as const)
    expect(days(first, last)).toHaveProperty("fault");
});
