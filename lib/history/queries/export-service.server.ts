import "server-only";
import { siteInstants, utcInstant } from "@/lib/base/core/time";
import type { Actor } from "@/lib/identity/auth/contract";
import { requireAccess } from "@/lib/identity/auth/rules";
import type { ExportFormat } from "./contract";
import { csvHeader, csvRow, exportColumns, exportName, jsonRow } from "./export-columns";
import { countInParts } from "./hour-count.server";
import { parquetOf } from "./parquet.server";
import type { RowCells } from "./row-cells";
import { countsOf, makeRowMap, partsOf } from "./row-map";
import type { QueryRecord } from "./store.server";
import { visibleQuery } from "./visible.server";
import { rowsWithin } from "./window-store.server";

/** So many rows are read and written at once: some 3 MB. */
const BATCH = 10_000;

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

export type RowsFile = {
  name: string;
  contentType: string;
  parts: AsyncGenerator<string | Uint8Array, void>;
};

/**
 * The stored rows that a query selects as a file, oldest first. It is read part by part of its time, each by one
 * short statement, so that a slow reader holds no connection and no transaction, and memory stays the same
 * whatever the length.
 * @throws AppError `not-found`
 */
export async function exportQueryRows(actor: Actor, id: string, format: ExportFormat): Promise<RowsFile> {
  requireAccess(actor, "viewer");
  const { query, tenancy } = await visibleQuery(actor, id);
  const columns = exportColumns(query);
  const batches = batchesOf(query, periodsOf(query), siteInstants(tenancy.timeZone));
  return {
    name: exportName(query, format),
    contentType: CONTENT_TYPES[format],
    parts: format === "parquet" ? parquetOf(columns, batches) : linesOf(columns, batches, format),
  };
}

async function* periodsOf(query: QueryRecord): AsyncGenerator<{ from: number; to: number }, void> {
  for await (const { hours, ...period } of countInParts(query)) {
    const { first, counts } = countsOf(hours);
    yield* partsOf(makeRowMap(first, counts), period, BATCH);
  }
}

async function* batchesOf(
  query: QueryRecord,
  periods: AsyncIterable<{ from: number; to: number }>,
  siteTime: (at: Date) => string,
): AsyncGenerator<RowCells[], void> {
  for await (const { from, to } of periods) {
    const rows = await rowsWithin(query, { from: new Date(from), to: new Date(to) });
    if (rows.length === 0) continue;
    addTimes(rows, siteTime);
    yield rows;
  }
}

/** Writes the times into the rows. Many follow one another that share an instant: it is written out once. */
function addTimes(rows: readonly RowCells[], siteTime: (at: Date) => string): void {
  let written = { iso: "", utc: "", siteTime: "" };
  for (const row of rows) {
    const iso = String(row.timestampIso);
    if (iso !== written.iso) {
      const at = new Date(iso);
      written = { iso, utc: utcInstant(at), siteTime: siteTime(at) };
    }
    row.timestamp = written.utc;
    row.timestampIso = written.utc;
    row.siteTime = written.siteTime;
  }
}

async function* linesOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly RowCells[]>,
  format: "csv" | "jsonl",
): AsyncGenerator<string, void> {
  const write = format === "csv" ? csvRow : jsonRow;
  if (format === "csv") yield csvHeader(columns);
  for await (const rows of batches) yield rows.map((row) => write(columns, row)).join("");
}
