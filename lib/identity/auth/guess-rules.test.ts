import { expect, test } from "vitest";
import { judgeTry } from "./guess-rules";

test.each([
  [{ here: 9, anywhere: 9, hour: 99 }, 0],
  [{ here: 10, anywhere: 10, hour: 10 }, 1_000],
  [{ here: 0, anywhere: 11, hour: 11 }, 2_000],
  [{ here: 12, anywhere: 12, hour: 12 }, 4_000],
  [{ here: 60, anywhere: 90, hour: 99 }, 8_000],
  [{ here: 0, anywhere: 0, hour: 100 }, "refused"],
])("after %o a try waits for %s", (guesses, expected) => {
  expect(judgeTry(guesses)).toBe(expected);
});

test.each([
  [49, 0],
  [50, 1_000],
  [52, 4_000],
  [199, 8_000],
  [200, "refused"],
])("after %d wrong tries of an address over all accounts a try waits for %s", (ofAddress, expected) => {
  expect(judgeTry({ here: 0, anywhere: 0, hour: 0 }, ofAddress)).toBe(expected);
});

test("the longer wait of account and address counts", () => {
  expect(judgeTry({ here: 12, anywhere: 12, hour: 12 }, 50)).toBe(4_000);
  expect(judgeTry({ here: 10, anywhere: 10, hour: 10 }, 52)).toBe(4_000);
});
