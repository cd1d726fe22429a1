import "server-only";
import encodeQR from "qr";
import { env } from "@/lib/env/env.server";
import type { WallAlert } from "./contract";

const MOST_KEPT = 1_000;
const made = new Map<string, WallAlert["qr"]>();

/** The address of an alert as a QR code; null where it does not fit into one. */
export function qrOfAlert(alertId: string): WallAlert["qr"] {
  const known = made.get(alertId);
  if (known !== undefined) return known;
  if (made.size >= MOST_KEPT) made.clear();
  const qr = encode(`${env().LEAFWATCH_URL.replace(/\/+$/, "")}/alerts/${encodeURIComponent(alertId)}`);
  made.set(alertId, qr);
  return qr;
}

function encode(text: string): WallAlert["qr"] {
  let rows: boolean[][];
  try {
    rows = encodeQR(text, "raw", { border: 0, ecc: "low" });
  } catch {
    return null;
  }
  const size = rows.length;
  const bytes = Buffer.alloc(Math.ceil((size * size) / 8));
  for (const [at, dark] of rows.flat().entries())
    if (dark) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
  return { size, bits: bytes.toString("base64") };
}
