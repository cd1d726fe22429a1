import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrame, HEAD_BYTES, newHead, readFrames, readHead } from "./spool-format.server";

const records = fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 8 });

function segmentOf(list: Uint8Array[]) {
  const head = newHead();
  const frames = list.map((record) => encodeFrame(head, Buffer.from(record)));
  return { head, frames, file: Buffer.concat([head, ...frames]) };
}

const hex = (list: { record: Buffer }[]) => list.map(({ record }) => record.toString("hex"));
const hexOf = (list: Uint8Array[]) => list.map((record) => Buffer.from(record).toString("hex"));

describe("a segment", () => {
  it("returns every whole record before any cut, and reports the torn rest", () => {
    fc.assert(
      fc.property(records, fc.nat(), (list, place) => {
        const { head, frames, file } = segmentOf(list);
        const cut = place % (file.length + 1);
        const part = file.subarray(HEAD_BYTES, Math.max(cut, HEAD_BYTES));
        let end = HEAD_BYTES;
        const whole = frames.filter((frame) => {
          end += frame.length;
          return end <= cut;
        });
        const read = readFrames(head, part);
        expect(hex(read.frames)).toEqual(hexOf(list.slice(0, whole.length)));
        const kept = whole.reduce((sum, frame) => sum + frame.length, 0);
        expect(read.gaps).toEqual(kept === part.length ? [] : [{ start: kept, end: part.length }]);
      }),
    );
  });

  it("loses only the record whose byte changed", () => {
    fc.assert(
      fc.property(records, fc.nat(), fc.integer({ min: 1, max: 255 }), (list, place, change) => {
        const { head, frames, file } = segmentOf(list);
        const part = Buffer.from(file.subarray(HEAD_BYTES));
        const at = place % part.length;
        part.writeUInt8(part.readUInt8(at) ^ change, at);
        let end = 0;
        const hit = frames.findIndex((frame) => {
          end += frame.length;
          return at < end;
        });
        expect(hex(readFrames(head, part).frames)).toEqual(hexOf(list.filter((_, n) => n !== hit)));
      }),
    );
  });

  it("is not confused by a record that contains a whole segment", () => {
    const other = segmentOf([Buffer.from("forged")]);
    const { head, file } = segmentOf([other.file, Buffer.from("next")]);
    const torn = Buffer.concat([file.subarray(HEAD_BYTES, HEAD_BYTES + 4), file.subarray(HEAD_BYTES + 5)]);
    expect(hex(readFrames(head, torn).frames)).toEqual(hexOf([Buffer.from("next")]));
  });

  it("is recognized by its head", () => {
    const { head, file } = segmentOf([Buffer.from("one")]);
    expect(readHead(file)).toEqual(head);
    for (let cut = 0; cut < HEAD_BYTES; cut++) expect(readHead(file.subarray(0, cut))).toBeUndefined();
    expect(readHead(Buffer.from("something else that is long"))).toBeUndefined();
  });
});
