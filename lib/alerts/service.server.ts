import "server-only";
import type { z } from "zod";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { AppError } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/group-by";
import { INDEX_FACTS } from "@/lib/core/indices";
import type { TenancyRef } from "@/lib/tenancies/contract";
import { resolveTenancy } from "@/lib/tenancies/service.server";
import type { Alert, AlertDetail, AlertsQuery, alertEvidence, countAlerts, SeverityCounts } from "./contract";
import { countClosedSince, countOpen, countOpenAt, findLastClosed } from "./count-store.server";
import { readCursor, writeCursor } from "./cursor";
import { evidenceOf, indexOf } from "./evidence";
import { listMeans, listSubjects } from "./evidence-store.server";
import { rankOf } from "./fold";
import { findAlert, findAlerts, listNotes, listNotifications, type StoredAlert } from "./store.server";

export { foldAlerts, type Story } from "./apply.server";
export type { AlertsWrite } from "./apply-store.server";
export { acknowledge, undoAcknowledgement, writeNote } from "./handling.server";
export { placeAlerts, placeAlertsOfJobs, placeUnplaced } from "./place.server";

const DAY_MS = 86_400_000;

/**
 * A page of alerts (contract.md, "Read API"). Times RFC 3339 UTC.
 * @throws AppError `bad-request` on `tenant`, `cursor`, or `from` after `to`
 */
export async function listAlertsPage(
  actor: Actor,
  query: AlertsQuery,
): Promise<{ items: Alert[]; nextCursor: string | null }> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const { limit, cursor, ...filter } = query;
  if (filter.from && filter.to && filter.from > filter.to)
    throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  const after = cursor === undefined ? null : readCursor(filter.order, cursor);
  const found = await findAlerts(tenancy.id, filter, after, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((alert) => withTenant(alert, tenancy)),
    nextCursor: last ? writeCursor(filter.order, { ...last, open: last.status === "open" }) : null,
  };
}

/**
 * One alert with its notifications and notes.
 * @throws AppError `not-found`
 */
export async function readAlertDetail(
  actor: Actor,
  alertId: string,
  tenantId: string | undefined,
): Promise<AlertDetail> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, tenantId);
  const alert = await findAlert(tenancy.id, alertId);
  if (!alert) throw new AppError("not-found", `No alert has the id ${alertId}.`);
  const [notifications, notes] = await Promise.all([
    listNotifications(tenancy.id, alertId),
    listNotes(tenancy.id, alertId),
  ]);
  return { ...withTenant(alert, tenancy), notifications, notes };
}

function withTenant({ rank: _, ...alert }: StoredAlert, { tenantId }: TenancyRef): Alert {
  return { ...alert, tenantId };
}

type Counts = z.input<NonNullable<typeof countAlerts.answer>>;

/** How many alerts are open by severity, now and 24 hours ago, and how many nobody has. */
export async function countAlertsNow(
  actor: Actor,
  tenantId: string | undefined,
  now = new Date(),
): Promise<Counts> {
  requireAccess(actor, "screen");
  const { id } = await resolveTenancy(actor, tenantId);
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [byRank, before, closed30Days, lastClosed] = await Promise.all([
    countOpen(id),
    countOpenAt(id, ago(1)),
    countClosedSince(id, ago(30)),
    findLastClosed(id),
  ]);
  const open = byRank.reduce((sum, one) => sum + one.count, 0);
  const nobody = byRank.reduce((sum, one) => sum + one.nobody, 0);
  const waits = byRank.flatMap(({ oldestNobodyAt }) => oldestNobodyAt?.getTime() ?? []);
  return {
    open,
    acknowledged: open - nobody,
    nobody,
    closed30Days,
    bySeverity: countsOf(byRank),
    dayAgo: countsOf(before.map((one) => ({ rank: rankOf(one.severity, one.category), count: 1 }))),
    oldestNobodyAt: waits.length === 0 ? null : new Date(Math.min(...waits)).toISOString(),
    lastClosed: lastClosed && {
      at: lastClosed.closedAt.toISOString(),
      closeReason: lastClosed.closeReason,
    },
  };
}

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
  now = new Date(),
): Promise<EvidenceAnswer> {
  requireAccess(actor, "screen");
  const { id } = await resolveTenancy(actor, tenantId);
  const subjects = (await listSubjects(id, alertIds)).map((one) => ({
    alertId: one.alertId,
    index: indexOf(one),
  }));
  const columns = subjects.map(({ alertId, index }) => ({ alertId, column: INDEX_FACTS[index].column }));
  const means = groupBy(await listMeans(id, columns), ({ alertId }) => alertId);
  const items = subjects.map(({ alertId, index }) => {
    const own = means.get(alertId) ?? [];
    return { alertId, ...evidenceOf(index, own, own[0]?.until ?? now) };
  });
  return { items };
}
