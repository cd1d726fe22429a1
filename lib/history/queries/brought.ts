import type { IndexRow, MeasurementRow, QueryFilters } from "@/lib/service/contract";
import { isSensorArea } from "@/lib/service/rows";
import { fitFor, startsAsAsked } from "./fits";

/** Between which instants a sensor's rows came without their area; epoch milliseconds. */
export type SensorSpan = { path: string; from: number; to: number };

/** Follows the rows of a result on their way into the store: what of them was asked for, and which name no area. */
export class Brought {
  /** Rows with a value, so far, that the filters do not ask for. */
  unrequested = 0;
  readonly #filters: QueryFilters;
  readonly #fit: ReturnType<typeof fitFor>;
  readonly #sensors = new Map<string, SensorSpan>();

  /** @param filters as they were sent */
  constructor(filters: QueryFilters) {
    this.#filters = filters;
    this.#fit = fitFor(filters);
  }

  /** The sensors whose rows came without an area, where areas were asked for and none of them begins so. */
  sensors(): SensorSpan[] {
    return [...this.#sensors.values()].map((span) => ({ ...span }));
  }

  /**
   * Passes the rows of type indices on. What was asked for without interpolated values is measured, where a row does
   * not say it itself (service-interface 2.5).
   */
  async *indices(batches: AsyncIterable<IndexRow[]>): AsyncGenerator<IndexRow[]> {
    const isMeasured = this.#filters.includeFilled === false;
    for await (const batch of batches) {
      for (const row of batch) {
        if (isMeasured) row.filled ??= false;
        if (row.value !== null) this.#note(row, this.#fit.indices(row));
      }
      yield batch;
    }
  }

  /** Passes the rows of type chf on. */
  async *measurements(batches: AsyncIterable<MeasurementRow[]>): AsyncGenerator<MeasurementRow[]> {
    for await (const batch of batches) {
      for (const row of batch) this.#note(row, this.#fit.measurements(row));
      yield batch;
    }
  }

  #note({ path, at }: { path: string; at: number }, fits: boolean): void {
    if (!fits) this.unrequested++;
    else if (this.#filters.controlAreaPathNames && isSensorArea(path)) this.#noteSensor(path, at);
  }

  #noteSensor(path: string, at: number): void {
    const known = this.#sensors.get(path);
    if (!known) {
      const isShown = startsAsAsked(path, this.#filters.controlAreaPathNames);
      if (!isShown) this.#sensors.set(path, { path, from: at, to: at });
      return;
    }
    if (at < known.from) known.from = at;
    if (at > known.to) known.to = at;
  }
}
