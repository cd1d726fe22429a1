/** A stored row as tables and files show it: members named like the interface's columns (service-interface 2.4). */
import { CHF_VALUE_COLUMNS, type QueryType } from "@/lib/plant-service/contract";

export type Cell = string | number | boolean | null;
export type RowCells = Record<string, Cell>;

const COLUMNS: Record<QueryType, readonly string[]> = {
  indices: ["timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue", "isFilled"],
  chf: ["measurementId", "timestampIso", "deviceId", "controlAreaPathName", "jobId", ...CHF_VALUE_COLUMNS],
};

/** The columns of stored rows of a type, in order. */
export function rowColumnsOf(type: QueryType): string[] {
  return [...COLUMNS[type]];
}

/** One value of an index as the store gives it; `filled` null: the result did not say. */
export type ValueRow = {
  at: Date;
  path: string;
  job: string;
  name: string;
  value: number;
  filled: boolean | null;
};

export function valueCells({ at, path, job, name, value, filled }: ValueRow): RowCells {
  return {
    timestampIso: at.toISOString(),
    controlAreaPathName: path,
    jobId: job,
    indexName: name,
    indexValue: value,
    isFilled: filled,
  };
}

/** One measurement as the store gives it, with its columns of values. */
export type MeasuredRow = {
  at: Date;
  measurement_id: string;
  device_id: string;
  path: string;
  job: string;
} & Record<string, Cell | Date>;

export function measuredCells(row: MeasuredRow): RowCells {
  const cells: RowCells = {
    measurementId: row.measurement_id,
    timestampIso: row.at.toISOString(),
    deviceId: row.device_id,
    controlAreaPathName: row.path,
    jobId: row.job,
  };
  for (const column of CHF_VALUE_COLUMNS) cells[column] = (row[column] ?? null) as Cell;
  return cells;
}
