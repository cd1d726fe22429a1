/** A stored row as tables and files show it: members named like the interface's columns (service-interface 2.4). */
import { CHF_VALUE_COLUMNS, type QueryType, type SelectColumns } from "@/lib/service/contract";
import { chosenColumns } from "./columns";

export type Cell = string | number | boolean | null;
export type RowCells = Record<string, Cell>;

const COLUMNS: Record<QueryType, readonly string[]> = {
  indices: [
    "timestamp",
    "timestampIso",
    "controlAreaPathName",
    "jobId",
    "indexName",
    "indexValue",
    "isFilled",
  ],
  chf: [
    ...["measurementId", "timestamp", "timestampIso", "deviceId", "controlAreaPathName", "jobId"],
    ...CHF_VALUE_COLUMNS,
  ],
};

/** The columns that the rows of a query are shown with, in order. */
export function rowColumnsOf(query: { type: QueryType; selectColumns?: SelectColumns | null }): string[] {
  return chosenColumns(COLUMNS[query.type], query.selectColumns);
}

/** A row with these columns alone; one without a value is null. */
export function pickCells(columns: readonly string[], row: RowCells): RowCells {
  const picked: RowCells = {};
  for (const column of columns) picked[column] = row[column] ?? null;
  return picked;
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
    timestamp: at.toISOString(),
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
    timestamp: row.at.toISOString(),
    timestampIso: row.at.toISOString(),
    deviceId: row.device_id,
    controlAreaPathName: row.path,
    jobId: row.job,
  };
  for (const column of CHF_VALUE_COLUMNS) cells[column] = (row[column] ?? null) as Cell;
  return cells;
}
