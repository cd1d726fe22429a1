/**
 * Access tokens by the client-credentials flow. Requests are made with oauth4webapi, but answers are judged here: the
 * library accepts only status 200 with `application/json` and the errors of RFC 6749, while the service answers errors
 * as `{message}`, and labels vary.
 */
import * as oauth from "oauth4webapi";
import { z } from "zod";
import {
  type Answer,
  type CallContext,
  type OpenCall,
  openCall,
  readAnswer,
  rejection,
  type ServiceMemory,
  sendEitherSlash,
  toServiceError,
} from "./call";
import type { TokenAuth } from "./contract";

/** Who asks, and where. */
export interface TokenSettings {
  /** `{auth_url}` (docs/spec/service-interface.md "Access token"). */
  authUrl: string;
  clientId: string;
  clientSecret: string;
  tokenAuth: TokenAuth;
}

/** A token and its lifetime in milliseconds. */
export interface AccessToken {
  value: string;
  lifetimeMs: number;
}

/** Lifetimes in seconds: of a token that does not say, and the longest that is believed. */
const DEFAULT_LIFETIME_S = 300;
const MAX_LIFETIME_S = 86_400;

const tokenSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: z.string().toLowerCase().pipe(z.literal("bearer")).optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});

/**
 * Requests a token: by HTTP Basic raw, on 401 once more form-encoded, or with the credentials in the form body;
 * with and without a trailing slash (docs/spec/service-interface.md "Access token";
 * docs/spec/service-in-the-field.md "Token").
 * @throws PlantServiceError when no answer came
 */
export async function requestToken(
  ctx: CallContext,
  settings: TokenSettings,
  memory: ServiceMemory,
): Promise<Answer> {
  if (settings.tokenAuth === "basic") return requestByBasic(ctx, settings, memory);
  return requestWith(ctx, settings, memory, oauth.ClientSecretPost(settings.clientSecret));
}

/**
 * Judges the answer of the token endpoint (RFC 6749 5.1, 5.2). A missing lifetime counts as five minutes.
 * @throws PlantServiceError token-refused, scope-missing, rate-limited, unavailable, server-error, bad-answer
 */
export function judgeToken(ctx: CallContext, answer: Answer): AccessToken {
  if (answer.status >= 400 && answer.status < 500 && ![404, 405, 429].includes(answer.status)) {
    throw rejection(ctx, "token", answer, { code: lacksScope(answer) ? "scope-missing" : "token-refused" });
  }
  if (answer.status < 200 || answer.status > 299) throw rejection(ctx, "token", answer);
  const token = tokenSchema.safeParse(answer.json);
  if (!token.success) {
    const at = token.error.issues.map((issue) => issue.path.join(".") || "the body").join(", ");
    throw rejection(ctx, "token", answer, { code: "bad-answer", detail: `no token of RFC 6749: ${at}` });
  }
  const { access_token, expires_in = DEFAULT_LIFETIME_S } = token.data;
  return { value: access_token, lifetimeMs: Math.min(expires_in, MAX_LIFETIME_S) * 1000 };
}

/** Provides tokens: one request at a time, renewed before they expire. */
export interface TokenSource {
  /**
   * A token that does not expire at once.
   * @throws PlantServiceError of {@link judgeToken}
   */
  get(): Promise<string>;
  /** Drops a token that the service refused, unless a newer one is cached. */
  invalidate(token: string): void;
  /** Texts that no message may hold: the credentials and the last tokens. */
  secrets(): string[];
}

/** Makes a token source with its own cache; tokens are renewed a tenth of their lifetime early, at most a minute. */
export function createTokenSource(
  ctx: Omit<CallContext, "secrets">,
  settings: TokenSettings,
  memory: ServiceMemory = {},
): TokenSource {
  // Setting the wall clock must neither expire a token early nor keep an expired one.
  const { steadyNow = ctx.now } = ctx;
  const credentials = credentialTexts(settings);
  const recent: string[] = [];
  let cached: { value: string; validUntil: number } | null = null;
  let pending: Promise<string> | null = null;
  const secrets = () => [...credentials, ...recent];
  const fetchToken = async () => {
    const full = { ...ctx, secrets };
    const asked = steadyNow();
    const token = judgeToken(full, await requestToken(full, settings, memory));
    recent.unshift(token.value);
    recent.length = Math.min(recent.length, 4);
    const early = Math.min(60_000, token.lifetimeMs / 10);
    cached = { value: token.value, validUntil: asked + token.lifetimeMs - early };
    return token.value;
  };
  return {
    async get() {
      if (cached && steadyNow() < cached.validUntil) return cached.value;
      pending ??= fetchToken().finally(() => {
        pending = null;
      });
      return pending;
    },
    invalidate(token) {
      if (cached?.value === token) cached = null;
    },
    secrets,
  };
}

