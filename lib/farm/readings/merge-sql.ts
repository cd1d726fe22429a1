import { INDEX_FACTS, INDICES } from "@/lib/base/core/indices";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";

/** The columns of `readings` that hold values, in the order of the mask bits. */
export const VALUE_COLUMNS = INDICES.map((name) => INDEX_FACTS[name].column);

const columns = VALUE_COLUMNS.join(", ");
/** Joins what `write` makes of each value column and its mask bit. */
export const eachColumn = (write: (column: string, bit: number) => string, between: string) =>
  VALUE_COLUMNS.map((column, position) => write(column, 1 << position)).join(between);

/** Mask of the values of a row. */
const present = (row: string) =>
  `(${eachColumn((column, bit) => `(${row}.${column} IS NOT NULL)::int * ${bit}`, " + ")})`;

/**
 * Mask of the values of a stored row `r` that another row does not replace: measured values by interpolated ones, known
 * ones by values whose row does not say.
 */
const kept = (row: string) =>
  `(((${row}.filled & ~(r.filled | r.unsure)) | (${row}.unsure & ~r.unsure))::int & ${present("r")})`;

/** The columns of a stored row after the merge; `excluded` is the incoming row. */
const taken = `(${present("excluded")} & ~${kept("excluded")})`;
const marks = (column: string) => `((r.${column} & ~${taken}) | (excluded.${column} & ${taken}))::smallint`;
const MERGED = [
  ...VALUE_COLUMNS.map((column, position) => ({
    column,
    sql: `CASE WHEN excluded.${column} IS NULL OR ${kept("excluded")} & ${1 << position} <> 0
      THEN r.${column} ELSE excluded.${column} END`,
  })),
  { column: "filled", sql: marks("filled") },
  { column: "unsure", sql: marks("unsure") },
];

const both = `(${present("i")} & ${present("r")})`;
const equal = `(${eachColumn((column, bit) => `(i.${column} = r.${column} AND i.${column} IS NOT NULL)::int * ${bit}`, " + ")})`;
const sum = (mask: string) => `coalesce(sum(bit_count((${mask})::int::bit(8))), 0)::int`;

/** The statements that load a chunk, in their order. $1 is the tenancy. */
export type LoadSql = {
  /** The staging table lives as long as its connection, and every commit empties it. */
  create: string;
  copy: string;
  /**
   * Counts the stored values that the chunk meets (`met`; the rest is new) and their outcomes. Runs before the merge and
   * before the spans of jobs are saved.
   */
  count: string;
  merge: string;
};

/**
 * The values of the eight indices. Values can be met only while the job was in the area; each is looked up by its key,
 * whatever the planner assumes of the staging table. Measured replaces interpolated, either replaces a value whose row
 * does not say, else the later result wins. Unchanged rows are not written again.
 */
export const READINGS: LoadSql = {
  create: `
  CREATE TEMP TABLE IF NOT EXISTS incoming_readings (
    area_id int NOT NULL, job_id int NOT NULL, at timestamptz NOT NULL,
    ${eachColumn((column) => `${column} real`, ", ")}, filled smallint NOT NULL, unsure smallint NOT NULL
  ) ON COMMIT DELETE ROWS`,
  copy: "COPY pg_temp.incoming_readings FROM STDIN (FORMAT binary)",
  count: `
  SELECT ${sum("shared")} AS met, ${sum("improved")} AS improved,
    ${sum("shared & (kept | (equal & same_kind))")} AS unchanged
  FROM (
    SELECT ${both} AS shared,
      ${both} & r.filled::int & ~(i.filled | i.unsure)::int AS improved,
      ${kept("i")} AS kept,
      ${equal} AS equal,
      ~((i.filled # r.filled) | (i.unsure # r.unsure))::int AS same_kind
    FROM pg_temp.incoming_readings i
    JOIN job_areas ja ON ja.tenancy_id = $1 AND ja.area_id = i.area_id AND ja.job_id = i.job_id
      AND i.at BETWEEN ja.first_at AND ja.last_at
    CROSS JOIN LATERAL (
      SELECT * FROM readings r
      WHERE r.tenancy_id = $1 AND r.area_id = i.area_id AND r.job_id = i.job_id AND r.at = i.at LIMIT 1
    ) r
  ) t`,
  merge: `
  INSERT INTO readings AS r (tenancy_id, area_id, job_id, at, ${columns}, filled, unsure)
  SELECT $1, area_id, job_id, at, ${columns}, filled, unsure FROM pg_temp.incoming_readings
  ORDER BY area_id, job_id, at
  ON CONFLICT (tenancy_id, area_id, job_id, at) DO UPDATE SET
    ${MERGED.map(({ column, sql }) => `${column} = ${sql}`).join(", ")}
  WHERE ${MERGED.map(({ column, sql }) => `${sql} IS DISTINCT FROM r.${column}`).join(" OR ")}`,
};

/** Precedence of a value, as `rankOf` in chunks.ts. */
const rank = (row: string) => `coalesce(2 - ${row}.filled::int, 0)`;

