import type { Category } from "@/lib/alerting/alerts/contract";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { isWithin } from "@/lib/base/core/paths";
import type { Severity } from "@/lib/base/core/severity";
import type { Rule } from "./contract";

/** An alert as notices see it. */
export type Subject = {
  tenancyId: number;
  alertId: string;
  type: string | null;
  category: Category | null;
  severity: Severity | null;
  /** 3 HIGH or critical to 0. */
  rank: number;
  status: "open" | "closed";
  jobId: string;
  beganAt: Date;
  severitySince: Date | null;
  lastEventAt: Date;
  acknowledgedAt: Date | null;
  acknowledgedRank: number | null;
  snoozedAt: Date | null;
  snoozedUntil: Date | null;
  snoozedRank: number | null;
  recoveryConfirmedAt: Date | null;
  /** The control areas that it is in, as far as known. */
  paths: string[];
};

/** What a rule asks for, and what its person may see. */
type Filter = Pick<Rule, "minRank" | "types" | "areaPath"> & { within: AreaLimits };

/**
 * Whether a rule wants to hear of an alert, and its person may; one whose place is not known fits no rule with an
 * area, and nobody who is limited to some.
 */
export function matches(rule: Filter, alert: Pick<Subject, "rank" | "type" | "category" | "paths">): boolean {
  if (alert.rank < rule.minRank) return false;
  const about: readonly (string | null)[] = [alert.type, alert.category];
  if (rule.types.length > 0 && !rule.types.some((type) => about.includes(type))) return false;
  const { areaPath, within } = rule;
  if (areaPath === null && within === null) return true;
  return alert.paths.some((path) => isOpen(within, path) && (areaPath === null || isWithin(path, areaPath)));
}

/** Whether nobody need be told: it is closed, acknowledged as heavy as it is, put off, or found recovered. */
export function isSettled(alert: Subject, now: Date): boolean {
  if (alert.status === "closed" || alert.recoveryConfirmedAt !== null) return true;
  if (alert.acknowledgedAt !== null && (alert.acknowledgedRank ?? alert.rank) >= alert.rank) return true;
  return isSnoozed(alert, now);
}

function isSnoozed({ snoozedAt, snoozedUntil, snoozedRank, rank }: Subject, now: Date): boolean {
  if (snoozedAt === null || (snoozedRank !== null && rank > snoozedRank)) return false;
  return snoozedUntil === null || snoozedUntil > now;
}
