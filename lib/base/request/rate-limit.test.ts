import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasRate, takeRate } from "./rate-limit.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rate = (name: string) => ({ name, limit: 2, windowMs: 60_000 });

test("so many uses of a key in a window, then none until it is over", () => {
  const tries = rate("tries");
  expect([1, 2, 3].map(() => takeRate(tries, "a"))).toEqual([true, true, false]);
  expect(hasRate(tries, "a")).toBe(false);
  expect(takeRate(tries, "b")).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(hasRate(tries, "a")).toBe(true);
  expect(takeRate(tries, "a")).toBe(true);
});

test("a clock that is set, back or forward, changes nothing", () => {
  const tries = rate("tries of a clock");
  for (let uses = 0; uses < 2; uses += 1) takeRate(tries, "a");
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(hasRate(tries, "a")).toBe(false);
  vi.setSystemTime(Date.now() - 90_000_000);
  expect(hasRate(tries, "a")).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(hasRate(tries, "a")).toBe(true);
});

test("a flood of keys pushes out the oldest of its own kind, and nothing of another", () => {
  const [kept, flooded] = [rate("kept"), rate("flooded")];
  for (const one of [kept, flooded]) for (let uses = 0; uses < 2; uses += 1) takeRate(one, "first");
  for (let key = 0; key < 6_000; key += 1) takeRate(flooded, String(key));
  expect(hasRate(flooded, "first")).toBe(true);
  expect(hasRate(kept, "first")).toBe(false);
});
