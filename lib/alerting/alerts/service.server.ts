import "server-only";
import { z } from "zod";
import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import { readCursor, writeCursor } from "@/lib/base/core/cursor";
import { AppError } from "@/lib/base/core/errors";
import { comparePaths } from "@/lib/base/core/natural-order";
import { DAY_MS } from "@/lib/base/core/time";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import { favouritesByTenancy, requireArea } from "@/lib/farm/areas/service.server";
import { namesOfJobs } from "@/lib/farm/jobs/service.server";
import { tenanciesInGroup } from "@/lib/farm/site-groups/service.server";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import {
  distinctName,
  resolveHolder,
  resolveTenancy,
  visibleTenancies,
} from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import { evidenceByAlert, withEpisodes } from "./companions.server";
import {
  ALL_TENANCIES,
  type AlertAction,
  type AlertCounts,
  type AlertDetail,
  type AlertGroup,
  type AlertsQuery,
  type alertEvidence,
  type countTabs,
  type ListedAlert,
  MAX_GROUP_AREAS,
  type NamedAlert,
  type TabCounts,
} from "./contract";
import {
  countByTab,
  countClosedSince,
  countOpen,
  findLastClosed,
  isKnownAt,
  listOpenAt,
} from "./count-store.server";
import type { rawNotifications } from "./detail-contract";
import { evidenceIndex } from "./evidence";
import { rankOf } from "./fold";
import {
  findGroupAreas,
  findGroups,
  findStandings,
  type GroupStanding,
  groupKey,
} from "./group-store.server";
import { unknownAlert } from "./handling.server";
import { listActions, listNotes, listNotifications, listRawNotifications } from "./history-store.server";
import { resolveByAlert } from "./resolve.server";
import {
  type AlertFilter,
  type AreasByTenancy,
  alertKey,
  findAlert,
  findAlerts,
  hasAlert,
  listAlertKinds,
  type Position,
  type StoredAlert,
  splitAlertKey,
} from "./store.server";

export {
  type AlertsWrite,
  type AlertUpdate,
  foldAlerts,
  type StateJson,
  stateSql,
  toState,
} from "./apply-store.server";
export { countOpenAtBySite, countOpenBySite, type SiteCounts } from "./count-store.server";
export type { FoldedAlert, Later } from "./fold";
export { placeAlerts, placeAlertsOfJobs, placeUnplaced } from "./place.server";
export { judgeRecoveriesOfJobs } from "./recovery.server";
export { holdsAlert } from "./resolve.server";

type Page = { items: ListedAlert[]; nextCursor: string | null; groups?: number };

/**
 * A page of alerts (docs/spec/http-contract.md "Alerts"), or of groups of them. Times RFC 3339 UTC.
 * @throws AppError `bad-request` on `tenant`, `cursor`, or `from` after `to`; `not-found` on `area`
 */
export async function listAlertsPage(actor: Actor, query: AlertsQuery): Promise<Page> {
  requireAccess(actor, "screen");
  const own = await choicesOfPerson(actor, query);
  return sharedRead("alerts", actor, { ...query, own }, () => readPage(actor, query, own));
}

/** What a person chose for themselves, as far as a call asks for it: its answer depends on nothing else of the person. */
type OwnChoices = {
  mine: AreasByTenancy | undefined;
  /** The tenancies of a group, by key. */
  group: number[] | undefined;
};

async function choicesOfPerson(
  actor: Actor,
  query: Pick<AlertsQuery, "mine" | "tenant" | "siteGroup">,
): Promise<OwnChoices> {
  const { siteGroup } = query;
  const [mine, members] = await Promise.all([
    areasOfPerson(actor, query),
    siteGroup === undefined ? undefined : tenanciesInGroup(actor, siteGroup),
  ]);
  return { mine, group: members?.map(({ id }) => id) };
}

/** The person's favourite areas where a call asks for `mine`. */
async function areasOfPerson(
  actor: Actor,
  { mine, tenant }: Pick<AlertsQuery, "mine" | "tenant">,
): Promise<AreasByTenancy | undefined> {
  if (mine === undefined) return undefined;
  return favouritesByTenancy(
    actor,
    tenant === ALL_TENANCIES ? undefined : await resolveTenancy(actor, tenant),
  );
}

