import type { AlertDetail } from "@/lib/alerting/alerts/contract";

/** An open alert of the interface's shape, for tests. */
export function anAlert(more: Partial<AlertDetail> = {}): AlertDetail {
  return {
    alertId: "01JA0000000000000000000001",
    tenantId: "01J8Z0000000000000000TENAN",
    type: "HEALTH",
    category: null,
    severity: "HIGH",
    peakSeverity: "HIGH",
    status: "open",
    raisedAt: "2026-10-13T19:40:00.000Z",
    lastEventAt: "2026-10-14T05:12:00.000Z",
    closedAt: null,
    closeReason: null,
    jobId: "JOB_V1_PLANT23",
    areas: [{ path: "Westland#Glasshouse 2#Zone B#Bench 14", certainty: "inferred", until: null }],
    acknowledgedAt: null,
    acknowledgedBy: null,
    incomplete: false,
    severitySince: "2026-10-14T05:12:00.000Z",
    firstEventAt: "2026-10-13T19:40:00.000Z",
    owner: null,
    attention: true,
    roseSinceAcknowledged: false,
    snoozed: null,
    snoozedUntil: null,
    snoozedBy: null,
    continues: null,
    replacedBy: null,
    recovery: null,
    recoveryConfirmedAt: null,
    recoveryConfirmedBy: null,
    notifications: [],
    notes: [],
    actions: [],
    ...more,
  };
}

/** The areas of an alert, inferred. */
export function inAreas(...paths: string[]): AlertDetail["areas"] {
  return paths.map((path) => ({ path, certainty: "inferred" as const, until: null }));
}
