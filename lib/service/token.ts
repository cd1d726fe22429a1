/**
 * Access tokens by the client-credentials flow. oauth4webapi would accept only status 200 with `application/json` and
 * the errors of RFC 6749, while the service answers errors as `{message}`, and labels vary.
 */
import { z } from "zod";
import {
  type Answer,
  type CallContext,
  exchange,
  readBody,
  rejection,
  type ServiceMemory,
  sendEitherSlash,
} from "./call";
import type { TokenAuth } from "./contract";

/** The client and the token endpoint of an installation. */
export interface TokenSettings {
  /** `{auth_url}` (docs/spec/service-interface.md "Access token"). */
  authUrl: string;
  clientId: string;
  clientSecret: string;
  tokenAuth: TokenAuth;
}

/** Lifetimes in seconds: of a token that does not say, and the longest that is believed. */
const DEFAULT_LIFETIME_S = 300;
const MAX_LIFETIME_S = 86_400;

const FORM_HEADERS = {
  accept: "application/json",
  "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
};

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
  const { clientId, clientSecret, tokenAuth } = settings;
  const url = `${settings.authUrl.replace(/\/+$/, "")}/oauth2/token`;
  const request = (headers: Record<string, string>, form: Record<string, string> = {}) => {
    const body = new URLSearchParams({ grant_type: "client_credentials", ...form }).toString();
    const init = { method: "POST", headers: { ...FORM_HEADERS, ...headers }, body };
    return sendEitherSlash(ctx, memory, "token", url, (address) => exchange(ctx, "token", address, init));
  };
  if (tokenAuth === "post") return request({}, { client_id: clientId, client_secret: clientSecret });
  const basic = { raw: rawBasic(clientId, clientSecret), form: formBasic(clientId, clientSecret) };
  const first = memory.basicEncoding ?? "raw";
  const second = first === "raw" ? "form" : "raw";
  const answer = await request({ authorization: basic[first] });
  if (!refusesBasic(answer) || basic.raw === basic.form) return answer;
  const again = await request({ authorization: basic[second] });
  if (again.status < 300) memory.basicEncoding = second;
  return again;
}

/**
 * Judges the answer of the token endpoint (RFC 6749 5.1, 5.2). A missing lifetime counts as five minutes.
 * @throws PlantServiceError token-refused, scope-missing, rate-limited, unavailable, server-error, bad-answer
 */
export function judgeToken(ctx: CallContext, answer: Answer): { value: string; lifetimeMs: number } {
  if (answer.status >= 400 && answer.status < 500 && ![404, 405, 429].includes(answer.status)) {
    throw rejection(ctx, "token", answer, { code: lacksScope(answer) ? "scope-missing" : "token-refused" });
  }
  const { access_token, expires_in = DEFAULT_LIFETIME_S } = readBody(
    ctx,
    "token",
    answer,
    tokenSchema,
    ({ issues }) =>
      `no token of RFC 6749: ${issues.map(({ path }) => path.join(".") || "the body").join(", ")}`,
  );
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
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** HTTP Basic value of an id and a secret that are form-encoded first (RFC 6749 2.3.1). */
function formBasic(clientId: string, clientSecret: string): string {
  return rawBasic(formEncode(clientId), formEncode(clientSecret));
}

/** Escapes everything but letters and digits, so that every form decoder reads the same. */
function formEncode(text: string): string {
  const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replace(/[-_.!~*'()]/g, percent)
    .replaceAll("%20", "+");
}

/** Texts that reveal the credentials, in every encoding they are sent in. */
export function credentialTexts({ clientId, clientSecret }: TokenSettings): string[] {
  const encoded = new URLSearchParams({ s: clientSecret }).toString().slice(2);
  const headers = [rawBasic(clientId, clientSecret), formBasic(clientId, clientSecret)];
  return [clientSecret, encoded, ...headers.map((header) => header.slice(6))];
}

function refusesBasic(answer: Answer): boolean {
  const error = z.object({ error: z.literal("invalid_client") }).safeParse(answer.json);
  return answer.status === 401 || (answer.status === 400 && error.success);
}

/** RFC 6749 5.2: the credentials are right but do not grant the scope. */
function lacksScope(answer: Answer): boolean {
  return z.object({ error: z.enum(["invalid_scope", "unauthorized_client"]) }).safeParse(answer.json).success;
}
