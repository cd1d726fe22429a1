/** What the client asks of a `fetch`, and how a failing one says why. */
import type { Reach } from "@/lib/base/core/addresses";

/** `RequestInit` with the nearest address that may be called; a plain `fetch` ignores it. */
export interface ServiceRequestInit extends RequestInit {
  reach?: Reach;
}

/** The injected `fetch`: the global one fits, and the guarded one of `address-guard.server`. */
export type ServiceFetch = (url: string, init: ServiceRequestInit) => Promise<Response>;

/** Why a request got no answer. */
export type TransportFault = "refused-address" | "timeout" | "too-large";

/** Thrown by the guarded fetch and by the client's own timers; `message` never holds a path or a query. */
export class TransportError extends Error {
  readonly fault: TransportFault;

  constructor(fault: TransportFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "TransportError";
    this.fault = fault;
  }
}
