import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { formatWhen } from "./value-words";

const ZONE = "Europe/Amsterdam";
const NOW = new Date("2026-11-21T05:23:00Z");
const rowAt = (instant: string, running?: true) => ({ t: Date.parse(instant), running });

test("formats an hour with its time, however old", () => {
  expect(formatWhen(ENGLISH, rowAt("2026-11-21T04:00:00Z"), false, ZONE, NOW)).toBe("05:00");
  expect(formatWhen(ENGLISH, rowAt("2026-11-19T15:00:00Z"), false, ZONE, NOW)).toBe("Thu 16:00");
  expect(formatWhen(ENGLISH, rowAt("2026-10-22T05:00:00Z"), false, ZONE, NOW)).toBe("22 Oct 07:00");
});

test("formats a daily value without an hour, a running day as so far", () => {
  expect(formatWhen(ENGLISH, rowAt("2026-11-19T23:00:00Z"), true, ZONE, NOW)).toBe("Fri 20 Nov");
  expect(formatWhen(ENGLISH, rowAt("2026-11-20T23:00:00Z", true), true, ZONE, NOW)).toBe("Sat 21 Nov so far");
});
