import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { isSecure, isViaTrusted } from "@/lib/base/request/peer.server";
import { countRequest } from "@/lib/base/request/process-metrics.server";
import { enterRequest, type RequestContext } from "@/lib/base/request/request-context.server";
import { API_CONTENT_SECURITY_POLICY } from "./content-security-policy";
import { problemResponse } from "./problem";
import { impossibleRequest, type KnownRoute, patternFinder, withBoundedQuery } from "./request-rules";

/** Ids that proxies generate: UUIDs, ULIDs, trace ids. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;

const TWO_YEARS_S = 63_072_000;

/** Frequent requests, logged at debug level. */
const COMMON = new Set(["/_next", "/api/health/live", "/api/health/ready", "/api/metrics"]);

/** Time limits for clients; milliseconds. */
type TimeLimits = {
  /** Until its headers have arrived. */
  headersMs: number;
  /** Until the whole request has arrived. */
  requestMs: number;
  /** Without traffic in either direction, such as a download that is not read. */
  stalledMs: number;
  /**
   * Between two requests on a connection. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s): a connection closed
   * while a proxy sends a notification on it loses the notification.
   */
  idleMs: number;
};

/** Event streams send something every 15 s, and a database statement ends after 60 s. */
const LIMITS: TimeLimits = { headersMs: 20_000, requestMs: 60_000, stalledMs: 120_000, idleMs: 125_000 };

const held = processSingleton<{
  front: true;
  limits: true;
  guarded: WeakSet<Server>;
  answered: WeakSet<IncomingMessage>;
}>();

/**
 * Gives every request an id (in its log lines and in `X-Request-Id`), security headers, and a log line when it ends.
 * Requests that Next cannot handle are answered here. Call it after `trackPeers`. Idempotent.
 */
export function watchRequests(): void {
  if (held.front) return;
  held.front = true;
  const findPattern = patternFinder(...readRoutes());
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    const context: RequestContext = { id: requestId(request), actor: null, over: false, reads: new Map() };
    request.url = request.url && withBoundedQuery(request.url);
    enterRequest(context);
    setHeaders(request, response, context.id);
    const begun = performance.now();
    const route = findPattern(request.url?.split("?")[0] ?? "");
    response.once("close", () => {
      context.over = true;
      report({ request, response, context, route, seconds: (performance.now() - begun) / 1_000 });
    });
    const impossible = impossibleRequest(request.method ?? "", request.url ?? "");
    if (!impossible) return;
    keepFromListeners(server, request);
    void answer(response, problemResponse(impossible.error, impossible.headers));
  });
}

/**
 * Sets time limits for slow clients on all servers of this process; Next creates them itself. Node answers 408 or closes
 * the connection within half a minute of a limit. Idempotent.
 * @param changes of limits, for tests
 */
export function limitServers(changes: Partial<TimeLimits> = {}): void {
  if (held.limits) return;
  held.limits = true;
  const limits = { ...LIMITS, ...changes };
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: Partial<Server> } };
    const { server } = socket;
    if (server?.headersTimeout === undefined) return;
    server.headersTimeout = limits.headersMs;
    server.requestTimeout = limits.requestMs;
    server.timeout = limits.stalledMs;
    server.keepAliveTimeout = limits.idleMs;
    // This connection was opened before its server had the limits.
    socket.setTimeout(limits.stalledMs);
  });
  subscribe("http.server.response.finish", (message) => {
    const { server } = message as { server: Server };
    // Node closes connections that are idle when a server stops, but not those that become idle later.
    if (!server.listening) server.keepAliveTimeout = 1;
  });
}

/** Skips the server's listeners for a request that was answered here: the channel fires before them. */
function keepFromListeners(server: Server, request: IncomingMessage): void {
  held.answered ??= new WeakSet();
  held.guarded ??= new WeakSet();
  const { answered, guarded } = held;
  answered.add(request);
  if (guarded.has(server)) return;
  guarded.add(server);
  const emit = server.emit.bind(server) as (name: string | symbol, ...values: unknown[]) => boolean;
  server.emit = (name: string | symbol, ...values: unknown[]) =>
    answered.has(values[0] as IncomingMessage) || emit(name, ...values);
}

async function answer(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers));
  response.end(await new Response(body).text());
}

function requestId(request: IncomingMessage): string {
  const given = isViaTrusted(request) ? request.headers["x-request-id"] : undefined;
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

function setHeaders(request: IncomingMessage, response: ServerResponse, id: string): void {
  response.setHeader("x-request-id", id);
  if (isSecure(request) || env().LEAFWATCH_URL.startsWith("https:"))
    response.setHeader("strict-transport-security", `max-age=${TWO_YEARS_S}`);
  if (request.url?.startsWith("/api/"))
    response.setHeader("content-security-policy", API_CONTENT_SECURITY_POLICY);
}

type Finished = {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  route: string;
  seconds: number;
};

/** Status 499: the client left before the answer. */
function report({ request, response, context, route, seconds }: Finished): void {
  const status = response.headersSent ? response.statusCode : 499;
  const method = request.method ?? "";
  countRequest({ method, route, status, seconds });
  const line = {
    requestId: context.id,
    method,
    route,
    status,
    ms: Math.round(seconds * 1_000),
    actor: context.actor,
  };
  if (status < 500 && COMMON.has(route)) log.debug(line, "request");
  else log.info(line, "request");
}

/** The routes of the build; none in development. */
function readRoutes(): [fixed: KnownRoute[], dynamic: KnownRoute[]] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "routes-manifest.json"), "utf8");
    const { staticRoutes, dynamicRoutes } = JSON.parse(text) as Record<string, KnownRoute[]>;
    return [staticRoutes ?? [], dynamicRoutes ?? []];
  } catch {
    return [[], []];
  }
}
