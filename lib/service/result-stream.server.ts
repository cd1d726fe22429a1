import "server-only";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { peek, prepend } from "./call";
import type { IndexRow, MeasurementRow, QueryType, ResultSummary } from "./contract";
import { CsvRows } from "./csv";
import { JsonRows, looksLikeRow, NdjsonRows, parseLoose } from "./json";
import {
  ByteBuffer,
  countIndexRow,
  MAX_RECORD,
  newSummary,
  type RowInput,
  type RowKind,
  type RowSource,
  resultError,
} from "./row-source";
import { decodeText, indexRowBuilder, measurementRowBuilder } from "./rows";

const PIECE_BYTES = 256 * 1024;
/** Layers of gzip that are unpacked. */
const MAX_LAYERS = 2;

/** Options for reading a result. */
export interface ParseOptions {
  /** Rows in a batch, 2,000 by default. */
  batchSize?: number;
  /** The transport notices a truncated body (`OpenedResult.endIsCertain`); true by default. */
  endIsCertain?: boolean;
  /** Called with each piece of the unpacked content before its rows are given; what it throws ends the reading. */
  onContent?: (piece: Uint8Array) => void;
}

/** Batches of rows, to be read once; `summary` is complete after the last one. */
export interface ParsedResult<Row> extends AsyncIterable<Row[]> {
  readonly summary: ResultSummary;
}

/** Bytes as they come: a web stream, a node stream or a generator. */
export type ByteSource = AsyncIterable<Uint8Array>;

/**
 * Reads a result of type `indices` (docs/spec/service-interface.md "Result";
 * docs/spec/service-in-the-field.md "Result content") as it arrives. Memory is bounded, and the source is read no
 * faster than the batches are taken.
 * @throws PlantServiceError bad-answer, download-cut, and what the source throws; while iterating
 */
export function parseIndices(source: ByteSource, options: ParseOptions = {}): ParsedResult<IndexRow> {
  return parse(source, { type: "indices", builder: indexRowBuilder, count: countIndexRow }, options);
}

/** Reads a result of type `chf`; as {@link parseIndices}. */
export function parseMeasurements(
  source: ByteSource,
  options: ParseOptions = {},
): ParsedResult<MeasurementRow> {
  const kind: RowKind<MeasurementRow> = {
    type: "chf",
    builder: measurementRowBuilder,
    count: (summary) => {
      summary.rows++;
    },
    extend: (row, extra) => {
      row.extra = extra;
    },
  };
  return parse(source, kind, options);
}

function parse<Row>(source: ByteSource, kind: RowKind<Row>, options: ParseOptions): ParsedResult<Row> {
  const { endIsCertain = true } = options;
  const summary = newSummary();
  const rows = readRows(source, { kind, summary, buffer: new ByteBuffer(), endIsCertain }, options);
  return { summary, [Symbol.asyncIterator]: () => rows };
}

async function* readRows<Row>(
  source: ByteSource,
  input: RowInput<Row>,
  { batchSize: size = 2000, onContent }: ParseOptions,
): AsyncGenerator<Row[]> {
  const { buffer, summary } = input;
  const chunks = countBytes(unpack(source, summary, MAX_LAYERS), summary, onContent);
  try {
    const { head, verdict: format } = await peek(chunks, (bytes, ended) =>
      bytes.length < 3 && !ended ? null : detectFormat(input.kind.type, withoutBom(bytes), ended),
    );
    summary.format = format;
    if (format === "empty") return;
    const reader = createReader(format, input);
    let batch: Row[] = [];
    for await (const chunk of prepend(withoutBom(head), chunks)) {
      for (const piece of pieces(chunk)) {
        buffer.push(piece);
        while (reader.fill(batch, size)) {
          yield batch;
          batch = [];
        }
      }
    }
    buffer.ended = true;
    while (reader.fill(batch, size)) {
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    await chunks.return(undefined);
  }
}

function* pieces(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

async function* countBytes(
  chunks: AsyncGenerator<Uint8Array>,
  summary: ResultSummary,
  onContent?: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    summary.bytes += chunk.length;
    onContent?.(chunk);
    yield chunk;
  }
}

/** Unpacks gzip, recognised by its first two bytes and not by its label, up to twice. */
async function* unpack(
  source: ByteSource,
  summary: ResultSummary,
  layers: number,
): AsyncGenerator<Uint8Array> {
  const chunks = iterate(source);
  const { head, verdict: isGzip } = await peek(chunks, (bytes, ended) =>
    bytes.length < 2 && !ended ? null : bytes[0] === 0x1f && bytes[1] === 0x8b,
  );
  const all = prepend(head, chunks);
  if (!isGzip || layers === 0) {
    yield* all;
    return;
  }
  summary.gzip = true;
  yield* unpack(gunzip(all), summary, layers - 1);
}

async function* iterate(source: ByteSource): AsyncGenerator<Uint8Array> {
  yield* source;
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: PIECE_BYTES });
  const unzip = createGunzip({ chunkSize: PIECE_BYTES });
  // The loop below meets every error; the callback only keeps the pipeline from throwing it.
  pipeline(source, unzip, () => undefined);
  try {
    for await (const chunk of unzip) yield chunk as Buffer;
  } catch (error) {
    throw gzipError(error);
  } finally {
    source.destroy();
  }
}

function gzipError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "Z_BUF_ERROR") return resultError("download-cut", "its gzip data ends too early", error);
  if (typeof code === "string" && code.startsWith("Z_"))
    return resultError("bad-answer", "its gzip data is broken", error);
  return error;
}

type Format = NonNullable<ResultSummary["format"]>;

function withoutBom(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The format by the beginning of the content; null while more bytes are needed. */
function detectFormat(type: QueryType, head: Uint8Array, ended: boolean): Format | null {
  const at = head.findIndex((byte) => byte > 32);
  if (at < 0) return ended ? "empty" : null;
  const first = head[at];
  if (first === 0x3c) throw resultError("bad-answer", "a page came instead of a result");
  if (first === 0x5b) return "json";
  if (first !== 0x7b) return "csv";
  const lineEnd = head.indexOf(10, at);
  if (lineEnd < 0 && !ended) return head.length > MAX_RECORD ? "json" : null;
  const line = parseLoose(decodeText(head, at, lineEnd < 0 ? head.length : lineEnd));
  return looksLikeRow(type, line) ? "ndjson" : "json";
}

function createReader<Row>(format: Exclude<Format, "empty">, input: RowInput<Row>): RowSource<Row> {
  if (format === "csv") return new CsvRows(input);
  return format === "json" ? new JsonRows(input) : new NdjsonRows(input);
}
