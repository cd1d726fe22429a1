import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Alert } from "./contract";

/** What every read of alerts takes along of recoveries, for `alerts a LEFT JOIN alert_handlings h`. */
export type RecoveryColumns = {
  recovery: { since: string; until: string } | null;
  confirmedSinceRise: Date | null;
  recoveryConfirmedBy: string | null;
};

/** A confirmation counts until the alert rises again. */
const confirmed = Prisma.sql`(h.recovery_confirmed_at IS NOT NULL
  AND (a.severity_since IS NULL OR a.severity_since <= h.recovery_confirmed_at))`;

/** What is asked stands only while the alert is open and nobody has answered yes. */
export const recoveryColumns = Prisma.sql`
  (SELECT json_build_object('since', r.since, 'until', r.until) FROM alert_recoveries r
    WHERE r.tenancy_id = a.tenancy_id AND r.alert_id = a.alert_id AND a.status = 'open'
      AND ${confirmed} IS NOT TRUE) AS recovery,
  CASE WHEN ${confirmed} THEN h.recovery_confirmed_at END AS "confirmedSinceRise",
  CASE WHEN ${confirmed} THEN h.recovery_confirmed_by END AS "recoveryConfirmedBy"`;

/** The same as members of an alert. */
export function recoveryOfRow({
  recovery,
  confirmedSinceRise,
  recoveryConfirmedBy,
}: RecoveryColumns): Pick<Alert, "recovery" | "recoveryConfirmedAt" | "recoveryConfirmedBy"> {
  const iso = (at: string) => new Date(at).toISOString();
  return {
    recovery: recovery && { since: iso(recovery.since), until: iso(recovery.until) },
    recoveryConfirmedAt: confirmedSinceRise?.toISOString() ?? null,
    recoveryConfirmedBy,
  };
}
