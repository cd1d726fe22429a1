import "server-only";
import type { z } from "zod";
import { groupBy } from "@/lib/base/core/group-by";
import { requireArea } from "@/lib/farm/areas/service.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { alertSpans } from "./contract";
import { stepsOf } from "./spans";
import { type HeardOf, listHeard } from "./spans-store.server";
import { findAlert, findAlerts, type StoredAlert } from "./store.server";

type Input = z.output<NonNullable<typeof alertSpans.query>>;
type Answer = z.input<NonNullable<typeof alertSpans.answer>>;

/** More bars than this above one chart cannot be told apart. */
const MOST = 200;

/**
 * Alerts that were open within a time, with their rises, for the bars above a chart. Times RFC 3339 UTC.
 * @throws AppError `not-found` on `area`
 */
export async function listSpans(actor: Actor, input: Input): Promise<Answer> {
  requireAccess(actor, "screen");
  const tenancy = await resolveTenancy(actor, input.tenant);
  if (input.area !== undefined) await requireArea(tenancy, input.area);
  const alerts = (await alertsOf(tenancy, input)).filter((alert) => new Date(alert.firstEventAt) <= input.to);
  const heard = await listHeard(
    tenancy.id,
    alerts.map((alert) => alert.alertId),
  );
  const byAlert = groupBy(heard, (one) => one.alertId);
  return { items: alerts.map((alert) => toSpan(alert, byAlert.get(alert.alertId) ?? [])) };
}

/** The bars of one alert. */
export async function spanOf(tenancyId: number, alert: StoredAlert): Promise<Answer["items"][number]> {
  return toSpan(alert, await listHeard(tenancyId, [alert.alertId]));
}

function toSpan({ alertId, type, category, closedAt }: StoredAlert, heard: readonly HeardOf[]) {
  const steps = stepsOf(heard).map((step) => ({ ...step, at: step.at.toISOString() }));
  return { alertId, type, category, closedAt, steps };
}

async function alertsOf(scope: Scope, { area, alertId, from, to }: Input) {
  if (alertId === undefined)
    return findAlerts(scope, { status: "all", order: "newest", area, from, to }, null, MOST);
  const one = await findAlert(scope, alertId);
  return one ? [one] : [];
}
