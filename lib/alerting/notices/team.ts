/** Whom the rules of a team reach: pure rules over its people and their rules. */

import { type AreaLimits, isShown } from "@/lib/base/core/area-limits";
import type { Channel, HighCoverage, OwnTeamRule, Reach, TeamRule, Unreached } from "./contract";
import type { PersonalRule } from "./plan";

/** A person with a role at a tenancy, as team rules see them. */
export type Member = {
  userId: number;
  name: string;
  /** The areas of the tenancy that the person may see. */
  within: AreaLimits;
  /** They have not accepted their invitation yet. */
  invited: boolean;
  /** A device of theirs takes notices. */
  hasDevice: boolean;
  /** Ids of the tenancy's rules that they muted. */
  muted: readonly number[];
};

/** The areas of a rule whose names a person may see; null if the rule covers nothing that they may see. */
export function areasFor({ areaPaths }: Pick<TeamRule, "areaPaths">, within: AreaLimits): string[] | null {
  const shown = areaPaths.filter((path) => isShown(within, path));
  return areaPaths.length > 0 && shown.length === 0 ? null : shown;
}

/** A team rule as a person with a role there sees it; null if it covers nothing that they may see. */
export function toOwnRule(
  rule: TeamRule,
  site: { tenantId: string; name: string; within: AreaLimits },
  muted: boolean,
): OwnTeamRule | null {
  const areaPaths = areasFor(rule, site.within);
  if (areaPaths === null) return null;
  return { ...rule, areaPaths, tenant: site.tenantId, tenancyName: site.name, muted };
}

/** Tells by which channels a rule reaches a person, and what is missing for the others. */
export function judgeReach(rule: TeamRule, member: Member, canMail: boolean): Reach {
  const { userId, name, hasDevice } = member;
  const none = (lacks: Unreached): Reach => ({ userId, name, by: [], lacks });
  if (member.invited) return none("invited");
  if (areasFor(rule, member.within) === null) return none("other-areas");
  if (!rule.binding && member.muted.includes(rule.id)) return none("muted");
  const lacksPush = rule.push && !hasDevice;
  const lacksMail = rule.email && !canMail;
  const by: Channel[] = [
    ...(rule.push && hasDevice ? (["push"] as const) : []),
    ...(rule.email && canMail ? (["email"] as const) : []),
  ];
  if (lacksPush && lacksMail) return { userId, name, by, lacks: "no-channel" };
  return { userId, name, by, lacks: lacksPush ? "no-device" : lacksMail ? "no-mail-server" : null };
}

/**
 * Judges who is told of HIGH alerts at a tenancy. Every minimum severity includes HIGH.
 * @param rules of people and teams, with those of other tenancies
 */
export function judgeHigh(
  rules: readonly PersonalRule[],
  {
    tenancyId,
    deviceOwners,
    canMail,
  }: { tenancyId: number; deviceOwners: ReadonlySet<number>; canMail: boolean },
): HighCoverage {
  const reaching = rules.filter(
    (rule) =>
      rule.tenancyId === tenancyId &&
      ((rule.email && canMail) || (rule.push && deviceOwners.has(rule.userId))) &&
      (rule.types.length === 0 || rule.types.some((type) => HIGH_TYPES.includes(type))),
  );
  return {
    people: new Set(reaching.map(({ userId }) => userId)).size,
    complete: reaching.some(
      ({ types, areaPath, within }) => types.length === 0 && areaPath === null && within === null,
    ),
  };
}

/** Types and categories that can be HIGH, or critical, which ranks the same. */
const HIGH_TYPES: readonly string[] = ["HEALTH", "PRODUCTIVITY", "PLANT_CRITICAL_ALERT"];

/** Returns true if a rule tells of every HIGH alert of its tenancy. */
export const coversHigh = ({ areaPaths }: Pick<TeamRule, "areaPaths">) => areaPaths.length === 0;
