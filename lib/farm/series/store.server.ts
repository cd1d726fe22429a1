import "server-only";
import { INDEX_FACTS, INDICES, type IndexName } from "@/lib/base/core/indices";
import type { Period } from "@/lib/base/core/period";
import { cancellableQuery } from "@/lib/base/db/cancellable.server";
import { unavailableOnTimeout } from "@/lib/base/db/error-code.server";
import { type Aggregate, bucketKeySql, type Step } from "./buckets";

/** The readings that a series is made of. */
export type Source = {
  tenancyId: number;
  areaIds: number[];
  /** null pools all jobs. */
  jobId: string | null;
  zone: string;
  period: Period;
  includeFilled: boolean;
  /** Cancels the statements of an abandoned request. */
  signal?: AbortSignal | undefined;
};

/** A job in an area, by their database ids, with its first and last reading there. */
export type Stay = { areaId: number; jobNumber: number; firstAt: Date; lastAt: Date };

export type NamedAggregate = Aggregate & { index: string };

const TOO_MUCH = "This is too much history for one answer: ask for fewer days or a smaller area.";

const query = <Row extends object>(text: string, values: unknown[], signal?: AbortSignal): Promise<Row[]> =>
  unavailableOnTimeout(TOO_MUCH, async () => (await cancellableQuery<Row>(text, values, signal)).rows);

/** The jobs in the areas of a source that may have readings in its period. */
export function readStays(source: Source): Promise<Stay[]> {
  const { from, to } = source.period;
  return query(
    `SELECT j.area_id AS "areaId", j.job_id AS "jobNumber", j.first_at AS "firstAt", j.last_at AS "lastAt"
     FROM job_areas j JOIN jobs b ON b.tenancy_id = j.tenancy_id AND b.id = j.job_id
     WHERE j.tenancy_id = $1 AND j.area_id = ANY($2) AND ($3::text IS NULL OR b.job_id = $3)
       AND j.first_at <= $5 AND j.last_at >= $4`,
    [source.tenancyId, source.areaIds, source.jobId, from, to],
    source.signal,
  );
}

const STAYS = "unnest($2::int[], $3::int[]) AS p (area_id, job_id)";
const areasOf = (stays: readonly Stay[]) => stays.map((stay) => stay.areaId);
const jobsOf = (stays: readonly Stay[]) => stays.map((stay) => stay.jobNumber);

/**
 * Aggregates several indices from the readings of a part of the period, in one pass. Each stay is a range of the primary
 * key; OFFSET keeps the planner from reading the whole table for all of them at once.
 */
export async function readBuckets(
  source: Source,
  stays: readonly Stay[],
  indices: readonly IndexName[],
  step: Step,
  { from, to }: Period,
): Promise<NamedAggregate[]> {
  const columns = indices.map((index) => INDEX_FACTS[index].column);
  const rows = await query<Record<string, number | null> & { key: number }>(
    `SELECT r.key, ${indices.map((index, n) => aggregatesSql(index, n, source.includeFilled)).join(", ")}
     FROM ${STAYS} CROSS JOIN LATERAL (
       SELECT ${bucketKeySql(step, "r.at", "$6::text", "$7::date")} AS key, r.filled, ${columns.join(", ")}
       FROM readings r
       WHERE r.tenancy_id = $1 AND r.area_id = p.area_id AND r.job_id = p.job_id AND r.at BETWEEN $4 AND $5
         AND ($6::text, $7::date) IS NOT NULL${step.kind === "raw" ? ` AND num_nonnulls(${columns.join(", ")}) > 0` : ""}
       OFFSET 0) AS r
     GROUP BY r.key`,
    [source.tenancyId, areasOf(stays), jobsOf(stays), from, to, source.zone, firstDayOf(step)],
    source.signal,
  );
  return rows.flatMap((row) => indices.flatMap((index, n) => toAggregate(row, index, n)));
}

const firstDayOf = (step: Step) => (step.kind === "days" ? step.first : "1970-01-01");
const bitOf = (index: IndexName) => 1 << INDICES.indexOf(index);

function aggregatesSql(index: IndexName, n: number, includeFilled: boolean): string {
  const { column, daily } = INDEX_FACTS[index];
  const filled = `r.filled & ${bitOf(index)} <> 0`;
  // includeFilled has no effect on the daily integrals (docs/spec/service-interface.md "Interpolated values").
  const only = includeFilled || daily ? "" : `FILTER (WHERE NOT ${filled})`;
  const value = `r.${column}`;
  return `sum(${value}::float8) ${only} AS sum${n}, min(${value}) ${only} AS min${n}, max(${value}) ${only} AS max${n},
    (count(${value}) ${only})::int AS count${n},
    ${only ? "0" : `(count(${value}) FILTER (WHERE ${filled}))::int`} AS filled${n}`;
}

function toAggregate(row: Record<string, number | null>, index: string, n: number): NamedAggregate[] {
  const count = row[`count${n}`] ?? 0;
  if (count === 0) return [];
  const at = (name: string) => row[name] ?? 0;
  return [
    {
      index,
      key: at("key"),
      sum: at(`sum${n}`),
      min: at(`min${n}`),
      max: at(`max${n}`),
      count,
      filled: at(`filled${n}`),
    },
  ];
}

/**
 * Aggregates whole local days from the daily roll-up, interpolated values included. Grouping by one number for bucket
 * and index is faster than by two.
 */
