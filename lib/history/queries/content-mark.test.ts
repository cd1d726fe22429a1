import { expect, test } from "vitest";
import { ContentMark, ResultChangedError } from "./content-mark.server";

const nothing = { bytes: 0, checksum: 0 };
const content = Buffer.from("time,area,value\n1,A,2\n3,B,4\n");
const pieces = (size: number) =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, n) =>
    content.subarray(n * size, (n + 1) * size),
  );

test.each([1, 5, 7, 100])("the same beginning is known again, in pieces of %d bytes", (size) => {
  const first = new ContentMark(nothing);
  first.take(content.subarray(0, 17));
  const { bytes, checksum } = first;
  const second = new ContentMark({ bytes, checksum });
  const sureAfter = pieces(size).map((piece) => {
    second.take(piece);
    return second.isSure;
  });
  expect(sureAfter.indexOf(true)).toBe(Math.ceil(17 / size) - 1);
  first.take(content.subarray(17));
  expect([second.bytes, second.checksum]).toEqual([first.bytes, first.checksum]);
});

test("another beginning is not, and a shorter content never is", () => {
  const expected = new ContentMark(nothing);
  expected.take(content);
  const { bytes, checksum } = expected;
  const other = new ContentMark({ bytes, checksum });
  expect(() => other.take(Buffer.from(content.toString().replace("B", "C")))).toThrow(ResultChangedError);
  const shorter = new ContentMark({ bytes, checksum });
  shorter.take(content.subarray(0, -1));
  expect(shorter.isSure).toBe(false);
});
