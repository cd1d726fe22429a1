/** Fields of one record as slices of bytes, and how they turn into texts and numbers. */

/** One record: slices `[starts[i], ends[i])` of `bytes`, `count` of them. Reused from record to record. */
export interface Fields {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  count: number;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const MOST_KEPT = 32_768;
const SLOTS = 131_072;

/** Text of a slice of UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** A text that is kept to be given out again. */
interface Kept {
  bytes: Uint8Array;
  /** Null: it holds a NUL character, which no text in Postgres may. */
  text: string | null;
}

/** Gives one string for equal bytes, so that rows share their areas, jobs and names. Holds 32,768 at most. */
export class TextPool {
  #slots: (Kept | undefined)[] = new Array<Kept | undefined>(SLOTS);
  #kept = 0;

  /** The text of a slice; null when it holds a NUL character, which cannot be stored. */
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
    const read = textOf(bytes, start, end);
    const text = read.includes("\0") ? null : read;
    if (this.#kept >= MOST_KEPT) {
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

/** What {@link readNumber} gives for text that is no number; "no value" is null. */
export const NOT_A_NUMBER = Symbol("not a number");

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
const LARGEST = 3.4028234663852886e38;
const SMALLEST = 1.1754943508222875e-38;

/**
 * A decimal number. Empty and NaN are null, "no value"; a number that single precision cannot hold, in which
 * readings are stored, is NOT_A_NUMBER like any other text.
 */
export function readNumber(
  bytes: Uint8Array,
  start: number,
  end: number,
): number | null | typeof NOT_A_NUMBER {
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

function readOddNumber(bytes: Uint8Array, start: number, end: number): number | null | typeof NOT_A_NUMBER {
  const text = textOf(bytes, start, end).trim();
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

/** TRUE, FALSE, 1 and 0 in any case; null for everything else. */
export function readFlag(bytes: Uint8Array, start: number, end: number): boolean | null {
  const length = end - start;
  if (length === 4) return spells(bytes, start, "true") ? true : null;
  if (length === 5) return spells(bytes, start, "false") ? false : null;
  if (length !== 1) return null;
  return bytes[start] === 49 ? true : bytes[start] === 48 ? false : null;
}
