import { isWithin, withAncestors } from "@/lib/core/paths";
import type { AreaOverview, AreasOverview } from "./contract";

/**
 * What the page of one area shows of the overview, so that it need not take thousands of areas along.
 * @param whole all areas
 * @param path the area; empty for the first level
 * @param also paths that the first level shows besides
 */
export function overviewAround(whole: AreasOverview, path: string, also: readonly string[]): AreasOverview {
  const roots = whole.items.filter((item) => item.parent === null);
  const shown = path === "" && roots.length === 1 ? roots[0]?.path : path;
  const parents = new Set(path === "" ? roots.map((root) => root.path) : [path]);
  const wanted = new Set([...also, ...(path === "" ? [] : withAncestors(path))]);
  return {
    ...whole,
    items: whole.items.filter(
      (item) => item.parent === null || parents.has(item.parent) || wanted.has(item.path),
    ),
    below: shown ? belowOf(whole.items, shown) : null,
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
