import "server-only";
import type { z } from "zod";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { AppError } from "@/lib/core/errors";
import { comparePaths, inPathOrder } from "@/lib/core/natural-order";
import { parentOf, withAncestors } from "@/lib/core/paths";
import { resolveTenancy } from "@/lib/tenancies/service.server";
import { firstLevel, overviewAround } from "./around";
import type { Area, AreaOverview, AreasOverview, AreasTree, areaSparks, Job, listJobs } from "./contract";
import { readFavourites } from "./favourites-store.server";
import { groupJobs } from "./jobs";
import { trendOf } from "./order";
import { countUnplaced, noAlerts, rollUpAlerts, rollUpHealth, rollUpNewest } from "./roll-up";
import {
  countAreas,
  readAreas,
  readAreasWithin,
  readHasAreas,
  readHourlyMeans,
  readJobs,
  readLeafHealth,
  readNewest,
  readNewestOf,
  readOpenAlerts,
  readSubtree,
  type StoredArea,
} from "./store.server";
import { packTree } from "./tree-columns";

type OfTenant = { tenant?: string | undefined };

/** All control areas with their open alerts (contract.md "Read API"), in the order of the tree. */
export async function listAreasOf(actor: Actor, query: OfTenant): Promise<{ items: Area[] }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const [areas, alerts] = await Promise.all([readAreas(tenancy.id), readOpenAlerts(tenancy.id)]);
  const rolledUp = rollUpAlerts(alerts);
  return { items: inPathOrder(areas).map((area) => areaOf(area, rolledUp.get(area.path)?.open ?? 0)) };
}

function areaOf(area: StoredArea, openAlerts: number): Area {
  const { path, name, depth, hasReadings } = area;
  return { path, name, parent: parentOf(path), depth, hasReadings, openAlerts };
}

/** All control areas with the roll-up of alerts, the newest reading and Health; or those around one path. */
export async function overviewOf(
  actor: Actor,
  { tenant, around }: OfTenant & { around?: string | undefined },
): Promise<AreasOverview> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, tenant);
  if (around === undefined) return readOverview(tenancy.id, await readAreas(tenancy.id));
  const within = around === "" ? [] : await readAreasWithin(tenancy.id, around);
  if (within.some((area) => area.path === around)) return aroundOne(tenancy.id, around, within);
  const isFirstLevel = around === "" && actor.kind === "user";
  const [whole, favourites] = await Promise.all([
    readAreas(tenancy.id).then((areas) => readOverview(tenancy.id, areas)),
    isFirstLevel ? readFavourites(tenancy.id, actor.id) : [],
  ]);
  return firstLevel(whole, around, favourites);
}

/** Made of what is in the area alone: it stands in the page, which has nothing to show until it is there. */
async function aroundOne(tenancyId: number, path: string, within: StoredArea[]): Promise<AreasOverview> {
  const ids = within.map((area) => area.id);
  const [overview, total] = await Promise.all([readOverview(tenancyId, within, ids), countAreas(tenancyId)]);
  return { ...overviewAround(overview, path), total };
}

/** What the tree shows of all control areas, as columns. */
export async function areasTreeOf(actor: Actor, query: OfTenant): Promise<AreasTree> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  return packTree(await readOverview(tenancy.id, await readAreas(tenancy.id)));
}

/** @param within the areas again, where they are not all of the tenancy */
async function readOverview(
  tenancyId: number,
  areas: readonly StoredArea[],
  within: readonly number[] | null = null,
): Promise<AreasOverview> {
  const [alerts, newest, leaves] = await Promise.all([
    readOpenAlerts(tenancyId),
    readNewest(tenancyId, within),
    readLeafHealth(tenancyId, within),
  ]);
  const rolledUp = {
    alerts: rollUpAlerts(alerts),
    newest: rollUpNewest(newest),
    health: rollUpHealth(leaves),
  };
  return {
    items: inPathOrder(areas).map((area) => overviewItem(area, rolledUp)),
    placeNotKnown: countUnplaced(alerts),
    total: areas.length,
    below: null,
  };
}

const DAY_MS = 86_400_000;

/**
 * The areas that measure themselves whose Health fell most since about 24 hours before, the greatest fall first.
 * What had no Health within a day of the newest is left out: that it once fell is no news.
 */
