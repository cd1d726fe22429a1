/** The client of the plant-monitoring service's query interface: single steps, to be persisted between. */

import type { Reach } from "@/lib/base/core/addresses";
import { reachByForm } from "@/lib/base/core/addresses";
import type { ServiceFetch } from "./call";
import { type Answer, askWithSlashes, type CallContext, exchange, type ServiceMemory } from "./call";
import type { QueryRequest, TokenAuth } from "./contract";
import { openResult } from "./download";
import { judgeStatus, judgeSubmit, type StatusAnswer, type SubmitAnswer } from "./query-life-cycle";
import type { OpenedResult } from "./result-body";
import { createTokenSource, type TokenSource, withToken } from "./token";

/** One installation, and what the client needs of the world. */
export interface PlantServiceOptions {
  /** `{base_url}`, e.g. `https://api.example.com/v1`. */
  baseUrl: string;
  /** `{auth_url}`. */
  authUrl: string;
  clientId: string;
  clientSecret: string;
  tokenAuth?: TokenAuth;
  fetch: ServiceFetch;
  /** Epoch milliseconds; the machine's clock by default. */
  now?: () => number;
  /** Ends every call of this client. */
  signal?: AbortSignal;
  /** Limit for an answer; 30,000 milliseconds by default. A result's body has none of its own. */
  timeoutMs?: number;
  /** How near an address is; by its literal form where names are not resolved. */
  reachOf?: (url: string) => Promise<Reach>;
  /** What is known of the installation's variants; kept up to date. */
  memory?: ServiceMemory;
}

/** What a single step may be given. */
interface StepOptions {
  signal?: AbortSignal;
}

/** What the client knows when it asks for a status. */
interface StatusOptions extends StepOptions {
  /** The status of this query was told before; then 404 means an expired one, and not that there is no endpoint. */
  known?: boolean;
}

/** What the client knows when it opens a result. */
interface OpenOptions extends StepOptions {
  /** A status endpoint said that the query is done; then a missing result means an expired one. */
  completed: boolean;
}

/** The three steps of a query's life (service-interface 4; service-in-the-field "Query life cycle"). */
export interface PlantServiceClient {
  /**
   * Submits a query. The request must already be checked and clamped (`toSentQuery`).
   * @throws PlantServiceError; `retryable` says whether it may be submitted again
   */
  submit(request: QueryRequest, options?: StepOptions): Promise<SubmitAnswer>;
  /**
   * Asks once how far a query is; `no-endpoint` means: poll {@link openResult} instead.
   * @throws PlantServiceError; `result-expired` means: submit again, once
   */
  status(queryId: string, options?: StatusOptions): Promise<StatusAnswer>;
  /**
   * Opens a result for reading, wherever it lies; `not-ready` means: ask again later.
   * @throws PlantServiceError; `result-expired` means: submit again, once
   */
  openResult(queryId: string, options: OpenOptions): Promise<OpenedResult>;
}

function anySignal(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Makes a client of one installation; it keeps its token between calls and nothing else. */
export function createPlantServiceClient(options: PlantServiceOptions): PlantServiceClient {
  const { fetch, timeoutMs = 30_000, memory = {}, tokenAuth = "basic" } = options;
  const reachOf = options.reachOf ?? reachByForm;
  const base = options.baseUrl.replace(/\/+$/, "");
  const now = options.now ?? Date.now;
  const steadyNow = options.now ?? (() => performance.now());
  const world = { fetch, now, steadyNow, timeoutMs, signal: options.signal };
  const { authUrl, clientId, clientSecret } = options;
  const tokens = createTokenSource(world, { authUrl, clientId, clientSecret, tokenAuth }, memory);
  const context = (step?: StepOptions): CallContext => ({
    ...world,
    signal: anySignal(options.signal, step?.signal),
    secrets: tokens.secrets,
  });
  const addressOf = (queryId: string, tail: string) => `${base}/query/${encodeURIComponent(queryId)}/${tail}`;
  return {
    async submit(request, step) {
      const ctx = context(step);
      return judgeSubmit(ctx, await sendSubmit(ctx, tokens, memory, `${base}/query`, request));
    },
    async status(queryId, step) {
      const ctx = context(step);
      const answer = await sendStatus(ctx, tokens, memory, addressOf(queryId, "status"));
      return judgeStatus(ctx, answer, step?.known);
    },
    async openResult(queryId, step) {
      const url = addressOf(queryId, "result/download");
      return openResult(context(step), { url, base, completed: step.completed, tokens, reachOf });
    },
  };
}

async function sendSubmit(
  ctx: CallContext,
  tokens: TokenSource,
  memory: ServiceMemory,
  url: string,
  request: QueryRequest,
): Promise<Answer> {
  const body = JSON.stringify(request);
  const ask = (address: string) =>
    withToken(tokens, (authorization) => {
      const headers = { authorization, accept: "application/json", "content-type": "application/json" };
      return exchange(ctx, "submit", address, { method: "POST", headers, body });
    });
  return askWithSlashes(ctx, { call: "submit", url, memory, key: "submitSlash", on404: false, ask });
}

async function sendStatus(
  ctx: CallContext,
  tokens: TokenSource,
  memory: ServiceMemory,
  url: string,
): Promise<Answer> {
  const ask = (address: string) =>
    withToken(tokens, (authorization) =>
      exchange(ctx, "status", address, { headers: { authorization, accept: "application/json" } }),
    );
  return askWithSlashes(ctx, { call: "status", url, memory, key: "statusSlash", on404: true, ask });
}
