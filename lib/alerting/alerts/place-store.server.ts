import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AlertKey } from "./apply-store.server";

/** Readings of a job up to this long before an alert tell where its plants are. */
const DAYS_BEFORE = 3;
/** The path of a control area's id is learned from this many of its newest alerts. */
const MAX_EXAMPLES = 20;
/** Alerts that must agree on the path. */
const MIN_AGREEING = 2;

/** Joins, as `ja`, the areas that had readings of the job of alert `w` (or `e`) around its time. */
const jobAreasAround = (tenancyId: number, w: "w" | "e") => {
  const of = (column: string) => Prisma.raw(`${w}.${column}`);
  return Prisma.sql`JOIN jobs j ON j.tenancy_id = ${tenancyId} AND j.job_id = ${of("job_id")}
      JOIN job_areas ja ON ja.tenancy_id = ${tenancyId} AND ja.job_id = j.id
        AND ja.last_at >= coalesce(${of("raised_at")}, ${of("first_event_at")}) - make_interval(days => ${DAYS_BEFORE}::int)
        AND ja.first_at <= coalesce(${of("closed_at")}, now())`;
};

/**
 * Infers and writes the places of alerts; corrected ones stay. Readings of the job give inferred areas. A plant alert
 * names its control area by an id that no reading carries (docs/spec/service-in-the-field.md "Notifications"): that area
 * is reported, instead of inferred ones, once the newest alerts with the id that had readings in one area only agree on it.
 * @returns the alerts whose places changed
 */
export function inferPlaces(
  tx: Transaction,
  tenancyId: number,
  alertIds: readonly string[],
): Promise<{ alertId: string; tenantId: string }[]> {
  return tx.$queryRaw`
    WITH wanted AS (
      SELECT a.* FROM alerts a
      WHERE a.tenancy_id = ${tenancyId} AND a.alert_id = ANY(${alertIds}::text[]) AND NOT EXISTS (
        SELECT FROM alert_places p
        WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id AND p.certainty = 'corrected')
    ), taught AS (
      SELECT n.control_area_id, min(ja.area_id) AS area_id
      FROM (SELECT DISTINCT control_area_id FROM wanted WHERE control_area_id IS NOT NULL) n
      CROSS JOIN LATERAL (
        SELECT * FROM alerts a WHERE a.tenancy_id = ${tenancyId} AND a.control_area_id = n.control_area_id
        ORDER BY a.last_event_at DESC LIMIT ${MAX_EXAMPLES}) e
      ${jobAreasAround(tenancyId, "e")}
      GROUP BY n.control_area_id, e.alert_id HAVING count(*) = 1
    ), learned AS (
      SELECT control_area_id, min(area_id) AS area_id FROM taught
      GROUP BY control_area_id HAVING count(*) >= ${MIN_AGREEING} AND count(DISTINCT area_id) = 1
    ), inferred AS (
      SELECT w.alert_id, ja.area_id, ja.last_at FROM wanted w ${jobAreasAround(tenancyId, "w")}
    ), reported AS (
      SELECT w.alert_id, l.area_id FROM wanted w JOIN learned l USING (control_area_id)
      WHERE w.alert_id NOT IN (SELECT alert_id FROM inferred)
        OR (w.alert_id, l.area_id) IN (SELECT alert_id, area_id FROM inferred)
    ), found AS (
      SELECT alert_id, area_id, 'reported' AS certainty, NULL::timestamptz AS until FROM reported
      UNION ALL
      SELECT alert_id, area_id, 'inferred', last_at FROM inferred
      WHERE alert_id NOT IN (SELECT alert_id FROM reported)
    ), removed AS (
      DELETE FROM alert_places p USING wanted w
      WHERE p.tenancy_id = ${tenancyId} AND p.alert_id = w.alert_id
        AND (p.alert_id, p.area_id) NOT IN (SELECT alert_id, area_id FROM found)
      RETURNING p.alert_id
    ), written AS (
      INSERT INTO alert_places AS p (tenancy_id, alert_id, area_id, certainty, until)
      SELECT ${tenancyId}, alert_id, area_id, certainty, until FROM found
      ON CONFLICT (tenancy_id, alert_id, area_id) DO UPDATE SET certainty = excluded.certainty,
        until = excluded.until
      WHERE (p.certainty, p.until) IS DISTINCT FROM (excluded.certainty, excluded.until)
      RETURNING p.alert_id
    )
    SELECT changed.alert_id AS "alertId", t.tenant_id AS "tenantId"
    FROM (SELECT alert_id FROM removed UNION SELECT alert_id FROM written) AS changed
    JOIN tenancies t ON t.id = ${tenancyId}`;
}

