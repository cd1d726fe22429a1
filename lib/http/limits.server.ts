import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { heldByProcess } from "@/lib/core/held";

/** How long a client may take; milliseconds. */
export type TimeLimits = {
  /** Until its headers are there. */
  headersMs: number;
  /** Until all of its request is there. */
  requestMs: number;
  /** For which nothing passes in either direction: one who asks for a file and does not read it. */
  stalledMs: number;
};

/** Streams of events say something each 15 s, and a statement of the database ends after 60 s. */
const LIMITS: TimeLimits = { headersMs: 20_000, requestMs: 60_000, stalledMs: 120_000 };

const held = heldByProcess<{ limits: true }>();

/**
 * Limits the time of slow clients on all servers of this process, which Next makes without asking us. Node answers
 * 408 or closes, within half a minute of the limit. More than once does nothing.
 */
export function limitServers(limits: TimeLimits = LIMITS): void {
  if (held.limits) return;
  held.limits = true;
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: Partial<Server> } };
    const { server } = socket;
    if (server?.headersTimeout === undefined) return;
    server.headersTimeout = limits.headersMs;
    server.requestTimeout = limits.requestMs;
    server.timeout = limits.stalledMs;
    // This connection began before the server knew.
    socket.setTimeout(limits.stalledMs);
  });
}
