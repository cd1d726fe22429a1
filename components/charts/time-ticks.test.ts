import { describe, expect, it } from "vitest";
import { midnightsBetween, timeTicks } from "./time-ticks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utc = (text: string) => Date.parse(text);

describe("midnights of a site", () => {
  it.each([
    ["Europe/Amsterdam", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25],
    ["America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23],
    ["Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z", 24.5],
  ])("in %s follow the change of the clock", (zone, first, second, hours) => {
    const found = midnightsBetween(utc(first), utc(second), zone);
    expect(found).toEqual([utc(first), utc(second)]);
    expect((utc(second) - utc(first)) / 3_600_000).toBe(hours);
  });
});

describe("ticks", () => {
  const from = utc("2026-10-11T12:00:00Z");

  it("name midnights by date, and 06, 12 and 18 where there is room", () => {
    const ticks = timeTicks(from, utc("2026-10-12T12:00:00Z"), "UTC", 600);
    expect(ticks.map((tick) => tick.label)).toEqual(["12", "18", "Mon 12", "06", "12"]);
  });

  it("are dates alone, in the middle of the days a mark without words, where there is no room for more", () => {
    const ticks = timeTicks(from, from + 3 * DAY, "UTC", 400);
    expect(ticks.map((tick) => tick.label)).toEqual(["", "Mon 12", "", "Tue 13", "", "Wed 14", ""]);
  });

  it.each([
    ["24 h", 1],
    ["72 h", 3],
    ["5 d", 5],
    ["7 d", 7],
    ["30 d", 30],
    ["90 d", 90],
    ["1 year", 365],
  ])("of %s are at most five with words, each midnight with its date in room of its own", (_, days) => {
    for (const width of [265, 320, 560, 900]) {
      for (const hour of [0, 10, 21]) {
        const start = from + hour * HOUR;
        const xOf = (t: number) => ((t - start) / (days * DAY)) * width;
        const ticks = timeTicks(start, start + days * DAY, "UTC", width);
        expect(ticks.filter(({ label }) => label !== "").length).toBeLessThanOrEqual(5);
        const dates = ticks.filter(({ midnight }) => midnight);
        if (days >= 5) expect(dates.length).toBeGreaterThanOrEqual(3);
        const words = dates.map(({ t, label, side }) => {
          expect(label).not.toBe("");
          return side === "right" ? [xOf(t), xOf(t) + 46] : [xOf(t) - 46, xOf(t)];
        });
        words.forEach(([left = 0, right = 0], index) => {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
          expect(left).toBeGreaterThanOrEqual(words[index - 1]?.[1] ?? 0);
        });
      }
    }
  });
});
