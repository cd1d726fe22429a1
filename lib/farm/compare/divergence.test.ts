import { expect, test } from "vitest";
import { findDivergence } from "./divergence";

const DAY = 86_400_000;
const daily = (values: readonly (number | null)[]) =>
  values.flatMap((mean, day) =>
    mean === null ? [] : [{ t: day * DAY, mean, min: mean, max: mean, count: 1, filled: 0 }],
  );
const steady = (value: number, days = 43) => Array.from({ length: days }, (_, day) => value + (day % 3) / 5);

test("finds the days below all others, the furthest of them, and the averages of the rest", () => {
  const lead = steady(80.6).map((value, day) => (day > 40 ? value - 4 * (day - 40) : value));
  const others = [
    { letter: "B", points: daily(steady(80)) },
    { letter: "C", points: daily(steady(78.8)) },
  ];
  const { away, apart } = findDivergence(daily(lead), others, DAY);
  expect(away).toMatchObject([{ from: 41 * DAY, to: 42 * DAY, side: "below", lasts: true }]);
  expect(away[0]?.furthest.t).toBe(42 * DAY);
  expect(away[0]?.furthest.value).toBeCloseTo(72.6);
  expect(away[0]?.furthest.others.map(({ letter }) => letter)).toEqual(["B", "C"]);
  expect(apart.map(({ letter, mean, count }) => [letter, mean.toFixed(1), count])).toEqual([
    ["B", "0.6", 41],
    ["C", "1.8", 41],
  ]);
});

test("finds nothing in a line away from some others only, for one day, or as far as always", () => {
  const falls = steady(80).map((value, day) => (day > 40 ? value - 9 : value));
  const with1 = (points: number[]) =>
    findDivergence(daily(falls), [{ letter: "B", points: daily(points) }], DAY).away;
  expect(with1(steady(80))).toHaveLength(1);
  expect(with1(falls.map((value) => value + 1))).toEqual([]);
  const once = steady(80).map((value, day) => (day === 20 ? value - 9 : value));
  expect(findDivergence(daily(once), [{ letter: "B", points: daily(steady(80)) }], DAY).away).toEqual([]);
  const both = [
    { letter: "B", points: daily(steady(80)) },
    { letter: "C", points: daily(falls) },
  ];
  const { away, furthest } = findDivergence(daily(falls), both, DAY);
  expect(away).toEqual([]);
  expect(furthest).toMatchObject({ t: 41 * DAY, letter: "B" });
});

test("skips days without a counterpart, and finds nothing in too few", () => {
  const holes = steady(80).map((value, day) => (day % 2 ? value : null));
  const lead = steady(81);
  const { away, apart } = findDivergence(daily(lead), [{ letter: "B", points: daily(holes) }], DAY);
  expect(away).toEqual([]);
  expect(apart).toMatchObject([{ letter: "B", count: 21 }]);
  const few = findDivergence(
    daily([80, 80, 60, 60]),
    [{ letter: "B", points: daily([80, 80, 80, 80]) }],
    DAY,
  );
  expect(few.away).toEqual([]);
  expect(findDivergence([], [{ letter: "B", points: daily([1]) }], DAY)).toEqual({
    ...{ away: [], apart: [], furthest: null },
  });
  expect(findDivergence(daily([1]), [], DAY)).toEqual({ away: [], apart: [], furthest: null });
});

test("continues from night to night what is measured at night only", () => {
  const hour = DAY / 24;
  const nightly = (value: (night: number) => number) =>
    Array.from({ length: 60 }, (_, n) => ({ night: Math.floor(n / 6), at: n % 6 })).map(({ night, at }) => {
      const mean = value(night) + (at % 2) / 5;
      const t = night * DAY + at * hour;
      return { t, mean, min: mean, max: mean, count: 1, filled: 0 };
    });
  const lead = nightly((night) => (night > 7 ? 70 : 80));
  const { away } = findDivergence(lead, [{ letter: "B", points: nightly(() => 80) }], hour);
  expect(away).toMatchObject([{ from: 8 * DAY, to: 9 * DAY + 5 * hour }]);
});
