import "server-only";
import type { z } from "zod";
import { type AreaLimits, isOpen, isShown } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { comparePaths, inPathOrder } from "@/lib/base/core/natural-order";
import { parentOf, withAncestors } from "@/lib/base/core/paths";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import {
  type Area,
  type AreaOverview,
  type AreasOverview,
  type AreasTree,
  type areaSparks,
  type favouriteSchema,
  type Job,
  type listFavourites,
  type listJobs,
  MAX_FAVOURITES,
} from "./contract";
import { groupJobs } from "./jobs";
import { trendOf } from "./order";
import {
  countUnplaced,
  firstLevel,
  noAlerts,
  overviewAround,
  type PlacedAlert,
  rollUpAlerts,
  rollUpHealth,
  rollUpNewest,
} from "./roll-up";
import {
  addFavourite,
  countAreas,
  hasArea,
  readAreas,
  readAreasWithin,
  readFavourites,
  readHasAreas,
  readHourlyMeans,
  readJobs,
  readLeafHealth,
  readNewest,
  readNewestOf,
  readOpenAlerts,
  readSubtree,
  removeFavourite,
  type StoredArea,
} from "./store.server";
import { packTree } from "./tree-columns";

type OfTenant = { tenant?: string | undefined };

type AroundQuery = OfTenant & { around?: string | undefined };

/**
 * All control areas that may be named, with their open alerts (docs/spec/http-contract.md "Areas and jobs"), in the
 * order of the tree.
 */
export async function listAreasOf(actor: Actor, query: OfTenant): Promise<{ items: Area[] }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const [areas, alerts] = await Promise.all([shownAreas(tenancy), openAlerts(tenancy)]);
  const rolledUp = rollUpAlerts(alerts);
  return { items: inPathOrder(areas).map((area) => areaOf(area, rolledUp.get(area.path)?.open ?? 0)) };
}

/** The areas that may be named. Those on the way down have no readings of their own to be seen. */
async function shownAreas({ id, within }: Scope): Promise<StoredArea[]> {
  return shownOf(await readAreas(id), within);
}

function shownOf(areas: readonly StoredArea[], within: AreaLimits): StoredArea[] {
  return areas
    .filter(({ path }) => isShown(within, path))
    .map((area) => (isOpen(within, area.path) ? area : { ...area, hasReadings: false }));
}

/** Open alerts that may be seen, in those of their areas that may be. */
async function openAlerts({ id, within }: Scope): Promise<PlacedAlert[]> {
  const alerts = await readOpenAlerts(id);
  if (within === null) return alerts;
  return alerts
    .map((alert) => ({ ...alert, paths: alert.paths.filter((path) => isOpen(within, path)) }))
    .filter(({ paths }) => paths.length > 0);
}

function areaOf(area: StoredArea, openAlerts: number): Area {
  const { path, name, depth, hasReadings } = area;
  return { path, name, parent: parentOf(path), depth, hasReadings, openAlerts };
}

/** All control areas with the roll-up of alerts, the newest reading and Health; or those around one path. */
export async function overviewOf(actor: Actor, query: AroundQuery): Promise<AreasOverview> {
  requireAccess(actor, "screen");
  // On the first level favourites are among it, which are one person's.
  if (query.around === "") return readAround(actor, query);
  return sharedRead("areas/overview", actor, query, () => readAround(actor, query));
}

async function readAround(actor: Actor, { tenant, around }: AroundQuery): Promise<AreasOverview> {
  const tenancy = await resolveTenancy(actor, tenant);
  if (around === undefined) return readOverview(tenancy, await shownAreas(tenancy));
  const inIt = around === "" ? [] : shownOf(await readAreasWithin(tenancy.id, around), tenancy.within);
  if (inIt.some((area) => area.path === around)) return aroundOne(tenancy, around, inIt);
  const isFirstLevel = around === "" && actor.kind === "user";
  const [whole, favourites] = await Promise.all([
    shownAreas(tenancy).then((areas) => readOverview(tenancy, areas)),
    isFirstLevel ? readFavourites(tenancy.id, actor.id) : [],
  ]);
  const shown = favourites.filter((path) => isShown(tenancy.within, path));
  return firstLevel(whole, around, shown);
}

/** Made of what is in the area alone: it stands in the page, which has nothing to show until it is there. */
async function aroundOne(tenancy: Scope, path: string, inIt: StoredArea[]): Promise<AreasOverview> {
  const [overview, total] = await Promise.all([
    readOverview(tenancy, inIt, true),
    tenancy.within === null ? countAreas(tenancy.id) : shownAreas(tenancy).then(({ length }) => length),
  ]);
  return { ...overviewAround(overview, path), total };
}

/** What the tree shows of all control areas, as columns. */
export async function areasTreeOf(actor: Actor, query: OfTenant): Promise<AreasTree> {
  requireAccess(actor, "screen");
  return sharedRead("areas/tree", actor, query, async () => {
    const tenancy = await resolveTenancy(actor, query.tenant);
    return packTree(await readOverview(tenancy, await shownAreas(tenancy)));
  });
}

