import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import type { Period } from "@/lib/base/core/period";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { openAreas } from "@/lib/base/db/sql-fragments.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { EVIDENCE_HOURS } from "./evidence";
import { tenancyIn } from "./store.server";

export type HourlyMeans = {
  tenancyId: number;
  alertId: string;
  until: Date;
  hours: number[];
  values: number[];
};

/**
 * Hourly means of the index of each alert over its areas in scope and its job, for the 72 hours up to the newest
 * reading there. Rounded to single precision, so that they equal the means in the charts.
 * @param alerts with their column of `readings`: health, productivity or efficiency
 * @returns a row for each alert with values, `hours` ascending since 1970
 */
export async function listMeans(
  scopes: readonly Scope[],
  alerts: readonly { tenancyId: number; alertId: string; column: string }[],
): Promise<HourlyMeans[]> {
  const of = (table: string) => tenancyIn(scopes, table);
  const asked = alerts.map(({ tenancyId: tenancy_id, ...alert }) => ({ tenancy_id, ...alert }));
  // Runs at every change of a list. Choosing the readings first cuts planning to a third; date_bin and floating point
  // take half the time of date_trunc and numeric; the driver parses JSON faster than arrays.
  const rows = await getPrisma().$queryRaw<HourlyMeans[]>`
    WITH asked AS MATERIALIZED (
      SELECT a.tenancy_id, a.alert_id, w."column", a.job_id
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS w(tenancy_id int, "alertId" text, "column" text)
      JOIN alerts a ON a.tenancy_id = ${of("w")} AND a.alert_id = w."alertId"
    ), place AS MATERIALIZED (
      SELECT asked.tenancy_id, asked.alert_id, asked."column", ja.area_id, ja.job_id,
        max(ja.last_at) OVER (PARTITION BY asked.tenancy_id, asked.alert_id) AS until
      FROM asked
      JOIN alert_places p ON p.tenancy_id = ${of("asked")} AND p.alert_id = asked.alert_id
      JOIN control_areas c ON c.tenancy_id = ${of("asked")} AND c.id = p.area_id AND ${openAreas(scopes)}
      JOIN jobs j ON j.tenancy_id = ${of("asked")} AND j.job_id = asked.job_id
      JOIN job_areas ja ON ja.tenancy_id = ${of("asked")} AND ja.job_id = j.id AND ja.area_id = p.area_id
    ), reading AS (
      SELECT place.tenancy_id, place.alert_id, place.until, date_bin('1 hour', r.at, '1970-01-01Z') AS t,
        CASE place."column" WHEN 'health' THEN r.health WHEN 'productivity' THEN r.productivity
          ELSE r.efficiency END AS value
      FROM place
      JOIN readings r ON r.tenancy_id = ${of("place")} AND r.area_id = place.area_id AND r.job_id = place.job_id
        AND r.at > place.until - make_interval(hours => ${EVIDENCE_HOURS}::int) AND r.at <= place.until
    ), hourly AS (
      SELECT tenancy_id, alert_id, max(until) AS until, t, avg(value) AS value
      FROM reading WHERE value IS NOT NULL GROUP BY tenancy_id, alert_id, t
    )
    SELECT tenancy_id AS "tenancyId", alert_id AS "alertId", max(until) AS until,
      json_agg(date_part('epoch', t) / 3600 ORDER BY t) AS hours, json_agg(value ORDER BY t) AS values
    FROM hourly GROUP BY tenancy_id, alert_id`;
  return rows.map((row) => ({ ...row, values: row.values.map(inSinglePrecision) }));
}

const inSinglePrecision = (value: number) => Math.round(value * 10_000) / 10_000;

/** The children of areas; null is the parent of the roots. */
export async function listChildren(tenancyId: number, parents: readonly (string | null)[]) {
  const named = parents.filter((path) => path !== null);
  return getPrisma().$queryRaw<{ path: string; name: string }[]>`
    SELECT c.path, c.name FROM control_areas c
    LEFT JOIN control_areas parent ON parent.tenancy_id = c.tenancy_id AND parent.id = c.parent_id
    WHERE c.tenancy_id = ${tenancyId}
      AND (parent.path = ANY(${named}::text[]) OR (c.depth = 0 AND ${parents.includes(null)}))`;
}

