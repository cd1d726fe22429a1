import fc from "fast-check";
import { expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor";

test("what is written is read again, and fits into an address", () => {
  fc.assert(
    fc.property(fc.integer(), fc.string({ unit: "grapheme" }), (at, path) => {
      const cursor = writeCursor([at, path]);
      expect(cursor).toMatch(/^[\w-]*$/);
      expect(readCursor(cursor, ["number", "string"])).toEqual([at, path]);
    }),
  );
});

test.each(["", "x", "%%", writeCursor([1]), writeCursor(["1", "2"])])("%j is refused by name", (cursor) => {
  expect(() => readCursor(cursor, ["number", "string"])).toThrow(
    expect.objectContaining({ parameter: "cursor" }),
  );
});
