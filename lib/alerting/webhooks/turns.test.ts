import { expect, it } from "vitest";
import { inTurns } from "./turns";

it("a long list holds the short ones up by no more than one of its own at a time", () => {
  expect(inTurns([["a1", "a2", "a3", "a4"], ["b1"], ["c1", "c2"]])).toEqual([
    ...["a1", "b1", "c1", "a2", "c2", "a3", "a4"],
  ]);
});

it("no list gives more than its part", () => {
  expect(inTurns([[1, 2, 3], [4]], 2)).toEqual([1, 4, 2]);
  expect(inTurns([], 2)).toEqual([]);
});
