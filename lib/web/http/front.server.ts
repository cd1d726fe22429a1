import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { isSecure, isViaTrusted } from "@/lib/base/request/peer.server";
import { countRequest } from "@/lib/base/request/process-metrics.server";
import { enterRequest, type RequestContext } from "@/lib/base/request/request-context.server";
import { withBoundedQuery } from "./request-rules";
import { API_CONTENT_SECURITY_POLICY } from "./content-security-policy";
import { impossibleRequest } from "./request-rules";
import { problemResponse } from "./problem";
import { type KnownRoute, patternFinder } from "./request-rules";

/** As proxies make them: UUIDs, ULIDs, trace ids. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
const TWO_YEARS_S = 63_072_000;
/** Asked every few seconds, or one of dozens for a page. */
const COMMON = new Set(["/_next", "/api/health/live", "/api/health/ready", "/api/metrics"]);

const held = processSingleton<{
  front: true;
  guarded: WeakSet<Server>;
  answered: WeakSet<IncomingMessage>;
}>();

/**
 * From now on every request has an id, which its lines of the log carry and its answer names (`X-Request-Id`), the
 * headers that depend on the way it came, and a line of its own when it is over; one that Next cannot take is answered
 * here. Call it after `trackPeers`. More than once does nothing.
 */
export function watchRequests(): void {
  if (held.front) return;
  held.front = true;
  const patternOf = patternFinder(...readRoutes());
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    const context: RequestContext = { id: idOf(request), actor: null, over: false, reads: new Map() };
    request.url = request.url && withBoundedQuery(request.url);
    enterRequest(context);
    setHeaders(request, response, context.id);
    const begun = performance.now();
    const route = patternOf(request.url?.split("?")[0] ?? "");
    response.once("close", () => {
      context.over = true;
      tell({ request, response, context, route, seconds: (performance.now() - begun) / 1_000 });
    });
    const impossible = impossibleRequest(request.method ?? "", request.url ?? "");
    if (!impossible) return;
    keepFromListeners(server, request);
    void answer(response, problemResponse(impossible.error, impossible.headers));
  });
}

/** Node tells of a request before its server's listeners have it: those of one that is answered are not called. */
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

function idOf(request: IncomingMessage): string {
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

type Told = {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  route: string;
  seconds: number;
};

/** 499 where the client went before the answer. */
function tell({ request, response, context, route, seconds }: Told): void {
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

/** What the build knows; nothing without a build, as in development. */
function readRoutes(): [fixed: KnownRoute[], dynamic: KnownRoute[]] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "routes-manifest.json"), "utf8");
    const { staticRoutes, dynamicRoutes } = JSON.parse(text) as Record<string, KnownRoute[]>;
    return [staticRoutes ?? [], dynamicRoutes ?? []];
  } catch {
    return [[], []];
  }
}
