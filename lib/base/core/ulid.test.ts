import { expect, test } from "vitest";
import { ulid } from "./ulid";

test("a ULID has 26 characters, and its first ten are the time", () => {
  const random = new Uint8Array(16).fill(255);
  expect(ulid(1_469_918_176_385, random)).toBe("01ARYZ6S41ZZZZZZZZZZZZZZZZ");
  expect(ulid(1_469_918_176_386, random) > ulid(1_469_918_176_385, random)).toBe(true);
});