export async function readDailyBuckets(
  source: Source,
  stays: readonly Stay[],
  indices: readonly IndexName[],
  step: Step & { kind: "days" },
  days: { first: string; last: string },
): Promise<NamedAggregate[]> {
  const rows = await query<Aggregate>(
    `SELECT d.key, sum(d.sum) AS sum, min(d.min) AS min, max(d.max) AS max, sum(d.count)::int AS count,
       sum(d.filled)::int AS filled
     FROM ${STAYS} CROSS JOIN LATERAL (
       SELECT (day - $7::date) / ${step.days} * ${INDICES.length} + index AS key, sum, min, max, count, filled
       FROM daily_readings
       WHERE tenancy_id = $1 AND area_id = p.area_id AND job_id = p.job_id AND index = ANY($4)
         AND day BETWEEN $5::date AND $6::date
       OFFSET 0) AS d
     GROUP BY d.key`,
    [
      source.tenancyId,
      areasOf(stays),
      jobsOf(stays),
      indices.map((index) => INDICES.indexOf(index)),
      days.first,
      days.last,
      step.first,
    ],
    source.signal,
  );
  // Member by member: copying each row by rest and spread takes longer than parsing it.
  return rows.map(({ key, sum, min, max, count, filled }) => ({
    index: INDICES[key % INDICES.length] ?? "",
    key: Math.floor(key / INDICES.length),
    sum,
    min,
    max,
    count,
    filled,
  }));
}

/** Aggregates unknown indices, under the names they came with, in one statement. */
export function readOtherBuckets(
  source: Source,
  indices: readonly string[],
  step: Step,
): Promise<NamedAggregate[]> {
  const { tenancyId, areaIds, jobId, zone, period, includeFilled, signal } = source;
  return query(
    `WITH site AS (SELECT $6::text AS zone, $7::date AS first)
     SELECT r.index_name AS index, ${bucketKeySql(step, "r.at", "site.zone", "site.first")} AS key, sum(r.value::float8) AS sum, min(r.value) AS min,
       max(r.value) AS max, count(*)::int AS count, count(*) FILTER (WHERE r.filled)::int AS filled
     FROM site CROSS JOIN other_readings r JOIN jobs b ON b.tenancy_id = r.tenancy_id AND b.id = r.job_id
     WHERE r.tenancy_id = $1 AND r.area_id = ANY($2) AND ($3::text IS NULL OR b.job_id = $3)
       AND r.at BETWEEN $4 AND $5 AND r.index_name = ANY($8) AND ($9 OR r.filled IS NOT TRUE)
     GROUP BY 1, 2`,
    [tenancyId, areaIds, jobId, period.from, period.to, zone, firstDayOf(step), indices, includeFilled],
    signal,
  );
}

/** One area and job: `areaId` and `jobNumber` are database ids, path and name are as the service writes them. */
export type Pair = { areaId: number; jobNumber: number; path: string; jobId: string };

/**
 * The pairs of area and job that may have values in a period.
 * @param areaIds null for all areas
 */
export function readPairs(
  tenancyId: number,
  areaIds: number[] | null,
  jobId: string | null,
  { from, to }: Period,
): Promise<Pair[]> {
  return query(
    `SELECT j.area_id AS "areaId", j.job_id AS "jobNumber", c.path, b.job_id AS "jobId"
     FROM job_areas j
     JOIN jobs b ON b.tenancy_id = j.tenancy_id AND b.id = j.job_id
     JOIN control_areas c ON c.tenancy_id = j.tenancy_id AND c.id = j.area_id
     WHERE j.tenancy_id = $1 AND ($2::int[] IS NULL OR j.area_id = ANY($2)) AND ($3::text IS NULL OR b.job_id = $3)
       AND j.first_at <= $5 AND j.last_at >= $4`,
    [tenancyId, areaIds, jobId, from, to],
  );
}

/** One instant of an area and job with its known indices, in the order of `INDICES`. */
export type ReadingRow = { at: Date; values: (number | null)[]; filled: number; unsure: number };

/** One value of an unknown index. */
export type OtherRow = { at: Date; indexName: string; value: number; filled: boolean | null };

/** One page of the readings of a pair after an instant, oldest first, in the order of the primary key. */
export function readReadingsAfter(
  tenancyId: number,
  pair: Pair,
  after: Date,
  to: Date,
  limit: number,
): Promise<ReadingRow[]> {
  return query(
    `SELECT at, filled::int AS filled, unsure::int AS unsure, ARRAY[${COLUMNS}] AS values
     FROM readings WHERE tenancy_id = $1 AND area_id = $2 AND job_id = $3 AND at > $4 AND at <= $5
     ORDER BY at LIMIT $6`,
    [tenancyId, pair.areaId, pair.jobNumber, after, to, limit],
  );
}

const COLUMNS = INDICES.map((index) => INDEX_FACTS[index].column).join(", ");

/** One page of the unknown indices of a pair after a position in the order of name and instant. */
export function readOthersAfter(
  tenancyId: number,
  { areaId, jobNumber }: Pair,
  names: string[] | null,
  { from, to }: Period,
  after: { indexName: string; at: Date } | null,
  limit: number,
): Promise<OtherRow[]> {
  return query(
    `SELECT at, index_name AS "indexName", value, filled
     FROM other_readings
     WHERE tenancy_id = $1 AND area_id = $2 AND job_id = $3 AND at BETWEEN $4 AND $5
       AND ($6::text[] IS NULL OR index_name = ANY($6))
       AND ($7::text IS NULL OR (index_name, at) > ($7, $8::timestamptz))
     ORDER BY index_name, at LIMIT $9`,
    [tenancyId, areaId, jobNumber, from, to, names, after?.indexName ?? null, after?.at ?? null, limit],
  );
}
