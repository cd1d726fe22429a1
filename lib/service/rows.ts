/** Builds rows out of records: finds the columns in a header, then reads times, places and values. Pure. */
import {
  CHF_COLUMNS,
  CHF_VALUE_COLUMNS,
  type ChfColumn,
  type ChfValueColumn,
  INDICES_COLUMNS,
  type IndexRow,
  type MeasurementRow,
  type QueryType,
} from "./contract";
import { createTimeReader } from "./service-time";

/** Area of results that name a sensor instead of an area (docs/spec/service-in-the-field.md "Result content"). */
const DEVICE_AREA = "devices#";
/**
 * Columns that every result may have beside the selectable ones (docs/spec/service-in-the-field.md "Result content").
 */
const EXTRA_KNOWN = ["isFilled", "deviceId", "query_statement_name", "record_no"] as const;
type Column = ChfColumn | keyof typeof INDICES_COLUMNS | (typeof EXTRA_KNOWN)[number];
/** Maximum number of unknown columns that are kept. */
const MAX_UNKNOWN = 100;
/** Maximum bytes of an area, job, name or identity: longer ones do not fit into a database key. */
const MAX_KEY = 1024;
/** Texts that a pool holds, and its hash slots: a power of two. */
const MAX_POOLED = 32_768;
const SLOTS = 131_072;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** One record: slices `[starts[i], ends[i])` of `bytes`, `count` of them. Reused from record to record. */
export interface Fields {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  count: number;
}

/** The columns of a result. */
export interface Layout {
  type: QueryType;
  /** Position of a column; -1 if the result lacks it. */
  place: (column: Column) => number;
  /** Unknown columns: bare name and position. */
  unknown: { name: string; at: number }[];
}

/** Builds a row from a record; a string is the reason for its rejection. */
export type RowBuilder<Row> = (fields: Fields) => Row | string;

/** Returns true if a path stands for a sensor or is empty: its row names no area. */
export function isSensorArea(path: string): boolean {
  return path === "" || path.startsWith(DEVICE_AREA);
}

const CANONICAL: Record<QueryType, Map<string, string>> = {
  indices: canonical([...Object.keys(INDICES_COLUMNS), ...EXTRA_KNOWN]),
  chf: canonical([...Object.keys(CHF_COLUMNS), ...EXTRA_KNOWN]),
};

function canonical(names: string[]): Map<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** Strips `data__` or `data_` from a column's name. */
export function bareName(name: string): string {
  return name.trim().replace(/^data_{1,2}/i, "");
}

/**
 * Finds the columns in a header. Names match without prefix and in any case; of two equal names the first counts.
 */
export function readLayout(type: QueryType, header: readonly string[]): Layout {
  const places = new Map<string, number>();
  const unknown: { name: string; at: number }[] = [];
  header.forEach((raw, at) => {
    const name = canonicalName(type, raw);
    if (name && !places.has(name)) places.set(name, at);
    else if (unknown.length < MAX_UNKNOWN) unknown.push({ name: bareName(raw), at });
  });
  return { type, place: (column) => places.get(column) ?? -1, unknown };
}

/** Columns without which no row can be stored, each with the one that may stand in for it. */
const NEEDED: Record<QueryType, [Column, ...Column[]][]> = {
  indices: [
    ["timestampIso", "timestamp"],
    ["controlAreaPathName", "deviceId"],
    ["indexName"],
    ["indexValue"],
  ],
  chf: [["timestampIso", "timestamp"], ["measurementId"]],
};

/** Names of the missing columns without which no row could be stored. */
export function missingColumns({ type, place }: Layout): string[] {
  const missing = NEEDED[type].filter((columns) => columns.every((column) => place(column) < 0));
  return missing.map(([column]) => column);
}

/** The columns of a type in a fixed order, for records without a header. */
export function allColumns(type: QueryType): string[] {
  return [...CANONICAL[type].values()];
}

/** The listed spelling of a column's name; null for an unknown one. */
export function canonicalName(type: QueryType, name: string): string | null {
  return CANONICAL[type].get(bareName(name).toLowerCase()) ?? null;
}

const UNFIT = "an area, job, name or identity is longer than 1,024 bytes or holds a NUL character";

