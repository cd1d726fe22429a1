import "server-only";
import type pg from "pg";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { ImportTenancy } from "./contract";
import { inLoad, underLoadLock } from "./load-store.server";
import { eachColumn } from "./merge-sql";

/** Updates the roll-up of the days that a chunk touches, in the shown time zone and in the one being built. */
export async function rollUpTouchedDays(client: pg.PoolClient, tenancy: ImportTenancy): Promise<void> {
  const { tenancyId, timeZone } = tenancy;
  const state = await readState(client, tenancyId);
  if (!state) {
    await client.query("INSERT INTO roll_ups (tenancy_id, time_zone) VALUES ($1, $2)", [tenancyId, timeZone]);
  }
  await client.query(rollUpTouched("daily_readings"), [tenancyId, state?.zone ?? timeZone]);
  if (state?.next) await client.query(rollUpTouched("next_daily_readings"), [tenancyId, state.next]);
}

/** Tenancies whose days are cut in a time zone other than their own. */
export function tenanciesToRecut(): Promise<ImportTenancy[]> {
  return getPrisma().$queryRaw`
    SELECT t.id AS "tenancyId", t.tenant_id AS "tenantId", t.time_zone AS "timeZone"
    FROM tenancies t JOIN roll_ups r ON r.tenancy_id = t.id
    WHERE t.time_zone <> coalesce(r.next_time_zone, r.time_zone) OR r.next_time_zone IS NOT NULL
    ORDER BY t.id`;
}

/**
 * Recuts the days of more pairs of area and job in the tenancy's time zone. After the last pair, the new days replace the
 * shown ones at once.
 * @returns false if nothing is left to do
 */
export async function recutSome(tenancy: ImportTenancy, pairs: number): Promise<boolean> {
  const { tenancyId, timeZone } = tenancy;
  const next = await underLoadLock(tenancyId, async (client) => {
    const state = await readState(client, tenancyId);
    if (!state || (state.zone === timeZone && state.next === null)) return "nothing";
    if (state.next !== timeZone)
      return beginRecut(client, tenancyId, state.zone === timeZone ? null : timeZone);
    return continueRecut(client, tenancyId, state, pairs);
  });
  if (next === "replace") await inLoad(tenancy, (client) => replaceDays(client, tenancyId, timeZone));
  return next === "more";
}

type RollUpState = { zone: string; next: string | null; areaId: number; jobId: number };

async function readState(client: pg.PoolClient, tenancyId: number): Promise<RollUpState | null> {
  const { rows } = await client.query<RollUpState>(
    `SELECT time_zone AS zone, next_time_zone AS next, next_area_id AS "areaId", next_job_id AS "jobId"
     FROM roll_ups WHERE tenancy_id = $1`,
    [tenancyId],
  );
  return rows[0] ?? null;
}

/** Starts with the first area; a null zone cancels the recut. */
async function beginRecut(client: pg.PoolClient, tenancyId: number, zone: string | null): Promise<string> {
  await client.query("DELETE FROM next_daily_readings WHERE tenancy_id = $1", [tenancyId]);
  await client.query(
    "UPDATE roll_ups SET next_time_zone = $2, next_area_id = 0, next_job_id = 0 WHERE tenancy_id = $1",
    [tenancyId, zone],
  );
  return zone === null ? "nothing" : "more";
}

async function continueRecut(
  client: pg.PoolClient,
  tenancyId: number,
  { next, areaId, jobId }: RollUpState,
  limit: number,
): Promise<string> {
  const { rows } = await client.query<{ areaId: number; jobId: number }>(
    `SELECT area_id AS "areaId", job_id AS "jobId" FROM job_areas
     WHERE tenancy_id = $1 AND (area_id, job_id) > ($2, $3) ORDER BY area_id, job_id LIMIT $4`,
    [tenancyId, areaId, jobId, limit],
  );
  const last = rows.at(-1);
  if (!last) return "replace";
  await client.query(ROLL_UP_PAIRS, [
    tenancyId,
    next,
    rows.map((row) => row.areaId),
    rows.map((row) => row.jobId),
  ]);
  const progress = "UPDATE roll_ups SET next_area_id = $2, next_job_id = $3 WHERE tenancy_id = $1";
  await client.query(progress, [tenancyId, last.areaId, last.jobId]);
  return "more";
}

