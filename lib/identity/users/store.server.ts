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

type Row = Pick<
  UserLine,
  "id" | "email" | "name" | "provisioned" | "areasProvisioned" | "nameProvisioned"
> & {
  role: string;
  areas: unknown;
  passwordHash: string | null;
  totpSince: Date | null;
  disabledAt: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
};

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

/** The names of users who can sign in and have one of the roles, each once. */
export async function listActiveNames(roles: Role[]): Promise<string[]> {
  const rows = await getPrisma().user.findMany({
    where: { disabledAt: null, passwordHash: { not: null }, role: { in: roles } },
    select: { name: true },
    distinct: ["name"],
    orderBy: { name: "asc" },
  });
  return rows.map(({ name }) => name);
}

/** One user, or null. */
export async function findUserLine(tx: Transaction | undefined, id: number): Promise<UserLine | null> {
  const row = await (tx ?? getPrisma()).user.findUnique({ where: { id }, select: columns });
  return row && asLine(row);
}

/** One user by e-mail, or null. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<UserLine | null> {
  const row = await tx.user.findUnique({ where: { email }, select: columns });
  return row && asLine(row);
}

/** Wrong tries slow the next ones down; after a new password they mean nothing any more. */
export async function forgetWrongTries(tx: Transaction, account: string): Promise<void> {
  await tx.signInFailure.deleteMany({ where: { account } });
}

/** Makes changes of admins wait for each other, so that two cannot remove the last two at once. */
export async function lockAdmins(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('leafwatch admins'))`;
}

/** How many admins could sign in, but for one user. */
export async function countOtherAdmins(tx: Transaction, id: number): Promise<number> {
  return tx.user.count({
    where: { role: "admin", disabledAt: null, passwordHash: { not: null }, id: { not: id } },
  });
}

/** Whether an e-mail belongs to somebody. */
export async function emailTaken(tx: Transaction, email: string): Promise<boolean> {
  return (await tx.user.count({ where: { email } })) > 0;
}

/** Makes a user. */
export async function insertUser(
  tx: Transaction,
  user: { email: string; name: string; role: Role; passwordHash: string | null },
): Promise<number> {
  const made = await tx.user.create({ data: user, select: { id: true } });
  return made.id;
}

/** Changes a user; `endSessions` ends all their sessions. A new password, or none any more, ends an open link too. */
export async function updateUser(
  tx: Transaction,
  id: number,
  changes: {
    name?: string;
    role?: Role;
    passwordHash?: string;
    disabledAt?: Date | null;
    endSessions?: boolean;
  },
): Promise<void> {
  const { endSessions = false, ...data } = changes;
  await tx.user.update({ where: { id }, data });
  if (endSessions) await deleteSessions(tx, id, "all");
  if (data.passwordHash !== undefined || data.disabledAt) await deleteLink(tx, id);
}

/** Limits a user to some control areas; null is everything. Open event streams are told. */
export async function saveAreas(
  tx: Transaction,
  id: number,
  areas: readonly AreaLimit[] | null,
): Promise<void> {
  await tx.user.update({ where: { id }, data: { areas: areas === null ? Prisma.DbNull : [...areas] } });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${accessPayload(id)})`;
}

/** Those of some tenancies that are there, with their names. */
export async function findTenancyNames(
  tx: Transaction,
  tenantIds: readonly string[],
): Promise<{ tenantId: string; name: string }[]> {
  return tx.tenancy.findMany({
    where: { tenantId: { in: [...tenantIds] } },
    select: { tenantId: true, name: true },
  });
}
