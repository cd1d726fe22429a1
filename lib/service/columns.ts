/** Which column of a result is which: prefixes, case, and what the interface does not list. */
import { CHF_COLUMNS, CHF_VALUE_COLUMNS, INDICES_COLUMNS, type QueryType } from "./contract";

/** Columns that every result may carry beside the selectable ones (service-in-the-field, CSV). */
const EXTRA_KNOWN = ["isFilled", "deviceId", "query_statement_name", "record_no"];
const MOST_UNKNOWN = 100;

const CANONICAL: Record<QueryType, Map<string, string>> = {
  indices: canonical([...Object.keys(INDICES_COLUMNS), ...EXTRA_KNOWN]),
  chf: canonical([...Object.keys(CHF_COLUMNS), ...EXTRA_KNOWN]),
};

function canonical(names: string[]): Map<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** A column's name without `data__` or `data_`. */
export function bareName(name: string): string {
  return name.trim().replace(/^data_{1,2}/i, "");
}

/** Places of the columns that rows are built from; -1 where the result has none. */
export interface Layout {
  type: QueryType;
  /** Number of columns; records must have as many. */
  width: number;
  timestamp: number;
  timestampIso: number;
  path: number;
  deviceId: number;
  jobId: number;
  indexName: number;
  indexValue: number;
  isFilled: number;
  measurementId: number;
  /** Places of CHF_VALUE_COLUMNS, in their order. */
  values: number[];
  /** Unknown columns: bare name and place. */
  unknown: { name: string; at: number }[];
}

/**
 * Finds the columns in a header. Names are matched without prefix and case; of two with the same name the
 * first counts. Unknown ones are listed, a hundred at most.
 */
export function layoutOf(type: QueryType, header: readonly string[]): Layout {
  const places = new Map<string, number>();
  const unknown: { name: string; at: number }[] = [];
  header.forEach((raw, at) => {
    const name = CANONICAL[type].get(bareName(raw).toLowerCase());
    if (name && !places.has(name)) places.set(name, at);
    else if (unknown.length < MOST_UNKNOWN) unknown.push({ name: bareName(raw), at });
  });
  const place = (name: string) => places.get(name) ?? -1;
  return {
    type,
    width: header.length,
    timestamp: place("timestamp"),
    timestampIso: place("timestampIso"),
    path: place("controlAreaPathName"),
    deviceId: place("deviceId"),
    jobId: place("jobId"),
    indexName: place("indexName"),
    indexValue: place("indexValue"),
    isFilled: place("isFilled"),
    measurementId: place("measurementId"),
    values: CHF_VALUE_COLUMNS.map(place),
    unknown,
  };
}

/** Names of the columns without which no row of the result could be stored; empty when all are there. */
export function missingColumns(layout: Layout): string[] {
  const missing: string[] = [];
  const need = (name: string, ...places: number[]) => {
    if (places.every((at) => at < 0)) missing.push(name);
  };
  need("timestampIso", layout.timestampIso, layout.timestamp);
  if (layout.type === "chf") need("measurementId", layout.measurementId);
  else need("controlAreaPathName", layout.path, layout.deviceId);
  if (layout.type === "indices") need("indexName", layout.indexName);
  if (layout.type === "indices") need("indexValue", layout.indexValue);
  return missing;
}

/** Whether a name is one that results of the type carry. */
export function isKnownColumn(type: QueryType, name: string): boolean {
  return CANONICAL[type].has(bareName(name).toLowerCase());
}

/** The columns of a type in a fixed order, to lay out records that come without a header. */
export function allColumns(type: QueryType): string[] {
  return [...CANONICAL[type].values()];
}

/** The listed spelling of a column's name; null for an unknown one. */
export function canonicalName(type: QueryType, name: string): string | null {
  return CANONICAL[type].get(bareName(name).toLowerCase()) ?? null;
}
