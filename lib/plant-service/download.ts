/** Opens a result wherever it lies: at a pre-signed address, behind a redirect, or in the answer itself. */
import { isWithinReach, kindOfHost } from "./addresses";
import { bodyOf, type CallContext, messageOf, type OpenCall, openCall, readAnswer, refusal, toServiceError } from "./call";
import { type PlantServiceCall, PlantServiceError } from "./errors";
import { judgeContent, type PeekedBody, peekBody } from "./peek";
import { normaliseStatus, queryFailure } from "./query-answers";
import { redact } from "./redact";
import { readRetryAfter } from "./retry-after";
import { isRedirect, kindOfRedirect, redirectTarget } from "./slashes";
import { type TokenSource, withToken } from "./token";
import type { Reach } from "./transport";

/** How the result was found. */
export type DownloadVariant = "address" | "redirect" | "direct";

/** A result ready to be read, or not yet. */
export type OpenedResult =
  | {
      kind: "not-ready";
      httpStatus: number;
      /** Seconds until the next try, where the service asks for it. */
      retryAfter: number | null;
    }
  | {
      kind: "result";
      variant: DownloadVariant;
      /** Raw bytes, maybe gzip; to be read once. Throws PlantServiceError `download-cut`, `timeout`. */
      body: AsyncGenerator<Uint8Array>;
      /** The transport notices an early end; otherwise only the content can show it. */
      endIsCertain: boolean;
      /** Lets go of the connection; needed only when `body` is not read. */
      close: () => Promise<void>;
    };

/** Where to ask, and what is known. */
export interface OpenPlan {
  /** Address of the download endpoint. */
  url: string;
  /** `{base_url}`. */
  base: string;
  /** A status endpoint said that the query is done. */
  completed: boolean;
  tokens: TokenSource;
  reachOf: (url: string) => Promise<Reach>;
}

interface Located {
  kind: "located";
  variant: "address" | "redirect";
  target: URL;
}
type Refused = { kind: "refused"; error: PlantServiceError };

const MOST_REDIRECTS = 5;
const VARIANT_WORDS: Record<DownloadVariant, string> = {
  address: "through a pre-signed address",
  redirect: "through a redirect",
  direct: "in the answer itself",
};

/**
 * Opens the result of a query (service-interface 4.3; service-in-the-field, Result download). The token goes
 * to the origin of `base` only; a pre-signed address is called without it, may be http or near only where
 * `base` is, and is asked for once more when it is refused.
 * @throws PlantServiceError result-expired, query-failed, refused-address, bad-answer, and those of every call
 */
export async function openResult(ctx: CallContext, plan: OpenPlan): Promise<OpenedResult> {
  const first = await openOnce(ctx, plan);
  if (first.kind !== "refused") return first;
  const second = await openOnce(ctx, plan);
  if (second.kind !== "refused") return second;
  const { httpStatus, serviceMessage, variant } = second.error;
  const detail = "a new address was refused too, so the result has expired";
  const cause = second.error;
  throw new PlantServiceError({ code: "result-expired", call: "result", httpStatus, serviceMessage, variant, detail, cause });
}

async function openOnce(ctx: CallContext, plan: OpenPlan): Promise<OpenedResult | Refused> {
  const hops = { left: MOST_REDIRECTS };
  const located = await locate(ctx, plan, plan.url, hops);
  return located.kind === "located" ? fetchLocated(ctx, plan, located, hops) : located;
}

async function drop(open: OpenCall): Promise<void> {
  open.release();
  await open.response.body?.cancel().catch(() => undefined);
}

async function refuseWith(
  ctx: CallContext,
  call: PlantServiceCall,
  open: OpenCall,
  more: Parameters<typeof refusal>[3] = {},
): Promise<PlantServiceError> {
  try {
    return refusal(ctx, call, await readAnswer(open.response), more);
  } catch {
    return refusal(ctx, call, { ...open.response, status: open.response.status, headers: open.response.headers, text: "", json: undefined }, more);
  } finally {
    open.release();
  }
}

