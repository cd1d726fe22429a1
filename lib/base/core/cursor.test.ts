import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { readCursor, writeCursor } from "./cursor";

const schema = z.tuple([z.number(), z.string()]);

test("a position is decoded as it was encoded, and needs no escaping in a URL", () => {
  fc.assert(
    fc.property(fc.integer(), fc.string({ unit: "grapheme" }), (at, path) => {
      const cursor = writeCursor([at, path]);
      expect(cursor).toMatch(/^[\w-]*$/);
      expect(readCursor(cursor, schema)).toEqual([at, path]);
    }),
  );
});

test.each(["", "x", "%%", writeCursor([1]), writeCursor(["1", "2"])])(
  "rejects %j and names the parameter",
  (cursor) => {
    expect(() => readCursor(cursor, schema)).toThrow(expect.objectContaining({ parameter: "cursor" }));
  },
);
