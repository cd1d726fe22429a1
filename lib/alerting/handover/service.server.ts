import "server-only";
import { alertsQuerySchema, type ListedAlert } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { rowsToText } from "@/lib/base/core/rows-to-text";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { Handover, HandoverAlert, NewsStart, readHandover, readNews } from "./contract";
import { endOfLastVisit, resolveSince } from "./rules";
import {
  countSince,
  findVisit,
  listActsSince,
  listNotesOfAlerts,
  listNotificationsSince,
  storeVisit,
} from "./store.server";
import { collectEvents } from "./story";

/** Nobody reads more at a change of shifts. */
const MAX_ALERTS = 200;

/**
 * What happened since an instant and which alerts are open now (role viewer; docs/spec/http-contract.md "Shifts").
 * Times RFC 3339 UTC.
 * @param query without `from`: since the shift began, in site time
 * @throws AppError `bad-request` on `tenant`, or on `from` when it lies in the future
 */
export async function buildHandover(
  actor: Actor,
  query: QueryOf<typeof readHandover>,
  now = new Date(),
): Promise<Handover> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const from = query.from ?? resolveSince("shift", tenancy, now);
  refuseFuture(from, now);
  const list = (more: object) =>
    listAlertsPage(
      actor,
      alertsQuerySchema.parse({ tenant: tenancy.tenantId, limit: MAX_ALERTS, jobNames: "true", ...more }),
    );
  const [open, closed, counts, outages] = await Promise.all([
    list({ status: "open", order: "worst" }),
    list({ status: "closed", from: from.toISOString() }),
    countSince(tenancy, from),
    readOutages(actor, { from }, now),
  ]);
  const { tenantId, name, timeZone } = tenancy;
  return {
    ...{ tenantId, name, timeZone, counts },
    from: from.toISOString(),
    to: now.toISOString(),
    open: await withEvents(tenancy.id, open.items, from),
    closed: await withEvents(tenancy.id, closed.items, from),
    outages: outages.items,
  };
}

function refuseFuture(from: Date, now: Date): void {
  if (from > now) throw new AppError("bad-request", "from is in the future.", { parameter: "from" });
}

/**
 * Counts what happened to alerts since an instant (role viewer; docs/spec/http-contract.md "Shifts").
 * @throws AppError `bad-request` on `tenant`, or on `from` when it lies in the future
 */
export async function countNews(
  actor: Actor,
  { tenant, from }: QueryOf<typeof readNews>,
  now = new Date(),
): Promise<AnswerOf<typeof readNews>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  refuseFuture(from, now);
  return { from: from.toISOString(), counts: await countSince(tenancy, from) };
}

/** From when on Now calls something new to the actor (role viewer); stores nothing. */
export async function findNewsStart(actor: Actor, tenancy: TenancyRef, now = new Date()): Promise<NewsStart> {
  requireAccess(actor, "viewer");
  const visit = actor.kind === "user" ? await findVisit(tenancy.id, actor.id) : null;
  return toNewsStart(endOfLastVisit(visit, now), tenancy, now);
}

/**
 * Stores that the actor looks at Now (role viewer). Programs leave no visits.
 * @throws AppError `bad-request` on `tenant`
 */
export async function lookAtNow(
  actor: Actor,
  { tenant }: { tenant?: string | undefined },
  now = new Date(),
): Promise<NewsStart> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  if (actor.kind !== "user") return toNewsStart(null, tenancy, now);
  const beforeAt = endOfLastVisit(await findVisit(tenancy.id, actor.id), now);
  await storeVisit(tenancy.id, actor.id, { seenAt: now, beforeAt });
  return toNewsStart(beforeAt, tenancy, now);
}

function toNewsStart(lastVisit: Date | null, tenancy: TenancyRef, now: Date): NewsStart {
  if (lastVisit) return { from: lastVisit.toISOString(), since: "look" };
  return { from: resolveSince("shift", tenancy, now).toISOString(), since: "shift" };
}

async function withEvents(
  tenancyId: number,
  alerts: readonly ListedAlert[],
  from: Date,
): Promise<HandoverAlert[]> {
  const ids = alerts.map(({ alertId }) => alertId);
  const [heard, acts, notes] = await Promise.all([
    listNotificationsSince(tenancyId, ids, from),
    listActsSince(tenancyId, ids, from),
    listNotesOfAlerts(tenancyId, ids),
  ]);
  const heardOf = groupBy(heard, ({ alertId }) => alertId);
  const actsOf = groupBy(acts, ({ alertId }) => alertId);
  const notesOf = groupBy(notes, ({ alertId }) => alertId);
  return alerts.map((alert) => {
    const { alertId } = alert;
    const own = notesOf.get(alertId) ?? [];
    const story = { heard: heardOf.get(alertId) ?? [], acts: actsOf.get(alertId) ?? [], notes: own };
    const shown = own.filter(({ createdAt }) => alert.status === "open" || createdAt >= from);
    return {
      ...alert,
      jobName: alert.jobName ?? null,
      notes: rowsToText(shown.map(({ id, author, text, createdAt }) => ({ id, author, text, createdAt }))),
      happened: collectEvents(alert, story, from),
    };
  });
}