/** Sends a request with a token; on 401 once more with a new one. */
export async function withToken<A extends { status: number }>(
  tokens: TokenSource,
  send: (authorization: string) => Promise<A>,
  discard: (answer: A) => void = () => {},
): Promise<A> {
  const token = await tokens.get();
  const answer = await send(`Bearer ${token}`);
  if (answer.status !== 401) return answer;
  discard(answer);
  tokens.invalidate(token);
  return send(`Bearer ${await tokens.get()}`);
}

/** HTTP Basic value of an id and a secret as raw UTF-8. */
export function rawBasic(clientId: string, clientSecret: string): string {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

function rawBasicAuth(clientSecret: string): oauth.ClientAuth {
  return (_as, client, _body, headers) =>
    headers.set("authorization", rawBasic(client.client_id, clientSecret));
}

function basicHeader(settings: TokenSettings, auth: oauth.ClientAuth): string {
  const headers = new Headers();
  void auth({ issuer: settings.authUrl }, { client_id: settings.clientId }, new URLSearchParams(), headers);
  return headers.get("authorization") ?? "";
}

/** Texts that reveal the credentials, in every encoding they are sent in. */
export function credentialTexts(settings: TokenSettings): string[] {
  const { clientId, clientSecret } = settings;
  const encoded = new URLSearchParams({ s: clientSecret }).toString().slice(2);
  return [
    clientSecret,
    encoded,
    rawBasic(clientId, clientSecret).slice(6),
    basicHeader(settings, oauth.ClientSecretBasic(clientSecret)).slice(6),
  ];
}

async function sendTokenRequest(
  ctx: CallContext,
  settings: TokenSettings,
  url: string,
  auth: oauth.ClientAuth,
): Promise<Answer> {
  const server = { issuer: settings.authUrl, token_endpoint: url };
  const client = { client_id: settings.clientId };
  const calls: OpenCall[] = [];
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      auth,
      {},
      {
        // The operator may have provisioned an address without TLS; the guard of the fetch judges addresses.
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: async (address, init) => {
          const call = await openCall(ctx, "token", address, { ...init, body: init.body.toString() });
          calls.push(call);
          return call.response;
        },
      },
    );
    return await readAnswer(response);
  } catch (error) {
    const stopped = calls.find((call) => call.signal.aborted)?.signal;
    throw toServiceError(ctx, "token", stopped ? stopped.reason : error);
  } finally {
    for (const call of calls) call.release();
  }
}

function refusesBasic(answer: Answer): boolean {
  const error = z.object({ error: z.literal("invalid_client") }).safeParse(answer.json);
  return answer.status === 401 || (answer.status === 400 && error.success);
}

/** RFC 6749 5.2: the credentials are right but do not grant the scope. */
function lacksScope(answer: Answer): boolean {
  return z.object({ error: z.enum(["invalid_scope", "unauthorized_client"]) }).safeParse(answer.json).success;
}

async function requestWith(
  ctx: CallContext,
  settings: TokenSettings,
  memory: ServiceMemory,
  auth: oauth.ClientAuth,
) {
  const url = `${settings.authUrl.replace(/\/+$/, "")}/oauth2/token`;
  const send = (address: string) => sendTokenRequest(ctx, settings, address, auth);
  return sendEitherSlash(ctx, { call: "token", url, memory, key: "tokenSlash", on404: true, send });
}

async function requestByBasic(
  ctx: CallContext,
  settings: TokenSettings,
  memory: ServiceMemory,
): Promise<Answer> {
  const auths = {
    raw: rawBasicAuth(settings.clientSecret),
    form: oauth.ClientSecretBasic(settings.clientSecret),
  };
  const first = memory.basicEncoding ?? "raw";
  const second = first === "raw" ? "form" : "raw";
  const answer = await requestWith(ctx, settings, memory, auths[first]);
  const same = basicHeader(settings, auths.raw) === basicHeader(settings, auths.form);
  if (!refusesBasic(answer) || same) return answer;
  const again = await requestWith(ctx, settings, memory, auths[second]);
  if (again.status < 300) memory.basicEncoding = second;
  return again;
}
