import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { plotSentence, timeBeforeFirst } from "./chart-words";
import { toRows } from "./rows";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WINDOW = { from: 0, to: 100 * DAY };

const rowsAt = (...days: number[]) =>
  toRows(
    days.map((day) => ({
      ...{ t: day * DAY, mean: 80, min: 79, max: 81, count: 1, filled: 0 },
    })),
    DAY,
  );

function sentenceFor(
  rows: ReturnType<typeof rowsAt>,
  { isRead = true, width = 648, isOutside = false, hasOthers = false } = {},
) {
  const before = timeBeforeFirst(rows, WINDOW, 0, 2 * DAY);
  return plotSentence(ENGLISH, {
    ...{ rows, last: rows.at(-1) ?? null, isOutside, before },
    ...{ window: WINDOW, width, isRead, hasOthers },
    empty: "No Health in this time.",
    when: ({ t }) => `day ${t / DAY}`,
  });
}

test("says when the values begin in a window that starts without any", () => {
  expect(sentenceFor(rowsAt(90, 91, 92))).toEqual({
    words: "No values in this period before day 90.",
    until: expect.closeTo(38 + 540),
  });
});

test("has no sentence where values begin at once, or without room for it", () => {
  expect(sentenceFor(rowsAt(1, 2, 3))).toBeUndefined();
  expect(sentenceFor(rowsAt(10, 11))).toBeUndefined();
});

test("has no sentence over the lines of others", () => {
  expect(sentenceFor(rowsAt(90, 91, 92), { hasOthers: true })).toBeUndefined();
});

test("gives the reason of an empty plot once it is loaded, and names a value before the window", () => {
  expect(sentenceFor([])).toEqual({ words: "No Health in this time." });
  expect(sentenceFor([], { isRead: false })).toBeUndefined();
  expect(sentenceFor(rowsAt(0), { isOutside: true })?.words).toContain("the last, of day 0, is before");
});
