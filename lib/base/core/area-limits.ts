import { isWithin } from "./paths";

/**
 * The control areas of a tenancy that an actor may see, each with everything below it; null means all areas. Of the
 * areas above, only the names are visible: no readings, alerts or notes.
 */
export type AreaLimits = readonly string[] | null;

/** Returns true if the whole area is visible: it is one of the limits or lies below one. */
export function isOpen(limits: AreaLimits, path: string): boolean {
  return limits === null || limits.some((top) => isWithin(path, top));
}

/** Returns true if the area's name is visible: it is open, or a limit lies below it. */
export function isShown(limits: AreaLimits, path: string): boolean {
  return isOpen(limits, path) || (limits?.some((top) => isWithin(top, path)) ?? false);
}

/** Drops duplicates and paths below another of the paths; keeps the order. */
export function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && isWithin(path, other)),
  );
}
