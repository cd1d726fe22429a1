/** The columns of a file of rows, and a row as one of its lines. Pure. */
import { csvLine } from "@/lib/base/core/csv";
import type { QueryType } from "@/lib/service/contract";
import { pickCells, type RowCells, rowColumnsOf } from "./row-cells";

/** What was chosen, and the site's time behind the time in UTC where that is. */
export function exportColumns(query: Parameters<typeof rowColumnsOf>[0]): string[] {
  const columns = rowColumnsOf(query);
  const time = Math.max(columns.indexOf("timestamp"), columns.indexOf("timestampIso"));
  return time < 0 ? columns : columns.toSpliced(time + 1, 0, "siteTime");
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
  return `${JSON.stringify(pickCells(columns, row))}\n`;
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