export type SiblingMean = { path: string; index: IndexName; t: Date; value: number };

/**
 * Means of the measured (not interpolated) values of areas and all below them, over all jobs.
 * @param hours the length of a bucket
 */
export async function listSiblingMeans(
  tenancyId: number,
  paths: readonly string[],
  indices: readonly IndexName[],
  { from, to }: Period,
  hours: number,
): Promise<SiblingMean[]> {
  if (paths.length === 0 || indices.length === 0) return [];
  const means = indices.map((index) => {
    const column = Prisma.raw(`r.${INDEX_FACTS[index].column}`);
    const bit = 1 << INDICES.indexOf(index);
    return Prisma.sql`avg(CASE WHEN (r.filled & ${bit}::int) = 0 THEN ${column} END)::float8
      AS ${Prisma.raw(INDEX_FACTS[index].column)}`;
  });
  const rows = await getPrisma().$queryRaw<Record<string, unknown>[]>`
    WITH member AS (
      SELECT top.path, ja.area_id, ja.job_id FROM unnest(${paths}::text[]) AS top (path)
      JOIN control_areas c ON c.tenancy_id = ${tenancyId}
        AND (c.path = top.path OR starts_with(c.path, top.path || '#'))
      JOIN job_areas ja ON ja.tenancy_id = c.tenancy_id AND ja.area_id = c.id
        AND ja.last_at >= ${from.toISOString()}::timestamptz AND ja.first_at <= ${to.toISOString()}::timestamptz)
    SELECT member.path, date_bin(make_interval(hours => ${hours}::int), r.at, timestamptz 'epoch') AS t,
      ${Prisma.join(means)}
    FROM member
    JOIN readings r ON r.tenancy_id = ${tenancyId} AND r.area_id = member.area_id AND r.job_id = member.job_id
      AND r.at BETWEEN ${from.toISOString()}::timestamptz AND ${to.toISOString()}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return rows.flatMap((row) =>
    indices.flatMap((index) => {
      const value = row[INDEX_FACTS[index].column];
      return typeof value === "number" ? [{ path: String(row.path), index, t: row.t as Date, value }] : [];
    }),
  );
}

/**
 * The areas of an alert and of its job, with the newest value of an index there: the job's, or without one that of any
 * other job.
 */
export async function listNewestValues(
  tenancyId: number,
  { alertId, jobId }: { alertId: string; jobId: string },
  index: IndexName,
): Promise<{ path: string; at: Date | null; value: number | null }[]> {
  const column = Prisma.raw(`r.${INDEX_FACTS[index].column}`);
  return getPrisma().$queryRaw`
    WITH job AS (SELECT id FROM jobs WHERE tenancy_id = ${tenancyId} AND job_id = ${jobId}), place AS (
      SELECT area_id FROM job_areas WHERE tenancy_id = ${tenancyId} AND job_id = (SELECT id FROM job)
      UNION SELECT area_id FROM alert_places WHERE tenancy_id = ${tenancyId} AND alert_id = ${alertId})
    SELECT c.path, newest.at, newest.value FROM place
    JOIN control_areas c ON c.tenancy_id = ${tenancyId} AND c.id = place.area_id
    LEFT JOIN LATERAL (
      SELECT own.at, own.value FROM job_areas ja
      CROSS JOIN LATERAL (
        SELECT r.at, ${column}::numeric::float8 AS value FROM readings r
        WHERE r.tenancy_id = ${tenancyId} AND r.area_id = place.area_id AND r.job_id = ja.job_id
          AND ${column} IS NOT NULL
        ORDER BY r.at DESC LIMIT 1) own
      WHERE ja.tenancy_id = ${tenancyId} AND ja.area_id = place.area_id
      ORDER BY (ja.job_id = (SELECT id FROM job)) DESC NULLS LAST, own.at DESC LIMIT 1) newest ON true`;
}
