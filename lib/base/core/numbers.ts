/** Formats of numbers: docs/spec/design.md "Numbers and times". */

import { INDEX_FACTS, isIndexName } from "./indices";

const MINUS = "−";

/** A value with as many decimals as the service sends (one), a true minus, no "−0.0". */
export function formatValue(value: number, decimals = 1): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** A value with its sign, for changes, Alpha and the energy balance. Zero has none. */
export function formatSigned(value: number, decimals = 1): string {
  const text = formatValue(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A value of an index, signed where the index is. Unknown indices have no fixed decimals. */
export function formatIndexValue(value: number, index: string): string {
  if (!isIndexName(index)) return formatFree(value);
  return INDEX_FACTS[index].signed ? formatSigned(value) : formatValue(value);
}

/** A value of unknown unit: up to five significant digits, without trailing zeros. */
function formatFree(value: number): string {
  const size = Math.abs(value);
  const text = formatValue(value, size >= 100 ? 1 : size >= 10 ? 2 : 3);
  return text.replace(/\.?0+$/, "");
}

/** A count with a comma between thousands: `61,400`. */
export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A share from 0 to 1 in whole per cent: `12 %`. Only zero reads as 0, and only all as 100. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 0 && share > 0) return "under 1 %";
  if (percent === 100 && share < 1) return "over 99 %";
  return `${percent} %`;
}

/** A size in bytes: `812 B`, `4.2 kB`, `1.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
