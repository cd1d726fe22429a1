/** Cursors of pages: opaque text with the position at which the previous page ended. */
import { z } from "zod";
import { AppError } from "./errors";

/** An instant in a position: epoch milliseconds in the range of `Date`. */
export const cursorInstant = z.int().min(-8.64e15).max(8.64e15);

/** Encodes the position of a page's last item as base64url. */
export function writeCursor(position: readonly (string | number | boolean)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Decodes what {@link writeCursor} wrote.
 * @param schema the expected position
 * @throws AppError `bad-request` on `cursor`
 */
export function readCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  const position = schema.safeParse(decode(cursor));
  if (position.success) return position.data;
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
