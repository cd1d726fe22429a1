/** Fetches a result from the address that the service gave, under the rules for such addresses. */

import type { Reach } from "@/lib/base/core/addresses";
import { isWithinReach, kindOfHost } from "@/lib/base/core/addresses";
import { type CallContext, type OpenCall, openCall } from "./call";
import { PlantServiceError } from "./errors";
import { judgeContent } from "./peek";
import {
  bareRefusal,
  closeBody,
  type DownloadVariant,
  drop,
  type Hops,
  nextHop,
  notReady,
  type OpenedResult,
  peekOpen,
  refuseWith,
  toResult,
  VARIANT_WORDS,
} from "./result-body";
import { isRedirect } from "./slashes";
import type { TokenSource } from "./token";

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
