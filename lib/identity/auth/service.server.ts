import "server-only";
import { randomInt } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import { pendingCookie } from "./cookies.server";
import { hashPassword, passwordSchema } from "./passwords.server";
import { callbackCookieName, signInTokenCookie } from "./sign-in-token.server";
import {
  countAccounts,
  createFirstAdmin,
  deleteSetUpCode,
  saveSetUpCodeHash,
  takeSetUpGuess,
} from "./store.server";
import { hashToken } from "./tokens.server";

export { forgetOldTries } from "./guess-store.server";

/** Guesses that the code of the first start allows. */
const SET_UP_GUESSES = 20;

/** Returns true until the first admin is created. */
export async function needsSetUp(): Promise<boolean> {
  return (await countAccounts()) === 0;
}

/** Makes the one-time code of the first start, replacing an earlier one: eight digits in two groups. */
export async function newSetUpCode(): Promise<string> {
  const code = `${digits()}-${digits()}`;
  await saveSetUpCodeHash(hashToken(code));
  return code;
}

/** The code in the form of {@link newSetUpCode}, typed with or without its hyphen. */
function readSetUpCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, "").replace(/^(\d{4})(\d{4})$/, "$1-$2");
}

const digits = () => String(randomInt(10_000)).padStart(4, "0");

export const firstAdminSchema = z.object({
  code: z.string().transform(readSetUpCode).pipe(z.string().min(1, "is missing")),
  name: z.string().trim().min(1, "is missing").max(100),
  email: z
    .email("is not an e-mail address")
    .max(254)
    .transform((text) => text.toLowerCase()),
  password: passwordSchema,
});

/**
 * Creates the first admin, against the one-time code of the console, which allows twenty guesses.
 * @param address of the client, for the audit
 * @throws AppError `forbidden` on `code` when it is wrong, `conflict` when there is an account already
 */
export async function setUpFirstAdmin(
  input: z.output<typeof firstAdminSchema>,
  address: string,
): Promise<void> {
  if (!(await needsSetUp())) throw new AppError("conflict", "There is an account already. Sign in with it.");
  const codeHash = await takeSetUpGuess(SET_UP_GUESSES);
  if (codeHash === null)
    throw new AppError("forbidden", "No code is valid. Restart Leafwatch for a new one.", {
      parameter: "code",
    });
  if (codeHash !== hashToken(input.code))
    throw new AppError("forbidden", "The code is not the one in the console.", { parameter: "code" });
  const passwordHash = await hashPassword(input.password);
  const made = await createFirstAdmin({ email: input.email, name: input.name, passwordHash, address });
  if (!made) throw new AppError("conflict", "There is an account already. Sign in with it.");
  await deleteSetUpCode();
}

type Cookies = { get(name: string): { value: string } | undefined };

/**
 * The cookies of the sign-in form: its token against forged requests, and the page to go on to, which next-auth keeps
 * from one try to the next.
 */
export function signInCookies(cookies: Cookies): {
  token: string;
  lastAddress: string | undefined;
} {
  return {
    token: cookies.get(signInTokenCookie().name)?.value.split("|")[0] ?? "",
    lastAddress: cookies.get(callbackCookieName())?.value,
  };
}

/** Returns true if a browser has given the right password within five minutes, so that only the code is missing. */
export async function isCodeAwaited(cookies: Cookies): Promise<boolean> {
  return (await pendingCookie.read(cookies.get(pendingCookie.name())?.value)) !== null;
}

/** The host of LEAFWATCH_URL. */
export function publicHost(): string {
  return new URL(env().LEAFWATCH_URL).host;
}
