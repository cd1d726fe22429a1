import fc from "fast-check";
import { expect, test } from "vitest";
import { parseServiceTime, toServiceTime } from "./service-time";

test.each([
  ["2026-05-03 21:00:00", "2026-05-03T21:00:00.000Z"],
  ["2026-05-03 23:35", "2026-05-03T23:35:00.000Z"],
  ["2026-05-03 21:00:00.5", "2026-05-03T21:00:00.500Z"],
  ["2026-05-03T21:00:00Z", "2026-05-03T21:00:00.000Z"],
  ["2026-05-03t21:00z", "2026-05-03T21:00:00.000Z"],
  ["2026-05-03T21:00:00.123456Z", "2026-05-03T21:00:00.123Z"],
  ["2026-05-03T21:00:00+05:30", "2026-05-03T15:30:00.000Z"],
  ["2026-05-03T21:00:00-00:30", "2026-05-03T21:30:00.000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
])("reads %s as UTC", (text, expected) => {
  expect(new Date(parseServiceTime(text) ?? Number.NaN).toISOString()).toBe(expected);
});

test.each([
  "",
  "2026-05-03",
  "2026-05-03T21:00:00",
  "2026-05-03 21:00:00Z",
  "2026-02-29 00:00:00",
  "2026-13-01 00:00:00",
  "2026-05-03 24:00:00",
  "2026-05-03 21:60:00",
  "2026-05-03 21:00:60",
  "2026-05-03 21:00:0",
  "2026-05-03 21:00:00.",
  "2026-05-03 21:00:00x",
  "2026-05-03T21:00:00+0530",
  "2026-05-03T21:00:00+25:00",
  "03/05/2026 21:00",
  "0000-01-01 00:00:00",
  "1777842000",
])("rejects %j", (text) => {
  expect(parseServiceTime(text)).toBeNull();
});

test("reads back every written time", () => {
  const seconds = fc.integer({ min: Date.parse("1900-01-01") / 1000, max: Date.parse("2200-01-01") / 1000 });
  fc.assert(fc.property(seconds, (at) => parseServiceTime(toServiceTime(at * 1000)) === at * 1000));
});
