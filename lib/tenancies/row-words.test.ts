import { expect, test } from "vitest";
import { rowsInWords } from "./row-words";

test.each<[number, [string, number][], string]>([
  [28, [["HEALTH", 28]], "28 rows"],
  [0, [], "0 rows"],
  [
    28,
    [
      ["EFFICIENCY", 14],
      ["STRESS", 14],
    ],
    "28 rows of 2 indices, none of Health",
  ],
  [3, [["STRESS", 3]], "3 rows of 1 index, none of Health"],
  [
    3,
    [
      ["STRESS", 1],
      ["HEALTH", 2],
    ],
    "3 rows of 2 indices, 2 of Health",
  ],
])("%i rows of %j", (rows, ofIndex, words) => {
  expect(rowsInWords(rows, new Map(ofIndex))).toBe(words);
});
