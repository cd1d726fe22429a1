import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

/** The tags of WOFF2 with their numbers, as far as they are read here. */
const TAGS: Record<number, string> = { 1: "head", 2: "hhea" };

/** Tables of a WOFF2 file that are stored as they are. */
function readTables(file: Buffer): Map<string, Buffer> {
  let at = 48;
  const readNumber = () => {
    let value = 0;
    for (let byte = 0x80; byte & 0x80; at += 1) {
      byte = file.readUInt8(at);
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  };
  const lengths: [string, number][] = [];
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(at);
    at += 1;
    const number = flags & 0x3f;
    if (number === 0x3f) at += 4;
    const version = flags >> 6;
    // glyf and loca are transformed in version 0, others in every version but 0; a transformed table has a second length.
    const isTransformed = number === 10 || number === 11 ? version === 0 : version !== 0;
    const length = readNumber();
    lengths.push([TAGS[number] ?? "", isTransformed ? readNumber() : length]);
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  let from = 0;
  return new Map(
    lengths.map(([tag, length]) => {
      const table = data.subarray(from, from + length);
      from += length;
      return [tag, table];
    }),
  );
}

test("fits the fallback's lines to those of Inter", () => {
  const tables = readTables(
    readFileSync(require.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
  );
  const unitsPerEm = tables.get("head")?.readUInt16BE(18) ?? 0;
  const [ascent, descent, gap] = [4, 6, 8].map(
    (at) => (tables.get("hhea")?.readInt16BE(at) ?? 0) / unitsPerEm,
  );
  const css = readFileSync("app/fonts.css", "utf8");
  const faces = css.split("@font-face").filter((face) => face.includes('"Inter Fallback"'));
  expect(faces).toHaveLength(2);
  for (const face of faces) {
    const share = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]) / 100;
    const size = share("size-adjust");
    expect(share("ascent-override")).toBeCloseTo((ascent ?? 0) / size, 3);
    expect(share("descent-override")).toBeCloseTo(-(descent ?? 0) / size, 3);
    expect(share("line-gap-override")).toBeCloseTo((gap ?? 0) / size, 3);
  }
});
