import { compareNames } from "@/lib/base/core/natural-order";
import type { AreaOverview } from "./contract";

/** In which order areas of one level stand. */
export const TREE_ORDERS = ["name", "worst", "worsening"] as const;
export type TreeOrder = (typeof TREE_ORDERS)[number];

export const ORDER_WORDS: Record<TreeOrder, string> = {
  name: "name",
  worst: "worst first",
  worsening: "worsening",
};

/** Under this share a change of Health is no news. */
const LEVEL_SHARE = 0.005;

/** What Health did since the same hour a day before: the change, and whether it is more than about level. */
export function trendOf(
  health: AreaOverview["health"],
): { change: number; to: "rises" | "falls" | "flat" } | null {
  if (health === null || health.dayBefore === null) return null;
  const change = health.value - health.dayBefore;
  const level = Math.max(Math.abs(health.dayBefore) * LEVEL_SHARE, 0.05);
  return { change, to: change > level ? "rises" : change < -level ? "falls" : "flat" };
}

type Facts = Pick<AreaOverview, "path" | "severities" | "waiting" | "health">;

/** Whether an area says nothing now: then what its Health once did is no news. */
type IsSilent<T> = (item: T) => boolean;

/**
 * The place of every area in an order, to be held while its numbers change: what moves under a finger is not found.
 * @returns null for the order of names, which needs none
 */
export function rankAreas<T extends Facts>(
  order: TreeOrder,
  items: readonly T[],
  isSilent: IsSilent<T>,
): ReadonlyMap<string, number> | null {
  if (order === "name") return null;
  const weigh = order === "worst" ? weighWorst : weighWorsening;
  const weighed = items.map((item) => ({ path: item.path, weight: weigh(item, isSilent(item)) }));
  const isHeavy = ({ weight }: { weight: readonly number[] }) => weight.some((part) => part !== 0);
  // Equal ones keep the order of names that they come in: most of thousands have nothing that weighs.
  const heavy = weighed.filter(isHeavy).sort((one, other) => compareWeights(one.weight, other.weight));
  const light = weighed.filter((one) => !isHeavy(one));
  return new Map([...heavy, ...light].map(({ path }, place) => [path, place]));
}

/** Heavier first. Open alerts by severity; of as many, those with more that nobody has in hand; then the silent. */
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

/** Compares two areas of one level by their places; those without one stand behind, by name. */
export function comparePlaces(places: ReadonlyMap<string, number> | null) {
  return (one: { path: string; name: string }, other: { path: string; name: string }) => {
    const [mine, theirs] = [places?.get(one.path), places?.get(other.path)];
    if (mine !== undefined && theirs !== undefined) return mine - theirs;
    if (mine !== undefined || theirs !== undefined) return mine === undefined ? 1 : -1;
    return compareNames(one.name, other.name);
  };
}
