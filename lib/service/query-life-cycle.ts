/** The life of a query at the service: judges the answers to submit and status, and plans the next poll. Pure. */
import { z } from "zod";
import { type Answer, type CallContext, readBody, readRetryAfter, rejection } from "./call";
import type { QueryState } from "./contract";
import { PlantServiceError, redact } from "./errors";
import { parseServiceTime } from "./service-time";

/** Pauses before the first polls, then before each further one; seconds. */
const FIRST_PAUSES_S = [1, 2, 3, 5, 8];
const PAUSE_S = 10;
/** A pause is up to this share longer or shorter. */
const JITTER = 0.2;

/** An accepted query (docs/spec/service-interface.md "Submit"). */
export interface SubmitAnswer {
  queryId: string;
  /** `SUBMITTED`; null if the answer has none. */
  status: string | null;
}

/**
 * The progress of a query, or `no-endpoint` for an installation without a status endpoint. Times are epoch
 * milliseconds.
 */
export type StatusAnswer =
  | {
      kind: "status";
      state: QueryState;
      /** The status in the service's spelling, to be shown. */
      raw: string;
      /** The service's reason, if it gave one. */
      error: string | null;
      requestedAt: number | null;
      updatedAt: number | null;
      expiresAt: number | null;
      /** Seconds until the next poll, by Retry-After. */
      retryAfter: number | null;
    }
  | { kind: "no-endpoint"; httpStatus: number };

const submitSchema = z.object({
  // It becomes a part of addresses, where "." and ".." would lead elsewhere.
  queryId: z
    .string()
    .min(1)
    .max(500)
    .regex(/^(?!\.{1,2}$)/),
  status: z.string().nullish().catch(null),
});

const messageSchema = z.union([
  z.string(),
  z.object({ message: z.string() }).transform((error) => error.message),
]);
const timeSchema = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => (text ? parseServiceTime(text) : null));
const statusSchema = z.object({
  status: z.string().min(1),
  error: messageSchema.nullish().catch(null),
  message: z.string().nullish().catch(null),
  requestedAt: timeSchema,
  updatedAt: timeSchema,
  expiresAt: timeSchema,
});

/**
 * Judges the answer to a submit: any 2xx with a `queryId` (docs/spec/service-interface.md "Submit" and "Errors").
 * @throws PlantServiceError bad-request, token-refused, scope-missing, rate-limited, unavailable, server-error,
 *   bad-answer
 */
export function judgeSubmit(ctx: CallContext, answer: Answer): SubmitAnswer {
  const { queryId, status } = readBody(ctx, "submit", answer, submitSchema, () => "no queryId in it");
  return { queryId, status: status ? redact(status, ctx.secrets()) : null };
}

/**
 * Judges the answer to a status request; 404, 405 and 501 mean that there is no such endpoint.
 * @param known the endpoint has given a status of this query before: then 404 means that the query has expired
 * @throws PlantServiceError as {@link judgeSubmit}, and result-expired on 410, and on 404 where it is known
 */
export function judgeStatus(ctx: CallContext, answer: Answer, known = false): StatusAnswer {
  const { status: httpStatus } = answer;
  if (known && httpStatus === 404) {
    const detail = "the service had told its status before and does not know it any more";
    throw rejection(ctx, "status", answer, { code: "result-expired", detail });
  }
  if ([404, 405, 501].includes(httpStatus)) return { kind: "no-endpoint", httpStatus };
  if (httpStatus === 410) throw rejection(ctx, "status", answer, { code: "result-expired" });
  const { status, error, message, ...times } = readBody(
    ctx,
    "status",
    answer,
    statusSchema,
    () => "no status in it",
  );
  const state = toQueryState(status);
  const hasFailed = state === "failed" || state === "cancelled";
  const reason = error ?? (hasFailed ? message : null);
  return {
    kind: "status",
    state,
    raw: redact(status, ctx.secrets()),
    error: reason ? redact(reason, ctx.secrets()) : null,
    ...times,
    retryAfter: readRetryAfter(answer.headers, ctx.now()),
  };
}

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

/**
 * Maps a status of the service, in any case and spelling, to a state
 * (docs/spec/service-in-the-field.md "Query life cycle").
 */
export function toQueryState(raw: string): QueryState {
  const status = raw
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, "_");
  return STATES[status] ?? "unknown";
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

/** The inputs of a poll decision; times are epoch milliseconds. */
interface PollSituation {
  /** Polls already made. */
  attempt: number;
  now: number;
  deadline: number;
  /** Seconds, from the last answer's Retry-After; null without one. */
  retryAfter?: number | null;
  /** A number in [0, 1), for the jitter. */
  random: number;
}

/** Poll again after `delayMs`, or stop: the deadline has passed, or comes before the service's own Retry-After. */
type PollDecision =
  | { kind: "wait"; delayMs: number }
  | { kind: "give-up"; reason: "deadline" | "retry-after" };

/** Decides between waiting and giving up; the last poll falls on the deadline itself. */
export function planPoll({ attempt, now, deadline, retryAfter, random }: PollSituation): PollDecision {
  const left = deadline - now;
  if (left <= 0) return { kind: "give-up", reason: "deadline" };
  if ((retryAfter ?? 0) * 1000 > left) return { kind: "give-up", reason: "retry-after" };
  return { kind: "wait", delayMs: Math.min(left, nextPollDelay(attempt, retryAfter, random)) };
}

/**
 * The pause before a poll, in milliseconds: 1, 2, 3, 5, 8, then 10 s, up to a fifth more or less.
 * A Retry-After is a lower bound, so its jitter only adds (docs/spec/service-in-the-field.md "Query life cycle").
 */
export function nextPollDelay(
  attempt: number,
  retryAfter: number | null | undefined,
  random: number,
): number {
  const step = (FIRST_PAUSES_S[Math.max(0, Math.trunc(attempt))] ?? PAUSE_S) * 1000;
  const usual = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  if (retryAfter === null || retryAfter === undefined) return usual;
  return Math.max(usual, Math.round(retryAfter * 1000 + Math.min(step, retryAfter * 1000) * JITTER * random));
}
