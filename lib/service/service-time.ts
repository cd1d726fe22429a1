/** Reads and writes times of the service, strictly; instants are epoch milliseconds. Pure. */
import { HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";

const ZERO = 48;
const DASH = 45;
const COLON = 58;
const encoder = new TextEncoder();

function digits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) {
    const digit = (bytes[i] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function readDay(bytes: Uint8Array, at: number): number {
  if (bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return Number.NaN;
  const year = digits(bytes, at, 4);
  const month = digits(bytes, at + 5, 2);
  const day = digits(bytes, at + 8, 2);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day ? date.getTime() : Number.NaN;
}

function readOffset(bytes: Uint8Array, at: number, end: number): number {
  const sign = bytes[at];
  if ((sign === 90 || sign === 122) && at + 1 === end) return 0;
  if ((sign !== 43 && sign !== DASH) || at + 6 !== end || bytes[at + 3] !== COLON) return Number.NaN;
  const hours = digits(bytes, at + 1, 2);
  const minutes = digits(bytes, at + 4, 2);
  if (!(hours <= 23 && minutes <= 59)) return Number.NaN;
  return (hours * 60 + minutes) * MINUTE_MS * (sign === DASH ? -1 : 1);
}

/** The time of day in milliseconds, and where its text ends. */
interface Clock {
  end: number;
  ms: number;
}

function readClock(bytes: Uint8Array, at: number, end: number, clock: Clock): boolean {
  const hour = digits(bytes, at, 2);
  const minute = digits(bytes, at + 3, 2);
  if (bytes[at + 2] !== COLON || !(hour <= 23 && minute <= 59)) return false;
  clock.ms = hour * HOUR_MS + minute * MINUTE_MS;
  clock.end = at + 5;
  if (clock.end >= end || bytes[clock.end] !== COLON) return true;
  const second = digits(bytes, at + 6, 2);
  if (at + 8 > end || !(second <= 59)) return false;
  clock.ms += second * 1000;
  clock.end = at + 8;
  return clock.end >= end || bytes[clock.end] !== 46 || readFraction(bytes, end, clock);
}

function readFraction(bytes: Uint8Array, end: number, clock: Clock): boolean {
  let at = clock.end + 1;
  let scale = 100;
  const start = at;
  while (at < end && at - start < 9) {
    const digit = (bytes[at] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    clock.ms += Math.floor(digit * scale);
    scale /= 10;
    if (scale < 1) scale = 0;
    at++;
  }
  clock.end = at;
  return at > start;
}

/**
 * Makes a reader of times in UTF-8 bytes `bytes[start, end)`. It caches the last day, since consecutive rows share it.
 * It gives epoch milliseconds, or NaN for anything but `YYYY-MM-DD HH:MM[:SS[.fff]]` (UTC) and
 * `YYYY-MM-DDTHH:MM[:SS[.fff]](Z|±hh:mm)` (docs/spec/service-in-the-field.md "Result content").
 */
export function createTimeReader(): (bytes: Uint8Array, start: number, end: number) => number {
  const last = new Uint8Array(10);
  const clock: Clock = { end: 0, ms: 0 };
  let lastDay = Number.NaN;
  const dayOf = (bytes: Uint8Array, start: number): number => {
    let i = 0;
    while (i < 10 && bytes[start + i] === last[i]) i++;
    if (i === 10) return lastDay;
    last.set(bytes.subarray(start, start + 10));
    lastDay = readDay(bytes, start);
    return lastDay;
  };
  return (bytes, start, end) => {
    if (end - start < 16) return Number.NaN;
    const day = dayOf(bytes, start);
    if (!readClock(bytes, start + 11, end, clock)) return Number.NaN;
    const separator = bytes[start + 10];
    if (separator === 32) return clock.end === end ? day + clock.ms : Number.NaN;
    if (separator !== 84 && separator !== 116) return Number.NaN;
    return day + clock.ms - readOffset(bytes, clock.end, end);
  };
}

/** Reads one time in the forms of {@link createTimeReader}; null for any other text. */
export function parseServiceTime(text: string): number | null {
  const bytes = encoder.encode(text.trim());
  const at = createTimeReader()(bytes, 0, bytes.length);
  return Number.isNaN(at) ? null : at;
}

/** Writes an instant as the service takes it: `2026-05-03T21:00:00Z`. */
export function toServiceTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** The whole hour at or before an instant, in UTC. */
export function wholeHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS;
}
