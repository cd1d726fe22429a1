/** The client of the plant-monitoring service's query interface: single steps, whose outcomes the caller persists. */
import { type Reach, reachByForm } from "@/lib/base/core/addresses";
import {
  type Answer,
  type CallContext,
  exchange,
  type ServiceFetch,
  type ServiceMemory,
  type ServiceRequestInit,
  type SlashRequest,
  sendEitherSlash,
} from "./call";
import type { QueryRequest, TokenAuth } from "./contract";
import { openResult } from "./download";
import { judgeStatus, judgeSubmit, type StatusAnswer, type SubmitAnswer } from "./query-life-cycle";
import type { OpenedResult } from "./result-body";
import { createTokenSource, withToken } from "./token";

/** One installation, and what the client needs of its surroundings. */
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
  /** Aborts every call of this client. */
  signal?: AbortSignal;
  /** Limit for an answer; 30,000 milliseconds by default. The body of a result has none of its own. */
  timeoutMs?: number;
  /** How near an address is; judged by its literal form by default, names being public. */
  reachOf?: (url: string) => Promise<Reach>;
  /** What is known of the installation's variants; the client updates it. */
  memory?: ServiceMemory;
}

interface StepOptions {
  signal?: AbortSignal;
}

interface StatusOptions extends StepOptions {
  /** The status of this query was told before: then 404 means that it has expired, not that there is no endpoint. */
  known?: boolean;
}

interface OpenOptions extends StepOptions {
  /** A status endpoint said that the query is done: then a missing result has expired. */
  completed: boolean;
}

/**
 * The three steps of a query's life (docs/spec/service-interface.md "Query";
 * docs/spec/service-in-the-field.md "Query life cycle").
 */
export interface PlantServiceClient {
  /**
   * Submits a query that is already checked and clamped (`toSentQuery`).
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

/** Makes a client of one installation; between calls it keeps its token and nothing else. */
export function createPlantServiceClient(options: PlantServiceOptions): PlantServiceClient {
  const {
    fetch,
    signal,
    timeoutMs = 30_000,
    memory = {},
    tokenAuth = "basic",
    reachOf = reachByForm,
  } = options;
  const { authUrl, clientId, clientSecret } = options;
  const base = options.baseUrl.replace(/\/+$/, "");
  const now = options.now ?? Date.now;
  const steadyNow = options.now ?? (() => performance.now());
  const world = { fetch, now, steadyNow, timeoutMs, signal };
  const tokens = createTokenSource(world, { authUrl, clientId, clientSecret, tokenAuth }, memory);

  const context = (step?: StepOptions): CallContext => ({
    ...world,
    signal: signal && step?.signal ? AbortSignal.any([signal, step.signal]) : (signal ?? step?.signal),
    secrets: tokens.secrets,
  });
  const queryUrl = (queryId: string, tail: string) => `${base}/query/${encodeURIComponent(queryId)}/${tail}`;
  const send = (
    ctx: CallContext,
    request: Pick<SlashRequest, "call" | "url" | "key" | "on404">,
    { headers, ...init }: ServiceRequestInit = {},
  ): Promise<Answer> =>
    sendEitherSlash(ctx, {
      ...request,
      memory,
      send: (url) =>
        withToken(tokens, (authorization) =>
          exchange(ctx, request.call, url, {
            ...init,
            headers: { authorization, accept: "application/json", ...headers },
          }),
        ),
    });

  return {
    async submit(query, step) {
      const ctx = context(step);
      const request = { call: "submit", url: `${base}/query`, key: "submitSlash", on404: false } as const;
      const headers = { "content-type": "application/json" };
      return judgeSubmit(
        ctx,
        await send(ctx, request, { method: "POST", headers, body: JSON.stringify(query) }),
      );
    },
    async status(queryId, step) {
      const ctx = context(step);
      const url = queryUrl(queryId, "status");
      const request = { call: "status", url, key: "statusSlash", on404: true } as const;
      return judgeStatus(ctx, await send(ctx, request), step?.known);
    },
    async openResult(queryId, step) {
      const url = queryUrl(queryId, "result/download");
      return openResult(context(step), { url, base, completed: step.completed, tokens, reachOf });
    },
  };
}
