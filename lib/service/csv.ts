/** Reads CSV results: records and fields (RFC 4180, with one space allowed after a comma), and rows built from them. */
import { redact } from "./errors";
import {
  type ByteBuffer,
  cutResult,
  MAX_RECORD,
  noteUnknownColumn,
  type RowInput,
  type RowSource,
  reject,
  resultError,
} from "./row-source";
import { decodeText, type Fields, missingColumns, type RowBuilder, readLayout } from "./rows";

const COMMA = 44;
const LF = 10;
const CR = 13;
const QUOTE = 34;
const SPACE = 32;
const MAX_FIELDS = 2048;

/** Results of a scan in place of a position. */
const NEED_MORE = -1;
const FAULT = -2;

/**
 * Reads CSV results (docs/spec/service-in-the-field.md "Result content"): the header names the columns, every record
 * after it is a row or a rejection.
 */
export class CsvRows<Row> implements RowSource<Row> {
  readonly #input: RowInput<Row>;
  readonly #csv: CsvScanner;
  #width = 0;
  #build: RowBuilder<Row> | null = null;

  constructor(input: RowInput<Row>) {
    this.#input = input;
    this.#csv = new CsvScanner(input.buffer);
  }

  fill(batch: Row[], size: number): boolean {
    const csv = this.#csv;
    const build = this.#build ?? this.#readHeader();
    if (!build) return false;
    const { kind, summary } = this.#input;
    while (batch.length < size) {
      const found = csv.next();
      if (found === "more") return false;
      if (found === "fault") this.#reject(csv.fault, true);
      else if (csv.fields.count !== this.#width) this.#rejectWidth();
      else {
        const row = build(csv.fields);
        if (typeof row === "string") this.#reject(row, false);
        else {
          kind.count(summary, row);
          batch.push(row);
        }
      }
    }
    return true;
  }

  #readHeader(): RowBuilder<Row> | null {
    const found = this.#csv.next();
    if (found === "more") return null;
    if (found === "fault") throw resultError("bad-answer", `its header cannot be read: ${this.#csv.fault}`);
    const header = this.#csv.texts();
    const { kind, summary } = this.#input;
    const layout = readLayout(kind.type, header);
    const missing = missingColumns(layout);
    if (missing.length > 0) {
      const seen = redact(header.slice(0, 30).join(", "));
      throw resultError("bad-answer", `its header lacks ${missing.join(", ")}; it has: ${seen}`);
    }
    for (const { name } of layout.unknown) noteUnknownColumn(summary, name);
    this.#width = header.length;
    this.#build = kind.builder(layout);
    return this.#build;
  }

  #rejectWidth(): void {
    const { count } = this.#csv.fields;
    this.#reject(`it has ${count} columns, the header has ${this.#width}`, count < this.#width);
  }

  #reject(reason: string, mayBeCut: boolean): void {
    const csv = this.#csv;
    const { endIsCertain, summary } = this.#input;
    if (mayBeCut && csv.endsOpen && !endIsCertain) throw cutResult();
    reject(summary, csv.line, reason, csv.rawBytes, csv.rawStart, csv.rawEnd);
  }
}

/** Outcomes of {@link CsvScanner.next}. */
type Scanned = "record" | "fault" | "more";

/**
 * Scans the bytes of a buffer record by record. Of a record with faulty quotes only the first line is skipped, so that
 * one stray quote cannot swallow the rest.
 */
export class CsvScanner {
  readonly fields: Fields = {
    bytes: new Uint8Array(0),
    starts: new Int32Array(MAX_FIELDS),
    ends: new Int32Array(MAX_FIELDS),
    count: 0,
  };
  /** First line of the last record or fault, from 1. */
  line = 0;
  /** Why the last record could not be read. */
  fault = "";
  /** The last record or fault, unchanged: a slice of {@link rawBytes}. */
  rawStart = 0;
  rawEnd = 0;
  rawBytes = new Uint8Array(0);
  /** The last record or fault ends with the stream instead of a line end. */
  endsOpen = false;
  readonly #buffer: ByteBuffer;
  #skipping = false;
  #nextLine = 1;
  #quotedLines = 0;
  readonly #escaped: number[] = [];

  constructor(buffer: ByteBuffer) {
    this.#buffer = buffer;
  }

