import "server-only";
import type { Role } from "@/lib/base/core/access";
import { batchedInTurn } from "@/lib/base/core/shared-read";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { totpPurpose } from "@/lib/base/secrets/contract";
import { seal, unseal } from "@/lib/base/secrets/seal.server";

export type Account = {
  id: number;
  email: string;
  name: string;
  role: Role;
  sessionVersion: number;
  disabledAt: Date | null;
  /** Whether the sign-in asks for a code after the password. */
  needsCode: boolean;
};

const accountColumns = {
  id: true,
  email: true,
  name: true,
  role: true,
  sessionVersion: true,
  disabledAt: true,
  totpSince: true,
} as const;

type AccountRow = Omit<Account, "role" | "needsCode"> & { role: string; totpSince: Date | null };

const asAccount = ({ totpSince, ...row }: AccountRow): Account => ({
  ...row,
  role: row.role as Role,
  needsCode: totpSince !== null,
});

/** The account of an id, for the second step of the sign-in. */
export async function findAccount(id: number): Promise<Account | null> {
  const row = await getPrisma().user.findUnique({ where: { id }, select: accountColumns });
  return row && asAccount(row);
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

/** How many accounts there are: none means that the first admin is still to be made. */
export async function countAccounts(): Promise<number> {
  return getPrisma().user.count();
}

/** Remembers when the user last signed in. */
export async function markSignedIn(id: number): Promise<void> {
  await getPrisma().user.update({ where: { id }, data: { lastSignInAt: new Date() } });
}

type ApiTokenFacts = { id: number; name: string; role: Role; lastUsedAt: Date | null };

/** The API token with this hash, unless it was revoked. Many that are asked for at once are one query. */
export const findApiToken: (tokenHash: string) => Promise<ApiTokenFacts | null> = batchedInTurn(
  async (hashes: string[]) => {
    const { rows } = await getPool().query<ApiTokenFacts & { tokenHash: string }>(
      `SELECT token_hash AS "tokenHash", id, name, role, last_used_at AS "lastUsedAt"
       FROM api_tokens WHERE token_hash = ANY($1) AND revoked_at IS NULL`,
      [hashes],
    );
    return new Map(rows.map(({ tokenHash, ...token }) => [tokenHash, token]));
  },
);

export type ScreenFacts = {
  id: number;
  name: string;
  tenancyId: number | null;
  lastSeenAt: Date | null;
  revokedAt: Date | null;
};

/** The screen with this token hash, a revoked one too. Many that are asked for at once are one query. */
export const findScreen: (tokenHash: string) => Promise<ScreenFacts | null> = batchedInTurn(
  async (hashes: string[]) => {
    const { rows } = await getPool().query<ScreenFacts & { tokenHash: string }>(
      `SELECT token_hash AS "tokenHash", id, name, tenancy_id AS "tenancyId", last_seen_at AS "lastSeenAt",
         revoked_at AS "revokedAt"
       FROM screens WHERE token_hash = ANY($1)`,
      [hashes],
    );
    return new Map(rows.map(({ tokenHash, ...screen }) => [tokenHash, screen]));
  },
);

/** Remembers that a token was used. */
export async function touchApiToken(id: number): Promise<void> {
  await getPrisma().apiToken.update({ where: { id }, data: { lastUsedAt: new Date() } });
}

/** Remembers that a screen was seen. */
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

/** Makes the first admin, unless somebody was faster; answers whether it did. */
export async function createFirstAdmin(facts: {
  email: string;
  name: string;
  passwordHash: string;
  /** Where the act comes from. */
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

/** Keeps the hash of the one-time code of the first start, not guessed yet. */
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

/** Forgets the one-time code: it has been used. */
export async function deleteSetUpCode(): Promise<void> {
  await getPrisma().setting.deleteMany({ where: { key: SET_UP_CODE } });
}

/** Makes an account, unless the e-mail has one; answers whether it did. */
export async function insertAccount(
  tx: Transaction,
  account: { email: string; name: string; role: Role; passwordHash: string },
): Promise<boolean> {
  const { count } = await tx.user.createMany({ data: [account], skipDuplicates: true });
  return count === 1;
}

/** Whom a link is for. */
export type LinkHolder = {
  userId: number;
  email: string;
  name: string;
  /** Whether they have had a password before: else it is an invitation. */
  hasPassword: boolean;
};

/** Keeps the hash of a link's token; the person's older link is worth nothing any more. */
export async function saveLink(
  tx: Transaction,
  link: { tokenHash: string; userId: number; createdBy: string; expiresAt: Date },
): Promise<void> {
  await deleteLink(tx, link.userId);
  await tx.accountLink.create({ data: link });
}

/** Takes a person's link away. */
export async function deleteLink(tx: Transaction, userId: number): Promise<void> {
  await tx.accountLink.deleteMany({ where: { userId } });
}

/** Whom a link that is still good is for; null for any other, and for who is disabled. */
export async function findLink(tokenHash: string, tx: Transaction = getPrisma()): Promise<LinkHolder | null> {
  const [found] = await tx.$queryRaw<LinkHolder[]>`
    SELECT u.id AS "userId", u.email, u.name, u.password_hash IS NOT NULL AS "hasPassword"
    FROM account_links l JOIN users u ON u.id = l.user_id
    WHERE l.token_hash = ${tokenHash} AND l.expires_at > now() AND u.disabled_at IS NULL`;
  return found ?? null;
}

/** Takes a link, so that only one can: answers whether it was there. */
export async function takeLink(tx: Transaction, tokenHash: string): Promise<boolean> {
  const { count } = await tx.accountLink.deleteMany({ where: { tokenHash } });
  return count === 1;
}

/** Until when each person's link is good, by the person. */
export async function listLinkEnds(): Promise<Map<number, Date>> {
  const rows = await getPrisma().accountLink.findMany({ select: { userId: true, expiresAt: true } });
  return new Map(rows.map(({ userId, expiresAt }) => [userId, expiresAt]));
}

/** Keeps the key of a person's app, sealed and not confirmed yet; one that was confirmed stays as it is. */
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
 * Takes the code of a half minute, once: it and older ones are refused from then on, in whichever process.
 * @returns whether it was not taken before
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

/** From now on the sign-in asks for a code; `codeHashes` are of the recovery codes. */
export async function confirmTotp(tx: Transaction, userId: number, codeHashes: string[]): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { totpSince: new Date() } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) });
}

/** Takes a person's second factor away; answers whether there was one, confirmed. */
export async function deleteTotp(tx: Transaction, userId: number): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpSince: { not: null } },
    data: { totpSecret: null, totpSince: null, totpStep: null },
  });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return count === 1;
}

/** Takes a recovery code, once; answers whether it was there. */
export async function takeRecoveryCode(tx: Transaction, userId: number, codeHash: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash } });
  return count === 1;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(userId: number): Promise<number> {
  return getPrisma().recoveryCode.count({ where: { userId } });
}
