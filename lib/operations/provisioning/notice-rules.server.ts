import "server-only";
import { isDeepStrictEqual } from "node:util";
import { ALL_SITES } from "@/lib/alerting/notices/contract";
import { roleSchema } from "@/lib/base/core/access";
import { isOpen } from "@/lib/base/core/area-limits";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { readLimits, tenancyLimits } from "@/lib/identity/actor/rules";
import type { Provisioning } from "./contract";
import { type FaultPath, fault } from "./faults";
import { findNoticeRule, findUser, listTenancies, type NoticeRuleData, saveNoticeRule } from "./store.server";

type NoticeRule = Provisioning["noticeRules"][number];

/**
 * Makes a rule of notices as the file says: whole, what it leaves out has its default. It is known by the tenancy (or
 * all), the person and its name.
 * @returns what changed, for the audit
 * @throws AppError `bad-request` when the person or the tenancy is unknown, or the file itself keeps the area from them
 */
export async function applyNoticeRule(tx: Transaction, rule: NoticeRule, index: number): Promise<string[]> {
  const path = ["noticeRules", index];
  const user = await findUser(tx, rule.email);
  if (!user) throw fault([...path, "email"], "nobody has this e-mail, here or in the database");
  const tenancy = rule.allSites ? null : await tenancyOf(tx, rule.tenantId, path);
  const limits = user.areasProvisioned
    ? readLimits({ role: roleSchema.parse(user.role), areas: user.areas })
    : null;
  if (tenancy && rule.area !== null && !isOpen(tenancyLimits(limits, tenancy.tenantId), rule.area))
    throw fault([...path, "area"], "is not among the areas that the file lets this person see");
  const key = { tenancyId: tenancy?.id ?? ALL_SITES, userId: user.id, name: rule.name };
  const wanted = dataOf(rule);
  const known = await findNoticeRule(tx, key);
  await saveNoticeRule(tx, key, wanted);
  return (Object.keys(wanted) as (keyof NoticeRuleData)[])
    .filter((member) => !isDeepStrictEqual(known?.[member], wanted[member]))
    .map((member) => MEMBER_NAMES[member]);
}

const MEMBER_NAMES: Record<keyof NoticeRuleData, string> = {
  minRank: "severity",
  types: "types",
  areaPath: "area",
  push: "push",
  email: "e-mail",
  quietFrom: "start of quiet hours",
  quietTo: "end of quiet hours",
  remindMinutes: "reminder",
};

function dataOf({ severity, types, area, channels, quietHours, remindMinutes }: NoticeRule): NoticeRuleData {
  return {
    minRank: severity,
    types,
    areaPath: area,
    push: channels.includes("push"),
    email: channels.includes("email"),
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    remindMinutes,
  };
}

/** The tenancy that an entry names; where there is one alone it need not. */
async function tenancyOf(tx: Transaction, tenantId: string | undefined, path: FaultPath) {
  const tenancies = await listTenancies(tx);
  const [only, another] = tenancies;
  if (tenantId !== undefined) {
    const found = tenancies.find((one) => one.tenantId === tenantId);
    if (found) return found;
    throw fault([...path, "tenantId"], "no tenancy has this tenantId, here or in the database");
  }
  if (only && !another) return only;
  throw fault(
    [...path, "tenantId"],
    only
      ? "is missing: there are several tenancies. Name one, or set allSites"
      : "there is no tenancy yet, here or in the database",
  );
}
