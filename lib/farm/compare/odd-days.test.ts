import { expect, test } from "vitest";
import { oddDays } from "./odd-days";

const of = (from: string, to: string, zone: string) => oddDays(Date.parse(from), Date.parse(to), zone);

test("the days that the change of the clock makes longer or shorter, also by half an hour", () => {
  expect(of("2026-03-01T12:00:00Z", "2026-11-20T12:00:00Z", "Europe/Amsterdam")).toEqual([
    { day: "2026-03-29", hours: 23 },
    { day: "2026-10-25", hours: 25 },
  ]);
  expect(of("2026-10-25T12:00:00Z", "2026-10-25T12:00:00Z", "Europe/Amsterdam")).toHaveLength(1);
  expect(of("2026-10-03T00:00:00Z", "2026-10-05T00:00:00Z", "Australia/Lord_Howe")).toEqual([
    { day: "2026-10-04", hours: 23.5 },
  ]);
  expect(of("2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z", "UTC")).toEqual([]);
});
