/** Areas chosen on the tree: each path includes all areas below it. Pure. */
import { isWithin, withAncestors } from "@/lib/base/core/paths";

export type Tick = "all" | "some" | "none";

/** The tick of an area: `all` if it is chosen, itself or with one above it; `some`: only areas below it are. */
export function tickState(path: string, chosen: readonly string[]): Tick {
  if (chosen.some((one) => isWithin(path, one))) return "all";
  return chosen.some((one) => isWithin(one, path)) ? "some" : "none";
}

/**
 * Toggles an area. Unticking a part of a chosen area leaves its other parts chosen.
 * @param childrenOf the paths directly below one
 */
export function toggled(
  path: string,
  chosen: readonly string[],
  childrenOf: (path: string) => readonly string[],
): string[] {
  if (tickState(path, chosen) !== "all") return [...chosen.filter((one) => !isWithin(one, path)), path];
  const whole = chosen.filter((one) => isWithin(path, one));
  const rest = chosen.filter((one) => !isWithin(path, one) && !isWithin(one, path));
  return [...rest, ...new Set(whole.flatMap((one) => otherParts(path, one, childrenOf)))];
}

/** The parts of a chosen area that remain without one of them. */
function otherParts(path: string, whole: string, childrenOf: (path: string) => readonly string[]): string[] {
  const onTheWay = withAncestors(path).filter((one) => isWithin(one, whole));
  return onTheWay.slice(0, -1).flatMap((one) => childrenOf(one).filter((child) => !isWithin(path, child)));
}

/**
 * The areas that a query returns although they are not chosen, because their paths begin like a chosen one
 * (docs/spec/service-interface.md "Filters"); without those below another.
 */
export function alsoBegun(paths: readonly string[], chosen: readonly string[]): string[] {
  const begun = paths.filter(
    (path) => chosen.some((start) => path.startsWith(start)) && !chosen.some((one) => isWithin(path, one)),
  );
  return begun.filter((path) => !begun.some((other) => other !== path && isWithin(path, other)));
}
