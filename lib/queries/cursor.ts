import { AppError } from "@/lib/core/errors";

/** Writes where a page ended so that it fits into an address. */
export function writeCursor(parts: (string | number)[]): string {
  return btoa(JSON.stringify(parts)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
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
    return JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null;
  }
}
