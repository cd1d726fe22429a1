import "server-only";
import * as oauth from "oauth4webapi";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { HOUR_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import { createGuardedFetch } from "@/lib/service/guarded-fetch.server";

/** An OpenID Connect provider, as the environment names it. */
export type Provider = { issuer: string; clientId: string; clientSecret: string; name: string };

/** Whom a provider says that somebody is; `email` null where it does not vouch for one. */
export type Identity = { email: string | null; name: string | null };

/** What the way to the provider and back is bound to: none of it is ever seen by the provider but by its hash. */
export type Way = { state: string; nonce: string; verifier: string };

const CALL_MS = 15_000;
const KNOWN_FOR_MS = HOUR_MS;
const SKEW_S = 60;

type Known = { issuer: string; server: oauth.AuthorizationServer; at: number };
const held = processSingleton<{ provider: Known }>();

/** The provider of LEAFWATCH_OIDC_…; null when none is configured. */
export function configuredProvider(): Provider | null {
  const { LEAFWATCH_OIDC: oidc } = env();
  return oidc && { ...oidc, name: oidc.name ?? new URL(oidc.issuer).host };
}

/** Where the provider leads back to. */
export function callbackAddress(): string {
  return new URL("/api/auth/oidc/callback", env().LEAFWATCH_URL).href;
}

/** A new way, that no other can be taken for. */
export function newWay(): Way {
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
}

/**
 * Where a browser asks the provider for a code (RFC 6749 with PKCE, OpenID Connect Core 3.1).
 * @throws when the provider does not answer as one
 */
export async function askingAddress(provider: Provider, way: Way): Promise<string> {
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
 * Whom a code stands for: it is redeemed, the id token's signature, issuer, audience, time and nonce are checked, and
 * what it does not say of the e-mail is asked for.
 * @param answer what the provider led back with
 * @throws oauth.AuthorizationResponseError when it refused; anything else when it does not answer as a provider
 */
export async function identityOf(provider: Provider, answer: URLSearchParams, way: Way): Promise<Identity> {
  const server = await discover(provider);
  const client = clientOf(provider);
  const checked = oauth.validateAuthResponse(server, client, answer, way.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticationOf(server, provider),
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
  if (claims.email !== undefined || !server.userinfo_endpoint) return readIdentity(claims);
  const more = await oauth.userInfoRequest(server, client, result.access_token, calls(provider));
  return readIdentity(await oauth.processUserInfoResponse(server, client, claims.sub, more));
}

async function discover(provider: Provider): Promise<oauth.AuthorizationServer> {
  const known = held.provider;
  if (known?.issuer === provider.issuer && performance.now() - known.at < KNOWN_FOR_MS) return known.server;
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...calls(provider) });
  const server = await oauth.processDiscoveryResponse(issuer, response);
  held.provider = { issuer: provider.issuer, server, at: performance.now() };
  return server;
}

/** The operator wrote the address into the environment: it may be private, and plain where it says so. */
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

const clientOf = ({ clientId }: Provider): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: SKEW_S,
});

function authenticationOf(server: oauth.AuthorizationServer, { clientSecret }: Provider): oauth.ClientAuth {
  const ways = server.token_endpoint_auth_methods_supported ?? [];
  const byForm = ways.includes("client_secret_post") && !ways.includes("client_secret_basic");
  return byForm ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

/** Only an e-mail that the provider has verified says who somebody is here. */
function readIdentity(claims: Readonly<Record<string, unknown>>): Identity {
  const { email, email_verified: verified, name } = claims;
  const isVerified = verified === true || verified === "true";
  return {
    email: isVerified && typeof email === "string" ? email.trim().toLowerCase() : null,
    name: typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, 100) : null,
  };
}
