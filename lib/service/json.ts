/** Reads JSON results: an array of objects, one element at a time, or newline-delimited objects. */
import { parseJson } from "./call";
import type { QueryType } from "./contract";
import {
  cutResult,
  MAX_RECORD,
  noteUnknownColumn,
  type RowInput,
  type RowSource,
  reject,
  resultError,
} from "./row-source";
import {
  allColumns,
  bareName,
  canonicalName,
  decodeText,
  type Fields,
  type RowBuilder,
  readLayout,
} from "./rows";

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const LF = 10;

/** Maximum length of a member's text, in characters. */
const MAX_TEXT = 2000;
/** Maximum number of unknown members of a row that are kept. */
const MAX_EXTRA = 100;
const encoder = new TextEncoder();

/**
 * Reads a JSON array of objects, or an object that holds one at any depth. Only the current element is kept in memory.
 */
export class JsonRows<Row> implements RowSource<Row> {
  readonly #input: RowInput<Row>;
  readonly #objects: ObjectRows<Row>;
  #element = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Depth of the array whose elements are or may be rows; 0 before it. */
  #rowsDepth = 0;
  #rowsSure = false;
  #sawArray = false;
  /** The last token was `[`, whose first element decides whether it holds rows. */
  #opened = false;

  constructor(input: RowInput<Row>) {
    this.#input = input;
    this.#objects = new ObjectRows(input);
  }

  fill(batch: Row[], size: number): boolean {
    while (batch.length < size) {
      if (!this.#step(batch)) {
        if (this.#input.buffer.ended) this.#checkEnd();
        return false;
      }
    }
    return true;
  }

  #checkEnd(): void {
    if (this.#depth > 0 || this.#inString) throw cutResult();
    if (!this.#sawArray) throw resultError("bad-answer", "the JSON holds no array of rows");
  }

  /** Scans to the end of the next element; false when the bytes are used up. */
  #step(batch: Row[]): boolean {
    const { buffer } = this.#input;
    const { bytes, limit } = buffer;
    for (let at = buffer.scanned; at < limit; at++) {
      const byte = bytes[at] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte > 32 && this.#token(byte, at, batch)) {
        buffer.scanned = at + 1;
        return true;
      }
    }
    buffer.scanned = limit;
    if (this.#rowsDepth === 0) buffer.pos = limit;
    if (buffer.unread > MAX_RECORD)
      throw resultError("bad-answer", "one of its elements is larger than 1 MiB");
    return false;
  }

  /** Handles one byte outside strings; true when it ended an element. */
  #token(byte: number, at: number, batch: Row[]): boolean {
    if (this.#opened) {
      this.#opened = false;
      if (this.#rowsDepth === 0 && (byte === OPEN_OBJECT || this.#depth === 1)) this.#enterRows(at);
    }
    const atRows = this.#rowsDepth > 0 && this.#depth === this.#rowsDepth;
    const ended = atRows && (byte === COMMA || byte === CLOSE_ARRAY);
    if (ended) this.#endElement(at, batch);
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close();
    return ended;
  }

  #open(byte: number): void {
    this.#depth++;
    this.#opened = byte === OPEN_ARRAY && this.#rowsDepth === 0 && (!this.#rowsSure || this.#depth === 1);
    if (byte === OPEN_ARRAY) this.#sawArray = true;
  }

  #close(): void {
    if (this.#depth === this.#rowsDepth) this.#rowsDepth = 0;
    this.#depth = Math.max(0, this.#depth - 1);
  }

  #enterRows(at: number): void {
    this.#rowsDepth = this.#depth;
    this.#input.buffer.pos = at;
    // An array that is the whole result holds rows, regardless of its elements.
    if (this.#depth === 1) this.#rowsSure = true;
  }

  #endElement(end: number, batch: Row[]): void {
    const { buffer, kind } = this.#input;
    const { bytes } = buffer;
    let start = buffer.pos;
    while (start < end && (bytes[start] as number) <= 32) start++;
    buffer.pos = end + 1;
    if (start === end) return;
    const value = parseLoose(decodeText(bytes, start, end));
    if (!this.#rowsSure) {
      if (value !== undefined && !looksLikeRow(kind.type, value)) {
        this.#rowsDepth = 0;
        return;
      }
      this.#rowsSure = true;
    }
    this.#objects.add(batch, value, ++this.#element, start, end);
  }
}

/** Reads newline-delimited JSON. */
export class NdjsonRows<Row> implements RowSource<Row> {
  readonly #input: RowInput<Row>;
  readonly #objects: ObjectRows<Row>;
  #skipping = false;
  #line = 0;

  constructor(input: RowInput<Row>) {
    this.#input = input;
    this.#objects = new ObjectRows(input);
  }