/** @param inPart whether the areas are not all of the tenancy */
async function readOverview(
  tenancy: Scope,
  areas: readonly StoredArea[],
  inPart = tenancy.within !== null,
): Promise<AreasOverview> {
  const ids = inPart ? openIdsOf(areas, tenancy.within) : null;
  const [alerts, newest, leaves] = await Promise.all([
    openAlerts(tenancy),
    readNewest(tenancy.id, ids),
    readLeafHealth(tenancy.id, ids),
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

function openIdsOf(areas: readonly { id: number; path: string }[], within: AreaLimits): number[] {
  return areas.filter(({ path }) => isOpen(within, path)).map(({ id }) => id);
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
    plants: alerts.plants,
    unacknowledged: alerts.unacknowledged,
    waiting: alerts.waiting,
    lastReadingAt: newest === undefined ? null : new Date(newest).toISOString(),
    health: health ? { ...health, at: new Date(health.at).toISOString() } : null,
  };
}

/**
 * The areas of a path and all below it, for other domains' reads: those that may be seen, so that what lies above
 * them counts only these.
 * @throws AppError `not-found` on `area` when the tenancy has no such area, or it may not be named
 */
export async function areaIdsWithin(tenancy: Scope, path: string): Promise<number[]> {
  return openIdsOf(await subtreeWithin(tenancy, path), tenancy.within);
}

/** The areas that may be seen where none was asked for: null is all, so that no list of them is made. */
async function openAreaIds(tenancy: Scope): Promise<number[] | null> {
  return tenancy.within === null ? null : openIdsOf(await readAreas(tenancy.id), tenancy.within);
}

/**
 * The areas that a read is about: those of a path, or without one all that may be seen; null is all.
 * @throws AppError `not-found` on `area`
 */
export async function areaIdsAsked(tenancy: Scope, path: string | undefined): Promise<number[] | null> {
  return path === undefined ? openAreaIds(tenancy) : areaIdsWithin(tenancy, path);
}

/**
 * Makes sure that an area may be named by whoever asks, for reads of other domains that go by its path.
 * @throws AppError `not-found` on `area` when the tenancy has no such area, or it may not be named
 */
export async function requireArea({ id, within }: Scope, path: string): Promise<void> {
  if (!isShown(within, path) || !(await hasArea(id, path))) throw unknownArea(path);
}

const unknownArea = (path: string) =>
  new AppError("not-found", `No control area has the path ${path}.`, { parameter: "area" });

async function subtreeWithin({ id, within }: Scope, path: string): Promise<{ id: number; path: string }[]> {
  const found = (await readSubtree(id, path)).filter((area) => isShown(within, area.path));
  if (found.some((area) => area.path === path)) return found;
  throw unknownArea(path);
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
  const below = parent === null ? await shownAreas(tenancy) : await subtreeWithin(tenancy, parent);
  const children = below
    .map((area) => area.path)
    .filter((path) => parentOf(path) === parent)
    .sort(comparePaths);
  const open = below.filter(({ path }) => isOpen(tenancy.within, path));
  const newest = await readNewestOf(
    tenancy.id,
    open.map((area) => area.id),
  );
  const to = newest ?? new Date();
  const from = new Date(to.getTime() - query.hours * HOUR_MS);
  const members = membersOf(children, open);
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
  const areaIds = await areaIdsAsked(tenancy, query.area);
  return { items: groupJobs(await readJobs(tenancy.id, areaIds), tenancy.timeZone) };
}

/** The areas that a person wants at hand, in the order of the tree. Programs and screens have none. */
export async function favouritesOf(
  actor: Actor,
  query: z.output<NonNullable<typeof listFavourites.query>>,
): Promise<z.infer<NonNullable<typeof listFavourites.answer>>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const paths = actor.kind === "user" ? await readFavourites(tenancy.id, actor.id) : [];
  const shown = paths.filter((path) => isShown(tenancy.within, path));
  return { items: shown.sort(comparePaths).map((path) => ({ path })) };
}

/**
 * Makes an area a favourite of the person, or no longer one.
 * @throws AppError `forbidden` for programs; `not-found` on `area`; `conflict` when there are too many
 */
export async function setFavourite(
  actor: Actor,
  { tenant, path, favourite }: z.output<typeof favouriteSchema>,
): Promise<void> {
  requireAccess(actor, "viewer");
  if (actor.kind !== "user") throw new AppError("forbidden", "Favourites are for people who sign in.");
  const tenancy = await resolveTenancy(actor, tenant);
  if (!favourite) return removeFavourite(tenancy.id, actor.id, path);
  await areaIdsWithin(tenancy, path);
  if ((await readFavourites(tenancy.id, actor.id)).length >= MAX_FAVOURITES)
    throw new AppError("conflict", `There are ${MAX_FAVOURITES} favourites already: take one away first.`);
  await addFavourite(tenancy.id, actor.id, path);
}
