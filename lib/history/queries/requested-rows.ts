/**
 * Recognises the rows of a result that its query asked for (docs/spec/service-interface.md "Filters"), by the rules that the stored
 * rows are selected by. Pure.
 */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import type { IndexRow, MeasurementRow, QueryFilters } from "@/lib/service/contract";
import { isSensorArea } from "@/lib/service/rows";

/** The period in which a sensor's rows came without an area; epoch milliseconds. */
export type SensorSpan = { path: string; from: number; to: number };

/** Passes the rows of a result on, counting those that were not requested and noting sensors without an area. */
export class RowObserver {
  /** Rows with a value that the filters do not ask for. */
  unrequested = 0;
  readonly #filters: QueryFilters;
  readonly #isRequested: ReturnType<typeof matcherFor>;
  readonly #sensors = new Map<string, SensorSpan>();

  /** @param filters as they were sent */
  constructor(filters: QueryFilters) {
    this.#filters = filters;
    this.#isRequested = matcherFor(filters);
  }

  /** The sensors whose rows came without an area although areas were asked for. */
  sensors(): SensorSpan[] {
    return [...this.#sensors.values()].map((span) => ({ ...span }));
  }

  /**
   * Passes on rows of type indices. Where interpolated values were excluded, a row that does not say counts as measured
   * (docs/spec/service-interface.md "Interpolated values").
   */
  async *indices(batches: AsyncIterable<IndexRow[]>): AsyncGenerator<IndexRow[]> {
    const isMeasured = this.#filters.includeFilled === false;
    for await (const batch of batches) {
      for (const row of batch) {
        if (isMeasured) row.filled ??= false;
        if (row.value !== null) this.#observe(row, this.#isRequested.index(row));
      }
      yield batch;
    }
  }

  /** Passes on rows of type chf. */
  async *measurements(batches: AsyncIterable<MeasurementRow[]>): AsyncGenerator<MeasurementRow[]> {
    for await (const batch of batches) {
      for (const row of batch) this.#observe(row, this.#isRequested.measurement(row));
      yield batch;
    }
  }

  #observe({ path, at }: { path: string; at: number }, isRequested: boolean): void {
    if (!isRequested) this.unrequested++;
    const { controlAreaPathNames } = this.#filters;
    if (!isRequested || !controlAreaPathNames || !isSensorArea(path)) return;
    const known = this.#sensors.get(path);
    if (known) {
      if (at < known.from) known.from = at;
      if (at > known.to) known.to = at;
    } else if (!startsWithAny(path, controlAreaPathNames))
      this.#sensors.set(path, { path, from: at, to: at });
  }
}

/**
 * Matches rows against the filters as they were sent. Rows without an area match any area filter: the service chose
 * them, and nothing contradicts it.
 */
function matcherFor(filters: QueryFilters): {
  index: (row: IndexRow) => boolean;
  measurement: (row: MeasurementRow) => boolean;
} {
  const { controlAreaPathNames, jobId, indexNames, devices, includeFilled = true } = filters;
  const from = filters.from ? Date.parse(filters.from) : Number.NEGATIVE_INFINITY;
  const to = filters.to ? Date.parse(filters.to) : Number.POSITIVE_INFINITY;
  const isInArea = memoize((path) => isSensorArea(path) || startsWithAny(path, controlAreaPathNames));
  const matchesBoth = (row: { at: number; path: string; jobId: string }) =>
    row.at >= from && row.at <= to && (jobId === undefined || row.jobId === jobId) && isInArea(row.path);
  return {
    index: (row) =>
      matchesBoth(row) &&
      (indexNames?.includes(row.indexName) ?? true) &&
      (includeFilled || row.filled !== true || isDaily(row.indexName)),
    measurement: (row) => matchesBoth(row) && (devices?.includes(row.deviceId) ?? true),
  };
}

/** Returns true if a path starts with one of the values, character by character; without values every path does. */
function startsWithAny(path: string, starts: readonly string[] | undefined): boolean {
  return starts?.some((start) => path.startsWith(start)) ?? true;
}

/** includeFilled has no effect on daily indices (docs/spec/service-interface.md "Interpolated values"). */
const isDaily = (name: string) => isIndexName(name) && INDEX_FACTS[name].daily;

const MAX_PATHS = 100_000;

/** The rows of a result share few paths. */
function memoize(judge: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    let judged = known.get(path);
    if (judged === undefined) {
      if (known.size >= MAX_PATHS) known.clear();
      judged = judge(path);
      known.set(path, judged);
    }
    return judged;
  };
}
