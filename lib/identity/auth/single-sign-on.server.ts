import "server-only";
import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import * as oauth from "oauth4webapi";
import { ROLES, type Role } from "@/lib/base/core/access";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { HOUR_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import type { MessageKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { isBelow } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { createGuardedFetch } from "@/lib/service/guarded-fetch.server";
import { deviceCookieHeader, setCookie, type Way, wayCookie } from "./cookies.server";
import { sessionCookieName } from "./guard.server";
import { localPath } from "./local-path";
import { hashPassword } from "./passwords.server";
import { publicHost } from "./service.server";
import { deleteSessions } from "./session-store.server";
import { beginSession, SESSION_DAYS } from "./sessions.server";
import { type Caller, passwordsWork } from "./sign-in.server";
import { recordFailedSignIn, recordSignIn } from "./sign-in-audit.server";
import {
  type Account,
  countAccounts,
  findAccount,
  findTiedAccount,
  insertAccount,
  markSignedIn,
  setRole,
  tieAccount,
} from "./store.server";
import { sessionSecret } from "./tokens.server";

/** The address to redirect a browser to, and the cookies to set. */
export type Step = { location: string; cookies: string[] };

const CALL_MS = 15_000;
const DISCOVERY_KEPT_MS = HOUR_MS;
const CLOCK_SKEW_S = 60;

/** An OpenID Connect provider, as the environment names it. */
type Provider = NonNullable<ReturnType<typeof configuredProvider>>;

/** A person by the provider; `email` is null unless the provider has verified it. `subject` is its id, which stays. */
type Identity = { subject: string; email: string | null; name: string | null; groups: readonly string[] };

const held = processSingleton<{
  provider: { issuer: string; server: oauth.AuthorizationServer; at: number };
}>();

/** The faults of a single sign-on, by their code in the address of the sign-in page. */
const FAULTS = {
  SsoUnavailable: "auth.sso.unavailable",
  SsoRefused: "auth.sso.refused",
  SsoExpired: "auth.sso.expired",
  SsoUnverified: "auth.sso.unverified",
  SsoNoAccount: "auth.sso.noAccount",
  SsoOther: "auth.sso.other",
  SsoNoRole: "auth.sso.noRole",
} as const satisfies Record<string, MessageKey>;

export type SsoFault = keyof typeof FAULTS;

/** The provider to offer beside the password; null when none is configured. */
export function singleSignOn(): { name: string } | null {
  const provider = configuredProvider();
  return provider && { name: provider.name };
}

/**
 * Redirects a browser to the provider, with the sealed cookie that checks its return.
 * @param next the page that the person wanted
 */
export async function beginSingleSignOn(next: string | undefined): Promise<Step> {
  const provider = configuredProvider();
  if (!provider) return turnedAway("SsoUnavailable");
  const way = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    next: localPath(next, publicHost()),
  };
  try {
    const location = await authorizationAddress(provider, way);
    return { location, cookies: [await wayCookie.header(way)] };
  } catch (error) {
    log.warn({ err: error, issuer: provider.issuer }, "The provider of the single sign-on does not answer");
    return turnedAway("SsoUnavailable");
  }
}

/**
 * Signs in the active account of the e-mail that the provider has verified. The session equals one by password; a
 * second factor is the provider's business.
 * @param answer the query that the provider redirected back with
 * @param carried the value of the cookie of {@link beginSingleSignOn}
 */
export async function endSingleSignOn(
  answer: URLSearchParams,
  carried: string | undefined,
  place: Caller,
): Promise<Step> {
  const provider = configuredProvider();
  const way = await wayCookie.read(carried);
  if (!provider) return turnedAway("SsoUnavailable");
  if (!way) return turnedAway("SsoExpired");
  try {
    const identity = await redeemIdentity(provider, answer, way);
    const account = await findOrSignUp(identity, place, provider);
    if (typeof account === "string") return await refuse(account, identity, place, provider.name);
    return await enter(account, place, way.next, provider.name);
  } catch (error) {
    const isRefusal = error instanceof oauth.AuthorizationResponseError;
    log.warn({ err: error, issuer: provider.issuer }, "A single sign-on failed");
    return turnedAway(isRefusal ? "SsoRefused" : "SsoUnavailable");
  }
}

/** The sentence for a fault; null for an unknown code. @param name the provider's */
export function ssoFaultWords({ t }: Words, code: string | undefined, name: string): string | null {
  if (code === undefined || !Object.hasOwn(FAULTS, code)) return null;
  const password = passwordsWork() ? "on" : "other";
  return t(FAULTS[code as SsoFault], { provider: name, password });
}

/**
 * The account of a person of the provider, tied to its id for them from the first time on: an e-mail may be given to
 * somebody else there, an id is not.
 */
async function findOrSignUp(
  identity: Identity,
  place: Caller,
  provider: Provider,
): Promise<Account | SsoFault> {
  const { email, name, subject } = identity;
  const { domain, signUp, roles, issuer } = provider;
  if (email === null) return "SsoUnverified";
  if (domain !== undefined && !email.endsWith(`@${domain}`)) return "SsoNoAccount";
  const granted = grantedRole(identity, provider);
  if (granted === null && roles.length > 0) return "SsoNoRole";
  const found = (await findTiedAccount(issuer, subject)) ?? (await findAccount({ email }));
  if (found?.disabledAt) return "SsoNoAccount";
  if (!found && (signUp === undefined || (await countAccounts()) === 0)) return "SsoNoAccount";
  const account =
    found ??
    (await signUpAs(
      { email, name: name ?? email, role: granted ?? signUp ?? "viewer" },
      place,
      provider.name,
    ));
  if (typeof account === "string") return account;
  const unknownPasswordHash = await newUnknownPasswordHash();
  const tie = { issuer, subject, name, unknownPasswordHash };
  if (!(await transaction((tx) => tieAccount(tx, account.id, tie)))) return "SsoOther";
  if (granted !== null && granted !== account.role) return applyRole(account, granted, place, provider.name);
  return account;
}

/** The highest role that the person's groups grant; null for none. */
function grantedRole({ groups }: Identity, { roles }: Provider): Role | null {
  const granted = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return ROLES.findLast((role) => granted.includes(role)) ?? null;
}

/** Gives an account the role of the provider's groups; a lower one ends its sessions. The provisioning file goes first. */
async function applyRole(
  account: Account,
  role: Role,
  { address }: Caller,
  by: string,
): Promise<Account | SsoFault> {
  const isLower = isBelow(role, account.role);
  if (account.provisioned) return isLower ? "SsoNoRole" : account;
  await transaction(async (tx) => {
    await setRole(tx, account.id, role);
    if (isLower) await deleteSessions(tx, account.id, "all");
    const detail = { role: `${account.role} → ${role}`, by };
    await recordAudit(tx, { name: by, address }, { action: "user.edited", target: account.email, detail });
  });
  return (await findAccount({ id: account.id })) ?? "SsoNoAccount";
}

/** The hash of a random password, which an admin may replace. */
const newUnknownPasswordHash = () => hashPassword(randomBytes(32).toString("base64"));

/** Creates an account for a user of the provider. */
async function signUpAs(
  user: { email: string; name: string; role: Role },
  { address }: Caller,
  by: string,
): Promise<Account | SsoFault> {
  const passwordHash = await newUnknownPasswordHash();
  await transaction(async (tx) => {
    if (!(await insertAccount(tx, { ...user, passwordHash }))) return;
    const detail = { name: user.name, role: user.role, by };
    const author = { name: user.name, address };
    await recordAudit(tx, author, { action: "user.created", target: user.email, detail });
  });
  const made = await findAccount({ email: user.email });
  return made && !made.disabledAt ? made : "SsoNoAccount";
}

async function enter(account: Account, place: Caller, next: string, by: string): Promise<Step> {
  const { id, name, email } = account;
  const claims = await beginSession(account, place, true);
  if (!claims) return turnedAway("SsoNoAccount");
  await markSignedIn(id);
  await recordSignIn(account, place.address, by);
  const maxAge = SESSION_DAYS * 86_400;
  const value = await encode({ token: { ...claims, name, email }, secret: sessionSecret(), maxAge });
  const cookies = [
    setCookie(sessionCookieName(), value, maxAge),
    await wayCookie.header(null),
    await deviceCookieHeader(place.device ?? null, id),
  ];
  return { location: next, cookies };
}

/** Turns away a person whom the provider knows, with a line in the audit. */
async function refuse(fault: SsoFault, { email }: Identity, place: Caller, provider: string): Promise<Step> {
  const account = email === null ? null : ((await findAccount({ email }))?.email ?? null);
  recordFailedSignIn("wrong", { account, address: place.address, by: { provider, fault } });
  return turnedAway(fault);
}

const turnedAway = async (fault: SsoFault): Promise<Step> => ({
  location: `/sign-in?error=${fault}`,
  cookies: [await wayCookie.header(null)],
});

/** The provider of LEAFWATCH_OIDC_…; null when none is configured. */
function configuredProvider() {
  const { LEAFWATCH_OIDC: oidc } = env();
  return oidc && { ...oidc, name: oidc.name ?? new URL(oidc.issuer).host };
}

/** The address that the provider redirects back to. */
function callbackAddress(): string {
  return new URL("/api/auth/oidc/callback", env().LEAFWATCH_URL).href;
}

/**
 * The address at which a browser requests a code (RFC 6749 with PKCE, OpenID Connect Core 3.1).
 * @throws when the provider's metadata cannot be read
 */
async function authorizationAddress(provider: Provider, way: Way): Promise<string> {
  const { authorization_endpoint: endpoint } = await discover(provider);
  if (!endpoint) throw new Error("The provider names no authorization endpoint");
  const address = new URL(endpoint);
  const asked = {
    client_id: provider.clientId,
    redirect_uri: callbackAddress(),
    response_type: "code",
    scope: "openid email profile",
    state: way.state,
    nonce: way.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(way.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * Redeems a code: checks the id token's signature, issuer, audience, time and nonce, and reads the e-mail from the user
 * info where the token lacks it.
 * @throws oauth.AuthorizationResponseError when the provider refused; other errors when its answer is invalid
 */
async function redeemIdentity(provider: Provider, answer: URLSearchParams, way: Way): Promise<Identity> {
  const server = await discover(provider);
  const client = toClient(provider);
  const checked = oauth.validateAuthResponse(server, client, answer, way.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuth(server, provider),
    checked,
    callbackAddress(),
    way.verifier,
    calls(provider),
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: way.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, calls(provider));
  const claims = oauth.getValidatedIdTokenClaims(result);
  if (!claims) throw new Error("The provider gave no id token");
  const lacks = (claim: string) => claims[claim] === undefined;
  const isWhole = !lacks("email") && (provider.roles.length === 0 || !lacks(provider.groupsClaim));
  if (isWhole || !server.userinfo_endpoint) return readIdentity(claims, provider);
  const more = await oauth.userInfoRequest(server, client, result.access_token, calls(provider));
  const told = await oauth.processUserInfoResponse(server, client, claims.sub, more);
  // The signed token goes first. An e-mail and its verification come from one source.
  return readIdentity({ ...told, ...claims, ...(lacks("email") && emailOf(told)) }, provider);
}

async function discover(provider: Provider): Promise<oauth.AuthorizationServer> {
  const known = held.provider;
  if (known?.issuer === provider.issuer && performance.now() - known.at < DISCOVERY_KEPT_MS)
    return known.server;
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...calls(provider) });
  const server = await oauth.processDiscoveryResponse(issuer, response);
  held.provider = { issuer: provider.issuer, server, at: performance.now() };
  return server;
}

/** The operator configured the address, so it may be private, and plain http. */
function calls({ issuer }: Provider) {
  const fetch = createGuardedFetch({
    allowPrivate: true,
    allowList: [],
    headersMs: CALL_MS,
    idleMs: CALL_MS,
  });
  return {
    [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, URLSearchParams | undefined>) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) }),
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
  };
}

const toClient = ({ clientId }: Provider): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: CLOCK_SKEW_S,
});

function clientAuth(server: oauth.AuthorizationServer, { clientSecret }: Provider): oauth.ClientAuth {
  const ways = server.token_endpoint_auth_methods_supported ?? [];
  const byForm = ways.includes("client_secret_post") && !ways.includes("client_secret_basic");
  return byForm ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

type Claims = Readonly<Record<string, unknown>>;

const emailOf = ({ email, email_verified }: Claims) => ({ email, email_verified });

function readIdentity(claims: Claims, { groupsClaim }: Provider): Identity {
  const { sub, email, email_verified: verified, name, [groupsClaim]: groups } = claims;
  const isVerified = verified === true || verified === "true";
  return {
    subject: String(sub),
    groups: [groups].flat().filter((group) => typeof group === "string"),
    email: isVerified && typeof email === "string" ? email.trim().toLowerCase() : null,
    name: typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, 100) : null,
  };
}
