import "server-only";
import { Histogram, Registry } from "prom-client";

const held = globalThis as { leafwatchRequestMetrics?: { registry: Registry; seconds: Histogram } };

function metrics() {
  if (!held.leafwatchRequestMetrics) {
    const registry = new Registry();
    const seconds = new Histogram({
      name: "leafwatch_http_request_seconds",
      help: "Requests by method, route pattern and class of the status, and how long they took",
      labelNames: ["method", "route", "status"],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    held.leafwatchRequestMetrics = { registry, seconds };
  }
  return held.leafwatchRequestMetrics;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** They are open for as long as somebody looks. */
const STREAMS = new Set(["/api/v1/events"]);

/** Counts a request that is over. */
export function countRequest(request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  if (STREAMS.has(request.route)) return;
  const method = METHODS.has(request.method) ? request.method : "other";
  const status = `${Math.floor(request.status / 100)}xx`;
  metrics().seconds.observe({ method, route: request.route, status }, request.seconds);
}

/** The requests of this process since its start, as Prometheus text. */
export function requestMetrics(): Promise<string> {
  return metrics().registry.metrics();
}
