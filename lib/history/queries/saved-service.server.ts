import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { compareNames } from "@/lib/base/core/natural-order";
import { ulid } from "@/lib/base/core/ulid";
import type { QueryOf } from "@/lib/base/request/endpoint";
import { resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { listSavedQueries, NewSaved, SavedQuery } from "./saved-contract";
import {
  findSaved,
  insertSaved,
  listSaved,
  markDeleted,
  renameSavedRecord,
  type SavedRecord,
} from "./store.server";
import { rejectLimited } from "./visible.server";

/** The saved queries of a tenancy, by name. */
export async function readSavedQueries(
  actor: Actor,
  { tenant }: QueryOf<typeof listSavedQueries>,
): Promise<{ items: SavedQuery[] }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  if (tenancy.within !== null) return { items: [] };
  const items = (await listSaved(tenancy.id)).sort((a, b) => compareNames(a.name, b.name));
  return { items: items.map(toSavedQuery) };
}

/**
 * Saves a form under a name.
 * @throws AppError `conflict` on `name` when it is taken
 */
export async function saveQuery(actor: Actor, { tenant, name, form }: NewSaved): Promise<{ id: string }> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, tenant);
  rejectLimited(tenancy);
  const id = ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
  const record = { id, tenancyId: tenancy.id, name, form, createdBy: actor.name };
  if (!(await insertSaved(record))) throw nameTaken(name);
  return { id };
}

/** @throws AppError `not-found`; `conflict` on `name` when it is taken */
export async function renameSaved(actor: Actor, { id, name }: { id: string; name: string }): Promise<void> {
  requireAccess(actor, "grower");
  const saved = await visibleSaved(actor, id);
  if (saved.name !== name && !(await renameSavedRecord(saved, name))) throw nameTaken(name);
}

/** @throws AppError `not-found` */
export async function deleteSaved(actor: Actor, id: string): Promise<void> {
  requireAccess(actor, "grower");
  await markDeleted(await visibleSaved(actor, id), new Date());
}

/** @throws AppError `not-found`, also when its name has been taken since */
export async function restoreSaved(actor: Actor, id: string): Promise<void> {
  requireAccess(actor, "grower");
  await markDeleted(await visibleSaved(actor, id), null);
}

async function visibleSaved(actor: Actor, id: string): Promise<SavedRecord> {
  const saved = await findSaved(id);
  const isVisible = (await visibleTenancies(actor)).some(
    ({ id: own, within }) => own === saved?.tenancyId && within === null,
  );
  if (!saved || !isVisible) throw new AppError("not-found", "This saved query is not there any more.");
  return saved;
}

function nameTaken(name: string): AppError {
  const message = `There is a saved query “${name}” already: choose another name, or delete that one first.`;
  return new AppError("conflict", message, { parameter: "name" });
}

function toSavedQuery({ id, name, form, createdBy, createdAt }: SavedRecord): SavedQuery {
  return { id, name, form, createdBy, createdAt: createdAt.toISOString() };
}
