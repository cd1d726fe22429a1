/** Builds rows out of records: times, places, values, and the reason where one cannot be read. */
import type { Layout } from "./columns";
import { CHF_VALUE_COLUMNS, type ChfValueColumn, type IndexRow, type MeasurementRow } from "./contract";
import { type Fields, NOT_A_NUMBER, readFlag, readNumber, TextPool, textOf } from "./fields";
import { createTimeReader } from "./service-time";

/** Area of results that name a sensor instead of an area (service-in-the-field, CSV). */
const DEVICE_AREA = "devices#";

/** Whether a path stands for a sensor, or for nothing: the row that it came with names no area. */
export function isSensorArea(path: string): boolean {
  return path === "" || path.startsWith(DEVICE_AREA);
}

/** Longest area, job, name or identity in bytes: more would not fit into a database key. */
const LONGEST = 1024;

/** Builds one row from a record; a string is the reason why it cannot. */
export type RowBuilder<Row> = (fields: Fields) => Row | string;

/** What builders share: the time reader and the pools of texts. */
class FieldReader {
  readonly #layout: Layout;
  readonly #pool = new TextPool();
  readonly #devices = new Map<string, string>();
  readonly #readTime = createTimeReader();

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Epoch milliseconds; NaN where neither column holds a time. `timestampIso` comes first. */
  time(fields: Fields): number {
    const { timestampIso, timestamp } = this.#layout;
    const iso = timestampIso < 0 ? Number.NaN : this.#timeAt(fields, timestampIso);
    return Number.isNaN(iso) && timestamp >= 0 ? this.#timeAt(fields, timestamp) : iso;
  }

  #timeAt(fields: Fields, column: number): number {
    return this.#readTime(fields.bytes, fields.starts[column] as number, fields.ends[column] as number);
  }

  /** Text of a column; "" where the result has none, null where it cannot be stored. */
  text(fields: Fields, column: number): string | null {
    if (column < 0) return "";
    const start = fields.starts[column] as number;
    const end = fields.ends[column] as number;
    if (end - start > LONGEST) return null;
    return this.#pool.get(fields.bytes, start, end);
  }

  /** The area, else the sensor's stand-in for one; "" without both. */
  path(fields: Fields): string | null {
    const { path, deviceId } = this.#layout;
    const area = this.text(fields, path);
    if (area !== "" || deviceId < 0) return area;
    const device = this.text(fields, deviceId);
    return device ? this.#deviceArea(device) : device;
  }

  #deviceArea(device: string): string {
    const known = this.#devices.get(device);
    if (known) return known;
    if (this.#devices.size > 10_000) this.#devices.clear();
    const area = DEVICE_AREA + device;
    this.#devices.set(device, area);
    return area;
  }

  /** Why {@link time} gave nothing. */
  timeReason(fields: Fields): string {
    const { timestampIso, timestamp } = this.#layout;
    const shown = [timestampIso, timestamp].map((at) => sample(fields, at)).find((text) => text !== "");
    return shown ? `the time "${shown}" cannot be read` : "the time is missing";
  }
}

function sample(fields: Fields, column: number): string {
  if (column < 0) return "";
  const start = fields.starts[column] as number;
  const end = fields.ends[column] as number;
  const text = textOf(fields.bytes, start, Math.min(end, start + 60));
  return end - start > 60 ? `${text}…` : text;
}

const UNFIT = "an area, job, name or identity is longer than 1,024 bytes or holds a NUL character";

/** Builder of `indices` rows for a layout. */
export function indexRowBuilder(layout: Layout): RowBuilder<IndexRow> {
  const reader = new FieldReader(layout);
  const { indexName: nameAt, indexValue: valueAt, jobId: jobAt, isFilled: filledAt } = layout;
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
    const value = readNumber(bytes, starts[valueAt] as number, ends[valueAt] as number);
    if (value === NOT_A_NUMBER) return `the index value "${sample(fields, valueAt)}" is no number`;
    const filled =
      filledAt < 0 ? null : readFlag(bytes, starts[filledAt] as number, ends[filledAt] as number);
    return { at, path, jobId, indexName, value, filled };
  };
}

function readValues(layout: Layout, fields: Fields): Record<ChfValueColumn, number | null> | string {
  const values = {} as Record<ChfValueColumn, number | null>;
  for (let i = 0; i < CHF_VALUE_COLUMNS.length; i++) {
    const name = CHF_VALUE_COLUMNS[i] as ChfValueColumn;
    const at = layout.values[i] as number;
    const value =
      at < 0 ? null : readNumber(fields.bytes, fields.starts[at] as number, fields.ends[at] as number);
    if (value === NOT_A_NUMBER) return `${name} "${sample(fields, at)}" is no number`;
    values[name] = value;
  }
  return values;
}

function readExtra(layout: Layout, fields: Fields): Record<string, string> | null {
  if (layout.unknown.length === 0) return null;
  const extra: Record<string, string> = {};
  for (const { name, at } of layout.unknown) {
    const start = fields.starts[at] as number;
    extra[name] = textOf(fields.bytes, start, Math.min(fields.ends[at] as number, start + LONGEST));
  }
  return extra;
}

/** Builder of `chf` rows for a layout. */
export function measurementRowBuilder(layout: Layout): RowBuilder<MeasurementRow> {
  const reader = new FieldReader(layout);
  return (fields) => {
    const at = reader.time(fields);
    if (Number.isNaN(at)) return reader.timeReason(fields);
    const measurementId = reader.text(fields, layout.measurementId);
    const deviceId = reader.text(fields, layout.deviceId);
    const path = reader.path(fields);
    const jobId = reader.text(fields, layout.jobId);
    if (measurementId === null || deviceId === null || path === null || jobId === null) return UNFIT;
    if (measurementId === "") return "the measurement's identity is missing";
    const values = readValues(layout, fields);
    if (typeof values === "string") return values;
    return { measurementId, at, deviceId, path, jobId, values, extra: readExtra(layout, fields) };
  };
}
