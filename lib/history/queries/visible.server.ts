import "server-only";
import { AppError } from "@/lib/base/core/errors";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
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

/**
 * A query of a tenancy that the actor may see as a whole.
 * @throws AppError `not-found`
 */
export async function visibleQuery(
  actor: Actor,
  id: string,
): Promise<{ query: QueryRecord; tenancy: TenancyRef }> {
  const query = await findQuery(id);
  const tenancy = (await visibleTenancies(actor)).find(
    ({ id: own, within }) => own === query?.tenancyId && within === null,
  );
  if (!query || !tenancy) throw new AppError("not-found", `There is no query ${id}.`);
  return { query, tenancy };
}
