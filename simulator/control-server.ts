// The control server for tests: shows counters, sends notifications, switches variants.

import type { Handler } from "./http";
import { ApiError, readJsonObject, sendJson } from "./http";
import type { Notifier } from "./notifier";
import type { Service } from "./service";
import type { AlertType, Severity } from "./world/episodes";
import { CATEGORIES, SEVERITIES } from "./world/episodes";
import type { LiveChange } from "./world/live";

const MAX_COUNT = 10_000;
const LANES = 8;

export function controlHandler(service: Service, notifier: Notifier): Handler {
  return async (request, response, url) => {
    const call = `${request.method} ${url.pathname}`;
    if (call === "GET /control/state") return sendJson(response, 200, serviceState(service, notifier));
    if (call === "GET /control/farm") return sendJson(response, 200, currentFarm(service));
    if (call === "POST /control/notify")
      return sendJson(response, 200, await notify(service, notifier, await readJsonObject(request)));
    if (call === "POST /control/variants")
      return sendJson(response, 200, setVariants(service, await readJsonObject(request)));
    if (call === "POST /control/revoke-tokens") {
      service.tokens.revokeAll();
      return sendJson(response, 200, { revoked: true });
    }
    throw new ApiError(404, "No such address.");
  };
}

function serviceState(
  { tokens, queries, counters, variants, episodes, options }: Service,
  notifier: Notifier,
): object {
  const statuses = Object.fromEntries(notifier.statuses);
  return {
    tokensIssued: tokens.issued,
    queries: queries.submitted,
    ...counters,
    variants: variants.names(),
    notifications: {
      ...notifier.state,
      sent: Object.values(statuses).reduce((sum, count) => sum + count, 0),
      statuses,
    },
    openAlerts: {
      episodes: episodes.openAt(options.now()).map((alert) => alert.alertId),
      live: notifier.live.open.length,
    },
  };
}

function currentFarm({ farm, options }: Service): object {
  const now = options.now();
  const areas = farm.areas.map(({ path, devices, plot }) => ({
    path,
    devices,
    jobId: farm.jobAt(plot, now)?.id ?? null,
  }));
  return { areas };
}

function setVariants(service: Service, body: Record<string, unknown>): object {
  const names = body.variants;
  if (!Array.isArray(names) || !names.every((name): name is string => typeof name === "string"))
    throw new ApiError(400, "variants must be an array of strings.");
  try {
    service.variants.set(names);
  } catch (error) {
    throw new ApiError(400, error instanceof Error ? error.message : "Unknown variant.");
  }
  return { variants: service.variants.names() };
}

/**
 * Sends `count` notifications (default 1) of `event` (default RAISED), `jobId`, `alertType`, `alertSeverity` and
 * `alertCategory`; every other member goes into the body unchanged. `signature` replaces the right signature, null
 * leaves it out; `raw` is sent unchanged instead of a notification.
 */
async function notify(service: Service, notifier: Notifier, body: Record<string, unknown>): Promise<object> {
  const { count = 1, event = "RAISED", signature, raw, ...overrides } = body;
  if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > MAX_COUNT)
    throw new ApiError(400, `count must be from 1 to ${MAX_COUNT}.`);
  if (signature !== undefined && signature !== null && typeof signature !== "string")
    throw new ApiError(400, "signature must be a string or null.");
  const sent: object[] = [];
  const left = Array.from({ length: Number(count) }).values();
  const lane = async () => {
    for (const _ of left) {
      sent.push(
        typeof raw === "string"
          ? await notifier.send(raw, signature)
          : await sendOne(service, notifier, event, overrides, signature),
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { sent };
}

async function sendOne(
  service: Service,
  notifier: Notifier,
  event: unknown,
  overrides: Record<string, unknown>,
  signature: string | null | undefined,
): Promise<object> {
  const change = applyEvent(service, notifier, event, overrides);
  const { sentBody, status, error, body } = await notifier.sendChange(change, overrides, signature);
  return {
    notificationId: sentBody.notificationId,
    alertId: sentBody.alertId,
    event: sentBody.event,
    notification: sentBody,
    status,
    error,
    body,
  };
}

function applyEvent(
  { options }: Service,
  notifier: Notifier,
  event: unknown,
  body: Record<string, unknown>,
): LiveChange {
  const now = options.now();
  const { live } = notifier;
  if (event === "RAISED")
    return live.raise(now, {
      jobId: optionalText(body.jobId),
      type: alertType(body.alertType),
      severity: alertSeverity(body.alertSeverity),
      category: CATEGORIES.find((category) => category === body.alertCategory),
    });
  if (event === "SEVERITY_INCREASED")
    return live.escalate(now) ?? conflict("No open live alert can get worse.");
  if (event === "CLOSED") return live.close(now) ?? conflict("No live alert is open.");
  throw new ApiError(400, "event must be RAISED, SEVERITY_INCREASED or CLOSED.");
}

function conflict(message: string): never {
  throw new ApiError(409, message);
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function alertType(value: unknown): AlertType | undefined {
  return value === "HEALTH" || value === "PRODUCTIVITY" ? value : undefined;
}

function alertSeverity(value: unknown): Severity | undefined {
  return SEVERITIES.find((severity) => severity === value);
}
