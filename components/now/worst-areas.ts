import type { AreaOverview } from "@/lib/farm/areas/contract";

/**
 * The areas that one walks to: those whose children measure. Only ones with an open alert, the worst first.
 */
export function worstAreas(areas: AreaOverview[]): AreaOverview[] {
  const parents = new Set(areas.map((area) => area.parent));
  const isLeaf = (area: AreaOverview) => !parents.has(area.path);
  const walkedTo = new Set(areas.filter(isLeaf).map((area) => area.parent ?? area.path));
  const weight = ({ severities }: AreaOverview) =>
    [severities.high, severities.medium, severities.low, severities.plain] as const;
  return areas
    .filter((area) => walkedTo.has(area.path) && area.openAlerts > 0)
    .sort((one, other) => {
      const [mine, theirs] = [weight(one), weight(other)];
      const at = mine.findIndex((count, index) => count !== theirs[index]);
      return at < 0 ? one.path.localeCompare(other.path) : (theirs[at] ?? 0) - (mine[at] ?? 0);
    });
}
