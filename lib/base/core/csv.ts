/** What a spreadsheet takes for the beginning of a formula; the wide forms count for it too. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A number is none, whatever its sign. */
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * A line of CSV by RFC 4180, ended by a line feed. Numbers are written as they are. A text that a spreadsheet
 * would run as a formula gets an apostrophe before it: names come from the service, and whoever names an area
 * must not act on the computer of who opens the file.
 */
export function csvLine(fields: readonly (string | number | boolean | null)[]): string {
  return `${fields.map(csvField).join(",")}\n`;
}

/** One field, quoted only where it must be; null is empty. */
export function csvField(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
