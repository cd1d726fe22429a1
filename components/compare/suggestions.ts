/** What could be compared, before anything is chosen. Pure. */

import { groupBy } from "@/lib/base/core/group-by";
import { comparePaths } from "@/lib/base/core/natural-order";
import { nameOf, nameWithParent, parentOf } from "@/lib/base/core/paths";
import type { AreaOverview, Job } from "@/lib/farm/areas/contract";
import { pastOf } from "./plan";
import { compareAddress, MOST_COMPARED } from "./view";

export type Suggestion = { title: string; names: string; address: string };

const MOST_SUGGESTED = 3;
const SEVERITIES = ["high", "medium", "low", "plain"] as const;

/** Favourites with what lies beside them; after them the areas with the worst alerts. */
export function areaSuggestions(areas: readonly AreaOverview[], favourites: readonly string[]): Suggestion[] {
  const known = new Set(areas.map(({ path }) => path));
  const beside = favourites
    .filter((path) => known.has(path))
    .map((path) => ({
      title: `${nameOf(path) || "(no name)"} and what is beside it`,
      paths: siblings(areas, path),
    }))
    .filter(({ paths }) => paths.length > 1);
  const worst = worstOf(areas);
  const all = [
    ...beside.slice(0, MOST_SUGGESTED - 1),
    ...(worst.length > 1 ? [{ title: `The ${worst.length} areas with the worst alerts`, paths: worst }] : []),
    ...firstOf(areas),
  ];
  return all.slice(0, MOST_SUGGESTED).map(({ title, paths }) => ({
    title,
    names: paths.map(nameWithParent).join("; "),
    address: compareAddress({ what: "areas", area: paths }),
  }));
}

/** An area first, then those with the same parent, in their order. */
function siblings(areas: readonly AreaOverview[], path: string): string[] {
  const others = areas
    .filter((area) => area.parent === parentOf(path) && area.path !== path)
    .map((area) => area.path)
    .toSorted(comparePaths);
  return [path, ...others].slice(0, MOST_COMPARED);
}

/** Areas with readings of their own and open alerts: more of the higher severity is worse. */
function worstOf(areas: readonly AreaOverview[]): string[] {
  const worse = (a: AreaOverview, b: AreaOverview) =>
    SEVERITIES.map((level) => b.severities[level] - a.severities[level]).find((by) => by !== 0) ??
    comparePaths(a.path, b.path);
  return areas
    .filter((area) => area.hasReadings && area.openAlerts > 0)
    .toSorted(worse)
    .slice(0, 4)
    .map(({ path }) => path);
}

/** The first parent of several areas with readings: where nothing is wrong and nothing is a favourite. */
function firstOf(areas: readonly AreaOverview[]): { title: string; paths: string[] }[] {
  const byParent = groupBy(
    areas.filter((area) => area.hasReadings && area.parent !== null),
    (area) => area.parent ?? "",
  );
  const [first] = [...byParent].filter(([, own]) => own.length > 1).sort(([a], [b]) => comparePaths(a, b));
  if (!first) return [];
  const [parent, own] = first;
  const paths = own.map(({ path }) => path).toSorted(comparePaths);
  return [{ title: `The areas of ${nameOf(parent) || "(no name)"}`, paths: paths.slice(0, MOST_COMPARED) }];
}

/** A current job with those that grew in its areas before, and the current ones beside each other. */
export function jobSuggestions(jobs: readonly Job[]): Suggestion[] {
  const current = jobs.filter((job) => job.current && job.jobId !== "");
  const withPast = current
    .map((job) => ({ title: `${job.jobId} and the jobs before it`, own: [job, ...pastOf(job, jobs)] }))
    .filter(({ own }) => own.length > 1)
    .slice(0, MOST_SUGGESTED - 1);
  const together = current.length > 1 ? [{ title: "Jobs that grow now", own: current }] : [];
  return [...withPast, ...together].map(({ title, own }) => {
    const names = own.slice(0, MOST_COMPARED).map(({ jobId }) => jobId);
    return {
      title,
      names: names.join(", "),
      address: compareAddress({ what: "jobs", by: "crop", job: names }),
    };
  });
}
