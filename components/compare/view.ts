/** What the address says about a comparison; the same on the server and in the browser. */
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
export const MOST_COMPARED = LETTERS.length;

/** So many more indices than the first: four charts are the most that one looks through. */
export const MOST_MORE = 3;

export const COMPARE_RANGES = ["7d", "30d", "90d", "365d"] as const;
export type CompareRange = (typeof COMPARE_RANGES)[number];

export const COMPARE_VIEW = {
  what: parseAsStringLiteral(["areas", "jobs"]).withDefault("areas"),
  area: parseAsNativeArrayOf(parseAsString),
  job: parseAsNativeArrayOf(parseAsString),
  index: parseAsStringLiteral(INDICES).withDefault("HEALTH"),
  /** Shown below it: the light, unless others are chosen. */
  more: parseAsArrayOf(parseAsStringLiteral(INDICES)).withDefault(["DLI"]),
  by: parseAsStringLiteral(["calendar", "crop"]).withDefault("crop"),
  range: parseAsStringLiteral(COMPARE_RANGES).withDefault("30d"),
  lead: parseAsStringLiteral(LETTERS).withDefault("A"),
  difference: parseAsBoolean.withDefault(false),
  table: parseAsBoolean.withDefault(false),
  /** A part of the time: epoch milliseconds, by day of crop days. */
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

/** What is compared, each once and six at most, in the order of its letters. */
export function chosenOf({ what, area, job }: Pick<CompareState, "what" | "area" | "job">): string[] {
  const chosen = what === "areas" ? area : job;
  return [...new Set(chosen.filter((name) => name !== ""))].slice(0, MOST_COMPARED);
}

/** Whether days of crop are lined up: areas have none of their own. */
export const isByCrop = ({ what, by }: Pick<CompareState, "what" | "by">): boolean =>
  what === "jobs" && by === "crop";

/** The choice without one: the lead stays with what it was, or goes to the first. */
export function without(
  chosen: readonly string[],
  name: string,
  lead: Letter,
): { rest: string[]; lead: Letter } {
  const leader = chosen[LETTERS.indexOf(lead)];
  const rest = chosen.filter((one) => one !== name);
  const place = leader === undefined ? -1 : rest.indexOf(leader);
  return { rest, lead: LETTERS[Math.max(0, place)] ?? "A" };
}
