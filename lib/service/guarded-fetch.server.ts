import "server-only";
import { type LookupAddress, lookup } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import {
  type AddressKind,
  isListed,
  isWithinReach,
  kindOfAddress,
  kindOfHost,
  type Reach,
} from "@/lib/base/core/addresses";
import type { ServiceFetch, ServiceRequestInit } from "./call";
import { TransportError } from "./errors";

const USER_AGENT = "Leafwatch";
/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The addresses that may be called. Link-local and metadata addresses never are. */
export interface AddressPolicy {
  /** Allows private and loopback addresses: the operator wrote them. */
  allowPrivate: boolean;
  /** Hosts, addresses and CIDRs that are allowed although private. */
  allowList?: readonly string[];
  /** The nearest network that may be called, regardless of the two above. */
  reach?: Reach;
}

/** Resolves a name; injected in tests. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveByDns: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, found) => (error ? fail(error) : done(found)));
  });

/** Policy and limits; milliseconds. */
export interface GuardedFetchOptions extends AddressPolicy {
  /** Until the connection is established, TLS included; 10,000. */
  connectMs?: number;
  /** From then until the headers; 60,000. */
  headersMs?: number;
  /** Between two chunks of a body while waiting for them; 60,000. */
  idleMs?: number;
  /** Minimum bytes of a body in `idleMs` of waiting; 65,536. A slower body could occupy a worker for days. */
  leastBytes?: number;
  resolve?: Resolve;
}

/**
 * Makes a `fetch` over node's own http that calls allowed addresses only. The global one cannot restrict which
 * addresses a name resolves to, and unpacks bodies by their label, which object stores set wrongly. Redirects are not
 * followed, bodies come as sent, and no connection is kept. `init.reach` narrows the policy for one call. It rejects
 * with TransportError (refused-address, timeout) or node's network error.
 */
export function createGuardedFetch(options: GuardedFetchOptions): ServiceFetch {
  return async (address, init) => {
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new TransportError("refused-address", "the address is neither http nor https");
    }
    const policy = init.reach ? { ...options, reach: init.reach } : options;
    // Sockets call `lookup` for names only, not for literal addresses.
    if (kindOfAddress(url.hostname)) await allowedAddresses(url.hostname, policy, options.resolve);
    const body = bodyBytes(init.body);
    const request = open(url, init, policy, body);
    const release = abortWith(request, init.signal);
    try {
      const message = await awaitResponse(request, url, options, body);
      return toResponse(message, new ThroughputGuard(options), release);
    } catch (error) {
      release();
      throw error;
    }
  };
}

function requestHeaders(init: ServiceRequestInit, body: Buffer | null): Record<string, string> {
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
  policy: GuardedFetchOptions,
  body: Buffer | null,
): ClientRequest {
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  // A reused connection was checked under another policy, and a POST must not meet one that is closing.
  return start(url, {
    agent: false,
    method: init.method ?? "GET",
    headers: requestHeaders(init, body),
    lookup: guardedLookup(policy, policy.resolve),
  });
}

