/** The client of the plant-monitoring service's query interface: single steps, whose outcomes the caller persists. */
import { type Reach, reachByForm } from "@/lib/base/core/addresses";
import {
  type CallContext,
  exchange,
  type ServiceFetch,
  type ServiceMemory,
  type ServiceRequestInit,
  sendEitherSlash,
} from "./call";
import type { QueryRequest, TokenAuth } from "./contract";
import { openResult } from "./download";
import { judgeStatus, judgeSubmit, type StatusAnswer, type SubmitAnswer } from "./query-life-cycle";
import type { OpenedResult } from "./result-body";
import { createTokenSource, type TokenSettings, withToken } from "./token";

/** One installation, and the surroundings of its client. */
export interface PlantServiceOptions extends Omit<TokenSettings, "tokenAuth"> {
  /** `{base_url}`, e.g. `https://api.example.com/v1`. */
  baseUrl: string;
  tokenAuth?: TokenAuth;
  fetch: ServiceFetch;
  /** Epoch milliseconds; the machine's clock by default. */
  now?: () => number;
  /** Aborts every call of this client. */
  signal?: AbortSignal;
  /** Limit for an answer; 30,000 milliseconds by default. The body of a result has none of its own. */
  timeoutMs?: number;
  /** The network of an address; by default by its literal form, names being public. */
  reachOf?: (url: string) => Promise<Reach>;
  /** The installation's variants as far as they are known; the client updates them. */
  memory?: ServiceMemory;
}

interface StepOptions {
  signal?: AbortSignal;
}

/**
 * The three steps of a query's life (docs/spec/service-interface.md "Query";
 * docs/spec/service-in-the-field.md "Query life cycle").
 */
export type PlantServiceClient = ReturnType<typeof createPlantServiceClient>;

/** Makes a client of one installation; between calls it keeps its token and nothing else. */
export function createPlantServiceClient(options: PlantServiceOptions) {
  const { fetch, signal, timeoutMs = 30_000, memory = {}, reachOf = reachByForm } = options;
  const base = options.baseUrl.replace(/\/+$/, "");
  const now = options.now ?? Date.now;
  const steadyNow = options.now ?? (() => performance.now());
  const world = { fetch, now, steadyNow, timeoutMs, signal };
  const tokens = createTokenSource(world, { ...options, tokenAuth: options.tokenAuth ?? "basic" }, memory);

  const context = (step?: StepOptions): CallContext => ({
    ...world,
    signal: signal && step?.signal ? AbortSignal.any([signal, step.signal]) : (signal ?? step?.signal),
    secrets: tokens.secrets,
  });
  const queryUrl = (queryId: string, tail: string) => `${base}/query/${encodeURIComponent(queryId)}/${tail}`;
  const send = (
    ctx: CallContext,
    call: "submit" | "status",
    url: string,
    { headers, ...init }: ServiceRequestInit = {},
  ) =>
    sendEitherSlash(ctx, memory, call, url, (address) =>
      withToken(tokens, (authorization) =>
        exchange(ctx, call, address, {
          ...init,
          headers: { authorization, accept: "application/json", ...headers },
        }),
      ),
    );

  return {
    /**
     * Submits a query that is already checked and clamped (`toSentQuery`).
     * @throws PlantServiceError; `retryable` says whether it may be submitted again
     */
    async submit(query: QueryRequest, step?: StepOptions): Promise<SubmitAnswer> {
      const ctx = context(step);
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(query) };
      return judgeSubmit(ctx, await send(ctx, "submit", `${base}/query`, init));
    },
    /**
     * Asks once how far a query is; `no-endpoint` means: poll `openResult` instead.
     * @param step `known`: the status of this query was given before, so that 404 means expired
     * @throws PlantServiceError; `result-expired` means: submit again, once
     */
    async status(queryId: string, step?: StepOptions & { known?: boolean }): Promise<StatusAnswer> {
      const ctx = context(step);
      return judgeStatus(ctx, await send(ctx, "status", queryUrl(queryId, "status")), step?.known);
    },
    /**
     * Opens a result for reading, wherever it lies; `not-ready` means: ask again later.
     * @param step `completed`: a status endpoint said that the query is done, so that a missing result has expired
     * @throws PlantServiceError; `result-expired` means: submit again, once
     */
    async openResult(queryId: string, step: StepOptions & { completed: boolean }): Promise<OpenedResult> {
      const url = queryUrl(queryId, "result/download");
      return openResult(context(step), { url, base, completed: step.completed, tokens, reachOf });
    },
  };
}
