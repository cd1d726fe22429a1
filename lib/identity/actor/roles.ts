import type { SiteRole } from "@/lib/base/core/access";
import type { Actor, AreaLimit } from "./contract";

/** Returns true for a person who is a grower at some sites and a viewer at others. */
export const hasTwoRoles = ({ role, areas }: { role: Actor["role"]; areas: readonly AreaLimit[] | null }) =>
  role === "grower" && areas !== null && areas.some((one) => one.role === "viewer");

/**
 * The role of an actor or account in one tenancy: its own, unless it is limited to a viewer there. Apart from rules.ts,
 * so that pages load no schemas with it.
 * @param areas the limits, as `readLimits` returns them
 */
export function roleIn<R extends Actor["role"]>(
  { role, areas }: { role: R; areas: readonly AreaLimit[] | null },
  tenantId: string,
): R | SiteRole {
  const isViewer = areas?.some((one) => one.tenantId === tenantId && one.role === "viewer");
  return isViewer && role !== "screen" ? "viewer" : role;
}
