/** The state of a comparison in the address. Pure: runs on the server and in the browser. */
import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { INDICES } from "@/lib/base/core/indices";

export const LETTERS = ["A", "B", "C", "D", "E", "F"] as const;
export type Letter = (typeof LETTERS)[number];
export const MAX_COMPARED = LETTERS.length;

/** Indices beside the first: nobody looks through more than four charts. */
export const MAX_MORE_INDICES = 3;

export const COMPARE_RANGES = ["7d", "30d", "90d", "365d"] as const;
export type CompareRange = (typeof COMPARE_RANGES)[number];

export const COMPARE_VIEW = {
  what: parseAsStringLiteral(["areas", "jobs"]).withDefault("areas"),
  area: parseAsNativeArrayOf(parseAsString),
  job: parseAsNativeArrayOf(parseAsString),
  index: parseAsStringLiteral(INDICES).withDefault("HEALTH"),
  /** Indices below the first; DLI unless others are chosen. */
  more: parseAsArrayOf(parseAsStringLiteral(INDICES)).withDefault(["DLI"]),
  by: parseAsStringLiteral(["calendar", "crop"]).withDefault("crop"),
  range: parseAsStringLiteral(COMPARE_RANGES).withDefault("30d"),
  lead: parseAsStringLiteral(LETTERS).withDefault("A"),
  difference: parseAsBoolean.withDefault(false),
  table: parseAsBoolean.withDefault(false),
  /** The zoomed part: epoch milliseconds, or days by day of crop. */
  from: parseAsInteger,
  to: parseAsInteger,
};
export type CompareState = inferParserType<typeof COMPARE_VIEW>;

export const loadCompareView = createLoader(COMPARE_VIEW);
const search = createSerializer(COMPARE_VIEW);

/** The address of a comparison. */
export function compareAddress(state: Partial<CompareState>): string {
  return search("/compare", state);
}

/** The chosen areas or jobs in the order of their letters, without duplicates, at most six. */
export function chosenNames({ what, area, job }: Pick<CompareState, "what" | "area" | "job">): string[] {
  const chosen = what === "areas" ? area : job;
  return [...new Set(chosen.filter((name) => name !== ""))].slice(0, MAX_COMPARED);
}

/** Returns true if lines are aligned by day of crop, which areas do not have. */
export const isByCrop = ({ what, by }: Pick<CompareState, "what" | "by">): boolean =>
  what === "jobs" && by === "crop";

/** Removes a name. The reference stays on the same name, or moves to the first. */
export function removeName(
  chosen: readonly string[],
  name: string,
  lead: Letter,
): { rest: string[]; lead: Letter } {
  const leader = chosen[LETTERS.indexOf(lead)];
  const rest = chosen.filter((one) => one !== name);
  const place = leader === undefined ? -1 : rest.indexOf(leader);
  return { rest, lead: LETTERS[Math.max(0, place)] ?? "A" };
}
