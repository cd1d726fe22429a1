/** Which columns of measurements a result shows, and how. Pure. */
import type { RowCells } from "@/lib/history/queries/row-cells";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";

const NUMERIC: ReadonlySet<string> = new Set(CHF_VALUE_COLUMNS);
/** A column has as many decimals as its first rows at most, so that the decimal points align. */
const MAX_DECIMALS = 6;
/** Shown first on a card: the yields in the dark and in light, and heat dissipation. */
const CARD_COLUMNS = ["fv_fm", "fqx_fmx", "npq", "qe"];

/** The chosen columns in order, and the decimals of each numeric one. */
export type ColumnFormat = {
  columns: readonly string[];
  values: readonly string[];
  decimalsOf: (name: string) => number;
};

export function columnFormat(columns: readonly string[], sample: readonly RowCells[]): ColumnFormat {
  const values = columns.filter((name) => NUMERIC.has(name));
  const decimals = new Map(values.map((name) => [name, mostDecimals(name, sample)]));
  return { columns, values, decimalsOf: (name) => decimals.get(name) ?? 0 };
}

function mostDecimals(name: string, sample: readonly RowCells[]): number {
  const sent = (value: RowCells[string] | undefined) =>
    typeof value === "number" ? (String(value).split(".")[1]?.length ?? 0) : 0;
  return Math.min(MAX_DECIMALS, Math.max(0, ...sample.map((row) => sent(row[name]))));
}

/** Columns with a number, the important ones first. Values that are missing in the dark are dropped. */
export function cardColumns(values: readonly string[], row: RowCells): string[] {
  const wanted = [...CARD_COLUMNS.filter((name) => values.includes(name)), ...values];
  return [...new Set(wanted)].filter((name) => typeof row[name] === "number");
}