  /** Scans the next record into {@link fields}; skips empty lines. */
  next(): Scanned {
    const buffer = this.#buffer;
    if (this.#skipping && !this.#skipLine()) return "more";
    while (buffer.pos < buffer.limit) {
      const end = this.#scan();
      if (end === NEED_MORE) return buffer.unread > MAX_RECORD ? this.#skipFaultyLine(true) : "more";
      if (end === FAULT) return this.#skipFaultyLine(false);
      if (this.#accept(end)) return "record";
    }
    return "more";
  }

  /** Consumes a scanned record; false for an empty line. */
  #accept(end: number): boolean {
    const { fields } = this;
    const buffer = this.#buffer;
    this.line = this.#nextLine;
    this.rawStart = buffer.pos;
    this.rawEnd = end;
    this.rawBytes = buffer.bytes;
    this.endsOpen = buffer.bytes[end - 1] !== LF;
    this.#nextLine += 1 + this.#quotedLines;
    fields.bytes = buffer.bytes;
    const isEmpty = fields.count === 1 && fields.starts[0] === fields.ends[0];
    if (this.#escaped.length > 0) this.#unescape();
    buffer.pos = end;
    return !isEmpty;
  }

  /** Finds one record's fields and returns the position after it. The hot loop of every import. */
  #scan(): number {
    const { bytes, limit } = this.#buffer;
    const { starts, ends } = this.fields;
    let at = this.#buffer.pos;
    let count = 0;
    this.#quotedLines = 0;
    if (this.#escaped.length > 0) this.#escaped.length = 0;
    for (;;) {
      if (count > 0 && at < limit && bytes[at] === SPACE) at++;
      if (count >= MAX_FIELDS) return this.#fail(`there are more than ${MAX_FIELDS} columns`);
      if (at < limit && bytes[at] === QUOTE) {
        const close = this.#closingQuote(at + 1, count);
        if (close < 0) return close;
        starts[count] = at + 1;
        ends[count++] = close;
        at = close + 1;
        if (at < limit && bytes[at] === CR && (at + 1 >= limit || bytes[at + 1] === LF)) at++;
        if (at < limit && bytes[at] !== COMMA && bytes[at] !== LF)
          return this.#fail("text follows a closing quote");
      } else {
        starts[count] = at;
        let byte = 0;
        while (at < limit) {
          byte = bytes[at] as number;
          if (byte === COMMA || byte === LF) break;
          at++;
        }
        ends[count++] = at;
        if (at > 0 && byte !== COMMA && bytes[at - 1] === CR && at > (starts[count - 1] as number))
          ends[count - 1] = at - 1;
      }
      if (at >= limit) {
        this.fields.count = count;
        return this.#buffer.ended ? limit : NEED_MORE;
      }
      if (bytes[at] === LF) {
        this.fields.count = count;
        return at + 1;
      }
      at++;
    }
  }

  #fail(reason: string): number {
    this.fault = reason;
    return FAULT;
  }

  /** Position of the quote that ends a field; records doubled quotes and line ends inside. */
  #closingQuote(start: number, field: number): number {
    const { bytes, limit } = this.#buffer;
    let isEscaped = false;
    let at = this.#buffer.find(QUOTE, start);
    while (at >= 0 && at + 1 < limit && bytes[at + 1] === QUOTE) {
      isEscaped = true;
      at = this.#buffer.find(QUOTE, at + 2);
    }
    if (at < 0) return this.#buffer.ended ? this.#fail("a quote is not closed") : NEED_MORE;
    if (at + 1 >= limit && !this.#buffer.ended) return NEED_MORE;
    if (isEscaped) this.#escaped.push(field);
    for (let i = start; i < at; i++) if (bytes[i] === LF) this.#quotedLines++;
    return at;
  }

  /** Halves doubled quotes in place; keeps an unchanged copy of the record. */
  #unescape(): void {
    const { bytes, starts, ends } = this.fields;
    this.rawBytes = bytes.slice(this.rawStart, this.rawEnd);
    this.rawEnd -= this.rawStart;
    this.rawStart = 0;
    for (const field of this.#escaped) {
      const end = ends[field] as number;
      let to = starts[field] as number;
      for (let from = to; from < end; from++) {
        bytes[to++] = bytes[from] as number;
        if (bytes[from] === QUOTE) from++;
      }
      ends[field] = to;
    }
  }

  /** Skips the first pending line; where it has no end yet, all bytes up to one. */
  #skipFaultyLine(tooLarge: boolean): Scanned {
    const buffer = this.#buffer;
    const lineEnd = buffer.find(LF, buffer.pos);
    if (lineEnd < 0 && !buffer.ended && !tooLarge) return "more";
    if (tooLarge)
      this.fault = lineEnd < 0 ? "the line is longer than 1 MiB" : "a quote is not closed within 1 MiB";
    this.line = this.#nextLine;
    this.rawBytes = buffer.bytes;
    this.rawStart = buffer.pos;
    this.rawEnd = lineEnd < 0 ? buffer.limit : lineEnd;
    this.endsOpen = lineEnd < 0 && buffer.ended;
    this.#skipping = lineEnd < 0 && !buffer.ended;
    this.#nextLine++;
    buffer.pos = lineEnd < 0 ? buffer.limit : lineEnd + 1;
    return "fault";
  }

  #skipLine(): boolean {
    const buffer = this.#buffer;
    const lineEnd = buffer.find(LF, buffer.pos);
    buffer.pos = lineEnd < 0 ? buffer.limit : lineEnd + 1;
    this.#skipping = lineEnd < 0;
    return lineEnd >= 0;
  }

  /** Texts of the last record. */
  texts(): string[] {
    const { bytes, starts, ends, count } = this.fields;
    return Array.from({ length: count }, (_, i) => decodeText(bytes, starts[i] as number, ends[i] as number));
  }
}
