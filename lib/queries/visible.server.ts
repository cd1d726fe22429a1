import "server-only";
import type { Actor } from "@/lib/auth/contract";
import { AppError } from "@/lib/core/errors";
import type { TenancyRef } from "@/lib/tenancies/contract";
import { visibleTenancies } from "@/lib/tenancies/service.server";
import { findQuery, type QueryRecord } from "./store.server";

/**
 * A query of a tenancy that the actor may see.
 * @throws AppError `not-found`
 */
export async function visibleQuery(
  actor: Actor,
  id: string,
): Promise<{ query: QueryRecord; tenancy: TenancyRef }> {
  const query = await findQuery(id);
  const tenancy = (await visibleTenancies(actor)).find((each) => each.id === query?.tenancyId);
  if (!query || !tenancy) throw new AppError("not-found", `There is no query ${id}.`);
  return { query, tenancy };
}
