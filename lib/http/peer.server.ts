import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Route handlers don't see the socket, and a client may write into every header that the server fills in by
 * itself. So the peer of each request is noted as it arrives, under a secret that no client knows.
 */
const HEADER = "x-leafwatch-peer";
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-forwarded-for|x-(?:real|client|cluster-client)-ip|true-client-ip|cf-connecting-ip)$/;

const held = globalThis as { leafwatchPeerSecret?: string };

/** Begins to note peers in this process; more than once does nothing. For the start of the server. */
export function trackPeers(): void {
  if (held.leafwatchPeerSecret) return;
  const secret = randomBytes(16).toString("hex");
  held.leafwatchPeerSecret = secret;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const forwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
    request.headers[HEADER] = `${secret} ${forwarded ? "forwarded" : request.socket.remoteAddress}`;
  });
}

/**
 * Whom a request came from, for counting: the peer's address. Behind a proxy what the nearest one says of its own
 * peer, which is the last of the list.
 */
export function peerOf(request: Request): string {
  const [secret, address = ""] = request.headers.get(HEADER)?.split(" ") ?? [];
  if (!held.leafwatchPeerSecret || secret !== held.leafwatchPeerSecret) return "unknown";
  if (address !== "forwarded") return address;
  return request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || address;
}

/** Whether a request came straight from this machine: from loopback, without a header of a proxy. */
export function isDirectLoopback(request: Request): boolean {
  const [secret, address = ""] = request.headers.get(HEADER)?.split(" ") ?? [];
  if (!held.leafwatchPeerSecret || secret !== held.leafwatchPeerSecret) return false;
  return /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}
