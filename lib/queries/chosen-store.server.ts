import "server-only";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/core/indices";
import type { QueryRecord } from "./store.server";

/** The areas of a query and all below them, by whole segments: `A#Zone 1` does not take in `A#Zone 10`. */
const CHOSEN_AREAS = `
  SELECT id, path FROM control_areas
  WHERE tenancy_id = $1 AND ($4::text[] IS NULL OR EXISTS (
    SELECT FROM unnest($4::text[]) AS f (path)
    WHERE control_areas.path = f.path OR starts_with(control_areas.path, f.path || '#')))`;

const CHOSEN_JOBS = "SELECT id, job_id FROM jobs WHERE tenancy_id = $1 AND ($5::text IS NULL OR job_id = $5)";

/** `area` and `job` of a query as tables; $1 to $5 are {@link boundsOf}. */
export const CHOSEN_PLACES = `area AS MATERIALIZED (${CHOSEN_AREAS}), job AS MATERIALIZED (${CHOSEN_JOBS})`;

/** The same, and `pair`: which job of them had readings in which area. The primary key of the readings begins with them. */
export const CHOSEN_PAIRS = `${CHOSEN_PLACES}, pair AS MATERIALIZED (
    SELECT ja.area_id, ja.job_id, area.path, job.job_id AS job
    FROM job_areas ja JOIN area ON area.id = ja.area_id JOIN job ON job.id = ja.job_id
    WHERE ja.tenancy_id = $1 AND ja.last_at >= $2 AND ja.first_at <= $3
  )`;

/** $1 to $5: tenancy, the period as it was sent, areas and job. */
export function boundsOf(query: QueryRecord): unknown[] {
  const { from, to, controlAreaPathNames, jobId } = query.filters;
  // What "partial path" means to the service ends at a segment here: a last separator adds nothing.
  const paths = controlAreaPathNames?.map((path) => path.replace(/#+$/, ""));
  return [query.tenancyId, from, to, paths ?? null, jobId ?? null];
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
