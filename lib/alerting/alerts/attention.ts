import type { Alert } from "./contract";

/** What the rule looks at: the alert as it is, and what people did with it. Times RFC 3339. */
export type AttentionFacts = Pick<Alert, "status" | "severitySince"> & {
  rank: number;
  acknowledgedAt: string | null;
  /** The alert's rank then; null where it was not noted: then the acknowledgement stands. */
  acknowledgedRank: number | null;
  snoozedAt: string | null;
  /** Null while it is snoozed: until it gets worse. */
  snoozedUntil: string | null;
  snoozedRank: number | null;
  recoveryConfirmedAt: string | null;
};

export type Standing = Pick<Alert, "attention" | "roseSinceAcknowledged" | "snoozed">;

/**
 * Whether an open alert needs somebody: nobody has acknowledged it at its present rank or a higher one, it is
 * not snoozed, and nobody has confirmed that the plants recovered. A rise in severity ends all three; so does
 * the time that a snooze was set to. attention-store.server.ts says the same in SQL.
 */
export function standingOf(facts: AttentionFacts, now: Date): Standing {
  const snoozed = facts.status === "open" ? snoozeOf(facts, now) : null;
  const inHand = isAcknowledged(facts) || isConfirmedRecovered(facts);
  return {
    attention: facts.status === "open" && !inHand && snoozed === null,
    roseSinceAcknowledged: facts.acknowledgedAt !== null && !isAcknowledged(facts),
    snoozed,
  };
}

/** Whether an acknowledgement stands: the alert has not risen above the rank that it had then. */
export function isAcknowledged({
  rank,
  acknowledgedAt,
  acknowledgedRank,
}: Pick<AttentionFacts, "rank" | "acknowledgedAt" | "acknowledgedRank">): boolean {
  return acknowledgedAt !== null && !hasRisen(rank, acknowledgedRank);
}

function isConfirmedRecovered({ recoveryConfirmedAt, severitySince }: AttentionFacts): boolean {
  if (recoveryConfirmedAt === null) return false;
  return severitySince === null || Date.parse(severitySince) <= Date.parse(recoveryConfirmedAt);
}

function snoozeOf({ rank, snoozedAt, snoozedUntil, snoozedRank }: AttentionFacts, now: Date) {
  if (snoozedAt === null || hasRisen(rank, snoozedRank)) return null;
  if (snoozedUntil === null) return "until-worse";
  return Date.parse(snoozedUntil) > now.getTime() ? "until-time" : null;
}

const hasRisen = (rank: number, before: number | null) => before !== null && rank > before;
