import "server-only";
import type { z } from "zod";
import { type Alert, alertsQuerySchema } from "@/lib/alerting/alerts/contract";
import { listAlertsPage } from "@/lib/alerting/alerts/service.server";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { Handover, HandoverAlert, readHandover } from "./contract";
import { resolveSince } from "./rules";
import {
  countSince,
  listActsSince,
  listHandlings,
  listNotesOf,
  listNotificationsSince,
} from "./store.server";
import { collectEvents, findOwner } from "./story";

/** More than this nobody reads through at a change of shifts. */
const MAX_ALERTS = 200;

type Query = z.output<NonNullable<typeof readHandover.query>>;

/**
 * What happened since a time and what is open now (role viewer). Times RFC 3339 UTC.
 * @param query `from` left out: since the shift began, by the site's clock
 * @throws AppError `bad-request` on `tenant`, or on `from` when it lies in the future
 */
export async function buildHandover(actor: Actor, query: Query, now = new Date()): Promise<Handover> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const from = query.from ?? resolveSince("shift", tenancy.timeZone, now);
  if (from > now) throw new AppError("bad-request", "from is in the future.", { parameter: "from" });
  const list = (more: object) =>
    listAlertsPage(actor, alertsQuerySchema.parse({ tenant: tenancy.tenantId, limit: MAX_ALERTS, ...more }));
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

async function withEvents(tenancyId: number, alerts: readonly Alert[], from: Date): Promise<HandoverAlert[]> {
  const ids = alerts.map(({ alertId }) => alertId);
  const [heard, acts, notes, handlings] = await Promise.all([
    listNotificationsSince(tenancyId, ids, from),
    listActsSince(tenancyId, ids, from),
    listNotesOf(tenancyId, ids),
    listHandlings(tenancyId, ids),
  ]);
  const idOf = ({ alertId }: { alertId: string }) => alertId;
  const [heardOf, actsOf, notesOf, handlingOf] = [
    groupBy(heard, idOf),
    groupBy(acts, idOf),
    groupBy(notes, idOf),
    groupBy(handlings, idOf),
  ];
  return alerts.map((alert) => {
    const own = notesOf.get(alert.alertId) ?? [];
    const [handling] = handlingOf.get(alert.alertId) ?? [];
    const story = {
      heard: heardOf.get(alert.alertId) ?? [],
      acts: actsOf.get(alert.alertId) ?? [],
      notes: own,
    };
    return {
      ...alert,
      owner: findOwner(handling, alert),
      notes: own
        .filter(({ createdAt }) => alert.status === "open" || createdAt >= from)
        .map(({ id, author, text, createdAt }) => ({ id, author, text, createdAt: createdAt.toISOString() })),
      happened: collectEvents({ ...story, handling }, from),
    };
  });
}
