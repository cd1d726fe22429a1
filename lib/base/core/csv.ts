/** Characters with which spreadsheets begin a formula, their full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Signed numbers are not formulas. */
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * A line of CSV (RFC 4180) with a line feed. Text that a spreadsheet would run as a formula gets a leading apostrophe:
 * names come from the service, and naming an area must not run code on a reader's computer.
 */
export function csvLine(fields: readonly (string | number | boolean | null)[]): string {
  return `${fields.map(csvField).join(",")}\n`;
}

/** One field, quoted only where necessary; null is empty. */
export function csvField(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Reads all rows, page by page; no page is empty.
 * @param size rows of a full page
 * @param read returns at most `size` rows, those after the given one; null for the first page
 */
export async function* rowPages<Row>(
  size: number,
  read: (after: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1) ?? null;
  }
}

/** Writes all rows as text, page by page, as {@link rowPages} reads them. */
export async function* csvPages<Row>(
  size: number,
  read: (after: Row | null) => Promise<Row[]>,
  toText: (row: Row) => string,
): AsyncGenerator<string, void> {
  for await (const rows of rowPages(size, read)) {
    const text = rows.map((row) => toText(row)).join("");
    if (text !== "") yield text;
  }
}
