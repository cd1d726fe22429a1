import type { QueryType, SelectColumns } from "@/lib/plant-service/contract";
import { type Finding, selectionForStore } from "@/lib/plant-service/request-rules";

/** Columns without which a row has no key in the store; of a group one is enough. */
const NEEDED: Record<QueryType, string[][]> = {
  indices: [["timestamp", "timestampIso"], ["controlAreaPathName"], ["indexName"], ["indexValue"]],
  chf: [["timestamp", "timestampIso"], ["deviceId"]],
};

/** What a choice of columns lacks for the result to be stored, by member; an empty list means nothing. */
export function checkStorable(type: QueryType, chosen: SelectColumns | undefined): Finding[] {
  if (!chosen) return [];
  const { include, exclude = [] } = chosen;
  const has = (column: string) => (include ? include.includes(column) : !exclude.includes(column));
  const missing = NEEDED[type].filter((group) => !group.some(has));
  if (missing.length === 0) return [];
  const names = missing.map((group) => group.join(" or ")).join(", ");
  const member = include ? "selectColumns.include" : "selectColumns.exclude";
  return [{ member, message: `The store needs ${names}: without it no row of the result can be kept` }];
}

/**
 * The columns to ask for: those chosen, and those that tell records apart (job, place, identity). Without
 * the job the same value would be stored a second time under none.
 */
export function columnsToSend(type: QueryType, chosen: SelectColumns | undefined): SelectColumns | undefined {
  return chosen && selectionForStore(type, chosen);
}
