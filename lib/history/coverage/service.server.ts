import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { INDICES } from "@/lib/base/core/indices";
import { comparePaths } from "@/lib/base/core/natural-order";
import { covers } from "@/lib/base/core/stretches";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import { completeStretches } from "@/lib/history/sync/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { QueryType } from "@/lib/service/contract";
import type { AreaStrip, Coverage, readAreaCoverage, readCoverage } from "./contract";
import {
  type CoveredArea,
  hasMeasurements,
  readCoveredAreas,
  readDayCounts,
  readLastValues,
  readMeasuredAreas,
  readMeasuredHours,
} from "./store.server";
import { makeStrip } from "./strips";

type Days = { days: string[]; fetched: boolean[] };

const ALL = INDICES.map((_, bit) => bit);

/**
 * A page of areas in the order of the tree, each with its strip of days (role admin).
 * @throws AppError `bad-request` on `tenant` or `cursor`, `not-found` on `area`
 */
export async function listCoverage(actor: Actor, query: QueryOf<typeof readCoverage>): Promise<Coverage> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const { type } = query;
  if (type === "chf" && query.index !== undefined)
    throw new AppError("bad-request", "index goes with the type indices only.", { parameter: "index" });
  const areas = await coveredAreas(tenancy, query.area ?? null, type);
  const first = readOffset(query.cursor);
  const page = areas.slice(first, first + query.limit);
  const days = await lastDays(tenancy, query.days, type);
  const indices = query.index === undefined ? ALL : [INDICES.indexOf(query.index)];
  const next = first + query.limit;
  return {
    ...days,
    total: areas.length,
    first,
    hasMeasurements: await hasMeasurements(tenancy.id),
    items: await makeStrips(tenancy, page, days, type, indices),
    nextCursor: next < areas.length ? String(next) : null,
  };
}

function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,7}$/.test(cursor)) return Number(cursor);
  throw new AppError("bad-request", "cursor is none of ours.", { parameter: "cursor" });
}

async function coveredAreas(
  tenancy: TenancyRef,
  path: string | null,
  type: QueryType = "indices",
): Promise<CoveredArea[]> {
  const areas = await (type === "chf" ? readMeasuredAreas : readCoveredAreas)(tenancy.id, path);
  if (path !== null && areas.length === 0)
    throw new AppError(
      "not-found",
      `No control area with ${type === "chf" ? "measurements" : "readings"} has the path ${path}.`,
      { parameter: "area" },
    );
  return areas.sort((a, b) => comparePaths(a.path, b.path));
}

/** The last whole site days, and which of them are fetched. */
async function lastDays(tenancy: TenancyRef, count: number, type: QueryType = "indices"): Promise<Days> {
  const complete = await completeStretches(tenancy.id, type);
  const last = addDays(siteDay(new Date(), tenancy.timeZone), -1);
  const days = Array.from({ length: count }, (_, position) => addDays(last, position - count + 1));
  const midnight = (day: string) => startOfDay(day, tenancy.timeZone).getTime();
  const fetched = days.map((day) => covers(complete, { from: midnight(day), to: midnight(addDays(day, 1)) }));
  return { days, fetched };
}

/** Which days count for an area: fetched ones after the day of its first reading. */
function isJudgedFor(area: CoveredArea, { timeZone }: TenancyRef, { fetched }: Days) {
  const firstDay = siteDay(area.firstAt, timeZone);
  return (day: string, position: number) => (fetched[position] ?? false) && day > firstDay;
}

/** The strips of areas: by the values of each day, or for chf by the hours of each day in which an area was measured. */
async function makeStrips(
  tenancy: TenancyRef,
  areas: readonly CoveredArea[],
  days: Days,
  type: QueryType,
  indices: number[],
): Promise<AreaStrip[]> {
  const ids = areas.map(({ id }) => id);
  const isOne = indices.length === 1;
  const [counts, lasts] = await Promise.all([
    type === "chf"
      ? readMeasuredHours(tenancy.id, tenancy.timeZone, ids, ...ends(days))
      : readDayCounts(tenancy.id, ids, indices, ...ends(days)),
    isOne ? readLastValues(tenancy.id, tenancy.timeZone, ids, indices) : [],
  ]);
  const lastOf = new Map(lasts.map(({ areaId, at }) => [areaId, at]));
  const byArea = groupBy(counts, ({ areaId }) => areaId);
  return areas.map((area) => ({
    path: area.path,
    lastReadingAt: (isOne ? lastOf.get(area.id) : area.lastAt)?.toISOString() ?? null,
    ...makeStrip(byArea.get(area.id) ?? [], days.days, isJudgedFor(area, tenancy, days)),
  }));
}

const ends = ({ days }: Days): [first: string, last: string] => [days[0] ?? "", days.at(-1) ?? ""];

/**
 * The strips of the indices that an area ever reported (role admin).
 * @throws AppError `bad-request` on `tenant`, `not-found` on `area`
 */
export async function listIndexCoverage(
  actor: Actor,
  query: QueryOf<typeof readAreaCoverage>,
): Promise<AnswerOf<typeof readAreaCoverage>> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const area = (await coveredAreas(tenancy, query.area)).find(({ path }) => path === query.area);
  if (!area)
    throw new AppError("not-found", `${query.area} has no readings of its own.`, { parameter: "area" });
  const days = await lastDays(tenancy, query.days);
  const [counts, lasts] = await Promise.all([
    readDayCounts(tenancy.id, [area.id], ALL, ...ends(days)),
    readLastValues(tenancy.id, tenancy.timeZone, [area.id], ALL),
  ]);
  const items = INDICES.flatMap((index, bit) => {
    const last = lasts.find((one) => one.index === bit);
    if (!last) return [];
    const own = counts.filter((one) => one.index === bit);
    const strip = makeStrip(own, days.days, isJudgedFor(area, tenancy, days));
    return [{ index, lastReadingAt: last.at.toISOString(), ...strip }];
  });
  return { ...days, items };
}
