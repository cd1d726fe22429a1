import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { AreaLimits } from "@/lib/base/core/area-limits";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { openPath } from "@/lib/base/db/sql-fragments.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AlertKey } from "./apply-store.server";
import type { Alert } from "./contract";
import type { MeasuredValue, Recovery } from "./recovery";

/** The last answers of people about a probable recovery. */
export type RecoveryAnswer = {
  recoveryConfirmedAt: Date | null;
  recoveryConfirmedBy: string | null;
  recoveryDeniedAt: Date | null;
};

/** The facts of an alert that the rule of recovery.ts needs besides its readings, and its stored outcome. */
export type RecoverySubject = AlertKey &
  RecoveryAnswer &
  Pick<Alert, "type" | "category" | "status" | "jobId"> & {
    tenantId: string;
    /** IANA zone of the site. */
    zone: string;
    /** Hours in the band that make a recovery probable. */
    hours: number;
    began: Date;
    /** The raise, or the last rise. */
    lastRise: Date;
    /** Null once the severity rose after it. */
    confirmedAt: Date | null;
    deniedAt: Date | null;
    isProbable: boolean;
  };

/** Finds an alert as the rule needs it. */
export async function findRecoverySubject(
  tx: Transaction,
  { tenancyId, alertId }: AlertKey,
): Promise<RecoverySubject | null> {
  const [row] = await tx.$queryRaw<RecoverySubject[]>`
    SELECT a.tenancy_id AS "tenancyId", a.alert_id AS "alertId", t.tenant_id AS "tenantId", t.time_zone AS zone, t.recovery_hours AS hours, a.type, a.category,
      a.status, a.job_id AS "jobId", coalesce(a.raised_at, a.first_event_at) AS began,
      coalesce(a.severity_since, a.raised_at, a.first_event_at) AS "lastRise",
      CASE WHEN a.severity_since IS NULL OR a.severity_since <= h.recovery_confirmed_at
        THEN h.recovery_confirmed_at END AS "confirmedAt",
      h.recovery_denied_at AS "deniedAt", h.recovery_denied_at AS "recoveryDeniedAt",
      h.recovery_confirmed_at AS "recoveryConfirmedAt", h.recovery_confirmed_by AS "recoveryConfirmedBy",
      EXISTS (SELECT FROM alert_recoveries r
        WHERE r.tenancy_id = a.tenancy_id AND r.alert_id = a.alert_id) AS "isProbable"
    FROM alerts a JOIN tenancies t ON t.id = a.tenancy_id
    LEFT JOIN alert_handlings h ON h.tenancy_id = a.tenancy_id AND h.alert_id = a.alert_id
    WHERE a.tenancy_id = ${tenancyId} AND a.alert_id = ${alertId}`;
  return row ?? null;
}

/** The open alerts of growth jobs, and closed ones that still have a stored recovery. */
export async function listToJudge(tenancyId: number, jobIds: readonly string[]): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ alertId: string }[]>`
    SELECT a.alert_id AS "alertId" FROM alerts a
    WHERE a.tenancy_id = ${tenancyId} AND a.job_id = ANY(${jobIds}::text[]) AND (a.status = 'open' OR EXISTS (
      SELECT FROM alert_recoveries r WHERE r.tenancy_id = a.tenancy_id AND r.alert_id = a.alert_id))
    ORDER BY a.alert_id`;
  return rows.map(({ alertId }) => alertId);
}

/**
 * The measured values of an index in the areas of an alert (those in `within`) and all below, of its job. Interpolated
 * values are left out, and those that the service does not mark as measured.
 * @returns `newest`: the newest reading of any index there; null where there is none
 */
