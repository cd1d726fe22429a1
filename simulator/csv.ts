// CSV text: one cell, one line.

export type Cell = string | number | boolean | null;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One cell, quoted only where it must be; TRUE and FALSE in capitals; nothing for null. */
export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return String(cell);
}
