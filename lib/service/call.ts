/** One request of the client: sent with a limit of time, its failure coded, its answer read whole. */

import type { Reach } from "@/lib/base/core/addresses";
import { type PlantServiceCall, PlantServiceError, type PlantServiceFailure, redact } from "./errors";

/** Largest answer to a token, submit or status request, in bytes. */
const LARGEST_ANSWER = 1024 * 1024;

/** What every request needs. */
export interface CallContext {
  fetch: ServiceFetch;
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds of a clock that only runs on; `now` unless given. */
  steadyNow?: () => number;
  /** Ends everything; the product's shutdown. */
  signal?: AbortSignal;
  /** Limit for an answer with its body, or for the headers of a download; milliseconds. */
  timeoutMs: number;
  /** Exact texts that no message may hold. */
  secrets: () => Iterable<string>;
}

/** An answer read whole. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined where it is none. */
  json: unknown;
}

/** A request under way; `stopTimer` once its limit is met, `release` at its very end. */
export interface OpenCall {
  response: Response;
  /** Ends the request; its reason says why. */
  signal: AbortSignal;
  stopTimer: () => void;
  release: () => void;
}

function startLimits(ctx: CallContext): {
  controller: AbortController;
  stopTimer: () => void;
  release: () => void;
} {
  const controller = new AbortController();
  const late = new TransportError("timeout", `no answer within ${Math.round(ctx.timeoutMs / 1000)} s`);
  const timer = setTimeout(() => controller.abort(late), ctx.timeoutMs);
  const stop = () => controller.abort(ctx.signal?.reason);
  ctx.signal?.addEventListener("abort", stop, { once: true });
  if (ctx.signal?.aborted) stop();
  const stopTimer = () => clearTimeout(timer);
  const release = () => {
    stopTimer();
    ctx.signal?.removeEventListener("abort", stop);
  };
  return { controller, stopTimer, release };
}

/** Codes of node's network errors on the way through wrapped causes. */
function* codesOf(error: unknown): Generator<string> {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") yield at.code;
    if (at instanceof AggregateError) for (const inner of at.errors) yield* codesOf(inner);
  }
}

function transportErrorIn(error: unknown): TransportError | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if (at instanceof TransportError) return at;
  }
  return null;
}

/** Certificates of an authority that this machine does not know. */
const UNTRUSTED = Object.fromEntries(
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  ].map((code) => [
    code,
    "its certificate is not trusted on this machine: NODE_EXTRA_CA_CERTS names more authorities",
  ]),
);

/** Whether a `fetch` failed because the other side's certificate is not trusted here. */
export function isUntrusted(error: unknown): boolean {
  return [...codesOf(error)].some((code) => code in UNTRUSTED);
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed",
  EPIPE: "the connection was closed",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name could not be looked up",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ...UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  EPROTO: "it does not speak TLS there",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there",
};

/**
 * Why a `fetch` or a body gave nothing, in words and as a code.
 * @param aborted the caller's own signal stopped it
 */
export function networkFailure(error: unknown, aborted: boolean): Omit<PlantServiceFailure, "call"> {
  const fault = transportErrorIn(error);
  if (fault?.fault === "refused-address") return { code: "refused-address", detail: fault.message };
  if (fault?.fault === "too-large") return { code: "bad-answer", detail: fault.message };
  if (fault) return { code: "timeout", detail: fault.message };
  if (aborted) return { code: "aborted", detail: "it was stopped" };
  const codes = [...codesOf(error)];
  const code = codes.find((each) => WORDS[each]) ?? codes[0];
  const refused = codes.length > 0 && codes.includes("ECONNREFUSED") && !codes.includes("ECONNRESET");
  const detail = (code && WORDS[code]) ?? `the connection failed${code ? ` (${code})` : ""}`;
  return { code: "unreachable", detail, neverSent: refused };
}

/** Codes whatever a `fetch` or a body threw; a connection lost in the middle of a result is `download-cut`. */
export function toServiceError(
  ctx: Pick<CallContext, "signal">,
  call: PlantServiceCall,
  error: unknown,
  more: { variant?: string; midBody?: boolean } = {},
): PlantServiceError {
  if (error instanceof PlantServiceError) return error;
  const failure = { ...networkFailure(error, ctx.signal?.aborted ?? false), call, cause: error };
  const { variant } = more;
  if (!more.midBody || failure.code !== "unreachable") return new PlantServiceError({ ...failure, variant });
  const detail = `it broke off before its end: ${failure.detail}`;
  return new PlantServiceError({ ...failure, code: "download-cut", detail, neverSent: false, variant });
}

