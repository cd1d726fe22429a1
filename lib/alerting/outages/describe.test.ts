import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { describeMissing, describeOutage } from "./describe";

const ZONE = "Europe/Amsterdam";
const NOW = new Date("2026-11-20T13:42:00Z");
const words = (startedAt: string, endedAt: string | null) =>
  describeMissing(ENGLISH, { startedAt, endedAt }, ZONE, NOW);

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

test("says each cause", () => {
  const [startedAt, endedAt] = ["2026-11-20T01:10:00Z", "2026-11-20T02:05:00Z"];
  const say = (cause: "stopped" | "storage") =>
    describeOutage(ENGLISH, { startedAt, endedAt, cause }, ZONE, NOW);
  expect(say("stopped")).toBe("Alerts may be missing 02:10–03:05: Leafwatch was not running.");
  expect(say("storage")).toBe("Alerts may be missing 02:10–03:05: notifications could not be stored.");
});
