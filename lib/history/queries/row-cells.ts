/**
 * Rows of a query as tables and files show them: cells named like the service's columns
 * (docs/spec/service-interface.md "Query"). Pure.
 */
import { csvLine } from "@/lib/base/core/csv";
import { CHF_VALUE_COLUMNS, type QueryType, type SelectColumns } from "@/lib/service/contract";

export type Cell = string | number | boolean | null;
export type RowCells = Record<string, Cell>;

/** A row as it is stored: its instant, and its cells without the columns that only spell that instant. */
export type StoredRow = { at: Date; cells: RowCells };

type ColumnChoice = { type: QueryType; selectColumns?: SelectColumns | null };

const COLUMNS: Record<QueryType, readonly string[]> = {
  indices: [
    ...["timestamp", "timestampIso", "controlAreaPathName", "jobId", "indexName", "indexValue"],
    "isFilled",
  ],
  chf: [
    ...["measurementId", "timestamp", "timestampIso", "deviceId", "controlAreaPathName", "jobId"],
    ...CHF_VALUE_COLUMNS,
  ],
};

/** The columns that a query's rows have, in order. */
export function rowColumnsOf(query: ColumnChoice): string[] {
  return chosenColumns(COLUMNS[query.type], query.selectColumns);
}

/** Narrows columns to the chosen ones. `isFilled` cannot be chosen: it goes with the index value. */
export function chosenColumns<Name extends string>(
  all: readonly Name[],
  choice: SelectColumns | null | undefined,
): Name[] {
  const { include, exclude = [] } = choice ?? {};
  const isChosen = (name: string) => include?.includes(name) ?? !exclude.includes(name);
  return all.filter((name) => isChosen(name === "isFilled" ? "indexValue" : name));
}

/** Returns true if the columns include the row's instant, in either spelling. */
export function holdsTime(columns: readonly string[]): boolean {
  return columns.includes("timestamp") || columns.includes("timestampIso");
}

/** The given columns of a row; those without a value are null. */
export function pickCells(columns: readonly string[], row: RowCells): RowCells {
  const picked: RowCells = {};
  for (const column of columns) picked[column] = row[column] ?? null;
  return picked;
}

/** The cells of a stored row, its instant spelled as given. */
export function cellsAt(time: string, { cells }: StoredRow): RowCells {
  cells.timestamp = time;
  cells.timestampIso = time;
  return cells;
}

/** The columns of a file: the chosen ones, with site time after UTC. */
export function exportColumns(query: ColumnChoice): string[] {
  const columns = rowColumnsOf(query);
  const time = Math.max(columns.indexOf("timestamp"), columns.indexOf("timestampIso"));
  return time < 0 ? columns : columns.toSpliced(time + 1, 0, "siteTime");
}

/** A row as a line of CSV. */
export function csvRow(columns: readonly string[], row: RowCells): string {
  return csvLine(columns.map((column) => row[column] ?? null));
}

/** A row as a line of JSON. */
export function jsonRow(columns: readonly string[], row: RowCells): string {
  return `${JSON.stringify(pickCells(columns, row))}\n`;
}

/** `indices-2026-11-14-to-2026-11-21.csv`: the days in UTC, as they were sent to the service. */
export function exportName(
  query: { type: QueryType; filters: { from?: string; to?: string } },
  format: string,
): string {
  const day = (at: string | undefined) => at?.slice(0, 10);
  const period = [day(query.filters.from), day(query.filters.to)].filter(Boolean).join("-to-");
  return `${[query.type, period].filter(Boolean).join("-")}.${format}`;
}
