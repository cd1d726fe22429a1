import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonParent, commonPath, isWithin, nameOf, parentOf, segmentsOf, withAncestors } from "./paths";

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
