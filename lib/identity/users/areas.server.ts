import "server-only";
import type { Role } from "@/lib/base/core/access";
import { AppError } from "@/lib/base/core/errors";
import { displayPath } from "@/lib/base/core/paths";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { outermostLimits } from "@/lib/identity/actor/rules";
import { findTenancyNames } from "./store.server";

/**
 * The control areas that a user is limited to as they are kept, without those that lie in another; null is everything.
 * @throws AppError `conflict` on `areas` for an admin; `bad-request` on `areas` when a tenancy is unknown
 */
export async function keptAreas(
  tx: Transaction,
  { role, areas }: { role: Role; areas: readonly AreaLimit[] | null },
): Promise<AreaLimit[] | null> {
  if (areas === null) return null;
  if (role === "admin")
    throw new AppError("conflict", "An admin cannot be limited: admins see everything.", {
      parameter: "areas",
    });
  const wanted = [...new Set(areas.map(({ tenantId }) => tenantId))];
  const known = await findTenancyNames(tx, wanted);
  const unknown = wanted.find((tenantId) => !known.some((one) => one.tenantId === tenantId));
  if (unknown !== undefined)
    throw new AppError("bad-request", `No tenancy has the tenantId ${unknown}.`, { parameter: "areas" });
  return outermostLimits(areas);
}

/** What somebody may see, for the audit. */
export const areaWords = (areas: readonly AreaLimit[] | null) =>
  areas === null ? "everything" : areas.map(({ path }) => displayPath(path)).join(", ");
