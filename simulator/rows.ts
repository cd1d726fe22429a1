// The records that a query selects, and the columns of its result.
import type { Cell } from "./csv";
import type { QuerySpec } from "./query";
import { HOUR, isoSeconds, plainSeconds } from "./time";
import type { VariantSet } from "./variants";
import type { Area, Farm } from "./world/farm";
import type { FluorescenceValues, Measurement } from "./world/measurements";
import { measurementsOf } from "./world/measurements";
import type { Plants } from "./world/plants";
import type { IndexRecord } from "./world/readings";
import { indexRecords } from "./world/readings";

/** A result: its columns, and its rows, which are generated while they are read. */
export interface ResultTable {
  columns: string[];
  rows: Iterable<Cell[]>;
}

export interface World {
  farm: Farm;
  plants: Plants;
}

export function resultTable(world: World, spec: QuerySpec, variants: VariantSet): ResultTable {
  return spec.type === "indices"
    ? indexTable(world, spec, variants)
    : measurementTable(world, spec, variants);
}

function indexTable(world: World, spec: QuerySpec, variants: VariantSet): ResultTable {
  const old = variants.has("device-id");
  const selected = spec.columns.map((name) => (old && name === "controlAreaPathName" ? "deviceId" : name));
  const columns = lacksFilled(spec, variants) ? selected : [...selected, "isFilled"];
  const rows = mapRows(selectIndexRecords(world, spec, variants), columns, indexCell);
  return withExtras({ columns, rows }, variants);
}

/** isFilled cannot be selected (docs/spec/service-interface.md "Result"), so a selection may lack it. */
function lacksFilled(spec: QuerySpec, variants: VariantSet): boolean {
  if (!variants.has("no-filled-column")) return false;
  return variants.valueOf("no-filled-column") === "always" || spec.columnsChosen;
}

function measurementTable(world: World, spec: QuerySpec, variants: VariantSet): ResultTable {
  const rows = mapRows(selectMeasurements(world, spec), spec.columns, measurementCell);
  return withExtras({ columns: spec.columns, rows }, variants);
}

function* mapRows<T>(
  records: Iterable<T>,
  columns: string[],
  cell: (record: T, column: string) => Cell,
): Generator<Cell[]> {
  for (const record of records) yield columns.map((column) => cell(record, column));
}

function withExtras(table: ResultTable, variants: VariantSet): ResultTable {
  if (!variants.has("unknown-columns")) return table;
  return { columns: [...table.columns, "firmware", "note"], rows: addCells(table.rows) };
}

function* addCells(rows: Iterable<Cell[]>): Generator<Cell[]> {
  for (const row of rows) yield [...row, "4.2.1", 'checked, "ok"'];
}

function indexCell(record: IndexRecord, column: string): Cell {
  switch (column) {
    case "timestamp":
      return plainSeconds(record.at);
    case "timestampIso":
      return isoSeconds(record.at);
    case "controlAreaPathName":
      return record.area.path;
    case "deviceId":
      return record.area.devices[0] ?? "";
    case "jobId":
      return record.jobId;
    case "indexName":
      return record.indexName;
    case "indexValue":
      return indexValueCell(record);
    default:
      return record.isFilled;
  }
}

/** Writes "no value" as NaN or as nothing, by the hour. */
function indexValueCell({ value, at }: IndexRecord): Cell {
  return Number.isNaN(value) && at % (2 * HOUR) === 0 ? null : value;
}

function measurementCell(record: Measurement, column: string): Cell {
  switch (column) {
    case "measurementId":
      return record.measurementId;
    case "timestamp":
      return plainSeconds(record.at);
    case "timestampIso":
      return isoSeconds(record.at);
    case "deviceId":
      return record.deviceId;
    case "controlAreaPathName":
      return record.area.path;
    case "jobId":
      return record.jobId;
    default:
      return isValueName(record.values, column) ? record.values[column] : null;
  }
}

function isValueName(values: FluorescenceValues, column: string): column is keyof FluorescenceValues {
  return column in values;
}

function* selectIndexRecords(
  { farm, plants }: World,
  spec: QuerySpec,
  variants: VariantSet,
): Generator<IndexRecord> {
  const areas = selectAreas(farm, spec);
  for (let hour = spec.from; hour <= spec.to; hour += HOUR) {
    for (const area of areas) {
      const records = indexRecords(farm, plants, area, hour);
      for (const record of variants.has("unknown-index") ? withUnknownIndex(records) : records) {
        if (!indexMatches(record, spec)) continue;
        yield record;
        if (variants.has("duplicates") && hour % (5 * HOUR) === 0) yield filledTwin(record);
      }
    }
  }
}

function indexMatches(record: IndexRecord, spec: QuerySpec): boolean {
  if (record.at > spec.to) return false;
  if (spec.jobId !== undefined && record.jobId !== spec.jobId) return false;
  if (spec.indexNames && !spec.indexNames.includes(record.indexName)) return false;
  return spec.includeFilled || !record.isFilled;
}

/** The same reading again, interpolated: a client must prefer the measured one. */
function filledTwin(record: IndexRecord): IndexRecord {
  const daily = record.indexName === "DLI" || record.indexName === "DPI";
  if (daily || record.isFilled || Number.isNaN(record.value)) return record;
  return { ...record, value: Math.round(record.value * 10 + 10) / 10, isFilled: true };
}

function* withUnknownIndex(records: Iterable<IndexRecord>): Generator<IndexRecord> {
  for (const record of records) {
    const misspelt = record.indexName === "EFFICIENCY" && record.at % (6 * HOUR) === 0;
    yield misspelt ? { ...record, indexName: "EFICIENCY" } : record;
    if (record.indexName === "PPFD" && !Number.isNaN(record.value)) {
      yield { ...record, indexName: "LEAF_TEMP", value: Math.round(180 + record.value / 10) / 10 };
    }
  }
}

function* selectMeasurements({ farm, plants }: World, spec: QuerySpec): Generator<Measurement> {
  const areas = selectAreas(farm, spec);
  for (let hour = spec.from; hour <= spec.to; hour += HOUR) {
    for (const area of areas) {
      for (const record of measurementsOf(farm, plants, area, hour))
        if (measurementMatches(record, spec)) yield record;
    }
  }
}

function measurementMatches(record: Measurement, spec: QuerySpec): boolean {
  if (record.at > spec.to) return false;
  if (spec.jobId !== undefined && record.jobId !== spec.jobId) return false;
  if (spec.devices && !spec.devices.includes(record.deviceId)) return false;
  return spec.isDaytime === undefined || record.day === spec.isDaytime;
}

/** Areas whose path starts with one of the given values, character by character as the service does. */
function selectAreas(farm: Farm, spec: QuerySpec): Area[] {
  const starts = spec.controlAreaPathNames;
  return starts
    ? farm.areas.filter((area) => starts.some((start) => area.path.startsWith(start)))
    : farm.areas;
}
