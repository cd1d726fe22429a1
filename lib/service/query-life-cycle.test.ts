import { expect, test } from "vitest";
import { readRetryAfter } from "./call";
import { nextPollDelay, planPoll } from "./query-life-cycle";

test("pauses between polls grow to ten seconds", () => {
  const delays = [0, 1, 2, 3, 4, 5, 50].map((attempt) => nextPollDelay(attempt, null, 0.5));
  expect(delays).toEqual([1000, 2000, 3000, 5000, 8000, 10_000, 10_000]);
});

test("jitter stays within a fifth", () => {
  expect(nextPollDelay(9, null, 0)).toBe(8000);
  expect(nextPollDelay(9, null, 0.999)).toBeLessThanOrEqual(12_000);
});

test("never polls before Retry-After", () => {
  for (const random of [0, 0.5, 0.99]) expect(nextPollDelay(0, 30, random)).toBeGreaterThanOrEqual(30_000);
  expect(nextPollDelay(0, 0, 0.5)).toBe(1000);
});

test("the last poll falls on the deadline, then polling stops", () => {
  const situation = { attempt: 9, now: 0, deadline: 4000, random: 0.5 };
  expect(planPoll(situation)).toEqual({ kind: "wait", delayMs: 4000 });
  expect(planPoll({ ...situation, now: 4000 })).toEqual({ kind: "give-up", reason: "deadline" });
  expect(planPoll({ ...situation, retryAfter: 60 })).toEqual({ kind: "give-up", reason: "retry-after" });
});

test("Retry-After is read as seconds and as a date", () => {
  const now = Date.parse("2026-11-20T23:00:00Z");
  const read = (value?: string) =>
    readRetryAfter(new Headers(value === undefined ? {} : { "retry-after": value }), now);
  expect(read("7")).toBe(7);
  expect(read("Fri, 20 Nov 2026 23:00:30 GMT")).toBe(30);
  expect(read("Fri, 20 Nov 2026 22:00:00 GMT")).toBe(0);
  for (const odd of [undefined, "", "soon", "-3"]) expect(read(odd)).toBeNull();
});
