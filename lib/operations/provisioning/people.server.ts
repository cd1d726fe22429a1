import "server-only";
import { isDeepStrictEqual } from "node:util";
import { ALL_SITES } from "@/lib/alerting/notices/contract";
import { type Role, roleSchema } from "@/lib/base/core/access";
import { isOpen } from "@/lib/base/core/area-limits";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { type Board, boardsSchema, viewOfBoards } from "@/lib/display/screens/boards";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { findTwoRoles, readLimits, settleRoles, tenancyLimits } from "@/lib/identity/actor/rules";
import { hashPassword, verifyPassword } from "@/lib/identity/auth/passwords.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import type { Provisioning } from "./contract";
import { type FaultPath, fault } from "./faults";
import {
  addUser,
  findApiToken,
  findNoticeRule,
  findScreen,
  findTeamRule,
  findTenancy,
  findTokenHolder,
  findUser,
  listTenancies,
  type NoticeRuleData,
  saveApiToken,
  saveNoticeRule,
  saveScreen,
  saveTeamRule,
  type TeamRuleData,
  updateUser,
} from "./store.server";
import { BY_FILE } from "./tenancies.server";

type User = Provisioning["users"][number];

type Token = Provisioning["apiTokens"][number];

type Screen = Provisioning["screens"][number];

/**
 * Creates or updates a user. The password is hashed only if it differs, so that a second start is quick.
 * @returns what changed, for the audit
 */
export async function applyUser(tx: Transaction, user: User, index: number): Promise<string[]> {
  const { email, name, password } = user;
  const { role, areas } = await accessOf(tx, user, ["users", index, "areas"]);
  const known = await findUser(tx, email);
  if (!known) {
    const passwordHash = await hashPassword(password);
    await addUser(tx, { email, name, role, passwordHash, areas });
    return ["email", "password", "role", ...(areas ? ["areas"] : [])];
  }
  const fits = await verifyPassword(known.passwordHash, password);
  const passwordHash = fits ? null : await hashPassword(password);
  await updateUser(tx, known.id, { name, role, passwordHash, areas });
  return [
    ...(name !== undefined && name !== known.name ? ["name"] : []),
    ...(fits ? [] : ["password"]),
    ...(role === known.role ? [] : ["role"]),
    ...(areas === undefined || isDeepStrictEqual(areas, known.areas) ? [] : ["areas"]),
  ];
}

/** The highest role of a user, and the control areas that the file limits them to; undefined if it says none. */
async function accessOf(
  tx: Transaction,
  user: User,
  path: FaultPath,
): Promise<{ role: Role; areas: AreaLimit[] | null | undefined }> {
  const { role } = user;
  const areas = await areasOf(tx, user, path);
  if (!areas || role === "admin") return { role, areas };
  const twice = findTwoRoles(role, areas);
  if (twice !== undefined) throw fault(path, `gives two roles in ${twice}: choose one`);
  return settleRoles(role, areas);
}

/** The control areas that the file limits somebody to, each with its tenancy; undefined if it does not say. */
async function areasOf(
  tx: Transaction,
  { role, areas }: Pick<User, "role" | "areas">,
  path: FaultPath,
): Promise<AreaLimit[] | null | undefined> {
  if (!areas) return areas;
  if (role === "admin") throw fault(path, "limits an admin, and admins see everything");
  const tenantIds = (await listTenancies(tx)).map(({ tenantId }) => tenantId);
  return areas.map((area, at) => limitOf(area, tenantIds, [...path, at]));
}

function limitOf(area: string | AreaLimit, tenantIds: readonly string[], path: FaultPath): AreaLimit {
  const [only, another] = tenantIds;
  if (typeof area !== "string") {
    if (tenantIds.includes(area.tenantId)) return area;
    throw fault([...path, "tenantId"], "no tenancy has this tenantId, here or in the database");
  }
  if (only !== undefined && another === undefined) return { tenantId: only, path: area };
  throw fault(path, 'has to say of which tenancy: {"tenantId": "…", "path": "…"}');
}

/**
 * Creates or updates an API token.
 * @throws AppError `bad-request` if another entry holds the same token
 */
export async function applyApiToken(tx: Transaction, entry: Token, index: number): Promise<string[]> {
  const { name, role } = entry;
  const tokenHash = hashToken(entry.token);
  await refuseHeldToken(tx, tokenHash, { kind: "API token", name }, ["apiTokens", index, "token"]);
  const path = ["apiTokens", index, "areas"];
  const areas = await areasOf(tx, entry, path);
  if (areas?.some((area) => area.role)) throw fault(path, "names a role: a token has one for all its areas");
  const expiresAt = typeof entry.expiresAt === "string" ? new Date(entry.expiresAt) : entry.expiresAt;
  const known = await findApiToken(tx, name);
  await saveApiToken(tx, { name, role, areas, expiresAt, tokenHash, createdBy: BY_FILE });
  return [
    ...(known?.tokenHash === tokenHash ? [] : ["token"]),
    ...(known?.role === role ? [] : ["role"]),
    ...(areas === undefined || isDeepStrictEqual(areas, known?.areas ?? null) ? [] : ["areas"]),
    ...(expiresAt === undefined || expiresAt?.getTime() === known?.expiresAt?.getTime() ? [] : ["expiresAt"]),
    ...(known?.revokedAt ? ["revoked"] : []),
  ];
}

