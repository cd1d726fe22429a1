/** Opens a result wherever it lies: at a pre-signed address, behind a redirect, or in the answer itself. */

import { isWithinReach, kindOfHost, type Reach } from "@/lib/base/core/addresses";
import {
  type CallContext,
  isRedirect,
  kindOfRedirect,
  messageOf,
  type OpenCall,
  openCall,
  readRetryAfter,
} from "./call";
import { PlantServiceError, redact } from "./errors";
import { normaliseStatus, queryFailure } from "./query-life-cycle";
import {
  bareRefusal,
  closeBody,
  type DownloadVariant,
  drop,
  type Hops,
  judgeContent,
  newHops,
  nextHop,
  notReady,
  type OpenedResult,
  peekOpen,
  refuseWith,
  toResult,
  VARIANT_WORDS,
} from "./result-body";
import { type TokenSource, withToken } from "./token";

export type { OpenedResult } from "./result-body";

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
  throw new PlantServiceError({
    code: "result-expired",
    call: "result",
    httpStatus,
    serviceMessage,
    variant,
    detail,
    cause,
  });
}

async function openOnce(ctx: CallContext, plan: OpenPlan): Promise<OpenedResult | Refused> {
  const hops = newHops();
  const located = await locate(ctx, plan, plan.url, hops);
  return located.kind === "located" ? fetchLocated(ctx, plan, located, hops) : located;
}

async function locate(
  ctx: CallContext,
  plan: OpenPlan,
  url: string,
  hops: Hops,
): Promise<OpenedResult | Located> {
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
    bareRefusal(ctx, "download", open.response, { code: "bad-answer", detail, serviceMessage });
  if (content.kind === "markup") throw say("a page came instead of a result");
  if (content.kind === "message") {
    throw say("no result in it", messageOf(ctx, { text: "", json: content.json }));
  }
  if (content.kind === "address") {
    if (!URL.canParse(content.address, url)) throw say("its pre-signed address cannot be read");
    return { kind: "located", variant: "address", target: new URL(content.address, url) };
  }
  const state = normaliseStatus(content.raw);
  const reason = messageOf(ctx, { text: "", json: content.json });
  if (state === "failed" || state === "cancelled") {
    throw queryFailure(redact(content.raw, ctx.secrets()), reason);
  }
  const retryAfter = readRetryAfter(headers.get("retry-after"), ctx.now());
  return { kind: "not-ready", httpStatus: status, retryAfter };
}

/** Fetches a result from the address that the service gave, under the rules for such addresses. */

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

/** An address that the service gave. */
export interface Located {
  kind: "located";
  variant: "address" | "redirect";
  target: URL;
}

/** The address was refused for good. */
export type Refused = { kind: "refused"; error: PlantServiceError };

function checkTarget(plan: OpenPlan, target: URL, reach: Reach, variant: string): void {
  const say = (detail: string) =>
    new PlantServiceError({ code: "refused-address", call: "result", variant, detail });
  if (target.protocol !== "https:" && target.protocol !== "http:")
    throw say("its address is neither https nor http");
  if (target.protocol === "http:" && new URL(plan.base).protocol !== "http:") {
    throw say("its address is http, although the service's own is https");
  }
  if (target.username || target.password) throw say("its address holds a user name");
  if (!isWithinReach(kindOfHost(target.hostname), reach)) {
    throw say(`its host ${target.hostname} is in a nearer network than the service's own address`);
  }
}

/**
 * Opens a result at its address: without the token, within reach of the service's own address.
 * @throws PlantServiceError refused-address, bad-answer, and what may pass: unavailable, server-error, unreachable
 */
export async function fetchLocated(
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

/**
 * Bare first. An address on the service's own origin that asks who we are (401) may have the token. One that refuses
 * (403) has run out: a token would only hide that.
 */
async function openLocated(
  ctx: CallContext,
  plan: OpenPlan,
  target: URL,
  reach: Reach,
  variant: string,
): Promise<OpenCall> {
  const headers = { accept: "*/*", "accept-encoding": "gzip" };
  const open = await openCall(ctx, "result", target.href, { headers, reach }, variant);
  if (open.response.status !== 401 || target.origin !== new URL(plan.base).origin) return open;
  await drop(open);
  const authorization = `Bearer ${await plan.tokens.get()}`;
  return openCall(ctx, "result", target.href, { headers: { ...headers, authorization } }, variant);
}

async function readLocated(
  ctx: CallContext,
  open: OpenCall,
  variant: DownloadVariant,
): Promise<OpenedResult> {
  const peeked = await peekOpen(ctx, "result", open, VARIANT_WORDS[variant]);
  const content = await judgeContent(peeked);
  if (content.kind !== "markup") return toResult(ctx, "result", open, peeked, variant);
  await closeBody(open, peeked);
  const detail = "a page came instead of a result";
  throw bareRefusal(ctx, "result", open.response, {
    code: "bad-answer",
    detail,
    variant: VARIANT_WORDS[variant],
  });
}
