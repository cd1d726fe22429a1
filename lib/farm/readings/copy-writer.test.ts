import { expect, test } from "vitest";
import { CopyWriter } from "./copy-writer";

test("writes long rows and many rows completely and in order", () => {
  const writer = new CopyWriter();
  const long = "ü".repeat(300_000);
  for (let row = 0; row < 20_000; row++) {
    writer.row(2);
    writer.int(row);
    writer.text(row === 7 ? long : "short");
  }
  const all = Buffer.concat(writer.pieces());
  expect(writer.rows).toBe(20_000);
  expect(all.length).toBe(19 + 20_000 * (2 + 8 + 4) + 19_999 * 5 + 600_000 + 2);
  expect(all.readInt16BE(all.length - 2)).toBe(-1);
});
