import { comparePaths } from "@/lib/base/core/natural-order";
import { isWithin, parentOf } from "@/lib/base/core/paths";
import type { Severity } from "@/lib/base/core/severity";
import type { NotificationFacts } from "./contract";

/** A bar above a chart: a severity and its start. */
export type SpanStep = { severity: Severity | null; at: Date };

type SeverityEvent = Pick<NotificationFacts, "event" | "severity" | "timestamp">;

/**
 * The severities of an alert in order of time, one step for each change. The severity of a CLOSED counts only if nothing
 * else is known. A plant alert has one step, without a severity.
 */
export function severitySteps(notifications: readonly SeverityEvent[]): SpanStep[] {
  const inOrder = [...notifications].sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
  const opening = inOrder.filter((one) => one.event !== "CLOSED");
  const steps: SpanStep[] = [];
  for (const { severity, timestamp } of opening.length > 0 ? opening : inOrder.slice(0, 1)) {
    if (steps.length === 0 || steps.at(-1)?.severity !== severity) steps.push({ severity, at: timestamp });
  }
  return steps;
}

/** More faint lines are indistinguishable. */
const MAX_SIBLINGS = 24;

/** The parents of areas, each once; null is the parent of the roots. */
export function parentsOf(places: readonly string[]): (string | null)[] {
  return [...new Set(places.map(parentOf))];
}

/**
 * The siblings of an alert's areas, in the order of the tree, without those that contain or lie in one of its areas.
 * @param children all areas with the same parents
 */
export function chooseSiblings<A extends { path: string }>(
  places: readonly string[],
  children: readonly A[],
): A[] {
  return children
    .filter(({ path }) => !places.some((place) => isWithin(path, place) || isWithin(place, path)))
    .sort((a, b) => comparePaths(a.path, b.path))
    .slice(0, MAX_SIBLINGS);
}
