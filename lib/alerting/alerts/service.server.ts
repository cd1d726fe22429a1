import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import { requireArea } from "@/lib/farm/areas/service.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { sharedRead } from "@/lib/identity/auth/shared-reads.server";
import type {
  AlertDetail,
  AlertsQuery,
  alertEvidence,
  countAlerts,
  countTabs,
  ListedAlert,
} from "./contract";
import { countClosedSince, countOpen, countOpenAt, findLastClosed, isKnownAt } from "./count-store.server";
import { readCursor, writeCursor } from "./cursor";
import { episodesOf } from "./episodes.server";
import { type Evidence, evidenceOf, indexOf } from "./evidence";
import { type EvidenceSubject, listMeans, listSubjects } from "./evidence-store.server";
import { rankOf } from "./fold";
import { listActions } from "./history-store.server";
import { withOpenPlaces } from "./open-places";
import { countByTab, findAlert, findAlerts, listNotes, listNotifications } from "./store.server";

export { foldAlerts, type Story } from "./apply.server";
export { type AlertsWrite, type StateJson, stateSql, toState } from "./apply-store.server";
export type { FoldedAlert, Later } from "./fold";
export {
  acknowledge,
  handOver,
  snooze,
  undoAcknowledgement,
  undoLastAct,
  wake,
  writeNote,
} from "./handling.server";
export { placeAlerts, placeAlertsOfJobs, placeUnplaced } from "./place.server";
export { judgeRecoveriesOfJobs } from "./recovery.server";

type Page = { items: ListedAlert[]; nextCursor: string | null };

/**
 * A page of alerts (contract.md, "Read API"). Times RFC 3339 UTC.
 * @throws AppError `bad-request` on `tenant`, `cursor`, or `from` after `to`; `not-found` on `area`
 */
export async function listAlertsPage(actor: Actor, query: AlertsQuery): Promise<Page> {
  requireAccess(actor, "screen");
  return sharedRead("alerts", actor, query, () => readPage(actor, query));
}

async function readPage(actor: Actor, query: AlertsQuery): Promise<Page> {
  const tenancy = await resolveTenancy(actor, query.tenant);
  const { limit, cursor, evidence, ...filter } = query;
  if (filter.from && filter.to && filter.from > filter.to)
    throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  const after = cursor === undefined ? null : readCursor(filter.order, cursor);
  if (filter.area !== undefined) await requireArea(tenancy, filter.area);
  const found = await findAlerts(tenancy, filter, after, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const [shown, evidenceOfAlert] = await Promise.all([
    episodesOf(tenancy, page),
    evidence ? evidenceByAlert(tenancy, page, thisHour()) : null,
  ]);
  return {
    items: page.map((alert) => ({
      ...shown(alert),
      ...(evidenceOfAlert && { evidence: evidenceOfAlert.get(alert.alertId) }),
    })),
    nextCursor: last ? writeCursor(filter.order, last) : null,
  };
}

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
  const tenancy = await resolveTenancy(actor, tenantId);
  const alert = await findAlert(tenancy, alertId);
  if (!alert) throw new AppError("not-found", `No alert has the id ${alertId}.`);
  const [shown, notifications, notes, actions] = await Promise.all([
    episodesOf(tenancy, [alert]),
    listNotifications(tenancy.id, alertId),
    listNotes(tenancy.id, alertId),
    listActions(tenancy.id, alertId),
  ]);
  return {
    ...shown(alert),
    notifications,
    notes,
    actions: actions.map((one) => withOpenPlaces(one, tenancy.within)),
  };
}

type Tabs = {
  query: z.output<NonNullable<typeof countTabs.query>>;
  answer: z.input<NonNullable<typeof countTabs.answer>>;
};

/**
 * How many alerts that fit a filter stand in each tab of the inbox.
 * @throws AppError `not-found` on `area`
 */
export async function countTabsOf(actor: Actor, query: Tabs["query"]): Promise<Tabs["answer"]> {
  requireAccess(actor, "screen");
  const { tenant, ...filter } = query;
  return sharedRead("alerts/tabs", actor, query, async () => {
    const tenancy = await resolveTenancy(actor, tenant);
    if (filter.area !== undefined) await requireArea(tenancy, filter.area);
    return countByTab(tenancy, filter);
  });
}

type Counts = z.input<NonNullable<typeof countAlerts.answer>>;