async function readPage(
  actor: Actor,
  { limit, cursor, evidence, jobNames, group, siteGroup: _, ...query }: AlertsQuery,
  own: OwnChoices,
): Promise<Page> {
  const tenancies = await resolveOfList(actor, query, own);
  const filter = { ...query, mine: own.mine };
  const { order, from, to, area } = filter;
  if (from && to && from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  const isGrouped = group === "problem";
  const isOfAll = query.tenant === ALL_TENANCIES;
  const kind = [order, ...(isGrouped ? ["problem"] : []), ...(isOfAll ? [ALL_TENANCIES] : [])].join(" ");
  const after = cursor === undefined ? null : readPosition(kind, cursor, tenancies);
  if (area !== undefined) await requireArea(tenancies, area);
  const page = await (isGrouped ? readGroups : readAlerts)(tenancies, filter, after, limit);
  const [all, shown, evidenceOfAlert, nameOfJob] = await Promise.all([
    isOfAll ? visibleTenancies(actor) : [],
    withEpisodes(tenancies, page.alerts),
    evidence ? evidenceByAlert(tenancies, page.alerts) : null,
    jobNames ? namesOfJobs(tenancies, page.alerts) : null,
  ]);
  return {
    items: page.alerts.map((alert) => ({
      ...shown(alert),
      ...(isOfAll && { site: siteOf(alert.tenancyId, all) }),
      ...(evidenceOfAlert && { evidence: evidenceOfAlert.get(alertKey(alert)) }),
      ...(nameOfJob && { jobName: nameOfJob(alert) }),
      ...(page.groups && { group: page.groups.get(alertKey(alert)) }),
    })),
    nextCursor: page.end && writePosition(kind, page.end, isOfAll),
    ...(page.total !== undefined && { groups: page.total }),
  };
}

function siteOf(tenancyId: number, tenancies: readonly TenancyRef[]): ListedAlert["site"] {
  const tenancy = tenancies.find(({ id }) => id === tenancyId);
  if (!tenancy) return undefined;
  const { slug, timeZone } = tenancy;
  return { name: distinctName(tenancy, tenancies), slug, timeZone };
}

type FoundPage = {
  alerts: StoredAlert[];
  /** Where the page ends, if it is not the last. */
  end: Position | null;
  /** By the key of the alert that stands for the group. */
  groups?: Map<string, AlertGroup>;
  total?: number;
};

type ReadPage = (
  scopes: readonly Scope[],
  filter: AlertFilter,
  after: Position | null,
  limit: number,
) => Promise<FoundPage>;

const readAlerts: ReadPage = async (scopes, filter, after, limit) => {
  const found = await findAlerts(scopes, filter, after, limit + 1);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { alerts: found.slice(0, limit), end: last ? positionOf(filter.order, last) : null };
};

const NONE_OPEN: GroupStanding = {
  open: 0,
  acknowledged: 0,
  acknowledgedBy: [],
  assigned: 0,
  assignedTo: [],
  snoozed: 0,
  snoozedUntil: null,
};

const readGroups: ReadPage = async (scopes, filter, after, limit) => {
  const { groups: found, total } = await findGroups(scopes, filter, after, limit + 1);
  const page = found.slice(0, limit);
  const heads = page.map(({ alertIds, position: { tenancyId } }) => ({
    tenancyId,
    alertId: alertIds[0] ?? "",
  }));
  const keys = heads.map(alertKey);
  const ids = heads.map(({ alertId }) => alertId);
  const holding = new Set(heads.map(({ tenancyId }) => tenancyId));
  const own = scopes.filter(({ id }) => holding.has(id));
  const named = page.map(({ alerts, alertIds, position: { tenancyId } }) => ({
    tenancyId,
    alertIds: alerts > MAX_GROUP_AREAS ? [] : alertIds,
  }));
  const [alerts, standings, areas] = await Promise.all([
    // Another tenancy may have an alert with the same id.
    findAlerts(own, { status: "all", order: "newest", alertId: ids }, null, limit * own.length),
    findStandings(
      own,
      page.map(({ jobId }) => jobId),
    ),
    findGroupAreas(own, named),
  ]);
  const groups = page.map(({ kinds, position, ...group }, at): AlertGroup => {
    const standing = standings.get(groupKey(position.tenancyId, group));
    const indices = [...new Set(kinds.map(evidenceIndex))].sort();
    return {
      ...{ ...group, areas: areas[at]?.toSorted(comparePaths) ?? [], indices },
      ...(standing ?? NONE_OPEN),
    };
  });
  const alertOf = new Map(alerts.map((alert) => [alertKey(alert), alert]));
  return {
    // One that left the scope between the two reads is missing until the next.
    alerts: keys.flatMap((key) => alertOf.get(key) ?? []),
    end: found.length > limit ? (page.at(-1)?.position ?? null) : null,
    groups: new Map(groups.map((group, place) => [keys[place] ?? "", group])),
    total,
  };
};

/** The tenancies of a list: all that the actor may see, or one. Without `tenant`, the job of a filter finds it. */
async function resolveOfList(
  actor: Actor,
  { tenant, jobId }: Pick<AlertsQuery, "tenant"> & { jobId?: string | undefined },
  { group }: Pick<OwnChoices, "group">,
): Promise<TenancyRef[]> {
  const found = await resolveTenancies(actor, { tenant, jobId });
  return group ? found.filter(({ id }) => group.includes(id)) : found;
}

async function resolveTenancies(
  actor: Actor,
  { tenant, jobId }: Pick<AlertsQuery, "tenant"> & { jobId?: string | undefined },
): Promise<TenancyRef[]> {
  if (tenant === ALL_TENANCIES) return visibleTenancies(actor);
  const hold = (one: TenancyRef) => hasAlert(one, { jobId });
  return [(jobId && (await resolveHolder(actor, tenant, hold))) || (await resolveTenancy(actor, tenant))];
}

/** Content of a cursor: the order (and grouping), then the members of `Position`; the tenancy in lists of several. */
const positionSchema = (kind: string) =>
  z.tuple([z.literal(kind), z.boolean(), z.int(), z.iso.datetime(), z.string().min(1)]).rest(z.int());

function readPosition(kind: string, cursor: string, tenancies: readonly TenancyRef[]): Position {
  const [, open, rank, at, alertId, tenancyId = tenancies[0]?.id ?? 0] = readCursor(
    cursor,
    positionSchema(kind),
  );
  return { open, rank, at, alertId, tenancyId };
}

function positionOf(order: AlertsQuery["order"], alert: StoredAlert): Position {
  const at = order === "oldest" ? (alert.raisedAt ?? alert.firstEventAt) : alert.lastEventAt;
  const { alertId, tenancyId, rank } = alert;
  return { open: alert.status === "open", rank, at, alertId, tenancyId };
}

const writePosition = (kind: string, { open, rank, at, alertId, tenancyId }: Position, isOfAll: boolean) =>
  writeCursor([kind, open, rank, at, alertId, ...(isOfAll ? [tenancyId] : [])]);

/**
 * One alert with its notifications, notes and what people did.
 * @throws AppError `not-found`
 */
export async function readAlertDetail(
  actor: Actor,
  alertId: string,
  tenantId: string | undefined,
): Promise<AlertDetail> {
  requireAccess(actor, "screen");
  const tenancy = await resolveByAlert(actor, tenantId, alertId);
  const alert = await findAlert(tenancy, alertId);
  if (!alert) throw unknownAlert(alertId);
  const [shown, notifications, notes, actions] = await Promise.all([
    withEpisodes([tenancy], [alert]),
    listNotifications(tenancy.id, alertId),
    listNotes(tenancy.id, alertId),
    listActions(tenancy.id, alertId),
  ]);
  return {
    ...shown(alert),
    notifications,
    notes,
    actions: actions.map((one) => limitPlaces(one, tenancy.within)),
  };
}

/** What names some alerts of any tenancies, in one statement; those that the actor may not see are left out. */
export async function readNamedAlerts(actor: Actor, alertIds: readonly string[]): Promise<NamedAlert[]> {
  if (alertIds.length === 0) return [];
  const tenancies = await visibleTenancies(actor);
  const filter: AlertFilter = { status: "all", order: "newest", alertId: [...new Set(alertIds)] };
  // Several tenancies may have an alert with the same id.
  const found = await findAlerts(tenancies, filter, null, alertIds.length * tenancies.length);
  const tenantIds = new Map(tenancies.map(({ id, tenantId }) => [id, tenantId]));
  return found.map(({ tenancyId, alertId, status, type, category, jobId, areas }) => ({
    ...{ tenantId: tenantIds.get(tenancyId) ?? "", alertId, status, type, category, jobId, areas },
  }));
}

/**
 * Counts the alerts in each tab of the inbox that match a filter.
 * @throws AppError `not-found` on `area`
 */
export async function countAlertsByTab(actor: Actor, query: QueryOf<typeof countTabs>): Promise<TabCounts> {
  requireAccess(actor, "screen");
  const { tenant, siteGroup: _, ...filter } = query;
  const own = await choicesOfPerson(actor, query);
  return sharedRead("alerts/tabs", actor, { ...query, own }, async () => {
    const tenancies = await resolveOfList(actor, { tenant }, own);
    if (filter.area !== undefined) await requireArea(tenancies, filter.area);
    return countByTab(tenancies, { ...filter, mine: own.mine });
  });
}

/** Counts the open alerts by severity, now and 24 hours ago, and those not acknowledged. */
export async function countAlertsNow(
  actor: Actor,
  tenantId: string | undefined,
  now?: Date,
): Promise<AlertCounts> {
  requireAccess(actor, "screen");
  return sharedRead("alerts/counts", actor, { tenantId, now }, async () =>
    readCounts(await resolveTenancy(actor, tenantId), now ?? new Date()),
  );
}

async function readCounts(tenancy: Scope, now: Date): Promise<AlertCounts> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [counts, before, isYesterdayKnown, closed30Days, lastClosed] = await Promise.all([
    countOpen(tenancy),
    listOpenAt(tenancy, ago(1)),
    isKnownAt(tenancy, ago(1)),
    countClosedSince(tenancy, ago(30)),
    findLastClosed(tenancy),
  ]);
  const ranks = before.map(({ severity, category }) => rankOf(severity, category));
  const count = (rank: number) => ranks.filter((one) => one === rank).length;
  return {
    ...counts,
    acknowledged: counts.open - counts.nobody,
    closed30Days,
    dayAgo: isYesterdayKnown ? { high: count(3), medium: count(2), low: count(1), plain: count(0) } : null,
    lastClosed,
  };
}

