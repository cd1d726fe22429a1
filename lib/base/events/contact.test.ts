import { expect, test } from "vitest";
import { askDelay, retryWait } from "./contact";

test("retries quickly at first, then every 15 s", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => retryWait(failures))).toEqual([
    1_000, 2_000, 5_000, 10_000, 15_000, 15_000, 15_000,
  ]);
});

test("spreads the retries of many screens, at most 20 s apart", () => {
  expect([1, 2, 3, 9].map((failures) => retryWait(failures, 0.5))).toEqual([1_000, 2_000, 5_000, 15_000]);
  expect([retryWait(9, 0), retryWait(9, 1), retryWait(0, 0)]).toEqual([11_250, 18_750, 750]);
  expect([askDelay(0), askDelay(1)]).toEqual([0, 300]);
});
