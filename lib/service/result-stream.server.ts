import "server-only";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { IndexRow, MeasurementRow, ResultSummary } from "./contract";
import { CsvRows } from "./csv";
import { JsonRows, looksLikeRow, NdjsonRows, parseLoose } from "./json";
import {
  countIndexRow,
  MAX_RECORD,
  newSummary,
  type RowKind,
  type RowSource,
  resultError,
} from "./row-source";
import { decodeText, indexRowBuilder, measurementRowBuilder } from "./rows";

const PIECE_BYTES = 256 * 1024;
/** Layers of gzip that are unpacked. */
const MAX_LAYERS = 2;

/** How to read a result. */
export interface ParseOptions {
  /** Rows in a batch, 2,000 by default. */
  batchSize?: number;
  /** Whether the transport notices a truncated body (`OpenedResult.endIsCertain`); true by default. */
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
  const { endIsCertain = true } = options;
  const kind: RowKind<IndexRow> = {
    type: "indices",
    builder: indexRowBuilder,
    count: countIndexRow,
    extend: () => undefined,
    endIsCertain,
  };
  return parse(source, kind, options);
}

/** Reads a result of type `chf`; as {@link parseIndices}. */
export function parseMeasurements(
  source: ByteSource,
  options: ParseOptions = {},
): ParsedResult<MeasurementRow> {
  const { endIsCertain = true } = options;
  const kind: RowKind<MeasurementRow> = {
    type: "chf",
    builder: measurementRowBuilder,
    count: (summary) => {
      summary.rows++;
    },
    extend: (row, extra) => {
      row.extra = extra;
    },
    endIsCertain,
  };
  return parse(source, kind, options);
}

function parse<Row>(source: ByteSource, kind: RowKind<Row>, options: ParseOptions): ParsedResult<Row> {
  const summary = newSummary();
  const rows = readRows(source, kind, summary, options);
  return { summary, [Symbol.asyncIterator]: () => rows };
}

async function* readRows<Row>(
  source: ByteSource,
  kind: RowKind<Row>,
  summary: ResultSummary,
  { batchSize: size = 2000, onContent }: ParseOptions,
): AsyncGenerator<Row[]> {
  const chunks = countBytes(unpack(source, summary, MAX_LAYERS), summary, onContent);
  try {
    const started = await startReader(chunks, kind, summary);
    if (!started) return;
    const { reader } = started;
    let batch: Row[] = [];
    for await (const chunk of prepend(started.head, chunks)) {
      for (const piece of pieces(chunk)) {
        reader.push(piece);
        while (reader.fill(batch, size)) {
          yield batch;
          batch = [];
        }
      }
    }
    reader.finish();
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
  const chunks = withHead(source, 2);
  const first = await chunks.next();
  if (first.done) return;
  const all = prepend(first.value, chunks);
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip || layers === 0) {
    yield* all;
    return;
  }
  summary.gzip = true;
  yield* unpack(gunzip(all), summary, layers - 1);
}

/** The source with a first chunk of at least `size` bytes, where it has as many. */
async function* withHead(source: ByteSource, size: number): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of source) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < size) continue;
    yield head;
    head = null;
  }
  if (head?.length) yield head;
}

async function* prepend(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
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

/** Waits for as many bytes as decide the format. */
async function startReader<Row>(
  chunks: AsyncGenerator<Uint8Array>,
  kind: RowKind<Row>,
  summary: ResultSummary,
): Promise<{ reader: RowSource<Row>; head: Uint8Array } | null> {
  let head: Uint8Array = new Uint8Array(0);
  for (;;) {
    const next = await chunks.next();
    if (!next.done) {
      head = Buffer.concat([head, next.value]);
      if (head.length < 3) continue;
    }
    const content = hasBom(head) ? head.subarray(3) : head;
    const format = detectFormat(kind, content, next.done ?? false);
    if (format === null) continue;
    const reader = createReader(format, kind, summary);
    return reader && { reader, head: content };
  }
}

function hasBom(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The format by the beginning of the content; null while more bytes are needed. */
function detectFormat(kind: Pick<RowKind<unknown>, "type">, head: Uint8Array, ended: boolean): Format | null {
  const at = head.findIndex((byte) => byte > 32);
  if (at < 0) return ended ? "empty" : null;
  const first = head[at];
  if (first === 0x3c) throw resultError("bad-answer", "a page came instead of a result");
  if (first === 0x5b) return "json";
  if (first !== 0x7b) return "csv";
  const lineEnd = head.indexOf(10, at);
  if (lineEnd < 0 && !ended) return head.length > MAX_RECORD ? "json" : null;
  const line = parseLoose(decodeText(head, at, lineEnd < 0 ? head.length : lineEnd));
  return looksLikeRow(kind, line) ? "ndjson" : "json";
}

function createReader<Row>(
  format: Format,
  kind: RowKind<Row>,
  summary: ResultSummary,
): RowSource<Row> | null {
  summary.format = format;
  if (format === "csv") return new CsvRows(kind, summary);
  if (format === "json") return new JsonRows(kind, summary);
  return format === "ndjson" ? new NdjsonRows(kind, summary) : null;
}
