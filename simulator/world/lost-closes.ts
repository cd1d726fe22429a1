// Notifications that get lost on their way: the CLOSED of alerts whose plants have long been well again.

import { HOUR } from "../time";
import type { Alert, Episodes } from "./episodes";
import type { Farm } from "./farm";

/** Long enough ago that the plants are as before, soon enough that the alert is still of interest. */
const CLOSED_BEFORE = 30 * HOUR;
const CLOSED_AFTER = 240 * HOUR;
/** The job was known for so long before, so that its plants have a past to come back to. */
const PAST = 7 * 24 * HOUR;
/** So long before now the plants are looked at. */
const LOOK_BACK = 24 * HOUR;

/** Alerts of the past days that closed with a recovery: those whose plants have been best since. */
export function chooseLostCloses(
  { farm, episodes }: { farm: Farm; episodes: Episodes },
  count: number,
  now: number,
): ReadonlySet<string> {
  const candidates = episodes
    .raisedIn(now - 2 * CLOSED_AFTER, now)
    .filter((alert) => isOver(farm, alert, now))
    .map((alert) => ({ alert, stress: lateStress(episodes, alert, now) }))
    .sort((a, b) => a.stress - b.stress || b.alert.closedAt - a.alert.closedAt);
  return new Set(candidates.slice(0, count).map(({ alert }) => alert.alertId));
}

/** Of Health only: it keeps its level, so that plants that are well again can be told at any time of the day. */
function isOver(farm: Farm, alert: Alert, now: number): boolean {
  const { plot, jobId, type, category, closeReason, closedAt, steps } = alert;
  if (type !== "HEALTH" || category !== undefined || closeReason !== "RECOVERY_DETECTED") return false;
  const job = plot && farm.jobAt(plot, now);
  const inTime = closedAt < now - CLOSED_BEFORE && closedAt > now - CLOSED_AFTER;
  return inTime && job?.id === jobId && steps[0].at - job.start > PAST;
}

/** The worst of the last day. */
function lateStress(episodes: Episodes, { plot }: Alert, now: number): number {
  if (!plot) return Number.POSITIVE_INFINITY;
  let worst = 0;
  for (let at = now - LOOK_BACK; at <= now; at += HOUR) {
    const { health, productivity } = episodes.stressAt(plot, at);
    worst = Math.max(worst, Math.abs(health) + productivity / 8);
  }
  return worst;
}