/**
 * The index that each alert is about: its last value, the one about 24 hours before, and the hourly means of 72 hours
 * up to the newest reading of its job. Unknown alerts are skipped.
 */
export async function readEvidence(
  actor: Actor,
  alertIds: readonly string[],
  tenantId: string | undefined,
): Promise<AnswerOf<typeof alertEvidence>> {
  requireAccess(actor, "screen");
  return sharedRead("alerts/evidence", actor, { tenantId, alertIds }, async () => {
    const tenancy = await resolveTenancy(actor, tenantId);
    const found = await evidenceByAlert([tenancy], await listAlertKinds(tenancy, alertIds));
    const items = [...found].map(([key, evidence]) => ({ alertId: splitAlertKey(key).alertId, ...evidence }));
    return { items };
  });
}

/**
 * The notifications of an alert as they came (role viewer), without anything of the secret that signed them.
 * @throws AppError `forbidden`; `not-found` when the alert is unknown
 */
export async function readRawNotifications(
  actor: Actor,
  alertId: string,
  tenantId: string | undefined,
): Promise<AnswerOf<typeof rawNotifications>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveByAlert(actor, tenantId, alertId);
  const rows = (await findAlert(tenancy, alertId)) ? await listRawNotifications(tenancy.id, alertId) : [];
  if (rows.length === 0) throw unknownAlert(alertId);
  // Bodies that parsed were JSON, and so UTF-8.
  return { items: rows.map((row) => ({ ...row, body: row.body && new TextDecoder().decode(row.body) })) };
}

/** An act without the places outside of the reader's areas. */
function limitPlaces(act: AlertAction, within: AreaLimits): AlertAction {
  if (within === null || act.action !== "placed" || act.detail === null) return act;
  const { before, after } = act.detail;
  return { ...act, detail: { ...act.detail, before: open(before, within), after: open(after, within) } };
}

const open = (paths: unknown, within: AreaLimits) =>
  Array.isArray(paths) ? paths.filter((path) => typeof path === "string" && isOpen(within, path)) : [];