/**
 * Sends a request and gives the answer with its body unread; redirects are never followed. The time limit
 * runs until `stopTimer`, the context's signal counts until `release`.
 * @throws PlantServiceError unreachable, timeout, refused-address, aborted
 */
export async function openCall(
  ctx: CallContext,
  call: PlantServiceCall,
  url: string,
  init: ServiceRequestInit,
  variant?: string,
): Promise<OpenCall> {
  const { controller, stopTimer, release } = startLimits(ctx);
  const { signal } = controller;
  try {
    const response = await ctx.fetch(url, { ...init, redirect: "manual", signal });
    return { response, signal, stopTimer, release };
  } catch (error) {
    release();
    throw toServiceError(ctx, call, signal.aborted ? signal.reason : error, { variant });
  }
}

async function readBytes(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(response)) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new TransportError("too-large", "the answer is larger than 1 MiB");
    chunks.push(chunk);
  }
  return joinBytes(chunks, size);
}

/** One array out of many. */
export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The chunks of a body; cancels it when the reader stops early. */
export async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/**
 * Unpacks bytes when they begin like gzip, whatever their label; at most `limit` bytes come out.
 * Bytes that are no gzip after all come back as they are.
 */
export async function unpackSmall(bytes: Uint8Array, limit = LARGEST_ANSWER): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const packed = new Response(new Uint8Array(bytes)).body?.pipeThrough(new DecompressionStream("gzip"));
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bodyOf(new Response(packed))) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) break;
    }
  } catch {
    return bytes;
  }
  return joinBytes(chunks, size);
}

/** JSON, or undefined: its parser's message would quote the text, which may be a token. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Sends a request and reads its answer whole, body included, within the time limit.
 * @throws PlantServiceError as {@link openCall}, and bad-answer above 1 MiB
 */
export async function exchange(
  ctx: CallContext,
  call: PlantServiceCall,
  url: string,
  init: ServiceRequestInit,
): Promise<Answer> {
  const open = await openCall(ctx, call, url, init);
  try {
    return await readAnswer(open.response);
  } catch (error) {
    throw toServiceError(ctx, call, open.signal.aborted ? open.signal.reason : error);
  } finally {
    open.release();
  }
}