export async function listMeasured(
  tx: Transaction,
  alert: AlertKey & { index: IndexName; within: AreaLimits },
  from: Date,
): Promise<{ values: MeasuredValue[]; newest: Date | null }> {
  const { tenancyId, index } = alert;
  const column = Prisma.raw(INDEX_FACTS[index].column);
  const bit = 1 << INDICES.indexOf(index);
  const [place] = await tx.$queryRaw<{ newest: Date | null }[]>`
    WITH ${placeSql(alert)} SELECT max(last_at) AS newest FROM place`;
  const values = await tx.$queryRaw<MeasuredValue[]>`
    WITH ${placeSql(alert)}
    SELECT r.at, r.${column}::float8 AS value FROM place
    JOIN readings r ON r.tenancy_id = ${tenancyId} AND r.area_id = place.area_id AND r.job_id = place.job_id
    WHERE r.at >= ${from.toISOString()}::timestamptz AND r.${column} IS NOT NULL
      AND ((r.filled | r.unsure) & ${bit}::int) = 0`;
  return { values, newest: place?.newest ?? null };
}

function placeSql({ tenancyId, alertId, within }: AlertKey & { within: AreaLimits }): Prisma.Sql {
  return Prisma.sql`place AS (
    SELECT ja.area_id, ja.job_id, ja.last_at FROM alerts a
    JOIN jobs j ON j.tenancy_id = a.tenancy_id AND j.job_id = a.job_id
    JOIN job_areas ja ON ja.tenancy_id = a.tenancy_id AND ja.job_id = j.id
    JOIN control_areas own ON own.tenancy_id = a.tenancy_id AND own.id = ja.area_id
    WHERE a.tenancy_id = ${tenancyId} AND a.alert_id = ${alertId} AND EXISTS (
      SELECT FROM alert_places p JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
      WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id
        AND ${openPath(within, Prisma.sql`c.path`)}
        AND (own.path = c.path OR starts_with(own.path, c.path || '#'))))`;
}

/** The periods since an instant in which other alerts of a job were open; `to` null: still open. */
export function listOthersOpen(
  tx: Transaction,
  alert: AlertKey & { jobId: string },
  since: Date,
): Promise<{ from: Date; to: Date | null }[]> {
  return tx.$queryRaw`
    SELECT coalesce(raised_at, first_event_at) AS "from", closed_at AS "to" FROM alerts
    WHERE tenancy_id = ${alert.tenancyId} AND job_id = ${alert.jobId} AND alert_id <> ${alert.alertId}
      AND (closed_at IS NULL OR closed_at >= ${since.toISOString()}::timestamptz)`;
}

/**
 * Stores that an alert has probably recovered, or (null) that it has not.
 * @returns true if that changed anything
 */
export async function saveRecovery(
  tx: Transaction,
  { tenancyId, alertId }: AlertKey,
  found: (Recovery & { low: number; high: number }) | null,
): Promise<boolean> {
  if (!found) {
    const { count } = await tx.alertRecovery.deleteMany({ where: { tenancyId, alertId } });
    return count > 0;
  }
  const changed = await tx.$executeRaw`
    INSERT INTO alert_recoveries AS before (tenancy_id, alert_id, since, until, low, high)
    VALUES (${tenancyId}, ${alertId}, ${found.since.toISOString()}::timestamptz,
      ${found.until.toISOString()}::timestamptz, ${found.low}, ${found.high})
    ON CONFLICT (tenancy_id, alert_id) DO UPDATE SET since = excluded.since, until = excluded.until,
      low = excluded.low, high = excluded.high
    WHERE (before.since, before.until, before.low, before.high)
      IS DISTINCT FROM (excluded.since, excluded.until, excluded.low, excluded.high)`;
  return changed > 0;
}

/** Writes an answer and leaves the rest of the handling as it is. */
export async function saveRecoveryAnswer(
  tx: Transaction,
  key: AlertKey,
  answer: RecoveryAnswer,
): Promise<void> {
  await tx.alertHandling.upsert({
    where: { tenancyId_alertId: { tenancyId: key.tenancyId, alertId: key.alertId } },
    create: { tenancyId: key.tenancyId, alertId: key.alertId, ...answer },
    update: answer,
  });
}
