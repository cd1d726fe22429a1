import { expect, test } from "vitest";
import { wholeDays, windowOf } from "./range";

const ZONE = "Europe/Amsterdam";
const NOW = Date.parse("2026-11-21T05:23:00Z");
const text = (window: { from: number; to: number }) =>
  [window.from, window.to].map((at) => new Date(at).toISOString().slice(0, 16));

test("daily values begin at a midnight of the site, also before the clocks were put back", () => {
  const days = wholeDays(windowOf("30d", NOW), ZONE, NOW);
  expect(text(days)).toEqual(["2026-10-21T22:00", "2026-11-21T06:00"]);
});

test("a part that was zoomed to takes its last day whole", () => {
  const part = { from: Date.parse("2026-11-10T09:00:00Z"), to: Date.parse("2026-11-12T09:00:00Z") };
  expect(text(wholeDays(part, ZONE, NOW))).toEqual(["2026-11-09T23:00", "2026-11-12T23:00"]);
});
