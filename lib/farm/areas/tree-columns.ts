import { nameOf, parentOf, withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts } from "@/lib/base/core/severity";
import type { AreasOverview, AreasTree, TreeArea } from "./contract";

/** The tree's areas as columns and back: thousands of them are read at once, while somebody scrolls. Pure. */

const LEVELS = ["high", "medium", "low", "plain"] as const;

/** @param whole all areas in the order of the tree */
export function packTree({ items, placeNotKnown }: AreasOverview): AreasTree {
  const places = new Map(items.map(({ path }, place) => [path, place]));
  const times = new Map<string, number>();
  const placeOfTime = (at: string | undefined | null) => {
    if (at == null) return -1;
    const known = times.get(at) ?? times.size;
    times.set(at, known);
    return known;
  };
  const tree: AreasTree = {
    ...{ above: [], tails: [], times: [], newest: [], healthAt: [], health: [], dayBefore: [], alerts: [] },
    placeNotKnown,
  };
  items.forEach((item, place) => {
    const above = placeAbove(item.path, places);
    tree.above.push(above);
    tree.tails.push(above < 0 ? item.path : item.path.slice((items[above]?.path.length ?? 0) + 1));
    tree.newest.push(placeOfTime(item.lastReadingAt));
    tree.healthAt.push(placeOfTime(item.health?.at));
    tree.health.push(item.health?.value ?? null);
    tree.dayBefore.push(item.health?.dayBefore ?? null);
    if (item.openAlerts > 0)
      tree.alerts.push([place, ...[item.severities, item.waiting, item.plants].flatMap(countsOf)]);
  });
  return { ...tree, times: [...times.keys()] };
}

const countsOf = (counts: SeverityCounts) => LEVELS.map((level) => counts[level]);

/** Where the nearest area above it stands; -1 for a root, and for one whose ancestors nobody listed. */
function placeAbove(path: string, places: ReadonlyMap<string, number>): number {
  const parent = parentOf(path);
  if (parent === null) return -1;
  const direct = places.get(parent);
  if (direct !== undefined) return direct;
  const nearest = withAncestors(parent).findLast((above) => places.has(above));
  return nearest === undefined ? -1 : (places.get(nearest) ?? -1);
}

const NONE: SeverityCounts = { high: 0, medium: 0, low: 0, plain: 0 };

/** The areas again, in the same order: each after the one that it lies in. */
export function unpackTree(tree: AreasTree): TreeArea[] {
  const items: TreeArea[] = [];
  for (const [place, tail] of tree.tails.entries()) {
    const above = items[tree.above[place] ?? -1];
    const path = above ? `${above.path}#${tail}` : tail;
    items.push({
      ...{ path, name: nameOf(path), parent: parentOf(path) },
      ...{ openAlerts: 0, severities: NONE, plants: NONE, waiting: NONE },
      lastReadingAt: tree.times[tree.newest[place] ?? -1] ?? null,
      health: healthOf(tree, place),
    });
  }
  for (const [place = -1, ...counts] of tree.alerts) {
    const item = items[place];
    if (!item) continue;
    item.severities = countsFrom(counts.slice(0, 4));
    item.waiting = countsFrom(counts.slice(4, 8));
    item.plants = countsFrom(counts.slice(8));
    item.openAlerts = counts.slice(0, 4).reduce((sum, count) => sum + count, 0);
  }
  return items;
}

function countsFrom([high = 0, medium = 0, low = 0, plain = 0]: readonly number[]): SeverityCounts {
  return { high, medium, low, plain };
}

function healthOf(tree: AreasTree, place: number): TreeArea["health"] {
  const [at, value] = [tree.times[tree.healthAt[place] ?? -1], tree.health[place] ?? null];
  return at === undefined || value === null ? null : { at, value, dayBefore: tree.dayBefore[place] ?? null };
}

/** The newer answer, in which every area is the same object as before unless something of it is new. */
export function reuseUnchanged(before: readonly TreeArea[], now: readonly TreeArea[]): readonly TreeArea[] {
  const byPath = new Map(before.map((item) => [item.path, item]));
  const items = now.map((item) => {
    const known = byPath.get(item.path);
    return known && isUnchanged(known, item) ? known : item;
  });
  const isAll = items.length === before.length && items.every((item, place) => item === before[place]);
  return isAll ? before : items;
}

function isUnchanged(one: TreeArea, other: TreeArea): boolean {
  return (
    one.lastReadingAt === other.lastReadingAt &&
    one.health?.at === other.health?.at &&
    one.health?.value === other.health?.value &&
    one.health?.dayBefore === other.health?.dayBefore &&
    isSameCount(one.severities, other.severities) &&
    isSameCount(one.plants, other.plants) &&
    isSameCount(one.waiting, other.waiting)
  );
}

const isSameCount = (one: SeverityCounts, other: SeverityCounts) =>
  one === other || LEVELS.every((level) => one[level] === other[level]);
