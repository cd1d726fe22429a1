// The notifications of an alert, in both shapes, each with its instant.

import { ulidOf } from "./ulid";
import type { Alert, Severity } from "./world/episodes";
import { hashText } from "./world/noise";

export interface Notification {
  at: number;
  body: Record<string, string>;
}

/** All past and future notifications of an alert, in order of time. */
export function notificationsOf(alert: Alert, tenantId: string): Notification[] {
  return alert.category === undefined
    ? alertNotifications(alert, tenantId)
    : plantNotifications(alert, tenantId);
}

function alertNotifications(alert: Alert, tenantId: string): Notification[] {
  const { steps, closedAt, closeReason } = alert;
  const opened = steps.map(({ at, severity }, index) => {
    const previous = steps[index - 1]?.severity;
    return previous === undefined
      ? alertBody(alert, tenantId, at, severity, { event: "RAISED" })
      : alertBody(alert, tenantId, at, severity, { event: "SEVERITY_INCREASED", previousSeverity: previous });
  });
  const last = steps.at(-1)?.severity ?? "LOW";
  return [...opened, alertBody(alert, tenantId, closedAt, last, { event: "CLOSED", closeReason })];
}

interface AlertEvent {
  event: "RAISED" | "SEVERITY_INCREASED" | "CLOSED";
  previousSeverity?: Severity;
  closeReason?: string;
}

function alertBody(
  alert: Alert,
  tenantId: string,
  at: number,
  severity: Severity,
  event: AlertEvent,
): Notification {
  const { alertId, jobId, type } = alert;
  const notificationId = ulidOf(at, `notification ${alertId} ${event.event} ${severity}`);
  const timestamp = new Date(at).toISOString();
  return {
    at,
    body: {
      notificationId,
      tenantId,
      alertId,
      jobId,
      alertType: type,
      alertSeverity: severity,
      ...event,
      timestamp,
    },
  };
}

function plantNotifications(alert: Alert, tenantId: string): Notification[] {
  const [raise] = alert.steps;
  return [plantBody(alert, tenantId, raise.at, false), plantBody(alert, tenantId, alert.closedAt, true)];
}

function plantBody(alert: Alert, tenantId: string, at: number, closed: boolean): Notification {
  const { alertId, jobId, category = "PLANT_STRESS_ALERT" } = alert;
  const createdAt = new Date(alert.steps[0].at).toISOString();
  const timestamp = new Date(at).toISOString();
  const body: Record<string, string> = {
    // Some installations send recovery alerts without a notificationId.
    ...(category === "PLANT_RECOVERY_ALERT" ? {} : identity(alertId, at, closed)),
    tenantId,
    alertId,
    alertCategory: category,
    event: closed ? "CLOSED" : "RAISED",
    state: closed ? "CLOSED" : "ACTIVE",
    jobId,
    ...placeOf(alert),
    timestamp,
    createdAt,
  };
  if (closed) body.closedAt = timestamp;
  return { at, body };
}

function identity(alertId: string, at: number, closed: boolean): Record<string, string> {
  return {
    notificationId: ulidOf(at, `notification ${alertId} ${closed ? "CLOSED" : "RAISED"}`),
    notificationType: "PLANT_ALERT",
  };
}

function placeOf({ plot, alertId }: Alert): Record<string, string> {
  const areas = plot?.areas ?? [];
  const area = areas[hashText(alertId) % Math.max(1, areas.length)];
  return area ? { locationId: area.locationId, controlAreaId: area.controlAreaId } : {};
}