/** Builder of `indices` rows for a layout. */
export function indexRowBuilder(layout: Layout): RowBuilder<IndexRow> {
  const reader = new FieldReader(layout);
  const [nameAt, valueAt, jobAt, filledAt] = [
    layout.place("indexName"),
    layout.place("indexValue"),
    layout.place("jobId"),
    layout.place("isFilled"),
  ];
  return (fields) => {
    const at = reader.time(fields);
    if (Number.isNaN(at)) return reader.timeReason(fields);
    const path = reader.path(fields);
    const jobId = reader.text(fields, jobAt);
    const indexName = reader.text(fields, nameAt);
    if (path === null || jobId === null || indexName === null) return UNFIT;
    if (path === "") return "the control area is missing";
    if (indexName === "") return "the index name is missing";
    const { bytes, starts, ends } = fields;
    const value = readNumberAt(fields, valueAt);
    if (value === NOT_A_NUMBER) return `the index value "${sample(fields, valueAt)}" is no number`;
    const filled =
      filledAt < 0 ? null : readFlag(bytes, starts[filledAt] as number, ends[filledAt] as number);
    return { at, path, jobId, indexName, value, filled };
  };
}

function readExtra(layout: Layout, fields: Fields): Record<string, string> | null {
  if (layout.unknown.length === 0) return null;
  const extra: Record<string, string> = {};
  for (const { name, at } of layout.unknown) {
    const start = fields.starts[at] as number;
    extra[name] = decodeText(fields.bytes, start, Math.min(fields.ends[at] as number, start + MAX_KEY));
  }
  return extra;
}

/** Builder of `chf` rows for a layout. */
export function measurementRowBuilder(layout: Layout): RowBuilder<MeasurementRow> {
  const reader = new FieldReader(layout);
  const idAt = layout.place("measurementId");
  const deviceAt = layout.place("deviceId");
  const jobAt = layout.place("jobId");
  const columns = CHF_VALUE_COLUMNS.map((name) => ({ name, at: layout.place(name) }));
  return (fields) => {
    const at = reader.time(fields);
    if (Number.isNaN(at)) return reader.timeReason(fields);
    const measurementId = reader.text(fields, idAt);
    const deviceId = reader.text(fields, deviceAt);
    const path = reader.path(fields);
    const jobId = reader.text(fields, jobAt);
    if (measurementId === null || deviceId === null || path === null || jobId === null) return UNFIT;
    if (measurementId === "") return "the measurement's identity is missing";
    const values = {} as Record<ChfValueColumn, number | null>;
    for (const { name, at: column } of columns) {
      const value = column < 0 ? null : readNumberAt(fields, column);
      if (value === NOT_A_NUMBER) return `${name} "${sample(fields, column)}" is no number`;
      values[name] = value;
    }
    return { measurementId, at, deviceId, path, jobId, values, extra: readExtra(layout, fields) };
  };
}

/** Reads times and texts of a layout; equal texts share one string. */
class FieldReader {
  readonly #times: number[];
  readonly #area: number;
  readonly #device: number;
  readonly #pool = new TextPool();
  readonly #readTime = createTimeReader();

  constructor({ place }: Layout) {
    this.#times = [place("timestampIso"), place("timestamp")].filter((column) => column >= 0);
    this.#area = place("controlAreaPathName");
    this.#device = place("deviceId");
  }

  /** Epoch milliseconds; NaN where neither column holds a time. `timestampIso` comes first. */
  time({ bytes, starts, ends }: Fields): number {
    for (const column of this.#times) {
      const at = this.#readTime(bytes, starts[column] as number, ends[column] as number);
      if (!Number.isNaN(at)) return at;
    }
    return Number.NaN;
  }

  /** Text of a column; "" if the result lacks it, null if it cannot be stored. */
  text(fields: Fields, column: number): string | null {
    if (column < 0) return "";
    const start = fields.starts[column] as number;
    const end = fields.ends[column] as number;
    if (end - start > MAX_KEY) return null;
    return this.#pool.get(fields.bytes, start, end);
  }

