import { AppError } from "@/lib/base/core/errors";

/** Writes where a page ended so that it fits into an address. */
export function writeCursor(parts: (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Reads what {@link writeCursor} wrote.
 * @param kinds the type of each part
 * @throws AppError `bad-request` on `cursor`
 */
export function readCursor(cursor: string, kinds: ("string" | "number")[]): (string | number)[] {
  const parts = decode(cursor);
  const fits = Array.isArray(parts) && parts.length === kinds.length;
  if (fits && parts.every((part, index) => typeof part === kinds[index])) return parts;
  throw new AppError("bad-request", "cursor: not one that a page gave; begin without it.", {
    parameter: "cursor",
  });
}

function decode(cursor: string): unknown {
  try {
    const bytes = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0))));
  } catch {
    return null;
  }
}
