import { describe, expect, it } from "vitest";
import { midnightsBetween, timeTicks } from "./time-ticks";

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

  it("leave dates out where they would touch", () => {
    const ticks = timeTicks(from, utc("2026-11-10T12:00:00Z"), "UTC", 400);
    expect(ticks.every((tick) => tick.midnight)).toBe(true);
    expect(ticks.length).toBeLessThanOrEqual(7);
  });
});
