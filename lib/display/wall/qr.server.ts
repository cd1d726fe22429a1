import "server-only";
import encodeQR from "qr";
import { env } from "@/lib/base/env/env.server";
import type { WallAlert } from "./contract";

const MOST_KEPT = 1_000;
/** More would make modules that no phone tells apart from afar. */
const LONGEST = 250;
const made = new Map<string, WallAlert["qr"]>();

/** The address of an alert as a QR code; null where that is too long for one. */
export function qrOfAlert(alertId: string): WallAlert["qr"] {
  const known = made.get(alertId);
  if (known !== undefined) return known;
  if (made.size >= MOST_KEPT) made.clear();
  const qr = encode(`${env().LEAFWATCH_URL.replace(/\/+$/, "")}/alerts/${encodeURIComponent(alertId)}`);
  made.set(alertId, qr);
  return qr;
}

/** The library wants an edge; the quiet one is drawn where the code is. */
const EDGE = 1;

function encode(text: string): WallAlert["qr"] {
  if (text.length > LONGEST) return null;
  const rows = encodeQR(text, "raw", { border: EDGE, ecc: "low" })
    .slice(EDGE, -EDGE)
    .map((row) => row.slice(EDGE, -EDGE));
  const size = rows.length;
  const bytes = Buffer.alloc(Math.ceil((size * size) / 8));
  for (const [at, dark] of rows.flat().entries())
    if (dark) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
  return { size, bits: bytes.toString("base64") };
}
