import "server-only";
import { csvField, csvLine, csvPages } from "@/lib/base/core/csv";
import { INDICES, type IndexName, isIndexName } from "@/lib/base/core/indices";
import { comparePaths } from "@/lib/base/core/natural-order";
import { type Period, periodOf } from "@/lib/base/core/period";
import { siteInstants, utcInstant } from "@/lib/base/core/time";
import type { QueryOf } from "@/lib/base/request/endpoint";
import { exportFileName } from "@/lib/base/spreadsheet/file-name";
import { areaIdsAsked } from "@/lib/farm/areas/service.server";
import { resolveByJob } from "@/lib/farm/jobs/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { exportReadings } from "./contract";
import {
  type OtherRow,
  type Pair,
  type ReadingRow,
  readOthersAfter,
  readPairs,
  readReadingsAfter,
} from "./store.server";

/** Instants per page, some 1 MB of text. */
export const EXPORT_PAGE = 2_000;

const HEADER = csvLine([
  "timestamp",
  "siteTime",
  "controlAreaPathName",
  "jobId",
  "indexName",
  "indexValue",
  "isFilled",
]);

/** What an export holds: its pairs in the order of the tree. */
export type SelectedReadings = {
  tenancy: TenancyRef;
  period: Period;
  pairs: readonly Pair[];
  /** The known indices, with their place in a row. */
  known: readonly { index: IndexName; bit: number }[];
  /** The names of unknown indices; null for all of them. */
  others: string[] | null;
};

/**
 * Checks the query of an export of readings and resolves what it selects.
 * @throws AppError `bad-request` on a wrong period, `not-found` on `area`
 */
export async function selectReadings(
  actor: Actor,
  query: QueryOf<typeof exportReadings>,
): Promise<SelectedReadings> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveByJob(actor, query);
  const period = periodOf(query, null);
  const areaIds = await areaIdsAsked(tenancy, query.area);
  const pairs = await readPairs(tenancy.id, areaIds, query.jobId ?? null, period);
  pairs.sort((a, b) => comparePaths(a.path, b.path) || comparePaths(a.jobId, b.jobId));
  const { index: asked } = query;
  const known = INDICES.flatMap((index, bit) => (asked?.includes(index) === false ? [] : [{ index, bit }]));
  return { tenancy, period, pairs, known, others: asked?.filter((name) => !isIndexName(name)) ?? null };
}

/**
 * Writes readings.csv (docs/spec/http-contract.md "Series and readings") area by area in the order of the tree, each job
 * by time, unknown indices after the known ones. The query is checked before the first line. Pages follow the primary
 * key instead of a cursor, so that a slow reader holds no connection and no transaction.
 * @throws AppError `bad-request` on a wrong period, `not-found` on `area`
 */
export async function exportReadingsCsv(
  actor: Actor,
  query: QueryOf<typeof exportReadings>,
): Promise<{ name: string; parts: AsyncGenerator<string, void> }> {
  const selected = await selectReadings(actor, query);
  return { name: readingsFileName(selected, query, "csv"), parts: csvLines(selected) };
}

/** The name of an export of readings. */
export function readingsFileName(
  { tenancy: { name: site, timeZone: zone }, period: { to } }: SelectedReadings,
  { area, from }: QueryOf<typeof exportReadings>,
  format: "csv" | "xlsx",
): string {
  return exportFileName("readings", { area, site, zone }, { from, to }, format);
}

async function* csvLines(selected: SelectedReadings): AsyncGenerator<string, void> {
  const { tenancy, period, pairs, known, others } = selected;
  const { id } = tenancy;
  const siteTime = siteInstants(tenancy.timeZone);
  const beforeFirst = new Date(period.from.getTime() - 1);
  yield HEADER;
  for (const pair of pairs) {
    const place = `${csvField(pair.path)},${csvField(pair.jobId)}`;
    const head = (at: Date) => `${utcInstant(at)},${siteTime(at)},${place}`;
    if (known.length > 0)
      yield* csvPages<ReadingRow>(
        EXPORT_PAGE,
        (after) => readReadingsAfter(id, pair, after?.at ?? beforeFirst, period.to, EXPORT_PAGE),
        (row) => readingLines(row, known, head(row.at)),
      );
    if (others === null || others.length > 0)
      yield* csvPages<OtherRow>(
        EXPORT_PAGE,
        (after) => readOthersAfter(id, pair, others, period, after, EXPORT_PAGE),
        (row) => `${head(row.at)},${csvLine([row.indexName, row.value, row.filled])}`,
      );
  }
}

function readingLines(
  row: ReadingRow,
  known: readonly { index: string; bit: number }[],
  head: string,
): string {
  let lines = "";
  for (const { index, bit } of known) {
    const value = row.values[bit] ?? null;
    if (value !== null) lines += `${head},${csvLine([index, value, isFilled(row, bit)])}`;
  }
  return lines;
}

/** Tells whether a value was interpolated; null where the result had no isFilled. */
export function isFilled({ filled, unsure }: ReadingRow, bit: number): boolean | null {
  return (unsure >> bit) & 1 ? null : ((filled >> bit) & 1) === 1;
}
