import type { Severity } from "@/lib/base/core/severity";
import type { NotificationFacts } from "./contract";

/** One bar above a chart: from when on the alert had a severity. */
export type SpanStep = { severity: Severity | null; at: Date };

type Heard = Pick<NotificationFacts, "event" | "severity" | "timestamp">;

/**
 * How an alert rose: a step for its beginning and one for each change of severity, in order of time. What only a
 * CLOSED tells counts from the alert's first event on. A plant alert has one step, without a severity.
 */
export function stepsOf(notifications: readonly Heard[]): SpanStep[] {
  const inOrder = [...notifications].sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
  const opening = inOrder.filter((one) => one.event !== "CLOSED");
  const steps: SpanStep[] = [];
  for (const { severity, timestamp } of opening.length > 0 ? opening : inOrder.slice(0, 1)) {
    if (steps.length === 0 || steps.at(-1)?.severity !== severity) steps.push({ severity, at: timestamp });
  }
  return steps;
}
