import "server-only";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { resolveTenancy } from "@/lib/tenancies/service.server";
import type { Arrival } from "./arrival";
import { firstNotificationAt, listMissed } from "./arrival-store.server";

const MOST_MISSED = 3;

/**
 * Whether notifications of a tenancy arrive, and what came in the last day without arriving (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function readArrival(actor: Actor, tenantId: string): Promise<Arrival> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  const [first, missed] = await Promise.all([firstNotificationAt(id), listMissed(id, MOST_MISSED)]);
  return { firstAt: first?.toISOString() ?? null, missed };
}
