import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { MemberFault } from "@/lib/base/core/errors";
import { HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";
import { MEMBER_NAMES } from "@/lib/farm/tenancies/contract";
import { createPlantServiceClient, type PlantServiceClient } from "@/lib/service/client";
import { networkFailure, PlantServiceError, type PlantServiceErrorCode } from "@/lib/service/errors";
import { type AddressPolicy, createGuardedFetch } from "@/lib/service/guarded-fetch.server";
import { nextPollDelay, queryFailure } from "@/lib/service/query-life-cycle";
import { toSentQuery } from "@/lib/service/request-rules";
import type { OpenedResult } from "@/lib/service/result-body";
import { parseIndices } from "@/lib/service/result-stream.server";
import { credentialTexts, judgeToken, requestToken } from "@/lib/service/token";
import { adviceForError } from "./connection-advice";
import type { Advice } from "./connection-step";

/** The settings of a tested connection. */
export type TestedAccess = {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  tokenAuth: "basic" | "post";
  dataDelayHours: number;
  policy: AddressPolicy;
  signal: AbortSignal;
};

/** A step: its request, and the work that returns its outcome in words. */
export type HistoryStep = { call: string | null; work: () => Promise<string> };

const TIMEOUT_MS = 20_000;

const HOURS = 24;
const INDEX = "HEALTH";
/** The wait for an answer of each address. */
const REACH_MS = 5_000;
const VARIANTS = {
  address: "200 with an address, fetched there without our token",
  redirect: "A redirect, followed without our token",
  direct: "The result came in the answer itself",
};

type Member = "baseUrl" | "authUrl";

type Miss = MemberFault & { parameter: Member; code: PlantServiceErrorCode; advice: Advice };

type Progress = { queryId: string; completed: boolean; opened: OpenedResult | null };

/** The six steps from the addresses to the rows, to be run in order. */
export function historySteps(access: TestedAccess): HistoryStep[] {
  const { baseUrl, authUrl, clientId, clientSecret, tokenAuth, signal } = access;
  const fetch = createGuardedFetch(access.policy);
  // Made late: the first step has no client secret yet.
  let made: PlantServiceClient | undefined;
  const client = () => {
    made ??= createPlantServiceClient({
      ...{ baseUrl, authUrl, clientId, clientSecret, tokenAuth, fetch, signal },
      timeoutMs: TIMEOUT_MS,
    });
    return made;
  };
  const progress: Progress = { queryId: "", completed: false, opened: null };
  const base = new URL(baseUrl).pathname.replace(/\/$/, "");
  const auth = new URL(authUrl).pathname.replace(/\/$/, "");
  return [
    { call: hostsOf(access).join(", "), work: () => reachAddresses(access) },
    { call: `POST ${auth}/oauth2/token`, work: () => askToken(access, fetch) },
    { call: `POST ${base}/query`, work: () => submit(client(), access, progress) },
    { call: `GET ${base}/query/…/status`, work: () => awaitStatus(client(), progress, signal) },
    { call: `GET ${base}/query/…/result/download`, work: () => openResult(client(), progress, signal) },
    { call: null, work: () => readRows(progress) },
  ];
}

const hostsOf = ({ authUrl, baseUrl }: TestedAccess) => [
  ...new Set([new URL(authUrl).hostname, new URL(baseUrl).hostname]),
];

async function askToken(access: TestedAccess, fetch: ReturnType<typeof createGuardedFetch>): Promise<string> {
  const { authUrl, clientId, clientSecret, tokenAuth, signal } = access;
  const settings = { authUrl, clientId, clientSecret, tokenAuth };
  const secrets = () => credentialTexts(settings);
  const context = { fetch, now: Date.now, timeoutMs: TIMEOUT_MS, secrets, signal };
  const memory: Parameters<typeof requestToken>[2] = {};
  const answer = await requestToken(context, settings, memory);
  const token = judgeToken(context, answer);
  const sent = tokenAuth === "post" ? "the credentials in the form body" : "HTTP Basic";
  const encoded = memory.basicEncoding === "form" ? ", form-encoded" : "";
  const slash = memory.tokenSlash ? ", at the address with a trailing slash" : "";
  const minutes = Math.round(token.lifetimeMs / MINUTE_MS);
  const valid = minutes >= 60 ? `${Math.round(minutes / 60)} h` : `${minutes} min`;
  return `${answer.status} with ${sent}${encoded}${slash}. Bearer, valid ${valid}`;
}

async function submit(client: PlantServiceClient, access: TestedAccess, progress: Progress): Promise<string> {
  const now = Date.now();
  const from = new Date(now - (access.dataDelayHours + HOURS) * HOUR_MS).toISOString();
  const query = { type: "indices" as const, filters: { from, indexNames: [INDEX] } };
  const { request } = toSentQuery(query, now, access.dataDelayHours);
  const answer = await client.submit(request);
  progress.queryId = answer.queryId;
  return `Accepted${answer.status ? ` as ${answer.status}` : ""}: ${HOURS} hours of Health of all areas`;
}

async function awaitStatus(
  client: PlantServiceClient,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await client.status(progress.queryId);
    if (answer.kind === "no-endpoint")
      return `${answer.httpStatus}: this installation has no status address. The download is asked instead`;
    if (answer.state === "failed" || answer.state === "cancelled")
      throw queryFailure(answer.raw, answer.error);
    if (answer.state === "done") {
      progress.completed = true;
      return `${answer.raw} after ${attempt + 1} ${attempt === 0 ? "status check" : "status checks"}`;
    }
    await sleep(nextPollDelay(attempt, answer.retryAfter, Math.random()), undefined, { signal });
  }
}

