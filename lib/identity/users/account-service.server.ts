import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { qrOf } from "@/lib/base/core/qr.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { AuditNote } from "@/lib/identity/audit/contract";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { hashPassword, passwordSchema } from "@/lib/identity/auth/passwords.server";
import { deleteSessions, listSessions } from "@/lib/identity/auth/session-store.server";
import { checkCode, checkCredentials, redeemTotpCode } from "@/lib/identity/auth/sign-in.server";
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  readTotpKey,
  saveTotpKey,
} from "@/lib/identity/auth/store.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { newRecoveryCode, newTotpKey, totpAddress } from "@/lib/identity/auth/totp.server";
import { type NewSecondFactor, type OwnAccount, type UserLine, userMembers } from "./contract";
import { NO_SECOND_FACTOR } from "./service.server";
import { findUser, updateUser } from "./store.server";

export const ownNameSchema = z.strictObject({ name: userMembers.name });

export const currentPasswordSchema = z.strictObject({ current: z.string().min(1, "is missing").max(512) });

export const ownPasswordSchema = currentPasswordSchema.extend({ password: passwordSchema });

export const ownSessionSchema = z.strictObject({ id: z.string().max(100) });

/** The person behind an actor. @throws AppError `forbidden` for programs and screens, which have no account */
function personOf(actor: Actor): { id: number; session: string } {
  requireAccess(actor, "viewer");
  if (actor.kind === "user") return { id: actor.id, session: actor.session ?? "" };
  throw new AppError("forbidden", "Accounts are for people who sign in.");
}

async function requireUser(tx: Transaction | undefined, id: number): Promise<UserLine> {
  const user = await findUser(tx, { id });
  if (!user) throw new AppError("not-found", "Your account is gone.");
  return user;
}

/** One's own account, with all its sessions, the last seen first. */
export async function readAccount(actor: Actor): Promise<OwnAccount> {
  const { id, session } = personOf(actor);
  const [user, sessions, codes] = await Promise.all([
    requireUser(undefined, id),
    listSessions(id),
    countRecoveryCodes(id),
  ]);
  const own = sessions.map((line) => ({ ...line, isHere: line.id === session }));
  const { email, name, role, provisioned, nameProvisioned, secondFactor } = user;
  const recoveryCodes = secondFactor ? codes : null;
  return { email, name, role, provisioned, nameProvisioned, sessions: own, recoveryCodes };
}

/** Changes one's own name. @throws AppError `conflict` where the provisioning file sets it */
export async function renameSelf(actor: Actor, { name }: z.output<typeof ownNameSchema>): Promise<void> {
  await changeSelf(actor, "user.renamed", async (tx, user) => {
    if (user.nameProvisioned) {
      const message = "Your name is set by the provisioning file. Your admin can change it there.";
      throw new AppError("conflict", message, { parameter: "name" });
    }
    await updateUser(tx, user.id, { name });
    return { name: `${user.name} → ${name}` };
  });
}

/**
 * Changes one's own password and ends all other sessions. The present password is checked within the limits of the
 * sign-in.
 * @throws AppError `bad-request` on `current` when it is wrong, `too-many-requests`, `conflict` where the provisioning
 *   file sets it
 */
export async function changePassword(
  actor: Actor,
  { current, password }: z.output<typeof ownPasswordSchema>,
): Promise<void> {
  const { id, session } = personOf(actor);
  const { provisioned } = await requireUser(undefined, id);
  if (provisioned)
    throw new AppError(
      "conflict",
      "Your password is set by the provisioning file. Your admin can change it there.",
    );
  await requirePassword(actor, current);
  const passwordHash = await hashPassword(password);
  await changeSelf(actor, "user.password-changed", async (tx) => {
    await updateUser(tx, id, { passwordHash });
    await deleteSessions(tx, id, { except: session });
  });
}

/**
 * Checks a person's password again, within the limits of the sign-in.
 * @throws AppError `bad-request` on `current` when it is wrong, `too-many-requests`
 */
async function requirePassword(actor: Actor, current: string): Promise<UserLine> {
  const { id, session } = personOf(actor);
  const user = await requireUser(undefined, id);
  const credentials = { email: user.email, password: current };
  // A session has a count of its own: whoever is signed in is no stranger.
  const device = { id: `session ${session}`, people: [id] };
  const { state } = await checkCredentials(credentials, { address: actor.address ?? "unknown", device });
  if (state === "in") return user;
  if (state === "refused")
    throw new AppError("too-many-requests", "Too many tries with a password. Try again in some minutes.");
  throw new AppError("bad-request", "current: is not your password", { parameter: "current" });
}

/**
 * Checks a code of the person's app, or a recovery code, within the limits of the sign-in.
 * @throws AppError `bad-request` on `code`, `too-many-requests`
 */