async function notReady(ctx: CallContext, open: OpenCall): Promise<OpenedResult> {
  const { status: httpStatus, headers } = open.response;
  await drop(open);
  return { kind: "not-ready", httpStatus, retryAfter: readRetryAfter(headers.get("retry-after"), ctx.now()) };
}

interface Hops {
  left: number;
}

function nextHop(ctx: CallContext, call: PlantServiceCall, open: OpenCall, url: string, hops: Hops): URL {
  const { status, headers } = open.response;
  const say = (detail: string) =>
    refusal(ctx, call, { status, headers, text: "", json: undefined }, { code: "bad-answer", detail });
  const target = redirectTarget(url, headers);
  if (!target) throw say("the redirect names no address");
  if (hops.left <= 0) throw say(`there are more than ${MOST_REDIRECTS} redirects`);
  hops.left--;
  return target;
}

async function locate(ctx: CallContext, plan: OpenPlan, url: string, hops: Hops): Promise<OpenedResult | Located> {
  const open = await withToken(
    plan.tokens,
    async (authorization) => {
      const headers = { authorization, accept: "*/*", "accept-encoding": "gzip" };
      const call = await openCall(ctx, "download", url, { headers });
      return { ...call, status: call.response.status };
    },
    (call) => void drop(call),
  );
  if (isRedirect(open.status)) return followFromService(ctx, plan, open, url, hops);
  if (isPending(open.status, plan.completed)) return notReady(ctx, open);
  if (open.status < 200 || open.status > 299) throw await judgeRefusal(ctx, plan, open);
  return judgeDownload(ctx, open, url);
}

async function followFromService(
  ctx: CallContext,
  plan: OpenPlan,
  open: OpenCall,
  url: string,
  hops: Hops,
): Promise<OpenedResult | Located> {
  await drop(open);
  const target = nextHop(ctx, "download", open, url, hops);
  if (kindOfRedirect(url, target) === "slash") return locate(ctx, plan, target.href, hops);
  return { kind: "located", variant: "redirect", target };
}

/** Without a status endpoint 404 means "not yet"; with one it means "gone". */
function isPending(status: number, completed: boolean): boolean {
  return [202, 204, 409, 425].includes(status) || (status === 404 && !completed);
}

async function judgeRefusal(ctx: CallContext, plan: OpenPlan, open: OpenCall): Promise<PlantServiceError> {
  const { status } = open.response;
  const expired = status === 410 || (plan.completed && (status === 403 || status === 404));
  if (!expired) return refuseWith(ctx, "download", open);
  return refuseWith(ctx, "download", open, { code: "result-expired", detail: "the result has expired" });
}

async function judgeDownload(ctx: CallContext, open: OpenCall, url: string): Promise<OpenedResult | Located> {
  const peeked = await peekOpen(ctx, "download", open, VARIANT_WORDS.direct);
  const content = await judgeContent(peeked);
  if (content.kind === "result") return toResult(ctx, "download", open, peeked, "direct");
  await closeBody(open, peeked);
  const { status, headers } = open.response;
  const say = (detail: string, serviceMessage: string | null = null) =>
    refusal(ctx, "download", { status, headers, text: "", json: undefined }, { code: "bad-answer", detail, serviceMessage });
  if (content.kind === "markup") throw say("a page came instead of a result");
  if (content.kind === "message") throw say("no result in it", messageOf(ctx, { text: "", json: content.json }));
  if (content.kind === "address") {
    if (!URL.canParse(content.address, url)) throw say("its pre-signed address cannot be read");
    return { kind: "located", variant: "address", target: new URL(content.address, url) };
  }
  const state = normaliseStatus(content.raw);
  const reason = messageOf(ctx, { text: "", json: content.json });
  if (state === "failed" || state === "cancelled") throw queryFailure(redact(content.raw, ctx.secrets()), reason);
  const retryAfter = readRetryAfter(headers.get("retry-after"), ctx.now());
  return { kind: "not-ready", httpStatus: status, retryAfter };
}

