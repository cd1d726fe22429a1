import { expect, test } from "vitest";
import { alsoBegun, tickOf, toggled } from "./area-choice";

const CHILDREN: Record<string, string[]> = {
  A: ["A#Zone 1", "A#Zone 10"],
  "A#Zone 1": ["A#Zone 1#B 1", "A#Zone 1#B 2", "A#Zone 1#B 3"],
};
const toggle = (path: string, chosen: string[]) => toggled(path, chosen, (one) => CHILDREN[one] ?? []);

test("an area is ticked with all below it, by whole segments", () => {
  expect(tickOf("A#Zone 1#B 2", ["A#Zone 1"])).toBe("all");
  expect(tickOf("A#Zone 10", ["A#Zone 1"])).toBe("none");
  expect(tickOf("A", ["A#Zone 1#B 2"])).toBe("some");
  expect(tickOf("A", [])).toBe("none");
});

test("ticking an area takes in those below it that were chosen", () => {
  expect(toggle("A#Zone 1", ["A#Zone 1#B 2", "A#Zone 10"])).toEqual(["A#Zone 10", "A#Zone 1"]);
});

test("unticking one area of a chosen one leaves the others of it", () => {
  expect(toggle("A#Zone 1#B 2", ["A"])).toEqual(["A#Zone 10", "A#Zone 1#B 1", "A#Zone 1#B 3"]);
  expect(toggle("A#Zone 1", ["A#Zone 1", "C"])).toEqual(["C"]);
});

test("what was ticked and unticked again is not chosen", () => {
  const once = toggle("A#Zone 1", []);
  expect(toggle("A#Zone 1", once)).toEqual([]);
});

test("a query brings areas whose path only begins like a chosen one, each named without what lies below it", () => {
  const paths = ["A", "A#Zone 1", "A#Zone 1#B", "A#Zone 10", "A#Zone 10#B", "A#Zone 2", "B#Zone 11"];
  expect(alsoBegun(paths, ["A#Zone 1"])).toEqual(["A#Zone 10"]);
  expect(alsoBegun(paths, ["A#Zone 1", "A#Zone 10"])).toEqual([]);
  expect(alsoBegun(paths, ["A#Zo"])).toEqual(["A#Zone 1", "A#Zone 10", "A#Zone 2"]);
  expect(alsoBegun(paths, [])).toEqual([]);
});
