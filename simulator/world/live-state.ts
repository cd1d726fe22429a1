// Stores the open live alerts over a restart, so that each gets its CLOSED.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { isObject } from "../http";
import type { Alert } from "./episodes";
import { CATEGORIES, SEVERITIES } from "./episodes";

/** Writes the alerts synchronously: the process may end right afterwards. */
export function saveAlerts(path: string, alerts: readonly Alert[]): void {
  const kept = alerts.map(({ alertId, jobId, type, category, steps }) => ({
    alertId,
    jobId,
    type,
    category,
    steps,
  }));
  writeFileSync(`${path}.part`, JSON.stringify(kept));
  renameSync(`${path}.part`, path);
}

/** The alerts of the last run; none for a missing or damaged file. */
export function loadAlerts(path: string): Alert[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.flatMap((item) => toAlert(item) ?? []) : [];
  } catch {
    return [];
  }
}

function toAlert(item: unknown): Alert | undefined {
  if (!isObject(item) || typeof item.alertId !== "string" || typeof item.jobId !== "string") return undefined;
  const [first, ...more] = Array.isArray(item.steps) ? item.steps.flatMap((step) => toStep(step) ?? []) : [];
  if (!first) return undefined;
  return {
    alertId: item.alertId,
    plot: undefined,
    jobId: item.jobId,
    type: item.type === "PRODUCTIVITY" ? "PRODUCTIVITY" : "HEALTH",
    category: CATEGORIES.find((category) => category === item.category),
    steps: [first, ...more],
    closedAt: Number.POSITIVE_INFINITY,
    closeReason: "EXPIRED",
    stressEnd: Number.POSITIVE_INFINITY,
  };
}

function toStep(item: unknown): Alert["steps"][number] | undefined {
  if (!isObject(item) || typeof item.at !== "number") return undefined;
  const severity = SEVERITIES.find((one) => one === item.severity);
  return severity && { at: item.at, severity };
}
