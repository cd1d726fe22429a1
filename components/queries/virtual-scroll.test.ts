import fc from "fast-check";
import { expect, test } from "vitest";
import {
  positionAfterScroll,
  positionToReveal,
  rowsInView,
  scrollHeight,
  scrollTopAt,
} from "./virtual-scroll";

const few = { rows: 500, rowHeight: 36, view: 540 };
const million = { rows: 5_000_000, rowHeight: 36, view: 540 };
const MAX_AT = million.rows * million.rowHeight - million.view;

test("few rows are laid out in full", () => {
  expect(scrollHeight(few)).toBe(18_000);
  expect(positionAfterScroll({ top: 0, at: 0 }, 7_200, few)).toEqual({ top: 7_200, at: 7_200 });
  expect(scrollTopAt(7_200, few)).toBe(7_200);
});

test("millions of rows keep a height that browsers can draw", () => {
  expect(scrollHeight(million)).toBeLessThan(17_000_000);
});

test("the wheel scrolls by single pixels, however many rows there are", () => {
  const before = { top: scrollTopAt(90_000_000, million), at: 90_000_000 };
  expect(positionAfterScroll(before, before.top + 100, million).at).toBe(90_000_100);
  expect(positionAfterScroll(before, before.top - 100, million).at).toBe(89_999_900);
});

test("the scrollbar maps to the same share of the rows, and reaches both ends", () => {
  const half = (scrollHeight(million) - million.view) / 2;
  expect(positionAfterScroll({ top: 0, at: 0 }, half, million).at).toBeCloseTo(MAX_AT / 2, 3);
  expect(positionAfterScroll({ top: 500, at: 9_000 }, 0, million).at).toBe(0);
  const end = scrollHeight(million) - million.view;
  expect(positionAfterScroll({ top: end - 5, at: 1_000 }, end, million).at).toBe(MAX_AT);
});

test("every row can be revealed, and stays in view when the scrollbar is synchronised", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: million.rows - 1 }),
      fc.double({ min: 0, max: MAX_AT, noNaN: true }),
      (row, at) => {
        const shown = positionToReveal(row, at, million);
        const { first, last } = rowsInView(shown, million);
        expect(row >= first && row < last).toBe(true);
        const top = scrollTopAt(shown, million);
        expect(Math.abs(positionAfterScroll({ top, at: shown }, top, million).at - shown)).toBeLessThan(
          million.view,
        );
      },
    ),
  );
});

test("revealing a row in view does not scroll", () => {
  expect(positionToReveal(3, 36, few)).toBe(36);
});
