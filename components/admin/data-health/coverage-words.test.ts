import { describe, expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
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

test("describes what is missing on a day, or why that is unknown", () => {
  const words = days.map((_, position) => cellWords(ENGLISH, cells, days, fetched, position));
  expect(words).toEqual([
    "Fri 30 Oct: not fetched",
    "Sat 31 Oct: no readings yet",
    "Sun 1 Nov: measured 0 %, missing 100 %",
    "Mon 2 Nov: measured 0 %, missing 100 %",
    "Tue 3 Nov: measured 80 %, interpolated 10 %, missing 10 %",
    "Wed 4 Nov: measured 100 %",
  ]);
});

test("describes a partly fetched day without counting the rest as missing", () => {
  const words = [0, 1, 2].map((position) => cellWords(ENGLISH, begun, days, fetched, position));
  expect(words).toEqual([
    "Fri 30 Oct: measured 40 %, the rest is not fetched",
    "Sat 31 Oct: measured 50 %, interpolated 10 %, the rest is before its first reading",
    "Sun 1 Nov: measured 100 %",
  ]);
  expect([0, 1, 2].map((position) => dayState(begun, position))).toEqual(["unknown", "unknown", "whole"]);
});

test("joins consecutive days of a state", () => {
  expect(daysIn(ENGLISH, "none", cells, days, fetched)).toBe("1 to 2 Nov");
  expect(daysIn(ENGLISH, "part", cells, days, fetched)).toBe("3 Nov");
  expect(daysIn(ENGLISH, "unknown", cells, days, fetched)).toBe("31 Oct");
  const more = { measured: [0, 0, 0, 1, 0, 1], filled: [0, 0, 0, 0, 0, 0], whole: days.map(() => true) };
  expect(
    daysIn(
      ENGLISH,
      "none",
      more,
      days,
      days.map(() => true),
    ),
  ).toBe("30 Oct to 1 Nov, 3 Nov");
  expect(dayState({ measured: [0.958], filled: [0], whole: [true] }, 0)).toBe("whole");
});

test("joins equal cells into runs; keeps unfetched days apart from days before the first reading", () => {
  expect(runsOf(cells, fetched)).toEqual([
    { from: 0, length: 1, measured: null, filled: 0, ground: "unfetched" },
    { from: 1, length: 1, measured: null, filled: 0, ground: "before" },
    { from: 2, length: 2, measured: 0, filled: 0, ground: "missing" },
    { from: 4, length: 1, measured: 0.8, filled: 0.1, ground: "missing" },
    { from: 5, length: 1, measured: 1, filled: 0, ground: "missing" },
  ]);
});

describe("stripWords", () => {
  const shares = { measuredShare: 0.8, filledShare: 0.1, missingShare: 0.1, lastReadingAt: null };
  const none = { ...shares, measuredShare: null, filledShare: null, missingShare: null };

  test("lists the shares and the days without known readings", () => {
    expect(stripWords(ENGLISH, { ...cells, ...shares }, fetched)).toBe(
      "measured 80 %, interpolated 10 %, missing 10 %, no readings yet on 1 day, 1 day not fetched",
    );
  });

  test("describes a history that begins within the strip", () => {
    const young = { measured: [null, null, 0.4], filled: [null, null, 0], whole: [false, false, false] };
    expect(stripWords(ENGLISH, { ...young, ...none }, [true, true, true])).toBe(
      "1 incomplete day, no readings yet on 2 days",
    );
    expect(stripWords(ENGLISH, { ...young, ...none }, [false, true, true])).toBe(
      "1 incomplete day, no readings yet on 1 day, 1 day not fetched",
    );
  });

  test("says that nothing was fetched only if no day was", () => {
    const empty = { measured: [null, null], filled: [null, null], whole: [false, false] };
    expect(stripWords(ENGLISH, { ...empty, ...none }, [false, false])).toBe("no day fetched");
    expect(stripWords(ENGLISH, { ...empty, ...none }, [true, true])).toBe("no readings yet on 2 days");
  });
});
