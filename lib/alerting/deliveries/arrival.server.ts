import "server-only";
import { type Replayed, replayCarrying } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { enqueue } from "@/lib/base/queue/service.server";
import { changeTenantId, resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { Arrival } from "./arrival";
import { findCarriedId, firstNotificationAt, listMissed } from "./arrival-store.server";

const MOST_MISSED = 3;
/** Secrets are read every five seconds, with the tenancy that they are of. */
const KNOWN_EVERYWHERE_MS = 10_000;

/**
 * Whether notifications of a tenancy arrive, and what came in the last day without arriving (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function readArrival(actor: Actor, tenantId: string): Promise<Arrival> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  const [first, missed] = await Promise.all([firstNotificationAt(id), listMissed(id, MOST_MISSED)]);
  return {
    firstAt: first?.toISOString() ?? null,
    missed,
    carriedId: first ? null : await findCarriedId(id),
  };
}

/**
 * Gives a tenancy the id that its notifications carry, while none was accepted, and takes in those that the mistyped
 * one kept out (role admin).
 * @param ids the one that was entered, and the one that came
 * @throws AppError `forbidden`; `bad-request` on `tenant`; `conflict` where no notification carries the id, where
 *   another tenancy has it, while the provisioning file names the tenancy, or once a notification was accepted
 */
export async function adoptCarriedId(
  actor: Actor,
  { tenantId, carriedId }: { tenantId: string; carriedId: string },
): Promise<Replayed> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  if ((await findCarriedId(id)) !== carriedId)
    throw new AppError(
      "conflict",
      `The newest notification does not carry the id ${carriedId}. Reload the page.`,
    );
  await changeTenantId(actor, tenantId, carriedId);
  // Processes know the old id for some seconds yet: what they keep out meanwhile is taken in then.
  const runAt = new Date(Date.now() + KNOWN_EVERYWHERE_MS);
  await enqueue("replay-carried", { tenancyId: id, tenantId: carriedId }, { runAt });
  return replayCarrying({ tenancyId: id, tenantId: carriedId }, actor.name);
}
