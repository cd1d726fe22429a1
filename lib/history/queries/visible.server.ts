import "server-only";
import { AppError } from "@/lib/base/core/errors";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { findQuery, type QueryRecord } from "./store.server";

/**
 * A query goes over the whole tenancy, and so do its rows: who may see some control areas alone asks none.
 * @throws AppError `forbidden` that says so
 */
export function refuseLimited({ name, within }: TenancyRef): void {
  if (within === null) return;
  throw new AppError(
    "forbidden",
    `Queries go over all of ${name}, and you may see some of its control areas. Ask an admin for what you need.`,
  );
}

/**
 * A query of a tenancy that the actor may see, all of it.
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