async function requireCode(actor: Actor, code: string): Promise<void> {
  const { id, session } = personOf(actor);
  const device = { id: `session ${session}`, people: [id] };
  const state = await checkCode(id, code, { address: actor.address ?? "unknown", device });
  if (state === "refused")
    throw new AppError("too-many-requests", "Too many tries with a code. Try again in some minutes.");
  if (state === "wrong")
    throw new AppError("bad-request", "code: does not fit, or was used", { parameter: "code" });
}

/** Ends one of the actor's own sessions. @throws AppError `not-found` */
export async function endOwnSession(actor: Actor, { id }: z.output<typeof ownSessionSchema>): Promise<void> {
  await changeSelf(actor, "user.session-ended", async (tx, user) => {
    if ((await deleteSessions(tx, user.id, { only: id })) === 0)
      throw new AppError("not-found", "This session has ended already.");
  });
}

/** Ends all sessions of the actor except the one of this request. */
export async function endOtherSessions(actor: Actor): Promise<void> {
  const { session } = personOf(actor);
  await changeSelf(actor, "user.sessions-ended", async (tx, user) => {
    return { sessions: String(await deleteSessions(tx, user.id, { except: session })) };
  });
}

/** Changes one's own account, with an audit entry that `work` details. */
async function changeSelf(
  actor: Actor,
  action: string,
  work: (tx: Transaction, user: UserLine) => Promise<AuditNote["detail"]>,
): Promise<void> {
  const { id } = personOf(actor);
  await transaction(async (tx) => {
    const user = await requireUser(tx, id);
    const detail = (await work(tx, user)) ?? {};
    await recordAudit(tx, actor, { action, target: user.email, detail });
  });
}

const RECOVERY_CODES = 10;

export const removalSchema = currentPasswordSchema.extend({
  code: z.string().trim().min(1, "is missing").max(30),
});

export const codeSchema = z.strictObject({ code: z.string().trim().max(20) });

/**
 * Makes the key for a person's app, against their password. {@link confirmSecondFactor} turns it on.
 * @throws AppError `bad-request` on `current`, `too-many-requests`, `conflict` when there is one already
 */
export async function beginSecondFactor(
  actor: Actor,
  { current }: z.output<typeof currentPasswordSchema>,
): Promise<NewSecondFactor> {
  return newSecondFactor(await requirePassword(actor, current));
}

/**
 * The same for a person who has to set it up before anything else.
 * @param actor null if there is none (see `currentEnrolment`)
 * @throws AppError `unauthenticated`, `conflict` when there is one already
 */
export async function beginRequiredSecondFactor(actor: Actor | null): Promise<NewSecondFactor> {
  return newSecondFactor(await requireUser(undefined, requireEnrolment(actor).id));
}

/** @throws AppError `unauthenticated` */
export function requireEnrolment(actor: Actor | null): Actor {
  if (actor) return actor;
  throw new AppError("unauthenticated", "Your password was entered too long ago. Sign in again.");
}

/** A new key, which is shown once: an unconfirmed one before it is replaced, a confirmed one is not. */
async function newSecondFactor({ id, email }: UserLine): Promise<NewSecondFactor> {
  const key = newTotpKey();
  if (!(await transaction((tx) => saveTotpKey(tx, id, key))))
    throw new AppError("conflict", "Codes are asked for already. Take them away first, for another phone.");
  return { key, qr: qrOf(totpAddress(key, email)) };
}

/**
 * Turns the second factor on: the code proves that the app has the key.
 * @returns the recovery codes, of which only hashes are kept
 * @throws AppError `bad-request` on `code` when it is wrong, `conflict` when nothing was begun or it is confirmed
 */
export async function confirmSecondFactor(
  actor: Actor,
  { code }: z.output<typeof codeSchema>,
): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await changeSelf(actor, "user.second-factor-set", async (tx, user) => {
    const key = await readTotpKey(user.id, tx);
    if (!key || user.secondFactor)
      throw new AppError("conflict", "Begin anew: this was finished or taken back.");
    if (!(await redeemTotpCode(user.id, key, code, tx)))
      throw new AppError("bad-request", "code: is not the one that the app shows now", { parameter: "code" });
    await confirmTotp(tx, user.id, codes.map(hashToken));
  });
  return { codes };
}

/**
 * Turns one's own second factor off, against the password and a code: whoever has the password alone must not put a
 * phone of their own in its place.
 * @throws AppError `bad-request` on `current` or `code`, `too-many-requests`, `not-found` without one
 */
export async function removeOwnSecondFactor(
  actor: Actor,
  { current, code }: z.output<typeof removalSchema>,
): Promise<void> {
  const { secondFactor } = await requirePassword(actor, current);
  if (!secondFactor) throw new AppError("not-found", NO_SECOND_FACTOR);
  await requireCode(actor, code);
  await changeSelf(actor, "user.second-factor-removed", async (tx, user) => {
    if (!(await deleteTotp(tx, user.id))) throw new AppError("not-found", NO_SECOND_FACTOR);
  });
}
