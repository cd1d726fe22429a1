import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import { callerOf, forwardingNames } from "./caller";
import { log } from "./log.server";

/**
 * Route handlers do not see the socket, and clients can forge any header. So each request's caller is recorded on arrival,
 * in a header with a secret that no client knows.
 */
const HEADER = "x-leafwatch-peer";

/** Headers of a request, in the forms of route handlers, pages and next-auth. */
type AnyHeaders = Headers | Record<string, unknown>;

const held = processSingleton<{ peerSecret: string; proxyTold: true }>();

/**
 * Starts to record callers in this process, and removes forwarding headers of strangers, so that neither we nor Next see
 * them. Idempotent; call it at the start of the server.
 */
export function trackPeers(): void {
  if (held.peerSecret) return;
  held.peerSecret = randomBytes(16).toString("hex");
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    notePeer(request.headers, request.socket.remoteAddress);
  });
}

function notePeer(headers: IncomingHttpHeaders, peer: string | undefined): void {
  const caller = callerOf(peer, headers, env().LEAFWATCH_TRUSTED_PROXIES);
  if (caller.viaTrusted) keepNearest(headers);
  else dropForwarding(headers, caller.address);
  agreeOnHost(headers);
  const words = [held.peerSecret, caller.address, caller.direct ? "direct" : "forwarded"];
  headers[HEADER] = [...words, caller.viaTrusted ? "trusted" : "strange"].join(" ");
}

function dropForwarding(headers: IncomingHttpHeaders, address: string): void {
  const names = forwardingNames(headers);
  for (const name of names) delete headers[name];
  if (names.length === 0 || held.proxyTold) return;
  held.proxyTold = true;
  log.warn(
    { address, headers: names },
    "Headers of a proxy come from an address that LEAFWATCH_TRUSTED_PROXIES does not name, and are left aside",
  );
}

/** Of several values, the last one comes from our proxy. */
function keepNearest(headers: IncomingHttpHeaders): void {
  for (const name of ["x-forwarded-host", "x-forwarded-proto"]) {
    const last = [headers[name] ?? []].flat().join(",").split(",").at(-1)?.trim();
    if (last) headers[name] = last;
    else delete headers[name];
  }
}

/**
 * Next compares the origin of an action with the host, which a proxy may have rewritten: an origin that is our own address
 * is accepted. An invalid origin would cause an error in Next.
 */
function agreeOnHost(headers: IncomingHttpHeaders): void {
  const { origin } = headers;
  if (origin === undefined || origin === "null") return;
  if (!URL.canParse(origin)) headers.origin = "null";
  else if (new URL(origin).origin === new URL(env().LEAFWATCH_URL).origin)
    headers["x-forwarded-host"] = new URL(origin).host;
}

type Noted = { address: string; direct: boolean; viaTrusted: boolean };

function notedIn(headers: AnyHeaders): Noted | null {
  const value = headers instanceof Headers ? headers.get(HEADER) : headers[HEADER];
  const [secret, address = "", direct, trust] = typeof value === "string" ? value.split(" ") : [];
  if (!held.peerSecret || secret !== held.peerSecret) return null;
  return { address, direct: direct === "direct", viaTrusted: trust === "trusted" };
}

/** The client's address, as trusted proxies saw it. `unknown` for a request that did not come through the server. */
export function peerOf({ headers }: { headers: AnyHeaders }): string {
  return notedIn(headers)?.address ?? "unknown";
}

/** The host that the client requested, according to a trusted proxy or the request. Null without any. */
export function hostOf({ headers }: { headers: Headers }): string | null {
  const forwarded = notedIn(headers)?.viaTrusted ? headers.get("x-forwarded-host") : null;
  return forwarded ?? headers.get("host");
}

/** Returns true if the connection comes from a trusted proxy. */
export function isViaTrusted({ headers }: { headers: AnyHeaders }): boolean {
  return notedIn(headers)?.viaTrusted ?? false;
}

/** Returns true if the client used https, according to the proxy: this server speaks plain HTTP. */
export function isSecure({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return isViaTrusted({ headers }) && headers["x-forwarded-proto"] === "https";
}

/** Returns true if a request came directly from this machine: from loopback, without forwarding headers. */
export function isDirectLoopback({ headers }: { headers: AnyHeaders }): boolean {
  const { direct, address } = notedIn(headers) ?? { direct: false, address: "" };
  return direct && /^(?:::1|127\.\d+\.\d+\.\d+)$/.test(address);
}
