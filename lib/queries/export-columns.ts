/** The columns of a file of rows, and a row as one of its lines. Pure. */
import { csvLine } from "@/lib/core/csv";
import type { QueryType, SelectColumns } from "@/lib/plant-service/contract";
import { chosenColumns } from "./columns";
import { type Cell, type RowCells, rowColumnsOf } from "./row-cells";

/**
 * UTC and site time first, then what was chosen.
 * @param choice null or undefined: all columns
 */
export function exportColumns(type: QueryType, choice: SelectColumns | null | undefined): string[] {
  const chosen = chosenColumns(rowColumnsOf(type), choice);
  return ["timestamp", "siteTime", ...chosen.filter((name) => name !== "timestampIso")];
}

/** The header of a CSV file, its line end included. */
export function csvHeader(columns: readonly string[]): string {
  return csvLine(columns);
}

/** A row as a line of CSV; what a spreadsheet would run is made harmless, numbers stay as they are. */
export function csvRow(columns: readonly string[], row: RowCells): string {
  return csvLine(columns.map((column) => row[column] ?? null));
}

/** A row as a line of JSON, values as they are; a column without a value is null. */
export function jsonRow(columns: readonly string[], row: RowCells): string {
  const ordered: Record<string, Cell> = {};
  for (const column of columns) ordered[column] = row[column] ?? null;
  return `${JSON.stringify(ordered)}\n`;
}

/** `indices-2026-11-14-to-2026-11-21.csv`: days of UTC, as they were sent. */
export function exportName(
  query: { type: QueryType; filters: { from?: string; to?: string } },
  format: string,
): string {
  const day = (at: string | undefined) => at?.slice(0, 10);
  const period = [day(query.filters.from), day(query.filters.to)].filter(Boolean).join("-to-");
  return `${[query.type, period].filter(Boolean).join("-")}.${format}`;
}
