import "server-only";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { csvLine } from "@/lib/base/core/csv";
import { siteInstants, utcInstant } from "@/lib/base/core/time";
import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import type { Actor } from "@/lib/identity/actor/contract";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import type { ExportFormat } from "./contract";
import { cellsAt, csvRow, exportColumns, exportName, jsonRow, type StoredRow } from "./row-cells";
import { fillHours, makeRowMap, splitPeriod } from "./row-map";
import { countInParts } from "./rows-service.server";
import { rowsInWindow } from "./rows-store.server";
import type { QueryRecord } from "./store.server";
import { visibleQuery } from "./visible.server";
import { writeRowsWorkbook } from "./workbook.server";

/** Rows that are read and written at once: some 3 MB. */
const BATCH = 10_000;

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: XLSX_TYPE,
  jsonl: "application/x-ndjson; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

/**
 * Exports the stored rows that a query selects, oldest first. They are read in parts of the query's time, one short
 * statement each: a slow reader holds no connection and no transaction, and memory does not grow with the length.
 * @throws AppError `forbidden`, `not-found`
 */
export async function exportQueryRows(actor: Actor, id: string, format: ExportFormat) {
  const { query, tenancy } = await visibleQuery(actor, id);
  const columns = exportColumns(query);
  const batches = readBatches(query, siteInstants(tenancy.timeZone));
  const write = (): AsyncGenerator<string | Uint8Array, void> => {
    if (format === "xlsx") return writeRowsWorkbook(query, tenancy, batches);
    return format === "parquet" ? writeParquet(columns, batches) : writeLines(columns, batches, format);
  };
  return { name: exportName(query, format), contentType: CONTENT_TYPES[format], parts: write() };
}

/** The rows with their times spelled out; no batch is empty. */
async function* readBatches(query: QueryRecord, siteTime: (at: Date) => string) {
  for await (const { hours, ...period } of countInParts(query)) {
    const { first, counts } = fillHours(hours);
    for (const { from, to } of splitPeriod(makeRowMap(first, counts), period, BATCH)) {
      const rows = await rowsInWindow(query, { from: new Date(from), to: new Date(to) });
      if (rows.length === 0) continue;
      addTimes(rows, siteTime);
      yield rows;
    }
  }
}

/** Consecutive rows share instants, so each is spelled once. */
function addTimes(rows: readonly StoredRow[], siteTime: (at: Date) => string): void {
  let last = { at: Number.NaN, utc: "", site: "" };
  for (const row of rows) {
    const at = row.at.getTime();
    if (at !== last.at) last = { at, utc: utcInstant(row.at), site: siteTime(row.at) };
    cellsAt(last.utc, row).siteTime = last.site;
  }
}

async function* writeLines(
  columns: readonly string[],
  batches: AsyncIterable<readonly StoredRow[]>,
  format: "csv" | "jsonl",
) {
  const write = format === "csv" ? csvRow : jsonRow;
  if (format === "csv") yield csvLine(columns);
  for await (const rows of batches) yield rows.map(({ cells }) => write(columns, cells)).join("");
}

function parquetType(column: string): "STRING" | "DOUBLE" | "BOOLEAN" | "TIMESTAMP" {
  if (column === "timestamp") return "TIMESTAMP";
  if (column === "isFilled") return "BOOLEAN";
  const isNumber = column === "indexValue" || (CHF_VALUE_COLUMNS as readonly string[]).includes(column);
  return isNumber ? "DOUBLE" : "STRING";
}

/**
 * Writes a row group per batch, so that only one is in memory. Numbers are doubles, so that they read as they came;
 * `timestamp` is an instant.
 */
async function* writeParquet(columns: readonly string[], batches: AsyncIterable<readonly StoredRow[]>) {
  const writer = new ByteWriter();
  const empty = columns.map((name) => ({ name, type: parquetType(name), data: [] }));
  const schema = schemaFromColumnData({ columnData: empty });
  const file = new ParquetWriter({ writer, schema, createdBy: "Leafwatch" });
  for await (const rows of batches) {
    const columnData = columns.map((name) => ({
      name,
      data: rows.map(({ at, cells }) => (name === "timestamp" ? at : (cells[name] ?? null))),
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield takeBytes(writer);
  }
  await file.finish();
  yield takeBytes(writer);
}

/** The bytes written since the last call; the writer goes on counting its offset in the file. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
