import { expect, test } from "vitest";
import { describeCause, describeMissing, outagesOfLastDay } from "./contract";

const ZONE = "Europe/Amsterdam";
const NOW = new Date("2026-11-20T13:42:00Z");
const words = (startedAt: string, endedAt: string | null) =>
  describeMissing({ startedAt, endedAt }, ZONE, NOW);

test.each([
  ["2026-11-20T01:10:00Z", "2026-11-20T02:05:00Z", "02:10–03:05"],
  ["2026-11-20T01:10:02Z", "2026-11-20T01:10:15Z", "at 02:10, for 13 s"],
  ["2026-11-20T01:10:50Z", "2026-11-20T01:11:03Z", "02:10–02:11"],
  ["2026-11-17T01:10:00Z", "2026-11-17T02:05:00Z", "Tue 02:10–03:05"],
  ["2026-11-18T22:50:00Z", "2026-11-19T23:10:00Z", "Wed 23:50–00:10"],
  ["2026-11-16T22:50:00Z", "2026-11-17T23:10:00Z", "Mon 23:50–Wed 00:10"],
  ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "25 Oct 2026, 02:30–02:30 (second)"],
  ["2026-11-20T01:10:00Z", null, "since 02:10"],
  ["2026-11-20T01:10:00Z", "2026-11-20T01:10:00Z", "around 02:10"],
])("%s to %s", (from, to, said) => {
  expect(words(from, to)).toBe(`Alerts may be missing ${said}`);
});

test("words each cause", () => {
  expect(describeCause({ cause: "stopped" })).toBe("Leafwatch was not running");
  expect(describeCause({ cause: "storage" })).toBe("Notifications could not be stored");
});

test("filters outages that last or ended within 24 hours", () => {
  const ended = (endedAt: string | null) => ({ startedAt: "2026-11-01T00:00:00Z", endedAt });
  const kept = [ended(null), ended("2026-11-19T13:43:00Z")];
  expect(outagesOfLastDay([...kept, ended("2026-11-19T13:41:00Z")], NOW)).toEqual(kept);
});
