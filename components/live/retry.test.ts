import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { ApiError } from "@/lib/web/api/client";
import { lastGoodWords, readEvery } from "./retry";

const AT = new Date("2026-11-20T12:22:00Z");

test("tries a failed read again, even one without an interval", () => {
  const failed = (status: number) => ({ state: { error: new ApiError(status, "no") } });
  for (const status of [0, 500, 503]) expect(readEvery(false)(failed(status))).toBe(15_000);
  for (const status of [400, 404]) expect(readEvery(300_000)(failed(status))).toBe(120_000);
  expect(readEvery(false)({ state: { error: null } })).toBe(false);
  expect(readEvery(20_000)({ state: { error: null } })).toBe(20_000);
});

test("says how old the data is, or that there is none", () => {
  const at = AT.getTime() - 22 * 60_000;
  expect(lastGoodWords(ENGLISH, at, "Europe/Amsterdam", AT)).toBe("Shown as of 13:00, 22 min ago.");
  expect(lastGoodWords(ENGLISH, 0, "Europe/Amsterdam", AT)).toBe("Nothing has been loaded yet.");
});
