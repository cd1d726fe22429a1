/** Which columns the rows of a query are shown and taken away with (service-interface 2.4). Pure. */
import type { SelectColumns } from "@/lib/service/contract";

/**
 * Those that were chosen, in the order of the result. `isFilled` is none that can be chosen: it stands where its value
 * does.
 */
export function chosenColumns(all: readonly string[], choice: SelectColumns | null | undefined): string[] {
  const { include, exclude = [] } = choice ?? {};
  const isChosen = (name: string) => include?.includes(name) ?? !exclude.includes(name);
  return all.filter((name) => isChosen(name === "isFilled" ? "indexValue" : name));
}

/** Whether the instant of a row is among its columns; both hold the same one. */
export function holdsTime(columns: readonly string[]): boolean {
  return columns.includes("timestamp") || columns.includes("timestampIso");
}
