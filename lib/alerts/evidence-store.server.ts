import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/db/prisma.server";
import { openPath, seenAlert } from "@/lib/db/within-sql.server";
import type { Scope } from "@/lib/tenancies/contract";
import type { Alert } from "./contract";
import { EVIDENCE_HOURS } from "./evidence";

export type EvidenceSubject = { alertId: string; type: Alert["type"]; category: Alert["category"] };

/** Type and category of the alerts that may be seen among those asked for. */
export function listSubjects(scope: Scope, alertIds: readonly string[]): Promise<EvidenceSubject[]> {
  return getPrisma().$queryRaw`
    SELECT alert_id AS "alertId", type, category FROM alerts
    WHERE tenancy_id = ${scope.id} AND alert_id = ANY(${alertIds}::text[])
      AND ${seenAlert(scope, Prisma.sql`alert_id`)}`;
}

/**
 * Hourly means of the index of each alert, over the areas where it is (those that may be seen) and the job that it is about, for the
 * last 72 hours up to the newest reading there. Rounded to what single precision holds, so that a mean between two
 * decimals reads the same here and in the charts.
 * One row for each alert that has any, its hours in order: `times` in seconds since 1970.
 * @param alerts with the column of `readings` that each one is about: health, productivity or efficiency
 */
export function listMeans(
  { id: tenancyId, within }: Scope,
  alerts: readonly { alertId: string; column: string }[],
): Promise<{ alertId: string; until: Date; times: number[]; values: number[] }[]> {
  return getPrisma().$queryRaw`
    WITH place AS (
      SELECT w."alertId", w."column", ja.area_id, ja.job_id,
        max(ja.last_at) OVER (PARTITION BY w."alertId") AS until
      FROM jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) AS w("alertId" text, "column" text)
      JOIN alerts a ON a.tenancy_id = ${tenancyId} AND a.alert_id = w."alertId"
      JOIN alert_places p ON p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id
      JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
        AND ${openPath(within, Prisma.sql`c.path`)}
      JOIN jobs j ON j.tenancy_id = a.tenancy_id AND j.job_id = a.job_id
      JOIN job_areas ja ON ja.tenancy_id = a.tenancy_id AND ja.job_id = j.id AND ja.area_id = p.area_id
    ), reading AS (
      SELECT place."alertId", place.until, date_trunc('hour', r.at) AS t,
        CASE place."column" WHEN 'health' THEN r.health WHEN 'productivity' THEN r.productivity
          ELSE r.efficiency END AS value
      FROM place
      JOIN readings r ON r.tenancy_id = ${tenancyId} AND r.area_id = place.area_id AND r.job_id = place.job_id
        AND r.at > place.until - make_interval(hours => ${EVIDENCE_HOURS}::int) AND r.at <= place.until
    )
    SELECT "alertId", max(until) AS until, array_agg(t ORDER BY t) AS times, array_agg(value ORDER BY t) AS values
    FROM (
      SELECT "alertId", max(until) AS until, extract(epoch FROM t)::float8 AS t,
        round(avg(value)::numeric, 4)::float8 AS value
      FROM reading WHERE value IS NOT NULL GROUP BY "alertId", t
    ) AS hourly
    GROUP BY "alertId"`;
}
