import { VALUE_COLUMNS } from "./merge-sql";

const each = (write: (column: string, bit: number) => string, between: string) =>
  VALUE_COLUMNS.map((column, position) => write(column, 1 << position)).join(between);

const AGGREGATES = each(
  (column, bit) =>
    `sum(r.${column}::float8) AS sum_${bit}, min(r.${column}) AS min_${bit}, max(r.${column}) AS max_${bit},
     count(r.${column})::int AS count_${bit},
     (count(r.${column}) FILTER (WHERE r.filled & ${bit} <> 0))::int AS filled_${bit}`,
  ",\n",
);

/** One row an index, out of one with the aggregates of all. */
const BY_INDEX = `CROSS JOIN LATERAL (VALUES ${each(
  (_, bit) => `(${Math.log2(bit)}, sum_${bit}, min_${bit}, max_${bit}, count_${bit}, filled_${bit})`,
  ", ",
)}) AS v (index, sum, min, max, count, filled)
  WHERE v.count > 0`;

const OR_RENEW = `ON CONFLICT (tenancy_id, area_id, job_id, index, day) DO UPDATE SET
    sum = excluded.sum, min = excluded.min, max = excluded.max, count = excluded.count, filled = excluded.filled
  WHERE (d.sum, d.min, d.max, d.count, d.filled)
    IS DISTINCT FROM (excluded.sum, excluded.min, excluded.max, excluded.count, excluded.filled)`;

const COLUMNS = "tenancy_id, area_id, job_id, index, day, sum, min, max, count, filled";

/** The days that are shown, and those of another zone that are being made. */
export type DailyTable = "daily_readings" | "next_daily_readings";

/**
 * Recomputes the roll-up of every day that the chunk touches, from all that `readings` now holds of it.
 * Days are the site's own; the hours around midnight are looked at twice because a change of clocks may
 * stand there. $1 is the tenancy, $2 the time zone.
 */
export const rollUpTouched = (table: DailyTable) => `
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
 * Makes the days of another zone, all of some areas and jobs. $1 is the tenancy, $2 the zone, $3 and $4 the
 * areas and jobs in pairs.
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

/** Puts what was made in the place of what is shown. $1 is the tenancy. */
export const TAKE_NEXT_DAYS = `
  WITH next AS (DELETE FROM next_daily_readings WHERE tenancy_id = $1 RETURNING *)
  INSERT INTO daily_readings (${COLUMNS}) SELECT ${COLUMNS} FROM next`;
