import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/base/core/access";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { accessPayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { readLimits } from "@/lib/identity/actor/rules";
import { deleteSessions } from "@/lib/identity/auth/session-store.server";
import { deleteLink, listLinkEnds } from "@/lib/identity/auth/store.server";
import type { UserLine } from "./contract";

const columns = {
  id: true,
  email: true,
  name: true,
  role: true,
  disabledAt: true,
  createdAt: true,
  lastSignInAt: true,
  provisioned: true,
  areas: true,
  areasProvisioned: true,
  nameProvisioned: true,
  passwordHash: true,
  totpSince: true,
} as const;

type Row = Prisma.UserGetPayload<{ select: typeof columns }>;

const asLine = ({ passwordHash, totpSince, ...row }: Row, linkUntil?: Date): UserLine => ({
  ...row,
  invited: passwordHash === null,
  secondFactor: totpSince !== null,
  linkUntil: linkUntil?.toISOString() ?? null,
  role: row.role as Role,
  areas: readLimits({ role: row.role as Role, areas: row.areas }),
  disabledAt: row.disabledAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
});

/** All users by name. */
export async function listUserLines(): Promise<UserLine[]> {
  const rows = await getPrisma().user.findMany({
    select: columns,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const ends = await listLinkEnds();
  return rows.map((row) => asLine(row, ends.get(row.id)));
}

/** The users who can sign in and have one of the roles, by name. */
export async function listActive(roles: Role[]): Promise<UserLine[]> {
  const rows = await getPrisma().user.findMany({
    where: { disabledAt: null, passwordHash: { not: null }, role: { in: roles } },
    select: columns,
    orderBy: { name: "asc" },
  });
  return rows.map((row) => asLine(row));
}

/** The user of an id or an e-mail, without the expiry of a link; null without one. */
export async function findUser(
  tx: Transaction | undefined,
  where: { id: number } | { email: string },
): Promise<UserLine | null> {
  const row = await (tx ?? getPrisma()).user.findUnique({ where, select: columns });
  return row && asLine(row);
}

/** Deletes the wrong tries of an account, which would slow the next ones down: for after a new password. */
export async function forgetWrongTries(tx: Transaction, account: string): Promise<void> {
  await tx.signInFailure.deleteMany({ where: { account } });
}

/** Serialises changes of admins, so that two cannot remove the last two at once. */
export async function lockAdmins(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('leafwatch admins'))`;
}

/** The number of admins who can sign in, without one user. */
export async function countOtherAdmins(tx: Transaction, id: number): Promise<number> {
  return tx.user.count({
    where: { role: "admin", disabledAt: null, passwordHash: { not: null }, id: { not: id } },
  });
}

/** Makes a user. */
export async function insertUser(
  tx: Transaction,
  user: { email: string; name: string; role: Role; passwordHash: string | null },
): Promise<number> {
  return (await tx.user.create({ data: user, select: { id: true } })).id;
}

/** Changes a user; `endSessions` ends all their sessions. A new password, or disabling them, ends an open link too. */
export async function updateUser(
  tx: Transaction,
  id: number,
  changes: {
    name?: string;
    email?: string;
    role?: Role;
    passwordHash?: string;
    disabledAt?: Date | null;
    endSessions?: boolean;
  },
): Promise<void> {
  const { endSessions = false, ...data } = changes;
  // Single sign-on ties the account anew, to whoever has the new e-mail there.
  const tie = data.email === undefined ? {} : { ssoIssuer: null, ssoSubject: null };
  await tx.user.update({ where: { id }, data: { ...data, ...tie } });
  if (endSessions) await deleteSessions(tx, id, "all");
  if (data.passwordHash !== undefined || data.disabledAt) await deleteLink(tx, id);
}

/**
 * Deletes a user for good. The foreign keys delete what is their own; sessions and devices end first, so that open event
 * streams are told.
 */
export async function deleteUserRow(tx: Transaction, { id, email }: UserLine): Promise<void> {
  await deleteSessions(tx, id, "all");
  await forgetWrongTries(tx, email);
  await tx.user.delete({ where: { id } });
}

/** Sets a user's role and limits to some control areas; null is everything. Notifies open event streams. */
export async function saveAccess(
  tx: Transaction,
  id: number,
  { role, areas }: { role: Role; areas: readonly AreaLimit[] | null },
): Promise<void> {
  await tx.user.update({
    where: { id },
    data: { role, areas: areas === null ? Prisma.DbNull : [...areas] },
  });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${accessPayload(id)})`;
}

/** The tenant ids of a list that belong to a tenancy. */
export async function knownTenantIds(tx: Transaction, tenantIds: readonly string[]): Promise<string[]> {
  const rows = await tx.tenancy.findMany({
    where: { tenantId: { in: [...tenantIds] } },
    select: { tenantId: true },
  });
  return rows.map(({ tenantId }) => tenantId);
}
