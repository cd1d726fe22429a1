import { z } from "zod";
import { type Answer, type CallContext, readRetryAfter, refusal } from "./call";
import type { QueryState } from "./contract";
import { PlantServiceError, redact } from "./errors";
import { parseServiceTime } from "./service-time";

/** Judges what the service answers to a submit and to a status request. */

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

/** When to ask the service again: quick at first, then every ten seconds, never before it wants. */

const STEPS_S = [1, 2, 3, 5, 8];

const STEADY_S = 10;

const JITTER = 0.2;

/** What the plan needs to know; times are epoch milliseconds. */
export interface PollSituation {
  /** Polls already made, from 0. */
  attempt: number;
  now: number;
  /** When to give up. */
  deadline: number;
  /** Seconds, from the last answer's Retry-After; null without one. */
  retryAfter?: number | null;
  /** A number in [0, 1), for the jitter. */
  random: number;
}

/** Poll again after `delayMs`, or stop: the deadline has passed, or lies before the service's own Retry-After. */
export type PollDecision =
  | { kind: "wait"; delayMs: number }
  | { kind: "give-up"; reason: "deadline" | "retry-after" };

/**
 * The pause before a poll, in milliseconds: 1, 2, 3, 5, 8, then 10 s, up to a fifth more or less.
 * A Retry-After is a lower bound, so its jitter only adds (service-in-the-field, Query life cycle).
 */
export function nextPollDelay(
  attempt: number,
  retryAfter: number | null | undefined,
  random: number,
): number {
  const step = (STEPS_S[Math.max(0, Math.trunc(attempt))] ?? STEADY_S) * 1000;
  const usual = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  if (retryAfter === null || retryAfter === undefined) return usual;
  return Math.max(usual, Math.round(retryAfter * 1000 + Math.min(step, retryAfter * 1000) * JITTER * random));
}

/** Decides between waiting and giving up; the last poll falls on the deadline itself. */
export function planPoll(situation: PollSituation): PollDecision {
  const left = situation.deadline - situation.now;
  if (left <= 0) return { kind: "give-up", reason: "deadline" };
  const { attempt, retryAfter, random } = situation;
  if ((retryAfter ?? 0) * 1000 > left) return { kind: "give-up", reason: "retry-after" };
  return { kind: "wait", delayMs: Math.min(left, nextPollDelay(attempt, retryAfter, random)) };
}