export function worseningOf({ items }: AreasOverview, most: number): AreaOverview[] {
  const times = items.flatMap(({ health }) => (health ? Date.parse(health.at) : []));
  const since = times.reduce((newest, at) => Math.max(newest, at), 0) - DAY_MS;
  const falling = items.flatMap((area) => {
    const isNews = area.hasReadings && area.health !== null && Date.parse(area.health.at) > since;
    const trend = isNews ? trendOf(area.health) : null;
    return trend?.to === "falls" ? [{ area, change: trend.change }] : [];
  });
  return falling
    .sort((one, other) => one.change - other.change)
    .slice(0, most)
    .map(({ area }) => area);
}

/** Whether a tenancy has any control area. */
export async function hasAreas(actor: Actor, query: OfTenant): Promise<boolean> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  return readHasAreas(tenancy.id);
}

function overviewItem(
  area: StoredArea,
  rolledUp: {
    alerts: ReturnType<typeof rollUpAlerts>;
    newest: ReturnType<typeof rollUpNewest>;
    health: ReturnType<typeof rollUpHealth>;
  },
): AreaOverview {
  const alerts = rolledUp.alerts.get(area.path) ?? noAlerts();
  const newest = rolledUp.newest.get(area.path);
  const health = rolledUp.health.get(area.path);
  return {
    ...areaOf(area, alerts.open),
    severities: alerts.severities,
    unacknowledged: alerts.unacknowledged,
    waiting: alerts.waiting,
    lastReadingAt: newest === undefined ? null : new Date(newest).toISOString(),
    health: health ? { ...health, at: new Date(health.at).toISOString() } : null,
  };
}

/**
 * The areas of a path and all below it, for other domains' reads.
 * @throws AppError `not-found` on `area` when the tenancy has no such area
 */
export async function areaIdsWithin(tenancyId: number, path: string): Promise<number[]> {
  return (await subtreeWithin(tenancyId, path)).map((area) => area.id);
}

async function subtreeWithin(tenancyId: number, path: string): Promise<{ id: number; path: string }[]> {
  const found = await readSubtree(tenancyId, path);
  if (found.some((area) => area.path === path)) return found;
  throw new AppError("not-found", `No control area has the path ${path}.`, { parameter: "area" });
}

/**
 * Hourly means of one index for each child of an area (or for each root), over the hours up to the newest
 * reading of them all, so that their lines share one axis of time.
 * @throws AppError `not-found` on `area`
 */
export async function sparksOf(
  actor: Actor,
  query: z.output<NonNullable<typeof areaSparks.query>>,
): Promise<z.infer<NonNullable<typeof areaSparks.answer>>> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const parent = query.area ?? null;
  const below = parent === null ? await readAreas(tenancy.id) : await subtreeWithin(tenancy.id, parent);
  const children = below
    .map((area) => area.path)
    .filter((path) => parentOf(path) === parent)
    .sort(comparePaths);
  const newest = await readNewestOf(
    tenancy.id,
    below.map((area) => area.id),
  );
  const to = newest ?? new Date();
  const from = new Date(to.getTime() - query.hours * 3_600_000);
  const members = membersOf(children, below);
  const means = await readHourlyMeans(tenancy.id, query.index, members, from, to);
  const items = children.map((path) => ({ path, points: [] as { t: string; value: number }[] }));
  for (const { group, t, value } of means) items[group]?.points.push({ t: t.toISOString(), value });
  return { from: from.toISOString(), to: to.toISOString(), items };
}

/** Every area below with the number of the child that it belongs to. */
function membersOf(children: string[], below: readonly { id: number; path: string }[]) {
  const groups = new Map(children.map((path, group) => [path, group]));
  return below.flatMap(({ id, path }) => {
    const child = withAncestors(path).find((above) => groups.has(above));
    const group = child === undefined ? undefined : groups.get(child);
    return group === undefined ? [] : [{ areaId: id, group }];
  });
}

/**
 * Growth jobs that had readings in an area or below it, newest first.
 * @throws AppError `not-found` on `area`
 */
export async function jobsOf(
  actor: Actor,
  query: z.output<NonNullable<typeof listJobs.query>>,
): Promise<{ items: Job[] }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const areaIds = query.area === undefined ? null : await areaIdsWithin(tenancy.id, query.area);
  return { items: groupJobs(await readJobs(tenancy.id, areaIds), tenancy.timeZone) };
}
