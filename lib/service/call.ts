/** One request of the client: sent with a time limit, its failure coded, its answer read whole. */
import type { z } from "zod";
import type { Reach } from "@/lib/base/core/addresses";
import {
  networkFailure,
  type PlantServiceCall,
  PlantServiceError,
  type PlantServiceFailure,
  redact,
  TransportError,
} from "./errors";

/** Largest answer to a token, submit or status request, in bytes. */
const MAX_ANSWER = 1024 * 1024;

/** `RequestInit` with the nearest network that may be called; a plain `fetch` ignores it. */
export interface ServiceRequestInit extends RequestInit {
  reach?: Reach;
}

/** The injected `fetch`: the global one, or the guarded one of `guarded-fetch.server`. */
export type ServiceFetch = (url: string, init: ServiceRequestInit) => Promise<Response>;

/** The surroundings of every request. */
export interface CallContext {
  fetch: ServiceFetch;
  /** Epoch milliseconds. */
  now: () => number;
  /** Milliseconds of a monotonic clock; `now` by default. */
  steadyNow?: () => number;
  /** Aborts every request; the product's shutdown. */
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
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

/** A request under way, its body unread. */
export interface OpenCall extends ReturnType<typeof startLimits> {
  ctx: CallContext;
  call: PlantServiceCall;
  /** The way that led to a result, for errors: "through a redirect". */
  variant?: string;
  response: Response;
}

/**
 * Sends a request and gives the answer with its body unread; redirects are not followed. The time limit
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
  const request = { ctx, call, variant, ...startLimits(ctx) };
  try {
    const response = await ctx.fetch(url, { ...init, redirect: "manual", signal: request.signal });
    return { ...request, response };
  } catch (error) {
    request.release();
    throw toServiceError(request, error);
  }
}

function startLimits(ctx: CallContext) {
  const controller = new AbortController();
  const late = new TransportError("timeout", `no answer within ${Math.round(ctx.timeoutMs / 1000)} s`);
  const timer = setTimeout(() => controller.abort(late), ctx.timeoutMs);
  const abort = () => controller.abort(ctx.signal?.reason);
  ctx.signal?.addEventListener("abort", abort, { once: true });
  if (ctx.signal?.aborted) abort();
  const stopTimer = () => clearTimeout(timer);
  return {
    /** Aborted when the request is; its reason says why. */
    signal: controller.signal,
    /** Lifts the time limit. */
    stopTimer,
    /** Stops listening to the context's signal; to be called at the very end. */
    release: () => {
      stopTimer();
      ctx.signal?.removeEventListener("abort", abort);
    },
  };
}

