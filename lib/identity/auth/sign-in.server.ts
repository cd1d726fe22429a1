import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { networkOf } from "@/lib/base/core/addresses";
import { ConcurrencyLimit } from "@/lib/base/core/concurrency-limit";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { MINUTE_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { countSignIn } from "@/lib/base/request/process-metrics.server";
import { holdBack, type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { Device, Pending } from "./cookies.server";
import { clearTries, noteTry, type Origin, type Try, takeBack } from "./guess-store.server";
import { tryPassword, verifyPassword } from "./passwords.server";
import type { Place } from "./session-store.server";
import { beginSession, type NewClaims } from "./sessions.server";
import { recordFailedSignIn, recordSignIn } from "./sign-in-audit.server";
import {
  type Account,
  findAccount,
  findCredentials,
  markSignedIn,
  readTotpKey,
  takeRecoveryCode,
  takeTotpStep,
} from "./store.server";
import { hashToken } from "./tokens.server";
import { readRecoveryCode, totpStep } from "./totp.server";

/** Outcome of a check of a password; `refused`: unchecked. */
type Checked = { state: "in"; account: Account } | { state: "wrong" | "refused" };

/** The origin of a try; `device` if somebody has signed in from that browser before. */
export type Caller = Place & { device?: Device | null };

/**
 * Outcome of a try to sign in; `claims` are for the cookie of the new session. `code`: the password was right, a code
 * is needed; `over`: the password was entered too long ago.
 */
export type SignIn =
  | { state: "in"; account: Account; claims: NewClaims }
  | { state: "code"; pending: Pending }
  | { state: "wrong code" | "over" | "wrong" | "refused" | "passwords off" };

/** Returns false where single sign-on alone opens Leafwatch. */
export const passwordsWork = () => env().LEAFWATCH_PASSWORDS === "on";

const REFUSED_LINES: Rate = { name: "refused sign-ins in the log", limit: 10, windowMs: MINUTE_MS };

/** Anything else is a wrong password without a check. */
const credentialsSchema = z.object({
  email: z
    .string()
    .max(254)
    .regex(/^\P{Cc}*$/u)
    .transform((text) => text.trim().toLowerCase()),
  password: z.string().min(1).max(512),
});

/** Of the pool's twelve connections: the pages keep the others under any flood of attempts. */
const CONCURRENT_TRIES = 2;
/** Strangers only: known devices queue separately. */
const MAX_WAITING = 100;
/** After this the database decides again if the network is refused. */
const MAX_REFUSAL_MS = MINUTE_MS;
const MAX_NETWORKS = 5_000;

type Refused = { until: number; except: ReadonlySet<string> };

const held = processSingleton<{
  strangersLimit: ConcurrencyLimit;
  devicesLimit: ConcurrencyLimit;
  refusedNetworks: Map<string, Refused>;
}>();

/** Signs a person in by e-mail and password, and begins their session. See {@link checkCredentials}. */
export async function signIn(input: { email?: unknown; password?: unknown }, place: Caller): Promise<SignIn> {
  if (!passwordsWork()) return { state: "passwords off" };
  const { email, ...checked } = await judgeCredentials(input, place);
  if (checked.state !== "in") return countFailure(checked.state, place, email);
  const { account } = checked;
  if (!account.needsCode) return enter(account, place, "password");
  return { state: "code", pending: { uid: account.id, version: account.sessionVersion } };
}

/**
 * The second step: a code from the person's app, or a recovery code. Wrong codes count like wrong passwords, and each
 * code works once.
 * @param pending from the first step
 */
export async function signInByCode(pending: Pending | null, code: unknown, place: Caller): Promise<SignIn> {
  const account = pending && passwordsWork() ? await findAccount({ id: pending.uid }) : null;
  if (!account?.needsCode || account.disabledAt || account.sessionVersion !== pending?.version)
    return { state: "over" };
  const noted = await admitTry(account.email, place);
  if (!noted) return countFailure("refused", place, account.email);
  await sleep(noted.waitMs);
  if (!(await redeemCode(account, String(code ?? ""), place.address)))
    return countFailure("wrong code", place, account.email);
  await clearTries(account.email, noted);
  return enter(account, place, "password and code");
}

async function enter(account: Account, place: Caller, by: string): Promise<SignIn> {
  const claims = await beginSession(account, place);
  if (!claims) return countFailure("wrong", place, account.email);
  await markSignedIn(account.id);
  await recordSignIn(account, place.address, by);
  countSignIn("in");
  return { state: "in", account, claims };
}

/**
 * Counts, logs and audits a failed try. The log leaves the e-mail out: people type their password there.
 * @param account the e-mail of an existing account; null for any other
 */
function countFailure(
  state: "wrong" | "wrong code" | "refused",
  { address }: Place,
  account: string | null,
): SignIn {
  recordFailedSignIn(state, { account, address });
  countSignIn(state === "wrong code" ? "wrong" : state);
  // A flood must not fill the log: a refused network is logged once a minute.
  if (state !== "refused" || takeRate(REFUSED_LINES, networkOf(address)))
    log.warn({ address, outcome: state }, "A try to sign in failed");
  return { state };
}

/**
 * Checks an e-mail and a password, within the limits of guess-rules.ts (over all processes) and of hashing (of this
 * process). An unknown account is answered like a wrong password, after the same work.
 */
export async function checkCredentials(
  input: { email?: unknown; password?: unknown },
  origin: Origin,
): Promise<Checked> {
  const { email: _, ...checked } = await judgeCredentials(input, origin);
  return checked;
}

/** The same with the e-mail of the account; null where there is none, or nobody asked the database. */
async function judgeCredentials(
  input: { email?: unknown; password?: unknown },
  origin: Origin,
): Promise<Checked & { email: string | null }> {
  const credentials = credentialsSchema.safeParse(input);
  if (!credentials.success) return { state: "wrong", email: null };
  const { email, password } = credentials.data;
  const noted = await admitTry(email, origin);
  if (!noted) return { state: "refused", email: null };
  await sleep(noted.waitMs);
  const found = await findCredentials(email);
  const known = found && { email: found.account.email };
  const verify = noted.isKnown ? verifyPassword : tryPassword;
  const fits = await verify(found?.passwordHash ?? null, password);
  if (fits === null) {
    // The password was not checked, so the try does not count.
    await takeBack(noted.id);
    return { state: "refused", email: null, ...known };
  }
  if (!fits || !found || found.account.disabledAt) return { state: "wrong", email: null, ...known };
  // If a code is still required, earlier wrong codes keep counting.
  await (found.account.needsCode ? takeBack(noted.id) : clearTries(email, noted));
  return { state: "in", account: found.account, email };
}

/** Checks a code of an account's app, or a recovery code, within the same limits; each works once. */
export async function checkCode(
  userId: number,
  code: string,
  origin: Origin,
): Promise<"in" | "wrong" | "refused"> {
  const account = await findAccount({ id: userId });
  const noted = account && (await admitTry(account.email, origin));
  if (!noted) return "refused";
  await sleep(noted.waitMs);
  if (!(await redeemCode(account, code, origin.address))) return "wrong";
  await clearTries(account.email, noted);
  return "in";
}

/**
 * Records a try before it is checked. A refused network stays refused without a query until its limit ends; other tries
 * queue for a few connections. A refusal takes a second.
 * @param account the e-mail as typed, in lower case
 * @returns null when it is refused
 */
async function admitTry(account: string, origin: Origin): Promise<Try | null> {
  const noted = await noteQueued(account, origin);
  if (!noted) await holdBack();
  return noted;
}

async function noteQueued(account: string, origin: Origin): Promise<Try | null> {
  if (isRefused(account, origin)) return null;
  held.strangersLimit ??= new ConcurrencyLimit(CONCURRENT_TRIES);
  held.devicesLimit ??= new ConcurrencyLimit(CONCURRENT_TRIES);
  const limit = origin.device ? held.devicesLimit : held.strangersLimit;
  if (!origin.device && limit.waiting >= MAX_WAITING) return null;
  return limit.run(async () => {
    // The network may have been refused while this try was queued.
    if (isRefused(account, origin)) return null;
    const noted = await noteTry(account, origin);
    if (!("network" in noted)) return noted;
    if (noted.network) refuse(networkOf(origin.address), noted.network);
    return null;
  });
}

function isRefused(account: string, { address, device }: Origin): boolean {
  if (device) return false;
  const found = held.refusedNetworks?.get(networkOf(address));
  return found !== undefined && performance.now() < found.until && !found.except.has(account);
}

function refuse(network: string, { forMs, except }: { forMs: number; except: ReadonlySet<string> }): void {
  held.refusedNetworks ??= new Map();
  const all = held.refusedNetworks;
  const ms = Math.min(forMs, MAX_REFUSAL_MS);
  all.delete(network);
  all.set(network, { until: performance.now() + ms, except });
  const [oldest] = all.keys();
  if (all.size > MAX_NETWORKS && oldest !== undefined) all.delete(oldest);
  log.warn(
    { network, seconds: Math.ceil(ms / 1_000) },
    "A network is refused: too many wrong tries to sign in",
  );
}

/**
 * Redeems a code from a person's app, or a recovery code; each works once.
 * @param address of the client, for the audit
 * @returns whether it was right
 * @throws AppError `unavailable` when the person's key cannot be opened
 */
async function redeemCode({ id, name, email }: Account, text: string, address: string): Promise<boolean> {
  const recovery = readRecoveryCode(text);
  if (!recovery) {
    const key = await readTotpKey(id);
    return key !== null && redeemTotpCode(id, key, text);
  }
  return transaction(async (tx) => {
    const taken = await takeRecoveryCode(tx, id, hashToken(recovery));
    const person = { kind: "user", id, name, address } as const;
    if (taken) await recordAudit(tx, person, { action: "user.recovery-code-used", target: email });
    return taken;
  });
}

/**
 * Redeems a code of a person's app, once.
 * @returns false for a wrong code, and for one that is used or older than such
 */
export async function redeemTotpCode(
  id: number,
  key: string,
  code: string,
  tx?: Transaction,
): Promise<boolean> {
  const step = totpStep(key, code, new Date());
  return step !== null && takeTotpStep(id, step, tx);
}
