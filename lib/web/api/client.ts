import type { z } from "zod";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { BATCHED_PATHS } from "@/lib/web/batch/contract";
import { ReadBatcher } from "./read-batcher";

type Schema = z.ZodType;

/** What a call is made with: path parameters and query parameters as the endpoint's schemas take them in. */
export type CallInput<P extends Schema, Q extends Schema> = {
  params?: z.input<P>;
  query?: z.input<Q>;
};

/** An answer other than success: its problem document in one sentence (docs/spec/http-contract.md "Errors"). */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came at all. */
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

/** The address of a call: path parameters percent-encoded, lists repeated, what is undefined left out. */
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

/** The key that a call is cached under: path pattern, path parameters, query parameters. */
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
  const gathered = gather(endpoint.path, address, input.signal);
  if (gathered) return (await gathered) as z.output<A>;
  return (await callAddressOf(address, input.signal)) as z.output<A>;
}

/** A way that holds the answer back ends in nothing: so long is waited for all of it. */
const ANSWER_MS = 20_000;

async function callAddressOf(address: string, signal: AbortSignal | undefined): Promise<unknown> {
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
    if (!response.ok) throw await errorOf(response);
    return await response.json();
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause;
    throw new ApiError(0, "Leafwatch does not answer. The network or the server is away.", { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Whether no answer came at all: the network or the server is away, or holds it back. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether an answer was waited for in vain, rather than refused at once. */
export function isHeldBack(error: unknown): boolean {
  return isUnanswered(error) && ((error as ApiError).cause as Error | undefined)?.name === "AbortError";
}

const reads = new ReadBatcher({ ask: callAddressOf, problem: errorFrom, isUnanswered });

/** Reads that begin within `work` go out as one request, where they may. */
export function batchReads<T>(work: () => T): T {
  return reads.within(work);
}

function gather(path: string, address: string, signal: AbortSignal | undefined): Promise<unknown> | null {
  return BATCHED_PATHS.includes(path) ? reads.take(address, signal) : null;
}

async function errorOf(response: Response): Promise<ApiError> {
  return errorFrom(response.status, await response.json().catch(() => ({})));
}

function errorFrom(status: number, body: unknown): ApiError {
  const problem = (body ?? {}) as { detail?: string; parameter?: string };
  const message = problem.detail ?? `The server answered ${status}.`;
  return new ApiError(status, message, { parameter: problem.parameter });
}