/** Chunks loaded meanwhile are in the new days too, so nothing is repeated. */
async function replaceDays(client: pg.PoolClient, tenancyId: number, zone: string): Promise<void> {
  const state = await readState(client, tenancyId);
  if (state?.next !== zone) return;
  await client.query("DELETE FROM daily_readings WHERE tenancy_id = $1", [tenancyId]);
  await client.query(REPLACE_DAYS, [tenancyId]);
  const done = "UPDATE roll_ups SET time_zone = $2, next_time_zone = NULL WHERE tenancy_id = $1";
  await client.query(done, [tenancyId, zone]);
}

const AGGREGATES = eachColumn(
  (column, bit) =>
    `sum(r.${column}::float8) AS sum_${bit}, min(r.${column}) AS min_${bit}, max(r.${column}) AS max_${bit},
     count(r.${column})::int AS count_${bit},
     (count(r.${column}) FILTER (WHERE r.filled & ${bit} <> 0))::int AS filled_${bit}`,
  ",\n",
);

/** Splits a row with the aggregates of all indices into one row per index. */
const BY_INDEX = `CROSS JOIN LATERAL (VALUES ${eachColumn(
  (_, bit) => `(${Math.log2(bit)}, sum_${bit}, min_${bit}, max_${bit}, count_${bit}, filled_${bit})`,
  ", ",
)}) AS v (index, sum, min, max, count, filled)
  WHERE v.count > 0`;

const OR_RENEW = `ON CONFLICT (tenancy_id, area_id, job_id, index, day) DO UPDATE SET
    sum = excluded.sum, min = excluded.min, max = excluded.max, count = excluded.count, filled = excluded.filled
  WHERE (d.sum, d.min, d.max, d.count, d.filled)
    IS DISTINCT FROM (excluded.sum, excluded.min, excluded.max, excluded.count, excluded.filled)`;

const COLUMNS = "tenancy_id, area_id, job_id, index, day, sum, min, max, count, filled";

/** The shown days, and those of another time zone being built. */
type DailyTable = "daily_readings" | "next_daily_readings";

/**
 * Recomputes the roll-up of every day that the chunk touches from all its readings. Days are the site's; hours around
 * midnight are read for both days, because clocks may change there. $1 is the tenancy, $2 the time zone.
 */
const rollUpTouched = (table: DailyTable) => `
  WITH touched AS MATERIALIZED (
    SELECT DISTINCT area_id, job_id, (at AT TIME ZONE $2)::date AS day FROM pg_temp.incoming_readings
  )
  INSERT INTO ${table} AS d (${COLUMNS})
  SELECT $1, t.area_id, t.job_id, v.index, t.day, v.sum, v.min, v.max, v.count, v.filled
  FROM touched t
  CROSS JOIN LATERAL (
    SELECT ${AGGREGATES}
    FROM readings r
    WHERE r.tenancy_id = $1 AND r.area_id = t.area_id AND r.job_id = t.job_id
      AND r.at >= (t.day::timestamp AT TIME ZONE $2) - interval '3 hours'
      AND r.at < ((t.day + 1)::timestamp AT TIME ZONE $2) + interval '3 hours'
      AND (r.at AT TIME ZONE $2)::date = t.day
  ) w
  ${BY_INDEX}
  ${OR_RENEW}`;

/**
 * Builds the days of another zone for some pairs of area and job. $1 is the tenancy, $2 the zone, $3 and $4 the areas and
 * jobs of the pairs.
 */
export const ROLL_UP_PAIRS = `
  INSERT INTO next_daily_readings AS d (${COLUMNS})
  SELECT $1, p.area_id, p.job_id, v.index, w.day, v.sum, v.min, v.max, v.count, v.filled
  FROM unnest($3::int[], $4::int[]) AS p (area_id, job_id)
  CROSS JOIN LATERAL (
    SELECT (r.at AT TIME ZONE $2)::date AS day, ${AGGREGATES}
    FROM readings r
    WHERE r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id
    GROUP BY 1
  ) w
  ${BY_INDEX}
  ${OR_RENEW}`;

/** Replaces the shown days by the built ones. $1 is the tenancy. */
const REPLACE_DAYS = `
  WITH next AS (DELETE FROM next_daily_readings WHERE tenancy_id = $1 RETURNING *)
  INSERT INTO daily_readings (${COLUMNS}) SELECT ${COLUMNS} FROM next`;