/**
 * Sends a request and reads its answer whole within the time limit.
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
    throw toServiceError(open, error);
  } finally {
    open.release();
  }
}

/** Reads an answer whole. @throws TransportError too-large above 1 MiB */
export async function readAnswer(response: Response): Promise<Answer> {
  const bytes = await readBytes(response, MAX_ANSWER);
  if (bytes.length > MAX_ANSWER) throw new TransportError("too-large", "the answer is larger than 1 MiB");
  const text = new TextDecoder().decode(await unpackSmall(bytes));
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

/** Reads a body, or little more than `limit` bytes of it. */
async function readBytes(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(response)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return Buffer.concat(chunks);
}

/** The chunks of a body; the body is cancelled when the reader stops early. */
export async function* readChunks({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body) yield* body;
}

/**
 * Reads chunks until their bytes can be judged.
 * @param judge takes the bytes so far; `ended` if there are no more; null continues
 */
export async function peek<T>(
  chunks: AsyncIterator<Uint8Array>,
  judge: (head: Uint8Array, ended: boolean) => T | null,
): Promise<{ head: Uint8Array; verdict: T }> {
  let head: Uint8Array = new Uint8Array(0);
  for (;;) {
    const { done = false, value } = await chunks.next();
    if (!done) head = Buffer.concat([head, value]);
    const verdict = judge(head, done);
    if (verdict !== null) return { head, verdict };
  }
}

/** The bytes that {@link peek} read, then the rest. */
export async function* prepend(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Unpacks bytes that begin like gzip, regardless of their label, into little more than `limit` bytes.
 * Bytes that turn out not to be gzip come back unchanged.
 */
export async function unpackSmall(bytes: Uint8Array, limit = MAX_ANSWER): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const unpacked = new Response(new Uint8Array(bytes)).body?.pipeThrough(new DecompressionStream("gzip"));
  return readBytes(new Response(unpacked), limit).catch(() => bytes);
}

/** Parses JSON; undefined if it is not JSON. The parser's own message would quote the text, which may be a token. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the coded error for what a `fetch` or a body threw; a connection lost within a result is `download-cut`. */
export function toServiceError(
  { ctx, call, variant, signal }: Omit<OpenCall, "response">,
  error: unknown,
  midBody = false,
): PlantServiceError {
  if (error instanceof PlantServiceError) return error;
  const cause: unknown = signal.aborted ? signal.reason : error;
  const failure = { ...networkFailure(cause, ctx.signal?.aborted ?? false), call, cause, variant };
  if (!midBody || failure.code !== "unreachable") return new PlantServiceError(failure);
  const detail = `it broke off before its end: ${failure.detail}`;
  return new PlantServiceError({ ...failure, code: "download-cut", detail, neverSent: false });
}

/**
 * Reads the body of a 2xx answer.
 * @param detail what a body lacks that does not fit the schema
 * @throws PlantServiceError by the status of any other answer; bad-answer for a body that does not fit
 */
export function readBody<T>(
  ctx: CallContext,
  call: PlantServiceCall,
  answer: Answer,
  schema: z.ZodType<T>,
  detail: (error: z.ZodError) => string,
): T {
  if (answer.status < 200 || answer.status > 299) throw rejection(ctx, call, answer);
  const body = schema.safeParse(answer.json);
  if (body.success) return body.data;
  throw rejection(ctx, call, answer, { code: "bad-answer", detail: detail(body.error) });
}

/** The error for an unexpected answer; `more` overrides what its status says. */
export function rejection(
  ctx: CallContext,
  call: PlantServiceCall,
  answer: Answer,
  more: Partial<PlantServiceFailure> = {},
): PlantServiceError {
  return new PlantServiceError({
    code: codeForStatus(answer.status),
    call,
    httpStatus: answer.status,
    serviceMessage: serviceMessageIn(ctx, answer),
    retryAfter: readRetryAfter(answer.headers, ctx.now()),
    ...more,
  });
}

function codeForStatus(status: number): PlantServiceFailure["code"] {
  if (status === 400 || status === 422) return "bad-request";
  if (status === 401) return "token-refused";
  if (status === 403) return "scope-missing";
  if (status === 429) return "rate-limited";
  if (status === 503) return "unavailable";
  return status >= 500 ? "server-error" : "bad-answer";
}

/** The service's own words in an answer, redacted; null when it gave none. */
export function serviceMessageIn(
  ctx: Pick<CallContext, "secrets">,
  { text, json }: Pick<Answer, "text" | "json">,
): string | null {
  const code = /^\s*<(?:\?xml|Error)[\s\S]*?<Code>([\w.-]{1,80})<\/Code>/.exec(text)?.[1];
  const plain = /^\s*[<[{]/.test(text) ? null : text;
  const message = messageIn(json) ?? code ?? plain;
  return message?.trim() ? redact(message, ctx.secrets()) : null;
}

function messageIn(json: unknown): string | null {
  if (typeof json === "string") return json;
  if (typeof json !== "object" || json === null) return null;
  const members = json as Record<string, unknown>;
  for (const name of ["message", "error_description", "detail", "error", "title"]) {
    const message = messageIn(members[name]);
    if (message) return message;
  }
  return null;
}

/**
 * Reads `Retry-After` (RFC 9110 10.2.3), in seconds or as an HTTP date.
 * @param now epoch milliseconds
 * @returns whole seconds from now, never negative; null when the header is absent or malformed
 */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const text = headers.get("retry-after")?.trim();
  if (!text) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The variants of an installation that the client has found out; may be shared by all clients of a tenancy. */
export interface ServiceMemory {
  tokenSlash?: boolean;
  submitSlash?: boolean;
  statusSlash?: boolean;
  /** Encoding of the client id and secret in HTTP Basic. */
  basicEncoding?: "raw" | "form";
}

/**
 * Sends a request without a trailing slash; on 404, 405 (but of a submit) or a redirect to the same origin with one, in
 * the same method and with the same body (docs/spec/service-in-the-field.md "Token"). Remembers the form that was
 * answered.
 * @param url without a trailing slash
 * @throws PlantServiceError bad-answer for a redirect that cannot be followed
 */
export async function sendEitherSlash(
  ctx: CallContext,
  memory: ServiceMemory,
  call: "token" | "submit" | "status",
  url: string,
  send: (url: string) => Promise<Answer>,
): Promise<Answer> {
  const key = `${call}Slash` as const;
  const attempt = async (slash: boolean) => {
    const address = slash ? `${url}/` : url;
    const answer = await send(address);
    return { slash, answer, wantsOther: wantsOtherSlash(address, answer, call !== "submit") };
  };
  const remembered = memory[key] ?? false;
  let last = await attempt(remembered);
  if (last.wantsOther) last = await attempt(!remembered);
  const { slash, answer, wantsOther } = last;
  if (isRedirect(answer.status)) {
    const detail = "it redirects to another address, which is not followed";
    throw rejection(ctx, call, answer, { code: "bad-answer", detail });
  }
  if (!wantsOther) memory[key] = slash;
  return answer;
}

function wantsOtherSlash(url: string, answer: Answer, on404: boolean): boolean {
  if (on404 && (answer.status === 404 || answer.status === 405)) return true;
  const target = isRedirect(answer.status) ? redirectTarget(url, answer.headers) : null;
  return target !== null && redirectKind(url, target) !== "elsewhere";
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns true for the statuses of a redirect. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The absolute target of a redirect; null when it has no readable one. */
export function redirectTarget(url: string, headers: Headers): URL | null {
  const location = headers.get("location");
  return location && URL.canParse(location, url) ? new URL(location, url) : null;
}

/** Classifies the target of a redirect from `url`: equal but for trailing slashes, of the same origin, or elsewhere. */
export function redirectKind(url: string, target: URL): "slash" | "same-origin" | "elsewhere" {
  const from = new URL(url);
  if (target.origin !== from.origin) return "elsewhere";
  const bare = (path: string) => path.replace(/\/+$/, "");
  return bare(target.pathname) === bare(from.pathname) ? "slash" : "same-origin";
}