  fill(batch: Row[], size: number): boolean {
    const { buffer } = this.#input;
    while (batch.length < size) {
      const lineEnd = buffer.find(LF, buffer.pos);
      if (lineEnd < 0 && !(buffer.ended && buffer.unread > 0)) {
        if (buffer.unread > MAX_RECORD) this.#skipLongLine();
        return false;
      }
      const end = lineEnd < 0 ? buffer.limit : lineEnd;
      this.#readLine(end, lineEnd < 0, batch);
      buffer.pos = lineEnd < 0 ? end : end + 1;
    }
    return true;
  }

  #skipLongLine(): void {
    const { buffer, summary } = this.#input;
    if (!this.#skipping) {
      const reason = "the line is longer than 1 MiB";
      reject(summary, this.#line + 1, reason, buffer.bytes, buffer.pos, buffer.limit);
    }
    this.#skipping = true;
    buffer.pos = buffer.limit;
  }

  #readLine(end: number, isOpen: boolean, batch: Row[]): void {
    const { bytes, pos } = this.#input.buffer;
    this.#line++;
    const wasSkipping = this.#skipping;
    this.#skipping = false;
    const text = decodeText(bytes, pos, end).trim();
    if (wasSkipping || text === "") return;
    const value = parseLoose(text);
    if (value === undefined && isOpen && !this.#input.endIsCertain) throw cutResult();
    this.#objects.add(batch, value, this.#line, pos, end);
  }
}

/** Parses one JSON value, reading bare NaN, which some writers emit, as null; undefined if it is not JSON. */
export function parseLoose(text: string): unknown {
  const parsed = parseJson(text);
  if (parsed !== undefined || !text.includes("NaN")) return parsed;
  return parseJson(text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b/g, (part) => (part === "NaN" ? "null" : part)));
}

/** Returns true for an object with members of a row and none that hold rows. */
export function looksLikeRow(type: QueryType, value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const isWrapper = Object.values(value).some((member) => Array.isArray(member));
  return !isWrapper && Object.keys(value).some((name) => canonicalName(type, name) !== null);
}

function textFrom(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
}

/** Turns objects into rows, by way of the fields that CSV has. */
class ObjectRows<Row> {
  readonly #input: RowInput<Row>;
  readonly #build: RowBuilder<Row>;
  readonly #places = new Map<string, number>();
  readonly #fields: Fields;
  readonly #texts: string[];

  constructor(input: RowInput<Row>) {
    this.#input = input;
    const { type, builder } = input.kind;
    const columns = allColumns(type);
    this.#build = builder(readLayout(type, columns));
    this.#texts = columns.map(() => "");
    columns.forEach((name, at) => {
      this.#places.set(name, at);
    });
    const bytes = new Uint8Array(columns.length * MAX_TEXT * 3);
    const { length } = columns;
    this.#fields = { bytes, starts: new Int32Array(length), ends: new Int32Array(length), count: length };
  }

  /** Adds the row of a parsed value, which stands in `bytes[start, end)` of the buffer, or counts a rejection. */
  add(batch: Row[], value: unknown, line: number, start: number, end: number): void {
    const { kind, summary, buffer } = this.#input;
    const row = this.#read(value);
    if (typeof row === "string") reject(summary, line, row, buffer.bytes, start, end);
    else {
      kind.count(summary, row);
      batch.push(row);
    }
  }

  #read(value: unknown): Row | string {
    if (value === undefined) return "it is not valid JSON";
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "it is no JSON object";
    const extra = this.#collect(value as Record<string, unknown>);
    this.#layOut();
    const row = this.#build(this.#fields);
    if (typeof row !== "string" && extra) this.#input.kind.extend?.(row, extra);
    return row;
  }

  #collect(value: Record<string, unknown>): Record<string, string> | null {
    const texts = this.#texts.fill("");
    let extra: Record<string, string> | null = null;
    for (const name of Object.keys(value)) {
      const place = this.#place(name);
      if (place >= 0) texts[place] ||= textFrom(value[name]);
      else {
        noteUnknownColumn(this.#input.summary, bareName(name));
        extra ??= {};
        if (Object.keys(extra).length < MAX_EXTRA) extra[bareName(name)] = textFrom(value[name]);
      }
    }
    return extra;
  }

  #place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const listed = canonicalName(this.#input.kind.type, name);
    const place = (listed === null ? undefined : this.#places.get(listed)) ?? -1;
    if (this.#places.size < 1000) this.#places.set(name, place);
    return place;
  }

  #layOut(): void {
    const { bytes, starts, ends } = this.#fields;
    let at = 0;
    for (let i = 0; i < this.#texts.length; i++) {
      starts[i] = at;
      at += encoder.encodeInto(this.#texts[i] as string, bytes.subarray(at)).written;
      ends[i] = at;
    }
  }
}