async function peekOpen(ctx: CallContext, call: PlantServiceCall, open: OpenCall, variant: string): Promise<PeekedBody> {
  try {
    const peeked = await peekBody(bodyOf(open.response));
    open.stopTimer();
    return peeked;
  } catch (error) {
    open.release();
    const why: unknown = open.signal.aborted ? open.signal.reason : error;
    throw toServiceError(ctx, call, why, { variant, midBody: true });
  }
}

async function closeBody(open: OpenCall, peeked: PeekedBody): Promise<void> {
  open.release();
  await peeked.rest.return(undefined);
}

function toResult(
  ctx: CallContext,
  call: PlantServiceCall,
  open: OpenCall,
  peeked: PeekedBody,
  variant: DownloadVariant,
): OpenedResult {
  const { headers } = open.response;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield peeked.head;
      if (!peeked.ended) yield* peeked.rest;
    } catch (error) {
      throw toServiceError(ctx, call, error, { variant: VARIANT_WORDS[variant], midBody: true });
    } finally {
      await closeBody(open, peeked);
    }
  }
  const endIsCertain = headers.has("content-length") || /chunked/i.test(headers.get("transfer-encoding") ?? "");
  return { kind: "result", variant, body: read(), endIsCertain, close: () => closeBody(open, peeked) };
}

function checkTarget(plan: OpenPlan, target: URL, reach: Reach, variant: string): void {
  const say = (detail: string) =>
    new PlantServiceError({ code: "refused-address", call: "result", variant, detail });
  if (target.protocol !== "https:" && target.protocol !== "http:") throw say("its address is neither https nor http");
  if (target.protocol === "http:" && new URL(plan.base).protocol !== "http:") {
    throw say("its address is http, although the service's own is https");
  }
  if (target.username || target.password) throw say("its address holds a user name");
  if (!isWithinReach(kindOfHost(target.hostname), reach)) {
    throw say(`its host ${target.hostname} is in a nearer network than the service's own address`);
  }
}

async function fetchLocated(
  ctx: CallContext,
  plan: OpenPlan,
  located: Located,
  hops: Hops,
): Promise<OpenedResult | Refused> {
  const variant = VARIANT_WORDS[located.variant];
  const reach = await plan.reachOf(plan.base);
  for (let target = located.target; ; ) {
    checkTarget(plan, target, reach, variant);
    const open = await openLocated(ctx, plan, target, reach, variant);
    const { status } = open.response;
    if (isRedirect(status)) {
      await drop(open);
      target = nextHop(ctx, "result", open, target.href, hops);
      continue;
    }
    if (status === 202 || status === 204) return notReady(ctx, open);
    if (status >= 200 && status < 300) return readLocated(ctx, open, located.variant);
    const error = await refuseWith(ctx, "result", open, { variant });
    if (status >= 500 || status === 429) throw error;
    return { kind: "refused", error };
  }
}

/** Bare first. An address on the service's own origin may want the token after all, and may have it. */
async function openLocated(
  ctx: CallContext,
  plan: OpenPlan,
  target: URL,
  reach: Reach,
  variant: string,
): Promise<OpenCall> {
  const headers = { accept: "*/*", "accept-encoding": "gzip" };
  const open = await openCall(ctx, "result", target.href, { headers, reach }, variant);
  const refused = open.response.status === 401 || open.response.status === 403;
  if (!refused || target.origin !== new URL(plan.base).origin) return open;
  await drop(open);
  const authorization = `Bearer ${await plan.tokens.get()}`;
  return openCall(ctx, "result", target.href, { headers: { ...headers, authorization } }, variant);
}

async function readLocated(ctx: CallContext, open: OpenCall, variant: DownloadVariant): Promise<OpenedResult> {
  const peeked = await peekOpen(ctx, "result", open, VARIANT_WORDS[variant]);
  const content = await judgeContent(peeked);
  if (content.kind !== "markup") return toResult(ctx, "result", open, peeked, variant);
  await closeBody(open, peeked);
  const { status, headers } = open.response;
  const detail = "a page came instead of a result";
  throw refusal(ctx, "result", { status, headers, text: "", json: undefined }, { code: "bad-answer", detail, variant: VARIANT_WORDS[variant] });
}
