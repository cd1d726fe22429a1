import type { MeasurementRow } from "@/lib/plant-service/contract";

/** Some rows of a `chf` result: of two with the same identity the later one wins. */
export class MeasurementChunk {
  added = 0;
  /** A measurement without any value is still a measurement. */
  readonly empty = 0;
  readonly rows = new Map<string, MeasurementRow>();

  /** Takes one row of the result. */
  add(row: MeasurementRow): void {
    this.added++;
    this.rows.set(keyOf(row), row);
  }

  /** The jobs that have at least one row. */
  jobIds(): string[] {
    return [...new Set([...this.rows.values()].map((row) => row.jobId))];
  }
}

/** What makes two rows the same measurement: the id, else sensor, instant and place. */
export function keyOf(row: MeasurementRow): string {
  return row.measurementId || JSON.stringify([row.deviceId, row.at, row.path]);
}
