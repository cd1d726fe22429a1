import "server-only";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** Outcomes of webhook requests in the metrics. */
export const NOTIFICATION_OUTCOMES = [
  "accepted",
  "duplicate",
  "quarantined",
  "spooled",
  "rejected",
  "too-large",
  "broken-off",
  "lost",
] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

type Own = {
  registry: Registry;
  requests: Histogram<"method" | "route" | "status">;
  notifications: Histogram<"outcome">;
  signIns: Counter<"outcome">;
  jobs: Counter<"task" | "outcome">;
};

const held = processSingleton<{ ownMetrics: Own }>();

/** One registry per process, because it monitors the event loop. */
function own(): Own {
  held.ownMetrics ??= begin();
  return held.ownMetrics;
}

function begin(): Own {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "leafwatch_http_request_seconds",
    help: "Requests by method, route pattern and class of the status, and how long they took",
    labelNames: ["method", "route", "status"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const notifications = new Histogram({
    name: "leafwatch_notification_seconds",
    help: "Requests to the webhook address by what became of them, until they were answered",
    labelNames: ["outcome"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  // Start every series at zero, so that rates can be computed from the first event on.
  for (const outcome of NOTIFICATION_OUTCOMES) notifications.zero({ outcome });
  const signIns = new Counter({
    name: "leafwatch_sign_ins_total",
    help: "Tries to sign in: in, wrong, refused for too many tries",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["in", "wrong", "refused"]) signIns.inc({ outcome }, 0);
  const jobs = new Counter({
    name: "leafwatch_job_runs_total",
    help: "Background jobs that this process ran",
    labelNames: ["task", "outcome"],
    registers,
  });
  return { registry, requests, notifications, signIns, jobs };
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Not counted, because they stay open as long as their page. */
const STREAMS = new Set(["/api/v1/events"]);

/** Counts a finished request. */
export function countRequest(request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  if (STREAMS.has(request.route)) return;
  const method = METHODS.has(request.method) ? request.method : "other";
  const status = `${Math.floor(request.status / 100)}xx`;
  own().requests.observe({ method, route: request.route, status }, request.seconds);
}

/** Counts an answered webhook request. */
export function countNotification(outcome: NotificationOutcome, seconds: number): void {
  own().notifications.observe({ outcome }, seconds);
}

/** Counts a sign-in attempt. */
export function countSignIn(outcome: "in" | "wrong" | "refused"): void {
  own().signIns.inc({ outcome });
}

/** Starts the counters of background jobs at zero. */
export function beginJobs(tasks: readonly string[]): void {
  for (const task of tasks) for (const outcome of ["done", "failed"]) own().jobs.inc({ task, outcome }, 0);
}

/** Counts a run of a background job. */
export function countJob(task: string, outcome: "done" | "failed"): void {
  own().jobs.inc({ task, outcome });
}

/** The metrics of this process since its start, as Prometheus text. */
export function processMetrics(): Promise<string> {
  return own().registry.metrics();
}