/**
 * Creates or updates a screen.
 * @throws AppError `bad-request` if another entry holds the same token, or the tenancy is unknown
 */
export async function applyScreen(tx: Transaction, entry: Screen, index: number): Promise<string[]> {
  const { name, tenantId, place, boards, sound } = entry;
  const view = boards ? viewOfBoards(boards) : entry.view;
  const tokenHash = hashToken(entry.token);
  await refuseHeldToken(tx, tokenHash, { kind: "screen", name }, ["screens", index, "token"]);
  const tenancy = tenantId === undefined ? undefined : await findTenancy(tx, tenantId);
  if (tenancy === null || tenancy?.deletingAt)
    throw fault(["screens", index, "tenantId"], "no tenancy has this tenantId, here or in the database");
  const known = await findScreen(tx, name);
  await saveScreen(tx, {
    ...{ name, view, tokenHash, tenancyId: tenancy?.id, createdBy: BY_FILE },
    ...{ place, boards: boards ?? null, sound },
  });
  return [
    ...(known?.tokenHash === tokenHash ? [] : ["token"]),
    ...(known?.view === view ? [] : ["view"]),
    ...(same(known?.boards ?? null, boards ?? null) ? [] : ["boards"]),
    ...(place === undefined || place === known?.place ? [] : ["place"]),
    ...(sound === undefined || sound === known?.sound ? [] : ["sound"]),
    ...(known?.revokedAt ? ["revoked"] : []),
    ...(tenancy && tenancy.id !== known?.tenancyId ? ["tenancy"] : []),
  ];
}

/** Returns true if two lists of boards are equal. The order of members is ignored: the database does not keep it. */
function same(one: unknown, other: readonly Board[] | null): boolean {
  if (one === null || other === null) return one === other;
  return JSON.stringify(boardsSchema.safeParse(one).data) === JSON.stringify(other);
}

async function refuseHeldToken(
  tx: Transaction,
  tokenHash: string,
  self: { kind: string; name: string },
  path: FaultPath,
): Promise<void> {
  const holder = await findTokenHolder(tx, tokenHash);
  if (!holder || (holder.kind === self.kind && holder.name === self.name)) return;
  throw fault(path, `is also the token of the ${holder.kind} ${holder.name}`);
}

type NoticeRule = Provisioning["noticeRules"][number];

/**
 * Creates or replaces a notice rule; omitted members get their defaults. It is identified by the tenancy (or all), the
 * person and its name.
 * @returns what changed, for the audit
 * @throws AppError `bad-request` if the person or the tenancy is unknown, or the file denies them the area
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

const MEMBER_NAMES: Record<keyof NoticeRuleData | keyof TeamRuleData, string> = {
  minRank: "severity",
  types: "types",
  areaPath: "area",
  areaPaths: "areas",
  binding: "binding",
  push: "push",
  email: "e-mail",
  quietFrom: "start of quiet hours",
  quietTo: "end of quiet hours",
  remindMinutes: "reminder",
};

const dataOf = ({ types, area, ...rule }: NoticeRule): NoticeRuleData => ({
  ...sendingOf(rule),
  types,
  areaPath: area,
});

function sendingOf({
  severity,
  channels,
  quietHours,
  remindMinutes,
}: Pick<NoticeRule, "severity" | "channels" | "quietHours" | "remindMinutes">) {
  return {
    minRank: severity,
    push: channels.includes("push"),
    email: channels.includes("email"),
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    remindMinutes,
  };
}

type TeamRule = Provisioning["teamRules"][number];

/**
 * Creates or replaces a team rule; omitted members get their defaults. It is identified by the tenancy and its name.
 * @returns what changed, for the audit
 * @throws AppError `bad-request` if the tenancy is unknown
 */
export async function applyTeamRule(tx: Transaction, rule: TeamRule, index: number): Promise<string[]> {
  const tenancy = await tenancyOf(tx, rule.tenantId, ["teamRules", index]);
  const key = { tenancyId: tenancy.id, name: rule.name };
  const wanted = { ...sendingOf(rule), areaPaths: rule.areas, binding: rule.binding };
  const known = await findTeamRule(tx, key);
  await saveTeamRule(tx, key, wanted);
  return (Object.keys(wanted) as (keyof TeamRuleData)[])
    .filter((member) => !isDeepStrictEqual(known?.[member], wanted[member]))
    .map((member) => MEMBER_NAMES[member]);
}

/** The tenancy that an entry names, which it may omit if there is only one. */
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
