"use client";
import { useQueryStates } from "nuqs";
import { filterParsers, startParsers, withStart } from "./filters";
import { useListStart } from "./list-start";

type Change = Parameters<ReturnType<typeof useQueryStates<typeof filterParsers>>[1]>;

/** The filters in the address, and a function that changes some of them. */
export function useFilters() {
  const [inAddress, change] = useQueryStates(filterParsers, { history: "replace" });
  return [withStart(inAddress, useListStart()), (...to: Change) => change(...to)] as const;
}

/** Grouping and areas alone, for pages without filters. */
export function useStartFilters() {
  const [inAddress, change] = useQueryStates(startParsers, { history: "replace" });
  return [withStart(inAddress, useListStart()), change] as const;
}
