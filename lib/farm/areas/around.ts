import { isWithin } from "@/lib/base/core/paths";
import type { AreaOverview, AreasOverview } from "./contract";

/**
 * What the page of one area shows of the overview, so that it need not take thousands of areas along.
 * @param overview the area and all below it at least
 */
export function overviewAround(overview: AreasOverview, path: string): AreasOverview {
  return {
    ...overview,
    items: overview.items.filter((item) => item.path === path || item.parent === path),
    below: belowOf(overview.items, path),
  };
}

/**
 * What the first level shows: the roots and, unless a path was asked for that no area has, those right below them.
 * @param path empty for the first level itself
 * @param also paths that it shows besides
 */
export function firstLevel(whole: AreasOverview, path: string, also: readonly string[]): AreasOverview {
  const roots = whole.items.filter((item) => item.parent === null);
  const parents = new Set(path === "" ? roots.map((root) => root.path) : []);
  const wanted = new Set(also);
  const shown = path === "" ? (roots.length === 1 ? roots[0]?.path : undefined) : path;
  return {
    ...whole,
    items: whole.items.filter(
      (item) => item.parent === null || parents.has(item.parent) || wanted.has(item.path),
    ),
    below: shown === undefined ? null : belowOf(whole.items, shown),
  };
}

function belowOf(items: readonly AreaOverview[], path: string): AreasOverview["below"] {
  const newest = items.find((item) => item.path === path)?.lastReadingAt;
  const measuring = items.filter((item) => item.hasReadings && isWithin(item.path, path));
  return {
    withReadings: measuring.length,
    behind: measuring
      .filter((item) => item.lastReadingAt !== newest)
      .map(({ path, lastReadingAt }) => ({ path, lastReadingAt })),
  };
}
