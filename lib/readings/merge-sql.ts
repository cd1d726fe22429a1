import { INDEX_FACTS, INDICES } from "@/lib/core/indices";

/** The columns of `readings` that hold values, in the order of the mask bits. */
export const VALUE_COLUMNS = INDICES.map((name) => INDEX_FACTS[name].column);

const columns = VALUE_COLUMNS.join(", ");
const each = (write: (column: string, bit: number) => string, between: string) =>
  VALUE_COLUMNS.map((column, position) => write(column, 1 << position)).join(between);

/** Mask of the values that a row has. */
const present = (row: string) =>
  `(${each((column, bit) => `(${row}.${column} IS NOT NULL)::int * ${bit}`, " + ")})`;

/** Mask of the values that are known to be measured: an interpolated one does not replace them. */
const measured = `(${present("r")} & ~(r.filled | r.unsure)::int)`;

const value = (column: string, bit: number) =>
  `${column} = CASE WHEN excluded.${column} IS NULL OR (r.${column} IS NOT NULL
     AND (r.filled | r.unsure) & ${bit} = 0 AND excluded.filled & ${bit} <> 0)
   THEN r.${column} ELSE excluded.${column} END`;

/** The staging table of one chunk. It lives as long as its connection and is emptied by every commit. */
export const CREATE_INCOMING = `
  CREATE TEMP TABLE IF NOT EXISTS incoming_readings (
    area_id int NOT NULL, job_id int NOT NULL, at timestamptz NOT NULL,
    ${each((column) => `${column} real`, ", ")}, filled smallint NOT NULL, unsure smallint NOT NULL
  ) ON COMMIT DELETE ROWS`;

export const COPY_INCOMING = "COPY pg_temp.incoming_readings FROM STDIN (FORMAT binary)";

/**
 * Merges a chunk into `readings`: a measured value beats an interpolated one, else the later result wins.
 * Rows that say nothing new are not written again. $1 is the tenancy.
 */
export const MERGE_READINGS = `
  INSERT INTO readings AS r (tenancy_id, area_id, job_id, at, ${columns}, filled, unsure)
  SELECT $1, area_id, job_id, at, ${columns}, filled, unsure FROM pg_temp.incoming_readings
  ORDER BY area_id, job_id, at
  ON CONFLICT (tenancy_id, area_id, job_id, at) DO UPDATE SET
    ${each(value, ", ")},
    filled = ((r.filled & ~${present("excluded")}) | (excluded.filled & ~${measured}))::smallint,
    unsure = ((r.unsure & ~${present("excluded")}) | excluded.unsure)::smallint
  WHERE ${each((column) => `(excluded.${column} IS NOT NULL AND excluded.${column} IS DISTINCT FROM r.${column})`, " OR ")}
    OR excluded.filled <> r.filled & ${present("excluded")}
    OR excluded.unsure <> r.unsure & ${present("excluded")}`;

/**
 * Recomputes the roll-up of every day that the chunk touches, from all that `readings` now holds of it.
 * Days are the site's own; the hours around midnight are looked at twice because a change of clocks may
 * stand there. $1 is the tenancy, $2 its time zone.
 */
export const ROLL_UP_DAYS = `
  WITH touched AS MATERIALIZED (
    SELECT DISTINCT area_id, job_id, (at AT TIME ZONE $2)::date AS day FROM pg_temp.incoming_readings
  )
  INSERT INTO daily_readings AS d (tenancy_id, area_id, job_id, index, day, sum, min, max, count, filled)
  SELECT $1, t.area_id, t.job_id, v.index, t.day, v.sum, v.min, v.max, v.count, v.filled
  FROM touched t
  CROSS JOIN LATERAL (
    SELECT ${each(
      (column, bit) =>
        `sum(r.${column}::float8) AS sum_${bit}, min(r.${column}) AS min_${bit}, max(r.${column}) AS max_${bit},
         count(r.${column})::int AS count_${bit},
         (count(r.${column}) FILTER (WHERE r.filled & ${bit} <> 0))::int AS filled_${bit}`,
      ",\n",
    )}
    FROM readings r
    WHERE r.tenancy_id = $1 AND r.area_id = t.area_id AND r.job_id = t.job_id
      AND r.at >= (t.day::timestamp AT TIME ZONE $2) - interval '3 hours'
      AND r.at < ((t.day + 1)::timestamp AT TIME ZONE $2) + interval '3 hours'
      AND (r.at AT TIME ZONE $2)::date = t.day
  ) w
  CROSS JOIN LATERAL (VALUES ${each(
    (_, bit) => `(${Math.log2(bit)}, sum_${bit}, min_${bit}, max_${bit}, count_${bit}, filled_${bit})`,
    ", ",
  )}) AS v (index, sum, min, max, count, filled)
  WHERE v.count > 0
  ON CONFLICT (tenancy_id, area_id, job_id, index, day) DO UPDATE SET
    sum = excluded.sum, min = excluded.min, max = excluded.max, count = excluded.count, filled = excluded.filled
  WHERE (d.sum, d.min, d.max, d.count, d.filled)
    IS DISTINCT FROM (excluded.sum, excluded.min, excluded.max, excluded.count, excluded.filled)`;

/** The staging table of values under names that we do not know. */
export const CREATE_INCOMING_OTHER = `
  CREATE TEMP TABLE IF NOT EXISTS incoming_other_readings (
    area_id int NOT NULL, job_id int NOT NULL, index_name text NOT NULL, at timestamptz NOT NULL,
    value real NOT NULL, filled boolean
  ) ON COMMIT DELETE ROWS`;

export const COPY_INCOMING_OTHER = "COPY pg_temp.incoming_other_readings FROM STDIN (FORMAT binary)";

/** Merges them by the same rule, and lists the names for the admin; `rows` counts each row once. $1 is the tenancy. */
export const MERGE_OTHER_READINGS = `
  WITH merged AS (
    INSERT INTO other_readings AS r (tenancy_id, area_id, job_id, index_name, at, value, filled)
    SELECT $1, area_id, job_id, index_name, at, value, filled FROM pg_temp.incoming_other_readings
    ORDER BY area_id, job_id, index_name, at
    ON CONFLICT (tenancy_id, area_id, job_id, index_name, at) DO UPDATE
      SET value = excluded.value, filled = excluded.filled
      WHERE NOT (r.filled IS FALSE AND excluded.filled IS TRUE)
        AND (r.value, r.filled) IS DISTINCT FROM (excluded.value, excluded.filled)
    RETURNING index_name, (xmax = 0) AS is_new
  ), fresh AS (SELECT index_name, count(*) AS rows FROM merged WHERE is_new GROUP BY index_name)
  INSERT INTO unknown_indices AS u (tenancy_id, name, rows, first_seen, last_seen)
  SELECT $1, i.index_name, coalesce(max(f.rows), 0), now(), now()
  FROM (SELECT DISTINCT index_name FROM pg_temp.incoming_other_readings) i
  LEFT JOIN fresh f USING (index_name)
  GROUP BY i.index_name
  ON CONFLICT (tenancy_id, name) DO UPDATE SET rows = u.rows + excluded.rows, last_seen = excluded.last_seen`;
