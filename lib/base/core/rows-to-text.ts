type Text<V> = V extends Date | bigint ? string : V;

/** Rows of a table as an answer gives them: instants as RFC 3339 UTC, large integers as decimal text. */
export function rowsToText<R extends object>(rows: readonly R[]): { [Name in keyof R]: Text<R[Name]> }[] {
  return rows.map((row) => {
    const members = Object.entries(row).map(([name, value]) => [name, toText(value)]);
    return Object.fromEntries(members) as { [Name in keyof R]: Text<R[Name]> };
  });
}

function toText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "bigint" ? String(value) : value;
}
