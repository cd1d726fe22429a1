/** Which columns of fluorescence are shown of a result, and how. Pure. */
import type { RowCells } from "@/lib/history/queries/row-cells";

/** Columns of words; all others are numbers. */
const WORDS: ReadonlySet<string> = new Set([
  ...["timestamp", "timestampIso", "deviceId", "controlAreaPathName", "jobId", "measurementId"],
]);
/** So that the points of a column stand in line: as many decimals as the first rows have at most. */
const MOST_DECIMALS = 6;
/** What a card shows first: the yields in the dark and in the light, and what is given off as heat. */
const TELLING = ["fv_fm", "fqx_fmx", "npq", "qe"];

/** What of a measurement is shown: the chosen columns in order, and the decimals of its numbers. */
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

/** Those with a number, the telling ones first: what is not known in the dark is not what a card is for. */
export function tellingFirst(values: readonly string[], row: RowCells): string[] {
  const telling = [...TELLING.filter((name) => values.includes(name)), ...values];
  return [...new Set(telling)].filter((name) => typeof row[name] === "number");
}
