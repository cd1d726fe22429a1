import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { enqueue } from "@/lib/base/queue/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  closeTenancy,
  deleteSome,
  deleteTenancyRow,
  findClosed,
  findTenancyRow,
  listClosed,
  listDeleted,
  tablesOfTenancies,
} from "./store.server";

/** So many rows at a time: nobody waits for long. */
const BATCH = 10_000;
const LOOK_AGAIN_MS = 5_000;

/**
 * Deletes a tenancy for good (role admin): its secrets and its screens at once, the rest by a job, the more the
 * longer. Notifications of it are refused from then on, within seconds everywhere.
 * @param typedName the tenancy's name, as proof that it is the one that is meant
 * @throws AppError `not-found`, `conflict`: on `name` when it is another, or while the provisioning file names it
 */
export async function deleteTenancy(
  actor: Actor,
  { tenantId, name: typedName }: { tenantId: string; name: string },
): Promise<void> {
  requireAccess(actor, "admin");
  const row = await findTenancyRow(tenantId);
  if (!row) throw new AppError("not-found", `No tenancy has the tenantId ${tenantId}.`);
  if (row.lockedFields.length > 0)
    throw new AppError(
      "conflict",
      "The provisioning file names this tenancy. Take it out there, restart, then delete it.",
    );
  if (typedName.trim() !== row.name)
    throw new AppError("conflict", `This tenancy is called ${row.name}.`, { parameter: "name" });
  await transaction(async (tx) => {
    if (!(await closeTenancy(tx, row.id, actor.name))) return;
    const detail = { tenantId };
    await recordAudit(tx, actor, { action: "tenancy.deletion-begun", target: row.name, detail });
  });
  await enqueue("delete-tenancy", { tenancyId: row.id }, { key: keyOf(row.id) });
}

const keyOf = (tenancyId: number) => `delete-tenancy-${tenancyId}`;

/** The tenancies that are being deleted, for whoever sees to it that it goes on. */
export async function beingDeleted(): Promise<number[]> {
  return listClosed();
}

/** Whether a tenancy was deleted from this database: what there is of it elsewhere is to go as well. */
export async function wasDeleted(): Promise<(one: { tenancyId: number; tenantId: string }) => boolean> {
  const deleted = await listDeleted();
  return ({ tenancyId, tenantId }) =>
    deleted.some((one) => one.id === tenancyId && one.tenantId === tenantId);
}

/**
 * Deletes what there is of a tenancy that was closed, batch by batch; its own row goes when nothing has come for it
 * any more. Begun again, it goes on where it was.
 * @param actor in whose name the end is written down
 */
export async function deleteRows(actor: Actor, tenancyId: number, signal?: AbortSignal): Promise<void> {
  requireAccess(actor, "admin");
  const closed = await findClosed(tenancyId);
  if (!closed) return;
  const found = await deleteAll(tenancyId, signal);
  if (signal?.aborted) return;
  if (found > 0 || !closed.settled) {
    await enqueue("delete-tenancy", { tenancyId }, { key: keyOf(tenancyId), inMs: LOOK_AGAIN_MS });
    return;
  }
  await transaction(async (tx) => {
    await deleteTenancyRow(tx, tenancyId, closed.tenantId);
    const detail = { tenantId: closed.tenantId, rows: String(closed.rows) };
    await recordAudit(tx, actor, { action: "tenancy.deleted", target: closed.name, detail });
  });
}

async function deleteAll(tenancyId: number, signal: AbortSignal | undefined): Promise<number> {
  let found = 0;
  for (const table of await tablesOfTenancies()) {
    for (let gone = BATCH; gone === BATCH && !signal?.aborted; found += gone)
      gone = await deleteSome(table, tenancyId, BATCH);
  }
  return found;
}
