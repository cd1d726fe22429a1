import { z } from "zod";
import type { Role } from "@/lib/base/core/access";
import { type AreaLimits, outermost } from "@/lib/base/core/area-limits";
import { type AreaLimit, areaLimitSchema } from "./contract";

const stored = z.array(areaLimitSchema).nullable();

/**
 * The control areas that a user is limited to; null is everything. Admins are never limited. What cannot be read
 * opens nothing.
 * @param user `areas` as the database has them
 */
export function limitsOf({ role, areas }: { role: Role; areas: unknown }): readonly AreaLimit[] | null {
  if (role === "admin") return null;
  const read = stored.safeParse(areas ?? null);
  return read.success ? read.data : [];
}

/** What of one tenancy limits leave open. */
export function withinOf(areas: readonly AreaLimit[] | null, tenantId: string): AreaLimits {
  if (areas === null) return null;
  return outermost(areas.filter((one) => one.tenantId === tenantId).map(({ path }) => path));
}

/** Without areas that lie in another one of them. */
export function outermostLimits(areas: readonly AreaLimit[]): AreaLimit[] {
  const tenantIds = [...new Set(areas.map(({ tenantId }) => tenantId))];
  return tenantIds.flatMap((tenantId) =>
    (withinOf(areas, tenantId) ?? []).map((path) => ({ tenantId, path })),
  );
}