  /** The area, or the sensor in its place; "" without both. */
  path(fields: Fields): string | null {
    const area = this.text(fields, this.#area);
    if (area !== "") return area;
    const device = this.text(fields, this.#device);
    return device ? DEVICE_AREA + device : device;
  }

  /** The reason for NaN of {@link time}. */
  timeReason(fields: Fields): string {
    const shown = this.#times.map((at) => sample(fields, at)).find((text) => text !== "");
    return shown ? `the time "${shown}" cannot be read` : "the time is missing";
  }
}

function sample(fields: Fields, column: number): string {
  if (column < 0) return "";
  const start = fields.starts[column] as number;
  const end = fields.ends[column] as number;
  const text = decodeText(fields.bytes, start, Math.min(end, start + 60));
  return end - start > 60 ? `${text}…` : text;
}

/** Decodes a slice of UTF-8. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** A pooled text. */
interface Kept {
  bytes: Uint8Array;
  /** Null if it holds a NUL character, which Postgres cannot store. */
  text: string | null;
}

/** Gives one string for equal bytes, so that rows share their areas, jobs and names. */
class TextPool {
  #slots: (Kept | undefined)[] = new Array<Kept | undefined>(SLOTS);
  #kept = 0;

  /** The text of a slice; null if it holds a NUL character. */
  get(bytes: Uint8Array, start: number, end: number): string | null {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let kept = this.#slots[slot]; kept; kept = this.#slots[slot]) {
      if (isSame(kept.bytes, bytes, start, end)) return kept.text;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.#keep(slot, bytes, start, end);
  }

  #keep(slot: number, bytes: Uint8Array, start: number, end: number): string | null {
    const read = decodeText(bytes, start, end);
    const text = read.includes("\0") ? null : read;
    if (this.#kept >= MAX_POOLED) {
      this.#slots = new Array<Kept | undefined>(SLOTS);
      this.#kept = 0;
    }
    this.#slots[slot] = { bytes: bytes.slice(start, end), text };
    this.#kept++;
    return text;
  }
}

function isSame(kept: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (kept.length !== length) return false;
  for (let i = 0; i < length; i++) if (kept[i] !== bytes[start + i]) return false;
  return true;
}

/** Result of {@link readNumber} for text that is no number; "no value" is null. */
const NOT_A_NUMBER = Symbol("not a number");
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/** The range of normal numbers in single precision. */
const LARGEST = 3.4028234663852886e38;
const SMALLEST = 1.1754943508222875e-38;

/**
 * Reads a decimal number. Empty and NaN are null, "no value"; numbers outside single precision, in which readings are
 * stored, are NOT_A_NUMBER.
 */
function readNumber(bytes: Uint8Array, start: number, end: number): number | null | typeof NOT_A_NUMBER {
  if (start >= end) return null;
  let at = start;
  const negative = bytes[at] === 45;
  if (negative) at++;
  const first = at;
  let mantissa = 0;
  let point = -1;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - 48;
    if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
    else if (digit === -2 && point < 0) point = at;
    else return readOddNumber(bytes, start, end);
  }
  const digits = end - first - (point < 0 ? 0 : 1);
  if (digits < 1 || digits > 15) return readOddNumber(bytes, start, end);
  // Both are exact below 2^53, so the quotient is the nearest number to the text.
  const value = point < 0 ? mantissa : mantissa / (POWERS[end - point - 1] as number);
  return negative && value !== 0 ? -value : value;
}

function readNumberAt({ bytes, starts, ends }: Fields, column: number): ReturnType<typeof readNumber> {
  return readNumber(bytes, starts[column] as number, ends[column] as number);
}

function readOddNumber(bytes: Uint8Array, start: number, end: number): number | null | typeof NOT_A_NUMBER {
  const text = decodeText(bytes, start, end).trim();
  if (text === "" || text.toLowerCase() === "nan") return null;
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  const size = Math.abs(value);
  return size === 0 ? 0 : size <= LARGEST && size >= SMALLEST ? value : NOT_A_NUMBER;
}

function spells(bytes: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (((bytes[start + i] as number) | 32) !== word.charCodeAt(i)) return false;
  }
  return true;
}

/** Reads TRUE, FALSE, 1 and 0 in any case; null for everything else. */
function readFlag(bytes: Uint8Array, start: number, end: number): boolean | null {
  const length = end - start;
  if (length === 4) return spells(bytes, start, "true") ? true : null;
  if (length === 5) return spells(bytes, start, "false") ? false : null;
  if (length !== 1) return null;
  return bytes[start] === 49 ? true : bytes[start] === 48 ? false : null;
}
