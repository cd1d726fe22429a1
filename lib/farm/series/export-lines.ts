import { csvField, csvLine } from "@/lib/base/core/csv";
import { INDICES, type IndexName } from "@/lib/base/core/indices";
import { utcInstant } from "@/lib/base/core/time";

/** Header of readings.csv (docs/spec/http-contract.md "Series and readings"). */
export const READINGS_HEADER = csvLine([
  "timestamp",
  "siteTime",
  "controlAreaPathName",
  "jobId",
  "indexName",
  "indexValue",
  "isFilled",
]);

/** One instant of an area and job with its known indices, in the order of `INDICES`. */
export type ReadingRow = { at: Date; values: (number | null)[]; filled: number; unsure: number };

/** One value of an index that we do not know. */
export type OtherRow = { at: Date; indexName: string; value: number; filled: boolean | null };

/** Makes lines for one area and job. */
export type LineMaker = {
  reading(row: ReadingRow): string;
  other(row: OtherRow): string;
};

/**
 * @param siteTime writes an instant in site time (`siteInstants`)
 * @param indices which of the known indices are wanted
 */
export function lineMaker(
  pair: { path: string; jobId: string },
  siteTime: (at: Date) => string,
  indices: ReadonlySet<IndexName>,
): LineMaker {
  const place = `${csvField(pair.path)},${csvField(pair.jobId)}`;
  const headOf = (at: Date) => `${utcInstant(at)},${siteTime(at)},${place}`;
  const wanted = INDICES.flatMap((index, bit) => (indices.has(index) ? [{ index, bit }] : []));
  return {
    reading: (row) => {
      const head = headOf(row.at);
      let lines = "";
      for (const { index, bit } of wanted) {
        const value = row.values[bit] ?? null;
        if (value !== null) lines += `${head},${csvLine([index, value, filledOf(row, bit)])}`;
      }
      return lines;
    },
    other: (row) => `${headOf(row.at)},${csvLine([row.indexName, row.value, row.filled])}`,
  };
}

/** null: isFilled was absent from the result. */
function filledOf({ filled, unsure }: ReadingRow, bit: number): boolean | null {
  if ((unsure >> bit) & 1) return null;
  return ((filled >> bit) & 1) === 1;
}
