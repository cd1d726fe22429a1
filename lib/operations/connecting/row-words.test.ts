import { expect, test } from "vitest";
import { othersInWords, rowsInWords } from "./row-words";

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [1_280, "1,280 rows"],
])("%i rows in words", (rows, words) => {
  expect(rowsInWords(rows)).toBe(words);
});

test.each<[[string, number][], string | null]>([
  [[], null],
  [[["HEALTH", 28]], null],
  [
    [
      ["EFFICIENCY", 14],
      ["STRESS", 14],
    ],
    "None is of Health, which was asked for: they are of 2 other indices",
  ],
  [[["STRESS", 3]], "None is of Health, which was asked for: they are of another index"],
  [
    [
      ["STRESS", 1],
      ["HEALTH", 2],
    ],
    "2 are of Health, 1 is of another index",
  ],
])("rows of %j", (ofIndex, words) => {
  expect(othersInWords(new Map(ofIndex))).toBe(words);
});
