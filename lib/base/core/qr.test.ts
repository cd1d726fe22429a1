import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { qrOf } from "./qr.server";

/** Draws a path of rectangles as a camera would see it: pixels of four a module. */
function drawn({ path, size }: { path: string; size: number }) {
  const width = size * 4;
  const data = new Uint8Array(width * width).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row += 1)
      data.fill(0, row * width + Number(x) * 4, row * width + (Number(x) + Number(length)) * 4);
  const rgb = new Uint8Array(width * width * 3);
  for (const [at, value] of data.entries()) rgb.fill(value, at * 3, at * 3 + 3);
  return { width, height: width, data: rgb };
}

test("what is drawn is read as the text that it was made of", () => {
  for (const text of ["https://leaf.farm.example/admin/screens?pair=K7M3PX", "http://10.0.0.5:3000/alerts/Ä"])
    expect(decodeQR(drawn(qrOf(text)))).toBe(text);
});

test("four light modules stand around it", () => {
  const { path, size } = qrOf("x");
  const rows = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)];
  expect(Math.min(...rows.flatMap(([, x, y]) => [Number(x), Number(y)]))).toBe(4);
  expect(Math.max(...rows.map(([, x, , length]) => Number(x) + Number(length)))).toBe(size - 4);
});
