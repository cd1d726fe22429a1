import type { Parsed } from "./parse";

/** A signed delivery as far as it matters for what becomes of it. */
export type Candidate = {
  /** The signer's. */
  tenancyId: number;
  tenantId: string;
  /** Of the bytes. */
  hash: string;
  parsed: Parsed;
  /** Identity of the notification; null where it is not understood. */
  key: string | null;
  /** Hash of what it says; null where it says nothing. */
  meaning: string | null;
};

export type Verdict = { outcome: "accepted" | "duplicate" } | { outcome: "quarantined"; reason: string };

/** What is kept already, under keys of `memoryKey`. */
export type Memory = {
  bytes: Set<string>;
  /** The meaning of each accepted notification, by its identity. */
  meanings: Map<string, string>;
  /** Identity and meaning of what is in quarantine. */
  quarantined: Set<string>;
};

/** Keeps the tenancies apart. */
export function memoryKey(tenancyId: number, ...parts: string[]): string {
  return JSON.stringify([tenancyId, ...parts]);
}

/**
 * Decides what becomes of each delivery (contract.md, "Notifications"), in the order given; each one is
 * remembered for those after it.
 */
export function judgeAll(candidates: readonly Candidate[], memory: Memory): Verdict[] {
  return candidates.map((candidate) => {
    const verdict = judge(candidate, memory);
    remember(candidate, verdict, memory);
    return verdict;
  });
}

/**
 * Why a delivery may not be applied; undefined when it may be, or is known already.
 */
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
