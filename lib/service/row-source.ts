/** Shared by the readers of the three formats: bytes in, batches of rows out, everything counted. */
import { INDEX_NAMES, type QueryType, type ResultSummary } from "./contract";
import { PlantServiceError } from "./errors";
import { decodeText, type Layout, type RowBuilder } from "./rows";

/** Maximum bytes of a record; a larger one is rejected. */
export const MAX_RECORD = 1024 * 1024;
const MAX_REJECTIONS = 1_000;
const MAX_NAMES = 100;
/** Maximum length of a kept rejected record, in characters. */
const MAX_RAW = 500;
const KNOWN_INDICES: ReadonlySet<string> = new Set(INDEX_NAMES);

/** The rows of a type of result: how a record becomes one. */
export interface RowKind<Row> {
  type: QueryType;
  builder: (layout: Layout) => RowBuilder<Row>;
  count: (summary: ResultSummary, row: Row) => void;
  /** Adds unknown members to a row; for formats without a header. */
  extend?: (row: Row, extra: Record<string, string>) => void;
}

/** The input of a reader, and its counts. */
export interface RowInput<Row> {
  kind: RowKind<Row>;
  summary: ResultSummary;
  buffer: ByteBuffer;
  /** The transport notices a truncated body, so that an open end is the file's own. */
  endIsCertain: boolean;
}

/** A reader of one format. */
export interface RowSource<Row> {
  /**
   * Reads rows into a batch until it holds `size` or the bytes are used up.
   * @returns true when the batch is full
   * @throws PlantServiceError bad-answer, download-cut
   */
  fill(batch: Row[], size: number): boolean;
}

/** The error for a result that cannot be read. */
export function resultError(
  code: "bad-answer" | "download-cut",
  detail: string,
  cause?: unknown,
): PlantServiceError {
  return new PlantServiceError({ code, call: "result", detail, cause });
}

/** The error for a result that ends within a row. */
export function cutResult(): PlantServiceError {
  return resultError("download-cut", "it ends in the middle of a row");
}

/** An empty summary. */
export function newSummary(): ResultSummary {
  return {
    format: null,
    gzip: false,
    bytes: 0,
    rows: 0,
    empty: 0,
    rejected: 0,
    rejections: [],
    unknownColumns: [],
    unknownIndexNames: Object.create(null) as Record<string, number>,
  };
}

/** Counts a rejected record; the first thousand are kept. `line` is as in {@link Rejection}. */
export function reject(
  summary: ResultSummary,
  line: number,
  reason: string,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  summary.rows++;
  summary.rejected++;
  if (summary.rejections.length >= MAX_REJECTIONS) return;
  const text = decodeText(bytes, start, Math.min(end, start + MAX_RAW * 4)).replace(/\r?\n?$/, "");
  const raw = text.length > MAX_RAW ? `${text.slice(0, MAX_RAW)}…` : text;
  summary.rejections.push({ line, reason, raw });
}

/** Counts a row of type `indices`. */
export function countIndexRow(
  summary: ResultSummary,
  row: { indexName: string; value: number | null },
): void {
  summary.rows++;
  if (row.value === null) summary.empty++;
  if (!KNOWN_INDICES.has(row.indexName)) countUnknownIndex(summary.unknownIndexNames, row.indexName);
}

function countUnknownIndex(names: Record<string, number>, name: string): void {
  const count = names[name];
  if (count !== undefined) names[name] = count + 1;
  else if (Object.keys(names).length < MAX_NAMES) names[name] = 1;
}

/** Adds an unknown column to the summary, once. */
export function noteUnknownColumn(summary: ResultSummary, name: string): void {
  const { unknownColumns } = summary;
  const short = name.slice(0, 100);
  if (unknownColumns.length < MAX_NAMES && !unknownColumns.includes(short)) unknownColumns.push(short);
}

/** A growing buffer; `bytes[pos, limit)` is still to be read. */
export class ByteBuffer {
  bytes = new Uint8Array(512 * 1024);
  pos = 0;
  limit = 0;
  /** End of the scanned bytes, for a reader that needs it; moves with `pos`. */
  scanned = 0;
  /** True once no more bytes will come. */
  ended = false;

  /** Number of unread bytes. */
  get unread(): number {
    return this.limit - this.pos;
  }

  /** Appends bytes; positions may move. */
  push(chunk: Uint8Array): void {
    if (this.limit + chunk.length > this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.limit);
    this.limit += chunk.length;
  }

  #makeRoom(more: number): void {
    const needed = this.unread + more;
    const size = needed > this.bytes.length / 2 ? Math.max(needed * 2, this.bytes.length) : this.bytes.length;
    const target = size === this.bytes.length ? this.bytes : new Uint8Array(size);
    target.set(this.bytes.subarray(this.pos, this.limit));
    this.bytes = target;
    this.limit -= this.pos;
    this.scanned -= this.pos;
    this.pos = 0;
  }

  /** Position of a byte value at or after `from`; -1 if it has not arrived. */
  find(byte: number, from: number): number {
    const at = this.bytes.indexOf(byte, from);
    return at >= 0 && at < this.limit ? at : -1;
  }
}
