import "server-only";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveHolder } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { unknownAlert } from "./handling.server";
import { hasAlert } from "./store.server";

/** Returns true if the reader of a tenancy may see an alert with this id. */
export const holdsAlert = (tenancy: TenancyRef, alertId: string): Promise<boolean> =>
  hasAlert(tenancy, { alertId });

/**
 * The tenancy of a call that names an alert: without `tenant` the alert finds it.
 * @throws AppError `bad-request` on `tenant`; `not-found`
 */
export async function resolveByAlert(
  actor: Actor,
  tenant: string | undefined,
  alertId: string,
): Promise<TenancyRef> {
  const holder = await resolveHolder(actor, tenant, (one) => holdsAlert(one, alertId));
  if (!holder) throw unknownAlert(alertId);
  return holder;
}
