import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { displayPath } from "@/lib/base/core/paths";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { canMail } from "@/lib/base/mail/mail.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  HIGH_RULE,
  type HighCoverage,
  type OwnTeamRule,
  type TeamNotices,
  type TeamRule,
  type TeamRuleInput,
} from "./contract";
import { requirePerson } from "./person";
import { listPersonalRules } from "./store.server";
import { areasFor, coversHigh, judgeHigh, judgeReach, toOwnRule } from "./team";
import {
  countTeamRules,
  deleteTeamRule,
  findTeamRule,
  listDeviceOwners,
  listMembers,
  listMutes,
  listTeamRules,
  lockTeam,
  saveMute,
  saveTeamRule,
} from "./team-store.server";

const MAX_TEAM_RULES = 20;

/**
 * Reads the team rules of a tenancy, and for each of them whom it reaches (role admin).
 * @throws AppError `forbidden`, `bad-request` on `tenant`
 */
export async function readTeamNotices(actor: Actor, tenantId: string): Promise<TeamNotices> {
  requireAccess(actor, "admin");
  const site = await resolveTenancy(actor, tenantId);
  const [rules, members, high] = await Promise.all([
    listTeamRules([site.id]),
    listMembers(site),
    readHighCoverage(actor),
  ]);
  return {
    rules: rules.map(({ tenancyId: _, ...rule }) => ({
      rule,
      reach: members.map((member) => judgeReach(rule, member, canMail())),
    })),
    high: high.get(tenantId) ?? NOBODY,
    canMail: canMail(),
  };
}

const NOBODY: HighCoverage = { people: 0, complete: false };

/** Judges for each tenancy, by tenantId, who is told of HIGH alerts there (role admin). @throws AppError `forbidden` */
export async function readHighCoverage(actor: Actor): Promise<Map<string, HighCoverage>> {
  requireAccess(actor, "admin");
  const [tenancies, rules, deviceOwners] = await Promise.all([
    visibleTenancies(actor),
    listPersonalRules(canMail()),
    listDeviceOwners(),
  ]);
  return new Map(
    tenancies.map(({ id: tenancyId, tenantId }) => [
      tenantId,
      judgeHigh(rules, { tenancyId, deviceOwners, canMail: canMail() }),
    ]),
  );
}

/** Lists the team rules that cover something that the person may see, in all their tenancies. */
export async function listOwnTeamRules(actor: Actor): Promise<OwnTeamRule[]> {
  const [sites, mutes] = await Promise.all([visibleTenancies(actor), listMutes(requirePerson(actor))]);
  const rules = await listTeamRules(sites.map(({ id }) => id));
  return rules.flatMap(({ tenancyId, ...rule }) => {
    const site = sites.find(({ id }) => id === tenancyId);
    const muted = mutes.some((mute) => mute.tenancyId === tenancyId && mute.ruleId === rule.id);
    return (site && toOwnRule(rule, site, muted)) ?? [];
  });
}

/**
 * Saves a team rule, new without `id` (role admin).
 * @returns its id
 * @throws AppError `forbidden`, `not-found`, `bad-request` on `tenant`, `conflict` above the limit of rules or if the
 *   provisioning file sets the rule
 */
export async function changeTeamRule(actor: Actor, input: TeamRuleInput): Promise<{ id: number }> {
  requireAccess(actor, "admin");
  return inTeam(actor, input.tenantId, async (tx, site) => {
    if (input.id !== undefined) await requireRule(tx, site, input.id);
    return storeRule(tx, actor, site, input);
  });
}

/**
 * Creates the rule that tells everybody at a tenancy of HIGH alerts (role admin).
 * @returns its id
 * @throws AppError `forbidden`, `bad-request` on `tenant`, `conflict` if a team rule tells of HIGH everywhere already
 */
export async function tellAllOfHigh(actor: Actor, tenantId: string): Promise<{ id: number }> {
  requireAccess(actor, "admin");
  return inTeam(actor, tenantId, async (tx, site) => {
    if ((await listTeamRules([site.id], tx)).some(coversHigh))
      throw new AppError(
        "conflict",
        `A team rule tells of HIGH alerts at ${site.name} already. Reload the page.`,
      );
    return storeRule(tx, actor, site, { ...HIGH_RULE, tenantId });
  });
}

