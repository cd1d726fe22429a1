import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { countSignIn } from "@/lib/http/process-metrics.server";
import { clearTries, noteTry } from "./guess-store.server";
import { verifyPassword } from "./passwords.server";
import type { Place } from "./session-store.server";
import { beginSession, type NewClaims } from "./sessions.server";
import { type Account, findCredentials, markSignedIn } from "./store.server";

/** How a look at a password ended. `refused` says nothing of the password: it was not looked at. */
type Checked = { state: "in"; account: Account } | { state: "wrong" } | { state: "refused" };

/** How a try to sign in ended; `claims` are for the cookie of the session that has begun. */
export type SignIn =
  | { state: "in"; account: Account; claims: NewClaims }
  | { state: "wrong" }
  | { state: "refused" };

/** What may be the e-mail and password of somebody: anything else is wrong without a look. */
const credentialsSchema = z.object({
  email: z
    .string()
    .max(254)
    .regex(/^\P{Cc}*$/u)
    .transform((text) => text.trim().toLowerCase()),
  password: z.string().min(1).max(512),
});

/** Signs a person in by e-mail and password, and begins their session. See {@link checkCredentials}. */
export async function signIn(input: { email?: unknown; password?: unknown }, place: Place): Promise<SignIn> {
  const checked = await checkCredentials(input, place.address);
  countSignIn(checked.state);
  if (checked.state !== "in") return checked;
  const claims = await beginSession(checked.account, place);
  if (!claims) return { state: "wrong" };
  await markSignedIn(checked.account.id);
  return { ...checked, claims };
}

/**
 * Checks an e-mail and a password, within the limits of guess-rules.ts, which hold over all processes. An unknown
 * account is answered like a wrong password, after the same work.
 * @param address whom the try comes from
 */
export async function checkCredentials(
  input: { email?: unknown; password?: unknown },
  address: string,
): Promise<Checked> {
  const credentials = credentialsSchema.safeParse(input);
  if (!credentials.success) return { state: "wrong" };
  const { email, password } = credentials.data;
  const noted = await noteTry(email, address);
  if (!noted) return { state: "refused" };
  await sleep(noted.waitMs);
  const found = await findCredentials(email);
  const fits = await verifyPassword(found?.passwordHash ?? null, password);
  if (!fits || !found || found.account.disabledAt) return { state: "wrong" };
  await clearTries(email, address);
  return { state: "in", account: found.account };
}
