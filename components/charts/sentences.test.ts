import { expect, test } from "vitest";
import { toRows } from "./model";
import { sentenceOf, timeBefore } from "./sentences";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WINDOW = { from: 0, to: 100 * DAY };

const rowsAt = (...days: number[]) =>
  toRows(
    days.map((day) => ({
      ...{ t: new Date(day * DAY).toISOString(), mean: 80, min: 79, max: 81, count: 1, filled: 0 },
    })),
    DAY,
  );

function saidOf(
  rows: ReturnType<typeof rowsAt>,
  { isRead = true, width = 648, isOutside = false, hasOthers = false } = {},
) {
  const before = timeBefore(rows, WINDOW, 0, 2 * DAY);
  return sentenceOf(
    { rows, last: rows.at(-1) ?? null, isOutside, before },
    {
      window: WINDOW,
      width,
      isRead,
      hasOthers,
      empty: "No Health in this time.",
      when: ({ t }) => `day ${t / DAY}`,
    },
  );
}

test("a year with one month of values says since when there are any, in the part without", () => {
  expect(saidOf(rowsAt(90, 91, 92))).toEqual({
    words: "No value in this time before day 90.",
    until: expect.closeTo(38 + 540),
  });
});

test("nothing is said where values begin at once, or where there is no room", () => {
  expect(saidOf(rowsAt(1, 2, 3))).toBeUndefined();
  expect(saidOf(rowsAt(10, 11))).toBeUndefined();
});

test("nothing is said over the lines of others", () => {
  expect(saidOf(rowsAt(90, 91, 92), { hasOthers: true })).toBeUndefined();
});

test("an empty plot has its reason once it was read, and a day before this time is told", () => {
  expect(saidOf([])).toEqual({ words: "No Health in this time." });
  expect(saidOf([], { isRead: false })).toBeUndefined();
  expect(saidOf(rowsAt(0), { isOutside: true })?.words).toContain("the last, of day 0, lies before");
});
