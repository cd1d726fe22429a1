/** Which columns of measurements a result shows, and how. Pure. */
import type { RowCells } from "@/lib/history/queries/row-cells";

/** Text columns; all others are numbers. */
const WORDS: ReadonlySet<string> = new Set([
  ...["timestamp", "timestampIso", "deviceId", "controlAreaPathName", "jobId", "measurementId"],
]);
/** A column has as many decimals as its first rows at most, so that the decimal points align. */
const MOST_DECIMALS = 6;
/** Shown first on a card: the yields in the dark and in light, and heat dissipation. */
const TELLING = ["fv_fm", "fqx_fmx", "npq", "qe"];

/** The chosen columns in order, and the decimals of each numeric one. */
export type Measured = {
  columns: readonly string[];
  values: readonly string[];
  decimalsOf: (name: string) => number;
};

export function measuredOf(columns: readonly string[], sample: readonly RowCells[]): Measured {
  const values = columns.filter((name) => !WORDS.has(name));
  const decimals = new Map(values.map((name) => [name, mostDecimals(name, sample)]));
  return { columns, values, decimalsOf: (name) => decimals.get(name) ?? 0 };
}

function mostDecimals(name: string, sample: readonly RowCells[]): number {
  const sent = (value: RowCells[string] | undefined) =>
    typeof value === "number" ? (String(value).split(".")[1]?.length ?? 0) : 0;
  return Math.min(MOST_DECIMALS, Math.max(0, ...sample.map((row) => sent(row[name]))));
}

/** Columns with a number, the important ones first. Values that are missing in the dark are dropped. */
export function tellingFirst(values: readonly string[], row: RowCells): string[] {
  const telling = [...TELLING.filter((name) => values.includes(name)), ...values];
  return [...new Set(telling)].filter((name) => typeof row[name] === "number");
}
