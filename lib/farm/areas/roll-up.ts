import { groupBy } from "@/lib/base/core/group-by";
import { isWithin, withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { HOUR_MS } from "@/lib/base/core/time";
import type { AreaOverview, AreasOverview } from "./contract";

/** An open alert with its areas; none if its place is not known. */
export type PlacedAlert = { rank: number; isPlant: boolean; acknowledged: boolean; paths: readonly string[] };

/** Open alerts in an area and below it, each counted once. */
export type AlertCounts = Pick<
  AreaOverview,
  "openAlerts" | "unacknowledged" | "severities" | "plants" | "waiting"
>;

/**
 * The newest Health of one growth job in one area, or of an area and all below it: then the mean over the readings of
 * the newest hour. `at` is in epoch milliseconds, `dayBefore` the value of about 24 hours before.
 */
type Health = { at: number; value: number; dayBefore: number | null };
export type JobHealth = Health & { path: string };

const NAMES = ["plain", "low", "medium", "high"] as const;

/** Counts of no alert. */
export function noAlerts(): AlertCounts {
  const none = () => ({ high: 0, medium: 0, low: 0, plain: 0 });
  return { openAlerts: 0, unacknowledged: 0, severities: none(), plants: none(), waiting: none() };
}

/** Counts for every area that has an open alert in it or below, ancestors included. */
export function rollUpAlerts(alerts: readonly PlacedAlert[]): Map<string, AlertCounts> {
  const found = new Map<string, AlertCounts>();
  for (const alert of alerts) {
    for (const path of new Set(alert.paths.flatMap(withAncestors))) {
      const sum = found.get(path) ?? noAlerts();
      count(sum, alert);
      found.set(path, sum);
    }
  }
  return found;
}

/** Counts the alerts whose place is not known. */
export function countUnplaced(alerts: readonly PlacedAlert[]): SeverityCounts {
  const sum = noAlerts();
  for (const alert of alerts) if (alert.paths.length === 0) count(sum, alert);
  return sum.severities;
}

function count(sum: AlertCounts, alert: PlacedAlert): void {
  const name = NAMES[alert.rank] ?? "plain";
  sum.openAlerts += 1;
  sum.severities[name] += 1;
  if (alert.isPlant) sum.plants[name] += 1;
  if (alert.acknowledged) return;
  sum.unacknowledged += 1;
  sum.waiting[name] += 1;
}

/** The newest reading of every area with readings in it or below; times in epoch milliseconds. */
export function rollUpNewest(own: Iterable<{ path: string; at: number }>): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { path, at } of own) {
    for (const above of withAncestors(path)) newest.set(above, Math.max(at, newest.get(above) ?? at));
  }
  return newest;
}

/**
 * Health of every area with a value in it or below. Only values of the hour until the newest one count: a bench that
 * stopped reporting days ago says nothing about tonight. The day before is the mean over the same benches.
 */
export function rollUpHealth(jobs: readonly JobHealth[]): Map<string, Health> {
  const below = groupBy(
    jobs.flatMap((job) => withAncestors(job.path).map((path) => ({ path, job }))),
    ({ path }) => path,
  );
  return new Map([...below].map(([path, own]) => [path, meanHealth(own.map(({ job }) => job))]));
}

function meanHealth(jobs: readonly JobHealth[]): Health {
  const at = jobs.reduce((newest, job) => Math.max(newest, job.at), Number.NEGATIVE_INFINITY);
  const fresh = jobs.filter((job) => job.at > at - HOUR_MS);
  const before = fresh.flatMap(({ dayBefore }) => dayBefore ?? []);
  return {
    at,
    value: mean(fresh.map(({ value }) => value)),
    dayBefore: before.length === 0 ? null : mean(before),
  };
}

function mean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return Number((sum / values.length).toPrecision(7));
}

/**
 * The part of an overview that the page of one area shows, to save sending thousands of areas.
 * @param overview the area and all below it at least
 */
export function overviewAround(overview: AreasOverview, path: string): AreasOverview {
  return {
    ...overview,
    items: overview.items.filter((item) => item.path === path || item.parent === path),
    below: reportsBelow(overview.items, path),
  };
}

/**
 * The part of an overview that the first level shows: the roots, the areas right below them, and favourites.
 * @param path empty for the first level; else a path that no area has, for which only the roots are shown
 */
export function firstLevel(whole: AreasOverview, path: string, favourites: readonly string[]): AreasOverview {
  const roots = whole.items.filter((item) => item.parent === null);
  const parents = new Set(path === "" ? roots.map((root) => root.path) : []);
  const shown = path === "" ? (roots.length === 1 ? roots[0]?.path : undefined) : path;
  return {
    ...whole,
    items: whole.items.filter(
      (item) => item.parent === null || parents.has(item.parent) || favourites.includes(item.path),
    ),
    below: shown === undefined ? null : reportsBelow(whole.items, shown),
  };
}

/** Counts the areas at and below a path that have readings, and those whose newest reading is older than the path's. */
function reportsBelow(items: readonly AreaOverview[], path: string): AreasOverview["below"] {
  const newest = items.find((item) => item.path === path)?.lastReadingAt;
  const measuring = items.filter((item) => item.hasReadings && isWithin(item.path, path));
  return {
    withReadings: measuring.length,
    behind: measuring
      .filter((item) => item.lastReadingAt !== newest)
      .map(({ path, lastReadingAt }) => ({ path, lastReadingAt })),
  };
}
