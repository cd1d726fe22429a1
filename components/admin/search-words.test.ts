import { expect, test } from "vitest";
import { matches, readSearch } from "./search-words";

test("matches regardless of case, and everything without a search text", () => {
  expect(matches("RIA", "Ria Bakker", "r@example.com")).toBe(true);
  expect(matches("example", "Ria Bakker", "r@example.com")).toBe(true);
  expect(matches("", "Ria Bakker")).toBe(true);
  expect(matches("nobody", "Ria Bakker", "r@example.com")).toBe(false);
});

test("reads a single search text from the address; anything else is no search", () => {
  expect(readSearch({ q: " ria " })).toBe("ria");
  for (const address of [{}, { q: "  " }, { q: ["a", "b"] }]) expect(readSearch(address)).toBe("");
});
