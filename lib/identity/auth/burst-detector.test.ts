import { expect, test } from "vitest";
import { BurstDetector } from "./burst-detector";

test("one frequent caller is no burst", () => {
  const crowd = new BurstDetector();
  for (let now = 0; now < 5_000; now += 10) expect(crowd.add("one", now)).toBe(false);
});

test("five callers are a burst for as long as they keep calling", () => {
  const crowd = new BurstDetector();
  expect(["a", "b", "c", "d", "e"].map((who, n) => crowd.add(who, n))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(crowd.add("a", 1_200)).toBe(true);
});

test("a burst ends when its callers stop", () => {
  const crowd = new BurstDetector();
  for (const who of ["a", "b", "c", "d", "e"]) crowd.add(who, 0);
  expect(crowd.add("a", 5_000)).toBe(false);
});
