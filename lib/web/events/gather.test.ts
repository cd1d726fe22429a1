import { expect, test } from "vitest";
import { gatherWait } from "./messages";

test("a change that comes alone goes out at once, however many listen", () => {
  expect(gatherWait(1, Number.POSITIVE_INFINITY)).toBe(20);
  expect(gatherWait(5_000, 1_000)).toBe(20);
});

test("in a storm many streams are written to less often than few, and none waits long", () => {
  expect(gatherWait(10, 0)).toBe(20);
  expect(gatherWait(200, 0)).toBe(400);
  expect(gatherWait(200, 60)).toBe(340);
  expect(gatherWait(5_000, 0)).toBe(800);
});