/** The newest other alerts with the control areas of these, which may now be placed by them. */
export async function listWithSameControlAreas(
  tenancyId: number,
  alertIds: readonly string[],
): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ alertId: string }[]>`
    SELECT e.alert_id AS "alertId"
    FROM (SELECT DISTINCT control_area_id FROM alerts
      WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[]) AND control_area_id IS NOT NULL) n
    CROSS JOIN LATERAL (
      SELECT alert_id FROM alerts a WHERE a.tenancy_id = ${tenancyId} AND a.control_area_id = n.control_area_id
      ORDER BY a.last_event_at DESC LIMIT ${MAX_EXAMPLES}) e
    WHERE e.alert_id <> ALL(${alertIds}::text[])`;
  return rows.map(({ alertId }) => alertId);
}

/** The alerts of growth jobs. */
export async function listAlertIdsOfJobs(tenancyId: number, jobIds: readonly string[]): Promise<string[]> {
  const rows = await getPrisma().alert.findMany({
    where: { tenancyId, jobId: { in: [...jobIds] } },
    select: { alertId: true },
    orderBy: { alertId: "asc" },
  });
  return rows.map(({ alertId }) => alertId);
}

/** Alerts with a notification since an instant that have no place although readings of their job are known. */
export function listUnplaced(since: Date): Promise<{ tenancyId: number; alertId: string }[]> {
  return getPrisma().$queryRaw`
    SELECT a.tenancy_id AS "tenancyId", a.alert_id AS "alertId" FROM alerts a
    JOIN jobs j ON j.tenancy_id = a.tenancy_id AND j.job_id = a.job_id
    WHERE a.last_event_at >= ${since.toISOString()}::timestamptz AND NOT EXISTS (
      SELECT FROM alert_places p WHERE p.tenancy_id = a.tenancy_id AND p.alert_id = a.alert_id)
    LIMIT 10000`;
}

/** The areas of an alert, by path. */
export async function listPlaces(
  tx: Transaction,
  { tenancyId, alertId }: AlertKey,
): Promise<{ path: string; certainty: string }[]> {
  return tx.$queryRaw`
    SELECT c.path, p.certainty FROM alert_places p
    JOIN control_areas c ON c.tenancy_id = p.tenancy_id AND c.id = p.area_id
    WHERE p.tenancy_id = ${tenancyId} AND p.alert_id = ${alertId} ORDER BY c.path`;
}

/** Replaces the places of an alert by the areas that a person named; no area leaves it without a place. */
export async function replacePlaces(
  tx: Transaction,
  key: AlertKey,
  areaIds: readonly number[],
): Promise<void> {
  await tx.alertPlace.deleteMany({ where: key });
  await tx.alertPlace.createMany({
    data: areaIds.map((areaId) => ({ ...key, areaId, certainty: "corrected" })),
  });
}

/** The areas that a tenancy has among some paths. */
export function findAreas(
  tx: Transaction,
  tenancyId: number,
  paths: readonly string[],
): Promise<{ id: number; path: string }[]> {
  return tx.controlArea.findMany({
    where: { tenancyId, path: { in: [...paths] } },
    select: { id: true, path: true },
  });
}
