import "server-only";
import { createHash } from "node:crypto";
import type { Parsed, ParsedNotification } from "./parse";

/** SHA-256 of the bytes, hex: the same bytes are the same delivery. */
export function hashBody(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

/** The identity of a notification: its id, else its bytes (docs/spec/service-in-the-field.md "Notifications"). */
export function notificationKey(notification: ParsedNotification, hash: string): string {
  return notification.notificationId ?? `body:${hash}`;
}

/**
 * Hashes all that was understood, so that the same id with another meaning is detected. Spelling, order of members and
 * unknown members do not count. A delivery that was not understood means its whole JSON value.
 * @returns null without a JSON value
 */
export function hashMeaning(parsed: Parsed): string | null {
  const value = parsed.understood ?? parsed.value;
  if (value === undefined) return null;
  return createHash("sha256")
    .update(JSON.stringify(sortMembers(value)))
    .digest("hex");
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sortMembers(member)]);
}

/** The part of a signed delivery that its verdict depends on. */
export type Candidate = {
  /** The signer's. */
  tenancyId: number;
  tenantId: string;
  /** Hash of the body's bytes. */
  hash: string;
  parsed: Parsed;
  /** Identity of the notification; null if it is not understood. */
  key: string | null;
  /** Hash of its meaning; null without a JSON value. */
  meaning: string | null;
};

export type Verdict = { outcome: "accepted" | "duplicate" } | { outcome: "quarantined"; reason: string };

/** The stored deliveries that a batch is judged by, under keys of `memoryKey`. */
export type Memory = {
  bytes: Set<string>;
  /** The meaning of each accepted notification, by its identity. */
  meanings: Map<string, string>;
  /** Identity and meaning of what is in quarantine. */
  quarantined: Set<string>;
};

/** A key that separates tenancies. */
export function memoryKey(tenancyId: number, ...parts: string[]): string {
  return JSON.stringify([tenancyId, ...parts]);
}

/**
 * Judges each delivery (docs/spec/http-contract.md "Notifications"), in the order given; each counts as stored for
 * those after it.
 */
export function judgeAll(candidates: readonly Candidate[], memory: Memory): Verdict[] {
  return candidates.map((candidate) => {
    const verdict = judge(candidate, memory);
    remember(candidate, verdict, memory);
    return verdict;
  });
}

/** Finds the reason not to apply a delivery; undefined if it may be applied, or is a duplicate. */
export function findFault(candidate: Candidate, memory: Memory): string | undefined {
  const { parsed, tenancyId, tenantId, key, meaning } = candidate;
  if (!parsed.understood) return parsed.reason;
  if (parsed.understood.tenantId !== tenantId)
    return `tenantId is ${JSON.stringify(parsed.understood.tenantId)}; the signature is that of ${tenantId}`;
  const kept = memory.meanings.get(memoryKey(tenancyId, key ?? ""));
  return kept === undefined || kept === meaning
    ? undefined
    : `notificationId ${parsed.notificationId} was accepted before with another meaning`;
}

function judge(candidate: Candidate, memory: Memory): Verdict {
  const { tenancyId, hash, key, parsed, meaning } = candidate;
  if (memory.bytes.has(memoryKey(tenancyId, hash))) return { outcome: "duplicate" };
  const reason = findFault(candidate, memory);
  if (reason === undefined)
    return { outcome: memory.meanings.has(memoryKey(tenancyId, key ?? "")) ? "duplicate" : "accepted" };
  const known = memory.quarantined.has(memoryKey(tenancyId, parsed.notificationId ?? "", meaning ?? ""));
  return known ? { outcome: "duplicate" } : { outcome: "quarantined", reason };
}

function remember(candidate: Candidate, verdict: Verdict, memory: Memory): void {
  const { tenancyId, hash, key, parsed, meaning } = candidate;
  memory.bytes.add(memoryKey(tenancyId, hash));
  if (verdict.outcome === "accepted") memory.meanings.set(memoryKey(tenancyId, key ?? ""), meaning ?? "");
  if (verdict.outcome === "quarantined" && parsed.notificationId !== null && meaning !== null)
    memory.quarantined.add(memoryKey(tenancyId, parsed.notificationId, meaning));
}
