/** Opens a result wherever it lies: at a pre-signed address, behind a redirect, or in the answer itself. */
import { isWithinReach, kindOfHost, type Reach } from "@/lib/base/core/addresses";
import {
  type CallContext,
  isRedirect,
  type OpenCall,
  openCall,
  readRetryAfter,
  redirectKind,
  serviceMessageIn,
} from "./call";
import { PlantServiceError, redact } from "./errors";
import { queryFailure, toQueryState } from "./query-life-cycle";
import {
  bodilessRejection,
  closeBody,
  discard,
  judgeContent,
  notReady,
  type OpenedResult,
  peekBody,
  RedirectChain,
  readRejection,
  toResult,
  VARIANT_NAMES,
} from "./result-body";
import { type TokenSource, withToken } from "./token";

/** The result to open. */
export interface DownloadRequest {
  /** Address of the download endpoint. */
  url: string;
  /** `{base_url}`. */
  base: string;
  /** A status endpoint said that the query is done. */
  completed: boolean;
  tokens: TokenSource;
  reachOf: (url: string) => Promise<Reach>;
}

/** An address that the service gave. */
type Located = { kind: "located"; variant: "address" | "redirect"; target: URL };

/** The address was refused; the service may give a new one. */
type Refused = { kind: "refused"; error: PlantServiceError };

const HEADERS = { accept: "*/*", "accept-encoding": "gzip" };

/**
 * Opens the result of a query (docs/spec/service-interface.md "Result";
 * docs/spec/service-in-the-field.md "Result download"). The token goes to the origin of `base` only; a pre-signed
 * address is called without it, may be http or in a private network only where `base` is, and is requested once more
 * when it is refused.
 * @throws PlantServiceError result-expired, query-failed, refused-address, bad-answer, and those of every call
 */
export async function openResult(ctx: CallContext, request: DownloadRequest): Promise<OpenedResult> {
  const first = await openOnce(ctx, request);
  if (first.kind !== "refused") return first;
  const second = await openOnce(ctx, request);
  if (second.kind !== "refused") return second;
  const { httpStatus, serviceMessage, variant } = second.error;
  throw new PlantServiceError({
    ...{ code: "result-expired", call: "result", httpStatus, serviceMessage, variant },
    detail: "a new address was refused too, so the result has expired",
    cause: second.error,
  });
}

async function openOnce(ctx: CallContext, request: DownloadRequest): Promise<OpenedResult | Refused> {
  const redirects = new RedirectChain();
  const located = await locate(ctx, request, request.url, redirects);
  return located.kind === "located" ? fetchLocated(ctx, request, located, redirects) : located;
}

async function locate(
  ctx: CallContext,
  request: DownloadRequest,
  url: string,
  redirects: RedirectChain,
): Promise<OpenedResult | Located> {
  const open = await withToken(
    request.tokens,
    async (authorization) => {
      const call = await openCall(ctx, "download", url, { headers: { ...HEADERS, authorization } });
      return { ...call, status: call.response.status };
    },
    (call) => void discard(call),
  );
  if (isRedirect(open.status)) {
    await discard(open);
    const target = redirects.next(open, url);
    if (redirectKind(url, target) === "slash") return locate(ctx, request, target.href, redirects);
    return { kind: "located", variant: "redirect", target };
  }
  if (isPending(open.status, request.completed)) return notReady(open);
  if (open.status >= 200 && open.status < 300) return judgeDownload(open, url);
  const isGone = open.status === 410 || (request.completed && (open.status === 403 || open.status === 404));
  throw await readRejection(open, isGone ? { code: "result-expired", detail: "the result has expired" } : {});
}

/** Without a status endpoint 404 means "not yet"; with one it means "gone". */
function isPending(status: number, completed: boolean): boolean {
  return [202, 204, 409, 425].includes(status) || (status === 404 && !completed);
}

