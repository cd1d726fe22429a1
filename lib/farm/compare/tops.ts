import { groupBy } from "@/lib/base/core/group-by";
import { segmentsOf } from "@/lib/base/core/paths";

/**
 * The fewest areas that hold all of these: for each site the deepest area that its paths share. What is asked for
 * there by a job's name has the same values as all of them together.
 */
export function topsOf(paths: readonly string[]): string[] {
  const bySite = groupBy(paths.map(segmentsOf), ([site]) => site ?? "");
  return [...bySite.values()].map((own) => sharedBy(own).join("#"));
}

function sharedBy(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = paths;
  const end = first.findIndex((name, depth) => rest.some((path) => path[depth] !== name));
  return end < 0 ? first : first.slice(0, end);
}
