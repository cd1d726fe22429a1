import { expect, test } from "vitest";
import { cellWords, dayState, daysIn, runsOf, stripWords } from "./coverage-words";

const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"];
const fetched = [false, true, true, true, true, true];
const cells = {
  measured: [null, null, 0, 0, 0.8, 1],
  filled: [null, null, 0, 0, 0.1, 0],
  whole: [false, false, true, true, true, true],
};
/** The history begins inside its first day, an area inside its second. */
const begun = { measured: [0.4, 0.5, 1], filled: [0, 0.1, 0], whole: [false, false, true] };

test("a day in words says what is missing, and why it may not be known", () => {
  const words = days.map((_, position) => cellWords(cells, days, fetched, position));
  expect(words).toEqual([
    "Fri 30 Oct: not fetched",
    "Sat 31 Oct: before its first whole day",
    "Sun 1 Nov: measured 0 %, missing 100 %",
    "Mon 2 Nov: measured 0 %, missing 100 %",
    "Tue 3 Nov: measured 80 %, interpolated 10 %, missing 10 %",
    "Wed 4 Nov: measured 100 %",
  ]);
});

test("what was fetched of a day in part is said, and the rest is not missing", () => {
  const words = [0, 1, 2].map((position) => cellWords(begun, days, fetched, position));
  expect(words).toEqual([
    "Fri 30 Oct: measured 40 %, the rest not fetched",
    "Sat 31 Oct: measured 50 %, interpolated 10 %, the rest before its first reading",
    "Sun 1 Nov: measured 100 %",
  ]);
  expect([0, 1, 2].map((position) => dayState(begun, position))).toEqual(["unknown", "unknown", "whole"]);
});

test("the days of a state stand as stretches", () => {
  expect(daysIn("none", cells, days, fetched)).toBe("1 to 2 Nov");
  expect(daysIn("part", cells, days, fetched)).toBe("3 Nov");
  expect(daysIn("unknown", cells, days, fetched)).toBe("31 Oct");
  const more = { measured: [0, 0, 0, 1, 0, 1], filled: [0, 0, 0, 0, 0, 0], whole: days.map(() => true) };
  expect(
    daysIn(
      "none",
      more,
      days,
      days.map(() => true),
    ),
  ).toBe("30 Oct to 1 Nov, 3 Nov");
  expect(dayState({ measured: [0.958], filled: [0], whole: [true] }, 0)).toBe("whole");
});

test("cells that look alike are drawn as one", () => {
  expect(runsOf(cells)).toEqual([
    { from: 0, length: 2, measured: null, whole: false },
    { from: 2, length: 2, measured: 0, filled: 0, whole: true },
    { from: 4, length: 1, measured: 0.8, filled: 0.1, whole: true },
    { from: 5, length: 1, measured: 1, filled: 0, whole: true },
  ]);
});

test("a row in words", () => {
  const shares = { measuredShare: 0.8, filledShare: 0.1, missingShare: 0.1, lastReadingAt: null };
  expect(stripWords({ ...cells, ...shares })).toBe("measured 80 %, interpolated 10 %, missing 10 %");
  expect(stripWords({ ...cells, ...shares, measuredShare: null })).toBe("nothing fetched in these days");
});
