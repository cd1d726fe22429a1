import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { qrOf } from "@/lib/base/core/qr.server";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  confirmTotp,
  deleteTotp,
  readTotpKey,
  saveTotpKey,
  takeTotpStep,
} from "@/lib/identity/auth/second-factor-store.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { newRecoveryCode, newTotpKey, totpAddress, totpStep } from "@/lib/identity/auth/totp.server";
import { changeSelf, requirePassword } from "./account-service.server";
import type { NewSecondFactor } from "./contract";
import { findUserLine } from "./store.server";

const RECOVERY_CODES = 10;

export const currentPasswordSchema = z.strictObject({ current: z.string().min(1, "is missing").max(512) });
export const codeSchema = z.strictObject({ code: z.string().trim().max(20) });

/**
 * Makes the key for a person's app, against their password. It counts once a code of it has come: see
 * {@link confirmSecondFactor}.
 * @throws AppError `bad-request` on `current`, `too-many-requests`, `conflict` when there is one already
 */
export async function beginSecondFactor(
  actor: Actor,
  { current }: z.output<typeof currentPasswordSchema>,
): Promise<NewSecondFactor> {
  const { email } = await requirePassword(actor, current);
  const key = newTotpKey();
  if (!(await transaction((tx) => saveTotpKey(tx, actor.id, key))))
    throw new AppError("conflict", "Codes are asked for already. Take them away first, for another phone.");
  return { key, qr: qrOf(totpAddress(key, email)) };
}

/**
 * Asks for codes at the sign-in from now on: the code shows that the app has the key.
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
    const step = totpStep(key, code.replaceAll(/[\s\p{Pd}]/gu, ""), new Date());
    if (step === null || !(await takeTotpStep(user.id, step, tx)))
      throw new AppError("bad-request", "code: is not the one that the app shows now", { parameter: "code" });
    await confirmTotp(tx, user.id, codes.map(hashToken));
    return {};
  });
  return { codes };
}

/**
 * Takes one's own second factor away, against the password.
 * @throws AppError `bad-request` on `current`, `too-many-requests`, `not-found` without one
 */
export async function removeOwnSecondFactor(
  actor: Actor,
  { current }: z.output<typeof currentPasswordSchema>,
): Promise<void> {
  await requirePassword(actor, current);
  await changeSelf(actor, "user.second-factor-removed", async (tx, user) => {
    if (!(await deleteTotp(tx, user.id))) throw NONE();
    return {};
  });
}

/**
 * Takes a user's second factor away, who has lost phone and recovery codes (role admin).
 * @throws AppError `not-found` without such a user, or without one
 */
export async function removeSecondFactor(actor: Actor, { id }: { id: number }): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const user = await findUserLine(tx, id);
    if (!user || !(await deleteTotp(tx, id))) throw NONE();
    await recordAudit(tx, actor, { action: "user.second-factor-removed", target: user.email });
  });
}

const NONE = () => new AppError("not-found", "No code is asked for at this sign-in.");
