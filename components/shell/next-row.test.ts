import { expect, it } from "vitest";
import { nextRow } from "./next-row";

it.each([
  ["the next row", "b", ["b"], "c"],
  ["the next row that stays", "b", ["b", "c"], "d"],
  ["the row before at the end of the list", "d", ["d"], "c"],
  ["the last row before that stays", "d", ["c", "d"], "b"],
  ["no row of an empty list", "b", ["a", "b", "c", "d"], null],
])("takes %s", (_, cursor, leaving, next) => {
  expect(nextRow(["a", "b", "c", "d"], cursor, (id) => leaving.includes(id))).toBe(next);
});