/** How many alerts are open by severity, now and 24 hours ago, and how many nobody has. */
export async function countAlertsNow(
  actor: Actor,
  tenantId: string | undefined,
  now?: Date,
): Promise<Counts> {
  requireAccess(actor, "screen");
  return sharedRead("alerts/counts", actor, { tenantId, now }, async () =>
    readCounts(await resolveTenancy(actor, tenantId), now ?? new Date()),
  );
}

async function readCounts(tenancy: Scope, now: Date): Promise<Counts> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [byRank, before, isYesterdayKnown, closed30Days, lastClosed] = await Promise.all([
    countOpen(tenancy),
    countOpenAt(tenancy, ago(1)),
    isKnownAt(tenancy, ago(1)),
    countClosedSince(tenancy, ago(30)),
    findLastClosed(tenancy),
  ]);
  const open = byRank.reduce((sum, one) => sum + one.count, 0);
  const nobody = byRank.reduce((sum, one) => sum + one.nobody, 0);
  const ends = byRank.flatMap(({ nextSnoozeEnd }) => nextSnoozeEnd?.getTime() ?? []);
  const waits = byRank.flatMap(({ oldestNobodyAt }) => oldestNobodyAt?.getTime() ?? []);
  return {
    open,
    attention: byRank.reduce((sum, one) => sum + one.attention, 0),
    acknowledged: open - nobody,
    nobody,
    nextSnoozeEnd: earliest(ends),
    closed30Days,
    bySeverity: countsOf(byRank),
    plants: countsOf(byRank.map(({ rank, plants }) => ({ rank, count: plants }))),
    dayAgo: isYesterdayKnown
      ? countsOf(before.map((one) => ({ rank: rankOf(one.severity, one.category), count: 1 })))
      : null,
    oldestNobodyAt: earliest(waits),
    lastClosed: lastClosed && {
      at: lastClosed.closedAt.toISOString(),
      closeReason: lastClosed.closeReason,
    },
  };
}

const earliest = (times: number[]) =>
  times.length === 0 ? null : new Date(Math.min(...times)).toISOString();

function countsOf(byRank: readonly { rank: number; count: number }[]): SeverityCounts {
  const sum = (rank: number) =>
    byRank.filter((one) => one.rank === rank).reduce((total, { count }) => total + count, 0);
  return { high: sum(3), medium: sum(2), low: sum(1), plain: sum(0) };
}

type EvidenceAnswer = z.input<NonNullable<typeof alertEvidence.answer>>;

/**
 * For each alert the index that it is about: its last value, the one of about 24 hours before, and the
 * hourly means of 72 hours up to the newest reading of its job. Unknown alerts are left out.
 */
export async function readEvidence(
  actor: Actor,
  alertIds: readonly string[],
  tenantId: string | undefined,
): Promise<EvidenceAnswer> {
  requireAccess(actor, "screen");
  return sharedRead("alerts/evidence", actor, { tenantId, alertIds }, async () =>
    readEvidenceOf(await resolveTenancy(actor, tenantId), alertIds, thisHour()),
  );
}

/** Where no reading says until when: by whole hours, so that an answer without news stays the same. */
const thisHour = () => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);

async function readEvidenceOf(
  tenancy: Scope,
  alertIds: readonly string[],
  now: Date,
): Promise<EvidenceAnswer> {
  const found = await evidenceByAlert(tenancy, await listSubjects(tenancy, alertIds), now);
  return { items: [...found].map(([alertId, evidence]) => ({ alertId, ...evidence })) };
}

async function evidenceByAlert(
  tenancy: Scope,
  alerts: readonly EvidenceSubject[],
  now: Date,
): Promise<Map<string, Evidence>> {
  const subjects = alerts.map((one) => ({ alertId: one.alertId, index: indexOf(one) }));
  const columns = subjects.map(({ alertId, index }) => ({ alertId, column: INDEX_FACTS[index].column }));
  const found = new Map((await listMeans(tenancy, columns)).map((one) => [one.alertId, one]));
  return new Map(
    subjects.map(({ alertId, index }) => {
      const { hours = [], values = [], until = now } = found.get(alertId) ?? {};
      const means = hours.map((hour, n) => ({ hour, value: values[n] ?? 0 }));
      return [alertId, evidenceOf(index, means, until)];
    }),
  );
}
