import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import type { Role } from "@/lib/base/core/access";
import { batchedInTurn } from "@/lib/base/core/shared-read";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { totpPurpose } from "@/lib/base/secrets/contract";
import { seal, unseal } from "@/lib/base/secrets/seal.server";

const accountColumns = {
  id: true,
  email: true,
  name: true,
  role: true,
  sessionVersion: true,
  disabledAt: true,
  totpSince: true,
  provisioned: true,
} as const;

type AccountRow = Prisma.UserGetPayload<{ select: typeof accountColumns }>;

/** An account for the sign-in; `needsCode`: a code follows the password. */
export type Account = Omit<AccountRow, "role" | "totpSince"> & { role: Role; needsCode: boolean };

const asAccount = ({ totpSince, ...row }: AccountRow): Account => ({
  ...row,
  role: row.role as Role,
  needsCode: totpSince !== null,
});

/** The account of an id or an e-mail; null without one. */
export async function findAccount(where: { id: number } | { email: string }): Promise<Account | null> {
  const row = await getPrisma().user.findUnique({ where, select: accountColumns });
  return row && asAccount(row);
}

/** The account that a person of the provider has signed in to before; null without one. */
export async function findTiedAccount(ssoIssuer: string, ssoSubject: string): Promise<Account | null> {
  const row = await getPrisma().user.findUnique({
    where: { ssoIssuer_ssoSubject: { ssoIssuer, ssoSubject } },
    select: accountColumns,
  });
  return row && asAccount(row);
}

/**
 * Ties an account to a person of the provider, unless it is tied to another one of that provider. An account without a
 * password gets one that nobody knows, so that it counts as in use.
 * @returns whether it is theirs now
 */
export async function tieAccount(
  tx: Transaction,
  id: number,
  person: { issuer: string; subject: string; name: string | null; unknownPasswordHash: string },
): Promise<boolean> {
  const { issuer, subject, name, unknownPasswordHash } = person;
  const tied = await tx.$executeRaw`
    UPDATE users SET sso_issuer = ${issuer}, sso_subject = ${subject},
      name = CASE WHEN name = email AND password_hash IS NULL THEN coalesce(${name}, name) ELSE name END,
      password_hash = coalesce(password_hash, ${unknownPasswordHash})
    WHERE id = ${id} AND disabled_at IS NULL
      AND (sso_issuer IS NULL OR sso_issuer <> ${issuer} OR sso_subject = ${subject})`;
  if (tied === 1) await deleteLink(tx, id);
  return tied === 1;
}

/** Gives an account the role that the provider's groups grant. */
export async function setRole(tx: Transaction, id: number, role: Role): Promise<void> {
  await tx.user.update({ where: { id }, data: { role } });
}

/** The account of an e-mail with its password hash, for the sign-in alone. */
export async function findCredentials(
  email: string,
): Promise<{ account: Account; passwordHash: string | null } | null> {
  const row = await getPrisma().user.findUnique({
    where: { email },
    select: { ...accountColumns, passwordHash: true },
  });
  if (!row) return null;
  const { passwordHash, ...account } = row;
  return { account: asAccount(account), passwordHash };
}

/** The number of accounts; 0 before the first admin is created. */
export async function countAccounts(): Promise<number> {
  return getPrisma().user.count();
}

/** Records the time of a user's sign-in. */
export async function markSignedIn(id: number): Promise<void> {
  await getPrisma().user.update({ where: { id }, data: { lastSignInAt: new Date() } });
}

/** The API token with this hash, unless it was revoked; `areas` as stored. Batched per turn. */
export const findApiToken = batchedInTurn(async (hashes: string[]) => {
  const rows = await getPrisma().apiToken.findMany({
    where: { tokenHash: { in: hashes }, revokedAt: null },
    select: {
      ...{ tokenHash: true, id: true, name: true, role: true, areas: true },
      ...{ lastUsedAt: true, expiresAt: true },
    },
  });
  return new Map(rows.map(({ tokenHash, ...token }) => [tokenHash, { ...token, role: token.role as Role }]));
});

/** The screen with this token hash, revoked ones included. Batched per turn. */
export const findScreen = batchedInTurn(async (hashes: string[]) => {
  const rows = await getPrisma().screen.findMany({
    where: { tokenHash: { in: hashes } },
    select: { tokenHash: true, id: true, name: true, tenancyId: true, lastSeenAt: true, revokedAt: true },
  });
  return new Map(rows.map(({ tokenHash, ...screen }) => [tokenHash, screen]));
});

/** Records that a token was used. */
export async function touchApiToken(id: number): Promise<void> {
  await getPrisma().apiToken.update({ where: { id }, data: { lastUsedAt: new Date() } });
}

/** Records that a screen was seen. */
export async function touchScreen(id: number): Promise<void> {
  await getPrisma().screen.update({ where: { id }, data: { lastSeenAt: new Date() } });
}

