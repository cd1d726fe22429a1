import fc from "fast-check";
import { expect, test } from "vitest";
import { covers, joined, type Stretch, without } from "./stretches";

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 8 }))
  .map(([from, length]): Stretch => ({ from, to: from + length }));
const some = fc.array(stretch, { maxLength: 8 });

/** The units that a set holds: the plainest way to say what it is. */
const units = (list: readonly Stretch[]) => {
  const all = new Set<number>();
  for (const { from, to } of list) for (let unit = from; unit < to; unit++) all.add(unit);
  return all;
};

const isTidy = (list: readonly Stretch[]) =>
  list.every(({ from, to }, index) => from < to && from > (list[index - 1]?.to ?? -1));

test("those that touch become one", () => {
  expect(
    joined([
      { from: 5, to: 8 },
      { from: 1, to: 3 },
      { from: 3, to: 5 },
      { from: 9, to: 9 },
    ]),
  ).toEqual([{ from: 1, to: 8 }]);
});

test("joined, they hold what each of them holds, in order and apart", () => {
  fc.assert(
    fc.property(some, (list) => {
      const whole = joined(list);
      expect(isTidy(whole)).toBe(true);
      expect(units(whole)).toEqual(units(list));
    }),
  );
});

test("what is cut out is gone, and nothing else is", () => {
  fc.assert(
    fc.property(some, some, (list, cuts) => {
      const left = without(joined(list), cuts);
      const gone = units(cuts);
      expect(units(left)).toEqual(new Set([...units(list)].filter((unit) => !gone.has(unit))));
      expect(left.every(({ from, to }) => from < to)).toBe(true);
    }),
  );
});

test("one is covered when every unit of it is", () => {
  fc.assert(
    fc.property(some, stretch, (list, one) => {
      const all = units(list);
      expect(covers(list, one)).toBe([...units([one])].every((unit) => all.has(unit)));
    }),
  );
});
