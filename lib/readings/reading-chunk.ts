import { INDICES } from "@/lib/core/indices";
import type { IndexRow } from "@/lib/plant-service/contract";
import { noOutcomes, outcomeOf } from "./outcomes";

const WIDTH = INDICES.length;
/** A row of the result that stands alone in its instant takes as much memory as some that share one. */
const ROWS_PER_INSTANT = 4;
const POSITION = new Map<string, number>(INDICES.map((name, position) => [name, position]));

/** Area and job of a reading: what most rows of a result share with the row before. */
export type Pair = {
  path: string;
  jobId: string;
  /** Instant (epoch milliseconds) to row of the chunk. */
  rows: Map<number, number>;
  /** First and last instant with a value of any index; epoch milliseconds. */
  from: number;
  to: number;
};

/** A value of an index that we do not know. */
export type OtherValue = {
  pair: Pair;
  indexName: string;
  at: number;
  value: number;
  filled: boolean | null;
};

/**
 * Some hundred thousand rows of a result, turned into one row an instant. Inside it holds what holds in
 * the store: a measured value beats an interpolated one, else the later one wins
 * (service-in-the-field, CSV).
 */
export class ReadingChunk {
  /** Rows of the result that are in it, equal ones included. */
  added = 0;
  empty = 0;
  /** Values of the eight, each place counted once. */
  cells = 0;
  /** Rows whose place an earlier row of the chunk had taken, and what they did to it. */
  readonly repeats = noOutcomes();
  readonly others = new Map<string, OtherValue>();
  /** Instants in it; the length that counts of the columns below. */
  size = 0;
  pairOf: Pair[] = [];
  at = new Float64Array(1024);
  /** Eight values a row; NaN where there is none. */
  values = new Float64Array(1024 * WIDTH).fill(Number.NaN);
  filled = new Uint8Array(1024);
  unsure = new Uint8Array(1024);
  readonly #pairs = new Map<string, Map<string, Pair>>();
  #last: Pair | undefined;

  /** Takes one row of the result. */
  add(row: IndexRow): void {
    if (row.value === null) {
      this.empty++;
      return;
    }
    const pair = this.#pair(row.path, row.jobId);
    const position = POSITION.get(row.indexName);
    this.added++;
    if (row.at < pair.from) pair.from = row.at;
    if (row.at > pair.to) pair.to = row.at;
    if (position === undefined) this.#addOther(pair, row, row.value);
    else this.#addKnown(pair, position, row, row.value);
  }

  /** Whether so many rows are in it, or as much as they usually take. */
  isFull(rows: number): boolean {
    return this.added + this.empty >= rows || (this.size + this.others.size) * ROWS_PER_INSTANT >= rows;
  }

  /** The pairs that have at least one value. */
  pairs(): Pair[] {
    return [...this.#pairs.values()]
      .flatMap((jobs) => [...jobs.values()])
      .filter((pair) => pair.to >= pair.from);
  }

  /** The jobs that have at least one value. */
  jobIds(): string[] {
    return [...new Set(this.pairs().map((pair) => pair.jobId))];
  }

  #pair(path: string, jobId: string): Pair {
    const last = this.#last;
    if (last !== undefined && last.path === path && last.jobId === jobId) return last;
    const jobs = this.#pairs.get(path) ?? new Map<string, Pair>();
    this.#pairs.set(path, jobs);
    let pair = jobs.get(jobId);
    if (!pair) {
      pair = {
        path,
        jobId,
        rows: new Map(),
        from: Number.POSITIVE_INFINITY,
        to: Number.NEGATIVE_INFINITY,
      };
      jobs.set(jobId, pair);
    }
    this.#last = pair;
    return pair;
  }

  #addKnown(pair: Pair, position: number, row: IndexRow, value: number): void {
    const index = pair.rows.get(row.at) ?? this.#newRow(pair, row.at);
    const cell = index * WIDTH + position;
    const bit = 1 << position;
    const filled = this.filled[index] as number;
    const unsure = this.unsure[index] as number;
    const before = this.values[cell] as number;
    if (Number.isNaN(before)) this.cells++;
    else {
      const kind = (unsure & bit) !== 0 ? null : (filled & bit) !== 0;
      this.repeats[outcomeOf({ value: before, filled: kind }, { value, filled: row.filled })]++;
      if (kind === false && row.filled === true) return;
    }
    this.values[cell] = value;
    this.filled[index] = row.filled === true ? filled | bit : filled & ~bit;
    this.unsure[index] = row.filled === null ? unsure | bit : unsure & ~bit;
  }

  #newRow(pair: Pair, at: number): number {
    const index = this.size++;
    if (index === this.at.length) this.#grow();
    pair.rows.set(at, index);
    this.pairOf.push(pair);
    this.at[index] = at;
    return index;
  }

  #grow(): void {
    const length = this.at.length * 2;
    const values = new Float64Array(length * WIDTH).fill(Number.NaN);
    values.set(this.values);
    this.values = values;
    this.at = enlarged(this.at, new Float64Array(length));
    this.filled = enlarged(this.filled, new Uint8Array(length));
    this.unsure = enlarged(this.unsure, new Uint8Array(length));
  }

  #addOther(pair: Pair, row: IndexRow, value: number): void {
    const key = JSON.stringify([pair.path, pair.jobId, row.indexName, row.at]);
    const known = this.others.get(key);
    if (known) {
      this.repeats[outcomeOf(known, { value, filled: row.filled })]++;
      if (known.filled === false && row.filled === true) return;
    }
    this.others.set(key, { pair, indexName: row.indexName, at: row.at, value, filled: row.filled });
  }
}

function enlarged<T extends Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
