import "server-only";
import type { Role } from "@/lib/base/core/access";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { readLimits, tenancyLimits } from "@/lib/identity/actor/rules";
import type { TeamRule, TeamRuleInput } from "./contract";
import { MAX_FAILURES } from "./contract";
import type { Member } from "./team";

const columns = {
  ...{ id: true, minRank: true, areaPaths: true, push: true, email: true, quietFrom: true, quietTo: true },
  ...{ remindMinutes: true, binding: true, provisioned: true },
} as const;

/** A tenancy as these queries need it. */
type Site = { id: number; tenantId: string };

/** Lists the team rules of some tenancies with their tenancy's number, oldest first. */
export function listTeamRules(
  tenancyIds: readonly number[],
  tx: Transaction = getPrisma(),
): Promise<(TeamRule & { tenancyId: number })[]> {
  return tx.teamRule.findMany({
    where: { tenancyId: { in: [...tenancyIds] } },
    select: { ...columns, tenancyId: true },
    orderBy: [{ tenancyId: "asc" }, { id: "asc" }],
  });
}

/** Lists the people who are not disabled and have a role at a tenancy, by name, with how they can be reached. */
export async function listMembers(site: Site): Promise<Member[]> {
  const [users, mutes] = await Promise.all([
    getPrisma().user.findMany({
      where: { disabledAt: null },
      select: {
        ...{ id: true, name: true, role: true, areas: true, passwordHash: true, ssoSubject: true },
        pushSubscriptions: { where: { failures: { lt: MAX_FAILURES } }, select: { id: true }, take: 1 },
      },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
    getPrisma().teamRuleMute.findMany({ where: { tenancyId: site.id } }),
  ]);
  return users
    .map(({ id: userId, name, ...user }) => ({
      ...{ userId, name },
      within: tenancyLimits(readLimits({ role: user.role as Role, areas: user.areas }), site.tenantId),
      invited: user.passwordHash === null && user.ssoSubject === null,
      hasDevice: user.pushSubscriptions.length > 0,
      muted: mutes.filter((mute) => mute.userId === userId).map(({ ruleId }) => ruleId),
    }))
    .filter(({ within }) => within?.length !== 0);
}

/** Lists the rules that a person muted, by tenancy number and rule. */
export function listMutes(userId: number): Promise<{ tenancyId: number; ruleId: number }[]> {
  return getPrisma().teamRuleMute.findMany({
    where: { userId },
    select: { tenancyId: true, ruleId: true },
  });
}

/** Finds the people with a device that takes notices. */
export async function listDeviceOwners(): Promise<Set<number>> {
  const rows = await getPrisma().pushSubscription.findMany({
    where: { failures: { lt: MAX_FAILURES } },
    select: { userId: true },
    distinct: ["userId"],
  });
  return new Set(rows.map(({ userId }) => userId));
}

/** Locks a tenancy, so that its rules are counted and added one after the other. @returns false if it is being deleted */
export async function lockTeam(tx: Transaction, tenancyId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM tenancies WHERE id = ${tenancyId} AND deleting_at IS NULL FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Finds a rule for a change in the same transaction; null if there is none. */
export function findTeamRule(tx: Transaction, tenancyId: number, id: number): Promise<TeamRule | null> {
  return tx.teamRule.findUnique({ where: { tenancyId_id: { tenancyId, id } }, select: columns });
}

export function countTeamRules(tx: Transaction, tenancyId: number): Promise<number> {
  return tx.teamRule.count({ where: { tenancyId } });
}

/** Inserts a rule, or updates the one of `id`. @returns its id */
export async function saveTeamRule(
  tx: Transaction,
  tenancyId: number,
  { id, tenantId: _, ...rule }: TeamRuleInput,
): Promise<number> {
  const saved =
    id === undefined
      ? await tx.teamRule.create({ data: { ...rule, tenancyId }, select: { id: true } })
      : await tx.teamRule.update({
          where: { tenancyId_id: { tenancyId, id } },
          data: rule,
          select: { id: true },
        });
  return saved.id;
}

/** Deletes a rule and its mutes. */
export async function deleteTeamRule(tx: Transaction, tenancyId: number, id: number): Promise<void> {
  await tx.teamRuleMute.deleteMany({ where: { tenancyId, ruleId: id } });
  await tx.teamRule.deleteMany({ where: { tenancyId, id } });
}

/** Mutes a rule for a person, or unmutes it. @returns false if it was so before */
export async function saveMute(
  tx: Transaction,
  key: { tenancyId: number; ruleId: number; userId: number },
  muted: boolean,
): Promise<boolean> {
  const { count } = muted
    ? await tx.teamRuleMute.createMany({ data: [key], skipDuplicates: true })
    : await tx.teamRuleMute.deleteMany({ where: key });
  return count > 0;
}
