"use client";
import { useQueryStates } from "nuqs";
import { filterParsers } from "./filters";

/** The filters in the address, and a function that changes some of them. */
export const useFilters = () => useQueryStates(filterParsers, { history: "replace" });
