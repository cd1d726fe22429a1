/** Areas chosen on the tree: each path stands for itself and all below it. Pure. */
import { isWithin, withAncestors } from "@/lib/base/core/paths";

export type Tick = "all" | "some" | "none";

/** Whether an area is chosen, by itself or with one above it; `some`: areas below it are. */
export function tickOf(path: string, chosen: readonly string[]): Tick {
  if (chosen.some((one) => isWithin(path, one))) return "all";
  return chosen.some((one) => isWithin(one, path)) ? "some" : "none";
}

/**
 * The choice after an area has been ticked or unticked. One that is unticked out of a larger one leaves the
 * others of that one chosen.
 * @param childrenOf the paths right below one
 */
export function toggled(
  path: string,
  chosen: readonly string[],
  childrenOf: (path: string) => readonly string[],
): string[] {
  if (tickOf(path, chosen) !== "all") return [...chosen.filter((one) => !isWithin(one, path)), path];
  const whole = chosen.filter((one) => isWithin(path, one));
  const rest = chosen.filter((one) => !isWithin(path, one) && !isWithin(one, path));
  return [...rest, ...new Set(whole.flatMap((one) => beside(path, one, childrenOf)))];
}

/** What stays of an area without one of those below it. */
function beside(path: string, whole: string, childrenOf: (path: string) => readonly string[]): string[] {
  const onTheWay = withAncestors(path).filter((one) => isWithin(one, whole));
  return onTheWay.slice(0, -1).flatMap((one) => childrenOf(one).filter((child) => !isWithin(path, child)));
}

/**
 * The areas that a query brings beside those chosen and all below them: their paths begin like a chosen one
 * (service-interface 2.3). What lies below one of them is not listed.
 */
export function alsoBegun(paths: readonly string[], chosen: readonly string[]): string[] {
  const begun = paths.filter(
    (path) => chosen.some((start) => path.startsWith(start)) && !chosen.some((one) => isWithin(path, one)),
  );
  return begun.filter((path) => !begun.some((other) => other !== path && isWithin(path, other)));
}
