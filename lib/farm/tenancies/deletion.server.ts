import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { enqueue } from "@/lib/base/queue/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import * as store from "./store.server";

/** Rows per statement, so that locks are short. */
const BATCH = 10_000;
const RECHECK_MS = 5_000;

/**
 * Starts the deletion of a tenancy (role admin): its secrets and screens go at once, the rest by a background job.
 * Notifications of it are rejected within seconds, in every process.
 * @param name the tenancy's name, typed as confirmation
 * @throws AppError `not-found`, `conflict`: on `name` if it differs, or if the provisioning file names the tenancy
 */
export async function deleteTenancy(
  actor: Actor,
  { tenantId, name: typedName }: { tenantId: string; name: string },
): Promise<void> {
  requireAccess(actor, "admin");
  const row = await store.findTenancyRow(tenantId);
  if (!row) throw new AppError("not-found", `No tenancy has the tenantId ${tenantId}.`);
  if (row.lockedFields.length > 0)
    throw new AppError(
      "conflict",
      "The provisioning file names this tenancy. Take it out there, restart, then delete it.",
    );
  if (typedName.trim() !== row.name)
    throw new AppError("conflict", `This tenancy is called ${row.name}.`, { parameter: "name" });
  await transaction(async (tx) => {
    if (!(await store.closeTenancy(tx, row.id, actor.name))) return;
    const detail = { tenantId };
    await recordAudit(tx, actor, { action: "tenancy.deletion-begun", target: row.name, detail });
  });
  await enqueue("delete-tenancy", { tenancyId: row.id }, { key: keyOf(row.id) });
}

const keyOf = (tenancyId: number) => `delete-tenancy-${tenancyId}`;

/** The ids of the tenancies that are being deleted. */
export function beingDeleted(): Promise<number[]> {
  return store.listClosed();
}

/** A predicate for tenancies that were deleted from this database, whose data elsewhere must go too. */
export async function wasDeleted(): Promise<(one: { tenancyId: number; tenantId: string }) => boolean> {
  const deleted = await store.listDeleted();
  return ({ tenancyId, tenantId }) =>
    deleted.some((one) => one.id === tenancyId && one.tenantId === tenantId);
}

/**
 * Deletes the rows of a closed tenancy batch by batch, its own row once no more arrive. Resumes where it was stopped.
 * @param actor the author of the audit entry at the end
 */
export async function deleteRows(actor: Actor, tenancyId: number, signal?: AbortSignal): Promise<void> {
  requireAccess(actor, "admin");
  const closed = await store.findClosed(tenancyId);
  if (!closed) return;
  const found = await deleteAll(tenancyId, signal);
  if (signal?.aborted) return;
  if (found > 0 || !closed.settled) {
    await enqueue("delete-tenancy", { tenancyId }, { key: keyOf(tenancyId), inMs: RECHECK_MS });
    return;
  }
  await transaction(async (tx) => {
    await store.deleteTenancyRow(tx, tenancyId, closed.tenantId);
    const detail = { tenantId: closed.tenantId, rows: String(closed.rows) };
    await recordAudit(tx, actor, { action: "tenancy.deleted", target: closed.name, detail });
  });
}

async function deleteAll(tenancyId: number, signal: AbortSignal | undefined): Promise<number> {
  let found = 0;
  for (const table of await store.tablesOfTenancies()) {
    for (let gone = BATCH; gone === BATCH && !signal?.aborted; found += gone)
      gone = await store.deleteSome(table, tenancyId, BATCH);
  }
  return found;
}
