import { compareNames } from "@/lib/base/core/natural-order";
import type { AreaOverview } from "./contract";

/** Orders of the areas within one level. */
export const TREE_ORDERS = ["name", "worst", "worsening"] as const;
export type TreeOrder = (typeof TREE_ORDERS)[number];

/** A change of Health below this share of it counts as level. */
const LEVEL_SHARE = 0.005;

/** The change of Health since the same hour a day before, and its direction; null if either value is missing. */
export function trendOf(
  health: AreaOverview["health"],
): { change: number; to: "rises" | "falls" | "flat" } | null {
  if (health === null || health.dayBefore === null) return null;
  const change = health.value - health.dayBefore;
  const level = Math.max(Math.abs(health.dayBefore) * LEVEL_SHARE, 0.05);
  return { change, to: change > level ? "rises" : change < -level ? "falls" : "flat" };
}

type Facts = Pick<AreaOverview, "path" | "severities" | "waiting" | "health">;

/**
 * The rank of every area in an order, to be held while its numbers change, so that rows do not move under the pointer.
 * @param isSilent returns true for an area without data: its last Health is no news
 * @returns null for the order by name, which needs none
 */
export function rankAreas<T extends Facts>(
  order: TreeOrder,
  items: readonly T[],
  isSilent: (item: T) => boolean,
): ReadonlyMap<string, number> | null {
  if (order === "name") return null;
  const weigh = order === "worst" ? weighWorst : weighWorsening;
  const weighed = items.map((item) => ({ path: item.path, weight: weigh(item, isSilent(item)) }));
  // Equal ones keep the order by name in which they come.
  weighed.sort((one, other) => compareWeights(one.weight, other.weight));
  return new Map(weighed.map(({ path }, rank) => [path, rank]));
}

/** Open alerts by severity, for equal counts those not acknowledged; then silence. Heavier comes first. */
function weighWorst({ severities, waiting }: Facts, isSilent: boolean): number[] {
  const levels = (["high", "medium", "low", "plain"] as const).flatMap((level) => [
    severities[level],
    waiting[level],
  ]);
  return [...levels, isSilent ? 1 : 0];
}

function weighWorsening({ health }: Facts, isSilent: boolean): number[] {
  const trend = isSilent ? null : trendOf(health);
  return [trend?.to === "falls" ? -trend.change : 0];
}

function compareWeights(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < one.length; at += 1) {
    const difference = (other[at] ?? 0) - (one[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares two areas of one level by rank; those without one come last, by name. */
export function compareRanks(ranks: ReadonlyMap<string, number> | null) {
  return (one: { path: string; name: string }, other: { path: string; name: string }) => {
    const [mine, theirs] = [ranks?.get(one.path), ranks?.get(other.path)];
    if (mine !== undefined && theirs !== undefined) return mine - theirs;
    if (mine !== undefined || theirs !== undefined) return mine === undefined ? 1 : -1;
    return compareNames(one.name, other.name);
  };
}
