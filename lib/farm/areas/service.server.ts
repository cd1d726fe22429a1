import "server-only";
import type { z } from "zod";
import { type AreaLimits, isOpen, isShown } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { comparePaths, inPathOrder } from "@/lib/base/core/natural-order";
import { parentOf, withAncestors } from "@/lib/base/core/paths";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import {
  type Area,
  type AreaOverview,
  type AreasOverview,
  type AreasTree,
  type areaSparks,
  type areasOverview,
  type favouriteSchema,
  type listAreas,
  type listFavourites,
  MAX_FAVOURITES,
} from "./contract";
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
import * as store from "./store.server";
import { packTree } from "./tree-columns";

type OneTenant = QueryOf<typeof listAreas>;

/**
 * All control areas that the actor may name, with their open alerts, in the order of the tree
 * (docs/spec/http-contract.md "Areas and jobs").
 */
export async function listAreasOf(actor: Actor, query: OneTenant): Promise<{ items: Area[] }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const [areas, alerts] = await Promise.all([readShownAreas(tenancy), readOpenAlerts(tenancy)]);
  const counts = rollUpAlerts(alerts);
  return { items: inPathOrder(areas).map((area) => toArea(area, counts.get(area.path)?.openAlerts ?? 0)) };
}

/**
 * The areas that the actor may name, or those of them at a path and below it. Areas above the actor's limits count as
 * without readings.
 */
async function readShownAreas(
  { id, within }: Scope,
  path: string | null = null,
): Promise<store.StoredArea[]> {
  const areas = await store.readAreas(id, path);
  return areas
    .filter((area) => isShown(within, area.path))
    .map((area) => (isOpen(within, area.path) ? area : { ...area, hasReadings: false }));
}

/** Open alerts that the actor may see, each with only the areas that the actor may see. */
async function readOpenAlerts({ id, within }: Scope): Promise<PlacedAlert[]> {
  const alerts = await store.readOpenAlerts(id);
  if (within === null) return alerts;
  return alerts
    .map((alert) => ({ ...alert, paths: alert.paths.filter((path) => isOpen(within, path)) }))
    .filter(({ paths }) => paths.length > 0);
}

function toArea({ path, name, depth, hasReadings }: store.StoredArea, openAlerts: number): Area {
  return { path, name, parent: parentOf(path), depth, hasReadings, openAlerts };
}

/**
 * All control areas with their alert counts, newest reading and Health, or the part that the page of one path shows.
 * Times are RFC 3339 UTC.
 */
export async function overviewOf(actor: Actor, query: QueryOf<typeof areasOverview>): Promise<AreasOverview> {
  requireAccess(actor, "screen");
  // The first level includes favourites, which belong to one person.
  if (query.around === "") return readAround(actor, query);
  return sharedRead("areas/overview", actor, query, () => readAround(actor, query));
}

async function readAround(
  actor: Actor,
  { tenant, around }: QueryOf<typeof areasOverview>,
): Promise<AreasOverview> {
  const tenancy = await resolveTenancy(actor, tenant);
  if (around === undefined) return readOverview(tenancy, await readShownAreas(tenancy));
  const subtree = around === "" ? [] : await readShownAreas(tenancy, around);
  if (subtree.some((area) => area.path === around)) {
    const [overview, total] = await Promise.all([
      readOverview(tenancy, subtree, true),
      tenancy.within === null
        ? store.countAreas(tenancy.id)
        : readShownAreas(tenancy).then(({ length }) => length),
    ]);
    return { ...overviewAround(overview, around), total };
  }
  const [whole, favourites] = await Promise.all([
    readShownAreas(tenancy).then((areas) => readOverview(tenancy, areas)),
    around === "" && actor.kind === "user" ? store.readFavourites(tenancy.id, actor.id) : [],
  ]);
  return firstLevel(
    whole,
    around,
    favourites.filter((path) => isShown(tenancy.within, path)),
  );
}

/** All control areas as the tree shows them, in columns. */
export async function areasTreeOf(actor: Actor, query: OneTenant): Promise<AreasTree> {
  requireAccess(actor, "screen");
  return sharedRead("areas/tree", actor, query, async () => {
    const tenancy = await resolveTenancy(actor, query.tenant);
    return packTree(await readOverview(tenancy, await readShownAreas(tenancy)));
  });
}

