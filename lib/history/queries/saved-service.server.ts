import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { compareNames } from "@/lib/base/core/natural-order";
import { ulid } from "@/lib/base/core/ulid";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import { requireRole, requireTenancy, resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { listSavedQueries, NewSaved } from "./contract";
import { findSaved, insertSaved, listSaved, markDeleted, renameRow, type SavedRecord } from "./store.server";
import { rejectLimited, wholeTenancy } from "./visible.server";

/** The saved queries of a tenancy, by name. */
export async function readSavedQueries(
  actor: Actor,
  { tenant }: QueryOf<typeof listSavedQueries>,
): Promise<AnswerOf<typeof listSavedQueries>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  if (tenancy.within !== null) return { items: [] };
  const rows = (await listSaved(tenancy.id)).sort((a, b) => compareNames(a.name, b.name));
  return {
    items: rows.map(({ id, name, form, createdBy, createdAt }) => ({
      ...{ id, name, form, createdBy },
      createdAt: createdAt.toISOString(),
    })),
  };
}

/**
 * Saves a form under a name.
 * @throws AppError `conflict` on `name` when it is taken
 */
export async function saveQuery(actor: Actor, { tenant, name, form }: NewSaved): Promise<{ id: string }> {
  const tenancy = await requireTenancy(actor, "grower", tenant);
  rejectLimited(tenancy);
  const id = ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
  await insertSaved({ id, tenancyId: tenancy.id, name, form, createdBy: actor.name });
  return { id };
}

/** @throws AppError `not-found`; `conflict` on `name` when it is taken */
export async function renameSaved(actor: Actor, { id, name }: { id: string; name: string }): Promise<void> {
  const saved = await visibleSaved(actor, id);
  if (saved.name !== name) await renameRow(saved, name);
}

/** @throws AppError `not-found` */
export async function deleteSaved(actor: Actor, id: string): Promise<void> {
  await markDeleted(await visibleSaved(actor, id), new Date());
}

/** @throws AppError `not-found`, also when its name has been taken since */
export async function restoreSaved(actor: Actor, id: string): Promise<void> {
  await markDeleted(await visibleSaved(actor, id), null);
}

async function visibleSaved(actor: Actor, id: string): Promise<SavedRecord> {
  requireAccess(actor, "grower");
  const saved = await findSaved(id);
  const tenancy = saved && (await wholeTenancy(actor, saved.tenancyId));
  if (!saved || !tenancy) throw new AppError("not-found", "This saved query is not there any more.");
  requireRole(tenancy, "grower");
  return saved;
}
