import { expect, test } from "vitest";
import { matches, readSearch } from "./search-words";

test("a list is searched in whatever letters, and not at all without words", () => {
  expect(matches("RIA", "Ria Bakker", "r@example.com")).toBe(true);
  expect(matches("example", "Ria Bakker", "r@example.com")).toBe(true);
  expect(matches("", "Ria Bakker")).toBe(true);
  expect(matches("nobody", "Ria Bakker", "r@example.com")).toBe(false);
});

test("the words stand in the address once; anything else is no search", () => {
  expect(readSearch({ q: " ria " })).toBe("ria");
  for (const address of [{}, { q: "  " }, { q: ["a", "b"] }]) expect(readSearch(address)).toBe("");
});
