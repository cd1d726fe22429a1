import { expect, test } from "vitest";
import { ContentChecksum, ResultChangedError } from "./import-result.server";

const nothing = { bytes: 0, checksum: 0 };
const content = Buffer.from("time,area,value\n1,A,2\n3,B,4\n");
const pieces = (size: number) =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, n) =>
    content.subarray(n * size, (n + 1) * size),
  );

test.each([1, 5, 7, 100])("verifies the same beginning, in pieces of %d bytes", (size) => {
  const first = new ContentChecksum(nothing);
  first.add(content.subarray(0, 17));
  const { bytes, checksum } = first;
  const second = new ContentChecksum({ bytes, checksum });
  const verifiedAfter = pieces(size).map((piece) => {
    second.add(piece);
    return second.isVerified;
  });
  expect(verifiedAfter.indexOf(true)).toBe(Math.ceil(17 / size) - 1);
  first.add(content.subarray(17));
  expect([second.bytes, second.checksum]).toEqual([first.bytes, first.checksum]);
});

test("rejects another beginning, and never verifies a shorter content", () => {
  const expected = new ContentChecksum(nothing);
  expected.add(content);
  const { bytes, checksum } = expected;
  const other = new ContentChecksum({ bytes, checksum });
  expect(() => other.add(Buffer.from(content.toString().replace("B", "C")))).toThrow(ResultChangedError);
  const shorter = new ContentChecksum({ bytes, checksum });
  shorter.add(content.subarray(0, -1));
  expect(shorter.isVerified).toBe(false);
});
