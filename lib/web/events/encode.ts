import { type Change, NOTES_CHANGED, SOME_CHANGED } from "@/lib/base/events/contract";

const encoder = new TextEncoder();

/** One server-sent event as it goes over the wire. */
export function encodeEvent(event: string, data: object): Uint8Array {
  return encoder.encode(textOf(event, data));
}

const textOf = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Changes by their tenancy, each tenancy's as one piece for all who may see it: encoded once, however many
 * streams are open. What is said twice is told once.
 */
export function encodeChanges(changes: readonly Change[]): Map<string, Uint8Array> {
  const texts = new Map<string, Set<string>>();
  for (const change of changes) {
    const own = texts.get(change.tenantId) ?? new Set();
    texts.set(change.tenantId, own.add(textOf(change.type, change)));
  }
  return new Map([...texts].map(([tenantId, own]) => [tenantId, encoder.encode([...own].join(""))]));
}

/** The change as those hear it who may see some control areas alone: that there was one. Of queries nothing. */
export function neutralOf(change: Change): Change[] {
  if (change.type === "query") return [];
  return [{ ...change, id: change.id === NOTES_CHANGED ? NOTES_CHANGED : SOME_CHANGED }];
}
