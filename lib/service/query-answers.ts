/** Judges what the service answers to a submit and to a status request. */
import { z } from "zod";
import { type Answer, type CallContext, refusal } from "./call";
import type { QueryState } from "./contract";
import { PlantServiceError } from "./errors";
import { redact } from "./redact";
import { readRetryAfter } from "./retry-after";
import { parseServiceTime } from "./service-time";

/** An accepted query (service-interface 2.6). */
export interface SubmitAnswer {
  queryId: string;
  /** As it came: `SUBMITTED`; null where the answer has none. */
  status: string | null;
}

/** How far a query is, or that the installation has no status endpoint. Times are epoch milliseconds. */
export type StatusAnswer =
  | {
      kind: "status";
      state: QueryState;
      /** The status as it came, to be shown. */
      raw: string;
      /** The service's reason, where it gave one. */
      error: string | null;
      requestedAt: number | null;
      updatedAt: number | null;
      expiresAt: number | null;
      /** Seconds until the next poll, where the service asks for it. */
      retryAfter: number | null;
    }
  | { kind: "no-endpoint"; httpStatus: number };

const submitSchema = z.object({
  // It becomes a part of addresses: dots alone would lead elsewhere.
  queryId: z
    .string()
    .min(1)
    .max(500)
    .regex(/^(?!\.{1,2}$)/),
  status: z.string().nullish().catch(null),
});

const words = z.union([z.string(), z.object({ message: z.string() }).transform((error) => error.message)]);
const statusSchema = z.object({
  status: z.string().min(1),
  error: words.nullish().catch(null),
  message: z.string().nullish().catch(null),
  requestedAt: z.string().nullish().catch(null),
  updatedAt: z.string().nullish().catch(null),
  expiresAt: z.string().nullish().catch(null),
});

const STATES: Record<string, QueryState> = {
  SUBMITTED: "running",
  IN_PROGRESS: "running",
  RUNNING: "running",
  COMPLETED: "done",
  FINISHED: "done",
  FAILED: "failed",
  CANCELLED: "cancelled",
  CANCELED: "cancelled",
};

/** What a status comes down to, whatever its case (service-in-the-field, Query life cycle). */
export function normaliseStatus(raw: string): QueryState {
  return (
    STATES[
      raw
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, "_")
    ] ?? "unknown"
  );
}

function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/**
 * Judges the answer to a submit: any 2xx with a `queryId` (service-interface 2.6, 7).
 * @throws PlantServiceError bad-request, token-refused, scope-missing, rate-limited, unavailable, server-error, bad-answer
 */
export function judgeSubmit(ctx: CallContext, answer: Answer): SubmitAnswer {
  if (!isSuccess(answer)) throw refusal(ctx, "submit", answer);
  const body = submitSchema.safeParse(answer.json);
  if (!body.success) throw refusal(ctx, "submit", answer, { code: "bad-answer", detail: "no queryId in it" });
  const { queryId, status } = body.data;
  return { queryId, status: status ? redact(status, ctx.secrets()) : null };
}

const time = (text: string | null | undefined) => (text ? parseServiceTime(text) : null);

const FORGOTTEN = "the service had told its status before and does not know it any more";

/**
 * Judges the answer to a status request; 404, 405 and 501 mean that there is no such endpoint.
 * @param known the endpoint has told the status of this query before: 404 then means that the query has expired
 * @throws PlantServiceError as {@link judgeSubmit}, and result-expired on 410, and on 404 where it is known
 */
export function judgeStatus(ctx: CallContext, answer: Answer, known = false): StatusAnswer {
  const { status: httpStatus } = answer;
  if (known && httpStatus === 404)
    throw refusal(ctx, "status", answer, { code: "result-expired", detail: FORGOTTEN });
  if ([404, 405, 501].includes(httpStatus)) return { kind: "no-endpoint", httpStatus };
  if (httpStatus === 410) throw refusal(ctx, "status", answer, { code: "result-expired" });
  if (!isSuccess(answer)) throw refusal(ctx, "status", answer);
  const body = statusSchema.safeParse(answer.json);
  if (!body.success) throw refusal(ctx, "status", answer, { code: "bad-answer", detail: "no status in it" });
  const state = normaliseStatus(body.data.status);
  const over = state === "failed" || state === "cancelled";
  const reason = body.data.error ?? (over ? body.data.message : null);
  return {
    kind: "status",
    state,
    raw: redact(body.data.status, ctx.secrets()),
    error: reason ? redact(reason, ctx.secrets()) : null,
    requestedAt: time(body.data.requestedAt),
    updatedAt: time(body.data.updatedAt),
    expiresAt: time(body.data.expiresAt),
    retryAfter: readRetryAfter(answer.headers.get("retry-after"), ctx.now()),
  };
}

/** The error for a query that ended as FAILED or CANCELLED. */
export function queryFailure(raw: string, error: string | null): PlantServiceError {
  return new PlantServiceError({
    code: "query-failed",
    call: "status",
    serviceMessage: error,
    detail: `the query ended as ${raw}`,
  });
}
