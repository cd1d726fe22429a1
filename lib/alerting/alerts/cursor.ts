import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { type Alert, ORDERS } from "./contract";

/** The last alert of a page: the next page begins after it. */
const positionSchema = z.tuple([z.enum(ORDERS), z.boolean(), z.int(), z.iso.datetime(), z.string().min(1)]);

/** `at` is what the order goes by: the last event, or for the longest-lasting ones the beginning. */
export type Position = { open: boolean; rank: number; at: string; alertId: string };
type Order = z.infer<typeof positionSchema>[0];

type Sorted = Pick<Alert, "alertId" | "status" | "lastEventAt" | "raisedAt" | "firstEventAt"> & {
  rank: number;
};

/** The place of an alert in an order as a text for `nextCursor`, safe in an address. */
export function writeCursor(order: Order, alert: Sorted): string {
  const at = order === "oldest" ? (alert.raisedAt ?? alert.firstEventAt) : alert.lastEventAt;
  const position = [order, alert.status === "open", alert.rank, at, alert.alertId];
  const bytes = new TextEncoder().encode(JSON.stringify(position));
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
  const [, open, rank, at, alertId] = found.data;
  return { open, rank, at, alertId };
}

function decode(cursor: string): unknown {
  try {
    const bytes = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
