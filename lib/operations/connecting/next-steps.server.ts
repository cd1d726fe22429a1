import "server-only";
import { readTeamNotices } from "@/lib/alerting/notices/service.server";
import { coversHigh } from "@/lib/alerting/notices/team";
import { transaction } from "@/lib/base/db/transaction.server";
import { listScreens } from "@/lib/display/screens/service.server";
import { updateTenancy } from "@/lib/farm/tenancies/store.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { isPersonOf, tenancyLimits } from "@/lib/identity/actor/rules";
import { listUsers } from "@/lib/identity/users/service.server";
import { requireTenancy } from "./admin.server";
import type { NextSteps } from "./next-steps";

/**
 * Reads the next steps of a tenancy from what is there (role admin).
 * @throws AppError `forbidden`, `not-found`, `conflict` while it is being deleted
 */
export async function readNextSteps(actor: Actor, tenantId: string): Promise<NextSteps> {
  const { nextStepsDismissedAt } = await requireTenancy(actor, tenantId);
  const [users, { rules, high }, screens] = await Promise.all([
    listUsers(actor),
    readTeamNotices(actor, tenantId),
    listScreens(actor),
  ]);
  const others = users.filter(
    ({ id, disabledAt, areas }) =>
      !disabledAt && !isPersonOf(actor, id) && tenancyLimits(areas, tenantId)?.length !== 0,
  );
  return {
    people: { others: others.length, invited: others.filter(({ invited }) => invited).length },
    hasHighRule: rules.some(({ rule }) => coversHigh(rule)),
    high,
    screens: screens.filter((screen) => screen.tenantId === tenantId && !screen.revokedAt).length,
    dismissed: nextStepsDismissedAt !== null,
  };
}

/**
 * Dismisses the next steps of a tenancy for all admins, or shows them again (role admin).
 * @throws AppError `forbidden`, `not-found`, `conflict` while it is being deleted
 */
export async function dismissNextSteps(
  actor: Actor,
  { tenantId, dismissed }: { tenantId: string; dismissed: boolean },
): Promise<void> {
  const { id } = await requireTenancy(actor, tenantId);
  await transaction((tx) => updateTenancy(tx, id, { nextStepsDismissedAt: dismissed ? new Date() : null }));
}