/** @param isPart true if the tenancy has other areas, whose readings are not needed */
async function readOverview(
  tenancy: Scope,
  areas: readonly store.StoredArea[],
  isPart = tenancy.within !== null,
): Promise<AreasOverview> {
  const areaIds = isPart ? openIdsOf(areas, tenancy.within) : null;
  const [alerts, newest, jobHealth] = await Promise.all([
    readOpenAlerts(tenancy),
    store.readNewest(tenancy.id, areaIds),
    store.readJobHealth(tenancy.id, areaIds),
  ]);
  const counts = rollUpAlerts(alerts);
  const newestBelow = rollUpNewest(newest);
  const healthBelow = rollUpHealth(jobHealth);
  const toItem = (area: store.StoredArea): AreaOverview => {
    const own = counts.get(area.path) ?? noAlerts();
    const readAt = newestBelow.get(area.path);
    const health = healthBelow.get(area.path);
    return {
      ...toArea(area, own.openAlerts),
      ...own,
      lastReadingAt: readAt === undefined ? null : new Date(readAt).toISOString(),
      health: health ? { ...health, at: new Date(health.at).toISOString() } : null,
    };
  };
  return {
    items: inPathOrder(areas).map(toItem),
    placeNotKnown: countUnplaced(alerts),
    total: areas.length,
    below: null,
  };
}

/**
 * The areas with readings of their own whose Health fell most since about 24 hours before, the greatest fall first.
 * Areas without Health within a day of the newest are left out: their fall is no news.
 */
export function worseningOf({ items }: AreasOverview, limit: number): AreaOverview[] {
  const times = items.flatMap(({ health }) => (health ? Date.parse(health.at) : []));
  const since = times.reduce((newest, at) => Math.max(newest, at), 0) - DAY_MS;
  const falling = items.flatMap((area) => {
    const isNews = area.hasReadings && area.health !== null && Date.parse(area.health.at) > since;
    const trend = isNews ? trendOf(area.health) : null;
    return trend?.to === "falls" ? [{ area, change: trend.change }] : [];
  });
  return falling
    .sort((one, other) => one.change - other.change)
    .slice(0, limit)
    .map(({ area }) => area);
}

/** Returns true if the tenancy has any control area. */
export async function hasAreas(actor: Actor, query: OneTenant): Promise<boolean> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  return store.hasArea([tenancy.id]);
}

function openIdsOf(areas: readonly { id: number; path: string }[], within: AreaLimits): number[] {
  return areas.filter(({ path }) => isOpen(within, path)).map(({ id }) => id);
}

/**
 * The ids of an area and all below it that the actor may see.
 * @throws AppError `not-found` on `area` if the tenancy has no such area, or the actor may not name it
 */
export async function areaIdsWithin(tenancy: Scope, path: string): Promise<number[]> {
  return openIdsOf(await readSubtree(tenancy, path), tenancy.within);
}

/**
 * The ids of the areas that a read is about: those of a path and below it, or without one all that the actor may see;
 * null means all of the tenancy, which saves listing them.
 * @throws AppError `not-found` on `area`
 */
export async function areaIdsAsked(tenancy: Scope, path: string | undefined): Promise<number[] | null> {
  if (path !== undefined) return areaIdsWithin(tenancy, path);
  return tenancy.within === null ? null : openIdsOf(await store.readAreas(tenancy.id, null), tenancy.within);
}

/**
 * Checks that the actor may name an area.
 * @throws AppError `not-found` on `area` if none of the tenancies has such an area that the actor may name
 */
export async function requireArea(scopes: readonly Scope[], path: string): Promise<void> {
  const shown = scopes.filter(({ within }) => isShown(within, path)).map(({ id }) => id);
  if (!(await store.hasArea(shown, path))) throw unknownArea(path);
}

const unknownArea = (path: string) =>
  new AppError("not-found", `No control area has the path ${path}.`, { parameter: "area" });

