// A snapshot of a small farm, for tests only.

import type { WallAlert, WallArea, WallSnapshot } from "./contract";

const NONE = { high: 0, medium: 0, low: 0, plain: 0 };

export function wallArea(path: string, given: Partial<WallArea> = {}): WallArea {
  const names = path.split("#");
  return {
    path,
    name: names.at(-1) ?? "",
    severities: NONE,
    plants: NONE,
    waiting: NONE,
    lastReadingAt: "2026-11-21T12:00:00.000Z",
    health: { value: 80.4, at: "2026-11-21T06:00:00.000Z", dayBefore: 80.9 },
    since: null,
    light: 12.4,
    spark: null,
    ...given,
  };
}

export function wallAlert(alertId: string, given: Partial<WallAlert> = {}): WallAlert {
  return {
    alertId,
    type: "HEALTH",
    category: null,
    severity: "HIGH",
    raisedAt: "2026-11-21T10:00:00.000Z",
    firstEventAt: "2026-11-21T10:00:00.000Z",
    severitySince: "2026-11-21T10:00:00.000Z",
    jobId: "JOB_1",
    areas: [{ path: "Farm#Zone A#Bench 1", certainty: "inferred", until: null }],
    acknowledgedAt: null,
    acknowledgedBy: null,
    owner: null,
    attention: true,
    snoozed: null,
    recovery: null,
    recoveryConfirmedAt: null,
    qr: null,
    ...given,
  };
}

export function wallSnapshot(given: Partial<WallSnapshot> = {}): WallSnapshot {
  return {
    at: "2026-11-21T13:42:00.000Z",
    tenantId: "TENANT",
    name: "Westland",
    timeZone: "Europe/Amsterdam",
    counts: NONE,
    plants: NONE,
    placeNotKnown: NONE,
    alerts: [{ path: null, open: 0, items: [] }],
    boards: [],
    focus: [],
    linesFrom: null,
    evidence: [],
    worsening: [],
    freshness: {
      notifications: {
        connected: true,
        lastAt: "2026-11-21T13:12:00.000Z",
        endpointAnsweredAt: "2026-11-21T13:41:00.000Z",
        diskFullSince: null,
        accepted24h: 10,
        quarantined24h: 0,
        rejected24h: 0,
        lastRejectedAt: null,
      },
      readings: {
        connected: true,
        syncEnabled: true,
        until: "2026-11-21T12:00:00.000Z",
        delayHours: 1,
        everyMinutes: 60,
        lastSuccessAt: "2026-11-21T13:00:00.000Z",
        nextTryAt: "2026-11-21T14:00:00.000Z",
        failures: 0,
        lastError: null,
        backfill: null,
      },
    },
    outages: [],
    ...given,
  };
}
