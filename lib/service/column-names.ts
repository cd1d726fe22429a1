import type { ChfValueColumn } from "./contract";

/** Words and symbol of a column; `words` alone would not tell the ratios apart. */
type ColumnName = { words: string; symbol: string };

/**
 * The numeric columns of a ChF measurement as the field names them, by the meanings of docs/spec/service-interface.md
 * "Columns of type chf".
 */
const NAMES: Record<ChfValueColumn, ColumnName> = {
  f0: { words: "Minimum fluorescence", symbol: "F0" },
  fm: { words: "Maximum fluorescence", symbol: "Fm" },
  fv: { words: "Variable fluorescence", symbol: "Fv" },
  qe: { words: "Quantum efficiency", symbol: "qe" },
  fv_fm: { words: "Maximum quantum yield", symbol: "Fv/Fm" },
  f0x: { words: "Minimum fluorescence in light", symbol: "F0′" },
  fvx_fmx: { words: "Light-adapted ratio", symbol: "Fv′/Fm′" },
  qp: { words: "Photochemical quenching", symbol: "qP" },
  f0x_f0: { words: "Ratio", symbol: "F0′/F0" },
  fqx_fmx: { words: "Ratio", symbol: "Fq′/Fm′" },
  npq: { words: "Non-photochemical quenching", symbol: "NPQ" },
  ql: { words: "Lake-model quenching", symbol: "qL" },
  qcn: { words: "Non-photochemical parameter", symbol: "qCN" },
  fv_f0: { words: "Ratio", symbol: "Fv/F0" },
};

/** The words and symbol of a numeric column; null for any other name. */
export function columnName(column: string): ColumnName | null {
  return Object.hasOwn(NAMES, column) ? NAMES[column as ChfValueColumn] : null;
}

/** A column in words with its symbol: "Maximum quantum yield (Fv/Fm)"; any other name as it is. */
export function columnLabel(column: string): string {
  const name = columnName(column);
  return name ? `${name.words} (${name.symbol})` : column;
}
