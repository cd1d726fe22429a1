import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  commonParent,
  commonPath,
  describePlaces,
  isWithin,
  nameOf,
  parentOf,
  segmentsOf,
  withAncestors,
} from "./paths";

/** Names as growers write them: any Unicode but the separator; some begin alike, some are empty. */
const name = fc.oneof(
  fc.constantFrom("Zone 1", "Zone 10", "Zone", "zone 1", "", " ", "é", "e\u0301", "%", "_", "\\"),
  fc.string({ unit: "binary", maxLength: 6 }).filter((text) => !text.includes("#")),
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("#"));

describe("what lies within an area", () => {
  test("is what has all its names, in order, as written", () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [inner, outer] = [segmentsOf(one), segmentsOf(other)];
        const byNames = outer.every((segment, place) => inner[place] === segment);
        expect(isWithin(one, other)).toBe(byNames);
      }),
    );
  });

  test("a name that only goes on is another area", () => {
    fc.assert(
      fc.property(path, name, name, (parent, own, more) => {
        fc.pre(more !== "");
        expect(isWithin(`${parent}#${own}${more}`, `${parent}#${own}`)).toBe(false);
        expect(isWithin(`${parent}#${own}#${more}`, `${parent}#${own}`)).toBe(true);
      }),
    );
    expect(isWithin("A#Zone 10", "A#Zone 1")).toBe(false);
  });

  test("a path lies within each of its ancestors, the last of which is its parent", () => {
    fc.assert(
      fc.property(path, (own) => {
        const ancestors = withAncestors(own);
        expect(ancestors.every((ancestor) => isWithin(own, ancestor))).toBe(true);
        expect([ancestors.at(-2) ?? null, ancestors.at(-1)]).toEqual([parentOf(own), own]);
        expect(nameOf(own)).toBe(segmentsOf(own).at(-1));
      }),
    );
  });
});

describe("the common path", () => {
  test("is the deepest area at or above all, by whole names", () => {
    expect(commonPath(["A#Zone 1#x", "A#Zone 10#x"])).toBe("A");
    expect(commonPath(["A#B", "A#B#C"])).toBe("A#B");
    expect(commonPath(["A#B"])).toBe("A#B");
    expect(commonPath(["A#B#1", "A#B#2"])).toBe("A#B");
    expect(commonPath(["A#B#1", "A#C#2"])).toBe("A");
    expect(commonPath(["A#B", "X#B"])).toBeNull();
    expect(commonPath([])).toBeNull();
  });

  test("of parents lies strictly above all", () => {
    expect(commonParent(["A#B", "A#B#C"])).toBe("A");
    expect(commonParent(["A#B"])).toBe("A");
    expect(commonParent(["A", "A#B"])).toBeNull();
  });
});

describe("describePlaces", () => {
  const said = (...paths: string[]) => {
    const words = describePlaces(paths);
    return words && [[...words.above, ""].join(" › "), words.name, words.tail];
  };
  test.each<[string, string[], string[] | null]>([
    ["nothing", [], null],
    ["one by its name", ["W#G 2#Bench 14"], ["W › G 2 › ", "Bench 14", ""]],
    [
      "numbers in a row by their range",
      ["W#G 2#Bench 16", "W#G 2#Bench 14", "W#G 2#Bench 15"],
      ["W › G 2 › ", "Bench 14–16", ""],
    ],
    ["9 and 10 by their numbers", ["G#Bench 10", "G#Bench 9"], ["G › ", "Bench 9–10", ""]],
    [
      "a gap by what they lie in",
      ["W#Rack 3#Tier 1", "W#Rack 3#Tier 2", "W#Rack 3#Tier 4"],
      ["W › ", "Rack 3", ", 3 tiers"],
    ],
    [
      "places of several parents",
      ["W#Bay A#Rack 1#Tier 1", "W#Bay A#Rack 2#Tier 1"],
      ["W › ", "Bay A", ", 2 tiers"],
    ],
    ["an irregular plural", ["R#Shelf 1", "R#Shelf 5"], ["", "R", ", 2 shelves"]],
    ["different words", ["W#Bench 1", "W#Corner"], ["", "W", ", 2 areas"]],
    ["no shared root", ["A#Bench 1", "B#Bench 1"], ["", "2 benches", ""]],
    ["a part with its whole", ["W#G 2", "W#G 2#Bench 1"], ["W › ", "G 2", ""]],
  ])("says %s", (_, paths, wanted) => expect(said(...paths)).toEqual(wanted));

  test("says the same in any order, counts every place, and invents no name", () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 6 }), (paths) => {
        const words = describePlaces(paths);
        expect(describePlaces(paths.toReversed())).toEqual(words);
        const tops = paths.filter((one) => !paths.some((top) => top !== one && isWithin(one, top)));
        const [range, count] = [
          /–(\d+)$/.exec(words?.name ?? ""),
          /(\d+) \p{L}+$/u.exec(words?.tail || words?.name || ""),
        ];
        const isCounted = tops.length === 1 || range !== null || Number(count?.[1]) === tops.length;
        expect(isCounted).toBe(true);
        for (const shared of words?.above ?? [])
          expect(paths.every((one) => segmentsOf(one).includes(shared))).toBe(true);
      }),
    );
  });
});
