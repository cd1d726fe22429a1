import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAreas, likeliest, markedParts, wantedOf } from "./find";

const areas = (...paths: string[]) =>
  paths.map((path) => ({ path, name: path.slice(path.lastIndexOf("#") + 1) }));

const find = (items: { path: string; name: string }[], typed: string) => {
  const wanted = wantedOf(typed);
  return wanted ? findAreas(items, wanted).map(({ path }) => path) : [];
};

describe("areas are found while one types", () => {
  const farm = areas("Farm#House 1#Bench 2", "Farm#House 2#Bench 1", "Farm#House 2#Bench 19", "Farm#House 2");

  test("by a part of the name, in any case", () => {
    expect(find(farm, " BENCH 1 ")).toEqual([
      "Farm#House 1#Bench 2",
      "Farm#House 2#Bench 1",
      "Farm#House 2#Bench 19",
    ]);
    expect(find(farm, "enc")).toHaveLength(3);
    expect(find(farm, "nothing")).toEqual([]);
  });

  test("by words of which some name a place above", () => {
    expect(find(farm, "house 2 bench 19")).toEqual(["Farm#House 2#Bench 19"]);
    expect(find(farm, "farm")).toEqual([]);
  });

  test("nothing typed is nothing wanted", () => expect(wantedOf("  ")).toBeNull());

  test("the likeliest has exactly the name, else begins with it", () => {
    const wanted = wantedOf("bench 1");
    const found = areas("A#Bench 19", "B#My bench 1", "C#Bench 1");
    expect(wanted && likeliest(found, wanted)?.path).toBe("C#Bench 1");
    expect(wanted && likeliest(found.slice(0, 2), wanted)?.path).toBe("A#Bench 19");
    expect(wanted && likeliest([], wanted)).toBeUndefined();
  });

  test("what was looked for is marked, in every name", () => {
    const marked = (name: string, typed: string) => {
      const wanted = wantedOf(typed);
      return wanted
        ? markedParts(name, wanted).map((part) => (part.marked ? `[${part.text}]` : part.text))
        : [];
    };
    expect(marked("My Bench 1", "bench")).toEqual(["My ", "[Bench]", " 1"]);
    expect(marked("House 2", "house 2 bench")).toEqual(["[House]", " ", "[2]"]);
    expect(marked("İstanbul", "ist")).toEqual(["İstanbul"]);
  });

  test("whatever the name and the text: the parts are the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (name, typed) => {
        const wanted = wantedOf(typed);
        if (wanted)
          expect(
            markedParts(name, wanted)
              .map(({ text }) => text)
              .join(""),
          ).toBe(name);
      }),
    );
  });
});
