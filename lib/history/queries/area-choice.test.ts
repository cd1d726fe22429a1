import { expect, test } from "vitest";
import { alsoBegun, tickState, toggled } from "./area-choice";

const CHILDREN: Record<string, string[]> = {
  A: ["A#Zone 1", "A#Zone 10"],
  "A#Zone 1": ["A#Zone 1#B 1", "A#Zone 1#B 2", "A#Zone 1#B 3"],
};
const toggle = (path: string, chosen: string[]) => toggled(path, chosen, (one) => CHILDREN[one] ?? []);

test("ticking an area includes all areas below it, by whole segments", () => {
  expect(tickState("A#Zone 1#B 2", ["A#Zone 1"])).toBe("all");
  expect(tickState("A#Zone 10", ["A#Zone 1"])).toBe("none");
  expect(tickState("A", ["A#Zone 1#B 2"])).toBe("some");
  expect(tickState("A", [])).toBe("none");
});

test("ticking an area replaces chosen areas below it", () => {
  expect(toggle("A#Zone 1", ["A#Zone 1#B 2", "A#Zone 10"])).toEqual(["A#Zone 10", "A#Zone 1"]);
});

test("unticking a part of a chosen area keeps its other parts", () => {
  expect(toggle("A#Zone 1#B 2", ["A"])).toEqual(["A#Zone 10", "A#Zone 1#B 1", "A#Zone 1#B 3"]);
  expect(toggle("A#Zone 1", ["A#Zone 1", "C"])).toEqual(["C"]);
});

test("unticking undoes ticking", () => {
  const once = toggle("A#Zone 1", []);
  expect(toggle("A#Zone 1", once)).toEqual([]);
});

test("lists areas whose path only begins like a chosen one, without those below them", () => {
  const paths = ["A", "A#Zone 1", "A#Zone 1#B", "A#Zone 10", "A#Zone 10#B", "A#Zone 2", "B#Zone 11"];
  expect(alsoBegun(paths, ["A#Zone 1"])).toEqual(["A#Zone 10"]);
  expect(alsoBegun(paths, ["A#Zone 1", "A#Zone 10"])).toEqual([]);
  expect(alsoBegun(paths, ["A#Zo"])).toEqual(["A#Zone 1", "A#Zone 10", "A#Zone 2"]);
  expect(alsoBegun(paths, [])).toEqual([]);
});
