import "server-only";
import { createHash } from "node:crypto";
import type { Parsed, ParsedNotification } from "./parse";

/** SHA-256 of the bytes as they came, hex: the same bytes are the same delivery. */
export function bodyHash(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

/** What makes a notification one and the same: its id, else its bytes (the field page, "Notifications"). */
export function notificationKey(notification: ParsedNotification, hash: string): string {
  return notification.notificationId ?? `body:${hash}`;
}

/**
 * A hash of all that was understood, so that the same id with another meaning is seen. Spelling, order of
 * members and unknown members do not count. What was not understood means its whole JSON value.
 * @returns null where there is no JSON value
 */
export function meaningOf(parsed: Parsed): string | null {
  const value = parsed.understood ?? parsed.value;
  if (value === undefined) return null;
  return createHash("sha256")
    .update(JSON.stringify(inOrder(value)))
    .digest("hex");
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)]);
}