async function judgeDownload(open: OpenCall, url: string): Promise<OpenedResult | Located> {
  const { ctx, response } = open;
  const direct = { ...open, variant: VARIANT_NAMES.direct };
  const peeked = await peekBody(direct);
  const content = await judgeContent(peeked);
  if (content.kind === "result") return toResult(direct, peeked, "direct");
  await closeBody(open, peeked);
  const fail = (detail: string, serviceMessage: string | null = null) =>
    bodilessRejection(open, { code: "bad-answer", detail, serviceMessage });
  if (content.kind === "markup") throw fail("a page came instead of a result");
  if (content.kind === "address") {
    if (!URL.canParse(content.address, url)) throw fail("its pre-signed address cannot be read");
    return { kind: "located", variant: "address", target: new URL(content.address, url) };
  }
  const message = serviceMessageIn(ctx, { text: "", json: content.json });
  if (content.kind === "message") throw fail("no result in it", message);
  const state = toQueryState(content.raw);
  if (state === "failed" || state === "cancelled")
    throw queryFailure(redact(content.raw, ctx.secrets()), message);
  const retryAfter = readRetryAfter(response.headers, ctx.now());
  return { kind: "not-ready", httpStatus: response.status, retryAfter };
}

/**
 * Opens a result at its address: without the token, and within reach of the service's own address.
 * @throws PlantServiceError refused-address, bad-answer, and the transient ones: unavailable, server-error, unreachable
 */
async function fetchLocated(
  ctx: CallContext,
  request: DownloadRequest,
  { variant, target: first }: Located,
  redirects: RedirectChain,
): Promise<OpenedResult | Refused> {
  const reach = await request.reachOf(request.base);
  for (let target = first; ; ) {
    checkTarget(request, target, reach, VARIANT_NAMES[variant]);
    const open = await openLocated(ctx, request, target, reach, VARIANT_NAMES[variant]);
    const { status } = open.response;
    if (isRedirect(status)) {
      await discard(open);
      target = redirects.next(open, target.href);
      continue;
    }
    if (status === 202 || status === 204) return notReady(open);
    if (status >= 200 && status < 300) return readLocated(open, variant);
    const error = await readRejection(open);
    if (status >= 500 || status === 429) throw error;
    return { kind: "refused", error };
  }
}

function checkTarget({ base }: DownloadRequest, target: URL, reach: Reach, variant: string): void {
  const fail = (detail: string) =>
    new PlantServiceError({ code: "refused-address", call: "result", variant, detail });
  if (target.protocol !== "https:" && target.protocol !== "http:")
    throw fail("its address is neither https nor http");
  if (target.protocol === "http:" && new URL(base).protocol !== "http:")
    throw fail("its address is http, although the service's own is https");
  if (target.username || target.password) throw fail("its address holds a user name");
  if (!isWithinReach(kindOfHost(target.hostname), reach))
    throw fail(`its host ${target.hostname} is in a nearer network than the service's own address`);
}

/**
 * Requests an address without the token first. Only 401 from the service's own origin gets it: an address that answers
 * 403 has expired, which a token would hide.
 */
async function openLocated(
  ctx: CallContext,
  { base, tokens }: DownloadRequest,
  target: URL,
  reach: Reach,
  variant: string,
): Promise<OpenCall> {
  const open = await openCall(ctx, "result", target.href, { headers: HEADERS, reach }, variant);
  if (open.response.status !== 401 || target.origin !== new URL(base).origin) return open;
  await discard(open);
  const authorization = `Bearer ${await tokens.get()}`;
  return openCall(ctx, "result", target.href, { headers: { ...HEADERS, authorization } }, variant);
}

async function readLocated(open: OpenCall, variant: Located["variant"]): Promise<OpenedResult> {
  const peeked = await peekBody(open);
  const content = await judgeContent(peeked);
  if (content.kind !== "markup") return toResult(open, peeked, variant);
  await closeBody(open, peeked);
  throw bodilessRejection(open, { code: "bad-answer", detail: "a page came instead of a result" });
}
