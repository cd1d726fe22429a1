import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** How long a client may take; milliseconds. */
export type TimeLimits = {
  /** Until its headers are there. */
  headersMs: number;
  /** Until all of its request is there. */
  requestMs: number;
  /** For which nothing passes in either direction: one who asks for a file and does not read it. */
  stalledMs: number;
  /**
   * For which a connection waits for its next request. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s): one
   * that ends here while a proxy sends a notification on it loses the notification.
   */
  idleMs: number;
};

/** Streams of events say something each 15 s, and a statement of the database ends after 60 s. */
const LIMITS: TimeLimits = { headersMs: 20_000, requestMs: 60_000, stalledMs: 120_000, idleMs: 125_000 };

const held = processSingleton<{ limits: true }>();

/**
 * Limits the time of slow clients on all servers of this process, which Next makes without asking us. Node answers
 * 408 or closes, within half a minute of the limit. More than once does nothing.
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
    // This connection began before the server knew.
    socket.setTimeout(limits.stalledMs);
  });
  subscribe("http.server.response.finish", (message) => {
    const { server } = message as { server: Server };
    // Node lets go of those that are idle when a server stops, but not of one that becomes idle after that.
    if (!server.listening) server.keepAliveTimeout = 1;
  });
}
