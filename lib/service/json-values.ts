/** Rows out of JSON objects, by way of the same fields that CSV has. */
import { allColumns, bareName, canonicalName, isKnownColumn, layoutOf } from "./columns";
import type { ResultSummary } from "./contract";
import type { RowKind } from "./csv-rows";
import { type Fields, textOf } from "./fields";
import { noteUnknownColumn, reject } from "./row-source";
import type { RowBuilder } from "./rows";

const encoder = new TextEncoder();
const LONGEST_TEXT = 2000;
const MOST_EXTRA = 100;

/** Parses one JSON value. A bare NaN, which some writers leave, is null. Undefined: no JSON. */
export function parseLoose(text: string): unknown {
  for (const attempt of [
    text,
    text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b/g, (m) => (m === "NaN" ? "null" : m)),
  ]) {
    try {
      return JSON.parse(attempt) as unknown;
    } catch {
      if (!text.includes("NaN")) return undefined;
    }
  }
  return undefined;
}

/** Whether a value is an object with members of a result's row and none that hold rows. */
export function looksLikeRow(kind: { type: RowKind<unknown>["type"] }, value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const isWrapper = Object.values(value).some((member) => Array.isArray(member));
  return !isWrapper && Object.keys(value).some((name) => isKnownColumn(kind.type, name));
}

function textFrom(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
}

/** Turns objects into rows. */
export class ObjectRows<Row> {
  readonly #kind: RowKind<Row>;
  readonly #summary: ResultSummary;
  readonly #build: RowBuilder<Row>;
  readonly #places = new Map<string, number>();
  readonly #fields: Fields;
  readonly #texts: string[];

  constructor(kind: RowKind<Row>, summary: ResultSummary) {
    this.#kind = kind;
    this.#summary = summary;
    const columns = allColumns(kind.type);
    this.#build = kind.builder(layoutOf(kind.type, columns));
    this.#texts = columns.map(() => "");
    columns.forEach((name, at) => {
      this.#places.set(name, at);
    });
    const bytes = new Uint8Array(columns.length * LONGEST_TEXT * 3);
    const { length } = columns;
    this.#fields = { bytes, starts: new Int32Array(length), ends: new Int32Array(length), count: length };
  }

  /** Reads the value in `bytes[start, end)`; gives a row or counts a rejection. */
  read(bytes: Uint8Array, start: number, end: number, line: number): Row | null {
    const value = parseLoose(textOf(bytes, start, end));
    const row = this.build(value);
    if (typeof row !== "string") return row;
    reject(this.#summary, line, row, bytes, start, end);
    return null;
  }

  /** A row out of a parsed value, counted; a string is the reason why there is none. */
  build(value: unknown): Row | string {
    if (value === undefined) return "it is not valid JSON";
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "it is no JSON object";
    const extra = this.#collect(value as Record<string, unknown>);
    this.#layOut();
    const row = this.#build(this.#fields);
    if (typeof row === "string") return row;
    if (extra) this.#kind.extend(row, extra);
    this.#kind.count(this.#summary, row);
    return row;
  }

  #collect(value: Record<string, unknown>): Record<string, string> | null {
    const texts = this.#texts.fill("");
    let extra: Record<string, string> | null = null;
    for (const name of Object.keys(value)) {
      const place = this.#placeOf(name);
      if (place >= 0) texts[place] ||= textFrom(value[name]);
      else {
        noteUnknownColumn(this.#summary, bareName(name));
        extra ??= {};
        if (Object.keys(extra).length < MOST_EXTRA) extra[bareName(name)] = textFrom(value[name]);
      }
    }
    return extra;
  }

  #placeOf(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const listed = canonicalName(this.#kind.type, name);
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
