import "server-only";
import encodeQR from "qr";
import type { QrFacts } from "./qr";

/** Width of the quiet zone around the code, in modules. */
const QUIET = 4;

/** Encodes text as a QR code, whose dark modules are one path with a rectangle for each run in a row. */
export function qrOf(text: string): QrFacts {
  const rows = encodeQR(text, "raw", { border: QUIET, ecc: "medium" });
  return { path: rows.map(pathOfRow).join(""), size: rows.length };
}

function pathOfRow(row: boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    path += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
  }
  return path;
}
