import "server-only";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import { comparePaths } from "@/lib/base/core/natural-order";
import { getPool } from "@/lib/base/db/pool.server";
import type { QueryRecord } from "./store.server";

/**
 * The areas whose path starts as the query asks (service-interface 2.3), and the sensors that stand for an area that
 * only the service knew, from the first to the last row that the query brought of them.
 */
const CHOSEN_AREAS = `
  SELECT id, path, timestamptz '-infinity' AS since, timestamptz 'infinity' AS until FROM control_areas
  WHERE tenancy_id = $1 AND ($4::text[] IS NULL OR EXISTS (
    SELECT FROM unnest($4::text[]) AS asked (start) WHERE starts_with(control_areas.path, asked.start)))
  UNION ALL
  SELECT c.id, c.path, s.first_at, s.last_at
  FROM query_sensors s JOIN control_areas c ON c.tenancy_id = s.tenancy_id AND c.path = s.path
  WHERE s.tenancy_id = $1 AND s.query_id = $6`;

const CHOSEN_JOBS = "SELECT id, job_id FROM jobs WHERE tenancy_id = $1 AND ($5::text IS NULL OR job_id = $5)";

/** `area` and `job` of a query as tables; $1 to $6 are {@link boundsOf}. */
export const CHOSEN_PLACES = `area AS MATERIALIZED (${CHOSEN_AREAS}), job AS MATERIALIZED (${CHOSEN_JOBS})`;

/** The same, and `pair`: which job of them had readings in which area. The primary key of the readings begins with them. */
export const CHOSEN_PAIRS = `${CHOSEN_PLACES}, pair AS MATERIALIZED (
    SELECT ja.area_id, ja.job_id, area.path, job.job_id AS job,
      greatest($2::timestamptz, area.since) AS since, least($3::timestamptz, area.until) AS until
    FROM job_areas ja JOIN area ON area.id = ja.area_id JOIN job ON job.id = ja.job_id
    WHERE ja.tenancy_id = $1 AND ja.last_at >= greatest($2::timestamptz, area.since)
      AND ja.first_at <= least($3::timestamptz, area.until)
  )`;

/**
 * Measurements `m` of the sensors and the light that a query asks for. No result says which light a measurement had: the
 * queries that asked by it have marked what came.
 */
export const CHOSEN_CAPTURES = (devices: string, daytime: string) =>
  `(${devices}::text[] IS NULL OR m.device_id = ANY(${devices})) AND (${daytime}::boolean IS NULL OR m.daytime = ${daytime})`;

/** What {@link CHOSEN_CAPTURES} compares with. */
export const capturesOf = ({ filters }: QueryRecord) => [filters.devices ?? null, filters.isDaytime ?? null];

/** $1 to $6: tenancy, the period as it was sent, the beginnings of paths, the job, the query itself. */
export function boundsOf(query: QueryRecord): unknown[] {
  const { from, to, controlAreaPathNames, jobId } = query.filters;
  return [query.tenancyId, from, to, controlAreaPathNames ?? null, jobId ?? null, query.id];
}

/** The areas in which a query may have rows in its period, by path. */
export async function chosenAreas(query: QueryRecord): Promise<{ path: string }[]> {
  const { rows } = await getPool().query<{ path: string }>(
    `WITH ${CHOSEN_PAIRS} SELECT DISTINCT path FROM pair`,
    boundsOf(query),
  );
  return rows.sort((a, b) => comparePaths(a.path, b.path));
}

/** Which values of readings a query selects, as parts of SQL over a row `r` of readings. */
export type ChosenValues = {
  /** Rows (name, value, bit) of the known indices. */
  values: string;
  /** How many of them a reading shows. */
  count: string;
  /** Whether a value (name, filled) is shown. */
  shown: string;
  /** Whether indices that we do not know are selected. */
  others: boolean;
};

export function chosenValues(query: QueryRecord): ChosenValues {
  const { indexNames, includeFilled = true } = query.filters;
  const wanted = INDICES.filter((name) => indexNames?.includes(name) ?? true);
  const none = "('', NULL::real, 0)";
  return {
    values:
      wanted.map((name) => `('${name}', r.${INDEX_FACTS[name].column}, ${bitOf(name)})`).join(", ") || none,
    count: `(${wanted.map((name) => countSql(name, includeFilled)).join(" + ") || "0"})`,
    shown: includeFilled ? "TRUE" : `(filled IS NOT TRUE OR name IN (${DAILY}))`,
    others: indexNames === undefined,
  };
}

const bitOf = (name: IndexName) => 1 << INDICES.indexOf(name);

/** includeFilled has no effect on the daily integrals (service-interface 2.5). */
const DAILY = INDICES.filter((name) => INDEX_FACTS[name].daily)
  .map((name) => `'${name}'`)
  .join(", ");

function countSql(name: IndexName, includeFilled: boolean): string {
  const { column, daily } = INDEX_FACTS[name];
  const present = `r.${column} IS NOT NULL`;
  if (includeFilled || daily) return `(${present})::int`;
  return `(${present} AND r.filled & ~r.unsure & ${bitOf(name)} = 0)::int`;
}