/** The first tenancy's id: a screen that names none belongs to it. */
export async function firstTenancyId(): Promise<number | null> {
  const row = await getPrisma().tenancy.findFirst({
    where: { deletingAt: null },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return row?.id ?? null;
}

/** Creates the first admin unless there is an account already. @returns whether it did */
export async function createFirstAdmin(facts: {
  email: string;
  name: string;
  passwordHash: string;
  /** The client's address. */
  address: string;
}): Promise<boolean> {
  const { address, ...user } = facts;
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(4820471)`;
    if ((await tx.user.count()) > 0) return false;
    const { id } = await tx.user.create({ data: { ...user, role: "admin" } });
    await tx.auditEntry.create({
      data: { actor: user.email, actorId: id, address, action: "set-up", target: `user ${user.email}` },
    });
    return true;
  });
}

const SET_UP_CODE = "set-up-code";

/** Stores the hash of the first start's one-time code, without guesses. */
export async function saveSetUpCodeHash(hash: string): Promise<void> {
  const value = { hash, guesses: 0 };
  await getPrisma().setting.upsert({
    where: { key: SET_UP_CODE },
    create: { key: SET_UP_CODE, value },
    update: { value },
  });
}

/**
 * Takes one guess of the one-time code before it is judged, in one statement: guesses at the same time take one each.
 * @returns the hash to compare with; null without a code, or when `most` guesses have been taken
 */
export async function takeSetUpGuess(most: number): Promise<string | null> {
  const [taken] = await getPrisma().$queryRaw<{ hash: string }[]>`
    UPDATE settings SET updated_at = now(),
      value = jsonb_set(value, '{guesses}', to_jsonb((value->>'guesses')::int + 1))
    WHERE key = ${SET_UP_CODE} AND (value->>'guesses')::int < ${most}
    RETURNING value->>'hash' AS hash`;
  return taken?.hash ?? null;
}

/** Deletes the one-time code after its use. */
export async function deleteSetUpCode(): Promise<void> {
  await getPrisma().setting.deleteMany({ where: { key: SET_UP_CODE } });
}

/** Creates an account unless the e-mail has one. @returns whether it did */
export async function insertAccount(
  tx: Transaction,
  account: { email: string; name: string; role: Role; passwordHash: string },
): Promise<boolean> {
  const { count } = await tx.user.createMany({ data: [account], skipDuplicates: true });
  return count === 1;
}

/** The person a link is for. */
export type LinkHolder = {
  userId: number;
  email: string;
  name: string;
  /** False: the link is an invitation. */
  hasPassword: boolean;
};

/** Stores the hash of a link's token, in place of the person's older link. */
export async function saveLink(
  tx: Transaction,
  link: { tokenHash: string; userId: number; createdBy: string; expiresAt: Date },
): Promise<void> {
  await deleteLink(tx, link.userId);
  await tx.accountLink.create({ data: link });
}

/** Deletes a person's link. */
export async function deleteLink(tx: Transaction, userId: number): Promise<void> {
  await tx.accountLink.deleteMany({ where: { userId } });
}

/** The holder of a valid link; null for any other link and for disabled people. */
export async function findLink(tokenHash: string, tx: Transaction = getPrisma()): Promise<LinkHolder | null> {
  const [found] = await tx.$queryRaw<LinkHolder[]>`
    SELECT u.id AS "userId", u.email, u.name, u.password_hash IS NOT NULL AS "hasPassword"
    FROM account_links l JOIN users u ON u.id = l.user_id
    WHERE l.token_hash = ${tokenHash} AND l.expires_at > now() AND u.disabled_at IS NULL`;
  return found ?? null;
}

/** Redeems a link, once. @returns whether it existed */
export async function takeLink(tx: Transaction, tokenHash: string): Promise<boolean> {
  const { count } = await tx.accountLink.deleteMany({ where: { tokenHash } });
  return count === 1;
}

/** The expiry of each person's link, by user id. */
export async function listLinkEnds(): Promise<Map<number, Date>> {
  const rows = await getPrisma().accountLink.findMany({ select: { userId: true, expiresAt: true } });
  return new Map(rows.map(({ userId, expiresAt }) => [userId, expiresAt]));
}

/** Stores the key of a person's app, sealed and unconfirmed; a confirmed key is not replaced. */
export async function saveTotpKey(tx: Transaction, userId: number, key: string): Promise<boolean> {
  const totpSecret = seal(key, totpPurpose(userId));
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpSince: null },
    data: { totpSecret },
  });
  return count === 1;
}

/**
 * The key of a person's app; null without one.
 * @throws AppError `unavailable` when no key of the ring opens it
 */
export async function readTotpKey(userId: number, tx: Transaction = getPrisma()): Promise<string | null> {
  const row = await tx.user.findUnique({ where: { id: userId }, select: { totpSecret: true } });
  return row?.totpSecret ? unseal(row.totpSecret, totpPurpose(userId)) : null;
}

/**
 * Redeems the code of a 30-second step; that step and older ones are rejected from then on, in all processes.
 * @returns whether it was unused
 */
export async function takeTotpStep(
  userId: number,
  step: number,
  tx: Transaction = getPrisma(),
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, OR: [{ totpStep: null }, { totpStep: { lt: step } }] },
    data: { totpStep: step },
  });
  return count === 1;
}

/** Turns the second factor on; `codeHashes` are those of the recovery codes. */
export async function confirmTotp(tx: Transaction, userId: number, codeHashes: string[]): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { totpSince: new Date() } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) });
}

/** Turns a person's second factor off. @returns whether a confirmed one existed */
export async function deleteTotp(tx: Transaction, userId: number): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpSince: { not: null } },
    data: { totpSecret: null, totpSince: null, totpStep: null },
  });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return count === 1;
}

/** Redeems a recovery code, once. @returns whether it existed */
export async function takeRecoveryCode(tx: Transaction, userId: number, codeHash: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash } });
  return count === 1;
}

/** The number of recovery codes that a person has left. */
export async function countRecoveryCodes(userId: number): Promise<number> {
  return getPrisma().recoveryCode.count({ where: { userId } });
}
