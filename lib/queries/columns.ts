import type { SelectColumns } from "@/lib/plant-service/contract";

/** Columns without which a row of a table says nothing. */
const ALWAYS = ["timestampIso"];

/** The columns of a result to show: those that were chosen, in the order of the result. */
export function chosenColumns(all: readonly string[], choice: SelectColumns | null | undefined): string[] {
  const { include, exclude = [] } = choice ?? {};
  return all.filter(
    (name) => ALWAYS.includes(name) || (include ? include.includes(name) : !exclude.includes(name)),
  );
}
