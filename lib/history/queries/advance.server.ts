import "server-only";
import { MINUTE_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import type { ServiceAccess } from "@/lib/farm/tenancies/contract";
import { serviceAccess } from "@/lib/farm/tenancies/service.server";
import type { PlantServiceClient } from "@/lib/service/client";
import { isPlantServiceError, type PlantServiceError } from "@/lib/service/errors";
import { nextPollDelay, planPoll, queryFailure } from "@/lib/service/query-life-cycle";
import { columnsToStore } from "@/lib/service/request-rules";
import { plantServiceFor } from "@/lib/service/service.server";
import type { QueryError } from "./contract";
import { CancelledError, type ImportHooks, importResult, ResultChangedError } from "./import-result.server";
import { ACTIVE, changeQuery, findQuery, type QueryChange, type QueryRecord } from "./store.server";
import { isOver } from "./words";

/** The end of a query, or the instant (epoch milliseconds) of its next step. */
export type StepOutcome =
  | { kind: "again"; at: number; error: QueryError | null }
  | { kind: "over"; query: QueryRecord };

export type StepHooks = ImportHooks & {
  /** Aborted when the program stops: another process then goes on. */
  signal?: AbortSignal;
};

/** Failed downloads after which a query fails. */
const DOWNLOAD_TRIES = 5;
/** Back to the state before the first submission. */
const RESUBMIT: QueryChange = {
  status: "queued",
  queryId: null,
  submittedAt: null,
  runningAt: null,
  downloadingAt: null,
  expiresAt: null,
  statusTold: false,
  polls: 0,
  tries: 0,
  checkpoint: null,
};

const NOT_CONNECTED: QueryError = {
  call: "submit",
  httpStatus: null,
  code: "not-connected",
  message: "The tenancy is not connected to the service: an admin enters its addresses and client.",
};

const CANCELLED: QueryChange = { status: "cancelled", error: null };

/** A step with all it works on. */
type Situation = { query: QueryRecord; access: ServiceAccess; client: PlantServiceClient; hooks: StepHooks };

/**
 * Runs one step of a query (docs/spec/service-interface.md "Query";
 * docs/spec/service-in-the-field.md "Query life cycle"): submit, ask for the status, or download and store. Every
 * transition is saved before the next one, so that any process can repeat a step that was interrupted anywhere.
 * @returns null when there is no such query
 * @throws errors that the service did not cause; the step is then to be repeated
 */
export async function advance(id: string, hooks: StepHooks): Promise<StepOutcome | null> {
  const query = await findQuery(id);
  if (!query) return null;
  if (isOver(query.status)) return { kind: "over", query };
  if (query.cancelAsked) return end(query, CANCELLED);
  const access = await serviceAccess(query.tenancyId);
  if (!access) return fail(query, NOT_CONNECTED);
  const client = plantServiceFor({
    ...access,
    provisioned: access.trustedAddresses,
    allowPrivateHosts: env().LEAFWATCH_ALLOW_PRIVATE_HOSTS,
  });
  const situation = { query, access, client, hooks };
  try {
    return await step(situation);
  } catch (error) {
    if (error instanceof CancelledError) return end(query, CANCELLED);
    // Load it again from its first row; the rows already loaded will compare as equal.
    if (error instanceof ResultChangedError) return waitFor(query, 0, { checkpoint: null });
    if (!isPlantServiceError(error) || error.code === "aborted") throw error;
    return judge(situation, error);
  }
}

async function step(situation: Situation): Promise<StepOutcome> {
  const { query } = situation;
  if (query.status === "queued") return submit(situation);
  if (query.status === "downloading" || query.withoutStatus) return download(situation);
  return askStatus(situation);
}

async function submit(situation: Situation): Promise<StepOutcome> {
  const { query, client, hooks } = situation;
  const { type, filters } = query;
  const selectColumns = columnsToStore(type, query.selectColumns ?? undefined);
  const request = { type, filters, ...(selectColumns ? { selectColumns } : {}) };
  const { queryId, status } = await client.submit(request, hooks);
  const change: QueryChange = {
    status: "submitted",
    queryId,
    serviceStatus: status,
    submittedAt: new Date(),
  };
  return waitFor(query, nextPollDelay(0, null, Math.random()), { ...change, polls: 0 });
}

async function askStatus(situation: Situation): Promise<StepOutcome> {
  const { query, client, hooks } = situation;
  const answer = await client.status(query.queryId ?? "", { ...hooks, known: query.statusTold });
  if (answer.kind === "no-endpoint") {
    await change(query, { withoutStatus: true });
    return download({ ...situation, query: { ...query, withoutStatus: true } });
  }
  const seen: QueryChange = {
    statusTold: true,
    serviceStatus: answer.raw,
    expiresAt: answer.expiresAt === null ? null : new Date(answer.expiresAt),
  };
  if (answer.state === "failed" || answer.state === "cancelled") {
    await change(query, seen);
    throw queryFailure(answer.raw, answer.error);
  }
  if (answer.state === "done") {
    const begun: QueryChange = { ...seen, status: "downloading", downloadingAt: new Date(), polls: 0 };
    await change(query, begun);
    return download({ ...situation, query: { ...query, status: "downloading", polls: 0 } });
  }
  const submitted = answer.raw.trim().toUpperCase() === "SUBMITTED";
  const running: QueryChange = submitted
    ? {}
    : { status: "running", runningAt: query.runningAt ?? new Date() };
  return waitOrGiveUp(situation, answer.retryAfter, { ...seen, ...running });
}

async function download(situation: Situation): Promise<StepOutcome> {
  const { query, client, hooks } = situation;
  const completed = !query.withoutStatus;
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, ...(hooks.signal ? [hooks.signal] : [])]);
  const opened = await client.openResult(query.queryId ?? "", { completed, signal });
  if (opened.kind === "not-ready") return waitOrGiveUp(situation, opened.retryAfter, {});
  let current = query;
  if (query.status !== "downloading") {
    await change(query, { status: "downloading", downloadingAt: new Date(), polls: 0 });
    current = { ...query, status: "downloading", polls: 0 };
  }
  const result = { ...opened, abort: () => stopping.abort() };
  const done = await importResult(situation.access, current, result, hooks);
  return end(current, { ...done, status: "completed", error: null });
}

