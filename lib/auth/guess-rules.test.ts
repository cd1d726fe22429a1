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