/** Values of indices outside the interface, by the same rule. Their names are listed for admins, with counts of new rows. */
export const OTHER_READINGS: LoadSql = {
  create: `
  CREATE TEMP TABLE IF NOT EXISTS incoming_other_readings (
    area_id int NOT NULL, job_id int NOT NULL, index_name text NOT NULL, at timestamptz NOT NULL,
    value real NOT NULL, filled boolean
  ) ON COMMIT DELETE ROWS`,
  copy: "COPY pg_temp.incoming_other_readings FROM STDIN (FORMAT binary)",
  count: `
  SELECT count(*)::int AS met,
    (count(*) FILTER (WHERE r.filled AND NOT i.filled))::int AS improved,
    (count(*) FILTER (WHERE ${rank("i")} < ${rank("r")}
      OR (r.value, r.filled) IS NOT DISTINCT FROM (i.value, i.filled)))::int AS unchanged
  FROM pg_temp.incoming_other_readings i
  CROSS JOIN LATERAL (
    SELECT * FROM other_readings r
    WHERE r.tenancy_id = $1 AND r.area_id = i.area_id AND r.job_id = i.job_id
      AND r.index_name = i.index_name AND r.at = i.at LIMIT 1
  ) r`,
  merge: `
  WITH merged AS (
    INSERT INTO other_readings AS r (tenancy_id, area_id, job_id, index_name, at, value, filled)
    SELECT $1, area_id, job_id, index_name, at, value, filled FROM pg_temp.incoming_other_readings
    ORDER BY area_id, job_id, index_name, at
    ON CONFLICT (tenancy_id, area_id, job_id, index_name, at) DO UPDATE
      SET value = excluded.value, filled = excluded.filled
      WHERE ${rank("excluded")} >= ${rank("r")}
        AND (r.value, r.filled) IS DISTINCT FROM (excluded.value, excluded.filled)
    RETURNING index_name, (xmax = 0) AS is_new
  ), fresh AS (SELECT index_name, count(*) AS rows FROM merged WHERE is_new GROUP BY index_name)
  INSERT INTO unknown_indices AS u (tenancy_id, name, rows, first_seen, last_seen)
  SELECT $1, i.index_name, coalesce(max(f.rows), 0), now(), now()
  FROM (SELECT DISTINCT index_name FROM pg_temp.incoming_other_readings) i
  LEFT JOIN fresh f USING (index_name)
  GROUP BY i.index_name
  ON CONFLICT (tenancy_id, name) DO UPDATE SET rows = u.rows + excluded.rows, last_seen = excluded.last_seen`,
};

const values = CHF_VALUE_COLUMNS.join(", ");
const PLACE_COLUMNS = ["at", "device_id", "area_id", "job_id"];

/** Measurements. $1 is the tenancy, $2 whether the rows were captured in plant daytime, null if unknown. */
export const MEASUREMENTS = {
  create: `
  CREATE TEMP TABLE IF NOT EXISTS incoming_measurements (
    measurement_id text NOT NULL, at timestamptz NOT NULL, device_id text NOT NULL,
    area_id int NOT NULL, job_id int NOT NULL,
    ${CHF_VALUE_COLUMNS.map((column) => `${column} double precision`).join(", ")}, extra text
  ) ON COMMIT DELETE ROWS`,
  copy: "COPY pg_temp.incoming_measurements FROM STDIN (FORMAT binary)",
  /** Columns that a query left out keep their values. Unchanged rows are not written again. */
  merge: `
  WITH merged AS (
  INSERT INTO measurements AS m (tenancy_id, measurement_id, at, device_id, area_id, job_id, ${values}, extra, daytime)
  SELECT $1, measurement_id, at, device_id, area_id, job_id, ${values}, extra::jsonb, $2::boolean
  FROM pg_temp.incoming_measurements
  ORDER BY measurement_id
  ON CONFLICT (tenancy_id, measurement_id) DO UPDATE SET
    at = excluded.at, device_id = excluded.device_id, area_id = excluded.area_id, job_id = excluded.job_id,
    ${CHF_VALUE_COLUMNS.map((column) => `${column} = coalesce(excluded.${column}, m.${column})`).join(", ")},
    extra = coalesce(excluded.extra, m.extra)
  WHERE ${[
    ...PLACE_COLUMNS.map((column) => `excluded.${column} <> m.${column}`),
    ...[...CHF_VALUE_COLUMNS, "extra"].map(
      (column) => `(excluded.${column} IS NOT NULL AND excluded.${column} IS DISTINCT FROM m.${column})`,
    ),
  ].join(" OR ")}
  RETURNING (xmax = 0) AS is_new
  )
  SELECT (count(*) FILTER (WHERE is_new))::int AS added, (count(*) FILTER (WHERE NOT is_new))::int AS changed
  FROM merged`,
  /** Marks existing rows with the light of the query; no outcome counts this. */
  markLight: `
  UPDATE measurements m SET daytime = $2::boolean FROM pg_temp.incoming_measurements i
  WHERE m.tenancy_id = $1 AND m.measurement_id = i.measurement_id AND m.daytime IS DISTINCT FROM $2::boolean`,
};