/** Decides what follows a failed call: another try later, a new submission, or the end. */
async function judge(situation: Situation, error: PlantServiceError): Promise<StepOutcome> {
  // The step may have moved the query before it failed.
  const query = (await findQuery(situation.query.id)) ?? situation.query;
  if (isOver(query.status)) return { kind: "over", query };
  if (error.code === "result-expired" && !query.resubmitted) {
    return waitFor(query, 0, { ...RESUBMIT, resubmitted: true });
  }
  // Without a status endpoint the download is what is polled: before its first byte only a cut counts as a try.
  const isTry = query.status === "downloading" || error.code === "download-cut";
  const tries = query.tries + (isTry ? 1 : 0);
  if (!error.retryable || tries >= DOWNLOAD_TRIES) return fail(query, toQueryError(error));
  return waitOrGiveUp({ ...situation, query }, error.retryAfter, { tries }, toQueryError(error));
}

function toQueryError(error: PlantServiceError): QueryError {
  return { call: error.call, httpStatus: error.httpStatus, code: error.code, message: error.message };
}

async function waitOrGiveUp(
  situation: Situation,
  retryAfter: number | null,
  seen: QueryChange,
  lastError?: QueryError,
): Promise<StepOutcome> {
  const { query, access } = situation;
  const minutes = access.queryDeadlineMinutes;
  const begun = query.downloadingAt ?? query.submittedAt ?? query.createdAt;
  const deadline = begun.getTime() + minutes * MINUTE_MS;
  const plan = planPoll({
    attempt: query.polls,
    now: Date.now(),
    deadline,
    retryAfter,
    random: Math.random(),
  });
  const polled: QueryChange = { ...seen, polls: query.polls + 1, error: lastError ?? null };
  if (plan.kind === "wait") return waitFor(query, plan.delayMs, polled);
  await change(query, seen);
  return fail(query, lastError ?? deadlineError(seen.serviceStatus ?? query.serviceStatus, minutes));
}

function deadlineError(serviceStatus: string | null, minutes: number): QueryError {
  const state = serviceStatus ? `; the service's last word was ${serviceStatus}` : "";
  const message = `No result after ${minutes} minutes, the deadline of this tenancy${state}.`;
  return { call: "status", httpStatus: null, code: "deadline", message };
}

async function waitFor(query: QueryRecord, delayMs: number, seen: QueryChange): Promise<StepOutcome> {
  const at = Date.now() + delayMs;
  const { error = null } = seen;
  await change(query, { ...seen, error, nextTryAt: new Date(at) });
  return { kind: "again", at, error };
}

async function change(query: QueryRecord, seen: QueryChange): Promise<void> {
  if (!(await changeQuery(query.id, ACTIVE, seen))) throw new CancelledError();
}

async function fail(query: QueryRecord, error: QueryError): Promise<StepOutcome> {
  return end(query, { status: "failed", error });
}

async function end(query: QueryRecord, last: QueryChange): Promise<StepOutcome> {
  await changeQuery(query.id, ACTIVE, { ...last, finishedAt: new Date(), nextTryAt: null, checkpoint: null });
  return { kind: "over", query: (await findQuery(query.id)) ?? query };
}
