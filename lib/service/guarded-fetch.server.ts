import "server-only";

/**
 * A small `fetch` over node's own http. The global one cannot be told which addresses a name may resolve to, and
 * it unpacks by label, which object stores set wrongly.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { kindOfAddress } from "@/lib/base/core/addresses";
import { type AddressPolicy, allowedAddresses, guardedLookup, type Resolve } from "./address-guard.server";
import { type ServiceFetch, type ServiceRequestInit, TransportError } from "./transport";

/** Policy and limits; milliseconds. */
export interface GuardedFetchOptions extends AddressPolicy {
  /** Until the connection stands, TLS included; 10,000. */
  connectMs?: number;
  /** From then until the headers; 60,000. */
  headersMs?: number;
  /** Between two pieces of a body that somebody waits for; 60,000. */
  idleMs?: number;
  /** What must come of a body in as much waiting, in bytes; 65,536. Less would hold a worker for days. */
  leastBytes?: number;
  resolve?: Resolve;
}

const USER_AGENT = "Leafwatch";
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function headersOf(init: ServiceRequestInit, body: Buffer | null): Record<string, string> {
  const headers = Object.fromEntries(new Headers(init.headers).entries());
  headers["user-agent"] ??= USER_AGENT;
  headers.accept ??= "*/*";
  if (body) headers["content-length"] = String(body.length);
  return headers;
}

function bodyBytes(body: BodyInit | null | undefined): Buffer | null {
  if (body === null || body === undefined) return null;
  if (typeof body === "string" || body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError("This fetch sends text and bytes only");
}

function late(what: string, ms: number): TransportError {
  return new TransportError("timeout", `${what} within ${Math.round(ms / 1000)} s`);
}

function open(
  url: URL,
  init: ServiceRequestInit,
  options: GuardedFetchOptions,
  body: Buffer | null,
): ClientRequest {
  const policy = init.reach ? { ...options, reach: init.reach } : options;
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  // A kept connection would have been checked under another policy, and a POST must not meet a dying one.
  return start(url, {
    agent: false,
    method: init.method ?? "GET",
    headers: headersOf(init, body),
    lookup: guardedLookup(policy, options.resolve),
  });
}

function watchTimes(request: ClientRequest, url: URL, options: GuardedFetchOptions): () => void {
  const { connectMs = 10_000, headersMs = 60_000 } = options;
  let timer = setTimeout(() => request.destroy(late("no connection", connectMs)), connectMs);
  const connected = () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.destroy(late("no answer", headersMs)), headersMs);
  };
  request.once("socket", (socket: Socket) => {
    if (!socket.connecting && url.protocol === "http:") connected();
    else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", connected);
  });
  return () => clearTimeout(timer);
}

function waitForAnswer(
  request: ClientRequest,
  url: URL,
  options: GuardedFetchOptions,
  body: Buffer | null,
): Promise<IncomingMessage> {
  const stop = watchTimes(request, url, options);
  return new Promise((done, fail) => {
    request.once("response", (answer) => {
      stop();
      done(answer);
    });
    request.on("error", (error) => {
      stop();
      fail(error);
    });
    request.end(body ?? undefined);
  });
}

async function nextWithin<T>(next: Promise<T>, message: IncomingMessage, ms: number): Promise<T> {
  const timer = setTimeout(() => message.destroy(late("nothing more came", ms)), ms);
  try {
    return await next;
  } finally {
    clearTimeout(timer);
  }
}

/** Adds up how much of a body came while somebody waited for it; a slow reader's own time does not count. */
class Pace {
  #waitedMs = 0;
  #bytes = 0;
  readonly #idleMs: number;
  readonly #leastBytes: number;

  constructor({ idleMs = 60_000, leastBytes = 65_536 }: GuardedFetchOptions) {
    this.#idleMs = idleMs;
    this.#leastBytes = leastBytes;
  }

  /** The next piece; fails when nothing comes in time, or hardly anything again and again. */
  async next(message: IncomingMessage, chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
    const begun = performance.now();
    const next = await nextWithin(chunks.next(), message, this.#idleMs);
    if (!next.done) this.#judge(performance.now() - begun, next.value.length);
    return next;
  }

  #judge(waitedMs: number, bytes: number): void {
    this.#waitedMs += waitedMs;
    this.#bytes += bytes;
    if (this.#waitedMs < this.#idleMs) return;
    if (this.#bytes < this.#leastBytes) throw late(`no more than ${this.#bytes} bytes came`, this.#waitedMs);
    this.#waitedMs = 0;
    this.#bytes = 0;
  }
}

/** The body as a web stream that reads only what is asked for. */
function toStream(message: IncomingMessage, pace: Pace, release: () => void): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await pace.next(message, chunks);
          if (!next.done) return controller.enqueue(next.value);
          release();
          controller.close();
        } catch (error) {
          release();
          message.destroy();
          controller.error(error);
        }
      },
      cancel() {
        release();
        message.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function headersFrom(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  }
  return headers;
}

function toResponse(message: IncomingMessage, pace: Pace, release: () => void): Response {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) {
    message.destroy();
    throw new TypeError(`HTTP status ${status} is unknown`);
  }
  const body = BODILESS.has(status) ? null : toStream(message, pace, release);
  if (!body) {
    message.resume();
    release();
  }
  return new Response(body, { status, headers: headersFrom(message) });
}

/** Stops the request, whatever it is doing, when the signal says so. */
function obeySignal(request: ClientRequest, signal: AbortSignal | null | undefined): () => void {
  const stop = () => {
    const reason: unknown = signal?.reason;
    request.destroy(reason instanceof Error ? reason : new DOMException("stopped", "AbortError"));
  };
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  return () => signal?.removeEventListener("abort", stop);
}

/**
 * Makes a `fetch` that calls allowed addresses only: redirects are never followed, bodies come as they were
 * sent, gzip included, and nothing is kept open between calls. `init.reach` narrows the policy for one call.
 * It rejects with TransportError (refused-address, timeout) or node's network error.
 */
export function createGuardedFetch(options: GuardedFetchOptions): ServiceFetch {
  return async (address, init) => {
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new TransportError("refused-address", "the address is neither http nor https");
    }
    const policy = init.reach ? { ...options, reach: init.reach } : options;
    // Sockets look names up, but connect to a literal address unasked.
    if (kindOfAddress(url.hostname)) await allowedAddresses(url.hostname, policy, options.resolve);
    const body = bodyBytes(init.body);
    const request = open(url, init, options, body);
    const release = obeySignal(request, init.signal);
    try {
      return toResponse(await waitForAnswer(request, url, options, body), new Pace(options), release);
    } catch (error) {
      release();
      throw error;
    }
  };
}
