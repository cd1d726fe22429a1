import { z } from "zod";
import { AppError } from "@/lib/core/errors";

/** The last alert of a page: the next page begins after it. */
const positionSchema = z.tuple([
  z.enum(["newest", "worst"]),
  z.boolean(),
  z.int(),
  z.iso.datetime(),
  z.string().min(1),
]);

export type Position = { open: boolean; rank: number; lastEventAt: string; alertId: string };
type Order = z.infer<typeof positionSchema>[0];

/** A position as a text for `nextCursor`, safe in an address. */
export function writeCursor(order: Order, { open, rank, lastEventAt, alertId }: Position): string {
  const bytes = new TextEncoder().encode(JSON.stringify([order, open, rank, lastEventAt, alertId]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/**
 * Reads what `writeCursor` wrote.
 * @throws AppError `bad-request` on `cursor` for any other text, or one of another order
 */
export function readCursor(order: Order, cursor: string): Position {
  const found = positionSchema.safeParse(decode(cursor));
  if (!found.success || found.data[0] !== order)
    throw new AppError(
      "bad-request",
      "cursor: give the nextCursor of the page before, with the same order.",
      {
        parameter: "cursor",
      },
    );
  const [, open, rank, lastEventAt, alertId] = found.data;
  return { open, rank, lastEventAt, alertId };
}

function decode(cursor: string): unknown {
  try {
    const bytes = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
