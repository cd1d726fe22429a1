// A result on the wire: CSV, JSON or newline-delimited JSON, generated while it is sent.
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { createGzip } from "node:zlib";
import type { Cell } from "./csv";
import { csvCell } from "./csv";
import type { ResultTable } from "./rows";
import type { VariantSet } from "./variants";

const CHUNK = 32_768;
/** The first columns of every result; they have no prefix. */
const OWN_COLUMNS = ["query_statement_name", "record_no"];

interface Format {
  contentType: string;
  chunks: (table: ResultTable, queryId: string, variants: VariantSet) => Generator<string>;
}

/** Sends a result; `cut` destroys the connection after its first part. */
export async function sendResult(
  response: ServerResponse,
  table: ResultTable,
  queryId: string,
  variants: VariantSet,
  cut: boolean,
): Promise<void> {
  const format = chooseFormat(variants);
  const headers: Record<string, string> = { "content-type": format.contentType, "cache-control": "no-store" };
  if (variants.has("gzip") || variants.has("gzip-mislabelled")) headers["content-encoding"] = "gzip";
  if (variants.has("gzip-typed")) headers["content-type"] = "application/gzip";
  response.writeHead(200, headers);
  const chunks = blocks(format.chunks(table, queryId, variants));
  const zipped = (["gzip", "gzip-unlabelled", "gzip-typed"] as const).some((name) => variants.has(name));
  if (cut) return sendCut(response, chunks);
  const source = Readable.from(chunks);
  await (zipped ? pipeline(source, createGzip({ level: 1 }), response) : pipeline(source, response)).catch(
    ignoreClosed,
  );
}

function chooseFormat(variants: VariantSet): Format {
  if (variants.has("json") || variants.has("json-object"))
    return { contentType: "application/json", chunks: jsonText };
  if (variants.has("ndjson")) return { contentType: "application/x-ndjson", chunks: ndjsonText };
  return { contentType: "text/csv", chunks: csvText };
}

async function sendCut(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => {
      response.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => resolve());
    });
    break;
  }
  response.destroy();
}

/** A reader may disconnect at any time, which is no fault of the service. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  const expected = ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"];
  if (!expected.includes(error.code ?? "")) throw error;
}

async function* blocks(parts: Iterable<string>): AsyncGenerator<Buffer> {
  let block = "";
  for (const part of parts) {
    block += part;
    if (block.length < CHUNK) continue;
    yield Buffer.from(block);
    block = "";
    // A fast reader must not block other requests.
    await setImmediate();
  }
  if (block !== "") yield Buffer.from(block);
}

function columnNames(table: ResultTable, variants: VariantSet): string[] {
  const prefix = variants.has("bare") ? "" : variants.has("single-underscore") ? "data_" : "data__";
  return [...OWN_COLUMNS, ...table.columns.map((name) => prefix + name)];
}

function* numbered(table: ResultTable, queryId: string): Generator<Cell[]> {
  let number = 0;
  for (const row of table.rows) {
    number += 1;
    row.unshift(queryId, number);
    yield row;
  }
}

/** CSV with a header; the last line ends with a newline, save in the variant with CRLF. */
export function* csvText(table: ResultTable, queryId: string, variants: VariantSet): Generator<string> {
  const windows = variants.has("bom-crlf");
  const comma = variants.has("space-after-comma") ? ", " : ",";
  const newline = windows ? "\r\n" : "\n";
  yield (windows ? "\uFEFF" : "") + columnNames(table, variants).map(csvCell).join(comma);
  const value = table.columns.indexOf("indexValue") + OWN_COLUMNS.length;
  for (const row of numbered(table, queryId)) {
    const number = row[value];
    // JSON has numbers; text always has one decimal.
    if (value >= OWN_COLUMNS.length && typeof number === "number") row[value] = number.toFixed(1);
    yield newline + row.map(csvCell).join(comma);
  }
  if (!windows) yield newline;
}

function* jsonText(table: ResultTable, queryId: string, variants: VariantSet): Generator<string> {
  const wrapped = variants.has("json-object");
  yield wrapped ? `{"queryId":${JSON.stringify(queryId)},"records":[` : "[";
  let comma = "";
  for (const line of objects(table, queryId, variants)) {
    yield comma + line;
    comma = ",\n";
  }
  yield wrapped ? "]}" : "]";
}

function* ndjsonText(table: ResultTable, queryId: string, variants: VariantSet): Generator<string> {
  for (const line of objects(table, queryId, variants)) yield `${line}\n`;
}

function* objects(table: ResultTable, queryId: string, variants: VariantSet): Generator<string> {
  const names = columnNames(table, variants);
  for (const row of numbered(table, queryId)) {
    yield JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
  }
}
