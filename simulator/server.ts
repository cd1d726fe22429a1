// The API server: tokens, query submission, status and download.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler } from "./http";
import { ApiError, readBody, readJsonObject, sendJson } from "./http";
import type { Query } from "./queries";
import { isExpired, phaseOf } from "./queries";
import { parseQuery, parseType } from "./query";
import { sendResult } from "./result";
import { resultTable } from "./rows";
import type { Service } from "./service";
import type { Claims, Client } from "./tokens";
import { basicClient, postClient, TOKEN_SECONDS } from "./tokens";

export const BASE_PATH = "/v1";
const SCOPES = { chf: "data.chf:query", indices: "data.indices:query" };
const BEARER = { "www-authenticate": "Bearer" };

/** Handles the requests of one API server; pre-signed addresses lead to `storeOrigin`. */
export function apiHandler(service: Service, storeOrigin: string): Handler {
  return async (request, response, url) => {
    const path = url.pathname.replace(/\/$/, "");
    requireSlash(service, path, url);
    if (path === "/oauth2/token") return token(service, requireMethod(request, "POST"), response);
    if (path === `${BASE_PATH}/query`) return submit(service, requireMethod(request, "POST"), response);
    const match = /^\/v1\/query\/([^/]+)\/(status|result\/download)$/.exec(path);
    if (!match?.[1]) throw new ApiError(404, "No such address.");
    if (match[2] === "status") return status(service, requireMethod(request, "GET"), response, match[1]);
    return download(service, requireMethod(request, "GET"), response, match[1], storeOrigin);
  };
}

function requireSlash(service: Service, path: string, url: URL): void {
  const isAffected = path === "/oauth2/token" || path.endsWith("/status");
  if (isAffected && service.variants.has("trailing-slash") && path === url.pathname)
    throw new ApiError(404, "No such address.");
}

function requireMethod(request: IncomingMessage, method: string): IncomingMessage {
  if (request.method === method) return request;
  throw new ApiError(405, `Use ${method} here.`, { allow: method });
}

async function token(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, tokens } = service;
  const form = new URLSearchParams(await readBody(request));
  if (form.get("grant_type") !== "client_credentials") {
    return sendJson(response, 400, {
      error: "unsupported_grant_type",
      error_description: "grant_type must be client_credentials.",
    });
  }
  const client = findClient(service, request, form);
  if (!client) {
    const description = "The client is unknown or its secret is wrong.";
    return sendJson(
      response,
      401,
      { error: "invalid_client", error_description: description },
      { "www-authenticate": "Basic" },
    );
  }
  const access = tokens.issue(client.id, options.scopes, options.now());
  sendJson(
    response,
    200,
    { access_token: access, token_type: "Bearer", expires_in: TOKEN_SECONDS },
    { pragma: "no-cache" },
  );
}

function findClient(service: Service, request: IncomingMessage, form: URLSearchParams): Client | undefined {
  const { options, variants } = service;
  if (variants.has("post-auth"))
    return request.headers.authorization ? undefined : postClient(form, options.clients);
  return basicClient(request.headers.authorization, options.clients, variants.has("form-encoded-auth"));
}

function authorise(service: Service, request: IncomingMessage): Claims {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "");
  const { now, verifyToken = (token: string) => service.tokens.verify(token, now()) } = service.options;
  const claims = match?.[1] ? verifyToken(match[1]) : undefined;
  if (claims) return claims;
  service.counters.unauthorised += 1;
  throw new ApiError(401, "The access token is missing, wrong or expired.", BEARER);
}

async function submit(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, queries, variants } = service;
  const claims = authorise(service, request);
  refuseOnce(service, "submit");
  if (variants.once("internal-error")) throw new ApiError(500, "Internal error.");
  const body = await readJsonObject(request);
  const scope = SCOPES[parseType(body)];
  if (!claims.scopes.includes(scope)) throw new ApiError(403, `The token lacks the scope ${scope}.`);
  const now = options.now();
  const spec = parseQuery(body, now, options.delayHours);
  const query = queries.add(
    claims.clientId,
    spec,
    now,
    options.querySeconds * 1000,
    options.resultMinutes * 60_000,
  );
  sendJson(response, 202, { queryId: query.id, status: "SUBMITTED" });
}

function refuseOnce(service: Service, call: string): void {
  const { variants } = service;
  if (variants.once("unavailable", call))
    throw new ApiError(503, "The service is not available.", retryAfter(service));
  if (variants.once("rate-limit", call)) throw new ApiError(429, "Too many requests.", retryAfter(service));
}

