import "server-only";
import { listFitting, type Replayed, replayDeliveries } from "@/lib/alerting/webhooks/service.server";
import { transaction } from "@/lib/base/db/transaction.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { ReplayFilter, ReplayStep } from "./log";
import { listReplayable } from "./log-store.server";

/** One step ends here, so that an admin sees how far it is; the next one goes on. */
const STEP = 512;

/**
 * Takes deliveries in once more (role admin): those in quarantine are replayed, refused ones checked again with
 * the secrets of now.
 * @throws AppError `forbidden`
 */
export async function replayChosen(actor: Actor, ids: readonly string[]): Promise<Replayed> {
  requireAccess(actor, "admin");
  const replayed = await replayDeliveries(ids, { by: actor.name });
  await record(actor, "delivery.taken-in-again", targetOf(ids), replayed);
  return replayed;
}

/**
 * The same for all that the filter of the log finds, in steps.
 * @param after where the last step ended; left out for the first
 * @throws AppError `forbidden`
 */
export async function replayFound(actor: Actor, filter: ReplayFilter, after = "0"): Promise<ReplayStep> {
  requireAccess(actor, "admin");
  const ids = await listReplayable(filter, { after, take: STEP });
  const replayed = await replayDeliveries(ids, { by: actor.name });
  if (ids.length > 0) await record(actor, "delivery.taken-in-again", targetOf(ids), replayed);
  return { replayed, after: ids.length < STEP ? null : (ids.at(-1) ?? null) };
}

/**
 * How many refused requests of the last seven days the secrets of a tenancy fit now (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function countAdmissible(actor: Actor, tenantId: string): Promise<number> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  return (await listFitting(id)).length;
}

/**
 * Admits the refused requests of the last seven days that the secrets of a tenancy fit now (role admin). The
 * others are left alone.
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function admitRefused(actor: Actor, tenantId: string): Promise<Replayed> {
  requireAccess(actor, "admin");
  const { id, name } = await resolveTenancy(actor, tenantId);
  const ids = await listFitting(id);
  const replayed = await replayDeliveries(ids, { by: actor.name, tenancyId: id });
  if (ids.length > 0) await record(actor, "tenancy.refused-requests-admitted", name, replayed);
  return replayed;
}

const targetOf = (ids: readonly string[]) =>
  ids.length === 1 ? `delivery ${ids[0]}` : `${ids.length} deliveries`;

async function record(actor: Actor, action: string, target: string, replayed: Replayed): Promise<void> {
  const ended = Object.entries(replayed).filter(([, count]) => count > 0);
  const detail = Object.fromEntries(ended.map(([outcome, count]) => [outcome, String(count)]));
  await transaction((tx) => recordAudit(tx, actor, { action, target, detail }));
}
