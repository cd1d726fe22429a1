/** Rows out of CSV: the header tells the columns, every record after it is a row or a rejection. */
import { type Layout, layoutOf, missingColumns } from "./columns";
import type { QueryType, ResultSummary } from "./contract";
import { CsvScanner } from "./csv-scanner";
import { PlantServiceError } from "./errors";
import { redact } from "./redact";
import { noteUnknownColumn, type RowSource, reject } from "./row-source";
import type { RowBuilder } from "./rows";

/** What a reader needs to know of the rows it makes. */
export interface RowKind<Row> {
  type: QueryType;
  builder: (layout: Layout) => RowBuilder<Row>;
  count: (summary: ResultSummary, row: Row) => void;
  /** Puts members that we do not know onto a row; for formats without a header. */
  extend: (row: Row, extra: Record<string, string>) => void;
  /** The transport notices an early end, so that an open end is the file's own. */
  endIsCertain: boolean;
}

function badResult(detail: string): PlantServiceError {
  return new PlantServiceError({ code: "bad-answer", call: "result", detail });
}

/** The error of a result that ends in the middle of a row. */
export function cutResult(): PlantServiceError {
  return new PlantServiceError({
    code: "download-cut",
    call: "result",
    detail: "it ends in the middle of a row",
  });
}

/** Reader of CSV results (service-in-the-field, CSV). */
export class CsvRows<Row> implements RowSource<Row> {
  readonly #kind: RowKind<Row>;
  readonly #summary: ResultSummary;
  readonly #csv = new CsvScanner();
  #width = 0;
  #build: RowBuilder<Row> | null = null;

  constructor(kind: RowKind<Row>, summary: ResultSummary) {
    this.#kind = kind;
    this.#summary = summary;
  }

  push(chunk: Uint8Array): void {
    this.#csv.push(chunk);
  }

  finish(): void {
    this.#csv.finish();
  }

  fill(batch: Row[], size: number): boolean {
    const csv = this.#csv;
    const build = this.#build ?? this.#readHeader();
    if (!build) return false;
    const { count } = this.#kind;
    const summary = this.#summary;
    while (batch.length < size) {
      const found = csv.next();
      if (found === "more") return false;
      if (found === "fault") this.#reject(csv.fault, true);
      else if (csv.fields.count !== this.#width) this.#rejectWidth();
      else {
        const row = build(csv.fields);
        if (typeof row === "string") this.#reject(row, false);
        else {
          count(summary, row);
          batch.push(row);
        }
      }
    }
    return true;
  }

  #readHeader(): RowBuilder<Row> | null {
    const found = this.#csv.next();
    if (found === "more") return null;
    if (found === "fault") throw badResult(`its header cannot be read: ${this.#csv.fault}`);
    const header = this.#csv.texts();
    const layout = layoutOf(this.#kind.type, header);
    const missing = missingColumns(layout);
    if (missing.length > 0) {
      const seen = redact(header.slice(0, 30).join(", "));
      throw badResult(`its header lacks ${missing.join(", ")}; it has: ${seen}`);
    }
    for (const { name } of layout.unknown) noteUnknownColumn(this.#summary, name);
    this.#width = layout.width;
    this.#build = this.#kind.builder(layout);
    return this.#build;
  }

  #rejectWidth(): void {
    const { count } = this.#csv.fields;
    this.#reject(`it has ${count} columns, the header has ${this.#width}`, count < this.#width);
  }

  #reject(reason: string, mayBeCut: boolean): void {
    const csv = this.#csv;
    if (mayBeCut && csv.endsOpen && !this.#kind.endIsCertain) throw cutResult();
    reject(this.#summary, csv.line, reason, csv.rawBytes, csv.rawStart, csv.rawEnd);
  }
}
