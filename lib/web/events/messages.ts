import { type Change, NOTES_CHANGED, SOME_CHANGED } from "@/lib/base/events/contract";

/** Changes within this time go out together. */
const MIN_WAIT_MS = 20;
/** No change waits longer, however many streams are open. */
const MAX_WAIT_MS = 800;
/** Writes to streams a second that one process can do. */
const WRITES_A_SECOND = 500;

const encoder = new TextEncoder();

/** Encodes a server-sent event. */
export function encodeEvent(event: string, data: object): Uint8Array {
  return encoder.encode(textOf(event, data));
}

const textOf = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Encodes changes once per tenancy for all its streams, each different change once. */
export function encodeChanges(changes: readonly Change[]): Map<string, Uint8Array> {
  const texts = new Map<string, Set<string>>();
  for (const change of changes) {
    const own = texts.get(change.tenantId) ?? new Set();
    texts.set(change.tenantId, own.add(textOf(change.type, change)));
  }
  return new Map([...texts].map(([tenantId, own]) => [tenantId, encoder.encode([...own].join(""))]));
}

/** The change as sent to people with limits: only that there was one; of queries, nothing. */
export function neutralOf(change: Change): Change[] {
  if (change.type === "query") return [];
  return [{ ...change, id: change.id === NOTES_CHANGED ? NOTES_CHANGED : SOME_CHANGED }];
}

/**
 * Returns the time that a change waits for others, in milliseconds, so that a storm of alerts does not become a storm
 * of writes. The first change of a storm waits 20 ms.
 * @param streams open streams
 * @param since milliseconds since the last write
 */
export function gatherWait(streams: number, since: number): number {
  const apart = Math.min((streams * 1_000) / WRITES_A_SECOND, MAX_WAIT_MS);
  return Math.max(MIN_WAIT_MS, apart - since);
}
