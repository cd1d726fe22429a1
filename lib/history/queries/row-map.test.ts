import fc from "fast-check";
import { expect, test } from "vitest";
import { fillHours, makeRowMap, nextPartHours, rangeFrom, rowAt, splitPeriod } from "./row-map";

const HOUR = 3_600_000;

const FIRST = 494_000;

const counts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 });

/** The rows that a store would give: the hour that each lies in. */
const rowsOf = (list: readonly number[]) =>
  list.flatMap((count, hour) => new Array<number>(count).fill((FIRST + hour) * HOUR));

test("finds every block of rows by its range", () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 50 }), (list, size) => {
      const map = makeRowMap(FIRST, list);
      const rows = rowsOf(list);
      for (let row = 0; row < rows.length; row += size) {
        const place = rangeFrom(map, row, size);
        const within = rows.filter((at) => place && at >= place.from && at <= place.to);
        expect(within.slice(place?.skip, (place?.skip ?? 0) + (place?.limit ?? 0))).toEqual(
          rows.slice(row, row + size),
        );
      }
      expect(rangeFrom(map, rows.length, size)).toBeNull();
    }),
  );
});

test("splits a period into consecutive parts of about the requested size", () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 50 }), (list, size) => {
      const map = makeRowMap(FIRST, list);
      const period = { from: (FIRST - 3) * HOUR, to: (FIRST + list.length + 2) * HOUR };
      const parts = splitPeriod(map, period, size);
      expect(parts[0]?.from).toBe(period.from);
      expect(parts.at(-1)?.to).toBe(period.to);
      parts.slice(1).forEach((part, index) => {
        expect(part.from).toBe((parts[index]?.to ?? 0) + 1);
      });
      for (const { from, to } of parts) {
        const within = rowsOf(list).filter((at) => at >= from && at <= to);
        expect(within.length <= size || new Set(within).size === 1).toBe(true);
      }
    }),
  );
});

test("finds the first row at or after the hour of an instant", () => {
  const map = makeRowMap(FIRST, [2, 0, 3]);
  expect(rowAt(map, FIRST * HOUR - 1)).toBe(0);
  expect(rowAt(map, FIRST * HOUR + 5)).toBe(0);
  expect(rowAt(map, (FIRST + 1) * HOUR)).toBe(2);
  expect(rowAt(map, (FIRST + 2) * HOUR + 1)).toBe(2);
  expect(rowAt(map, (FIRST + 9) * HOUR)).toBe(4);
  expect(rowAt(makeRowMap(0, []), FIRST * HOUR)).toBe(0);
});

test("fills in hours without rows", () => {
  expect(
    fillHours([
      { hour: 7, rows: 2 },
      { hour: 10, rows: 1 },
    ]),
  ).toEqual({ first: 7, counts: [2, 0, 0, 1] });
  expect(fillHours([])).toEqual({ first: 0, counts: [] });
});

test("lengthens a part after a fast one and shortens it after a slow one, to an hour at least", () => {
  expect(nextPartHours(168, 20)).toBeGreaterThan(168);
  expect(nextPartHours(168, 1_000)).toBe(168);
  expect(nextPartHours(168, 5_000)).toBeLessThan(168);
  expect(nextPartHours(1, 50_000)).toBe(1);
});
