import "server-only";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "@/lib/core/errors";
import { env } from "@/lib/env/env.server";
import { hashPassword, passwordSchema, verifyPassword } from "./passwords.server";
import { signInTokenCookie } from "./sign-in-token.server";
import {
  type Account,
  addFailure,
  clearFailures,
  countAccounts,
  countFailures,
  countWrongSetUpCode,
  createFirstAdmin,
  deleteSetUpCode,
  findCredentials,
  markSignedIn,
  readSetUpCode,
  saveSetUpCodeHash,
} from "./store.server";
import { hashToken } from "./tokens.server";

const WINDOW_MS = 15 * 60_000;
const FREE_TRIES = 10;
const LONGEST_WAIT_MS = 8_000;

/**
 * Checks an e-mail and a password. After ten wrong tries in 15 minutes every further one waits: a
 * second, then twice as long each time, up to eight. An unknown account answers like a wrong password.
 * @returns the account, or null when they do not fit or the account is disabled
 */
export async function checkCredentials(
  email: string,
  password: string,
  address: string,
): Promise<Account | null> {
  const account = email.trim().toLowerCase();
  await slowDown(await countFailures(account, new Date(Date.now() - WINDOW_MS)));
  const found = await findCredentials(account);
  const fits = await verifyPassword(found?.passwordHash ?? null, password);
  if (!fits || !found || found.account.disabledAt) {
    await addFailure(account, address);
    return null;
  }
  await clearFailures(account);
  await markSignedIn(found.account.id);
  return found.account;
}

async function slowDown(failures: number): Promise<void> {
  if (failures < FREE_TRIES) return;
  await sleep(Math.min(1_000 * 2 ** (failures - FREE_TRIES), LONGEST_WAIT_MS));
}

/** Whether the first admin is still to be made. */
export async function needsSetUp(): Promise<boolean> {
  return (await countAccounts()) === 0;
}

/** Makes the one-time code of the first start, replacing an earlier one: eight digits in two groups. */
export async function newSetUpCode(): Promise<string> {
  const code = `${digits()}-${digits()}`;
  await saveSetUpCodeHash(hashToken(code));
  return code;
}

const digits = () => String(randomInt(10_000)).padStart(4, "0");

export const firstAdminSchema = z.object({
  code: z.string().trim(),
  name: z.string().trim().min(1, "is missing").max(100),
  email: z
    .email("is not an e-mail address")
    .max(254)
    .transform((text) => text.toLowerCase()),
  password: passwordSchema,
});

/**
 * Makes the first admin from the one-time code of the console. The code is good for twenty guesses.
 * @throws AppError `forbidden` on `code` when it is wrong, `conflict` when there is an account already
 */
export async function setUpFirstAdmin(input: z.output<typeof firstAdminSchema>): Promise<void> {
  if (!(await needsSetUp())) throw new AppError("conflict", "There is an account already. Sign in with it.");
  const kept = await readSetUpCode();
  if (!kept || kept.wrong >= 20)
    throw new AppError("forbidden", "No code is valid. Restart Leafwatch for a new one.", {
      parameter: "code",
    });
  if (kept.hash !== hashToken(input.code)) {
    await countWrongSetUpCode(kept);
    throw new AppError("forbidden", "The code is not the one in the console.", { parameter: "code" });
  }
  const passwordHash = await hashPassword(input.password);
  const made = await createFirstAdmin({ email: input.email, name: input.name, passwordHash });
  if (!made) throw new AppError("conflict", "There is an account already. Sign in with it.");
  await deleteSetUpCode();
}

/** The name of the cookie that holds the token of the sign-in form. */
export function signInTokenName(): string {
  return signInTokenCookie().name;
}

/** The host that people know Leafwatch by. */
export function publicHost(): string {
  return new URL(env().LEAFWATCH_URL).host;
}
