import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { Board } from "@/lib/display/screens/boards";
import { findFreeSlug } from "@/lib/farm/tenancies/service.server";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { deleteSessions } from "@/lib/identity/auth/session-store.server";
import { deleteLink } from "@/lib/identity/auth/store.server";

/** Serializes simultaneous starts until the transaction ends. */
export async function lockProvisioning(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('leafwatch provisioning'))`;
}

/** Clears the locks and marks of the last file; the present one sets its own. */
export async function clearMarks(tx: Transaction): Promise<void> {
  await tx.tenancy.updateMany({
    where: { NOT: { lockedFields: { equals: [] } } },
    data: { lockedFields: [] },
  });
  const marked = { where: { provisioned: true }, data: { provisioned: false } };
  await tx.webhookSecret.updateMany(marked);
  await tx.user.updateMany({
    where: { OR: [{ provisioned: true }, { areasProvisioned: true }, { nameProvisioned: true }] },
    data: { provisioned: false, areasProvisioned: false, nameProvisioned: false },
  });
  await tx.noticeRule.updateMany(marked);
  await tx.teamRule.updateMany(marked);
  await tx.apiToken.updateMany(marked);
  await tx.screen.updateMany(marked);
}

/** Finds a tenancy by its tenant id, or null. */
export async function findTenancy(tx: Transaction, tenantId: string) {
  return tx.tenancy.findUnique({ where: { tenantId } });
}

/** Creates or updates a tenancy. */
export async function saveTenancy(
  tx: Transaction,
  id: number | null,
  data: Prisma.TenancyCreateInput,
): Promise<number> {
  const saved =
    id === null
      ? await tx.tenancy.create({
          data: { ...data, slug: await findFreeSlug(tx, data.name) },
          select: { id: true },
        })
      : await tx.tenancy.update({ where: { id }, data, select: { id: true } });
  return saved.id;
}

/** Inserts a webhook secret set by the file. */
export async function addWebhookSecret(
  tx: Transaction,
  secret: { tenancyId: number; sealed: Uint8Array<ArrayBuffer>; fingerprint: string; createdBy: string },
): Promise<void> {
  await tx.webhookSecret.create({ data: { ...secret, provisioned: true } });
}

/** Marks a known webhook secret as set by the file, and reactivates it if it was removed. */
export async function markWebhookSecret(tx: Transaction, id: number): Promise<void> {
  await tx.webhookSecret.update({ where: { id }, data: { provisioned: true, retiredAt: null } });
}

/** Finds a user by e-mail, or null. */
export async function findUser(tx: Transaction, email: string) {
  return tx.user.findUnique({ where: { email } });
}

/** The tenancies that are not being deleted. */
export async function listTenancies(tx: Transaction): Promise<{ id: number; tenantId: string }[]> {
  return tx.tenancy.findMany({
    where: { deletingAt: null },
    select: { id: true, tenantId: true },
    orderBy: { id: "asc" },
  });
}

/** The control areas of a user: null means everything, undefined leaves them unchanged and unlocked. */
type Areas = AreaLimit[] | null | undefined;

const areasData = (areas: Areas) =>
  areas === undefined ? {} : { areas: areas ?? Prisma.DbNull, areasProvisioned: true };

/** An undefined name stays unchanged and unlocked. */
const nameData = (name: string | undefined) => (name === undefined ? {} : { name, nameProvisioned: true });

/** Inserts a user; without a name, the e-mail serves as one. */
export async function addUser(
  tx: Transaction,
  user: { email: string; name: string | undefined; passwordHash: string; role: string; areas: Areas },
): Promise<void> {
  const { areas, name, ...rest } = user;
  await tx.user.create({
    data: { ...rest, name: rest.email, ...nameData(name), ...areasData(areas), provisioned: true },
  });
}

/** Updates a user; a new password ends existing sessions. */
export async function updateUser(
  tx: Transaction,
  id: number,
  user: { name?: string | undefined; role: string; passwordHash: string | null; areas: Areas },
): Promise<void> {
  const { passwordHash, areas, name, ...rest } = user;
  const password = passwordHash === null ? {} : { passwordHash };
  await tx.user.update({
    where: { id },
    data: { ...rest, ...nameData(name), ...password, ...areasData(areas), provisioned: true },
  });
  if (passwordHash === null) return;
  await deleteSessions(tx, id, "all");
  await deleteLink(tx, id);
}

/** Finds an API token by name, or null. */
export async function findApiToken(tx: Transaction, name: string) {
  return tx.apiToken.findUnique({ where: { name } });
}

/** Finds another entry with the same token, which must be unique. */
export async function findTokenHolder(
  tx: Transaction,
  tokenHash: string,
): Promise<{ kind: "API token" | "screen"; name: string } | null> {
  const token = await tx.apiToken.findUnique({ where: { tokenHash }, select: { name: true } });
  if (token) return { kind: "API token", name: token.name };
  const screen = await tx.screen.findUnique({ where: { tokenHash }, select: { name: true } });
  return screen && { kind: "screen", name: screen.name };
}

/** Creates or updates an API token, and reactivates it if it was revoked. Undefined members stay unchanged. */
export async function saveApiToken(
  tx: Transaction,
  token: {
    name: string;
    tokenHash: string;
    role: string;
    areas: Areas;
    expiresAt: Date | null | undefined;
    createdBy: string;
  },
): Promise<void> {
  const { createdBy, areas, ...named } = token;
  const limited = areas === undefined ? {} : { areas: areas ?? Prisma.DbNull };
  const data = { ...named, ...limited, revokedAt: null, provisioned: true };
  await tx.apiToken.upsert({ where: { name: token.name }, create: { ...data, createdBy }, update: data });
}

/** Finds a screen by name, or null. */
export async function findScreen(tx: Transaction, name: string) {
  return tx.screen.findUnique({ where: { name } });
}

/** Creates or updates a screen, and reactivates it if it was revoked. Undefined members stay unchanged. */
export async function saveScreen(
  tx: Transaction,
  screen: {
    name: string;
    tokenHash: string;
    view: string;
    tenancyId: number | undefined;
    place: string | null | undefined;
    /** Null: `view` decides. */
    boards: Board[] | null;
    sound: boolean | undefined;
    createdBy: string;
  },
): Promise<void> {
  const { createdBy, boards, ...named } = screen;
  // Boards set in the page would hide the file's view.
  const data = { ...named, boards: boards ?? Prisma.DbNull, revokedAt: null, provisioned: true };
  await tx.screen.upsert({ where: { name: screen.name }, create: { ...data, createdBy }, update: data });
}

/** Members of a notice rule. */
export type NoticeRuleData = {
  minRank: number;
  types: string[];
  areaPath: string | null;
  push: boolean;
  email: boolean;
  quietFrom: number | null;
  quietTo: number | null;
  remindMinutes: number | null;
};
type RuleKey = { tenancyId: number; userId: number; name: string };

/** Finds a notice rule of an earlier file by its key, or null. */
export async function findNoticeRule(tx: Transaction, key: RuleKey): Promise<NoticeRuleData | null> {
  return tx.noticeRule.findUnique({ where: { tenancyId_userId_name: key } });
}

/** Creates or updates a notice rule. */
export async function saveNoticeRule(tx: Transaction, key: RuleKey, rule: NoticeRuleData): Promise<void> {
  const data = { ...rule, provisioned: true };
  await tx.noticeRule.upsert({
    where: { tenancyId_userId_name: key },
    create: { ...key, ...data },
    update: data,
  });
}

/** Members of a team rule. */
export type TeamRuleData = Omit<NoticeRuleData, "types" | "areaPath"> & {
  areaPaths: string[];
  binding: boolean;
};
type TeamRuleKey = { tenancyId: number; name: string };

/** Finds a team rule of an earlier file by its key, or null. */
export async function findTeamRule(tx: Transaction, key: TeamRuleKey): Promise<TeamRuleData | null> {
  return tx.teamRule.findUnique({ where: { tenancyId_name: key } });
}

/** Creates or updates a team rule. */
export async function saveTeamRule(tx: Transaction, key: TeamRuleKey, rule: TeamRuleData): Promise<void> {
  const data = { ...rule, provisioned: true };
  await tx.teamRule.upsert({ where: { tenancyId_name: key }, create: { ...key, ...data }, update: data });
}
