import { isWithin, withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { HOUR_MS } from "@/lib/base/core/time";
import type { AreaOverview, AreasOverview } from "./contract";

/** An open alert with the areas that it is in; none where its place is not known. */
export type PlacedAlert = { rank: number; isPlant: boolean; acknowledged: boolean; paths: readonly string[] };

/** Open alerts in an area and below it, each counted once. */
export type AlertRollUp = {
  open: number;
  unacknowledged: number;
  severities: SeverityCounts;
  /** Those of them that are plant alerts. */
  plants: SeverityCounts;
  /** Those of them that nobody has acknowledged. */
  waiting: SeverityCounts;
};

/** The newest Health reading of one growth job in one area; times in epoch milliseconds. */
export type LeafHealth = { path: string; at: number; value: number; dayBefore: number | null };

/** Health of an area and all below it: the mean over the readings of the newest hour. */
export type HealthRollUp = { value: number; at: number; dayBefore: number | null };

const NAMES = ["plain", "low", "medium", "high"] as const;

/** No alert at all. */
export function noAlerts(): AlertRollUp {
  const none = { high: 0, medium: 0, low: 0, plain: 0 };
  return { open: 0, unacknowledged: 0, severities: { ...none }, plants: { ...none }, waiting: { ...none } };
}

/** Counts for every area that has an open alert in it or below, ancestors included. */
export function rollUpAlerts(alerts: readonly PlacedAlert[]): Map<string, AlertRollUp> {
  const found = new Map<string, AlertRollUp>();
  for (const alert of alerts) {
    for (const path of new Set(alert.paths.flatMap(withAncestors))) {
      const sum = found.get(path) ?? noAlerts();
      count(sum, alert);
      found.set(path, sum);
    }
  }
  return found;
}

/** Counts of the alerts whose place is not known. */
export function countUnplaced(alerts: readonly PlacedAlert[]): SeverityCounts {
  const sum = noAlerts();
  for (const alert of alerts) if (alert.paths.length === 0) count(sum, alert);
  return sum.severities;
}

function count(sum: AlertRollUp, alert: PlacedAlert): void {
  const name = NAMES[alert.rank] ?? "plain";
  sum.open += 1;
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
 * Health of every area. Only readings of the hour that ends with the newest one count: a bench that stopped
 * reporting days ago says nothing about tonight. The day before is the mean over the same benches, where they
 * had a value then.
 */
export function rollUpHealth(leaves: readonly LeafHealth[]): Map<string, HealthRollUp> {
  const below = new Map<string, LeafHealth[]>();
  for (const leaf of leaves) {
    for (const path of withAncestors(leaf.path)) {
      const list = below.get(path);
      if (list) list.push(leaf);
      else below.set(path, [leaf]);
    }
  }
  return new Map([...below].map(([path, list]) => [path, healthOf(list)]));
}

function healthOf(leaves: readonly LeafHealth[]): HealthRollUp {
  const at = leaves.reduce((newest, leaf) => Math.max(newest, leaf.at), Number.NEGATIVE_INFINITY);
  const fresh = leaves.filter((leaf) => leaf.at > at - HOUR_MS);
  const before = fresh.flatMap((leaf) => (leaf.dayBefore === null ? [] : [leaf.dayBefore]));
  return {
    at,
    value: mean(fresh.map((leaf) => leaf.value)),
    dayBefore: before.length === 0 ? null : mean(before),
  };
}

function mean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return Number((sum / values.length).toPrecision(7));
}

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
