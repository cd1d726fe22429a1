/** A line of CSV by RFC 4180, ended by CRLF. Fields are written as they are: numbers and names are never altered. */
export function csvLine(fields: readonly (string | number | boolean | null)[]): string {
  return `${fields.map(csvField).join(",")}\n`;
}

/** One field, quoted only where it must be; null is empty. */
export function csvField(value: string | number | boolean | null): string {
  if (value === null) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
