import "server-only";
import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { AuthorizationResponseError } from "oauth4webapi";
import { z } from "zod";
import { transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { seal, tryUnseal } from "@/lib/base/secrets/seal.server";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { deviceCookieHeader } from "./device.server";
import { sessionCookieName } from "./guard.server";
import { localPath } from "./local-path";
import { hashPassword } from "./passwords.server";
import { askingAddress, configuredProvider, type Identity, identityOf, newWay } from "./provider.server";
import { publicHost } from "./service.server";
import { beginSession, SESSION_DAYS } from "./sessions.server";
import type { Caller } from "./sign-in.server";
import type { SsoFault } from "./sso-faults";
import { type Account, countAccounts, findCredentials, insertAccount, markSignedIn } from "./store.server";
import { sessionSecret } from "./tokens.server";

/** Where a browser goes on, and the cookies that it gets. */
export type Step = { location: string; cookies: string[] };

const PURPOSE = "single sign-on";
const PATH = "/api/auth/oidc";
const GOOD_FOR_S = 600;

/** What a browser carries to the provider and back, sealed: nobody else can begin or end its sign-in. */
const carriedSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  until: z.number(),
});

/** What people sign in by beside the password: the provider's name; null when none is configured. */
export function singleSignOn(): { name: string } | null {
  const provider = configuredProvider();
  return provider && { name: provider.name };
}

/**
 * Leads a browser to the provider, with what its way back is checked by.
 * @param next where the person wanted to go
 */
export async function beginSingleSignOn(next: string | undefined, now = Date.now()): Promise<Step> {
  const provider = configuredProvider();
  if (!provider) return refused("SsoUnavailable");
  const way = newWay();
  try {
    const location = await askingAddress(provider, way);
    const until = now + GOOD_FOR_S * 1000;
    const carried = JSON.stringify({ ...way, until, next: localPath(next, publicHost()) });
    const value = Buffer.from(seal(carried, PURPOSE)).toString("base64url");
    return { location, cookies: [cookie(wayCookieName(), value, PATH, GOOD_FOR_S)] };
  } catch (error) {
    log.warn({ err: error, issuer: provider.issuer }, "The provider of the single sign-on does not answer");
    return refused("SsoUnavailable");
  }
}

/**
 * Signs in whom the provider led back: the active account of the e-mail that it vouches for. The session is one as of
 * a sign-in by password; a second factor is the provider's.
 * @param answer the parameters of the address that the provider led back to
 * @param carried the value of {@link wayCookieName}
 */
export async function endSingleSignOn(
  answer: URLSearchParams,
  carried: string | undefined,
  place: Caller,
  now = Date.now(),
): Promise<Step> {
  const provider = configuredProvider();
  const way = openCarried(carried, now);
  if (!provider) return refused("SsoUnavailable");
  if (!way) return refused("SsoExpired");
  try {
    const identity = await identityOf(provider, answer, way);
    const account = await accountOf(identity, place, provider.name);
    if (typeof account === "string") return refused(account);
    return await signedIn(account, place, way.next);
  } catch (error) {
    const isRefusal = error instanceof AuthorizationResponseError;
    log.warn({ err: error, issuer: provider.issuer }, "A single sign-on failed");
    return refused(isRefusal ? "SsoRefused" : "SsoUnavailable");
  }
}

function openCarried(value: string | undefined, now: number): z.output<typeof carriedSchema> | null {
  const text = value === undefined ? null : tryUnseal(Buffer.from(value, "base64url"), PURPOSE);
  const carried = text === null ? null : carriedSchema.safeParse(JSON.parse(text));
  return carried?.success && carried.data.until > now ? carried.data : null;
}

async function accountOf({ email, name }: Identity, place: Caller, by: string): Promise<Account | SsoFault> {
  if (email === null) return "SsoUnverified";
  const { domain, signUp } = env().LEAFWATCH_OIDC ?? {};
  if (domain !== undefined && !email.endsWith(`@${domain}`)) return "SsoNoAccount";
  const found = (await findCredentials(email))?.account;
  if (!found && signUp !== undefined && (await countAccounts()) > 0)
    return signUpAs({ email, name: name ?? email, role: signUp }, place, by);
  return !found || found.disabledAt ? "SsoNoAccount" : found;
}

/** Makes an account for somebody whom the provider knows. Its password nobody knows: an admin may give it another. */
async function signUpAs(
  user: { email: string; name: string; role: "viewer" | "grower" },
  { address }: Caller,
  by: string,
): Promise<Account | SsoFault> {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64"));
  await transaction(async (tx) => {
    if (!(await insertAccount(tx, { ...user, passwordHash }))) return;
    const detail = { name: user.name, role: user.role, by };
    await recordAudit(
      tx,
      { name: user.name, address },
      { action: "user.created", target: user.email, detail },
    );
  });
  const made = (await findCredentials(user.email))?.account;
  return made && !made.disabledAt ? made : "SsoNoAccount";
}

async function signedIn(account: Account, place: Caller, next: string): Promise<Step> {
  const claims = await beginSession(account, place);
  if (!claims) return refused("SsoNoAccount");
  await markSignedIn(account.id);
  await transaction((tx) =>
    recordAudit(
      tx,
      { kind: "user", id: account.id, name: account.name, address: place.address },
      {
        action: "user.signed-in",
        target: account.email,
        detail: { by: singleSignOn()?.name ?? "" },
      },
    ),
  );
  const maxAge = SESSION_DAYS * 86_400;
  const token = { ...claims, name: account.name, email: account.email };
  const value = await encode({ token, secret: sessionSecret(), maxAge });
  const cookies = [
    cookie(sessionCookieName(), value, "/", maxAge),
    cookie(wayCookieName(), "", PATH, 0),
    await deviceCookieHeader(place.device ?? null, account.id),
  ];
  return { location: next, cookies };
}

const refused = (fault: SsoFault): Step => ({
  location: `/sign-in?error=${fault}`,
  cookies: [cookie(wayCookieName(), "", PATH, 0)],
});

const isSecure = () => env().LEAFWATCH_URL.startsWith("https:");

/** The cookie that goes along to the provider and back. */
export function wayCookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}leafwatch-oidc`;
}

function cookie(name: string, value: string, path: string, maxAge: number): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
