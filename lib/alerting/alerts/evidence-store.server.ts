import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { openPath, seenAlert } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
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
 * One row for each alert that has any, its hours in order, counted from 1970 on.
 * @param alerts with the column of `readings` that each one is about: health, productivity or efficiency
 */
export async function listMeans(
  { id: tenancyId, within }: Scope,
  alerts: readonly { alertId: string; column: string }[],
): Promise<{ alertId: string; until: Date; hours: number[]; values: number[] }[]> {
  // Asked for at every change of a list. Which readings is settled first, so that the plan is found in a third of the
  // time; hours by date_bin and floating point throughout take half the time of date_trunc and numeric; the driver
  // reads JSON faster than an array.
  const rows = await getPrisma().$queryRaw<
    { alertId: string; until: Date; hours: number[]; values: number[] }[]
  >`
    WITH asked AS MATERIALIZED (
      SELECT a.alert_id, w."column", a.job_id
      FROM jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) AS w("alertId" text, "column" text)
      JOIN alerts a ON a.tenancy_id = ${tenancyId} AND a.alert_id = w."alertId"
    ), place AS MATERIALIZED (
      SELECT asked.alert_id, asked."column", ja.area_id, ja.job_id,
        max(ja.last_at) OVER (PARTITION BY asked.alert_id) AS until
      FROM asked
      JOIN alert_places p ON p.tenancy_id = ${tenancyId} AND p.alert_id = asked.alert_id
      JOIN control_areas c ON c.tenancy_id = ${tenancyId} AND c.id = p.area_id
        AND ${openPath(within, Prisma.sql`c.path`)}
      JOIN jobs j ON j.tenancy_id = ${tenancyId} AND j.job_id = asked.job_id
      JOIN job_areas ja ON ja.tenancy_id = ${tenancyId} AND ja.job_id = j.id AND ja.area_id = p.area_id
    ), reading AS (
      SELECT place.alert_id, place.until, date_bin('1 hour', r.at, '1970-01-01Z') AS t,
        CASE place."column" WHEN 'health' THEN r.health WHEN 'productivity' THEN r.productivity
          ELSE r.efficiency END AS value
      FROM place
      JOIN readings r ON r.tenancy_id = ${tenancyId} AND r.area_id = place.area_id AND r.job_id = place.job_id
        AND r.at > place.until - make_interval(hours => ${EVIDENCE_HOURS}::int) AND r.at <= place.until
    ), hourly AS (
      SELECT alert_id, max(until) AS until, t, avg(value) AS value
      FROM reading WHERE value IS NOT NULL GROUP BY alert_id, t
    )
    SELECT alert_id AS "alertId", max(until) AS until, json_agg(date_part('epoch', t) / 3600 ORDER BY t) AS hours,
      json_agg(value ORDER BY t) AS values
    FROM hourly GROUP BY alert_id`;
  return rows.map((row) => ({ ...row, values: row.values.map(inSinglePrecision) }));
}

const inSinglePrecision = (value: number) => Math.round(value * 10_000) / 10_000;
