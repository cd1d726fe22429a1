import { roleIn } from "@/lib/identity/actor/roles";
import type { UserLine } from "@/lib/identity/users/contract";
import type { Tenancies } from "../screens/screen-form";

/** The sites that a user is limited to, each with their role there; none if everything is open. */
export function limitedSites(user: Pick<UserLine, "role" | "areas">, tenancies: Tenancies) {
  const sites = tenancies.filter(({ tenantId }) => user.areas?.some((one) => one.tenantId === tenantId));
  return sites.map(({ name, tenantId }) => ({ name, role: roleIn(user, tenantId) }));
}
