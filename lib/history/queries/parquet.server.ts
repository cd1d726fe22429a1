import "server-only";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { RowCells } from "./row-cells";

type ColumnType = "STRING" | "DOUBLE" | "BOOLEAN" | "TIMESTAMP";

const TEXTS = new Set([
  "timestampIso",
  "siteTime",
  "measurementId",
  "deviceId",
  "controlAreaPathName",
  "jobId",
  "indexName",
]);

/** What a column holds; all that is neither text, time nor mark is a number. */
function typeOf(column: string): ColumnType {
  if (column === "timestamp") return "TIMESTAMP";
  if (column === "isFilled") return "BOOLEAN";
  return TEXTS.has(column) ? "STRING" : "DOUBLE";
}

/**
 * Rows as a Parquet file, a row group each batch: no more than one is held. Numbers are doubles, so that they
 * read as they came; `timestamp` is an instant in UTC.
 * @param batches none of them empty
 */
export async function* parquetOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly RowCells[]>,
): AsyncGenerator<Uint8Array, void> {
  const bytes = new ByteWriter();
  const typed = columns.map((name) => ({ name, type: typeOf(name) }));
  const schema = schemaFromColumnData({ columnData: typed.map((column) => ({ ...column, data: [] })) });
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "Leafwatch" });
  for await (const rows of batches) {
    // The schema says what the columns hold.
    const columnData = typed.map(({ name, type }) => ({
      name,
      data: rows.map((row) => cellOf(row, name, type)),
    }));
    await file.write({ columnData, rowGroupSize: rows.length });
    yield taken(bytes);
  }
  await file.finish();
  yield taken(bytes);
}

function cellOf(row: RowCells, name: string, type: ColumnType) {
  const value = row[name] ?? null;
  return type === "TIMESTAMP" && value !== null ? new Date(String(value)) : value;
}

/** What was written since the last time; its place in the file is counted on. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = bytes.getBytes().slice();
  bytes.index = 0;
  return part;
}