/** The header Retry-After for one or two seconds, in the form of the variant. */
function retryAfter({ variants, options }: Service): Record<string, string> {
  const form = variants.valueOf("retry-after");
  if (form === "none") return {};
  // An HTTP date has whole seconds.
  return { "retry-after": form === "date" ? new Date(options.now() + 2000).toUTCString() : "1" };
}

function ownQuery(service: Service, claims: Claims, id: string): Query {
  const query = service.queries.find(id);
  // A query of another client is answered like one that never existed.
  if (!query || query.forgotten || query.clientId !== claims.clientId)
    throw new ApiError(404, "No such query.");
  return query;
}

function status(service: Service, request: IncomingMessage, response: ServerResponse, id: string): void {
  const { variants } = service;
  service.counters.statusPolls += 1;
  if (variants.has("no-status"))
    throw new ApiError(Number(variants.valueOf("no-status")), "No such address.");
  if (variants.once("token-expires")) service.tokens.revokeAll();
  const claims = authorise(service, request);
  refuseOnce(service, "status");
  const query = ownQuery(service, claims, id);
  forgetAfterStatus(service, query);
  query.statusAnswers += 1;
  sendJson(response, 200, statusBody(service, query));
}

/** In the variant `forgets`, a query is unknown after its first status. */
function forgetAfterStatus({ variants }: Service, query: Query): void {
  if (
    query.statusAnswers === 0 ||
    !(variants.has("forgets") && (variants.valueOf("forgets") === "always" || variants.once("forgets")))
  )
    return;
  query.forgotten = true;
  throw new ApiError(404, "No such query.");
}

function statusBody(service: Service, query: Query): object {
  const now = service.options.now();
  const phase = phaseOf(query, now);
  const iso = (ms: number) => new Date(ms).toISOString();
  const times = { requestedAt: iso(query.requestedAt), updatedAt: iso(Math.min(now, query.readyAt)) };
  const base = { queryId: query.id, status: statusWord(service, phase), ...times };
  if (phase !== "COMPLETED") return base;
  if (service.variants.has("failed")) return { ...base, error: "The query ran out of memory." };
  if (service.variants.has("cancelled")) return { ...base, error: { message: "Stopped by an operator." } };
  return { ...base, expiresAt: iso(query.expiresAt) };
}

function statusWord(service: Service, phase: ReturnType<typeof phaseOf>): string {
  const { variants } = service;
  if (phase === "COMPLETED" && variants.has("failed")) return "FAILED";
  if (phase === "COMPLETED" && variants.has("cancelled")) return "CANCELLED";
  if (variants.has("statuses-lower"))
    return { SUBMITTED: "submitted", RUNNING: "in_progress", COMPLETED: "finished" }[phase];
  return phase === "RUNNING" && variants.has("unknown-status") ? "OPTIMISING" : phase;
}

async function download(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  storeOrigin: string,
): Promise<void> {
  const { variants, counters } = service;
  counters.downloads += 1;
  const query = ownQuery(service, authorise(service, request), id);
  requireReady(service, query);
  if (variants.has("direct")) {
    return sendResult(
      response,
      resultTable(service, query.spec, variants),
      query.id,
      variants,
      variants.once("cut"),
    );
  }
  const uri = signedAddress(service, storeOrigin, query);
  if (!variants.has("redirect")) return sendJson(response, 200, { [variants.uriKey()]: uri });
  const status = Number(variants.valueOf("redirect"));
  response.writeHead(status, { location: uri, "cache-control": "no-store" });
  response.end();
}

function signedAddress({ options, links, variants }: Service, storeOrigin: string, query: Query): string {
  const refused = variants.has("link-dead") || variants.once("link-refused");
  const life = refused ? -1 : options.linkSeconds;
  return links.sign(storeOrigin, query.id, options.now() + life * 1000);
}

function requireReady(service: Service, query: Query): void {
  const { variants, options } = service;
  const now = options.now();
  if (phaseOf(query, now) !== "COMPLETED") {
    if (!variants.has("no-status")) throw new ApiError(409, "The result is not ready.");
    const status = Number(variants.valueOf("not-ready"));
    throw new ApiError(status, "The result is not ready.", retryAfter(service));
  }
  if (variants.has("failed") || variants.has("cancelled"))
    throw new ApiError(404, "The query failed; it has no result.");
  if (variants.once("expired")) query.withdrawn = true;
  if (isExpired(query, now))
    throw new ApiError(Number(variants.valueOf("expired")), "The result has expired.");
}
