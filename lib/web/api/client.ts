import type { z } from "zod";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { BATCHED_PATHS } from "@/lib/web/batch/contract";
import { ReadBatcher } from "./read-batcher";

type Schema = z.ZodType;

/** The path and query parameters of a call, as the endpoint's schemas accept them. */
export type CallInput<P extends Schema, Q extends Schema> = {
  params?: z.input<P>;
  query?: z.input<Q>;
};

/** An answer other than success, with the sentence of its problem document (docs/spec/http-contract.md "Errors"). */
export class ApiError extends Error {
  /** HTTP status; 0 without any answer. */
  readonly status: number;
  /** The parameter at fault, where the answer names one. */
  readonly parameter: string | undefined;

  constructor(status: number, message: string, options: { parameter?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ApiError";
    this.status = status;
    this.parameter = options.parameter;
  }
}

/** The address of a call: path parameters percent-encoded, lists repeated, undefined values left out. */
export function callAddress<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q> = {},
): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** The cache key of a call: path pattern, path parameters, query parameters. */
export function callKey<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q> = {},
) {
  return [endpoint.path, input.params ?? {}, input.query ?? {}] as const;
}

/**
 * Calls a read of our own API from the browser, with the session cookie.
 * @throws ApiError with the status and sentence of the problem document
 */
export async function callEndpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q> & { signal?: AbortSignal } = {},
): Promise<z.output<A>> {
  const address = callAddress(endpoint, input);
  const batched = BATCHED_PATHS.includes(endpoint.path) ? reads.take(address, input.signal) : null;
  return (await (batched ?? readAddress(address, input.signal))) as z.output<A>;
}

/** The limit of a whole answer: a proxy may hold it back for ever. */
const ANSWER_MS = 20_000;

async function readAddress(address: string, signal: AbortSignal | undefined): Promise<unknown> {
  const limited = new AbortController();
  const stop = () => limited.abort();
  const timer = setTimeout(stop, ANSWER_MS);
  signal?.addEventListener("abort", stop);
  try {
    if (signal?.aborted) stop();
    const response = await fetch(address, {
      signal: limited.signal,
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw toApiError(response.status, await response.json().catch(() => ({})));
    return await response.json();
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause;
    throw new ApiError(0, "Leafwatch does not answer. The network or the server is away.", { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Returns true if no answer came: the network or the server is away, or the answer is held back. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns true if the limit ran out, rather than the connection being refused at once. */
export function isHeldBack(error: unknown): boolean {
  return isUnanswered(error) && ((error as ApiError).cause as Error | undefined)?.name === "AbortError";
}

const reads = new ReadBatcher({ ask: readAddress, problem: toApiError, isUnanswered });

/** Sends the reads that begin during `work` as one request, as far as `BATCHED_PATHS` allows. */
export function batchReads<T>(work: () => T): T {
  return reads.gather(work);
}

function toApiError(status: number, body: unknown): ApiError {
  const problem = (body ?? {}) as { detail?: string; parameter?: string };
  const message = problem.detail ?? `The server answered ${status}.`;
  return new ApiError(status, message, { parameter: problem.parameter });
}
