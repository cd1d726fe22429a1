/** Which rows a query asks for (service-interface 2.3), judged one by one as the store selects them. Pure. */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import type { IndexRow, MeasurementRow, QueryFilters } from "@/lib/service/contract";
import { isSensorArea } from "@/lib/service/rows";

/** Whether a path starts with one of the given values, letter by letter; every path does without any. */
export function startsAsAsked(path: string, starts: readonly string[] | undefined): boolean {
  return starts?.some((start) => path.startsWith(start)) ?? true;
}

/** Whether the value of an index is daily: includeFilled has no effect on it (service-interface 2.5). */
const isDaily = (name: string) => isIndexName(name) && INDEX_FACTS[name].daily;

/**
 * Judges the rows of a result by the filters as they were sent. Rows that name no area belong to the query whatever
 * areas it asks for: the service chose them, and nothing says otherwise.
 */
export function fitFor(filters: QueryFilters): {
  indices: (row: IndexRow) => boolean;
  measurements: (row: MeasurementRow) => boolean;
} {
  const { controlAreaPathNames, jobId, indexNames, devices, includeFilled = true } = filters;
  const from = filters.from ? Date.parse(filters.from) : Number.NEGATIVE_INFINITY;
  const to = filters.to ? Date.parse(filters.to) : Number.POSITIVE_INFINITY;
  const isPlaced = remembering((path) => isSensorArea(path) || startsAsAsked(path, controlAreaPathNames));
  const isOfBoth = (row: { at: number; path: string; jobId: string }) =>
    row.at >= from && row.at <= to && (jobId === undefined || row.jobId === jobId) && isPlaced(row.path);
  return {
    indices: (row) =>
      isOfBoth(row) &&
      (indexNames?.includes(row.indexName) ?? true) &&
      (includeFilled || row.filled !== true || isDaily(row.indexName)),
    measurements: (row) => isOfBoth(row) && (devices?.includes(row.deviceId) ?? true),
  };
}

const MOST_REMEMBERED = 100_000;

/** The rows of a result share few paths. */
function remembering(judge: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    let judged = known.get(path);
    if (judged === undefined) {
      if (known.size >= MOST_REMEMBERED) known.clear();
      judged = judge(path);
      known.set(path, judged);
    }
    return judged;
  };
}