/** Reads an answer whole. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = new TextDecoder().decode(await unpackSmall(await readBytes(response)));
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

function wordsOf(json: unknown): string | null {
  if (typeof json === "string") return json;
  if (typeof json !== "object" || json === null) return null;
  const members = json as Record<string, unknown>;
  for (const name of ["message", "error_description", "detail", "error", "title"]) {
    const words = wordsOf(members[name]);
    if (words) return words;
  }
  return null;
}

/** The service's own words in an answer, fit to be shown; null when it gave none. */
export function messageOf(
  ctx: Pick<CallContext, "secrets">,
  answer: Pick<Answer, "text" | "json">,
): string | null {
  const code = /^\s*<(?:\?xml|Error)[\s\S]*?<Code>([\w.-]{1,80})<\/Code>/.exec(answer.text)?.[1];
  const plain = /^\s*[<[{]/.test(answer.text) ? null : answer.text;
  const words = wordsOf(answer.json) ?? code ?? plain;
  return words?.trim() ? redact(words, ctx.secrets()) : null;
}

function codeOf(status: number): PlantServiceFailure["code"] {
  if (status === 400 || status === 422) return "bad-request";
  if (status === 401) return "token-refused";
  if (status === 403) return "scope-missing";
  if (status === 429) return "rate-limited";
  if (status === 503) return "unavailable";
  return status >= 500 ? "server-error" : "bad-answer";
}

/** The error for an answer that is not the one hoped for; `more` overrides what its status says. */
export function refusal(
  ctx: CallContext,
  call: PlantServiceCall,
  answer: Answer,
  more: Partial<PlantServiceFailure> = {},
): PlantServiceError {
  return new PlantServiceError({
    code: codeOf(answer.status),
    call,
    httpStatus: answer.status,
    serviceMessage: messageOf(ctx, answer),
    retryAfter: readRetryAfter(answer.headers.get("retry-after"), ctx.now()),
    ...more,
  });
}

/** What the client asks of a `fetch`, and how a failing one says why. */

/** `RequestInit` with the nearest address that may be called; a plain `fetch` ignores it. */
export interface ServiceRequestInit extends RequestInit {
  reach?: Reach;
}

/** The injected `fetch`: the global one fits, and the guarded one of `address-guard.server`. */
export type ServiceFetch = (url: string, init: ServiceRequestInit) => Promise<Response>;

/** Why a request got no answer. */
export type TransportFault = "refused-address" | "timeout" | "too-large";

/** Thrown by the guarded fetch and by the client's own timers; `message` never holds a path or a query. */
export class TransportError extends Error {
  readonly fault: TransportFault;

  constructor(fault: TransportFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "TransportError";
    this.fault = fault;
  }
}

/** The `Retry-After` header, RFC 9110 10.2.3. */

/**
 * Seconds from `now` (epoch milliseconds) until the service wants to be asked again; whole and never
 * negative. Null when the header is absent or means nothing. Takes seconds and HTTP dates.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim();
  if (!text) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Some installations want a trailing slash on an address, some refuse it; find out once and remember. */

/** What the client learned of an installation; may be shared by all clients of a tenancy. */
export interface ServiceMemory {
  tokenSlash?: boolean;
  submitSlash?: boolean;
  statusSlash?: boolean;
  /** How the client id and secret are written into HTTP Basic. */
  basicEncoding?: "raw" | "form";
}

/** Where a redirect leads: the same address but for its last slash, the same origin, or elsewhere. */
export type RedirectKind = "slash" | "same-origin" | "elsewhere";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status is one of the redirects with a Location. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The absolute target of a redirect; null when it names none that can be read. */
export function redirectTarget(url: string, headers: Headers): URL | null {
  const location = headers.get("location");
  return location && URL.canParse(location, url) ? new URL(location, url) : null;
}

/** Judges where a redirect from `url` leads. */
export function kindOfRedirect(url: string, target: URL): RedirectKind {
  const from = new URL(url);
  if (target.origin !== from.origin) return "elsewhere";
  const bare = (path: string) => path.replace(/\/+$/, "");
  return bare(target.pathname) === bare(from.pathname) ? "slash" : "same-origin";
}

function wantsOtherForm(url: string, answer: Answer, on404: boolean): boolean {
  if (on404 && (answer.status === 404 || answer.status === 405)) return true;
  const target = isRedirect(answer.status) ? redirectTarget(url, answer.headers) : null;
  return target !== null && kindOfRedirect(url, target) !== "elsewhere";
}

/** One address in its two forms. */
export interface SlashCall {
  call: PlantServiceCall;
  /** Without a trailing slash. */
  url: string;
  memory: ServiceMemory;
  key: "tokenSlash" | "submitSlash" | "statusSlash";
  /** Whether 404 and 405 are a reason to try the other form, too. */
  on404: boolean;
  ask: (url: string) => Promise<Answer>;
}

/**
 * Asks without a trailing slash; on 404, 405 or a redirect to the same origin with it, in the same method
 * and with the same body (service-in-the-field, Token). Remembers the form that was answered.
 * @throws PlantServiceError bad-answer for a redirect that cannot be followed
 */
export async function askWithSlashes(ctx: CallContext, plan: SlashCall): Promise<Answer> {
  const { memory, key } = plan;
  const remembered = memory[key] ?? false;
  const form = (slash: boolean) => (slash ? `${plan.url}/` : plan.url);
  const first = await plan.ask(form(remembered));
  if (!wantsOtherForm(form(remembered), first, plan.on404)) return settle(ctx, plan, first, remembered);
  const second = await plan.ask(form(!remembered));
  if (wantsOtherForm(form(!remembered), second, plan.on404)) return settle(ctx, plan, second, null);
  return settle(ctx, plan, second, !remembered);
}

function settle(ctx: CallContext, plan: SlashCall, answer: Answer, slash: boolean | null): Answer {
  if (isRedirect(answer.status)) {
    throw refusal(ctx, plan.call, answer, {
      code: "bad-answer",
      detail: "it redirects to another address, which is not followed",
    });
  }
  if (slash !== null) plan.memory[plan.key] = slash;
  return answer;
}
