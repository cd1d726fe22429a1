/** What the readers of the three formats have in common: bytes in, batches of rows out, everything counted. */

import { INDEX_NAMES, type ResultSummary } from "./contract";
import { textOf } from "./rows";

/** A reader of one format. */
export interface RowSource<Row> {
  push(chunk: Uint8Array): void;
  /** No more bytes will come. */
  finish(): void;
  /**
   * Reads rows into a batch until it holds `size` or the bytes are used up.
   * @returns true when the batch is full
   * @throws PlantServiceError bad-answer, download-cut
   */
  fill(batch: Row[], size: number): boolean;
}

/** Largest record in bytes; a larger one is rejected. */
export const LARGEST_RECORD = 1024 * 1024;

const MOST_REJECTIONS = 1_000;

const MOST_NAMES = 100;

const LONGEST_RAW = 500;

const KNOWN_INDICES: ReadonlySet<string> = new Set(INDEX_NAMES);

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

/** Counts a rejected record and keeps the first thousand; `line` as in {@link Rejection}. */
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
  if (summary.rejections.length >= MOST_REJECTIONS) return;
  const text = textOf(bytes, start, Math.min(end, start + LONGEST_RAW * 4)).replace(/\r?\n?$/, "");
  const raw = text.length > LONGEST_RAW ? `${text.slice(0, LONGEST_RAW)}…` : text;
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
  else if (Object.keys(names).length < MOST_NAMES) names[name] = 1;
}

/** Lists an unknown column once. */
export function noteUnknownColumn(summary: ResultSummary, name: string): void {
  const { unknownColumns } = summary;
  const short = name.slice(0, 100);
  if (unknownColumns.length < MOST_NAMES && !unknownColumns.includes(short)) unknownColumns.push(short);
}

/** Bytes that have arrived and are not used up yet. */

/** A growing buffer; `bytes[pos, limit)` is what waits to be read. */
export class ByteBuffer {
  bytes = new Uint8Array(512 * 1024);
  pos = 0;
  limit = 0;

  /** Number of bytes that wait. */
  get waiting(): number {
    return this.limit - this.pos;
  }

  /** Adds bytes behind those that wait; positions may move. */
  push(chunk: Uint8Array): void {
    if (this.limit + chunk.length > this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.limit);
    this.limit += chunk.length;
  }

  #makeRoom(more: number): void {
    const needed = this.waiting + more;
    const size = needed > this.bytes.length / 2 ? Math.max(needed * 2, this.bytes.length) : this.bytes.length;
    const target = size === this.bytes.length ? this.bytes : new Uint8Array(size);
    target.set(this.bytes.subarray(this.pos, this.limit));
    this.bytes = target;
    this.limit -= this.pos;
    this.pos = 0;
  }

  /** Position of a byte at or after `from`; -1 when it has not arrived. */
  find(byte: number, from: number): number {
    const at = this.bytes.indexOf(byte, from);
    return at >= 0 && at < this.limit ? at : -1;
  }
}
