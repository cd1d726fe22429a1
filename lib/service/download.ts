/** Opens a result wherever it lies: at a pre-signed address, behind a redirect, or in the answer itself. */
import { type CallContext, messageOf, type OpenCall, openCall } from "./call";
import { PlantServiceError } from "./errors";
import { judgeContent } from "./peek";
import { fetchLocated, type Located, type OpenPlan, type Refused } from "./presigned";
import { normaliseStatus, queryFailure } from "./query-answers";
import { redact } from "./redact";
import {
  bareRefusal,
  closeBody,
  drop,
  type Hops,
  newHops,
  nextHop,
  notReady,
  type OpenedResult,
  peekOpen,
  refuseWith,
  toResult,
  VARIANT_WORDS,
} from "./result-body";
import { readRetryAfter } from "./retry-after";
import { isRedirect, kindOfRedirect } from "./slashes";
import { withToken } from "./token";

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
