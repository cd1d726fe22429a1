import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { networkOf } from "@/lib/base/core/addresses";
import { log } from "@/lib/base/request/log.server";
import { countSignIn } from "@/lib/base/request/process-metrics.server";
import { type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import type { Device } from "./device.server";
import { clearTries, type Origin, takeBack } from "./guess-store.server";
import { tryPassword, verifyPassword } from "./passwords.server";
import type { Pending } from "./pending.server";
import { takeCode } from "./second-factor.server";
import type { Place } from "./session-store.server";
import { beginSession, type NewClaims } from "./sessions.server";
import { admitTry } from "./sign-in-gate.server";
import { type Account, findAccount, findCredentials, markSignedIn } from "./store.server";

/** How a look at a password ended. `refused` says nothing of the password: it was not looked at. */
type Checked = { state: "in"; account: Account } | { state: "wrong" } | { state: "refused" };

/** Whom a try comes from; `device` where somebody has signed in from that browser before. */
export type Caller = Place & { device?: Device | null };

/**
 * How a try to sign in ended; `claims` are for the cookie of the session that has begun. `code`: the password was right,
 * and a code is asked for; `over`: too long ago, so that the password is asked for again.
 */
export type SignIn =
  | { state: "in"; account: Account; claims: NewClaims }
  | { state: "code"; pending: Pending }
  | { state: "wrong code" }
  | { state: "over" }
  | { state: "wrong" }
  | { state: "refused" };

const REFUSED_LINES: Rate = { name: "refused sign-ins in the log", limit: 10, windowMs: 60_000 };

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
export async function signIn(input: { email?: unknown; password?: unknown }, place: Caller): Promise<SignIn> {
  const checked = await checkCredentials(input, place);
  if (checked.state !== "in") return counted(checked.state, place);
  const { account } = checked;
  if (!account.needsCode) return enter(account, place);
  return { state: "code", pending: { uid: account.id, version: account.sessionVersion } };
}

/**
 * The second step: a code of the person's app, or a recovery code. Wrong ones count like wrong passwords, and a code is
 * taken once.
 * @param pending what the first step gave
 */
export async function signInByCode(pending: Pending | null, code: unknown, place: Caller): Promise<SignIn> {
  const account = pending && (await findAccount(pending.uid));
  if (!account?.needsCode || account.disabledAt || account.sessionVersion !== pending?.version)
    return { state: "over" };
  const noted = await admitTry(account.email, place);
  if (!noted) return counted("refused", place);
  await sleep(noted.waitMs);
  if (!(await takeCode(account, String(code ?? ""), place.address))) return counted("wrong code", place);
  await clearTries(account.email, noted);
  return enter(account, place);
}

async function enter(account: Account, place: Caller): Promise<SignIn> {
  const claims = await beginSession(account, place);
  if (!claims) return counted("wrong", place);
  await markSignedIn(account.id);
  countSignIn("in");
  return { state: "in", account, claims };
}

/** A try that got nobody in, for the metrics and the log. The e-mail stays out: people type their password there. */
function counted(state: "wrong" | "wrong code" | "refused", { address }: Place): SignIn {
  countSignIn(state === "wrong code" ? "wrong" : state);
  // A flood must not fill the log: that a network is refused stands there once a minute.
  if (state !== "refused" || takeRate(REFUSED_LINES, networkOf(address)))
    log.warn({ address, outcome: state }, "A try to sign in failed");
  return { state };
}

/**
 * Checks an e-mail and a password, within the limits of guess-rules.ts, which hold over all processes, and of what a
 * process can hash. An unknown account is answered like a wrong password, after the same work.
 * @param origin whom the try comes from
 */
export async function checkCredentials(
  input: { email?: unknown; password?: unknown },
  origin: Origin,
): Promise<Checked> {
  const credentials = credentialsSchema.safeParse(input);
  if (!credentials.success) return { state: "wrong" };
  const { email, password } = credentials.data;
  const noted = await admitTry(email, origin);
  if (!noted) return { state: "refused" };
  await sleep(noted.waitMs);
  const found = await findCredentials(email);
  const look = noted.isKnown ? verifyPassword : tryPassword;
  const fits = await look(found?.passwordHash ?? null, password);
  if (fits === null) {
    // Nobody learnt anything, and the flood that others make must not count against them.
    await takeBack(noted.id);
    return { state: "refused" };
  }
  if (!fits || !found || found.account.disabledAt) return { state: "wrong" };
  // With the password alone nobody may try codes for ever.
  await (found.account.needsCode ? takeBack(noted.id) : clearTries(email, noted));
  return { state: "in", account: found.account };
}
