import { expect, test } from "vitest";
import { readSeriesColumns, seriesInput } from "@/lib/farm/series/columns";
import { callKey } from "@/lib/web/api/client";
import { areaSeriesInput, loadChartView, wholeDays, windowOf, windowShown } from "./page-inputs";

const zone = "Australia/Lord_Howe";
const keyAt = (address: string, now: string) => {
  const view = loadChartView(new URLSearchParams(address));
  const window = windowShown(view, zone, Date.parse(now));
  return callKey(readSeriesColumns, seriesInput(areaSeriesInput("T", "A#b", view.by, window, view.filled)));
};

test.each([
  "",
  "range=30d",
  "range=1y&filled=false",
  "range=7d&by=day",
  "from=1767225600000&to=1767232800000",
  "range=year&from=x",
])(
  "what the server reads for %j is what the browser asks for within the hour, and is accepted",
  (address) => {
    const key = keyAt(address, "2026-06-01T10:00:01Z");
    expect(keyAt(address, "2026-06-01T10:59:59Z")).toEqual(key);
    expect(readSeriesColumns.query?.safeParse(key[2]).success).toBe(true);
  },
);

test("each range, resolution and time has its own key", () => {
  const keys = ["", "range=24h", "by=day", "filled=false", "from=1767225600000&to=1767232800000"].map(
    (address) => JSON.stringify(keyAt(address, "2026-06-01T10:30:00Z")),
  );
  expect(new Set([...keys, JSON.stringify(keyAt("", "2026-06-01T11:30:00Z"))]).size).toBe(6);
});

const ZONE = "Europe/Amsterdam";
const NOW = Date.parse("2026-11-21T05:23:00Z");
const text = (window: { from: number; to: number }) =>
  [window.from, window.to].map((at) => new Date(at).toISOString().slice(0, 16));

test("daily values begin at the site's midnight, also before a clock change", () => {
  const days = wholeDays(windowOf("30d", NOW), ZONE, NOW);
  expect(text(days)).toEqual(["2026-10-21T22:00", "2026-11-21T06:00"]);
});

test("a zoomed part includes its whole last day", () => {
  const part = { from: Date.parse("2026-11-10T09:00:00Z"), to: Date.parse("2026-11-12T09:00:00Z") };
  expect(text(wholeDays(part, ZONE, NOW))).toEqual(["2026-11-09T23:00", "2026-11-12T23:00"]);
});
