import "server-only";
import type { Access } from "@/lib/base/core/access";
import { AppError } from "@/lib/base/core/errors";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { requireRole, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { findQuery, type QueryRecord } from "./store.server";

/**
 * Rejects people limited to some control areas: a query and its rows cover the whole tenancy.
 * @throws AppError `forbidden`
 */
export function rejectLimited({ name, within }: TenancyRef): void {
  if (within === null) return;
  throw new AppError(
    "forbidden",
    `Queries go over all of ${name}, and you may see some of its control areas. Ask an admin for what you need.`,
  );
}

/** A tenancy that the actor may see as a whole, else undefined. */
export async function wholeTenancy(actor: Actor, tenancyId: number): Promise<TenancyRef | undefined> {
  const visible = await visibleTenancies(actor);
  return visible.find(({ id, within }) => id === tenancyId && within === null);
}

/**
 * A query of a tenancy that the actor may see as a whole.
 * @throws AppError `forbidden` without the access, `not-found`
 */
export async function visibleQuery(
  actor: Actor,
  id: string,
  access: Access = "viewer",
): Promise<{ query: QueryRecord; tenancy: TenancyRef }> {
  requireAccess(actor, access);
  const query = await findQuery(id);
  const tenancy = query && (await wholeTenancy(actor, query.tenancyId));
  if (!query || !tenancy) throw new AppError("not-found", `There is no query ${id}.`);
  requireRole(tenancy, access);
  return { query, tenancy };
}