async function openResult(
  client: PlantServiceClient,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const opened = await client.openResult(progress.queryId, { completed: progress.completed });
    if (opened.kind === "result") {
      progress.opened = opened;
      return VARIANTS[opened.variant];
    }
    await sleep(nextPollDelay(attempt, opened.retryAfter, Math.random()), undefined, { signal });
  }
}

async function readRows({ opened }: Progress): Promise<string> {
  if (opened?.kind !== "result")
    throw new PlantServiceError({ code: "bad-answer", call: "result", detail: "there is nothing to read" });
  const result = parseIndices(opened.body, { endIsCertain: opened.endIsCertain });
  const countByIndex = new Map<string, number>();
  for await (const batch of result)
    for (const { indexName } of batch) countByIndex.set(indexName, (countByIndex.get(indexName) ?? 0) + 1);
  const { rows, rejected, empty, format, gzip, unknownColumns } = result.summary;
  const as =
    format === null || format === "empty" ? "" : ` as ${format.toUpperCase()}${gzip ? ", gzip" : ""}`;
  const notes = [
    empty > 0 ? `${empty.toLocaleString("en")} without a value` : "",
    rejected > 0 ? `${rejected.toLocaleString("en")} could not be read` : "",
    unknownColumns.length > 0 ? `unknown columns: ${unknownColumns.slice(0, 5).join(", ")}` : "",
  ].filter(Boolean);
  const remark = rows === 0 ? "Health is measured at night: none may be right" : othersInWords(countByIndex);
  const came = [`${rowsInWords(rows)}${as}`, ...notes].join("; ");
  return remark === null ? came : `${came}. ${remark}`;
}

/** One or both addresses did not answer; `faults` says why for each. */
export class NotReached extends Error {
  readonly faults: readonly MemberFault[];
  readonly advice: Advice;
  readonly code: PlantServiceErrorCode;

  constructor(first: Miss, others: readonly Miss[]) {
    const misses = [first, ...others];
    super(misses.map(({ parameter, message }) => `${MEMBER_NAMES[parameter]}: ${message}`).join(". "));
    this.name = "NotReached";
    this.faults = misses.map(({ parameter, message }) => ({ parameter, message }));
    this.advice = first.advice;
    this.code = first.code;
  }
}

/**
 * Requests both addresses of a service. Any answer will do: there is no token yet, and no known path.
 * @returns their answers in words
 * @throws NotReached when one or both did not answer
 */
export async function reachAddresses(
  addresses: Record<Member, string> & { policy: AddressPolicy; signal: AbortSignal },
  limitMs = REACH_MS,
): Promise<string> {
  const fetch = createGuardedFetch({ ...addresses.policy, connectMs: limitMs, headersMs: limitMs });
  const ask = async (member: Member): Promise<number | Miss> => {
    try {
      const answer = await fetch(addresses[member], { signal: addresses.signal });
      await answer.body?.cancel();
      return answer.status;
    } catch (error) {
      return missOf(member, error, addresses.signal.aborted);
    }
  };
  const [base, auth] = await Promise.all([ask("baseUrl"), ask("authUrl")]);
  const [first, ...others] = [base, auth].filter((one) => typeof one !== "number");
  if (first) throw new NotReached(first, others);
  return `Base address answered ${base}, sign-in address ${auth}: both are there. The next steps show whether their paths are right`;
}

function missOf(parameter: Member, error: unknown, aborted: boolean): Miss {
  const { code, detail = code } = networkFailure(error, aborted);
  return { parameter, message: detail, code, advice: adviceForError(error, code) };
}

/** `28 rows`. */
export const rowsInWords = (rows: number) => `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;

/**
 * Says how many rows of other indices a query of Health returned; null for none.
 * @param countByIndex rows with a value, by index name
 */
export function othersInWords(countByIndex: ReadonlyMap<string, number>): string | null {
  const health = countByIndex.get(INDEX) ?? 0;
  const names = [...countByIndex.keys()].filter((name) => name !== INDEX);
  if (names.length === 0) return null;
  const indices = names.length === 1 ? "another index" : `${names.length} other indices`;
  if (health === 0) return `None is of Health, which was asked for: they are of ${indices}`;
  const others = names.reduce((sum, name) => sum + (countByIndex.get(name) ?? 0), 0);
  return `${isOrAre(health)} of Health, ${isOrAre(others)} of ${indices}`;
}

const isOrAre = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "is" : "are"}`;