function startTimers(request: ClientRequest, url: URL, options: GuardedFetchOptions): () => void {
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

function awaitResponse(
  request: ClientRequest,
  url: URL,
  options: GuardedFetchOptions,
  body: Buffer | null,
): Promise<IncomingMessage> {
  const stop = startTimers(request, url, options);
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

async function nextInTime<T>(next: Promise<T>, message: IncomingMessage, ms: number): Promise<T> {
  const timer = setTimeout(() => message.destroy(late("nothing more came", ms)), ms);
  try {
    return await next;
  } finally {
    clearTimeout(timer);
  }
}

/** Fails a body that arrives too slowly; only time spent waiting for it counts, not a slow reader's own. */
class ThroughputGuard {
  #waitedMs = 0;
  #bytes = 0;
  readonly #idleMs: number;
  readonly #leastBytes: number;

  constructor({ idleMs = 60_000, leastBytes = 65_536 }: GuardedFetchOptions) {
    this.#idleMs = idleMs;
    this.#leastBytes = leastBytes;
  }

  /**
   * The next chunk.
   * @throws TransportError timeout, when nothing comes in time or less than `leastBytes` in `idleMs` of waiting
   */
  async next(message: IncomingMessage, chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
    const begun = performance.now();
    const next = await nextInTime(chunks.next(), message, this.#idleMs);
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

/** The body as a web stream without read-ahead. */
function toStream(
  message: IncomingMessage,
  guard: ThroughputGuard,
  release: () => void,
): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await guard.next(message, chunks);
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

function toResponse(message: IncomingMessage, guard: ThroughputGuard, release: () => void): Response {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) {
    message.destroy();
    throw new TypeError(`HTTP status ${status} is unknown`);
  }
  const body = BODILESS.has(status) ? null : toStream(message, guard, release);
  if (!body) {
    message.resume();
    release();
  }
  return new Response(body, { status, headers: headersFrom(message) });
}

/** Destroys the request when the signal is aborted. */
function abortWith(request: ClientRequest, signal: AbortSignal | null | undefined): () => void {
  const stop = () => {
    const reason: unknown = signal?.reason;
    request.destroy(reason instanceof Error ? reason : new DOMException("stopped", "AbortError"));
  };
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  return () => signal?.removeEventListener("abort", stop);
}

/**
 * The addresses of a host that may be called.
 * @throws TransportError refused-address if there is none; node's own error for an unknown name
 */
export async function allowedAddresses(
  host: string,
  policy: AddressPolicy,
  resolve: Resolve = resolveByDns,
): Promise<LookupAddress[]> {
  const literal = kindOfAddress(host);
  const family = bare(host).includes(":") ? 6 : 4;
  const found = literal ? [{ address: bare(host), family }] : await resolve(host);
  const allowed = found.filter(({ address }) => isAllowed(policy, host, address));
  if (allowed.length > 0) return allowed;
  const kinds = found.map(({ address }) => kindOfAddress(address) ?? "forbidden");
  throw refused(bare(host), kinds.find((kind) => kind !== "forbidden") ?? "forbidden", policy);
}

/**
 * Checks an entered address before it is stored; the guarded fetch checks again at every connection.
 * @throws TransportError refused-address, also for a scheme other than http and https
 */
export async function checkAddress(url: string, policy: AddressPolicy, resolve?: Resolve): Promise<void> {
  if (!URL.canParse(url)) throw new TransportError("refused-address", "it is not an address");
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TransportError("refused-address", "the address must begin with http:// or https://");
  }
  if (username || password)
    throw new TransportError("refused-address", "the address must not hold a user name");
  await allowedAddresses(hostname, policy, resolve);
}

/**
 * A `lookup` for node's sockets that yields allowed addresses only, so that the name cannot resolve otherwise later.
 */
export function guardedLookup(policy: AddressPolicy, resolve?: Resolve): LookupFunction {
  return (host, options, callback) => {
    allowedAddresses(host, policy, resolve).then(
      (allowed) => {
        const [first] = allowed;
        if (options.all) callback(null, allowed);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 4),
    );
  };
}

/**
 * The network of a URL's host. The farthest of its addresses counts, so that a private address beside a public one
 * gives no access. Unknown names are public.
 */
export async function reachOf(url: string, resolve: Resolve = resolveByDns): Promise<Reach> {
  const { hostname } = new URL(url);
  const literal = kindOfAddress(hostname);
  const kinds = literal ? [literal] : await resolveKinds(hostname, resolve);
  if (kinds.includes("public") || kinds.includes("forbidden")) return "public";
  return kinds.includes("private") ? "private" : "loopback";
}

async function resolveKinds(host: string, resolve: Resolve): Promise<AddressKind[]> {
  try {
    return (await resolve(host)).map(({ address }) => kindOfAddress(address) ?? "forbidden");
  } catch {
    return [kindOfHost(host)];
  }
}

function isAllowed(policy: AddressPolicy, host: string, address: string): boolean {
  const kind = kindOfAddress(address) ?? "forbidden";
  if (kind === "forbidden" || (policy.reach && !isWithinReach(kind, policy.reach))) return false;
  return kind === "public" || policy.allowPrivate || isListed(policy.allowList ?? [], host, address);
}

function refused(host: string, kind: AddressKind, policy: AddressPolicy): TransportError {
  if (kind === "forbidden") {
    return new TransportError(
      "refused-address",
      `${host} is a link-local or reserved address, which is never called`,
    );
  }
  const tooNear = policy.reach !== undefined && !isWithinReach(kind, policy.reach);
  const hint = tooNear
    ? "in a nearer network than the service's own address"
    : `a private address; to allow it, an operator puts ${host} into LEAFWATCH_ALLOW_PRIVATE_HOSTS (separated by commas) in the environment of Leafwatch, then restarts it`;
  return new TransportError("refused-address", `${host} is ${hint}`);
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
