import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWithin, parentOf, segmentsOf } from "@/lib/base/core/paths";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { apartFrom, describePlaces, distinctNames, parentsApart } from "./places";

/** Names as growers write them, some empty. */
const name = fc.oneof(
  fc.constantFrom("Zone 1", "Zone 10", "Zone", "Bench 2", "", " ", "é", "%"),
  fc.string({ unit: "binary", maxLength: 6 }).filter((text) => !text.includes("#")),
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("#"));

test("tells places from areas of their name elsewhere", () => {
  const tiers = ["Rack 1", "Rack 2"].flatMap((rack) => [1, 2, 4].map((n) => `W#Hall#${rack}#Tier ${n}`));
  const racks = ["W#Hall#Rack 1", "W#Hall#Rack 2", "W#Cellar#Rack 1"];
  const all = [...tiers, ...racks];
  expect(apartFrom(ENGLISH, ["W#Hall#Rack 2#Tier 1", "W#Hall#Rack 2#Tier 2"], all)).toBe("Rack 2");
  expect(apartFrom(ENGLISH, ["W#Hall#Rack 2#Tier 1", "W#Hall#Rack 2#Tier 4"], all)).toBeNull();
  expect(apartFrom(ENGLISH, ["W#Hall#Rack 1#Tier 1", "W#Hall#Rack 1#Tier 4"], all)).toBe("Hall");
  expect(apartFrom(ENGLISH, ["W#Hall"], all)).toBeNull();
  expect(apartFrom(ENGLISH, [], all)).toBeNull();
});

describe("describePlaces", () => {
  const said = (...paths: string[]) => {
    const words = describePlaces(ENGLISH, paths);
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
    ["no shared root by the roots", ["B#Bench 1", "A#Bench 1"], ["", "A and B", ", 2 benches"]],
    ["roots by their names", ["Glasshouse 2", "Barn"], ["", "Barn and Glasshouse 2", ""]],
    ["many roots by their number", ["A#1", "B#1", "C#1", "D#1"], ["", "4 areas", ""]],
    ["a part with its whole, beside another", ["W#G 2", "W#G 2#Bench 1", "W#G 3"], ["W › ", "G 2–3", ""]],
    ["a part with its whole", ["W#G 2", "W#G 2#Bench 1"], ["W › ", "G 2", ""]],
  ])("says %s", (_, paths, wanted) => expect(said(...paths)).toEqual(wanted));

  test("says the same in any order, counts every place, and invents no name", () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 6 }), (paths) => {
        const words = describePlaces(ENGLISH, paths);
        expect(describePlaces(ENGLISH, paths.toReversed())).toEqual(words);
        const tops = paths.filter((one) => !paths.some((top) => top !== one && isWithin(one, top)));
        expect(words?.count).toBe(tops.length);
        const [range, count] = [
          /–(\d+)$/.exec(words?.name ?? ""),
          /(\d+) \p{L}+$/u.exec(words?.tail || words?.name || ""),
        ];
        const areNamed = tops.every(
          (top) => parentOf(top) === null && words?.name.includes(top || "(no name)"),
        );
        const isCounted =
          tops.length === 1 || range !== null || areNamed || Number(count?.[1]) === tops.length;
        expect(isCounted).toBe(true);
        for (const shared of words?.above ?? [])
          expect(paths.every((one) => segmentsOf(one).includes(shared))).toBe(true);
      }),
    );
  });
});

describe("names of places that are shown together", () => {
  test("keep the parent that tells them apart", () => {
    const said = (...paths: string[]) => [...distinctNames(paths).values()];
    expect(
      said("W#Glasshouse 1#Zone A#Bench 14", "W#Glasshouse 2#Zone A#Bench 14", "W#Glasshouse 2#Lab"),
    ).toEqual(["Glasshouse 1 › Bench 14", "Glasshouse 2 › Bench 14", "Lab"]);
    expect(said("W#Zone A#Bench 1", "W#Zone B#Bench 1")).toEqual(["Zone A › Bench 1", "Zone B › Bench 1"]);
    expect(said("W#Bench 1", "W#Zone#Bench 1")).toEqual(["W › Bench 1", "Zone › Bench 1"]);
    expect(said("W#G 1#Bench 1", "W#G 2#Bench 1", "E#G 2#Bench 1", "W#")).toEqual([
      ...["G 1 › Bench 1", "W › G 2 › Bench 1", "E › Bench 1", "(no name)"],
    ]);
  });

  test("keep the parent, unless another has the same name and parent", () => {
    const paths = [
      "W#Glasshouse 1#Zone A#Bench 14",
      "W#Glasshouse 2#Zone A#Bench 14",
      "W#Glasshouse 2#Zone B#Bench 14",
    ];
    expect([...parentsApart(paths)]).toEqual([
      [paths[0], "Glasshouse 1"],
      [paths[1], "Glasshouse 2"],
    ]);
  });

  test("are all different, and made of names on their own paths", () => {
    const plain = fc.constantFrom("A", "B", "Zone", "Bench 1", "Bench 14");
    const anyPath = fc.array(plain, { minLength: 1, maxLength: 4 }).map((names) => names.join("#"));
    fc.assert(
      fc.property(fc.uniqueArray(anyPath, { minLength: 1, maxLength: 8 }), (paths) => {
        const names = distinctNames(paths);
        expect(new Set(names.values()).size).toBe(paths.length);
        for (const [one, said] of names) {
          const own = segmentsOf(one);
          const parts = said.split(" › ");
          expect(parts.at(-1)).toBe(own.at(-1));
          expect(parts.every((part) => own.includes(part))).toBe(true);
        }
      }),
    );
  });
});
