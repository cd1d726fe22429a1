/** Chunks: rows of a result, collected and merged in memory until they make one transaction. Pure. */
import { INDICES } from "@/lib/base/core/indices";
import { CHF_VALUE_COLUMNS, type IndexRow, type MeasurementRow } from "@/lib/service/contract";
import type { ImportTally, Outcomes } from "./contract";

/** Indices of a reading. */
const WIDTH = INDICES.length;
/** Rows of a result that take as much memory as one instant, where some of them share it. */
const ROWS_PER_INSTANT = 4;
/** Rows of an index that take as much memory as one measurement. */
const ROWS_PER_MEASUREMENT = 8;
/** A power of two. */
const INITIAL_SIZE = 1024;
const POSITION = new Map<string, number>(INDICES.map((name, position) => [name, position]));

/** Area and job of readings; most rows of a result share them with the row before. */
export type Pair = {
  path: string;
  jobId: string;
  /** Its position among the pairs of the chunk. */
  number: number;
  /** First and last instant with a value of any index; epoch milliseconds. */
  from: number;
  to: number;
};

/** A value of an index outside the interface. */
export type OtherValue = {
  pair: Pair;
  indexName: string;
  at: number;
  value: number;
  filled: boolean | null;
};

/**
 * Some hundred thousand rows of a result as one row per instant. Values are merged as in the store: measured replaces
 * interpolated, either replaces a value whose row does not say, else the later one wins
 * (docs/spec/service-in-the-field.md "Merging rows"). Its memory is reused, because the garbage collector frees the
 * memory of long-lived chunks late.
 */
export class ReadingChunk {
  /** Rows of the result in it, repeated ones included. */
  added = 0;
  empty = 0;
  /** Values of the eight indices, each counted once. */
  cells = 0;
  /** Outcomes of rows for a value that the chunk already had. */
  repeats = noOutcomes();
  readonly others = new Map<string, OtherValue>();
  /** Instants in it: the used length of the columns below. */
  size = 0;
  /** Numbers of pairs. */
  pairOf = new Int32Array(INITIAL_SIZE);
  at = new Float64Array(INITIAL_SIZE);
  /** Eight values per row; NaN where there is none. */
  values = new Float64Array(INITIAL_SIZE * WIDTH).fill(Number.NaN);
  filled = new Uint8Array(INITIAL_SIZE);
  unsure = new Uint8Array(INITIAL_SIZE);
  /** Hash table of rows by pair and instant: the row plus one, 0 where empty. */
  #slots = new Int32Array(INITIAL_SIZE * 2);
  readonly #pairs = new Map<string, Map<string, Pair>>();
  #count = 0;
  #last: Pair | undefined;

  /** Adds a row of the result. */
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

  /** Returns true if it holds `rows` rows, or takes as much memory. */
  isFull(rows: number): boolean {
    return this.added + this.empty >= rows || (this.size + this.others.size) * ROWS_PER_INSTANT >= rows;
  }

  /** Clears it for the next rows. */
  reset(): void {
    this.values.fill(Number.NaN, 0, this.size * WIDTH);
    this.filled.fill(0, 0, this.size);
    this.unsure.fill(0, 0, this.size);
    this.#slots.fill(0);
    this.#pairs.clear();
    this.others.clear();
    this.#last = undefined;
    this.#count = this.size = this.added = this.empty = this.cells = 0;
    this.repeats = noOutcomes();
  }

  /** The pairs, in the order of their numbers; each has a value. */
  pairs(): Pair[] {
    const all = new Array<Pair>(this.#count);
    for (const jobs of this.#pairs.values()) for (const pair of jobs.values()) all[pair.number] = pair;
    return all;
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
      const number = this.#count++;
      pair = { path, jobId, number, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
      jobs.set(jobId, pair);
    }
    this.#last = pair;
    return pair;
  }

  #addKnown(pair: Pair, position: number, row: IndexRow, value: number): void {
    const index = this.#rowOf(pair.number, row.at);
    const cell = index * WIDTH + position;
    const bit = 1 << position;
    const filled = this.filled[index] as number;
    const unsure = this.unsure[index] as number;
    const before = this.values[cell] as number;
    if (Number.isNaN(before)) this.cells++;
    else {
      const kind = (unsure & bit) !== 0 ? null : (filled & bit) !== 0;
      const done = replacementOutcome({ value: before, filled: kind }, { value, filled: row.filled });
      this.repeats[done ?? "unchanged"]++;
      if (done === null) return;
    }
    this.values[cell] = value;
    this.filled[index] = row.filled === true ? filled | bit : filled & ~bit;
    this.unsure[index] = row.filled === null ? unsure | bit : unsure & ~bit;
  }

  /** The row of an instant, added where there is none yet. */
  #rowOf(pair: number, at: number): number {
    const newest = this.size - 1;
    if (newest >= 0 && this.pairOf[newest] === pair && this.at[newest] === at) return newest;
    const slot = this.#slotOf(pair, at);
    const known = this.#slots[slot] as number;
    if (known > 0) return known - 1;
    if (this.size === this.at.length) {
      this.#grow();
      return this.#rowOf(pair, at);
    }
    const row = this.size++;
    this.#slots[slot] = row + 1;
    this.pairOf[row] = pair;
    this.at[row] = at;
    return row;
  }

