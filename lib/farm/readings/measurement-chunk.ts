import { CHF_VALUE_COLUMNS, type MeasurementRow } from "@/lib/service/contract";
import { noOutcomes } from "./outcomes";

/** A measurement takes as much memory as so many rows of an index. */
const WEIGHT = 8;

/** Some rows of a `chf` result: of two with the same identity the later one wins, value by value. */
export class MeasurementChunk {
  added = 0;
  /** A measurement without any value is still a measurement. */
  readonly empty = 0;
  /** By measurementId. */
  readonly rows = new Map<string, MeasurementRow>();
  /** Rows whose identity an earlier row of the chunk had, and what they did to it. */
  repeats = noOutcomes();

  /** Takes one row of the result. */
  add(row: MeasurementRow): void {
    this.added++;
    const known = this.rows.get(row.measurementId);
    const merged = known ? mergeOf(known, row) : row;
    if (known) this.repeats[isSame(known, merged) ? "unchanged" : "changed"]++;
    this.rows.set(row.measurementId, merged);
  }

  /** Whether it holds as much as so many rows of an index. */
  isFull(rows: number): boolean {
    return this.added * WEIGHT >= rows;
  }

  /** Empties it for the next rows. */
  reset(): void {
    this.added = 0;
    this.rows.clear();
    this.repeats = noOutcomes();
  }

  /** The jobs that have at least one row. */
  jobIds(): string[] {
    return [...new Set([...this.rows.values()].map((row) => row.jobId))];
  }
}

/** What the later row does not bring stays, as in the store. */
function mergeOf(earlier: MeasurementRow, later: MeasurementRow): MeasurementRow {
  const values = { ...later.values };
  for (const column of CHF_VALUE_COLUMNS) values[column] ??= earlier.values[column];
  return { ...later, values, extra: later.extra ?? earlier.extra };
}

const isSame = (one: MeasurementRow, other: MeasurementRow) => JSON.stringify(one) === JSON.stringify(other);