async function readSubtree(tenancy: Scope, path: string): Promise<store.StoredArea[]> {
  const found = await readShownAreas(tenancy, path);
  if (found.some((area) => area.path === path)) return found;
  throw unknownArea(path);
}

/**
 * Hourly means of one index for each child of an area (or for each root), over the hours until the newest reading of
 * them all, so that their sparklines share one time axis. Times are RFC 3339 UTC.
 * @throws AppError `not-found` on `area`
 */
export async function sparksOf(
  actor: Actor,
  query: QueryOf<typeof areaSparks>,
): Promise<AnswerOf<typeof areaSparks>> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const parent = query.area ?? null;
  const below = parent === null ? await readShownAreas(tenancy) : await readSubtree(tenancy, parent);
  const children = below
    .map((area) => area.path)
    .filter((path) => parentOf(path) === parent)
    .sort(comparePaths);
  const open = below.filter(({ path }) => isOpen(tenancy.within, path));
  const newest = await store.readNewest(
    tenancy.id,
    open.map((area) => area.id),
  );
  const to = newest.length === 0 ? new Date() : new Date(Math.max(...newest.map(({ at }) => at)));
  const from = new Date(to.getTime() - query.hours * HOUR_MS);
  const groups = new Map(children.map((path, group) => [path, group]));
  const members = open.flatMap(({ id, path }) => {
    const group = withAncestors(path)
      .map((above) => groups.get(above))
      .find((one) => one !== undefined);
    return group === undefined ? [] : [{ areaId: id, group }];
  });
  const means = await store.readHourlyMeans(tenancy.id, query.index, members, from, to);
  const items = children.map((path) => ({ path, points: [] as { t: string; value: number }[] }));
  for (const { group, t, value } of means) items[group]?.points.push({ t: t.toISOString(), value });
  return { from: from.toISOString(), to: to.toISOString(), items };
}

/** A person's favourite areas, in the order of the tree; programs and screens have none. */
export async function favouritesOf(
  actor: Actor,
  query: QueryOf<typeof listFavourites>,
): Promise<AnswerOf<typeof listFavourites>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const paths = actor.kind === "user" ? await store.readFavourites(tenancy.id, actor.id) : [];
  const shown = paths.filter((path) => isShown(tenancy.within, path));
  return { items: shown.sort(comparePaths).map((path) => ({ path })) };
}

/** A person's favourite areas in all tenancies, or in one, by its key; programs and screens have none. */
export async function favouritesByTenancy(
  actor: Actor,
  tenancy?: TenancyRef,
): Promise<Record<number, string[]>> {
  requireAccess(actor, "viewer");
  if (actor.kind !== "user") return {};
  const tenancies = tenancy ? [tenancy] : await visibleTenancies(actor);
  const found = await store.listFavourites(
    tenancies.map(({ id }) => id),
    actor.id,
  );
  const limits = new Map(tenancies.map(({ id, within }) => [id, within]));
  const shown = found.filter(({ tenancyId, path }) => isShown(limits.get(tenancyId) ?? null, path));
  const groups = groupBy(shown, ({ tenancyId }) => tenancyId);
  return Object.fromEntries([...groups].map(([id, own]) => [id, own.map(({ path }) => path)]));
}

/**
 * Makes an area a favourite of the person, or no longer one.
 * @throws AppError `forbidden` for programs; `not-found` on `area`; `conflict` if there are too many
 */
export async function setFavourite(
  actor: Actor,
  { tenant, path, favourite }: z.output<typeof favouriteSchema>,
): Promise<void> {
  requireAccess(actor, "viewer");
  if (actor.kind !== "user") throw new AppError("forbidden", "Favourites are for people who sign in.");
  const tenancy = await resolveTenancy(actor, tenant);
  if (!favourite) return store.removeFavourite(tenancy.id, actor.id, path);
  await requireArea([tenancy], path);
  if ((await store.readFavourites(tenancy.id, actor.id)).length >= MAX_FAVOURITES)
    throw new AppError("conflict", `There are ${MAX_FAVOURITES} favourites already: remove one first.`);
  await store.addFavourite(tenancy.id, actor.id, path);
}