  /** The slot of an instant in the hash table, or the free one for it. */
  #slotOf(pair: number, at: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const hash = Math.imul((at / 1000) | 0, 0x9e3779b1) ^ Math.imul(pair + 1, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let row = (slots[slot] as number) - 1; row >= 0; row = (slots[slot] as number) - 1) {
      if (this.at[row] === at && this.pairOf[row] === pair) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const length = this.at.length * 2;
    const values = new Float64Array(length * WIDTH).fill(Number.NaN);
    values.set(this.values);
    this.values = values;
    this.at = enlarged(this.at, new Float64Array(length));
    this.pairOf = enlarged(this.pairOf, new Int32Array(length));
    this.filled = enlarged(this.filled, new Uint8Array(length));
    this.unsure = enlarged(this.unsure, new Uint8Array(length));
    this.#slots = new Int32Array(length * 2);
    for (let row = 0; row < this.size; row++) {
      this.#slots[this.#slotOf(this.pairOf[row] as number, this.at[row] as number)] = row + 1;
    }
  }

  #addOther(pair: Pair, row: IndexRow, value: number): void {
    const key = JSON.stringify([pair.path, pair.jobId, row.indexName, row.at]);
    const known = this.others.get(key);
    if (known) {
      const done = replacementOutcome(known, { value, filled: row.filled });
      this.repeats[done ?? "unchanged"]++;
      if (done === null) return;
    }
    this.others.set(key, { pair, indexName: row.indexName, at: row.at, value, filled: row.filled });
  }
}

function enlarged<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Rows of a `chf` result; of two with the same identity the later one wins, value by value. */
export class MeasurementChunk {
  added = 0;
  /** Always 0: a measurement without any value is still stored. */
  readonly empty = 0;
  /** Keyed by measurementId. */
  readonly rows = new Map<string, MeasurementRow>();
  /** Outcomes of rows for a measurement that the chunk already had. */
  repeats = noOutcomes();

  /** Adds a row of the result. */
  add(row: MeasurementRow): void {
    this.added++;
    const known = this.rows.get(row.measurementId);
    const next = known ? merged(known, row) : row;
    if (known) this.repeats[isSame(known, next) ? "unchanged" : "changed"]++;
    this.rows.set(row.measurementId, next);
  }

  /** Returns true if it takes as much memory as `rows` rows of an index. */
  isFull(rows: number): boolean {
    return this.added * ROWS_PER_MEASUREMENT >= rows;
  }

  /** Clears it for the next rows. */
  reset(): void {
    this.added = 0;
    this.rows.clear();
    this.repeats = noOutcomes();
  }

  /** The jobs that have at least one row. */
  jobIds(): string[] {
    return [...new Set([...this.rows.values()].map((row) => row.jobId))];
  }
}

/** Values that the later row lacks are kept, as in the store. */
function merged(earlier: MeasurementRow, later: MeasurementRow): MeasurementRow {
  const values = { ...later.values };
  for (const column of CHF_VALUE_COLUMNS) values[column] ??= earlier.values[column];
  return { ...later, values, extra: later.extra ?? earlier.extra };
}

const isSame = (one: MeasurementRow, other: MeasurementRow) => JSON.stringify(one) === JSON.stringify(other);

/** Outcomes of no rows. */
export function noOutcomes(): Outcomes {
  return { added: 0, improved: 0, changed: 0, unchanged: 0 };
}

/** The tally of no rows. */
export function noTally(): ImportTally {
  return { ...noOutcomes(), stored: 0, empty: 0 };
}

/** Adds up outcomes. */
export function addOutcomes(one: Outcomes, other: Outcomes): Outcomes {
  return {
    added: one.added + other.added,
    improved: one.improved + other.improved,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
  };
}

/** The tally with another chunk. */
export function withChunk(tally: ImportTally, empty: number, outcomes: Outcomes): ImportTally {
  const { added, improved, changed, unchanged } = outcomes;
  return {
    ...addOutcomes(tally, outcomes),
    stored: tally.stored + added + improved + changed + unchanged,
    empty: tally.empty + empty,
  };
}

/** A value and its kind; `filled` null: the row does not say. */
type Kind = { value: number; filled: boolean | null };

/** Precedence of a value: measured over interpolated over not said. */
function rankOf({ filled }: Kind): number {
  return filled === null ? 0 : filled ? 1 : 2;
}

/**
 * The outcome of a value for the one it meets, compared in single precision as it is stored; null when that one is kept
 * because its kind takes precedence (docs/spec/service-in-the-field.md "Merging rows").
 */
export function replacementOutcome(before: Kind, after: Kind): Exclude<keyof Outcomes, "added"> | null {
  if (rankOf(after) < rankOf(before)) return null;
  if (before.filled === true && after.filled === false) return "improved";
  const isSame = before.filled === after.filled && Math.fround(before.value) === Math.fround(after.value);
  return isSame ? "unchanged" : "changed";
}