/**
 * Deletes a team rule (role admin).
 * @throws AppError `forbidden`, `not-found`, `bad-request` on `tenant`, `conflict` if the provisioning file sets it
 */
export async function removeTeamRule(
  actor: Actor,
  { tenantId, id }: { tenantId: string; id: number },
): Promise<void> {
  requireAccess(actor, "admin");
  await inTeam(actor, tenantId, async (tx, site) => {
    const rule = await requireRule(tx, site, id);
    await deleteTeamRule(tx, site.id, id);
    await recordAudit(tx, actor, {
      action: "notices.team-rule-removed",
      target: site.name,
      detail: detailOf(rule),
    });
  });
}

/**
 * Mutes a team rule for the person alone, or unmutes it.
 * @throws AppError `not-found` if it covers nothing that they may see, `conflict` if it is binding, `bad-request` on
 *   `tenant`
 */
export async function muteTeamRule(
  actor: Actor,
  { tenant, id, muted }: { tenant: string; id: number; muted: boolean },
): Promise<void> {
  const userId = requirePerson(actor);
  await inTeam(actor, tenant, async (tx, site) => {
    const rule = await findTeamRule(tx, site.id, id);
    if (!rule || areasFor(rule, site.within) === null) throw unknownRule();
    if (muted && rule.binding)
      throw new AppError(
        "conflict",
        "Everybody must get this rule: it cannot be muted. An admin can change that.",
      );
    if (!(await saveMute(tx, { tenancyId: site.id, ruleId: id, userId }, muted))) return;
    await recordAudit(tx, actor, {
      action: muted ? "notices.team-rule-muted" : "notices.team-rule-unmuted",
      target: site.name,
      detail: detailOf(rule),
    });
  });
}

/** Runs a change of a team's rules, one at a time for each tenancy. */
async function inTeam<T>(
  actor: Actor,
  tenantId: string,
  change: (tx: Transaction, site: TenancyRef) => Promise<T>,
): Promise<T> {
  const site = await resolveTenancy(actor, tenantId);
  return transaction(async (tx) => {
    if (await lockTeam(tx, site.id)) return change(tx, site);
    throw new AppError("conflict", `${site.name} is being deleted: it cannot be changed any more.`);
  });
}

async function storeRule(
  tx: Transaction,
  actor: Actor,
  site: TenancyRef,
  input: TeamRuleInput,
): Promise<{ id: number }> {
  if (input.id === undefined && (await countTeamRules(tx, site.id)) >= MAX_TEAM_RULES)
    throw new AppError("conflict", `${site.name} has ${MAX_TEAM_RULES} team rules. Remove one first.`);
  const id = await saveTeamRule(tx, site.id, input);
  await recordAudit(tx, actor, {
    action: input.id === undefined ? "notices.team-rule-made" : "notices.team-rule-changed",
    target: site.name,
    detail: detailOf(input),
  });
  return { id };
}

const SEVERITIES = ["all", "LOW", "MEDIUM", "HIGH"] as const;

const detailOf = ({ minRank, areaPaths, push, email, binding }: Omit<TeamRuleInput, "tenantId">) => ({
  severity: SEVERITIES[minRank] ?? "all",
  area: areaPaths.length === 0 ? "everywhere" : areaPaths.map(displayPath).join(", "),
  channels: [...(push ? ["push"] : []), ...(email ? ["e-mail"] : [])].join(", "),
  binding: binding ? "yes" : "no",
});

const unknownRule = () => new AppError("not-found", "There is no such team rule any more.");

async function requireRule(tx: Transaction, site: TenancyRef, id: number): Promise<TeamRule> {
  const rule = await findTeamRule(tx, site.id, id);
  if (!rule) throw unknownRule();
  if (rule.provisioned)
    throw new AppError(
      "conflict",
      "This rule is set by the provisioning file. Change it there, then restart.",
    );
  return rule;
}
